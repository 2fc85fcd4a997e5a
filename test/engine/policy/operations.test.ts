import { createHash } from 'node:crypto';
import type { INodeExecutionData, INodeParameters, INodeProperties } from 'n8n-workflow';
import { operations } from '../../unit/policy/form';
import { quickWaits, setups, type Setup } from '../support/setup';
import { examples, NOON, type Example, type Prepare } from './examples';

const { inSetup, withService, underEveryPersonality } = setups();
quickWaits();

function exampleOf(id: string): Example {
	const example = examples[id];
	if (!example) throw new Error(`Add an example of ${id} to test/engine/policy/examples.ts`);
	return example;
}

const changing = ({ simulator }: Setup) => simulator.requests().filter(({ method }) => method !== 'GET');

describe.each(operations)('$id', ({ id, definition }) => {
	const writes = definition.writes ? 'is marked as a write and is one' : 'is not marked as a write and is none';
	withService(`${writes}, and names the account in every item`, async (setup) => {
		const { prepare, withoutAccount } = exampleOf(id);
		const { parameters, items } = await prepare(setup);
		const { error, json } = await setup.run(id, parameters, { items });
		expect(error).toBeUndefined();
		expect(json).not.toEqual([]);
		expect(changing(setup)).toHaveLength(definition.writes ? 1 : 0);
		for (const { accountId } of json) expect(accountId).toBe(withoutAccount ? undefined : setup.simulator.accountId);
	});

	for (const [collection, option] of optionsOf(definition.properties)) {
		const path = `${collection}.${option.name}`;
		it(`${path} acts by its default when it was never added, and is asked about when it is blank`, async () => {
			const { prepare, options } = exampleOf(id);
			const example = options?.[path];
			if (example === undefined)
				throw new Error(`Add ${path} to the example of ${id} in test/engine/policy/examples.ts`);
			const seen = async (added: object) =>
				await observed(id, example.prepare ?? prepare, { [collection]: added as INodeParameters });
			const untouched = await seen({});
			expect(await seen({})).toBe(untouched);
			if (option.type === 'boolean') {
				// One that was never added is on or off, and turning it the other way makes a difference.
				const [on, off] = [await seen({ [option.name]: true }), await seen({ [option.name]: false })];
				expect([on, off].filter((one) => one === untouched)).toHaveLength(1);
				return;
			}
			const asAdded = await seen({ [option.name]: option.default });
			if (isBlank(option)) expect(asAdded).toContain(`'${option.displayName}' is empty`);
			else expect(asAdded).toBe(untouched);
			expect(example.other).not.toEqual(option.default);
			expect(await seen({ [option.name]: example.other })).not.toBe(untouched);
		});
	}
});

/** Operations that take all their input items together, in the setting in which they do; everything else works item by item. */
const together: Record<string, INodeParameters> = {
	'contactList.check': { recipients: 'inputItems' },
	'contactList.findInvalid': { recipients: 'inputItems' },
	'promotion.launch': { recipients: 'inputItems' },
	'statistics.compare': {},
};

/** Items by which launches are made one by one are the launch's own matter, and a comparison is of all. */
const itemByItem = operations.filter(({ id }) => !['promotion.launch', 'statistics.compare'].includes(id));

const people: INodeExecutionData[] = [
	{ json: { phone: '+4915100000101', name: 'Ada' } },
	{ json: { phone: '+4915100000102', name: 'Grace' } },
];

const pairs = (rows: INodeExecutionData[]) => rows.map(({ pairedItem }) => pairedItem);

describe.each(itemByItem)('$id', ({ id }) => {
	underEveryPersonality('works item by item and pairs each output with its input', async (setup) => {
		const { parameters, items: [item = { json: {} }] = [] } = (await examples[id]?.prepare(setup)) ?? {};
		const { error, items } = await setup.run(id, parameters, { items: [item, item] });
		expect(error).toBeUndefined();
		expect(items).not.toEqual([]);
		const half = items.length / 2;
		expect(pairs(items)).toEqual(items.map((_, index) => ({ item: index < half ? 0 : 1 })));
	});
});

/** Of these, each output is about one of the items, and paired with it: see test/engine/contacts/findInvalid. */
const ofEach = ['contactList.findInvalid'];
const forAll = operations.filter(({ id }) => id in together && !ofEach.includes(id));

describe.each(forAll)('$id from input items', ({ id, definition }) => {
	underEveryPersonality('takes all items together and pairs its output with every one', async (setup) => {
		const parameters = { ...(await examples[id]?.prepare(setup))?.parameters, ...together[id] };
		const { error, items } = await setup.run(id, parameters, { items: people });
		expect(error).toBeUndefined();
		expect(pairs(items)).toEqual([[{ item: 0 }, { item: 1 }]]);
		expect(setup.simulator.launches()).toHaveLength(definition.writes ? 1 : 0);
	});
});

it('no other operation takes its items together', () => {
	const marked = operations.filter(({ definition }) => definition.runsOnce !== undefined).map(({ id }) => id);
	expect(marked.sort()).toEqual(Object.keys(together).sort());
});

it('examples are of operations and options that exist', () => {
	const there = operations.flatMap(({ id, definition }) => [
		id,
		...optionsOf(definition.properties).map(([collection, { name }]) => `${id} ${collection}.${name}`),
	]);
	const shown = Object.entries(examples).flatMap(([id, { options = {} }]) => [
		id,
		...Object.keys(options).map((option) => `${id} ${option}`),
	]);
	expect(shown.filter((name) => !there.includes(name))).toEqual([]);
});

/** What can be added in a collection and has a default that counts while it is not added. */
function optionsOf(properties: INodeProperties[]): Array<[string, INodeProperties]> {
	return properties
		.filter(({ name, type }) => type === 'collection' && name !== 'filters')
		.flatMap(({ name, options = [] }) =>
			options.flatMap((option): Array<[string, INodeProperties]> => ('type' in option ? [[name, option]] : [])),
		);
}

const isBlank = ({ type, default: usual }: INodeProperties) => usual === '' || ['collection', 'json'].includes(type);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const shortened = (value: unknown) =>
	typeof value === 'string' && value.length > 300 ? `${value.slice(0, 100)}… ${sha256(value)}` : value;

/** All that a run shows to its user and to the service, in a setup in which nothing else happens and the time stands still. */
async function observed(id: string, prepare: Prepare, added: INodeParameters): Promise<string> {
	let seen = '';
	await inSetup({ accountId: 'acme' }, async (setup) => {
		const { simulator } = setup;
		simulator.setClock(NOON);
		const { parameters, items } = await prepare(setup);
		const requestsBefore = simulator.requests().length;
		const ledgerBefore = simulator.ledger().length;
		const { json, binary, error, hints } = await setup.run(id, { ...parameters, ...added }, { items });
		const requests = simulator.requests({ after: requestsBefore }).map(({ method, url }) => `${method} ${url}`);
		const accepted = simulator.ledger(ledgerBefore).map((record) => ({
			body: record.bodyText,
			file: record.kind === 'launch' ? record.file?.sha256 : undefined,
		}));
		const files = binary.map((file) => Object.entries(file ?? {}).map(([name, { bytes }]) => ({ name, bytes })));
		const all = { json, files, hints, error: error?.message, requests: requests.sort(), accepted };
		const withoutIds = (value: unknown) =>
			typeof value === 'string'
				? simulator
						.promotions()
						.reduce((text, { promotionId }, index) => text.replaceAll(promotionId, `promotion ${index}`), value)
				: value;
		seen = JSON.stringify(all, (_key, value: unknown) => shortened(withoutIds(value)), 1);
	});
	return seen;
}
