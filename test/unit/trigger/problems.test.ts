/** What could not be seen, and when it is told. */
import { counters, HOUR, playsTimelines, promotion, running, Timeline, watching } from './timeline';

playsTimelines();

const fails = (status: number, body = '', headers: Record<string, string> = {}) => ({ status, body, headers });
const WEB_PAGE = fails(200, '<html><body>Sign in</body></html>', { 'content-type': 'text/html' });
const answers: Record<string, ReturnType<typeof fails>> = { x: fails(503), k: fails(401), n: fails(404), w: WEB_PAGE };

/** One letter for each check: . is a good one, the others fail. The numbers of the checks that became a failed execution. */
async function failing(letters: string, minutes = 1) {
	const timeline = await watching(['completed', 'created']);
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
	const elevenThenKey = `${'x'.repeat(11)}${'k'.repeat(60)}`;

	it.each<[what: string, letters: string, minutes: number, failed: number[]]>([
		['nine minutes', `${'x'.repeat(10)}.`, 1, []],
		['ten minutes', `${'x'.repeat(11)}.`, 1, [10]],
		['every second check for hours', 'x.'.repeat(200), 1, []],
		['ten minutes in turns of hiccups and one good check', 'xxxxx.xxxxx', 1, []],
		['two checks, five minutes apart', 'xx.', 5, []],
		['three checks, five minutes apart', 'xxx.', 5, [2]],
		['one check of every hour', 'x.', 60, []],
		['two checks of every hour', 'xx.', 60, [1]],
		['three hours', 'x'.repeat(180), 1, [10, 70, 130]],
		['a wrong key for two hours', 'k'.repeat(121), 1, [0, 60, 120]],
		['a wrong address', 'n'.repeat(11), 1, [10]],
		['a web page', 'w'.repeat(11), 1, [10]],
		['a wrong key after what passes: the other cause, and yet once an hour', elevenThenKey, 1, [10, 70]],
		['what is over is forgotten, and yet once an hour', 'k.k.'.repeat(15), 1, [0]],
	])('%s', async (_, letters, minutes, expected) => {
		expect((await failing(letters, minutes)).failed).toEqual(expected);
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
		const { timeline } = await failing('x'.repeat(75));
		expect(timeline.log).toHaveLength(3);
		expect(new Set(timeline.failures)).toEqual(new Set(['The service reported an internal error']));
	});

	it.each([
		['was not told yet', 'xx', 1],
		['was told', 'x'.repeat(11), 2],
	])('that cannot be read is told although the clock was set back since: it %s', async (_, letters, told) => {
		const { timeline } = await failing(letters);
		timeline.time -= 24 * HOUR;
		await timeline.during(12);
		expect(timeline.failures).toHaveLength(told);
	});

	it('that can be read again is no word in its events', async () => {
		const { timeline } = await failing('x'.repeat(30));
		timeline.listAnswer = undefined;
		timeline.list.push(promotion('p2', 'Running'));
		expect((await timeline.poll())[0]).not.toHaveProperty('checkProblem');
	});
});

describe('the statistics of one promotion', () => {
	it.each([
		['two tries, an hour apart', 60, 2, []],
		['three tries, an hour apart', 60, 3, ['The service reported an internal error']],
		['ten tries in nine minutes', 1, 10, []],
		['eleven tries in ten minutes', 1, 11, ['The service reported an internal error']],
	])('%s', async (_, minutes, checks, reasons) => {
		const timeline = await watching(['countersChanged']);
		timeline.statistics.set('p1', 500);
		timeline.time += 6 * HOUR;
		await timeline.during(minutes * checks, minutes);
		const expected = reasons.map((reason) => `The figures of “Name of p1” could not be read: ${reason}`);
		expect(timeline.failures).toEqual(expected);
	});

	it('that fails once, now this one and now that one, is no problem', async () => {
		const timeline = await running(Array<string>(20).fill('Running'), ['countersChanged'], counters());
		for (let check = 1; check < 60; check++) {
			for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ sent: check }));
			timeline.statistics.set(`p${(check % 20) + 1}`, 504);
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
		const timeline = await running(['Running', 'Running'], ['countersChanged'], counters());
		const afterHours = async (hours: number, answer?: [id: string, status: number]) => {
			if (answer) timeline.statistics.set(...answer);
			await timeline.during(hours * 60, 5);
			return timeline.failures.length;
		};
		expect(await afterHours(12, ['p1', 500])).toBe(1);
		expect(await afterHours(3, ['p2', 500])).toBe(2);
		expect(timeline.failures[1]).toContain('“Name of p1” and “Name of p2”');
		expect(await afterHours(3, ['p1', 403])).toBe(3);
		expect(await afterHours(20)).toBe(3);
		expect(await afterHours(2)).toBe(4);
	});

	it('is told once more if it was over in the meantime, also while that of another one lasted', async () => {
		const timeline = await running(['Running', 'Running'], ['countersChanged']);
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
		then(timeline);
		await timeline.during(3 * 24 * 60, 60);
		expect(timeline.failures).toHaveLength(1);
	});

	it.each([404, '{}', '[]', 'null', ''])('may have none yet, and once it is over cannot be read: %j', async (none) => {
		const timeline = await running(['Preparing'], ['countersChanged'], none);
		await timeline.during(60);
		expect(timeline.failures).toEqual([]);
		timeline.change('p1', 'Completed');
		await timeline.during(20);
		expect(timeline.failures).toHaveLength(1);
	});

	it('that there were cannot be read if there are none', async () => {
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

	it('an activation by a person fails whatever it is, each time, with the advice, but not for statistics', async () => {
		const timeline = new Timeline({ events: ['countersChanged'] });
		for (const [index, status] of [404, 503, 503].entries()) {
			timeline.listAnswer = fails(status);
			await timeline.poll(1, index === 2 ? 'create' : 'activate');
			expect(timeline.failures).toHaveLength(index + 1);
			expect(timeline.thrown?.description).not.toBe('');
		}
		timeline.listAnswer = undefined;
		timeline.list = [promotion('p1', 'Running')];
		timeline.statistics.set('p1', 403);
		await timeline.poll(1, 'activate');
		expect(timeline.thrown).toBeUndefined();
		await timeline.poll();
		expect(timeline.failures).toHaveLength(4);
	});
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

it('a failed check has no cause by which n8n pauses, and asks it to wait an hour at most', async () => {
	const timeline = await watching(['completed']);
	const failure = () => (timeline.thrown as { failure?: object } | undefined)?.failure;
	timeline.listAnswer = fails(429, '{"message":"Too many"}', { 'retry-after': '7200' });
	await timeline.during(11);
	expect(failure()).toEqual({ cause: 'rate-limited', retryAfterMs: HOUR });
	const other = await watching(['completed']);
	other.listAnswer = fails(401);
	await other.poll();
	expect((other.thrown as { failure?: object }).failure).toEqual({ cause: 'temporarily-unavailable' });
});

describe('what starts over says so once', () => {
	it('for another account', async () => {
		const timeline = await watching(['completed']);
		for (const [index, accountId] of ['other', 'acme'].entries()) {
			timeline.accountId = accountId;
			await timeline.during(120, 5);
			expect(timeline.failures).toHaveLength(index + 1);
		}
		expect(timeline.failures[0]).toContain("has another 'Account ID'");
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
