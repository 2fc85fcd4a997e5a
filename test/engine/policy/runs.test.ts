import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { operations } from '../../unit/policy/form';
import { worlds } from '../support/world';
import { examples } from './examples';

const { underEveryPersonality } = worlds();

/** Operations that take all their input items together, in the setting in which they do; everything else works item by item. */
const together: Record<string, INodeParameters> = {
	'contactList.check': { recipients: 'inputItems' },
	'promotion.launch': { recipients: 'inputItems' },
};

/** Items by which launches are made one by one are the launch's own matter. */
const itemByItem = operations.filter(({ id }) => id !== 'promotion.launch');

const people: INodeExecutionData[] = [
	{ json: { phone: '+4915100000101', name: 'Ada' } },
	{ json: { phone: '+4915100000102', name: 'Grace' } },
];

const pairs = (rows: INodeExecutionData[]) => rows.map(({ pairedItem }) => pairedItem);

describe.each(itemByItem)('$id', ({ id }) => {
	underEveryPersonality('works item by item and pairs each output with its input', async (world) => {
		const { parameters, items: [item = { json: {} }] = [] } = (await examples[id]?.prepare(world)) ?? {};
		const { error, items } = await world.run(id, parameters, { items: [item, item] });
		expect(error).toBeUndefined();
		expect(items).not.toEqual([]);
		const half = items.length / 2;
		expect(pairs(items)).toEqual(items.map((_, index) => ({ item: index < half ? 0 : 1 })));
	});
});

describe.each(operations.filter(({ id }) => id in together))('$id from input items', ({ id, definition }) => {
	underEveryPersonality('takes all items together and pairs its output with every one', async (world) => {
		const parameters = { ...(await examples[id]?.prepare(world))?.parameters, ...together[id] };
		const { error, items } = await world.run(id, parameters, { items: people });
		expect(error).toBeUndefined();
		expect(pairs(items)).toEqual([[{ item: 0 }, { item: 1 }]]);
		expect(world.simulator.launches()).toHaveLength(definition.writes ? 1 : 0);
	});
});

it('no other operation takes its items together', () => {
	const marked = operations.filter(({ definition }) => definition.runsOnce !== undefined).map(({ id }) => id);
	expect(marked.sort()).toEqual(Object.keys(together).sort());
});
