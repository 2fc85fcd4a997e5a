/** Which statistics are read in which order, how long a check may take, and what a limit of requests does. */
import type { Mode } from '../../model/host';
import { counters, DAY, HOUR, MINUTE, playsTimelines, promotion, START, Timeline, watching } from './timeline';

playsTimelines();

const many = (count: number, options: Record<string, unknown> = {}, keeps?: Mode) => {
	const timeline = new Timeline({ events: ['thresholdCrossed'], ...options }, keeps);
	timeline.list = Array.from({ length: count }, (_, index) => promotion(`p${index}`, 'Running'));
	for (const { promotionId } of timeline.list)
		timeline.statistics.set(promotionId, counters({ attempted: 100, sent: 1 }));
	return timeline;
};

it('always the oldest request first, 50 in a check', async () => {
	const timeline = many(120);
	const rounds: string[][] = [];
	for (let check = 0; check < 3; check++) {
		await timeline.poll();
		rounds.push(timeline.asked);
	}
	expect(rounds.map(({ length }) => length)).toEqual([50, 50, 50]);
	expect(new Set(rounds.flat()).size).toBe(120);
	expect(new Set(rounds[2]?.slice(20))).toEqual(new Set(rounds[0]?.slice(0, 30)));
});

it.each([
	[6000, 'memory', true],
	[6000, 'memory', false],
	[6000, 'scheduler', true],
	[10_000, 'scheduler', true],
] as const)(
	'50 campaigns that all cross a limit are all told where an answer takes %i ms (%s, time is named: %p)',
	async (answerMs, keeps, namesBudget) => {
		const timeline = Object.assign(many(50, {}, keeps), { answerMs, namesBudget });
		await timeline.during(10);
		for (const { promotionId } of timeline.list)
			timeline.statistics.set(promotionId, counters({ attempted: 100, failed: 60 }));
		expect(new Set(await timeline.during(40)).size).toBe(50);
		expect(timeline.failures).toEqual([]);
	},
);

it.each([
	['a tenth of the time since it was created', 1, HOUR, 6],
	['at most a day', 1, 30 * DAY, 1440],
	['at most an hour while nothing was sent', 0, 30 * DAY, 60],
])('what rests is read again after %s', async (_, sent, age, minutes) => {
	const timeline = new Timeline({ events: ['countersChanged'] });
	timeline.list = [promotion('p1', 'Running', { createdDate: START + MINUTE - age })];
	timeline.statistics.set('p1', counters({ attempted: 100, sent }));
	await timeline.poll();
	expect(timeline.asked).toEqual(['p1']);
	await timeline.poll(minutes - 1);
	expect(timeline.asked).toEqual([]);
	await timeline.poll(1);
	expect(timeline.asked).toEqual(['p1']);
});

it('a single failure of each read holds up no event: it is tried once more', async () => {
	const timeline = Object.assign(await watching(['completed']), { hiccups: true });
	timeline.change('p1', 'Completed');
	timeline.statistics.set('p1', counters({ sent: 5 }));
	const [event] = await timeline.poll();
	expect(event).toMatchObject({ event: 'completed', statistics: { sent: 5 } });
	expect(event).not.toHaveProperty('statisticsStale');
});

it('what failed is read again by the next check', async () => {
	const timeline = new Timeline({ events: ['countersChanged'] });
	timeline.list = [promotion('p1', 'Running', { createdDate: START - 30 * DAY })];
	for (const answer of [500, counters({ sent: 1 })]) {
		timeline.statistics.set('p1', answer);
		await timeline.poll();
		expect(timeline.asked[0]).toBe('p1');
	}
	await timeline.poll();
	expect(timeline.asked).toEqual([]);
});

it('says once a day that a turn of all takes longer than a day', async () => {
	const timeline = many(60);
	const message = 'It takes more than a day to read the figures of all promotions once, so events may come that late';
	// 60 minutes after the last check, 10 of 60 wait for the next one.
	await timeline.during(10 * 60, 60);
	expect(timeline.failures).toEqual([]);
	// A week in which n8n was off is no turn of a week.
	const next = timeline.next();
	await next.poll(7 * 24 * 60, 'init');
	await next.during(60, 60);
	expect(next.failures).toEqual([]);
	await next.during(9 * 24 * 60, 3 * 24 * 60);
	expect(next.failures).toEqual([message, message]);
});

describe('a service that limits requests', () => {
	const limited = (seconds: number | undefined, status = 429) => ({
		...{ status, body: '' },
		headers: (seconds === undefined ? {} : { 'retry-after': String(seconds) }) as Record<string, string>,
	});

	it.each([
		[429, 600, 10],
		[429, 86_400, 60],
		[503, 600, 10],
		[429, undefined, 1],
		[503, undefined, 1],
	])('is not asked for the list until its time, at most an hour: %i, %p seconds', async (status, seconds, minutes) => {
		const timeline = await watching(['completed']);
		timeline.listAnswer = limited(seconds, status);
		await timeline.poll();
		const { listRequests } = timeline;
		await timeline.during(minutes - 1);
		expect(timeline.listRequests).toBe(listRequests);
		timeline.listAnswer = undefined;
		await timeline.poll();
		expect(timeline.listRequests).toBe(listRequests + 1);
	});

	it.each([
		[429, 600, 10],
		[503, 86_400, 60],
	])(
		'is not asked for statistics until its time, at most an hour: %i, %i seconds',
		async (status, seconds, minutes) => {
			const timeline = Object.assign(await watching(['completed', 'countersChanged']), { retryAfter: seconds });
			timeline.list.push(promotion('p2', 'Running'));
			for (const id of ['p1', 'p2']) timeline.statistics.set(id, status);
			await timeline.poll();
			timeline.change('p2', 'Completed');
			expect(await timeline.poll()).toMatchObject([{ promotionId: 'p2', statisticsStale: true }]);
			expect(timeline.asked).toEqual([]);
			for (let minute = 2; minute < minutes; minute++) {
				await timeline.poll();
				expect(timeline.asked).toEqual([]);
			}
			await timeline.poll();
			expect(timeline.asked).toContain('p1');
		},
	);

	it('starves nobody, however few it lets through while all move', async () => {
		const timeline = Object.assign(many(8), { allowed: 3 });
		const told = new Set<string>();
		for (let check = 1; check <= 20; check++) {
			for (const { promotionId } of timeline.list)
				timeline.statistics.set(promotionId, counters({ attempted: 100 * check, failed: 60 * check }));
			for (const event of await timeline.events()) told.add(event);
		}
		expect(told.size).toBe(8);
	});

	it('is asked for no more statistics in the same check, and events come without', async () => {
		const timeline = many(40, { events: ['completed'] });
		await timeline.poll();
		timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
		for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, 429);
		const items = await timeline.poll();
		expect(items).toHaveLength(40);
		for (const item of items) expect(item).toMatchObject({ statisticsStale: true, statisticsError: /limit/ });
		expect(timeline.asked.length).toBeLessThanOrEqual(5);
	});
});
