import type { Counters } from '../../../nodes/service/statistics';
import { allEvents, counters, HOUR, MINUTE, promotion, settingsOf, show, Timeline, watching } from './timeline';

describe('Counters Changed', () => {
	it('comes with each change', () => {
		const timeline = watching(['countersChanged']);
		expect(show(timeline, { sent: 1 })).toEqual(['countersChanged']);
		expect(show(timeline, { sent: 1 })).toEqual([]);
		expect(show(timeline, { sent: 1, optout: 1 })).toEqual(['countersChanged']);
	});

	it('adds up small changes until they reach the minimum', () => {
		const timeline = watching(['countersChanged'], { minimumChange: 10 });
		for (let sent = 3; sent < 10; sent += 3) expect(show(timeline, { sent })).toEqual([]);
		timeline.statistics.set('p1', counters({ sent: 12 }));
		expect(timeline.poll()[0]?.changes).toEqual({ sent: { from: 0, to: 12, delta: 12 } });
		expect(show(timeline, { sent: 21 })).toEqual([]);
		expect(show(timeline, { sent: 22 })).toEqual(['countersChanged']);
	});

	it('adds up small changes although a read in between fails', () => {
		const timeline = watching(['countersChanged'], { minimumChange: 10 });
		expect(show(timeline, { sent: 6 })).toEqual([]);
		timeline.statistics.set('p1', null);
		expect(timeline.events()).toEqual([]);
		expect(show(timeline, { sent: 12 })).toEqual(['countersChanged']);
	});

	it('counts from the last event after a time in which it was not chosen', () => {
		const timeline = watching(['countersChanged', 'stalled'], { minimumChange: 10 });
		const { settings } = timeline;
		expect(show(timeline, { sent: 10 })).toEqual(['countersChanged']);
		timeline.settings = settingsOf({ events: ['stalled'] });
		expect(show(timeline, { sent: 17 })).toEqual([]);
		timeline.settings = settings;
		expect(show(timeline, { sent: 19 })).toEqual([]);
		expect(show(timeline, { sent: 20 })).toEqual(['countersChanged']);
	});

	it('gives each change an eventId of its own, also if figures go up and down', () => {
		const timeline = watching(['countersChanged']);
		const ids = new Set();
		for (const sent of [1, 2, 1, 2]) {
			timeline.statistics.set('p1', counters({ sent }));
			for (const { eventId } of timeline.poll()) ids.add(eventId);
		}
		expect(ids.size).toBe(4);
	});

	it('comes for the chosen counters only', () => {
		const timeline = watching(['countersChanged'], { counters: ['read'] });
		expect(show(timeline, { sent: 100, delivered: 50 })).toEqual([]);
		expect(show(timeline, { sent: 100, delivered: 50, read: 1 })).toEqual(['countersChanged']);
	});

	it('starts from zero for a new promotion, and from the first figures for one that was there', () => {
		const timeline = new Timeline({ events: ['countersChanged'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		expect(show(timeline, { sent: 40 })).toEqual([]);
		timeline.list.push(promotion('p2', 'Running'));
		timeline.statistics.set('p2', counters({ sent: 7 }));
		const [item] = timeline.poll();
		expect(item).toMatchObject({ promotionId: 'p2', changes: { sent: { from: 0, to: 7, delta: 7 } } });
	});

	it('starts from zero where there were no statistics after an answer without any counter', () => {
		const timeline = new Timeline({ events: ['countersChanged'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll();
		for (const answer of [{}, 'none'] as const) {
			timeline.statistics.set('p1', answer);
			expect(timeline.events()).toEqual([]);
		}
		timeline.statistics.set('p1', counters({ sent: 40 }));
		expect(timeline.poll()[0]?.changes).toEqual({ sent: { from: 0, to: 40, delta: 40 } });
	});

	it('comes for a completed promotion until the end of the watch window', () => {
		const timeline = watching(['countersChanged'], { watchAfterCompletionHours: 2 });
		timeline.change('p1', 'Completed');
		timeline.poll();
		expect(show(timeline, { read: 1 }, 60)).toEqual(['countersChanged']);
		expect(show(timeline, { read: 2 }, 59)).toEqual(['countersChanged']);
		expect(show(timeline, { read: 3 }, 1)).toEqual(['countersChanged']);
		expect(show(timeline, { read: 4 }, 1)).toEqual([]);
		expect(timeline.asked).toEqual([]);
	});

	it.each([2 ** 53 + 2, 1.7e300, -5, 0.5])('comes for no counter that is %d', (odd) => {
		const timeline = watching(['countersChanged']);
		expect(show(timeline, { sent: 10, read: 2 })).toEqual(['countersChanged']);
		timeline.statistics.set('p1', counters({ sent: odd, read: 3 }));
		expect(timeline.poll()[0]?.changes).toEqual({ read: { from: 2, to: 3, delta: 1 } });
		expect(show(timeline, { sent: 10, read: 3 })).toEqual([]);
	});

	it.each([
		['missing', {}],
		['not there as long as the promotion is known', { delivered: 5 }],
	])('takes a counter that is %s for what it was', (_, more) => {
		const timeline = watching(['countersChanged', 'stalled'], { stalledAfterMinutes: 2 });
		expect(show(timeline, { ...more, sent: 100 })).toEqual(['countersChanged']);
		timeline.statistics.set('p1', { attempted: 0, ...more });
		expect(timeline.events()).toEqual([]);
		timeline.statistics.set('p1', { sent: 100 });
		expect(timeline.events()).toEqual(['p1 stalled']);
	});

	it('shows a counter that was never sent as null, and does not come for its first value', () => {
		const timeline = new Timeline({ events: ['countersChanged', 'completed'] });
		timeline.list = [promotion('p1', 'Running')];
		timeline.statistics.set('p1', { attempted: 10, sent: 5 });
		timeline.poll();
		timeline.statistics.set('p1', { attempted: 10, sent: 5, delivered: 3 });
		expect(timeline.events()).toEqual([]);
		timeline.statistics.set('p1', { delivered: 4, read: null });
		timeline.change('p1', 'Completed');
		expect(timeline.poll()).toMatchObject([
			{ event: 'completed', statistics: { attempted: 10, sent: 5, delivered: 4, read: null } },
			{ event: 'countersChanged', changes: { delivered: { from: 3, to: 4, delta: 1 } }, rates: { readRate: null } },
		]);
	});

	it('keeps a counter that was never sent null for a new promotion, too, and counts it from 0 once it comes', () => {
		const timeline = watching(['completed', 'countersChanged']);
		timeline.list.push(promotion('p2', 'Completed'));
		timeline.statistics.set('p2', { sent: 10 });
		const rates = { deliveryRate: null, failureRate: null };
		const [completed] = timeline.poll();
		expect(completed).toMatchObject({ event: 'completed', statistics: { sent: 10, failed: null }, rates });
		timeline.statistics.set('p2', { sent: 10, delivered: 4 });
		expect(timeline.poll()).toMatchObject([{ changes: { delivered: { from: 0, to: 4, delta: 4 } } }]);
	});

	it('comes with figures of which one makes no sense, and says so', () => {
		const timeline = watching(['countersChanged']);
		timeline.doubt = "'failed' is -1.";
		timeline.statistics.set('p1', { sent: 5, failed: null });
		expect(timeline.poll()).toMatchObject([
			{ event: 'countersChanged', statistics: { sent: 5 }, statisticsStale: true, statisticsError: "'failed' is -1." },
		]);
	});
});

describe('Final Figures Ready', () => {
	const finishing = (options: Record<string, unknown> = {}) => {
		const timeline = watching(['finalFiguresReady'], {
			finalAfterMinutes: 60,
			watchAfterCompletionHours: 72,
			...options,
		});
		timeline.change('p1', 'Completed');
		return timeline;
	};

	it('comes once the figures of a completed promotion have not changed for the chosen time', () => {
		const timeline = finishing();
		expect(show(timeline, { sent: 10 })).toEqual([]);
		expect(show(timeline, { sent: 10 }, 59)).toEqual([]);
		timeline.statistics.set('p1', counters({ sent: 10 }));
		expect(timeline.poll()[0]).toMatchObject({
			event: 'finalFiguresReady',
			finalBecause: 'quiet',
			status: 'Completed',
		});
		expect(show(timeline, { sent: 11 }, 120)).toEqual([]);
	});

	it('waits no longer because the clock was set back', () => {
		const timeline = watching(['finalFiguresReady'], { finalAfterMinutes: 10 });
		timeline.now -= 5 * HOUR;
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual([]);
		expect(timeline.events(9)).toEqual([]);
		expect(timeline.events(1)).toEqual(['p1 finalFiguresReady']);
	});

	it('comes for a promotion that was completed when it first appeared', () => {
		const timeline = watching(['finalFiguresReady'], { finalAfterMinutes: 10 });
		timeline.list.push(promotion('p2', 'Completed'));
		timeline.statistics.set('p2', counters({ sent: 10 }));
		expect([timeline.events(), timeline.events(9), timeline.events(1)]).toEqual([[], [], ['p2 finalFiguresReady']]);
	});

	it('waits again after each change of a figure', () => {
		const timeline = finishing();
		show(timeline, { sent: 10 });
		expect(show(timeline, { sent: 11 }, 59)).toEqual([]);
		expect(show(timeline, { sent: 11 }, 59)).toEqual([]);
		expect(show(timeline, { sent: 11 }, 1)).toEqual(['finalFiguresReady']);
	});

	it('needs two good reads, however long the time between them', () => {
		const timeline = finishing();
		timeline.statistics.set('p1', null);
		expect(timeline.events(5)).toEqual([]);
		expect(timeline.events(120)).toEqual([]);
		expect(show(timeline, {}, 5)).toEqual([]);
		expect(show(timeline, {}, 13)).toEqual(['finalFiguresReady']);
	});

	it('needs two reads in which the list says Completed: one that says otherwise delays it', () => {
		const timeline = finishing({ finalAfterMinutes: 5 });
		show(timeline, { sent: 10 });
		timeline.change('p1', 'Running');
		for (let poll = 0; poll < 3; poll++) expect(show(timeline, { sent: 10 }, 10)).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(show(timeline, { sent: 10 }, 10)).toEqual([]);
		expect(show(timeline, { sent: 10 }, 10)).toEqual(['finalFiguresReady']);
	});

	it('needs two reads in which the list says Completed: one without a status does not count, and costs nothing', () => {
		const timeline = finishing({ finalAfterMinutes: 5 });
		show(timeline, { sent: 10 });
		timeline.change('p1', '');
		for (let poll = 0; poll < 3; poll++) expect(show(timeline, { sent: 10 }, 10)).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(show(timeline, { sent: 10 }, 10)).toEqual(['finalFiguresReady']);
	});

	it('needs reads in which every counter makes sense', () => {
		const timeline = finishing();
		timeline.doubt = "'failed' is -1.";
		for (let poll = 0; poll < 10; poll++) expect(show(timeline, { sent: 10 }, 60)).toEqual([]);
		timeline.doubt = undefined;
		expect([show(timeline, { sent: 10 }, 60), show(timeline, { sent: 10 }, 60)]).toEqual([[], ['finalFiguresReady']]);
	});

	it('does not come while figures cannot be read', () => {
		const timeline = finishing();
		for (let read = 0; read < 3; read++) show(timeline, { sent: 10 });
		timeline.statistics.set('p1', null);
		expect(timeline.events(60)).toEqual([]);
		expect(show(timeline, { sent: 10 }, 5)).toEqual(['finalFiguresReady']);
	});

	it('comes at the end of the watch window at the latest, even when nothing can be read', () => {
		const timeline = finishing({ watchAfterCompletionHours: 2 });
		timeline.statistics.set('p1', null);
		for (let minute = 0; minute < 120; minute += 20) expect(timeline.events(20)).toEqual([]);
		expect(timeline.poll(20)[0]).toMatchObject({
			event: 'finalFiguresReady',
			finalBecause: 'watchEnd',
			statisticsStale: true,
		});
	});

	it('does not come for a promotion that was complete at the baseline', () => {
		const timeline = watching(['finalFiguresReady'], { finalAfterMinutes: 1 }, 'Completed');
		for (let round = 0; round < 5; round++) expect(timeline.events(60)).toEqual([]);
	});
});

describe('Stalled', () => {
	const stalling = () => watching(['stalled'], { stalledAfterMinutes: 120 });

	it('comes when the figures of a running promotion have changed, and then not for the chosen time', () => {
		const timeline = stalling();
		expect(show(timeline, { sent: 1 })).toEqual([]);
		expect(show(timeline, { sent: 1 }, 119)).toEqual([]);
		const stalledSince = new Date(timeline.now - 119 * MINUTE).toISOString();
		expect(timeline.poll()).toMatchObject([{ event: 'stalled', stalledSince }]);
		expect(show(timeline, { sent: 1 }, 3000)).toEqual([]);
		expect(show(timeline, { sent: 2 }, 60)).toEqual([]);
		expect(show(timeline, { sent: 2 }, 120)).toEqual(['stalled']);
	});

	it('comes at most once a day for one that has sent all but a few, and whose last figures trickle in', () => {
		const timeline = stalling();
		const events = Array.from({ length: 3 * 24 }, (_, hour) =>
			show(timeline, { sent: Math.floor(hour / 3) }, 60),
		).flat();
		expect(events).toEqual(['stalled', 'stalled', 'stalled']);
	});

	it.each<[string, Partial<Counters> | 'none']>([
		['there are no figures', 'none'],
		['its figures are 0', counters()],
		['its people are counted, and nothing else', counters({ attempted: 5000 })],
	])('comes once for each status while nothing was sent: %s', (_, given) => {
		const timeline = stalling();
		timeline.list.push(promotion('p2', 'Scheduled'));
		timeline.statistics.set('p2', given);
		const found: unknown[] = [];
		for (let hour = 0; hour < 8 * 24; hour++) {
			// Each night it waits for the hours in which it may send.
			timeline.change('p2', hour % 24 < 12 ? 'Scheduled' : 'Queued');
			found.push(...timeline.poll(60).map(({ status, note }) => [status, note]));
		}
		const note = 'Nothing was sent yet; it may be scheduled.';
		expect(found).toEqual([
			['Scheduled', note],
			['Queued', note],
		]);
	});

	it('does not come for a promotion that has not changed since it was first seen', () => {
		const timeline = stalling();
		for (let round = 0; round < 5; round++) expect(show(timeline, {}, 120)).toEqual([]);
	});

	it('does not come while nothing can be read, nor for a promotion that is stopped or completed', () => {
		const timeline = stalling();
		show(timeline, { sent: 1 });
		timeline.statistics.set('p1', null);
		expect(timeline.events(HOUR)).toEqual([]);
		for (const status of ['Stopped', 'Completed']) {
			timeline.change('p1', status);
			for (let poll = 0; poll < 2; poll++) expect(show(timeline, { sent: 1 }, 300)).toEqual([]);
		}
	});

	it.each([
		['Preparing', 'Running'],
		['Stopped', 'Running'],
		['Running', 'Sending'],
	])('comes the chosen time after a change from %s to %s, although no figure has ever changed', (from, to) => {
		const timeline = watching(['stalled'], {}, from);
		expect(show(timeline, {}, 300)).toEqual([]);
		timeline.change('p1', to);
		expect([...show(timeline, {}), ...show(timeline, {}, 119)]).toEqual([]);
		expect(show(timeline, {}, 1)).toEqual(['stalled']);
		expect(show(timeline, {}, 300)).toEqual([]);
	});

	it.each<[string, Partial<Counters> | 'none']>([
		['Preparing', 'none'],
		['Preparing', counters()],
		['Scheduled', counters()],
		['Draft', counters()],
	])('comes for a new promotion that does not begin, whatever its status says: %s, %j', (status, figures) => {
		const timeline = stalling();
		timeline.list.push(promotion('p2', status));
		timeline.statistics.set('p2', figures);
		expect([...timeline.events(1), ...timeline.events(119)]).toEqual([]);
		expect(timeline.events(1)).toEqual(['p2 stalled']);
	});
});

describe('statistics calls', () => {
	it('are not made when only statuses matter and none has changed', () => {
		const timeline = watching(['created', 'completed', 'statusChanged', 'disappeared']);
		timeline.poll();
		expect(timeline.asked).toEqual([]);
	});

	it('are not made for a completed one when only Stalled is chosen', () => {
		const timeline = watching(['stalled']);
		timeline.change('p1', 'Completed');
		timeline.poll();
		timeline.poll(60);
		expect(timeline.asked).toEqual([]);
	});

	it('end 72 hours after a promotion was stopped', () => {
		const timeline = watching(['countersChanged']);
		timeline.change('p1', 'Stopped');
		const reads = Array.from({ length: 80 }, () => {
			timeline.poll(60);
			return timeline.asked.length;
		});
		expect(reads.slice(0, 72)).toEqual(Array(72).fill(1));
		expect(reads.slice(72)).toEqual(Array(8).fill(0));
		timeline.change('p1', 'Running');
		timeline.poll();
		expect(timeline.asked).toEqual(['p1']);
	});

	it('end with Final Figures Ready', () => {
		const timeline = watching(['finalFiguresReady'], { finalAfterMinutes: 10 });
		timeline.change('p1', 'Completed');
		timeline.poll();
		expect(timeline.events(10)).toEqual(['p1 finalFiguresReady']);
		timeline.poll(60);
		expect(timeline.asked).toEqual([]);
	});

	it.each([[allEvents], [['finalFiguresReady']]])(
		'are not needed for %p of a promotion that ended before watching began',
		(events) => {
			const timeline = watching(events, {}, 'Completed');
			expect(timeline.asked).toEqual([]);
			timeline.poll();
			expect(timeline.asked).toEqual([]);
		},
	);
});
