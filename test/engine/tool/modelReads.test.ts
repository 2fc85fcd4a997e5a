/** What a model reads of each operation, as a text to be reviewed: RENEW=yes writes it anew. */
import { join } from 'node:path';
import { NodeHelpers, traverseNodeParameters, Workflow } from 'n8n-workflow';
import type { FromAIArgument, IDataObject, INodeParameters } from 'n8n-workflow';
import { withIsolate } from '../../harness/expressions';
import { asTool } from '../../harness/nodeTypes';
import { toolAnswer } from '../../harness/tool';
import { resources } from '../../../nodes/RcsPromotion/operations';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import type { FaultRule } from '../../../simulator';
import { quickLaunches } from '../launch/support';
import { expectSaved } from '../support/savedText';
import { byId, isOlderHost, quickWaits, setups, type Setup } from '../support/setup';

const { withService } = setups();
/** Before n8n 2.38, a model reads the default of a tool's description as it is written, with the expressions in it. */
const whereDescriptionsAreFilledIn = (name: string, test: (setup: Setup) => Promise<void>) =>
	isOlderHost ? it.skip(name, () => undefined) : withService(name, test);
quickLaunches();
quickWaits();

const FILE = join(__dirname, 'modelReads.txt');
/** As n8n writes it for a field that the model defines. */
const fromModel = (key: string, type = 'string') => `={{ $fromAI('${key}', '', '${type}') }}`;
const ofOne: INodeParameters = { promotionId: byId(fromModel('Promotion_ID')), timeoutMinutes: 0.1, limit: 2 };
const byList: INodeParameters = {
	filters: {
		nameContains: fromModel('Name_Contains'),
		state: fromModel('State'),
		createdAfter: fromModel('Created_After'),
	},
	limit: fromModel('Limit', 'number'),
};

const TROUBLES: Record<string, Omit<FaultRule, 'times'>> = {
	'the API key is refused': { fault: { kind: 'status', status: 401 } },
	'the service is down': { fault: { kind: 'status', status: 503 } },
	'the service limits requests': { fault: { kind: 'rateLimit', retryAfter: { seconds: 300 } } },
	'the service does not answer': { fault: { kind: 'reset' } },
	'the service is not at this address': { endpoint: 'list', fault: { kind: 'status', status: 404 } },
};
const [REFUSED, DOWN, LIMITED, LOST, ELSEWHERE] = Object.keys(TROUBLES);

interface Call {
	given: IDataObject;
	/** What is wrong with the service. */
	trouble?: string;
	/** How the tool is set up otherwise. */
	setUp?: INodeParameters;
}
const withTroubles = (given: IDataObject, ...troubles: Array<string | undefined>): Call[] =>
	troubles.map((trouble) => ({ given, trouble }));
const ids = (key: string, ...values: unknown[]): Call[] =>
	values.map((value) => ({ given: { [key]: value } as IDataObject }));

/** Of the promotion that the operation is about, one to compare it with, and two that are already sending, and not yet. */
type Ids = Record<'id' | 'other' | 'running' | 'waiting', string>;

const isPeopleOnly = (operation: string) => /^(promotion\.launch|contactList\.)/.test(operation);

/** A good call, and calls that are refused or find nothing. */
function callsOf(
	operation: string,
	{ id, other, running, waiting }: Ids,
): { parameters: INodeParameters; calls: Call[] } {
	const one = { Promotion_ID: id };
	// Only people do this.
	if (isPeopleOnly(operation)) return { parameters: {}, calls: [{ given: {} }] };
	if (/^(promotion|statistics)\.getAll$/.test(operation)) {
		const [given, Limit] = [{ Name_Contains: '', State: '', Created_After: '' }, 2];
		return {
			parameters: byList,
			calls: [
				{ given: { ...given, Limit } },
				{ given: { ...given, Limit, Name_Contains: 'Winter' } },
				{ given: { ...given, Limit, State: 'finished' } },
				{ given: { ...given, Limit, Created_After: 'yesterday' } },
				{ given: { ...given, Limit: 0 } },
				...withTroubles({ ...given, Limit }, REFUSED, LIMITED, DOWN, ELSEWHERE),
			],
		};
	}
	if (operation === 'statistics.compare') {
		return {
			parameters: { promotionIds: fromModel('Promotion_Names_or_IDs', 'json') },
			calls: [
				...ids('Promotion_Names_or_IDs', [id, other], [id, other, waiting], ['Spring Sale', 'Summer Sale']),
				...ids('Promotion_Names_or_IDs', [id, 'unknown'], [id], [id, id], [], [{}, { a: 1 }]),
				...withTroubles({ Promotion_Names_or_IDs: [id, other] }, REFUSED, LIMITED),
			],
		};
	}
	if (/stop|cancel/.test(operation)) {
		const named = { expectedName: fromModel('Only_If_Named') };
		return {
			parameters: ofOne,
			calls: [
				{ given: one },
				...ids('Promotion_ID', 'Spring Sale', 'unknown', '', running),
				{ given: { Promotion_ID: running, Only_If_Named: 'Spring Sale' }, setUp: named },
				{ given: { Promotion_ID: running, Only_If_Named: '' }, setUp: named },
				{ given: { Promotion_ID: running, Only_If_Named: '[object Object]' }, setUp: named },
				{ given: one, setUp: { promotionId: byId('={{ $json.id }}') } },
				...withTroubles({ Promotion_ID: waiting }, REFUSED, LOST),
			],
		};
	}
	const calls = [
		...ids('Promotion_ID', id, 'Spring Sale', 'unknown', ''),
		...withTroubles(one, REFUSED, LIMITED, DOWN),
	];
	if (operation === 'promotion.waitForCompletion') calls.push(...ids('Promotion_ID', running));
	if (operation === 'report.getAll') {
		const filters = { statuses: fromModel('Statuses'), phone: fromModel('Phone') };
		calls.push(
			{ given: { ...one, Statuses: 'Lost', Phone: '' }, setUp: { filters } },
			{ given: { ...one, Statuses: '', Phone: 'my number' }, setUp: { filters } },
		);
	}
	return { parameters: ofOne, calls: operation === 'report.download' ? calls.slice(0, 4) : calls };
}

/** As n8n fills in the form, and what it gives a model of the tool. */
async function shownToModel({ engine }: Setup, parameters: INodeParameters) {
	const type = asTool(new RcsPromotion());
	const node = { id: '', name: 'RCS', type: '', typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const { properties } = type.description;
	const filled = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type.description) ?? {};
	const tool = { ...node, type: `${engine.nodeTypes.defaultType}Tool`, parameters: filled };
	const workflow = new Workflow({ nodes: [tool], connections: {}, active: false, nodeTypes: engine.nodeTypes });
	const description = await withIsolate(workflow, async () => {
		const evaluate = () =>
			workflow.expression.getParameterValue(filled.toolDescription, null, 0, 0, 'RCS', [], 'manual', {}) as string;
		return await Promise.resolve(NodeHelpers.getToolDescriptionForNode(tool, type, evaluate));
	});
	return { filled, description };
}

async function readOf(setup: Setup, operation: string, of: Ids): Promise<string> {
	const [resource = '', name = ''] = operation.split('.');
	const { parameters, calls } = callsOf(operation, of);
	const all = { ...parameters, resource, operation: name };
	const { filled, description } = await shownToModel(setup, all);
	const schema: FromAIArgument[] = [];
	traverseNodeParameters(filled, schema);
	const answers: string[] = [];
	for (const { given, trouble, setUp = {} } of calls) {
		if (trouble !== undefined) setup.simulator.addFault({ ...(TROUBLES[trouble] as FaultRule), times: 'always' });
		const one = { credentials: setup.credentials, parameters: { ...all, ...setUp }, calls: [given] };
		const said = toolAnswer(await setup.engine.runTool(one));
		setup.simulator.removeFault();
		const circumstances = [JSON.stringify(given), trouble ?? [], JSON.stringify(setUp).slice(1, -1) || []].flat();
		answers.push(`> ${circumstances.join(', and ')}\n${said}`);
	}
	const used = schema.map(({ key, type: kind = 'string' }) => `${key} (${kind})`);
	return [`== ${operation}`, description, `Arguments: ${used.join(', ')}`, ...answers].join('\n');
}

whereDescriptionsAreFilledIn('what a model reads is what was reviewed', async (setup) => {
	const { simulator } = setup;
	const added: string[] = [];
	const add = (name: string, phase: 'preparation' | 'running' | 'completed') => {
		const { promotionId } = simulator.addPromotion({
			name,
			phase,
			createdAt: Date.UTC(2026, 2, 1, added.length),
			report: { rows: 12, failedPerThousand: 250 },
		});
		added.push(promotionId);
		return promotionId;
	};
	const texts: string[] = [];
	const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
		Object.keys(all).map((name) => `${resource}.${name}`),
	);
	const completed = add('Spring Sale', 'completed');
	const other = add('Summer Sale', 'completed');
	add('Autumn Sale', 'completed');
	const running = add('Flash Sale', 'running');
	const waiting = add('Next Sale', 'preparation');
	for (const operation of operations) {
		const changes = /stop|cancel/.test(operation);
		const id = changes ? add(`To ${operation}`, 'preparation') : completed;
		texts.push(await readOf(setup, operation, { id, other, running, waiting }));
	}
	const refusals = texts.map((part) => part.match(/^\[\{"error":/gm)?.length ?? 0);
	expect(operations.filter((name, at) => !isPeopleOnly(name) && (refusals[at] ?? 0) < 3)).toEqual([]);
	let text = `${texts.join('\n\n')}\n`;
	for (const [at, id] of added.entries()) text = text.replaceAll(id, `promotion-${at + 1}`);
	text = text
		.replace(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)/g, '<time>')
		.replace(/\w{3} \d+, \d\d:\d\d:\d\d UTC/g, '<time>')
		.replace(/\w{3} \d+ between \d\d:00 and \d\d:00|\w{3} \d+, \d\d:\d\d:\d\d/g, '<time>')
		.replace(/"promotionId":"[\da-f-]{36}"/g, '"promotionId":"<new>"')
		.replace(/"waitedSeconds":\d+/g, '"waitedSeconds":0');
	expectSaved(FILE, text);
	expect(simulator.launches()).toEqual([]);
});

withService("the description is the user's own, if they write one", async (setup) => {
	const parameters = { resource: 'promotion', operation: 'get', promotionId: byId('x') };
	expect((await shownToModel(setup, parameters)).description).toMatch(/^Gets one promotion \(RCS campaign\)/);
	const own = await shownToModel(setup, { ...parameters, toolDescription: 'Own words' });
	expect(own.description).toBe('Own words');
});
