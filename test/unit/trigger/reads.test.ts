import type { PromotionRecord } from '../../../nodes/RcsPromotionTrigger/state';
import { counters, MINUTE, promotion, START, Timeline } from './timeline';

const DAY = 24 * 60;

interface Given extends Partial<Omit<PromotionRecord, 'changedAt' | 'created' | 'statusAt'>> {
	/** All in minutes before the poll. */
	moved: number;
	read?: number;
	created?: number | null;
	events?: string[];
}

/** Whether the figures of a promotion of which this is remembered are read at a poll. */
function isRead({ moved, read, created = moved, events = ['countersChanged'], ...given }: Given) {
	const now = START;
	const ago = (minutes: number) => now - minutes * MINUTE;
	const status = given.status ?? 'Running';
	const createdAt = created === null ? undefined : ago(created);
	const timeline = new Timeline({ events });
	timeline.list = [promotion('p1', status, { createdDate: createdAt ?? null })];
	timeline.poll(0);
	const requestedAt = read === undefined ? undefined : ago(read);
	const known = { name: 'p1', status, created: createdAt, changedAt: ago(moved), moves: 1, requestedAt };
	const record = { ...known, counters: counters(), statusAt: ago(moved), ...given };
	if (timeline.state) timeline.state = { ...timeline.state, records: { p1: record } };
	timeline.poll(0);
	return timeline.asked.length > 0;
}

const finishing: Partial<Given> = { events: ['finalFiguresReady'], status: 'Completed', completedAt: START };
const stalling = { events: ['stalled'] };

it.each<[string, boolean, Given]>([
	['never read', true, { moved: 1 }],
	['read in the future, as the clock was set back, is read a moment later', false, { moved: 60, read: -1 }],
	['read at this moment', false, { moved: 60, read: 0 }],
	['at rest for 100 minutes when it was read, 10 minutes ago', true, { moved: 110, read: 10 }],
	['at rest for 101 minutes when it was read, 9 minutes ago', false, { moved: 110, read: 9 }],
	['without statistics (404) for as long', false, { moved: 110, read: 9, counters: undefined }],
	[
		'without statistics (404) for days, 59 minutes after a read',
		false,
		{ moved: 5 * DAY, read: 59, counters: undefined },
	],
	['not answered (5xx), 5 minutes after a read', true, { moved: 5 * DAY, read: 5, lastRequestFailed: true }],
	['not answered (5xx), almost 5 minutes after a read', false, { moved: 5 * DAY, read: 4.9, lastRequestFailed: true }],
	['at rest for days, read an hour ago', true, { moved: 5 * DAY, read: 60 }],
	['at rest for days, read 59 minutes ago', false, { moved: 5 * DAY, read: 59 }],
	['of unknown age, read an hour ago', true, { moved: 9 * DAY, read: 60, created: null }],
	['a week old, read an hour ago', true, { moved: 7 * DAY, read: 60 }],
	['older than a week, read an hour ago', false, { moved: 7 * DAY + 1, read: 60 }],
	['older than a week, read 6 hours ago', true, { moved: 9 * DAY, read: 360 }],
	['older than a week, read almost 6 hours ago', false, { moved: 9 * DAY, read: 359 }],
	['complete, and perhaps final now', true, { ...finishing, moved: 60, read: 1 }],
	['complete, and not at rest for long enough', false, { ...finishing, moved: 59, read: 1 }],
	['complete and final', false, { ...finishing, moved: 60, read: 1, finalBecause: 'quiet' }],
	[
		'complete, where final figures matter to no event',
		false,
		{ ...finishing, events: ['stalled'], moved: 60, read: 1 },
	],
	['under way, and as long at rest', false, { events: ['finalFiguresReady'], moved: 60, read: 1 }],
	['perhaps stalled now', true, { ...stalling, moved: 120, read: 1 }],
	['not at rest for long enough to be stalled', false, { ...stalling, moved: 119, read: 1 }],
	['known to be stalled', false, { ...stalling, moved: 130, read: 1, eventMemory: { stalledAtMoves: 1 } }],
	['perhaps stalled, and not answered since', false, { ...stalling, moved: 130, read: 4, lastRequestFailed: true }],
	['complete, and not answered since', false, { ...finishing, moved: 70, read: 4, lastRequestFailed: true }],
	['not begun since the baseline', false, { ...stalling, moved: 130, read: 1, moves: 0 }],
	['stopped', false, { ...stalling, moved: 130, read: 1, status: 'Stopped' }],
	['at rest, where Stalled is not chosen', false, { moved: 130, read: 1 }],
])('the figures of what is %s are read: %s', (_, expected, given) => {
	expect(isRead(given)).toBe(expected);
});

describe('among 1,800 that stand still under a status that the document does not name, one that moves', () => {
	const still = Array.from({ length: 1800 }, (_, index) =>
		promotion(`still${index}`, ['Draft', 'Expired', 'Finished'][index % 3] ?? '', {
			createdDate: START - index * MINUTE,
		}),
	);
	/** It moves for forty hours, checked once an hour, in which each of the others was read. */
	const watching = () => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = [...still, promotion('live', 'Running')];
		for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ attempted: 1000 }));
		for (let poll = 0; poll < 40; poll++) {
			timeline.statistics.set('live', counters({ attempted: 1000, sent: poll }));
			timeline.poll(60);
		}
		return timeline;
	};

	it('is reported within the hour that its failures come in, checked every five minutes', () => {
		const timeline = watching();
		for (let poll = 0; poll < 12; poll++) {
			timeline.statistics.set('live', counters({ attempted: 1000, sent: 100 + poll }));
			timeline.poll(5);
		}
		timeline.statistics.set('live', counters({ attempted: 1000, failed: 700 }));
		expect(Array.from({ length: 12 }, () => timeline.events(5)).flat()).toEqual(['live thresholdCrossed']);
	});

	it('is reported by the next check where that comes once an hour, as long as it moves', () => {
		const timeline = watching();
		for (let poll = 0; poll < 50; poll++) {
			timeline.statistics.set('live', counters({ attempted: 1000, sent: poll }));
			timeline.poll(60);
		}
		timeline.statistics.set('live', counters({ attempted: 1000, failed: 700 }));
		expect(timeline.events(60)).toEqual(['live thresholdCrossed']);
	});
});

it.each([
	['move', 3],
	['stand still', 60],
])('of 120 promotions that all %s, each is read in turn', (what, polls) => {
	const timeline = new Timeline({ events: ['countersChanged'] });
	timeline.list = Array.from({ length: 120 }, (_, index) => promotion(`p${index}`, 'Running'));
	const read = new Set<string>();
	for (let poll = 0; poll < 60 + polls; poll++) {
		const sent = what === 'move' ? poll : 0;
		for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ sent }));
		timeline.poll();
		if (poll >= 60) for (const id of timeline.asked) read.add(id);
	}
	expect(read.size).toBe(120);
});

it('promotions that stand still are read, too, while more of them move than one check may read', () => {
	const timeline = new Timeline({ events: ['thresholdCrossed'] });
	const moving = Array.from({ length: 120 }, (_, index) => promotion(`moving${index}`, 'Running'));
	const still = Array.from({ length: 100 }, (_, index) => promotion(`still${index}`, 'Running'));
	timeline.list = [...still, ...moving];
	for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ attempted: 1000 }));
	const events: string[] = [];
	for (let poll = 0; poll < 90; poll++) {
		for (const { promotionId } of moving)
			timeline.statistics.set(promotionId, counters({ attempted: 1000, sent: poll }));
		if (poll === 60) {
			for (const { promotionId } of still) {
				timeline.statistics.set(promotionId, counters({ attempted: 1000, failed: 500 }));
			}
		}
		events.push(...timeline.events());
	}
	expect(new Set(events).size).toBe(100);
});

it('of more promotions than can be followed, those that are followed are read', () => {
	const timeline = new Timeline({ events: ['thresholdCrossed'], options: { maximumStatisticsCalls: 500 } });
	timeline.list = Array.from({ length: 5100 }, (_, index) =>
		promotion(`p${index}`, 'Running', { createdDate: START - index * 100 }),
	);
	for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ attempted: 1000 }));
	for (let minute = 0; minute < 12; minute++) timeline.poll();
	timeline.statistics.set('p0', counters({ attempted: 1000, failed: 500 }));
	let events: string[] = [];
	for (let poll = 0; poll < 15 && events.length === 0; poll++) events = timeline.events();
	expect(events).toEqual(['p0 thresholdCrossed']);
});

it('no status event waits for figures: twenty checks without time for statistics', () => {
	const timeline = new Timeline({
		events: ['statusChanged', 'finalFiguresReady'],
		options: { watchAfterCompletionHours: 1 },
	});
	timeline.list = [promotion('p1', 'Running')];
	timeline.poll();
	timeline.readsNothing = true;
	timeline.change('p1', 'Completed');
	const [item] = timeline.poll();
	expect(item).toMatchObject({ event: 'statusChanged', statistics: null, statisticsStale: true });
	const events = Array.from({ length: 20 }, () => timeline.poll(10)).flat();
	expect(events).toEqual([
		expect.objectContaining({ event: 'finalFiguresReady', finalBecause: 'watchEnd', statisticsStale: true }),
	]);
});

describe('a promotion whose figures have not changed for days', () => {
	const rested = () => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = ['p1', 'p2'].map((id) => promotion(id, 'Preparing', { createdDate: START }));
		for (const id of ['p1', 'p2']) timeline.statistics.set(id, counters({ attempted: 1000 }));
		for (let hour = 0; hour < 60; hour++) timeline.poll(60);
		return timeline;
	};

	it('is read within five minutes after a read that failed', () => {
		const timeline = rested();
		timeline.statistics.set('p1', null);
		timeline.poll(60);
		timeline.statistics.set('p1', counters({ attempted: 2000, failed: 1000 }));
		expect([timeline.events(4), timeline.events(1)]).toEqual([[], ['p1 thresholdCrossed']]);
	});

	it('is read at once, and often at first, after a change of its status', () => {
		const timeline = rested();
		timeline.change('p1', 'Running');
		timeline.poll();
		expect(timeline.asked).toEqual(['p1']);
		timeline.statistics.set('p1', counters({ attempted: 2000, failed: 1000 }));
		expect(timeline.events()).toEqual(['p1 thresholdCrossed']);
	});
});
