import type { IDataObject } from 'n8n-workflow';
import { allEvents, counters, HOUR, promotion, START, Timeline } from './timeline';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const uuid = (number: number) => `6650f1c2-a1b3-4c5d-8e7f-${String(number).padStart(12, '0')}`;
const idsOf = (items: IDataObject[]) => items.map(({ eventId }) => eventId);

function running(promotions: number, events: string[]) {
	const timeline = new Timeline({ events });
	timeline.list = Array.from({ length: promotions }, (_, index) => promotion(uuid(index), 'Running'));
	timeline.poll();
	return timeline;
}

function changeAll(timeline: Timeline, status: string) {
	timeline.list = timeline.list.map((one) => ({ ...one, status }));
}

/** What must be the same in every delivery of an event. */
const lasting = ({ redelivered: _, ...rest }: IDataObject) => rest;

describe('what was emitted last', () => {
	function justEmitted(promotions: number) {
		const timeline = running(promotions, ['completed']);
		changeAll(timeline, 'Completed');
		const sent = timeline.poll();
		expect(sent).toHaveLength(promotions);
		return { timeline, sent, ids: idsOf(sent) };
	}

	it.each([1, 3, 70])('is emitted once more by the next process, with the same ids (%i)', (promotions) => {
		const { timeline, ids } = justEmitted(promotions);
		timeline.restart('process-2');
		const again = timeline.poll();
		expect(idsOf(again)).toEqual(ids);
		expect(again.every(({ redelivered }) => redelivered === true)).toBe(true);
		expect(timeline.poll()).toEqual([]);
	});

	it.each([2, 70])('is emitted by the third process too when the second one dies at once (%i)', (promotions) => {
		const { timeline, ids } = justEmitted(promotions);
		for (const mark of ['process-2', 'process-3', 'process-4']) {
			timeline.restart(mark);
			expect(idsOf(timeline.poll())).toEqual(ids);
		}
	});

	it.each([2, 70])(
		'is not emitted again by the same process, nor after a later poll of it, nor after 15 minutes (%i)',
		(promotions) => {
			const { timeline } = justEmitted(promotions);
			expect(timeline.poll()).toEqual([]);
			timeline.restart('process-2');
			expect(timeline.poll()).toEqual([]);

			const late = justEmitted(promotions).timeline;
			late.restart('process-2');
			expect(late.poll(15.1)).toEqual([]);
		},
	);

	it.each([2, 70])('is emitted once more although everything is again as it was before (%i)', (promotions) => {
		const { timeline, sent } = justEmitted(promotions);
		timeline.restart('process-2');
		changeAll(timeline, 'Running');
		const again = timeline.poll();
		expect(again.map(lasting)).toEqual(sent.map(lasting));
		expect(again.every(({ redelivered }) => redelivered === true)).toBe(true);
	});

	it.each([2, 70])('never lends its ids to what happens later (%i)', (promotions) => {
		const { timeline, ids } = justEmitted(promotions);
		const seen = new Set(ids);
		for (const mark of ['process-2', 'process-3', 'process-4']) {
			timeline.restart(mark);
			changeAll(timeline, 'Running');
			for (const { eventId } of timeline.poll()) expect(seen).toContain(eventId);
			changeAll(timeline, 'Completed');
			const later = timeline.poll();
			expect(later).toHaveLength(promotions);
			for (const { eventId } of later) {
				expect(seen).not.toContain(eventId);
				seen.add(eventId);
			}
		}
	});

	it('tells every kind of event as it was, although all of it has changed since', () => {
		const timeline = running(12, allEvents);
		const counted = (sent: number) => {
			for (const { promotionId } of timeline.list) {
				timeline.statistics.set(promotionId, counters({ attempted: 1000, sent, failed: 1000 - sent }));
			}
		};
		counted(1000);
		timeline.settings.maximumStatisticsCalls = 500;
		timeline.poll();
		const { list } = timeline;
		timeline.remove(uuid(0));
		timeline.poll();
		// One is gone, three are new, and the others end, stop or go on while their figures move.
		timeline.list = timeline.list.map((one, index) => ({
			...one,
			status: ['Completed', 'Stopped', 'Cancelled', 'Running'][index % 4] as string,
		}));
		timeline.list.push(...[900, 901, 902].map((number) => promotion(uuid(number), 'Completed')));
		counted(900);
		const sent = timeline.poll();
		expect(new Set(sent.map(({ event }) => event))).toEqual(
			new Set(allEvents.filter((event) => event !== 'settled' && event !== 'stalled')),
		);

		timeline.restart('process-2');
		timeline.list = list;
		counted(1000);
		const again = timeline.poll().filter(({ redelivered }) => redelivered === true);
		expect(again.map(lasting)).toEqual(sent.map(lasting));
	});

	it('keeps what it said of a time without answers', () => {
		const timeline = running(70, ['completed']);
		changeAll(timeline, 'Completed');
		timeline.outage = { from: '2026-03-02T08:01:00.000Z', to: '2026-03-02T08:02:00.000Z' };
		const [first, second] = timeline.poll();
		expect(first?.outage).toEqual(timeline.outage);
		expect(second).not.toHaveProperty('outage');
		timeline.outage = undefined;
		timeline.restart('process-2');
		expect(timeline.poll()[0]?.outage).toEqual(first?.outage);
	});

	it('keeps within the limit when very many events come at once, and leaves none out', () => {
		const timeline = running(700, allEvents);
		changeAll(timeline, 'Completed');
		const completed = new Set<unknown>();
		for (let poll = 0; poll < 45; poll++) {
			for (const { event, promotionId } of timeline.poll()) if (event === 'completed') completed.add(promotionId);
			expect(bytes(timeline.state)).toBeLessThanOrEqual(256 * 1024);
		}
		expect(completed.size).toBe(700);
	});

	it('keeps within the limit when process after process dies with very many events, and loses none', () => {
		const timeline = running(700, allEvents);
		timeline.list.push(
			...Array.from({ length: 1500 }, (_, index) =>
				promotion(uuid(2000 + index), 'Completed', { createdDate: START - (index + 1) * HOUR }),
			),
		);
		timeline.state = undefined;
		timeline.poll();
		timeline.list = timeline.list.map((one, index) => (index < 700 ? { ...one, status: 'Completed' } : one));
		const lost = new Set<unknown>();
		for (let death = 0; death < 12; death++) {
			timeline.restart(`process-${death}`);
			for (const { eventId } of timeline.poll()) lost.add(eventId);
			expect(bytes(timeline.state)).toBeLessThanOrEqual(256 * 1024);
		}
		timeline.restart('process-that-lives');
		const delivered = new Set<unknown>();
		for (let poll = 0; poll < 80; poll++) for (const { eventId } of timeline.poll()) delivered.add(eventId);
		for (const eventId of lost) expect(delivered).toContain(eventId);
		expect(delivered.size).toBe(1400);
	});
});
