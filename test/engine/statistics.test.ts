import { byId, quickWaits, setups } from './support/setup';

const { underEveryPersonality, withService } = setups();
quickWaits();

const COUNTERS = { attempted: 1000, failed: 40, sent: 960, delivered: 900, read: 301, interacted: 77, optout: 9 };
/** Worked out by hand. */
const RATES = { deliveryRate: 93.75, readRate: 33.44, interactionRate: 8.56, failureRate: 4, optOutRate: 1 };
const NOTHING = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };
/** A promotion that is over: only such a one shows how each service counts. */
const ENDED = { phase: 'completed', counters: COUNTERS } as const;
const STATS_REPORT = [
	{ promotionRetryNumber: 0, ...COUNTERS, delivered: 600 },
	{ promotionRetryNumber: 1, ...NOTHING },
];

describe('Statistic: Get', () => {
	underEveryPersonality('gives counters and rates, and in a list those of each retry', async (setup) => {
		const { simulator, run, countersAre } = setup;
		const { promotionId } = simulator.addPromotion({ ...ENDED, statsReport: STATS_REPORT });
		const figures = { ...setup.shown(COUNTERS), countersAre, ...RATES };
		const { json } = await run('statistics.get', { promotionId: byId(promotionId) });
		const { retries, ...totals } = json[0] ?? {};
		expect(totals).toEqual({ accountId: simulator.accountId, promotionId, ...figures });
		expect(retries).toEqual([
			expect.objectContaining({ promotionRetryNumber: 0, deliveryRate: 62.5, readRate: 50.17, failureRate: 4 }),
			expect.objectContaining({ promotionRetryNumber: 1, delivered: 0, deliveryRate: null, failureRate: null }),
		]);
	});

	withService(
		'gives figures in which the digits of the key happen to stand',
		async ({ simulator, engine, credentials }) => {
			const counters = { ...COUNTERS, attempted: 1_123_456_780, sent: 112_345_678, delivered: 212_345_678 };
			const { promotionId } = simulator.addPromotion({ counters });
			const parameters = { resource: 'statistics', operation: 'get', promotionId: byId(promotionId) };
			const { json, error } = await engine.run({ credentials, parameters });
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject(counters);
		},
		{ apiKey: '12345678' },
	);

	underEveryPersonality('gives the answer as it came without Simplify', async (setup) => {
		const { simulator, run } = setup;
		const { promotionId } = simulator.addPromotion({ counters: COUNTERS, statsReport: STATS_REPORT });
		const { json } = await run('statistics.get', { promotionId: byId(promotionId), simplify: false });
		const statsReport = STATS_REPORT.map((entry) => setup.shown(entry));
		expect(json).toEqual([{ accountId: simulator.accountId, promotionId, ...setup.shown(COUNTERS), statsReport }]);
	});

	withService('asks again for the next item where the answer to one could not be used', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ counters: COUNTERS });
		setup.simulator.addFault({ endpoint: 'stats', fault: { kind: 'status', status: 404 } });
		const { items } = await setup.run(
			'statistics.get',
			{ promotionId: byId(promotionId) },
			{ items: [{ json: {} }, { json: {} }], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.attempted)).toEqual([undefined, COUNTERS.attempted]);
	});

	withService('asks once per promotion, whatever the number of items', async (setup) => {
		const [one = '', other = ''] = setup.simulator.addPromotions([{ counters: COUNTERS }, { counters: NOTHING }]);
		const ids = [one, other, one, one];
		const result = await setup.run(
			'statistics.get',
			{ promotionId: byId('={{ $json.id }}') },
			{ items: ids.map((id) => ({ json: { id } })) },
		);
		expect(result.json.map(({ promotionId, attempted }) => [promotionId, attempted])).toEqual(
			ids.map((id) => [id, id === one ? COUNTERS.attempted : 0]),
		);
		expect(setup.requests('stats')).toBe(2);
	});

	withService('names a counter that is no count, and gives it as null, with its rate', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({});
		const body = JSON.stringify({ attempted: '1,000', failed: 'N/A', optout: -1, read: 20, sent: null });
		simulator.addFault({ endpoint: 'stats', fault: { kind: 'status', status: 200, body } });
		const { json, hints } = await run('statistics.get', { promotionId: byId(promotionId) });
		expect(json[0]).toMatchObject({ attempted: 1000, failed: null, optout: null, read: 20, sent: null });
		expect(json[0]).toMatchObject({ failureRate: null, deliveryRate: null });
		expect(hints.map(({ type, message }) => [type, message])).toContainEqual([
			'warning',
			`What the service gives as 'failed' and 'optout' of promotion ${promotionId} is no count, so it is left out.`,
		]);
	});
});

describe('Statistic: what the counters mean', () => {
	/** 900 of 1,000 were sent, 800 of these delivered, 500 of these read: each message is counted once. */
	const ONCE = { attempted: 1000, failed: 50, sent: 100, delivered: 300, read: 500, interacted: 40, optout: 8 };
	const RATES_OF_ONCE = { deliveryRate: 88.89, readRate: 62.5, interactionRate: 5, failureRate: 5, optOutRate: 1 };
	const NOT_KNOWN = { deliveryRate: null, readRate: null, interactionRate: null, failureRate: 5, optOutRate: null };
	const SAYS_WHAT_TO_SET = [
		expect.objectContaining({
			type: 'warning',
			message: expect.stringContaining("'Counters' in the credential") as string,
		}),
	];

	withService('is not learned from another campaign of the run', async ({ simulator, run }) => {
		const cumulative = { attempted: 1000, failed: 50, sent: 950, delivered: 900, read: 500 };
		simulator.addPromotions([
			{ name: 'Running', phase: 'running', counters: ONCE },
			{ name: 'Over', phase: 'completed', counters: ONCE },
			{ name: 'Other', phase: 'completed', counters: cumulative },
			{ name: 'Few', phase: 'completed', counters: { attempted: 12, failed: 2, sent: 6, delivered: 3, read: 1 } },
		]);
		const { json, hints } = await run('statistics.getAll', {});
		const byName = new Map(json.map((row) => [row.name, row]));
		expect(byName.get('Over')).toMatchObject({ countersAre: 'separate', ...RATES_OF_ONCE });
		expect(byName.get('Other')).toMatchObject({ countersAre: 'cumulative', deliveryRate: 94.74 });
		for (const name of ['Running', 'Few'])
			expect(byName.get(name)).toMatchObject({ countersAre: null, readRate: null });
		expect(hints).toEqual(SAYS_WHAT_TO_SET);
	});

	withService(
		'is what the credential says, and without it what is to be set is said',
		async ({ engine, simulator }) => {
			const { promotionId } = simulator.addPromotion({ phase: 'running', counters: ONCE });
			const { baseUrl, accountId, apiKey } = simulator;
			const parameters = { resource: 'statistics', operation: 'get', promotionId: byId(promotionId) };
			const read = async (counters: string) => {
				const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey, counters });
				const { json, hints } = await engine.run({ credentials, parameters });
				return [json[0], hints];
			};
			expect(await read('separate')).toMatchObject([{ countersAre: 'separate', ...RATES_OF_ONCE }, []]);
			// 8 opted out, of 300 delivered.
			expect(await read('cumulative')).toMatchObject([{ countersAre: 'cumulative', optOutRate: 2.67 }, []]);
			expect(await read('detect')).toMatchObject([{ ...ONCE, countersAre: null, ...NOT_KNOWN }, SAYS_WHAT_TO_SET]);
		},
	);

	withService('takes the list only where it is needed', async (setup) => {
		const cumulative = { attempted: 1000, failed: 50, sent: 950, delivered: 900, read: 500 };
		const { promotionId } = setup.simulator.addPromotion({ phase: 'completed', counters: cumulative });
		await setup.run('statistics.get', { promotionId: byId(promotionId) });
		expect(setup.requests('list')).toBe(0);
	});
});

describe('Statistic: Get Many', () => {
	underEveryPersonality('gives the statistics of each promotion that passes the filters', async (setup) => {
		setup.simulator.addPromotions([
			{ name: 'Spring 1', phase: 'completed', counters: COUNTERS, createdAt: 1_700_000_000_000 },
			{ name: 'Spring 2', phase: 'completed', counters: NOTHING, createdAt: 1_700_000_100_000 },
			{ name: 'Autumn', phase: 'completed', counters: COUNTERS },
		]);
		const counters = setup.shown(COUNTERS);
		const result = await setup.run('statistics.getAll', { filters: { nameContains: 'spring' } });
		expect(result.json).toEqual([
			expect.objectContaining({ name: 'Spring 2', createdDate: '2023-11-14T22:15:00.000Z', ...NOTHING }),
			expect.objectContaining({ name: 'Spring 1', createdDate: '2023-11-14T22:13:20.000Z', ...counters, ...RATES }),
		]);
		// People read from the left which campaign it is, then how it did.
		expect(Object.keys(result.json[0] ?? {})).toEqual([
			...['name', 'status', 'createdDate', ...Object.keys(COUNTERS), 'countersAre', ...Object.keys(RATES)],
			...['retries', 'promotionId', 'accountId'],
		]);
		for (const { accountId, promotionId } of result.json) {
			expect(accountId).toBe(setup.simulator.accountId);
			expect(promotionId).toBeTruthy();
		}
		expect([setup.requests('list'), setup.requests('stats')]).toEqual([1, 2]);
	});

	withService('asks for no more than Limit', async (setup) => {
		setup.simulator.addPromotions(Array.from({ length: 12 }, () => ({ counters: COUNTERS })));
		const result = await setup.run('statistics.getAll', { limit: 7 });
		expect(result.json).toHaveLength(7);
		expect(setup.requests('stats')).toBe(7);
	});

	underEveryPersonality('keeps the figures of the others when one cannot be read', async (setup) => {
		const { simulator, run } = setup;
		const [bad = '', good = ''] = simulator.addPromotions([ENDED, ENDED]);
		simulator.addFault({
			endpoint: 'stats',
			promotionId: bad,
			times: 'always',
			fault: { kind: 'status', status: 400, body: '{"message":"not today"}' },
		});
		const { json, error, hints } = await run('statistics.getAll');
		expect(error).toBeUndefined();
		expect(hints).toMatchObject([
			{ type: 'warning', message: "The statistics of 1 of 2 promotions could not be read: see 'statisticsError'." },
		]);
		const byPromotion = new Map(json.map((row) => [row.promotionId, row]));
		expect(byPromotion.get(good)).toMatchObject(setup.shown(COUNTERS));
		expect(byPromotion.get(bad)?.statisticsError).toContain('not today');
		expect(Object.keys(byPromotion.get(bad) ?? {})).toEqual([
			...['name', 'status', 'createdDate', 'statisticsError', 'promotionId', 'accountId'],
		]);
	});

	withService('asks for no more of them once the service limits requests', async (setup) => {
		setup.simulator.addPromotions(Array.from({ length: 60 }, (_, index) => ({ name: `P${index}` })));
		setup.simulator.addFault({ endpoint: 'stats', times: 'always', fault: { kind: 'status', status: 429 } });
		const { json } = await setup.run('statistics.getAll', { returnAll: true });
		expect(json).toHaveLength(60);
		for (const { statisticsError } of json) expect(statisticsError).toContain('The service is limiting requests');
		// Five at once, four tries each.
		expect(setup.requests('stats')).toBeLessThanOrEqual(20);
	});

	withService('says of one without statistics that they may come', async ({ simulator, run }) => {
		const [promotionId = ''] = simulator.addPromotions([{}]);
		simulator.addFault({ endpoint: 'stats', promotionId, times: 'always', fault: { kind: 'status', status: 404 } });
		const [row] = (await run('statistics.getAll')).json;
		expect(row?.statisticsError).toMatch(/^The service does not know promotion .*until it has sent something\.$/);
		expect(row?.statisticsError).not.toContain("'Promotion ID'");
	});

	withService('never has more than a few requests under way', async (setup) => {
		setup.simulator.addPromotions(Array.from({ length: 30 }, () => ({})));
		setup.simulator.addFault({ endpoint: 'stats', times: 'always', fault: { kind: 'hold' } });
		const finished = setup.run('statistics.getAll');
		let released = 0;
		let most = 0;
		while (released < 30) {
			// One alone is never enough, and time for the others to come.
			do await new Promise((resolve) => setTimeout(resolve, 30));
			while (setup.requests('stats') < Math.min(released + 2, 30));
			const underWay = setup.simulator.releaseHeld();
			released += underWay;
			most = Math.max(most, underWay);
		}
		expect((await finished).json).toHaveLength(30);
		expect(most).toBeLessThanOrEqual(5);
	});
});
