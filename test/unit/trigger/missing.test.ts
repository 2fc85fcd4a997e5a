/** What the list does not show any more: its statistics decide what became of it, after an hour. */
import { counters, playsTimelines, promotion, Timeline } from './timeline';

playsTimelines();

const UNSEEN = (names: string) =>
	expect.stringMatching(
		new RegExp(`^${names} no longer exists?, or (is|are) no longer listed; unless (it was|they were) cancelled`),
	) as string;

/** p1 and p2 run; only p2 stays in the list. */
async function losing(events: string[], figures: object | number = {}, status = 'Running') {
	const timeline = new Timeline({ events });
	timeline.list = [promotion('p1', status), promotion('p2', 'Running')];
	timeline.statistics.set('p1', typeof figures === 'number' ? figures : counters({ ...figures }));
	timeline.statistics.set('p2', counters());
	await timeline.poll();
	timeline.remove('p1');
	expect(await timeline.events()).toEqual([]);
	return timeline;
}

describe('one that nothing was sent of, and that does not exist any more', () => {
	it.each([
		['attempted alone', { attempted: 500 }],
		['counters that are not sent', { attempted: 500, failed: null, interacted: null }],
	])('was cancelled (%s): told an hour after the first list that lacks it', async (_, figures) => {
		const timeline = await losing(['cancelled', 'completed'], figures);
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(59)).toEqual([]);
		const [item] = await timeline.poll();
		expect(item).toMatchObject({ event: 'cancelled', promotionId: 'p1', observed: 'gone', status: 'Running' });
		expect(item).toMatchObject({
			name: 'Name of p1',
			previousStatus: 'Running',
			promotion: null,
			statisticsStale: true,
		});
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
		const { list } = timeline;
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(70)).toEqual(['p1 cancelled']);
		timeline.list = [promotion('p1', 'Running'), ...list];
		expect(await timeline.events()).toEqual([]);
		timeline.list = list;
		expect(await timeline.during(90)).toEqual([]);
		timeline.list = [promotion('p1', 'Cancelled'), ...list];
		expect(await timeline.events()).toEqual(['p1 cancelled']);
		expect(await timeline.during(10)).toEqual([]);
	});
});

describe('how it ended cannot be seen', () => {
	it.each<[what: string, figures: object | number, then: object | number | string]>([
		['something of it was sent, and it is gone', { attempted: 500, sent: 1 }, 404],
		['it was never read, and it is gone', 404, 404],
		['it only left the list', { attempted: 500, sent: 200 }, { attempted: 500, sent: 200 }],
	])('and is said once, with its name: %s', async (_, figures, then) => {
		const timeline = await losing(['completed', 'countersChanged'], figures);
		timeline.statistics.set('p1', typeof then === 'object' ? counters({ ...then }) : then);
		await timeline.during(59);
		expect(timeline.failures).toEqual([]);
		await timeline.during(3 * 24 * 60, 30);
		expect(timeline.failures).toEqual([UNSEEN('“Name of p1”')]);
	});

	it.each([
		[['created'], false],
		[['countersChanged'], false],
		[['completed'], true],
		[['finalFiguresReady'], true],
	])('is said only where a chosen event depends on it: %j', async (events, isSaid) => {
		const timeline = await losing(events, { sent: 5 });
		timeline.statistics.set('p1', 404);
		await timeline.during(90, 5);
		expect(timeline.failures).toHaveLength(isSaid ? 1 : 0);
	});

	it('is not said of one that came back before there was room to say it', async () => {
		const timeline = await losing(['completed']);
		const { list } = timeline;
		await timeline.during(55);
		timeline.listAnswer = { status: 401, body: '' };
		await timeline.poll();
		timeline.listAnswer = undefined;
		await timeline.during(10);
		timeline.list = [promotion('p1', 'Running'), ...list];
		await timeline.during(120);
		expect(timeline.failures).toEqual([expect.stringContaining('API Key')]);
	});

	it('is said of one that another filter had left out, once there is none', async () => {
		const timeline = new Timeline({ events: ['completed'], filters: { nameContains: 'Slae' } });
		timeline.list = [promotion('p1', 'Running')];
		timeline.statistics.set('p1', 404);
		await timeline.poll();
		timeline.parameters = { events: ['completed'] };
		timeline.list = [];
		await timeline.during(70);
		expect(timeline.failures).toEqual([UNSEEN('“p1”')]);
	});

	it('is not known yet while its statistics answer neither, and asked again', async () => {
		const timeline = await losing(['cancelled']);
		timeline.statistics.set('p1', 503);
		expect(await timeline.during(70)).toEqual([]);
		expect(timeline.asked).toEqual(['p1', 'p1']);
		timeline.statistics.set('p1', 404);
		expect(await timeline.events()).toEqual(['p1 cancelled']);
	});

	it('is said at most once a day, of all together', async () => {
		const timeline = new Timeline({ events: ['completed'] });
		const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
		timeline.list = ids.map((id) => promotion(id, 'Running'));
		for (const id of ids) timeline.statistics.set(id, 404);
		await timeline.poll();
		timeline.remove('a');
		await timeline.during(70, 5);
		timeline.remove('b', 'c', 'd', 'e');
		await timeline.during(20 * 60, 30);
		expect(timeline.failures).toHaveLength(1);
		await timeline.during(5 * 60, 30);
		expect(timeline.failures).toEqual([expect.anything(), UNSEEN('4 promotions \\(“b”, “c”, “d”, …\\)')]);
	});
});

it('what leaves the list after its figures were final for long is said, too', async () => {
	const timeline = new Timeline({ events: ['thresholdCrossed'] });
	timeline.list = [promotion('p1', 'Finished'), promotion('p2', 'Completed')];
	timeline.statistics.set('p1', counters({ sent: 5 }));
	await timeline.poll();
	await timeline.during(16 * 24 * 60, 240);
	expect(JSON.stringify(timeline.state())).not.toContain('Name of p1');
	timeline.remove('p1');
	await timeline.during(90, 5);
	expect(timeline.failures).toEqual([UNSEEN('“p1”')]);
});

it('an empty list for three minutes, or a window that lost it for less than an hour, is no word', async () => {
	const timeline = await losing(['cancelled', 'completed', 'statusChanged']);
	const { list } = timeline;
	timeline.list = [];
	expect(await timeline.during(3)).toEqual([]);
	timeline.list = [promotion('p1', 'Running'), ...list];
	expect(await timeline.during(60)).toEqual([]);
	timeline.change('p1', 'Cancelled');
	expect(await timeline.events()).toEqual(['p1 statusChanged', 'p1 cancelled']);
	expect(timeline.failures).toEqual([]);
});

it('with a check every five hours, two lists in a row must lack it', async () => {
	const timeline = await losing(['cancelled']);
	timeline.statistics.set('p1', 404);
	const { list } = timeline;
	timeline.list = [promotion('p1', 'Running'), ...list];
	expect(await timeline.events(300)).toEqual([]);
	timeline.list = list;
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
	const timeline = await losing(['created', 'completed', 'countersChanged', 'thresholdCrossed'], {
		attempted: 100,
		failed: 50,
	});
	const { list } = timeline;
	for (const then of [404, counters({ attempted: 100, failed: 50 })]) {
		timeline.statistics.set('p1', then);
		await timeline.during(90, 5);
		timeline.list = [promotion('p1', 'Running'), ...list];
		timeline.statistics.set('p1', counters({ attempted: 100, failed: 50 }));
		expect(await timeline.during(10)).toEqual([]);
		timeline.list = list;
	}
	timeline.statistics.set('p1', 404);
	await timeline.during(90, 5);
	timeline.list = [promotion('p1', 'Running'), ...list];
	timeline.statistics.set('p1', counters({ attempted: 100, failed: 60 }));
	expect(await timeline.during(30, 5)).toEqual(['p1 countersChanged']);
	timeline.list = [promotion('p1', 'Completed'), ...list];
	expect(await timeline.events()).toEqual(['p1 completed']);
});

describe('one that was over', () => {
	it('and is archived at completion gets its final figures', async () => {
		const timeline = await losing(['finalFiguresReady'], { sent: 5 });
		timeline.list.push(promotion('p1', 'Completed'));
		await timeline.poll();
		timeline.remove('p1');
		timeline.statistics.set('p1', counters({ sent: 6 }));
		await timeline.poll();
		const events = await timeline.during(75);
		expect(events).toEqual(['p1 finalFiguresReady']);
		expect(timeline.failures).toEqual([]);
	});

	it('and does not exist any more has its last figures as final ones', async () => {
		const timeline = await losing(['finalFiguresReady', 'completed'], { sent: 5 });
		timeline.list.push(promotion('p1', 'Completed'));
		await timeline.poll();
		timeline.remove('p1');
		timeline.statistics.set('p1', 404);
		expect(await timeline.during(59)).toEqual([]);
		await timeline.poll();
		const items = [...(await timeline.poll()), ...(await timeline.poll())];
		expect(items).toMatchObject([
			{ event: 'finalFiguresReady', finalBecause: 'gone', statistics: { sent: 5 }, statisticsStale: true },
		]);
		expect(timeline.failures).toEqual([]);
	});
});

describe('a list with nothing in common', () => {
	const window = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => promotion(`p${from + index}`, 'Completed'));

	it.each([
		[9, false],
		[10, true],
	])('of %i is said once: %s', async (count, isSaid) => {
		const timeline = new Timeline({ events: ['created'] });
		timeline.list = window(0, count);
		await timeline.poll();
		for (const from of [100, 200]) {
			timeline.list = window(from, count);
			const items = await timeline.poll(60);
			expect(items).toHaveLength(count);
			const said = from === 100 && isSaid ? (expect.stringContaining('may not show all') as string) : undefined;
			expect(items[0]?.checkProblem).toEqual(said);
		}
	});

	it('is not said once it is over', async () => {
		const timeline = new Timeline({ events: ['stopped'] });
		timeline.list = window(0, 20);
		await timeline.poll();
		timeline.listAnswer = { status: 401, body: '' };
		await timeline.poll();
		timeline.listAnswer = undefined;
		timeline.list = window(100, 20);
		await timeline.poll();
		timeline.list = window(110, 20);
		await timeline.poll(120);
		expect(timeline.failures).toEqual([expect.stringContaining('API Key')]);
	});

	it('is none with one that is known', async () => {
		const timeline = new Timeline({ events: ['created'] });
		timeline.list = window(0, 20);
		await timeline.poll();
		timeline.list = window(19, 20);
		expect((await timeline.poll(60))[0]).not.toHaveProperty('checkProblem');
	});
});
