/** What was entered but comes to nothing, or cannot be meant so, is asked about: it is never taken for a field that was left out. */
import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { contacts, csv, fromFile, fromItems, launched, launchFile, launchItems, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

const [FIRST, SECOND] = ['+491701234501', '+491701234502'];
const mapped = (value: Record<string, string>): INodeParameters => ({ columns: { mappingMode: 'defineBelow', value } });
const items = (...rows: object[]) => rows.map((json) => ({ json })) as INodeExecutionData[];
const nameCard = { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] };

const sentRows = (world: World) => world.simulator.launches().map(({ file }) => file?.contents?.firstRows);
const nothingSent = (world: World) => expect(world.requests('launch')).toBe(0);

inOneWorld.each([
	`,Prénom,Téléphone\n0,Anne,${FIRST}\n`,
	`Contact,Prénom,Téléphone\nRep,Anne,${FIRST}\n`,
	`Customer,Prénom,Téléphone\ncus_1,Anne,${FIRST}\n`,
])('a column that has no usual name is not taken for the name: %j', async (world, text) => {
	await launchFile(world, { cards: nameCard }, { items: [await world.engine.fileItem(text)] });
	expect(sentRows(world)).toEqual([[['Anne', FIRST]]]);
});

const byAgent: INodeParameters = {
	resource: 'promotion',
	operation: 'launch',
	...fromItems,
	promotionName: "={{ $fromAI('name') }}",
	...mapped({ phone: "={{ $fromAI('phone') }}" }),
	sendMode: 'always',
};

describe.each(['request', 'subNode'] as const)('a tool of an AI agent (%s)', (way) => {
	inOneWorld.each<{ launches: number; options: INodeParameters }>([
		{ launches: 1, options: {} },
		{ launches: 0, options: { doNotContact: '={{ $vars.none ?? "" }}' } },
		{ launches: 0, options: { sendOnlyBetween: { from: '={{ $vars.none ?? "" }}', to: '20:00' } } },
	])('that leaves a guard empty: %j', async (world, { launches, options }) => {
		// Another template each time, as the same one is a repeat.
		const parameters = { ...byAgent, options, templateName: `${way} ${Object.keys(options).join()}` };
		const calls = [{ phone: FIRST, name: 'Offer' }];
		await world.engine.runTool({ way, credentials: world.credentials, parameters, calls });
		expect(world.simulator.launches()).toHaveLength(launches);
	});
});

inOneWorld.each([1, 2])('calls of an AI agent at the same time keep to Maximum Launches: %d', async (world, most) => {
	const parameters = { ...byAgent, options: { maximumLaunches: most }, templateName: `at once ${most}` };
	const calls = [FIRST, SECOND].map((phone) => ({ phone, name: `Offer for ${phone}` }));
	await world.engine.runTool({ way: 'subNodesAtOnce', credentials: world.credentials, parameters, calls });
	expect(world.simulator.launches()).toHaveLength(most);
});

inOneWorld.each<{ field: string; options: INodeParameters }>([
	{ field: "'Contact List Name'", options: { contactListName: ' ' } },
	{ field: "'Do Not Contact'", options: { doNotContact: '' } },
	{ field: "'Provider-Specific Fields'", options: { descriptiveProperties: {} } },
	{ field: "'Title'", options: { descriptiveProperties: { title: '' } } },
	{ field: "'Send Only Between'", options: { sendOnlyBetween: {} } },
	{ field: "'To'", options: { sendOnlyBetween: { from: '09:00', to: '' } } },
	{ field: "'Maximum Recipients'", options: { maximumRecipients: '' } },
])('an option that was added and left blank is asked about: $field', async (world, { field, options }) => {
	const { error } = await launchItems(world, { options });
	expect(error).toMatchObject({
		message: `Not sent to 3 contacts: ${field} is empty`,
		description: 'Fill it in or remove it. If it is an expression, the expression found no value.',
	});
	nothingSent(world);
});

interface ReadsParameters {
	_getNodeParameter(name: string): unknown;
}

inOneWorld(
	'an expression that takes the items of a node is filled in once, however many contacts there are',
	async (world) => {
		// What all ways of reading a parameter in n8n come to.
		const read = jest.spyOn(ExecuteContext.prototype as unknown as ReadsParameters, '_getNodeParameter');
		try {
			const options = { doNotContact: `={{ $input.all().slice(0, 1).concat($items().slice(0, 1)) }}` };
			const row = launched(await launchItems(world, { options }, { items: contacts(300) }));
			expect(row.recipients).toMatchObject({ rows: 300, sent: 299, doNotContact: 1, doNotContactNumbers: 1 });
			expect(read.mock.calls.filter(([name]) => name.startsWith('options'))).toHaveLength(1);
		} finally {
			read.mockRestore();
		}
	},
);

inOneWorld.each<{ text: string; gap?: string }>([
	{ text: '=Hello {{ $json.vorname }}, 20% off', gap: '{{ $json.vorname }}' },
	{ text: '={{ $json.shop }} says hello, {{ $json.name ?? "" }}!', gap: '{{ $json.name ?? "" }}' },
	{ text: '=Hello {{ $json.shop }}, 20% off' },
	{ text: '={{ $json.shop }}' },
	{ text: '=Hello {{ ({ a: { b: $json.shop } }).a.b }}, 20% off' },
	{ text: 'Hello you, 20% off' },
])('a text with a gap is warned about before anything is sent: %j', async (world, { text, gap }) => {
	const cards = { card: [{ variables: { variable: [{ source: 'text', text }] } }] };
	const listed = items({ phone: FIRST, shop: 'Ann' });
	const { warnings } = launched(await launchItems(world, { cards, sendMode: 'dryRun' }, { items: listed }));
	const expected = `Card 1, Variable 1, Text: ${gap} found nothing, so the text has a gap. Correct the expression, or remove it.`;
	expect(warnings).toEqual(gap === undefined ? [] : [expected]);
});

describe('an expression that found nothing', () => {
	inOneWorld('for Country', async (world) => {
		const { error } = await launchItems(
			world,
			{ country: '={{ $json.land }}' },
			{ items: items({ phone: '4155550132' }) },
		);
		expect(error?.message).toContain("'Country' is empty");
		nothingSent(world);
	});

	inOneWorld('for File Columns', async (world) => {
		const file = await world.engine.fileItem(`phone,whatsapp nr\n${FIRST},${SECOND}\n`);
		const options = { fileColumns: { phone: '={{ $json.column }}' } };
		const { error } = await launchFile(world, { options }, { items: [file] });
		expect(error?.message).toContain("'Phone' is empty");
		nothingSent(world);
	});

	inOneWorld('for Input Binary Field, which does not send the file called data', async (world) => {
		const { binary } = await world.engine.fileItem(csv(5));
		const given = { binaryPropertyName: '={{ $json.field }}' };
		const { error } = await launchFile(world, given, { items: [{ json: {}, binary }] });
		expect(error?.message).toBe("'Input Binary Field' is empty");
		nothingSent(world);
	});

	inOneWorld('for a Contact Field of a card', async (world) => {
		const cards = { card: [{ variables: { variable: [{ source: 'column', column: '={{ $json.field }}' }] } }] };
		const { error } = await launchItems(world, { cards });
		expect(error?.message).toContain("Card 1, variable 1: 'Contact Field' is empty");
		nothingSent(world);
	});
});

describe('mapped by hand', () => {
	const withCountry = mapped({ phone: '={{ $json.phone }}', country: '={{ $json.country }}' });

	inOneWorld('a country that is no text makes the number odd', async (world) => {
		const rows = items({ phone: '4155550132', country: { code: 'US' } });
		const { error } = await launchItems(world, withCountry, { items: rows });
		expect(error?.description).toContain('two-letter code');
		nothingSent(world);
	});

	inOneWorld.each<INodeParameters>([
		{ options: { doNotContact: '4155550132' } },
		{ country: 'DE', options: { doNotContact: `${FIRST}\n07911123456` } },
		{ options: { doNotContact: "={{ [{ phone: '4155550132' }] }}" } },
		// In Singapore, 001 is a prefix for calls abroad. Elsewhere, this is a number in Jamaica.
		{ options: { doNotContact: '001 65 8123 4567' } },
	])('a Do Not Contact without + is asked about where each contact has its own country: %j', async (world, given) => {
		const rows = items(
			{ phone: '07911123456', country: 'GB' },
			{ phone: '4155550132', country: 'US' },
			{ phone: '001 65 8123 4567', country: 'SG' },
		);
		const { error } = await launchItems(world, { ...withCountry, ...given }, { items: rows });
		expect(error?.description).toContain('write each number here with + and its country code');
		nothingSent(world);
	});

	inOneWorld(
		'a Do Not Contact with country code leaves out the contact with that number, whatever the country',
		async (world) => {
			const rows = items({ phone: '4155550132', country: 'US' }, { phone: FIRST, country: '' });
			await launchItems(world, { ...withCountry, options: { doNotContact: '+1 415 555 0132' } }, { items: rows });
			expect(sentRows(world)).toEqual([[[FIRST]]]);
		},
	);

	inOneWorld('a column that a card shows, and that is not mapped, is asked for where it is mapped', async (world) => {
		const parameters = { ...mapped({ phone: '={{ $json.phone }}' }), cards: nameCard };
		const { error } = await launchItems(world, parameters, { items: items({ phone: FIRST, name: 'Ann' }) });
		expect(error?.message).toContain("uses the contact field 'Name', but 'Name' under 'Values to Send' is empty");
		expect(error?.description).toContain("Drag a field into 'Name' there, or use fixed text instead.");
		nothingSent(world);
	});

	inOneWorld('braces that are typed as fixed text are no expression', async (world) => {
		const columns = mapped({ phone: '={{ $json.phone }}', name: '{{ $json.name }}' });
		const { error } = await launchItems(world, { ...columns, cards: nameCard });
		expect(error?.message).toContain('contains {{ }} as plain text');
		nothingSent(world);
	});
});

inOneWorld('what is wrong with contacts, cards and body is in one message, the contacts first', async (world) => {
	const cards = { card: [{ headerImageUrl: 'spring.jpg' }] };
	const parameters = { cards, options: { additionalBodyFields: '{"name": "x"}' } };
	const rows = items({ phone: FIRST, mobile: '+491709999999' });
	const { error } = await launchItems(world, parameters, { items: rows });
	expect(error?.message).toContain('2 fields hold different phone numbers');
	expect(error?.description).toContain('Card 1: the address of the image must begin with');
	expect(error?.description).toContain(`'Additional Body Fields' contains "name"`);
	nothingSent(world);
});

inOneWorld('a column name whose letters cannot be read leads to Encoding', async (world) => {
	const file = await world.engine.fileItem(Buffer.from(`Prénom;Téléphone\nAnne;${FIRST}\n`, 'latin1'));
	const { error } = await world.run('promotion.launch', fromFile, { items: [file] });
	expect(error?.description).toContain("'Encoding'");
});
