/** What a model reads of each operation, as a text to be reviewed: RENEW_MODEL_READS=yes writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { asTool } from '../../harness/nodeTypes';
import { toolAnswer } from '../../harness/tool';
import { resources } from '../../../nodes/RcsPromotion/operations';
import { RcsPromotion } from '../../../nodes/RcsPromotion/RcsPromotion.node';
import { fromItems, quickLaunches } from '../launch/support';
import { byId, quickWaits, worlds, type World } from '../support/world';

const { inOneWorld } = worlds();
quickLaunches();
quickWaits();

const FILE = join(__dirname, 'modelReads.txt');
const PHONE = '+491701234501';
const ofOne = byId("={{ $fromAI('promotionId') }}");
const contact: INodeParameters = {
	columns: { mappingMode: 'defineBelow', value: { phone: "={{ $fromAI('phone') }}" } },
};
const LAUNCH: INodeParameters = {
	...fromItems,
	...contact,
	promotionName: "={{ $fromAI('promotionName') }}",
	sendMode: 'always',
	options: { maximumLaunches: 9 },
};

/** A good call, and calls that are refused or find nothing. */
type Calls = { parameters: INodeParameters; calls: IDataObject[] };
function callsOf(operation: string, id: string): Calls {
	if (operation === 'promotion.launch') {
		const names = ['Offer', 'Spring Sale', 'Offer\nfor nobody', 'Other'];
		return {
			parameters: LAUNCH,
			calls: names.map((promotionName, at) => ({ promotionName, phone: at < 3 ? PHONE : '0170 1234' })),
		};
	}
	if (operation.startsWith('contactList')) {
		return { parameters: contact, calls: [PHONE, '0170 1234', '', 'nobody'].map((phone) => ({ phone })) };
	}
	if (/^(promotion|statistics)\.getAll$/.test(operation)) {
		const filters = {
			nameContains: "={{ $fromAI('name') }}",
			state: "={{ $fromAI('state') }}",
			createdAfter: "={{ $fromAI('after') }}",
		};
		return {
			parameters: { filters, limit: 2 },
			calls: [{}, { name: 'Winter' }, { state: 'finished' }, { after: 'yesterday' }],
		};
	}
	if (operation === 'statistics.compare') {
		return {
			parameters: { promotionIds: "={{ $fromAI('promotionIds', '', 'json') }}" },
			calls: [[id, 'Summer Sale'], ['Spring Sale', 'Summer Sale', 'Autumn Sale'], [id, 'unknown'], [id]].map(
				(promotionIds) => ({
					promotionIds,
				}),
			),
		};
	}
	const calls = [id, 'Spring Sale', 'unknown', ''].map((promotionId) => ({ promotionId }));
	return { parameters: { promotionId: ofOne, timeoutMinutes: 0.1, limit: 2 }, calls };
}

async function readOf(world: World, operation: string, id: string): Promise<string> {
	const [resource = '', name = ''] = operation.split('.');
	const { parameters, calls } = callsOf(operation, id);
	const type = asTool(new RcsPromotion());
	const all = { ...parameters, resource, operation: name };
	const node = { id: '', name: 'RCS', type: '', typeVersion: 1, position: [0, 0] as [number, number] };
	const whole = { ...node, parameters: all };
	const filled = NodeHelpers.getNodeParameters(type.description.properties, all, true, false, whole, type.description);
	const description = NodeHelpers.getToolDescriptionForNode({ ...node, parameters: filled ?? {} }, type);
	const answers: string[] = [];
	for (const given of calls) {
		const result = await world.engine.runTool({ credentials: world.credentials, parameters: all, calls: [given] });
		answers.push(`> ${JSON.stringify(given)}\n${toolAnswer(result)}`);
	}
	return [
		`== ${operation}`,
		description,
		`Arguments: ${Object.keys(Object.assign({}, ...calls) as object).join(', ')}`,
		...answers,
	].join('\n');
}

inOneWorld('is what was reviewed', async (world) => {
	const { simulator } = world;
	const ids: string[] = [];
	const add = (name: string, phase: 'preparation' | 'completed') => {
		const { promotionId } = simulator.addPromotion({
			name,
			phase,
			createdAt: Date.UTC(2026, 2, 1, ids.length),
			report: { rows: 12, failedPerThousand: 250 },
		});
		ids.push(promotionId);
		return promotionId;
	};
	const texts: string[] = [];
	const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
		Object.keys(all).map((name) => `${resource}.${name}`),
	);
	const completed = add('Spring Sale', 'completed');
	add('Summer Sale', 'completed');
	add('Autumn Sale', 'completed');
	for (const operation of operations) {
		const changes = /stop|cancel/.test(operation);
		texts.push(await readOf(world, operation, changes ? add(`To ${operation}`, 'preparation') : completed));
	}
	let text = `${texts.join('\n\n')}\n`;
	for (const [at, id] of ids.entries()) text = text.replaceAll(id, `promotion-${at + 1}`);
	text = text
		.replace(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)/g, '<time>')
		.replace(/"promotionId":"[\da-f-]{36}"/g, '"promotionId":"<new>"')
		.replace(/"waitedSeconds":\d+/g, '"waitedSeconds":0');
	if (process.env.RENEW_MODEL_READS === 'yes') writeFileSync(FILE, text);
	expect(text).toBe(readFileSync(FILE, 'utf8'));
});
