import type { INodeExecutionData } from 'n8n-workflow';
import type { NewPromotion } from '../../simulator';
import { quickWaits, setups, type Setup } from './support/setup';

const { underEveryPersonality, withService } = setups();
quickWaits();

const COUNTERS = { attempted: 2100, failed: 40, sent: 2060, delivered: 2000, read: 738, interacted: 77, optout: 9 };
const OF_ALL_ITEMS = '={{ $input.all().map((item) => item.json.promotionId) }}';

type Campaign = Pick<NewPromotion, 'overrides'> & {
	name: string;
	phase?: 'completed' | 'running' | 'cancelled';
	counters?: object;
};
const campaigns = ({ simulator }: Setup, ...those: Campaign[]): string[] =>
	simulator.addPromotions(
		those.map(({ counters, ...others }) => ({
			phase: 'completed' as const,
			...others,
			counters: { ...COUNTERS, ...counters },
		})),
	);
const items = (ids: string[]): INodeExecutionData[] => ids.map((promotionId) => ({ json: { promotionId } }));
/** The sentences, and the rest. */
const compare = async (
	{ run }: Setup,
	promotionIds: unknown,
	rate?: string,
	given: INodeExecutionData[] = [{ json: {} }],
) => {
	const parameters = { promotionIds: promotionIds as never, ...(rate && { rate }) };
	const { json, error } = await run('statistics.compare', parameters, { items: given });
	const { verdict, ...found } = json[0] ?? {};
	return { verdict: String(verdict).split('\n'), found, error };
};

describe('Statistic: Compare', () => {
	underEveryPersonality('says which of two was read more often, as one item paired to all inputs', async (setup) => {
		const ids = campaigns(setup, { name: 'A' }, { name: 'B', counters: { read: 824 } });
		const ofAttempted = { size: 2100, sizeOf: 'attempted' };
		const all = await setup.run('statistics.compare', { promotionIds: OF_ALL_ITEMS }, { items: items(ids) });
		expect(all.json).toEqual([
			{
				verdict: '"B" was read more often than "A": 39.2% against 35.1% of attempted messages, +4.1 points (1.2 to 7).',
				bestPromotionId: ids[1],
				bestName: 'B',
				leadingPromotionId: ids[1],
				allOver: true,
				comparisons: [
					{
						betterPromotionId: ids[1],
						difference: 4.0952,
						low: expect.closeTo(1.172, 2) as number,
						high: expect.closeTo(7.009, 2) as number,
						promotionIds: ids,
					},
				],
				promotions: [
					{ name: 'A', status: 'Completed', ...ofAttempted, reached: 738, percent: 35.14, promotionId: ids[0] },
					{ name: 'B', status: 'Completed', ...ofAttempted, reached: 824, percent: 39.24, promotionId: ids[1] },
				],
				countersAre: setup.countersAre,
				confidence: 95,
				accountId: setup.simulator.accountId,
			},
		]);
		expect(all.hints).toEqual([]);
		const reversed = await compare(setup, [...ids].reverse());
		expect(reversed.verdict).toEqual([all.json[0]?.verdict]);
	});

	withService('calls none the best where no difference can be told', async (setup) => {
		const ids = campaigns(setup, { name: 'A' }, { name: 'B', counters: { read: 744 } });
		const { verdict, found } = await compare(setup, ids);
		expect(verdict).toEqual([
			'No difference can be told in the share read of "B" and "A": 35.4% against 35.1% of attempted messages, +0.3 points (−2.6 to 3.2).',
			'"B" is ahead, but cannot be called the best.',
		]);
		expect(found).toMatchObject({ bestPromotionId: null, bestName: null, leadingPromotionId: ids[1] });
	});

	withService('calls the one better that failed less often', async (setup) => {
		const other = { name: 'B', counters: { failed: 200, sent: 1900, delivered: 1850, read: 850 } };
		const ids = campaigns(setup, { name: 'A' }, other);
		const { verdict, found } = await compare(setup, ids, 'failureRate');
		expect(verdict[0]).toMatch(
			/^"B" failed more often than "A": 9\.5% against 1\.9% of attempted messages, \+7\.6 points/,
		);
		expect(found).toMatchObject({ bestName: 'A' });
	});

	withService('gives no verdict on two that count in opposite ways, as one service cannot', async (setup) => {
		const ids = campaigns(
			setup,
			{ name: 'Cumulative', counters: { attempted: 1000, failed: 50, sent: 950, delivered: 900, read: 500 } },
			{ name: 'Separate', counters: { attempted: 1000, failed: 50, sent: 100, delivered: 300, read: 550 } },
			{ name: 'Third', counters: { attempted: 1000, failed: 50, sent: 950, delivered: 900, read: 100 } },
		);
		for (const rate of ['readRate', 'failureRate', 'optOutRate']) {
			const { verdict, found } = await compare(setup, ids, rate);
			expect(verdict.slice(0, 3)).toEqual([
				expect.stringMatching(
					/^No verdict on the share .* of "Cumulative" and "Separate": their counters show opposite ways of counting, which one service cannot have\.$/,
				),
				expect.not.stringContaining('opposite'),
				expect.stringMatching(/^No verdict on the share .* of "Separate" and "Third": their counters/),
			]);
			expect(found).toMatchObject({ countersAre: null, bestPromotionId: null, leadingPromotionId: null });
		}
	});

	withService('widens the intervals of three, and says so', async (setup) => {
		const ids = campaigns(
			setup,
			{ name: 'A' },
			{ name: 'B', counters: { read: 824 } },
			{ name: 'C', counters: { read: 1000 } },
		);
		const { verdict, found } = await compare(setup, ids);
		expect(verdict).toEqual([
			expect.stringMatching(
				/^"B" was read more often than "A": 39\.2% against 35\.1% of attempted messages, \+4\.1 points \(0\.5 to 7\.7\)\.$/,
			),
			expect.stringMatching(/^"C" was read more often than "A"/),
			expect.stringMatching(/^"C" was read more often than "B"/),
			'The intervals are wider, because 3 comparisons are made at once.',
		]);
		expect(found).toMatchObject({ bestName: 'C', confidence: 98.33 });
	});

	withService('says who is ahead while one still runs, and calls none the best', async (setup) => {
		const ids = campaigns(setup, { name: 'A', phase: 'running' }, { name: 'B', counters: { read: 824 } });
		const { verdict, found } = await compare(setup, ids);
		expect(verdict.slice(1)).toEqual([
			'Not over yet, so figures may change: "A" (Running).',
			'"B" is ahead, but cannot be called the best.',
		]);
		expect(found).toMatchObject({ allOver: false, bestPromotionId: null, leadingPromotionId: ids[1] });
		setup.simulator.update(ids[0] ?? '', { phase: 'completed' });
		const ended = await compare(setup, ids);
		expect(ended.verdict).toHaveLength(1);
		expect(ended.found).toMatchObject({ allOver: true, bestPromotionId: ids[1] });
	});

	withService('calls none the best beside one that was cancelled, whichever is ahead', async (setup) => {
		const stopped = { name: 'B', phase: 'cancelled', counters: { attempted: 400, sent: 400, delivered: 390 } } as const;
		for (const read of [10, 380]) {
			const ids = campaigns(setup, { name: 'A' }, { ...stopped, counters: { ...stopped.counters, read } });
			const { verdict, found } = await compare(setup, ids);
			expect(found).toMatchObject({ allOver: true, bestPromotionId: null });
			expect(verdict).toContain('Cancelled, so none can be called the best: "B".');
		}
	});

	withService('lets none win because it was delivered to fewer', async (setup) => {
		const few = { name: 'Few', counters: { sent: 2060, delivered: 1000, read: 600 } };
		const ids = campaigns(setup, { name: 'Many' }, few);
		const { verdict, found } = await compare(setup, ids);
		// 60% of those reached read the one, 36.9% the other: but of 2,100 each, 600 and 738.
		expect(verdict[0]).toMatch(/^"Many" was read more often than "Few": 35\.1% against 28\.6% of attempted/);
		expect(found).toMatchObject({ bestName: 'Many' });
		// 9 of 2,000 and 9 of 1,000: of all that were attempted, they would be alike.
		const optOuts = await compare(setup, ids, 'optOutRate');
		expect(optOuts.verdict[0]).toMatch(/"Few" and "Many": 0\.9% against 0\.5% of delivered messages/);
	});

	describe('of a service that counts each message once', () => {
		/** Delivered are 550 and 530 of 1,000, and read 250 and 300. The bare counters say 300 of 400, and 230 of 420. */
		const ONCE = [
			{ name: 'A', counters: { attempted: 1000, failed: 50, sent: 400, delivered: 300, read: 250 } },
			{ name: 'B', counters: { attempted: 1000, failed: 50, sent: 420, delivered: 230, read: 300 } },
		];

		withService('names no winner that its bare counters would make', async (setup) => {
			const ids = campaigns(setup, ...ONCE);
			const { verdict, found } = await compare(setup, ids, 'deliveryRate');
			expect(verdict[0]).toMatch(/^No difference can be told .* 53% against 55% of attempted messages, −2 points/);
			expect(found).toMatchObject({ countersAre: 'separate', bestPromotionId: null });
			const read = await compare(setup, ids);
			expect(read.verdict[0]).toMatch(/^"B" was read more often than "A": 30% against 25% of attempted messages/);
		});

		withService('gives no verdict while that is not known, and says what to set', async (setup) => {
			const ids = campaigns(setup, ...ONCE.map((one) => ({ ...one, phase: 'running' as const })));
			const { verdict, found } = await compare(setup, ids, 'deliveryRate');
			expect(verdict[0]).toMatch(
				/^No verdict on the share delivered of "A" and "B": it is not known .* 'Counters' in the credential\.$/,
			);
			const failures = await compare(setup, ids, 'failureRate');
			expect(failures.verdict[0]).toMatch(/^No difference can be told in the share failed/);
			expect(found).toMatchObject({ countersAre: null, bestPromotionId: null, leadingPromotionId: null });
		});
	});

	withService('gives no verdict on a counter that was never sent, on nothing, or on more than all', async (setup) => {
		const ids = campaigns(
			setup,
			{ name: 'A' },
			{ name: 'Never sent', counters: { read: null } },
			{ name: 'Nobody', counters: { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0 } },
			{ name: 'Too many', counters: { sent: 3000, delivered: 2500, read: 2101 } },
		);
		const said = await Promise.all(
			[1, 2, 3].map(async (other) => {
				const { verdict, found } = await compare(setup, [ids[0], ids[other]]);
				expect(found).toMatchObject({
					bestPromotionId: null,
					leadingPromotionId: null,
					comparisons: [{ difference: null, low: null, high: null }],
				});
				return verdict[0];
			}),
		);
		expect(said).toEqual([
			'No verdict on the share read of "A" and "Never sent": the service did not say how many read messages "Never sent" has.',
			'No verdict on the share read of "A" and "Nobody": "Nobody" has no attempted messages.',
			'No verdict on the share read of "A" and "Too many": "Too many" has 2,101 read messages and 2,100 attempted messages, which is no share.',
		]);
		const [whole = ''] = campaigns(setup, { name: 'All', counters: { sent: 2100, delivered: 2100, read: 2100 } });
		expect((await compare(setup, [ids[0], whole])).verdict[0]).toMatch(/^"All" was read .*: 100% against 35\.1%/);
	});

	withService('fails whole if the figures of one cannot be read, and names it', async (setup) => {
		const ids = campaigns(setup, { name: 'A' }, { name: 'B' });
		setup.simulator.addFault({
			endpoint: 'stats',
			promotionId: ids[1],
			fault: { kind: 'status', status: 404 },
			times: 9,
		});
		const { error } = await compare(setup, ids);
		expect(error?.message).toMatch(/^Nothing was compared, because of "B": The service does not know promotion/);
		expect(error?.description).toMatch(/^Check 'Promotion Names or IDs'/);
		const go = { onError: 'continueRegularOutput' as const, items: items(ids) };
		const { json, items: out } = await setup.run('statistics.compare', { promotionIds: OF_ALL_ITEMS }, go);
		expect(json).toEqual([
			{ error: expect.stringContaining('because of "B"') as string, advice: expect.any(String) as string },
		]);
		expect(out[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	withService('asks for two different promotions', async (setup) => {
		const [id = ''] = campaigns(setup, { name: 'A' });
		const said = async (promotionIds: unknown, given = items([id, id])) => {
			const { error } = await compare(setup, promotionIds, undefined, given);
			return error?.message;
		};
		expect(await said(OF_ALL_ITEMS)).toBe(`'Promotion Names or IDs' holds promotion ${id} twice`);
		expect(await said([id])).toBe("A comparison needs two promotions, and 'Promotion Names or IDs' holds one");
		expect(await said('={{ $json.promotionId }}')).toContain('holds one');
		expect(await said('={{ [] }}')).toContain('holds none');
		expect(await said(Array.from({ length: 11 }, (_, index) => `id-${index}`))).toContain('at most 10');
		const without = [...items([id]), { json: { promotionId: null } }, ...items(['other'])];
		expect(await said(OF_ALL_ITEMS, without)).toBe("'Promotion Names or IDs' has an empty entry");
		expect(setup.requests('stats')).toBe(0);
	});

	withService('names both by ID where the list cannot be read, or where they have the same name', async (setup) => {
		const ids = campaigns(setup, { name: 'Same' }, { name: 'same', counters: { read: 1200 } });
		const named = await compare(setup, ids);
		expect(named.verdict[0]).toContain(`"same" (${ids[1]}) was read more often than "Same" (${ids[0]})`);
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 }, times: 9 });
		const { verdict, found } = await compare(setup, ids);
		expect(verdict[0]).toContain(`${ids[1]} was read more often than ${ids[0]}`);
		expect(verdict.slice(1)).toEqual([
			`Whether it is over is not known: ${ids.join(', ')}.`,
			`${ids[1]} is ahead, but cannot be called the best.`,
		]);
		expect(found).toMatchObject({ allOver: null, bestPromotionId: null, leadingPromotionId: ids[1] });
	});

	withService('does not know whether a promotion without a status is over', async (setup) => {
		const ids = campaigns(setup, { name: 'A' }, { name: 'B', overrides: { status: null } });
		const { verdict, found } = await compare(setup, ids);
		expect(found.allOver).toBe(null);
		expect(verdict.at(-1)).toBe('Whether it is over is not known: "B".');
	});
});
