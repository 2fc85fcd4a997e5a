/** What the list does not show any more: its statistics decide what became of it, after an hour. */
import { counters, playsTimelines, promotion, running, Timeline } from './timeline';

playsTimelines();

const UNSEEN = (names: string) =>
	expect.stringMatching(
		new RegExp(`^${names} no longer exists?, or (is|are) no longer listed; unless (it was|they were) cancelled`),
	) as string;

/** p1 and p2 run; only p2 stays in the list. */
async function losing(events: string[], figures: object | number = {}) {
	const timeline = new Timeline({ events });
	timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
	timeline.statistics.set('p1', typeof figures === 'number' ? figures : counters({ ...figures }));
	timeline.statistics.set('p2', counters());
	await timeline.poll();
	const { list } = timeline;
	timeline.remove('p1');
	expect(await timeline.events()).toEqual([]);
	const comesBack = (status = 'Running') => (timeline.list = [promotion('p1', status), ...list.slice(1)]);
	return Object.assign(timeline, { comesBack });
}

describe('one that nothing was sent of, and that does not exist any more', () => {
	it.each([
		['attempted alone', { attempted: 500 }],
		['counters that are not sent', { attempted: 500, failed: null, interacted: null }],
	])('was cancelled (%s): told an hour after the first list that lacks it', async (_, figures) => {
		const timeline = await losing(['cancelled', 'completed'], figures);
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(59)).toEqual([]);
		expect(await timeline.poll()).toMatchObject([
			{
				...{ event: 'cancelled', promotionId: 'p1', observed: 'gone', status: 'Running', previousStatus: 'Running' },
				...{ name: 'Name of p1', promotion: null, statisticsStale: true },
			},
		]);
		expect(await timeline.during(200, 5)).toEqual([]);
		expect(timeline.failures).toEqual([]);
	});

	it('is no word if Cancelled is not chosen', async () => {
		const timeline = await losing(['completed', 'countersChanged'], { attempted: 500 });
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(200, 5)).toEqual([]);
		expect(timeline.failures).toEqual([]);
	});

	it('is told as Cancelled once more where a list shows it so, and never twice by being gone', async () => {
		const timeline = await losing(['cancelled']);
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(70)).toEqual(['p1 cancelled']);
		timeline.comesBack();
		expect(await timeline.events()).toEqual([]);
		timeline.remove('p1');
		expect(await timeline.during(90)).toEqual([]);
		timeline.comesBack('Cancelled');
		expect(await timeline.during(10)).toEqual(['p1 cancelled']);
	});
});

describe('how it ended cannot be seen', () => {
	it.each<[what: string, figures: object | number, then: object | number]>([
		['something of it was sent, and it is gone', { attempted: 500, sent: 1 }, 404],
		['it was never read, and it is gone', 404, 404],
		['it only left the list', { attempted: 500, sent: 200 }, counters({ attempted: 500, sent: 200 })],
	])('and is said once, with its name: %s', async (_, figures, then) => {
		const timeline = await losing(['completed', 'countersChanged'], figures);
		timeline.statistics.set('p1', then as never);
		await timeline.during(59);
		expect(timeline.failures).toEqual([]);
		await timeline.during(3 * 24 * 60, 30);
		expect(timeline.failures).toEqual([UNSEEN('“Name of p1”')]);
	});

	it.each([
		[['created', 'countersChanged', 'stalled'], 0],
		[['statusChanged'], 1],
		[['completed'], 1],
		[['stopped'], 1],
		[['cancelled'], 1],
		[['finalFiguresReady'], 1],
		[['thresholdCrossed'], 1],
	])('is said only where a chosen event depends on it: %j', async (events, times) => {
		const timeline = await losing(events, { sent: 5 });
		timeline.statistics.set('p1', 404);
		await timeline.during(90, 5);
		expect(timeline.failures).toHaveLength(times);
	});

	it('is not said of one that came back before there was room to say it', async () => {
		const timeline = await losing(['completed']);
		await timeline.during(55);
		timeline.listAnswer = { status: 401, body: '' };
		await timeline.poll();
		timeline.listAnswer = undefined;
		await timeline.during(10);
		timeline.comesBack();
		await timeline.during(120);
		expect(timeline.failures).toEqual([expect.stringContaining('API Key')]);
	});

	it.each([
		['lets in', 'name of', [UNSEEN('“p1”')]],
		['leaves out', 'Slae', []],
	])("is said as 'Name Contains' has it: of one that it %s", async (_, nameContains, expected) => {
		const timeline = await running(['Running'], ['completed'], 404, { filters: { nameContains } });
		timeline.list = [];
		await timeline.during(70);
		expect(timeline.failures).toEqual(expected);
	});

	it('is said of one that another filter had left out, once there is none', async () => {
		const timeline = await running(['Running'], ['completed'], 404, { filters: { nameContains: 'Slae' } });
		timeline.parameters = { events: ['completed'] };
		timeline.list = [];
		await timeline.during(70);
		expect(timeline.failures).toEqual([UNSEEN('“p1”')]);
	});

	it('is not known yet while its statistics answer neither, and asked again', async () => {
		const timeline = await losing(['cancelled']);
		timeline.statistics.set('p1', 503);
		expect(await timeline.during(70)).toEqual([]);
		timeline.statistics.set('p1', 404);
		expect(await timeline.events()).toEqual(['p1 cancelled']);
	});

	it('is said at most once a day, of all together', async () => {
		const timeline = await running(Array<string>(8).fill('Running'), ['completed'], 404);
		timeline.remove('p1', 'p2', 'p3');
		await timeline.during(70, 5);
		timeline.remove('p4', 'p5', 'p6', 'p7');
		await timeline.during(20 * 60, 30);
		expect(timeline.failures).toHaveLength(1);
		await timeline.during(5 * 60, 30);
		const both = ['“p1”, “p2” and “p3”', '4 promotions \\(“p4”, “p5”, “p6”, …\\)'];
		expect(timeline.failures).toEqual(both.map(UNSEEN));
	});

	it('is said, too, where its figures were final for long', async () => {
		const timeline = await running(['Finished', 'Completed'], ['thresholdCrossed'], counters({ sent: 5 }));
		await timeline.during(16 * 24 * 60, 240);
		expect(JSON.stringify(timeline.state())).not.toContain('Name of p1');
		timeline.remove('p1');
		await timeline.during(90, 5);
		expect(timeline.failures).toEqual([UNSEEN('“p1”')]);
	});
});

it('an empty list for three minutes, or a window that lost it for less than an hour, is no word', async () => {
	const timeline = await losing(['cancelled', 'completed', 'statusChanged']);
	timeline.list = [];
	expect(await timeline.during(3)).toEqual([]);
	timeline.comesBack();
	expect(await timeline.during(60)).toEqual([]);
	timeline.change('p1', 'Cancelled');
	expect(await timeline.events()).toEqual(['p1 statusChanged', 'p1 cancelled']);
	expect(timeline.failures).toEqual([]);
});

it('with a check every five hours, two lists in a row must lack it', async () => {
	const timeline = await losing(['cancelled']);
	timeline.statistics.set('p1', 404);
	timeline.comesBack();
	expect(await timeline.events(300)).toEqual([]);
	timeline.remove('p1');
	expect(await timeline.events(300)).toEqual([]);
	expect(await timeline.events(300)).toEqual(['p1 cancelled']);
});

it('what left the list is read on: its figures and limits are told', async () => {
	const timeline = await losing(['countersChanged', 'thresholdCrossed'], { attempted: 1000, sent: 500 });
	timeline.statistics.set('p1', counters({ attempted: 1000, sent: 600 }));
	expect(await timeline.during(120)).toEqual(['p1 countersChanged']);
	timeline.statistics.set('p1', counters({ attempted: 1000, sent: 600, failed: 60 }));
	expect(await timeline.during(30)).toEqual(['p1 countersChanged', 'p1 thresholdCrossed']);
});

it('goes on where it was when it comes back: no event comes twice', async () => {
	const events = ['created', 'completed', 'countersChanged', 'thresholdCrossed'];
	const figures = { attempted: 100, failed: 50 };
	const timeline = await losing(events, figures);
	for (const then of [404, counters(figures)]) {
		timeline.statistics.set('p1', then);
		await timeline.during(90, 5);
		timeline.comesBack();
		timeline.statistics.set('p1', counters(figures));
		expect(await timeline.during(10)).toEqual([]);
		timeline.remove('p1');
	}
	timeline.statistics.set('p1', 404);
	await timeline.during(90, 5);
	timeline.comesBack();
	timeline.statistics.set('p1', counters({ ...figures, failed: 60 }));
	expect(await timeline.during(30, 5)).toEqual(['p1 countersChanged']);
	timeline.comesBack('Completed');
	expect(await timeline.events()).toEqual(['p1 completed']);
});

it.each([
	['is archived at completion gets its', counters({ sent: 6 }), { finalBecause: 'quiet', statistics: { sent: 6 } }],
	['does not exist any more has its last figures as', 404, { finalBecause: 'gone', statistics: { sent: 5 } }],
])('one that was over and %s final ones', async (_, then, expected) => {
	const timeline = await losing(['finalFiguresReady'], { sent: 5 });
	timeline.comesBack('Completed');
	await timeline.poll();
	timeline.remove('p1');
	timeline.statistics.set('p1', then);
	expect(await timeline.during(59)).toEqual([]);
	const items = [await timeline.poll(), await timeline.poll(), await timeline.poll()].flat();
	expect(items).toMatchObject([{ event: 'finalFiguresReady', ...expected }]);
	expect(items[0]?.statisticsStale).toBe(then === 404 ? true : undefined);
	expect(timeline.failures).toEqual([]);
});

describe('a list with nothing in common', () => {
	const window = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => promotion(`p${from + index}`, 'Completed'));
	const watchingWindow = async (count: number, events = ['created']) => {
		const timeline = new Timeline({ events });
		timeline.list = window(0, count);
		await timeline.poll();
		return timeline;
	};

	it.each([
		['of 9', 9, 100, false],
		['of 10', 10, 100, true],
		['but one', 20, 19, false],
	])('is said once, if it is one of ten or more: %s', async (_, count, from, isSaid) => {
		const timeline = await watchingWindow(count);
		for (const start of [from, 200]) {
			timeline.list = window(start, count);
			const [item] = await timeline.poll(60);
			const isNow = start === from && isSaid;
			if (start === from || isSaid) expect(item?.checkProblem === undefined).toBe(!isNow);
			if (isNow) expect(item?.checkProblem).toContain('may not show all');
		}
	});

	it('is not said once it is over', async () => {
		const timeline = await watchingWindow(20, ['stopped']);
		timeline.listAnswer = { status: 401, body: '' };
		await timeline.poll();
		timeline.listAnswer = undefined;
		timeline.list = window(100, 20);
		await timeline.poll();
		timeline.list = window(110, 20);
		await timeline.poll(120);
		expect(timeline.failures).toEqual([expect.stringContaining('API Key')]);
	});
});
