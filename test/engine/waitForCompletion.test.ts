import { nextPause, pace } from '../harness/clock';
import type { Fault } from '../../simulator';
import { byId, items, quickWaits, setups, type Setup } from './support/setup';

const { casesAtOnce, withService, underEveryPersonality } = setups();
quickWaits();
const OPERATION = 'promotion.waitForCompletion';
const answered = (body: string): Fault => ({ kind: 'status', status: 200, body });
const WITHOUT_IT = answered('{"promotions":[{"promotionId":"b"}]}');
const waiting = (promotionId: string, timeoutMinutes = 1) => ({
	promotionId: byId(promotionId),
	timeoutMinutes,
	intervalSeconds: 5,
});
const ofItems = { ...waiting('a'), promotionId: byId('={{ $json.id }}') };
const itemsOf = (...ids: string[]) => ids.map((id) => ({ json: { id } }));
const listsRead = async (setup: Setup, count: number) =>
	await setup.simulator.waitForRequest(({ stage }) => stage === 'answered' && setup.requests('list') === count);
const complete = ({ simulator }: Setup, promotionId: string) => simulator.update(promotionId, { phase: 'completed' });

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

	withService('waits until the promotion has completed, and reads once for all its items', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, waiting('a'), { items: items(100) });
		await listsRead(setup, 1);
		complete(setup, 'a');
		expect((await running).json.map(({ outcome }) => outcome)).toEqual(Array(100).fill('completed'));
		expect(setup.requests('list')).toBe(2);
	});

	withService('looks anew after an interval for an item that the list before showed running', async (setup) => {
		setup.simulator.addPromotions([{ promotionId: 'a', phase: 'completed' }, { promotionId: 'b' }]);
		// What the first item has just read shows b running.
		const running = setup.run(OPERATION, ofItems, { items: itemsOf('a', 'b') });
		await listsRead(setup, 1);
		complete(setup, 'b');
		expect((await running).json.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
		expect(setup.requests('list')).toBe(2);
	});

	withService.each([5, 60])('one is gone which three lists over a minute lack: every %d s', async (setup, seconds) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, { ...waiting('a', 5), intervalSeconds: seconds });
		await listsRead(setup, 1);
		setup.simulator.remove('a');
		const { json } = await running;
		expect(json[0]).toMatchObject({ outcome: 'removed', status: 'Running' });
		// Counted from the first list, one interval before the first that lacked it.
		expect(json[0]?.waitedSeconds).toBeGreaterThanOrEqual(60 + seconds);
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
			await listsRead(setup, 15);
			complete(setup, 'a');
			expect((await running).json[0]).toMatchObject({ outcome: 'completed' });
		},
	);

	withService('is not ended by one list without it after two that could not be read', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 2, fault: answered('') });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, fault: WITHOUT_IT });
		const running = setup.run(OPERATION, { ...waiting('a', 5), intervalSeconds: 60 });
		await listsRead(setup, 1);
		complete(setup, 'a');
		expect((await running).json[0]).toMatchObject({ outcome: 'completed' });
	});

	const WAS = 'The last status was “Running”, and the latest list did not show the promotion.';
	const ends: Array<[later: Fault, status: string, says: string]> = [
		[WITHOUT_IT, 'Running', WAS],
		[{ kind: 'html' }, 'Running', 'The last status may be old: The service sent a web page'],
		// Services have other words for the end.
		[
			answered('{"promotions":[{"promotionId":"a","status":"Finished"}]}'),
			'Finished',
			'The status is “Finished”. Only Completed, Cancelled or Stopped ends the wait.',
		],
	];
	casesAtOnce('says when the time is up what it saw last', ends, async (setup, [fault, status, says]) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault });
		const { json, hints } = await setup.run(OPERATION, waiting('a', 0.5));
		expect(json[0]).toMatchObject({ outcome: 'timedOut', status });
		expect(hints).toEqual([expect.objectContaining({ type: 'warning' })]);
		expect(hints[0]?.message).toContain(`The time is up. ${says}`);
	});

	withService('looks once more when the time is over', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const running = setup.run(OPERATION, { ...waiting('a', 0.1), intervalSeconds: 60 });
		await listsRead(setup, 1);
		complete(setup, 'a');
		expect((await running).json[0]).toMatchObject({ outcome: 'completed' });
	});

	const NOT_LISTED = 'Promotion a is not in the list of this account';
	withService.each([
		{ what: 'is looked for before a minute has passed', ahead: 30, fault: WITHOUT_IT, message: undefined },
		{ what: 'is given up after a minute', ahead: 60, fault: WITHOUT_IT, message: NOT_LISTED },
		{ what: 'is looked for while the service is down', ahead: 60, fault: answered(''), message: undefined },
	])('a promotion that is not listed $what', async (setup, { ahead, fault, message }) => {
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		setup.simulator.addFault({ endpoint: 'list', times: 2, fault });
		const running = setup.run(OPERATION, waiting('a', 15));
		await listsRead(setup, 1);
		// The clock stands still from here on, however busy this computer is.
		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + ahead * 1000 * pace.share);
		const { json, error } = await running;
		clock.mockRestore();
		expect([json[0]?.outcome, error?.message]).toEqual(message ? [undefined, message] : ['completed', undefined]);
	});

	withService('is not listed when the time is up', async (setup) => {
		expect((await setup.run(OPERATION, waiting('a', 0.1))).error?.message).toBe(NOT_LISTED);
	});

	withService('waits as long as the service asks to', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a', phase: 'completed' });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'rateLimit', retryAfter: { seconds: 8 } } });
		const started = performance.now();
		expect((await setup.run(OPERATION, waiting('a'))).json[0]).toMatchObject({ outcome: 'completed' });
		expect(performance.now() - started).toBeGreaterThanOrEqual(7900 * pace.share);
		expect(setup.requests('list')).toBe(2);
	});

	withService('ends in time although the answer trickles in', async (setup) => {
		setup.simulator.addPromotion({ promotionId: 'a' });
		const fault = { kind: 'trickle', bytes: 1, everyMs: 100 } as const;
		setup.simulator.addFault({ endpoint: 'list', skip: 1, times: 'always', fault });
		const started = performance.now();
		expect((await setup.run(OPERATION, waiting('a', 0.1))).json[0]).toMatchObject({ outcome: 'timedOut' });
		expect(performance.now() - started).toBeLessThan(15_000);
	});

	withService('says why, when the time is over and the service never answered', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault: { kind: 'status', status: 503 } });
		const { error } = await setup.run(OPERATION, waiting('a', 0.1));
		expect(error?.message).toContain('The service reported an internal error');
	});

	const toMend = [{ kind: 'html' }, { kind: 'status', status: 401 }] as const;

	casesAtOnce('is ended by what a person must mend if that is there from the start', toMend, async (setup, fault) => {
		setup.simulator.addFault({ endpoint: 'list', times: 'always', fault });
		const { error } = await setup.run(OPERATION, waiting('a', 60));
		expect(error?.message).toMatch(/web page|API Key/);
		expect(setup.requests('list')).toBe(1);
	});

	casesAtOnce('is not ended by one such answer between good ones', toMend, async (setup, fault) => {
		for (const promotionId of ['a', 'b']) setup.simulator.addPromotion({ promotionId });
		// In the middle of one item, and at the beginning of the next.
		for (const skip of [1, 1]) setup.simulator.addFault({ endpoint: 'list', skip, fault });
		const running = setup.run(OPERATION, ofItems, { items: itemsOf('a', 'b') });
		await listsRead(setup, 2);
		complete(setup, 'a');
		await listsRead(setup, 4);
		complete(setup, 'b');
		expect((await running).json.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
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
