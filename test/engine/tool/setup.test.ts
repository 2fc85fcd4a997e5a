/** What a reviewer sees is what is done: whatever a model passes beyond what the tool declares changes nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callInAgents, toolAnswer } from '../../harness/tool';
import { hostTakesFailures } from '../support/host';
import { byId, worlds, type World } from '../support/world';
import { fromItems, fromList, phonesReached, quickLaunches, writes } from '../launch/support';
import { undeclaredArguments } from './undeclared';

const { inOneWorld } = worlds();
quickLaunches();

const [ASKED, SMUGGLED] = ['+491701234501', '+491701234502'];
const byHand = (value: Record<string, string>): INodeParameters => ({ columns: { mappingMode: 'defineBelow', value } });
const launch: INodeParameters = {
	resource: 'promotion',
	operation: 'launch',
	...fromItems,
	promotionName: "={{ $fromAI('name') }}",
	...byHand({ phone: "={{ $fromAI('phone') }}" }),
	sendMode: 'always',
};

const answer = async ({ engine, credentials }: World, parameters: INodeParameters, given: IDataObject = {}) =>
	toolAnswer(await engine.runTool({ credentials, parameters, calls: [{ name: 'Offer', phone: ASKED, ...given }] }));

inOneWorld('arguments with a usual name of a phone, or the name of a field, choose no recipient', async (world) => {
	const smuggled = undeclaredArguments(SMUGGLED);
	expect(Object.keys(smuggled).length).toBeGreaterThan(150);
	expect(smuggled).toMatchObject({
		Handynummer: SMUGGLED,
		sendMode: SMUGGLED,
		properties: { mobile: { value: SMUGGLED } },
	});
	const said = await answer(world, launch, { ...smuggled, name: 'Offer', phone: ASKED });
	expect(said).toContain('"outcome":"launched"');
	const [sent] = world.simulator.launches();
	expect(sent?.file?.contents).toMatchObject({ columns: ['phone'], firstRows: [[ASKED]] });
	expect(JSON.stringify(sent?.body)).not.toContain(SMUGGLED);
});

/** $fromAI takes what it finds in an argument called query before the argument that the tool declares and a reviewer sees. */
const hidden = [
	{ phone: SMUGGLED, promotionId: 'other' },
	{ query: 'text', phone: SMUGGLED, promotionId: 'other' },
	{ query: null, phone: SMUGGLED, promotionId: 'other' },
];
inOneWorld.each(hidden)('no argument takes the place of one that a reviewer sees: %j', async (world, query) => {
	const said = await answer(world, launch, { query });
	expect(said).toContain("Nothing was done. Call again without the argument 'query'.");
	world.simulator.addPromotion({ phase: 'preparation', promotionId: 'other' });
	const stop = { resource: 'promotion', operation: 'stop', promotionId: byId("={{ $fromAI('promotionId') }}") };
	expect(await answer(world, stop, { promotionId: 'seen', query })).toContain("without the argument 'query'");
	const agents = { credentials: world.credentials, parameters: stop, given: { promotionId: 'seen', query } };
	expect(JSON.stringify(await callInAgents(world.engine, agents))).toContain("without the argument 'query'");
	expect(writes(world)).toEqual([]);
	const declared = { ...launch, promotionName: "={{ $fromAI('query') }}" };
	expect(await answer(world, declared, { query: 'Offer' })).toContain("'query', which n8n reads before all others");
	expect(writes(world)).toEqual([]);
});

inOneWorld('a tool does not map automatically', async (world) => {
	const columns = { mappingMode: 'autoMapInputData', value: null };
	for (const resource of ['promotion.launch', 'contactList.check', 'contactList.findInvalid']) {
		const [name = '', operation = ''] = resource.split('.');
		const said = await answer(world, { ...launch, resource: name, operation, columns }, { mobile: SMUGGLED });
		expect(said).toContain('a field that no reviewer sees');
		expect(said).toContain('Nothing was done. Tell the person that the settings of this tool must be changed: Set');
		expect(said).toContain("'Map Each Column Manually'");
	}
	// Without a word about columns, a tool maps by hand.
	expect(await answer(world, { ...launch, columns: undefined })).toContain("'Phone' under");
	expect(writes(world)).toEqual([]);
});

const mode = "={{ $fromAI('mode') }}";
inOneWorld.each<{ field: string; more: INodeParameters; uses?: string }>([
	{ field: 'Send To', more: { sendMode: mode } },
	{ field: 'Send To', more: { sendMode: '={{ $json.mode }}' } },
	{ field: 'Recipients', more: { recipients: mode } },
	{ field: 'Operation', more: { operation: "={{ $fromAI('operation') }}" } },
	{ field: 'Resource', more: { resource: "={{ $fromAI('resource') }}" } },
	...[
		{ doNotContact: '={{ $json.optOuts }}' },
		{ maximumLaunches: "={{ $fromAI('most', '', 'number') }}" },
		{ maximumRecipients: '={{ $input.item.json.most }}' },
		{ ifNameExists: '={{ $json.exists }}' },
		{ refuseRepeatsWithinHours: '={{ $json["hours"] }}' },
		{ sendOnlyBetween: { from: "={{ $fromAI('from') }}", to: '20:00' } },
		{ checkContacts: '={{ $item(0).$json.check }}' },
	].map((options) => ({ field: '', more: { options }, uses: 'lets a model set a limit' })),
	{ field: 'Columns', more: byHand({ phone: '={{ $json.phone }}' }), uses: 'uses $json' },
	{ field: 'Country', more: { country: '={{ $json.country }}' }, uses: 'uses $json' },
	{ field: 'Promotion Name', more: { promotionName: '=Sale {{ $json.name }}' }, uses: 'uses $json' },
	{ field: 'Template Name', more: { templateName: '={{ $input.first().json.t }}' }, uses: 'uses $input' },
	{ field: 'Name of the', more: { ...fromList, targetListName: '={{ $json.list }}' }, uses: 'uses $json' },
])('refuses $more', async (world, { field, more, uses = 'is an expression' }) => {
	const given = {
		mode: 'always',
		operation: 'cancel',
		resource: 'promotion',
		optOuts: [],
		most: 0,
		code: '',
		list: 'x',
		phone: ASKED,
	};
	const said = await answer(world, { ...launch, ...more }, given);
	expect(writes(world)).toEqual([]);
	expect(said).toContain(`'${field}`);
	if (!hostTakesFailures && ['Resource', 'Operation'].includes(field)) return;
	expect(said).toContain(uses);
	expect(said).toContain('Tell the person that the settings of this tool must be changed: ');
});

inOneWorld.each<{ operation: string }>([{ operation: 'stop' }, { operation: 'cancel' }])(
	'$operation takes its promotion from what is declared alone',
	async (world, { operation }) => {
		const { promotionId } = world.simulator.addPromotion({ phase: 'preparation' });
		const parameters = { resource: 'promotion', operation, promotionId: byId('={{ $json.promotionId }}') };
		expect(await answer(world, parameters, { promotionId })).toContain('uses $json');
		expect(writes(world)).toEqual([]);
		const declared = { ...parameters, promotionId: byId("={{ $fromAI('promotionId') }}") };
		expect(await answer(world, declared, { promotionId })).toContain('"confirmed":true');
	},
);

inOneWorld('guards may use other nodes, variables, the time and the execution', async (world) => {
	const [first, second] = [ASKED, SMUGGLED].map((phone) => ({ phone, name: `For ${phone}` }));
	const options = {
		maximumLaunches: 5,
		maximumRecipients: "={{ $('Start').first().json.most ?? 5 }}",
		doNotContact: `={{ [$now, $today, $execution.id, $vars.none, "${SMUGGLED}"].slice(4) }}`,
	};
	const parameters = { ...launch, options, templateName: 'with guards' };
	expect(await answer(world, parameters, first)).toContain('"outcome":"launched"');
	expect(await answer(world, parameters, second)).toContain('No one is left to send to: 1 is listed');
	expect(phonesReached(world)).toEqual([ASKED]);
});

inOneWorld(
	'does not take a column from a node with several items, of which n8n would always give the first',
	async (world) => {
		const { engine, credentials } = world;
		const leads = [ASKED, SMUGGLED].map((phone) => ({ json: { phone } }));
		const called = async (count: number, value: Record<string, string>, promotionName: string) =>
			toolAnswer(
				await engine.runTool({
					credentials,
					parameters: { ...launch, ...byHand(value), promotionName, templateName: promotionName },
					items: leads.slice(0, count),
					calls: [{ phone: ASKED, name: 'Offer' }],
				}),
			);
		for (const phone of ["={{ $('Start').first().json.phone }}", '={{ $("Start").item.json.phone }}']) {
			const said = await called(2, { phone }, 'Two');
			expect(said).toMatch(/'Columns.*' uses \$\(.*\), which has 2 items, and an agent would always take the first/);
			expect(said).toContain("{{ $fromAI('field') }} for what the model fills in, which a reviewer sees");
		}
		expect(writes(world)).toEqual([]);
		const declared = "={{ $fromAI('phone') }}";
		expect(await called(2, { phone: declared }, 'Declared')).toContain('"outcome":"launched"');
		expect(await called(1, { phone: "={{ $('Start').first().json.phone }}" }, 'One')).toContain('"outcome":"launched"');
	},
);

inOneWorld('a name that would be shown backwards is refused', async (world) => {
	const said = await answer(world, launch, { name: 'Offer \u202eelas gnirpS' });
	expect(said).toContain('an invisible sign that turns text around');
	const parameters = { ...launch, templateName: 'not backwards' };
	expect(await answer(world, parameters, { name: 'Offer 👩‍💻' })).toContain('"outcome":"launched"');
	expect(world.simulator.launches()).toHaveLength(1);
});

describe('in n8n Agents', () => {
	const inAgents = async ({ engine, credentials }: World, parameters: INodeParameters, given = {}) =>
		JSON.stringify(
			await callInAgents(engine, { credentials, parameters, given: { name: 'Offer', phone: ASKED, ...given } }),
		);

	inOneWorld('a live launch is refused with the reason, and a dry run is done', async (world) => {
		const live = await inAgents(world, launch);
		expect(live).toContain('keeps nothing of what it sent, so a later try could send the same again');
		expect(live).toContain('Tell the person');
		const careful = await inAgents(world, { ...launch, sendMode: 'careful' });
		expect(careful).toContain('"outcome":"dryRun"');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('Stop, Cancel and reads work', async (world) => {
		const { simulator } = world;
		const [one, two] = [1, 2].map(() => simulator.addPromotion({ phase: 'preparation' }).promotionId);
		const of = (operation: string, id?: string) => ({
			resource: 'promotion',
			operation,
			...(id === undefined ? {} : { promotionId: byId(id) }),
		});
		expect(await inAgents(world, of('stop', one))).toContain('"confirmed":true');
		expect(await inAgents(world, of('cancel', two))).toContain('"confirmed":true');
		expect(await inAgents(world, of('getAll'))).toContain(one);
		expect(await inAgents(world, { ...of('get', one), resource: 'statistics' })).toContain('attempted');
	});
});
