import { nextPause, pace } from '../harness/clock';
import { byId, items, quickWaits, setups } from './support/setup';

const { casesAtOnce, withService, underEveryPersonality } = setups();
quickWaits();
const OPERATION = 'promotion.waitForCompletion';
const WITHOUT_IT = { kind: 'status', status: 200, body: '{"promotions":[{"promotionId":"b"}]}' } as const;
const waiting = (promotionId: string, timeoutMinutes = 1) => ({
	promotionId: byId(promotionId),
	timeoutMinutes,
	intervalSeconds: 5,
});

describe('Wait for Completion', () => {
	underEveryPersonality('ends at once for what has ended, and says how', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed', name: 'Sale' });
		setup.simulator.addPromotion({ promotionId: 'b', phase: 'stopped' });
		const [completed] = (await setup.run(OPERATION, waiting('a'))).items;
		expect(completed?.json).toEqual({
			outcome: 'completed',
			name: 'Sale',
			status: 'Completed',
			waitedSeconds: expect.any(Number),
			promotionId: 'a',
			accountId: setup.simulator.accountId,
		});
		expect([setup.requests('list'), setup.requests('stats')]).toEqual([1, 0]);
		const [stopped] = (await setup.run(OPERATION, waiting('b'))).items;
		expect(stopped?.json).toMatchObject({ outcome: 'stopped', status: 'Stopped' });
	});

	withService('waits until the promotion has completed', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, waiting('a'));
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.update('a', { phase: 'completed' });
		const { items } = await running;
		expect(items[0]?.json).toMatchObject({ outcome: 'completed' });
		expect(setup.requests('list')).toBe(2);
	});

	withService.each([
		{ what: 'every five seconds', intervalSeconds: 5 },
		{ what: 'every minute', intervalSeconds: 60 },
	])('says that one is gone which three lists over a minute lack: $what', async (setup, { intervalSeconds }) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, { ...waiting('a', 5), intervalSeconds });
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.remove('a');
		const { items } = await running;
		expect(items[0]?.json).toMatchObject({ outcome: 'removed', status: 'Running' });
		// Counted from the first list, one interval before the first that lacked it.
		expect(items[0]?.json.waitedSeconds).toBeGreaterThanOrEqual(60 + intervalSeconds);
		expect(setup.requests('list')).toBeGreaterThanOrEqual(4);
	});

	casesAtOnce(
		'is not ended by a list that is wrong for less than a minute, or that alternates',
		[
			[2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
			[2, 4, 6, 8, 10, 12, 14],
			[2, 3, 5, 6, 8, 9, 11, 12, 14],
		],
		async (setup, wrong) => {
			setup.simulator.addPromotion({ promotionId: 'a' });
			for (const [index, at] of wrong.entries()) {
				const fault = index % 2 === 0 ? ({ kind: 'emptyList' } as const) : WITHOUT_IT;
				setup.simulator.addFault({ endpoint: 'list', skip: at - 1 - index, fault });
			}
			const running = setup.run(OPERATION, waiting('a', 5));
			await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === 15);
			setup.simulator.update('a', { phase: 'completed' });
			expect((await running).items[0]?.json).toMatchObject({ outcome: 'completed' });
		},
	);

	withService('says when the time is up that the latest list did not show it', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: WITHOUT_IT });
		const { json, hints } = await setup.run(OPERATION, waiting('a', 0.5));
		expect(json[0]).toMatchObject({ outcome: 'timedOut', status: 'Running' });
		expect(hints.map(({ message }) => message)).toEqual([
			'The time is up. The last status was “Running”, and the latest list did not show the promotion.',
		]);
	});

	withService('reads once per interval for all items of one promotion', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, waiting('a'), { items: items(100) });
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.update('a', { phase: 'completed' });
		const result = await running;
		expect(result.json.map(({ outcome }) => outcome)).toEqual(Array(100).fill('completed'));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(items(100).map((_, item) => ({ item })));
		expect(setup.requests('list')).toBe(2);
	});

	withService('looks anew after an interval for an item that the list before showed running', async (setup) => {
		setup.simulator.addPromotions([{ promotionId: 'a', phase: 'completed' }, { promotionId: 'b' }]);
		const given = { ...waiting('a'), promotionId: byId('={{ $json.id }}') };
		// What the first item has just read shows b running.
		const running = setup.run(OPERATION, given, { items: ['a', 'b'].map((id) => ({ json: { id } })) });
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.update('b', { phase: 'completed' });
		expect((await running).json.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
		expect(setup.requests('list')).toBe(2);
	});

	withService(
		'waits for each item by itself: one list without it ends none, however long others took',
		async (setup) => {
			for (const promotionId of ['a', 'b']) setup.simulator.addPromotion({ promotionId });
			const given = { ...waiting('a', 15), promotionId: byId('={{ $json.id }}') };
			const running = setup.run(OPERATION, given, { items: ['a', 'b'].map((id) => ({ json: { id } })) });
			await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
			// The first item takes longer than a promotion may stay unlisted.
			const now = performance.now.bind(performance);
			const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 600_000 * pace.share);
			setup.simulator.update('a', { phase: 'completed' });
			setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 1, fault: { kind: 'emptyList' } });
			await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === 4);
			setup.simulator.update('b', { phase: 'completed' });
			const { json } = await running;
			clock.mockRestore();
			expect(json).toMatchObject([
				{ outcome: 'completed', promotionId: 'a' },
				{ outcome: 'completed', promotionId: 'b' },
			]);
			expect(json[1]?.waitedSeconds).toBeLessThan(600);
		},
	);

	withService('looks once more when the time is over', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, { ...waiting('a', 0.1), intervalSeconds: 60 });
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.update('a', { phase: 'completed' });
		expect((await running).items[0]?.json).toMatchObject({ outcome: 'completed' });
	});

	withService('gets over a service that is down for longer than a promotion may stay unlisted', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		setup.simulator.addFault({ fault: { kind: 'status', status: 503 }, endpoint: 'list', times: 2 });
		const running = setup.run(OPERATION, waiting('a', 15));
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		const now = performance.now.bind(performance);
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000 * pace.share);
		const { items } = await running;
		clock.mockRestore();
		expect(items[0]?.json).toMatchObject({ outcome: 'completed' });
	});

	withService('counts the time that passes, also when the clock is set meanwhile', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, waiting('a', 15));
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
		await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === 2);
		setup.simulator.update('a', { phase: 'completed' });
		const { items } = await running;
		clock.mockRestore();
		expect(items[0]?.json).toMatchObject({ outcome: 'completed' });
		expect(items[0]?.json.waitedSeconds).toBeLessThan(3600);
	});

	withService('is patient with a promotion that is listed late, and not with one that never is', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'b' });
		const running = setup.run(OPERATION, waiting('a'));
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		expect((await running).items[0]?.json).toMatchObject({ outcome: 'completed' });
		const { error } = await setup.run(OPERATION, waiting('never', 0.1));
		expect(error?.message).toBe('Promotion never is not in the list of this account');
	});

	withService.each([
		{ what: 'is looked for before a minute has passed', ahead: 30, outcome: 'completed' },
		{ what: 'is given up after a minute', ahead: 56, outcome: undefined },
	])('a promotion that is not listed $what', async (setup, { ahead, outcome }) => {
		const running = setup.run(OPERATION, waiting('a', 15));
		await setup.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		const now = performance.now.bind(performance);
		const at = now() + ahead * 1000 * pace.share;
		// Where the minute must not pass, the clock stands still, however busy this computer is.
		const clock = jest
			.spyOn(performance, 'now')
			.mockImplementation(() => (outcome ? at : now() + ahead * 1000 * pace.share));
		await setup.simulator.waitForRequest(
			({ endpoint, stage }) => endpoint === 'list' && stage === 'answered' && setup.requests('list') === 2,
		);
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		const { items, error } = await running;
		clock.mockRestore();
		expect(items[0]?.json.outcome).toBe(outcome);
		expect(error?.message).toBe(outcome ? undefined : 'Promotion a is not in the list of this account');
	});

	withService('waits as long as the service asks to', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'rateLimit', retryAfter: { seconds: 8 } } });
		const started = performance.now();
		expect((await setup.run(OPERATION, waiting('a'))).items[0]?.json).toMatchObject({ outcome: 'completed' });
		expect(performance.now() - started).toBeGreaterThanOrEqual(7900 * pace.share);
		expect(setup.requests('list')).toBe(2);
	});

	withService('ends in time although the answer trickles in', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const fault = { kind: 'trickle', bytes: 1, everyMs: 100 } as const;
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault });
		const started = performance.now();
		expect((await setup.run(OPERATION, waiting('a', 0.1))).items[0]?.json).toMatchObject({ outcome: 'timedOut' });
		expect(performance.now() - started).toBeLessThan(15_000);
	});

	withService('says why, when the time is over and the service never answered', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: { kind: 'status', status: 503 } });
		const { error, items } = await setup.run(OPERATION, waiting('a', 0.1));
		expect(error?.message).toContain('The service reported an internal error');
		expect(items).toEqual([]);
	});

	const toMend = [{ kind: 'html' }, { kind: 'status', status: 401 }] as const;

	withService.each(toMend)(
		'is ended by what a person must mend if that is there from the start: $kind',
		async (setup, fault) => {
			setup.simulator.addPromotion({ promotionId: 'a' });
			setup.simulator.addFault({ endpoint: 'list', times: 'always', fault });
			const { error } = await setup.run(OPERATION, waiting('a', 60));
			expect(error?.message).toMatch(/web page|API Key/);
			expect(setup.requests('list')).toBe(1);
		},
	);

	casesAtOnce('is not ended by one such answer between good ones', toMend, async (setup, fault) => {
		for (const promotionId of ['a', 'b']) setup.simulator.addPromotion({ promotionId });
		// In the middle of one item, and at the beginning of the next.
		for (const skip of [1, 1]) setup.simulator.addFault({ endpoint: 'list', skip, fault });
		const given = { ...waiting('a', 1), promotionId: byId('={{ $json.id }}') };
		const running = setup.run(OPERATION, given, { items: ['a', 'b'].map((id) => ({ json: { id } })) });
		await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === 2);
		setup.simulator.update('a', { phase: 'completed' });
		await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === 4);
		setup.simulator.update('b', { phase: 'completed' });
		expect((await running).json.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
	});

	withService('says at the end that the last status may be old', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault: { kind: 'html' } });
		const { json, hints } = await setup.run(OPERATION, waiting('a', 0.5));
		expect(json[0]).toMatchObject({ outcome: 'timedOut', status: 'Running' });
		expect(hints[0]?.message).toMatch(/^The time is up. The last status may be old: The service sent a web page/);
	});

	withService('says at the end which status it saw, because services have other words for the end', async (setup) => {
		const body = '{"promotions":[{"promotionId":"a","status":"Finished"}]}';
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: { kind: 'status', status: 200, body } });
		const { json, hints } = await setup.run(OPERATION, waiting('a', 0.1));
		expect(json[0]).toMatchObject({ outcome: 'timedOut', status: 'Finished' });
		expect(hints.map(({ message }) => message)).toEqual([
			'The time is up. The status is “Finished”. Only Completed, Cancelled or Stopped ends the wait.',
		]);
	});

	withService('heeds Stop', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const isWaiting = nextPause();
		const running = setup.engine.begin({
			credentials: setup.credentials,
			parameters: { resource: 'promotion', operation: 'waitForCompletion', ...waiting('a', 60), intervalSeconds: 3600 },
		});
		// For longer than this test may take.
		await isWaiting;
		running.cancel();
		expect((await running.finished).error).toBeDefined();
		expect(setup.requests('list')).toBe(1);
	});
});
