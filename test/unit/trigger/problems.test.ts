/** What could not be seen, and when it is told. */
import { counters, HOUR, playsTimelines, promotion, Timeline, watching } from './timeline';

playsTimelines();

const fails = (status: number, body = '', headers: Record<string, string> = {}) => ({ status, body, headers });
const WEB_PAGE = fails(200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' });

/** One letter for each check: . is a good one, the others fail. The numbers of the checks that became a failed execution. */
async function failing(letters: string, minutes: number, answers: Record<string, ReturnType<typeof fails>>) {
	const timeline = await watching(['completed']);
	const failed: number[] = [];
	for (const [index, letter] of Array.from(letters).entries()) {
		timeline.listAnswer = answers[letter];
		const { length } = timeline.failures;
		await timeline.poll(minutes);
		if (timeline.failures.length > length) failed.push(index);
	}
	return { failed, timeline };
}

describe('the list', () => {
	const answers = { x: fails(503), k: fails(401), n: fails(404), w: WEB_PAGE };

	it.each<[what: string, letters: string, minutes: number, failed: number[]]>([
		['a hiccup', 'x.', 1, []],
		['nine minutes', `${'x'.repeat(10)}.`, 1, []],
		['ten minutes', `${'x'.repeat(11)}.`, 1, [10]],
		['every second check for hours', 'x.'.repeat(200), 1, []],
		['ten minutes in turns of hiccups and one good check', 'xxxxx.xxxxx', 1, []],
		['two checks, five minutes apart', 'xx.', 5, []],
		['three checks, five minutes apart', 'xxx.', 5, [2]],
		['one check of every hour', 'x.', 60, []],
		['two checks of every hour', 'xx.', 60, [1]],
		['three hours', 'x'.repeat(180), 1, [10, 70, 130]],
		['a wrong key', 'k', 1, [0]],
		['a wrong key for two hours', 'k'.repeat(121), 1, [0, 60, 120]],
		['a wrong address', 'n'.repeat(11), 1, [10]],
		['a web page', 'w'.repeat(11), 1, [10]],
		[
			'a wrong key after what passes: the other cause, and yet once an hour',
			`${'x'.repeat(11)}${'k'.repeat(60)}`,
			1,
			[10, 70],
		],
		['what is over is forgotten, and yet once an hour', 'k.k.'.repeat(15), 1, [0]],
	])('%s', async (_, letters, minutes, expected) => {
		expect((await failing(letters, minutes, answers)).failed).toEqual(expected);
	});

	it('outage of eight hours of mixed causes, with and without events, is told at most eight times', async () => {
		const timeline = await watching(['completed', 'countersChanged']);
		timeline.statistics.set('p1', 500);
		const causes = [fails(503), fails(401), WEB_PAGE, fails(404), fails(429), fails(500), undefined];
		let told = 0;
		for (let minute = 0; minute < 8 * 60; minute++) {
			timeline.listAnswer = causes[Math.floor(minute / 13) % causes.length];
			if (timeline.listAnswer === undefined) {
				timeline.list.push(promotion(`x${minute}`, 'Completed'));
				timeline.statistics.set(`x${minute}`, minute % 2 ? 403 : 500);
			}
			const items = await timeline.poll();
			if (timeline.thrown || items.some(({ checkProblem }) => checkProblem !== undefined)) told += 1;
		}
		expect(told).toBeGreaterThan(1);
		expect(told).toBeLessThanOrEqual(8);
	});

	it('is told of in the words of its last failure, with a log line for its first and for each telling', async () => {
		const { timeline } = await failing('x'.repeat(75), 1, answers);
		expect(timeline.log).toHaveLength(3);
		expect(new Set(timeline.failures)).toEqual(new Set(['The service reported an internal error']));
	});

	it('that cannot be read is told although the clock was set back since', async () => {
		const { timeline } = await failing('xx', 1, answers);
		timeline.time -= 24 * HOUR;
		await timeline.during(12);
		expect(timeline.failures).toHaveLength(1);
	});

	it('whose failures events hide is told of by them', async () => {
		const timeline = await watching(['completed', 'created']);
		timeline.listAnswer = fails(503);
		await timeline.during(30);
		timeline.listAnswer = undefined;
		timeline.list.push(promotion('p2', 'Running'));
		expect((await timeline.poll())[0]).not.toHaveProperty('checkProblem');
	});
});

describe('the statistics of one promotion', () => {
	it.each<[what: string, minutes: number, checks: number, told: boolean]>([
		['two tries, an hour apart', 60, 2, false],
		['three tries, an hour apart', 60, 3, true],
		['ten tries in nine minutes', 1, 10, false],
		['eleven tries in ten minutes', 1, 11, true],
	])('%s', async (_, minutes, checks, isTold) => {
		const timeline = await watching(['countersChanged']);
		timeline.statistics.set('p1', 500);
		timeline.time += 6 * HOUR;
		await timeline.during(minutes * checks, minutes);
		expect(timeline.failures).toEqual(
			isTold ? ['The figures of “Name of p1” could not be read: The service reported an internal error'] : [],
		);
	});

	it('that fails once, now this one and now that one, is no problem', async () => {
		const timeline = new Timeline({ events: ['countersChanged'] });
		timeline.list = Array.from({ length: 20 }, (_, index) => promotion(`p${index}`, 'Running'));
		for (let check = 0; check < 100; check++) {
			for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ sent: check }));
			timeline.statistics.set(`p${check % 20}`, 504);
			await timeline.poll();
		}
		expect(timeline.failures).toEqual([]);
	});

	it('is told at once if the key is refused', async () => {
		const timeline = await watching(['countersChanged']);
		timeline.statistics.set('p1', 403);
		await timeline.during(10);
		expect(timeline.failures).toHaveLength(1);
	});

	it('is told again after a day, and before only for others or for the other cause, once an hour', async () => {
		const timeline = await watching(['countersChanged']);
		timeline.list.push(promotion('p2', 'Running'));
		timeline.statistics = new Map<string, never>([
			['p1', 500 as never],
			['p2', counters() as never],
		]);
		await timeline.during(12 * 60, 5);
		expect(timeline.failures).toHaveLength(1);
		timeline.statistics.set('p2', 500);
		await timeline.during(3 * 60, 5);
		expect(timeline.failures).toHaveLength(2);
		expect(timeline.failures[1]).toContain('“Name of p1” and “Name of p2”');
		timeline.statistics.set('p1', 403);
		await timeline.during(3 * 60, 5);
		expect(timeline.failures).toHaveLength(3);
		await timeline.during(20 * 60, 5);
		expect(timeline.failures).toHaveLength(3);
		await timeline.during(2 * 60, 5);
		expect(timeline.failures).toHaveLength(4);
	});

	it('is told once more if it was over in the meantime, also while that of another one lasted', async () => {
		const timeline = await watching(['countersChanged']);
		timeline.list.push(promotion('p2', 'Running'));
		timeline.statistics = new Map([
			['p1', 500],
			['p2', 500],
		]);
		await timeline.during(30);
		timeline.statistics.set('p2', counters());
		await timeline.during(60);
		timeline.statistics.set('p2', 500);
		await timeline.during(60);
		expect(timeline.failures).toHaveLength(2);
	});

	it.each<[why: string, then: (timeline: Timeline) => unknown]>([
		['it is over', (timeline) => timeline.change('p1', 'Cancelled')],
		['its name is left out', ({ parameters }) => Object.assign(parameters, { filters: { nameContains: 'other' } })],
	])('that is not read for a while is neither better nor worse, and forgotten once %s', async (_, then) => {
		const timeline = await watching(['countersChanged', 'completed']);
		timeline.statistics.set('p1', 500);
		await timeline.during(15);
		expect(timeline.failures).toHaveLength(1);
		then(timeline);
		await timeline.during(3 * 24 * 60, 60);
		expect(timeline.failures).toHaveLength(1);
	});

	it('may have none yet, and afterwards or once it is over cannot be read', async () => {
		for (const none of [404, '{}', '[]', 'null', '']) {
			const timeline = new Timeline({ events: ['countersChanged'] });
			timeline.list = [promotion('p1', 'Preparing')];
			timeline.statistics.set('p1', none);
			await timeline.during(60);
			expect(timeline.failures).toEqual([]);
			timeline.change('p1', 'Completed');
			await timeline.during(20);
			expect(timeline.failures).toHaveLength(1);
		}
		const timeline = await watching(['countersChanged']);
		timeline.statistics.set('p1', 404);
		await timeline.during(90);
		expect(timeline.failures).toHaveLength(1);
	});
});

describe('what n8n registers', () => {
	it.each([
		['activate', [0, 1]],
		['init', [1]],
		['leadershipChange', [1]],
		['update', [1]],
		['something new', [1]],
		['', [1]],
	])('%s: an activation by a person fails, and n8n itself never does', async (activation, expected) => {
		const timeline = new Timeline({ events: ['completed'] });
		timeline.listAnswer = fails(401);
		const failed: number[] = [];
		for (const [index, mode] of [activation, undefined].entries()) {
			await timeline.poll(1, mode);
			if (timeline.thrown) failed.push(index);
		}
		expect(failed).toEqual(expected);
	});

	it.each([404, 503])(
		'an activation by a person fails whatever it is, each time, with the advice: %i',
		async (status) => {
			const timeline = new Timeline({ events: ['completed'] });
			timeline.listAnswer = fails(status);
			for (let trial = 0; trial < 3; trial++) await timeline.poll(1, 'activate');
			expect(timeline.failures).toHaveLength(3);
			expect(timeline.thrown?.description).not.toBe('');
		},
	);
});

it.each([
	fails(401, '{"message":"Authorization header is wrong"}'),
	fails(302, '', { location: 'https://authorization.example.com/header' }),
])('a failed check never has the word by which n8n gives up: %j', async (answer) => {
	const timeline = await watching(['completed']);
	timeline.listAnswer = answer;
	await timeline.during(11);
	expect(timeline.failures).toEqual([expect.stringMatching(/authentication/i)]);
	expect(`${timeline.thrown?.message} ${timeline.thrown?.description}`).not.toMatch(/authorization/i);
});

it('a failed check has neither the word by which n8n gives up, nor a cause by which it pauses, and asks it to wait', async () => {
	const timeline = await watching(['completed']);
	timeline.listAnswer = fails(429, '{"message":"Authorization quota"}', { 'retry-after': '7200' });
	await timeline.during(11);
	expect(timeline.thrown?.message).toMatch(/authentication quota/);
	expect((timeline.thrown as { failure?: object }).failure).toEqual({ cause: 'rate-limited', retryAfterMs: HOUR });
	timeline.listAnswer = fails(401);
	await timeline.during(70);
	expect(
		(timeline.thrown as { failure?: object } | undefined)?.failure ?? { cause: 'temporarily-unavailable' },
	).toEqual({
		cause: 'temporarily-unavailable',
	});
});

describe('what starts over says so once', () => {
	it('for another account', async () => {
		const timeline = await watching(['completed']);
		timeline.accountId = 'other';
		await timeline.during(120, 5);
		expect(timeline.failures).toEqual([expect.stringContaining("has another 'Account ID'")]);
		timeline.accountId = 'acme';
		await timeline.during(120, 5);
		expect(timeline.failures).toHaveLength(2);
	});

	it('for a state of another version', async () => {
		const timeline = await watching(['completed']);
		const { rcsPromotions } = timeline.database.state.Trigger as { rcsPromotions: { state: { version: number } } };
		rcsPromotions.state.version -= 1;
		const next = timeline.next();
		next.change('p1', 'Completed');
		expect(await next.events(1, 'init')).toEqual([]);
		await next.during(120, 5);
		expect(next.failures).toEqual([expect.stringContaining('cannot use what an earlier one remembered')]);
	});
});
