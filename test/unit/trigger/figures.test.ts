/** Events that come from figures: Counters Changed, Final Figures Ready, Stalled; and what a reading is. */
import { counters, DAY, MINUTE, playsTimelines, promotion, running, show, type Timeline, watching } from './timeline';

playsTimelines();

describe('Counters Changed', () => {
	it('adds up small changes until they reach the minimum, also over a read that failed', async () => {
		const timeline = await watching(['countersChanged'], { minimumChange: 10 });
		expect(await show(timeline, { sent: 9 })).toEqual([]);
		timeline.statistics.set('p1', 500);
		await timeline.poll();
		timeline.statistics.set('p1', counters({ sent: 10 }));
		expect(await timeline.poll()).toMatchObject([{ changes: { sent: { from: 0, to: 10, delta: 10 } } }]);
		expect(await show(timeline, { sent: 19 })).toEqual([]);
		expect(await show(timeline, { sent: 0 })).toEqual(['countersChanged']);
	});

	it('comes for the chosen counters only, each time with an eventId of its own', async () => {
		const timeline = await watching(['countersChanged'], { counters: ['read'] });
		expect(await show(timeline, { sent: 9 })).toEqual([]);
		const ids = new Set<unknown>();
		for (const read of [1, 0, 1, 0]) {
			timeline.statistics.set('p1', counters({ sent: 9, read }));
			for (const { eventId } of await timeline.poll()) ids.add(eventId);
		}
		expect(ids.size).toBe(4);
	});

	it('counts from 0 only for what is new to the trigger', async () => {
		const timeline = await watching(['countersChanged']);
		timeline.list.push(promotion('new', 'Running'));
		timeline.statistics.set('new', counters({ sent: 5 }));
		expect(await timeline.poll()).toMatchObject([{ promotionId: 'new', changes: { sent: { from: 0, to: 5 } } }]);
		// It was there, and had no statistics yet.
		const other = await running(['Preparing'], ['countersChanged'], 404);
		expect(await show(other, { sent: 20_000 }, 10)).toEqual([]);
		other.statistics.set('p1', '{}');
		expect(await other.events(10)).toEqual([]);
		other.statistics.set('p1', counters({ sent: 20_001 }));
		expect(await other.poll(5)).toMatchObject([{ changes: { sent: { from: 20_000, to: 20_001 } } }]);
	});

	it('starts anew after a time in which it was not chosen', async () => {
		const timeline = await watching(['countersChanged', 'stalled']);
		const { parameters } = timeline;
		timeline.parameters = { events: ['stalled'] };
		expect(await show(timeline, { sent: 5 })).toEqual([]);
		timeline.parameters = parameters;
		timeline.statistics.set('p1', counters({ sent: 6 }));
		expect(await timeline.poll(5)).toMatchObject([{ changes: { sent: { from: 5, to: 6 } } }]);
	});

	it.each([-5, 0.5, 'many'])('takes %p for no counter: it is null, said, and the others stand', async (failed) => {
		const timeline = await watching(['countersChanged']);
		timeline.statistics.set('p1', counters({ sent: 9, failed }));
		expect(await timeline.poll()).toMatchObject([
			{ statistics: { sent: 9, failed: null }, statisticsStale: true, changes: { sent: { to: 9 } } },
		]);
	});

	it('goes on until the end of the watch window', async () => {
		const timeline = await watching(['countersChanged'], { watchAfterCompletionHours: 2 });
		timeline.change('p1', 'Completed');
		expect(await show(timeline, { sent: 1 })).toEqual(['countersChanged']);
		expect(await show(timeline, { sent: 2 }, 119)).toEqual(['countersChanged']);
		expect(await show(timeline, { sent: 3 }, 1)).toEqual([]);
		expect(timeline.asked).toEqual([]);
	});
});

it('a counter that is missing in one answer makes the reading doubtful: null, said with the reason, and no low alert', async () => {
	const low = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 };
	const timeline = await watching(['thresholdCrossed', 'countersChanged'], { thresholds: { threshold: [low] } });
	timeline.change('p1', 'Completed');
	await show(timeline, { sent: 1000, delivered: 500, read: 20 });
	timeline.statistics.set('p1', counters({ sent: 1000, delivered: 900, read: null }));
	const [item] = await timeline.poll(30);
	expect(item).toMatchObject({ event: 'countersChanged', statisticsStale: true, statistics: { read: null } });
	expect(item?.statisticsError).toContain("'read'");
	// No quiet read: an hour counts from the next good one.
	expect(await timeline.during(60, 30)).toEqual([]);
	expect(await show(timeline, { sent: 1000, delivered: 900, read: 200 }, 5)).toEqual(['countersChanged']);
	expect(await timeline.during(120)).toEqual([]);
});

describe('Final Figures Ready', () => {
	async function completed(options = {}) {
		const timeline = await watching(['finalFiguresReady'], options);
		timeline.change('p1', 'Completed');
		expect(await show(timeline, { sent: 5 })).toEqual([]);
		return timeline;
	}

	it('comes once figures have not moved for the chosen time', async () => {
		const timeline = await completed();
		expect(await show(timeline, { sent: 6 }, 59)).toEqual([]);
		expect(await timeline.during(59)).toEqual([]);
		expect(await timeline.poll()).toMatchObject([{ event: 'finalFiguresReady', finalBecause: 'quiet' }]);
		expect(await timeline.during(5 * 24 * 60, 60)).toEqual([]);
	});

	it('needs two good readings in which the list says Completed, however long the time between', async () => {
		const timeline = await watching(['finalFiguresReady']);
		timeline.change('p1', 'Completed');
		timeline.statistics.set('p1', 500);
		expect(await timeline.during(120)).toEqual([]);
		timeline.statistics.set('p1', counters());
		expect(await timeline.events(600)).toEqual([]);
		timeline.change('p1', 'Running');
		expect(await timeline.events(60)).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(await timeline.events(60)).toEqual([]);
		expect(await timeline.events(60)).toEqual(['p1 finalFiguresReady']);
	});

	it('comes for one that was completed when it first appeared, and for none that was at the baseline', async () => {
		const timeline = await watching(['finalFiguresReady'], {}, 'Completed');
		timeline.list.push(promotion('p2', 'Completed'));
		timeline.statistics.set('p2', counters());
		expect(await timeline.during(300, 5)).toEqual(['p2 finalFiguresReady']);
	});

	it.each([
		['is read first', counters({ sent: 9 }), { statistics: { sent: 9 } }],
		['comes although nothing can be read', 500, { statistics: { sent: 5 }, statisticsStale: true }],
	])('%s at the end of the watch window', async (_, answer, expected) => {
		const timeline = await completed({ watchAfterCompletionHours: 3, finalAfterMinutes: 1000 });
		expect(await timeline.events(179)).toEqual([]);
		timeline.statistics.set('p1', answer);
		const items = await timeline.poll();
		expect(items).toMatchObject([{ event: 'finalFiguresReady', finalBecause: 'watchEnd', ...expected }]);
		expect(items[0]?.statisticsStale).toBe('statisticsStale' in expected ? true : undefined);
		expect(await timeline.events(60)).toEqual([]);
	});

	it('waits no longer because the clock was set back', async () => {
		const timeline = await completed();
		timeline.time -= 7 * DAY;
		expect(await timeline.during(62)).toEqual(['p1 finalFiguresReady']);
	});
});

describe('Stalled', () => {
	it('comes when a running promotion was seen to change, and then not for the chosen time; once for each standstill', async () => {
		const timeline = await watching(['stalled']);
		// Nobody knows whether what was there before ever moved.
		expect(await timeline.during(300, 5)).toEqual([]);
		const movedAt = timeline.time + 60 * MINUTE;
		expect(await show(timeline, { sent: 5 }, 60)).toEqual([]);
		expect(await timeline.during(119)).toEqual([]);
		expect(await timeline.poll()).toMatchObject([{ event: 'stalled', stalledSince: new Date(movedAt).toISOString() }]);
		expect(await timeline.during(2 * 24 * 60, 30)).toEqual([]);
		expect(await show(timeline, { sent: 6 }, 300)).toEqual([]);
		expect(await timeline.during(130, 5)).toEqual(['p1 stalled']);
	});

	it('counts from when one was created, or its status changed', async () => {
		const timeline = await watching(['stalled']);
		timeline.list.push(promotion('p2', 'Preparing'));
		timeline.statistics.set('p2', 404);
		expect(await timeline.during(60, 5)).toEqual([]);
		timeline.change('p2', 'Running');
		expect(await timeline.during(120)).toEqual([]);
		expect(await timeline.events()).toEqual(['p2 stalled']);
	});

	it('comes again for a standstill that a new status began', async () => {
		const timeline = await watching(['stalled']);
		await show(timeline, { sent: 5 });
		for (const status of ['Throttled', 'Running']) {
			expect(await timeline.during(130, 5)).toEqual(['p1 stalled']);
			timeline.change('p1', status);
		}
	});

	it('counts from the first reading where nobody knows what its counters were before', async () => {
		const timeline = await running(['Preparing'], ['stalled']);
		timeline.change('p1', 'Running');
		await timeline.during(300, 5);
		timeline.statistics.set('p1', counters({ sent: 5 }));
		expect(await timeline.during(119)).toEqual([]);
		expect(await timeline.during(10)).toEqual(['p1 stalled']);
	});

	it.each<[string, (timeline: Timeline) => unknown]>([
		['cannot be read', (timeline) => timeline.statistics.set('p1', 500)],
		['is stopped', (timeline) => timeline.change('p1', 'Stopped')],
		['is completed', (timeline) => timeline.change('p1', 'Completed')],
		['is not listed', (timeline) => timeline.remove('p1')],
	])('does not come while it %s', async (_, then) => {
		const timeline = await watching(['stalled']);
		await show(timeline, { sent: 5 });
		then(timeline);
		expect(await timeline.during(400, 5)).toEqual([]);
	});
});

describe('figures that stand still for 14 days', () => {
	const low = { rate: 'readRate', direction: 'below', percent: 10, minimumBase: 100 };

	async function standing(figures: object, days: number) {
		const events = ['thresholdCrossed', 'finalFiguresReady'];
		const timeline = await watching(events, { thresholds: { threshold: [low] } }, 'Finished');
		timeline.statistics.set('p1', counters({ ...figures }));
		await timeline.poll();
		return { timeline, events: await timeline.during(days * 24 * 60, 120) };
	}

	it('are final, also where a service has another word for Completed', async () => {
		const sent = { attempted: 1000, sent: 1000, delivered: 1000, read: 50 };
		expect((await standing(sent, 13)).events).toEqual([]);
		const { timeline, events } = await standing(sent, 16);
		expect(events).toEqual(['p1 thresholdCrossed']);
		expect(JSON.stringify(timeline.state())).not.toContain('Name of p1');
		await timeline.poll(3 * 24 * 60);
		expect(timeline.asked).toEqual([]);
		// A changed status begins it again, and no limit is told twice.
		timeline.change('p1', 'Completed');
		expect(await timeline.events()).toEqual([]);
		expect(timeline.asked).toEqual(['p1']);
		expect(await timeline.during(300, 5)).toEqual(['p1 finalFiguresReady']);
	});

	it('are not forgotten: if there are none after a change of its status, they cannot be read', async () => {
		const { timeline } = await standing({ attempted: 1000, sent: 1000, delivered: 1000, read: 500 }, 16);
		timeline.change('p1', 'Running');
		timeline.statistics.set('p1', 404);
		await timeline.during(20);
		expect(timeline.failures).toEqual([expect.stringContaining('The figures of “Name of p1” could not be read')]);
	});

	it('are not where nothing was sent, or nothing was read', async () => {
		const { timeline } = await standing({ attempted: 1000 }, 20);
		expect(JSON.stringify(timeline.state())).toContain('Name of p1');
		const unread = await watching(['thresholdCrossed']);
		await show(unread, { sent: 5 });
		unread.statistics.set('p1', 500);
		await unread.during(20 * 24 * 60, 120);
		expect(JSON.stringify(unread.state())).toContain('Name of p1');
	});
});

it.each([[['created']], [['completed', 'stopped', 'statusChanged']]])(
	'statistics are not read where no event needs them, nor kept: %j',
	async (events) => {
		const timeline = await watching(events);
		await timeline.during(60, 5);
		expect(timeline.asked).toEqual([]);
		expect(JSON.stringify(timeline.state())).not.toContain('Name of p1');
	},
);

it('Cancelled reads them until something was sent', async () => {
	const timeline = await watching(['cancelled']);
	for (const sent of [0, 1]) {
		await show(timeline, { sent }, 60);
		expect(timeline.asked).toEqual(['p1']);
	}
	await timeline.poll(60);
	expect(timeline.asked).toEqual([]);
});
