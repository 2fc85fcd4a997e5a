import { Reads } from '../../../nodes/RcsPromotionTrigger/reads';
import { encodeRecord, newlyKnown, type Known } from '../../../nodes/RcsPromotionTrigger/record';
import { counters, MINUTE, promotion, START, Timeline } from './timeline';

const DAY = 24 * 60;
const STATUSES = { active: 'Running', paused: 'Stopped', completed: 'Completed', cancelled: 'Cancelled' };

interface Given extends Partial<Omit<Known, 'movedAt' | 'createdAt'>> {
	/** All in minutes before the poll. */
	moved: number;
	read?: number;
	created?: number | null;
	events?: string[];
}

/** Whether the figures of a promotion of which this is remembered are read at a poll. */
function isRead({ moved, read, created = moved, events = ['countersChanged'], ...known }: Given): boolean {
	const timeline = new Timeline({ events });
	const ago = (minutes: number) => timeline.now - minutes * MINUTE;
	const { state = 'active' } = known;
	const status = STATUSES[state];
	const createdAt = created === null ? null : ago(created);
	timeline.list = [promotion('p1', status, { createdDate: createdAt })];
	timeline.poll(0);
	const start = newlyKnown({ promotionId: 'p1', name: 'p1', status, state, createdAt }, ago(moved), {
		base: 0,
		counts: {},
	});
	const record = encodeRecord({ ...start, counters: counters(), ...known }, []);
	Object.assign(timeline.state ?? {}, { records: [record], others: {} });
	timeline.reads = new Reads();
	if (read !== undefined) timeline.reads.note('p1', { at: ago(read), answered: true, status });
	timeline.poll(0);
	return timeline.asked.includes('p1');
}

const settling: Partial<Given> = { events: ['settled'], state: 'completed', completedAt: START };
const stalling = { events: ['stalled'], hasMoved: true };

it.each<[string, boolean, Given]>([
	['never read', true, { moved: 1 }],
	['never read well', true, { moved: 60, read: 1, counters: null }],
	['read in the future, as the clock was set back', true, { moved: 60, read: -1 }],
	['read at this moment', false, { moved: 60, read: 0 }],
	['at rest for 100 minutes when it was read, 10 minutes ago', true, { moved: 110, read: 10 }],
	['at rest for 101 minutes when it was read, 9 minutes ago', false, { moved: 110, read: 9 }],
	['at rest for days, read an hour ago', true, { moved: 5 * DAY, read: 60 }],
	['at rest for days, read 59 minutes ago', false, { moved: 5 * DAY, read: 59 }],
	['of unknown age, read an hour ago', true, { moved: 9 * DAY, read: 60, created: null }],
	['a week old, read an hour ago', true, { moved: 7 * DAY, read: 60 }],
	['older than a week, read an hour ago', false, { moved: 7 * DAY + 1, read: 60 }],
	['older than a week, read 6 hours ago', true, { moved: 9 * DAY, read: 360 }],
	['older than a week, read almost 6 hours ago', false, { moved: 9 * DAY, read: 359 }],
	['complete, and perhaps final now', true, { ...settling, moved: 60, read: 1 }],
	['complete, and not at rest for long enough', false, { ...settling, moved: 59, read: 1 }],
	['complete and final', false, { ...settling, moved: 60, read: 1, settled: true }],
	['complete, and nobody waits for its final figures', false, { ...settling, events: ['stalled'], moved: 60, read: 1 }],
	['under way, and as long at rest', false, { events: ['settled'], moved: 60, read: 1 }],
	['perhaps stalled now', true, { ...stalling, moved: 120, read: 1 }],
	['not at rest for long enough to be stalled', false, { ...stalling, moved: 119, read: 1 }],
	['known to be stalled', false, { ...stalling, moved: 130, read: 1, stalled: true }],
	['not begun since the baseline', false, { ...stalling, moved: 130, read: 1, hasMoved: false }],
	['stopped', false, { ...stalling, moved: 130, read: 1, state: 'paused' }],
	['at rest, and nobody asks whether it is stalled', false, { moved: 130, read: 1, hasMoved: true }],
])('the figures of what is %s are read: %s', (_, expected, given) => {
	expect(isRead(given)).toBe(expected);
});

it('what happens to more than 300 at once is told at the next poll, with its figures', () => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = Array.from({ length: 301 }, (_, index) => promotion(`p${index}`, 'Running'));
	for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters({ sent: 5 }));
	timeline.poll();
	timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
	for (const expected of [300, 1]) {
		const items = timeline.poll();
		expect([items.length, timeline.asked.length]).toEqual([expected, expected]);
		for (const { statistics } of items) expect(statistics).toMatchObject({ sent: 5 });
	}
});

describe('what has rested for days, when it', () => {
	const rested = () => {
		const timeline = new Timeline({ events: ['thresholdCrossed'] });
		timeline.list = ['p1', 'p2'].map((id) => promotion(id, 'Preparing', { createdDate: START }));
		for (const id of ['p1', 'p2']) timeline.statistics.set(id, counters({ attempted: 1000 }));
		for (let hour = 0; hour < 60; hour++) timeline.poll(60);
		return timeline;
	};

	it('could not be read, is read at the next poll', () => {
		const timeline = rested();
		timeline.statistics.set('p1', null);
		timeline.poll(60);
		timeline.poll();
		expect(timeline.asked).toEqual(['p1']);
		timeline.statistics.set('p1', counters({ attempted: 2000, failed: 1000 }));
		expect(timeline.events()).toEqual(['p1 thresholdCrossed']);
	});

	it('gets another status, is read at once, and often at first', () => {
		const timeline = rested();
		timeline.change('p1', 'Running');
		timeline.poll();
		expect(timeline.asked).toEqual(['p1']);
		timeline.statistics.set('p1', counters({ attempted: 2000, failed: 1000 }));
		expect(timeline.events()).toEqual(['p1 thresholdCrossed']);
	});
});
