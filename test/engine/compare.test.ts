import type { INodeExecutionData } from 'n8n-workflow';
import type { NewPromotion } from '../../simulator/types';
import { toolAnswer } from '../harness/tool';
import { quickWaits, worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld } = worlds();
quickWaits();

const COUNTERS = { attempted: 2100, failed: 40, sent: 2060, delivered: 2000, read: 738, interacted: 77, optout: 9 };
const OF_ALL_ITEMS = '={{ $input.all().map((item) => item.json.promotionId) }}';

type Campaign = Pick<NewPromotion, 'overrides'> & {
	name: string;
	phase?: 'completed' | 'running' | 'cancelled';
	counters?: object;
};
const campaigns = ({ simulator }: World, ...those: Campaign[]): string[] =>
	simulator.addPromotions(
		those.map(({ counters, ...others }) => ({
			phase: 'completed' as const,
			...others,
			counters: { ...COUNTERS, ...counters },
		})),
	);
const items = (ids: string[]): INodeExecutionData[] => ids.map((promotionId) => ({ json: { promotionId } }));
const verdict = (json: Array<Record<string, unknown>>) => String(json[0]?.verdict).split('\n');

describe('Statistic: Compare', () => {
	underEveryPersonality('says which of two was read more often, as one item paired to all inputs', async (world) => {
		const ids = campaigns(world, { name: 'A' }, { name: 'B', counters: { read: 824 } });
		const all = await world.run('statistics.compare', { promotionIds: OF_ALL_ITEMS }, { items: items(ids) });
		expect(all.json).toEqual([
			{
				verdict: '"B" was read more often than "A": 41.2% against 36.9%, +4.3 points (1.3 to 7.3).',
				bestPromotionId: ids[1],
				bestName: 'B',
				allCompleted: true,
				comparisons: [
					{
						rate: 'readRate',
						betterPromotionId: ids[1],
						difference: 4.3,
						low: expect.closeTo(1.27, 1) as number,
						high: expect.closeTo(7.32, 1) as number,
						promotionIds: ids,
					},
				],
				promotions: [
					expect.objectContaining({ name: 'A', status: 'Completed', readRate: 36.9, promotionId: ids[0] }),
					expect.objectContaining({ name: 'B', status: 'Completed', readRate: 41.2, promotionId: ids[1] }),
				],
				confidence: 95,
				accountId: world.simulator.accountId,
			},
		]);
		expect(all.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(all.hints).toEqual([]);
		const chosen = await world.run('statistics.compare', { promotionIds: [...ids].reverse() });
		expect(verdict(chosen.json)).toEqual(verdict(all.json));
	});

	underEveryPersonality('says how many recipients it would take where no difference can be told', async (world) => {
		const ids = campaigns(world, { name: 'A' }, { name: 'B', counters: { read: 744 } });
		const { json } = await world.run('statistics.compare', { promotionIds: ids });
		expect(verdict(json)).toEqual([
			'No difference can be told in the read rate of "B" and "A": 37.2% against 36.9%, +0.3 points (−2.7 to 3.3). About 4,100 delivered messages each would show one of 3 points (80% power).',
		]);
		expect(json[0]).toMatchObject({ bestPromotionId: null, bestName: null });
		const wide = await world.run('statistics.compare', { promotionIds: ids, options: { points: 10 } });
		expect(verdict(wide.json)[0]).toMatch(/These numbers would have shown one of 10 points \(80% power\)\.$/);
	});

	underEveryPersonality(
		'calls the one better that failed less often, and none best if each wins once',
		async (world) => {
			const other = { name: 'B', counters: { failed: 200, sent: 1900, delivered: 1850, read: 800 } };
			const ids = campaigns(world, { name: 'A' }, other);
			const { json } = await world.run('statistics.compare', { promotionIds: ids, rates: ['failureRate'] });
			expect(verdict(json)[0]).toMatch(/^"B" failed more often than "A": 9\.5% against 1\.9%, \+7\.6 points/);
			expect(json[0]).toMatchObject({ bestName: 'A' });
			const both = await world.run('statistics.compare', { promotionIds: ids, rates: ['failureRate', 'readRate'] });
			expect(verdict(both.json)[1]).toMatch(/^"B" was read more often than "A"/);
			expect(both.json[0]).toMatchObject({ bestPromotionId: null, confidence: 97.5 });
		},
	);

	underEveryPersonality('widens the intervals of three, and says so', async (world) => {
		const ids = campaigns(
			world,
			{ name: 'A' },
			{ name: 'B', counters: { read: 824 } },
			{ name: 'C', counters: { read: 1000 } },
		);
		const { json } = await world.run('statistics.compare', { promotionIds: ids });
		expect(verdict(json)).toEqual([
			expect.stringMatching(/^"B" was read more often than "A": 41\.2% against 36\.9%, \+4\.3 points \(0\.6 to 8\)\.$/),
			expect.stringMatching(/^"C" was read more often than "A"/),
			expect.stringMatching(/^"C" was read more often than "B"/),
			'The intervals are wider, because 3 comparisons are made at once (Bonferroni).',
		]);
		expect(json[0]).toMatchObject({ bestName: 'C', confidence: 98.33 });
	});

	underEveryPersonality('says that figures are not final', async (world) => {
		const ids = campaigns(world, { name: 'A', phase: 'running' }, { name: 'B' });
		const { json } = await world.run('statistics.compare', { promotionIds: ids });
		expect(verdict(json)[1]).toMatch(/^Not completed, so figures may change or be partial: "A" \(.+\)\.$/);
		expect(json[0]).toMatchObject({ allCompleted: false });
	});

	inOneWorld(
		'gives no verdict on a counter that was never sent, a divisor of 0, or more read than delivered',
		async (world) => {
			const ids = campaigns(
				world,
				{ name: 'A' },
				{ name: 'Never sent', counters: { read: null } },
				{ name: 'Nobody', counters: { delivered: 0, read: 0 } },
				{ name: 'Too many', counters: { read: 2001 } },
			);
			const said = await Promise.all(
				[1, 2, 3].map(async (other) => {
					const { json } = await world.run('statistics.compare', { promotionIds: [ids[0], ids[other]] as string[] });
					expect(json[0]).toMatchObject({
						bestPromotionId: null,
						comparisons: [{ difference: null, low: null, high: null }],
					});
					return verdict(json)[0];
				}),
			);
			expect(said).toEqual([
				'No verdict on the read rate of "A" and "Never sent": the service did not say how many read messages "Never sent" has.',
				'No verdict on the read rate of "A" and "Nobody": "Nobody" has no delivered messages.',
				'No verdict on the read rate of "A" and "Too many": "Too many" has 2,001 read messages and 2,000 delivered messages, which is no share.',
			]);
			const pair = campaigns(world, { name: 'C', counters: { optout: null } }, { name: 'D', counters: { read: 900 } });
			const both = await world.run('statistics.compare', { promotionIds: pair, rates: ['readRate', 'optOutRate'] });
			expect(verdict(both.json)[0]).toMatch(/^"D" was read more often/);
			expect(both.json[0]).toMatchObject({ bestPromotionId: null });
		},
	);

	inOneWorld('fails whole if the figures of one cannot be read, and names it', async (world) => {
		const ids = campaigns(world, { name: 'A' }, { name: 'B' });
		world.simulator.misbehave({
			endpoint: 'stats',
			promotionId: ids[1],
			fault: { kind: 'status', status: 404 },
			times: 9,
		});
		const { error } = await world.run('statistics.compare', { promotionIds: ids });
		expect(error?.message).toMatch(/^Nothing was compared, because of "B": The service does not know promotion/);
		expect(error?.description).toMatch(/^Check 'Promotion Names or IDs'/);
		const go = { onError: 'continueRegularOutput' as const, items: items(ids) };
		const { json, items: out } = await world.run('statistics.compare', { promotionIds: OF_ALL_ITEMS }, go);
		expect(json).toEqual([
			{ error: expect.stringContaining('because of "B"') as string, advice: expect.any(String) as string },
		]);
		expect(out[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	inOneWorld('asks for two different promotions', async (world) => {
		const [id = ''] = campaigns(world, { name: 'A' });
		const said = async (promotionIds: unknown, given = items([id, id])) => {
			const { error } = await world.run(
				'statistics.compare',
				{ promotionIds: promotionIds as never },
				{ items: given },
			);
			return error?.message;
		};
		expect(await said(OF_ALL_ITEMS)).toBe(`'Promotion Names or IDs' holds promotion ${id} twice`);
		expect(await said([id])).toBe("A comparison needs two promotions, and 'Promotion Names or IDs' holds one");
		expect(await said('={{ $json.promotionId }}')).toContain('holds one');
		expect(await said('={{ [] }}')).toContain('holds none');
		expect(await said(Array.from({ length: 11 }, (_, index) => `id-${index}`))).toContain('at most 10');
		const without = [...items([id]), { json: { promotionId: null } }, ...items(['other'])];
		expect(await said(OF_ALL_ITEMS, without)).toBe("'Promotion Names or IDs' has an empty entry");
		expect(world.requests('stats')).toBe(0);
	});

	inOneWorld('compares without names where the list cannot be read, and tells namesakes apart', async (world) => {
		const ids = campaigns(world, { name: 'Same' }, { name: 'same', counters: { read: 1200 } });
		const named = await world.run('statistics.compare', { promotionIds: ids });
		expect(verdict(named.json)[0]).toContain(`"same" (${ids[1]}) was read more often than "Same" (${ids[0]})`);
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 500 }, times: 9 });
		const { json } = await world.run('statistics.compare', { promotionIds: ids });
		expect(verdict(json)[0]).toContain(`${ids[1]} was read more often than ${ids[0]}`);
		expect(verdict(json)[1]).toBe(`Whether it is completed is not known: ${ids.join(', ')}.`);
		expect(json[0]).toMatchObject({ allCompleted: null, bestName: null, bestPromotionId: ids[1] });
	});

	inOneWorld('does not know whether a promotion without a status is completed', async (world) => {
		const ids = campaigns(world, { name: 'A' }, { name: 'B', overrides: { status: null } });
		const { json } = await world.run('statistics.compare', { promotionIds: ids });
		expect(json[0]?.allCompleted).toBe(null);
		expect(verdict(json).at(-1)).toBe('Whether it is completed is not known: "B".');
	});

	underEveryPersonality('gives the figures as they came without Simplify', async (world) => {
		const ids = campaigns(world, { name: 'A' }, { name: 'B' });
		const { json } = await world.run('statistics.compare', { promotionIds: ids, simplify: false });
		expect(json[0]?.promotions).toEqual(
			ids.map((promotionId) => expect.objectContaining({ ...COUNTERS, promotionId }) as object),
		);
	});

	inOneWorld(
		'takes names and IDs from a model, and tells it what to say',
		async ({ engine, credentials, ...world }) => {
			const ids = campaigns(world as World, { name: 'Spring, A' }, { name: 'B', counters: { read: 824 } });
			const parameters = {
				resource: 'statistics',
				operation: 'compare',
				promotionIds: "={{ $fromAI('promotionIds', '', 'json') }}",
			};
			const calls = [
				{ promotionIds: ['Spring, A', ids[1]] },
				{ promotionIds: JSON.stringify(['Spring, A', 'B']) },
				{ promotionIds: ['B'] },
			];
			for (const [at, given] of calls.entries()) {
				const said = toolAnswer(await engine.runTool({ credentials, parameters, calls: [given] }));
				expect(JSON.parse(said)).toHaveLength(1);
				expect(said).toContain(at < 2 ? 'was read more often than' : 'Pass the promotionId of each');
			}
		},
	);
});
