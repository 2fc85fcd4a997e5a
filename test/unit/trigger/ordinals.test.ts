import { decodeShort, encodeShort, HIGHEST_SHORT_ORDINAL } from '../../../nodes/RcsPromotionTrigger/shortEntries';
import { shortHash } from '../../../nodes/RcsPromotionTrigger/shortHash';
import { HOUR, promotion, settingsOf, START, Timeline } from './timeline';

/** What is emitted, none of which may have an id that was there before. */
class Ids {
	private readonly seen = new Map<unknown, string>();

	of(timeline: Timeline): string[] {
		return timeline.poll().map(({ eventId, event, promotionId }) => {
			const told = `${String(promotionId)} ${String(event)}`;
			expect([told, this.seen.get(eventId)]).toEqual([told, undefined]);
			this.seen.set(eventId, told);
			return told;
		});
	}
}

function watching(events: string[], status = 'Running') {
	const timeline = new Timeline({ events });
	timeline.list = [promotion('p1', status), promotion('p2', 'Running')];
	timeline.poll();
	return timeline;
}

describe('the count of events in a short entry', () => {
	it('never comes back smaller than it was written, up to the highest', () => {
		const hash = shortHash('p1');
		const rest = { state: 'completed', absence: 0, left: false, removed: false } as const;
		for (let ordinal = 0; ordinal <= HIGHEST_SHORT_ORDINAL; ordinal += ordinal < 3000 ? 1 : 997) {
			const read = decodeShort(encodeShort(new Map([[hash, { ...rest, ordinal }]]))).get(hash)?.ordinal;
			expect(read).toBeGreaterThanOrEqual(ordinal);
			if (ordinal <= 31) expect(read).toBe(ordinal);
		}
	});
});

describe('no id is used twice', () => {
	const ROUNDS = 150;

	it('however often a promotion completes', () => {
		const timeline = watching(['completed']);
		const ids = new Ids();
		for (let round = 0; round < ROUNDS; round++) {
			timeline.change('p1', 'Completed');
			expect(ids.of(timeline)).toEqual(['p1 completed']);
			timeline.change('p1', 'Running');
			expect(ids.of(timeline)).toEqual([]);
		}
	});

	it('however often a promotion vanishes and comes back', () => {
		const timeline = watching(['created', 'removed']);
		const ids = new Ids();
		for (let round = 0; round < ROUNDS; round++) {
			timeline.remove('p1');
			expect([...ids.of(timeline), ...ids.of(timeline)]).toEqual(['p1 removed']);
			timeline.list.push(promotion('p1', 'Running'));
			expect(ids.of(timeline)).toEqual(['p1 created']);
		}
	});

	it('however often a promotion ends, leaves the list and comes back', () => {
		const timeline = watching(['completed']);
		const ids = new Ids();
		for (let round = 0; round < ROUNDS; round++) {
			timeline.change('p1', 'Completed');
			expect(ids.of(timeline)).toEqual(['p1 completed']);
			timeline.remove('p1');
			expect([...ids.of(timeline), ...ids.of(timeline)]).toEqual([]);
			timeline.list.push(promotion('p1', 'Running'));
			expect(ids.of(timeline)).toEqual([]);
		}
	});

	it.each([
		['is in full', 'Running', 3],
		['has ended', 'Completed', 3],
		['has ended very often', 'Completed', ROUNDS],
		['is gone', null, 3],
	])('when scope or filters change, and change back, while the promotion %s', (_, status, rounds) => {
		const events = ['created', 'statusChanged', 'completed', 'removed'];
		const timeline = watching(events);
		const ids = new Ids();
		const scopes = [{ filters: { nameContains: 'p' } }, { scope: 'selected', promotionIds: ['p1'] }, {}];
		for (const scope of [{}, ...scopes, ...scopes]) {
			timeline.settings = settingsOf({ events, ...scope });
			timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
			timeline.poll();
			if (timeline.state?.floor === undefined) expect(scope).toEqual({});
			for (let round = 0; round < rounds; round++) {
				timeline.change('p1', 'Completed');
				expect(ids.of(timeline)).toEqual(['p1 statusChanged', 'p1 completed']);
				timeline.change('p1', 'Running');
				expect(ids.of(timeline)).toEqual(['p1 statusChanged']);
			}
			if (status === 'Completed') timeline.change('p1', status);
			else if (status === null) timeline.remove('p1');
			for (let poll = 0; poll < 3; poll++) ids.of(timeline);
		}
	});

	it.each([
		['while it was listed', 30_000, true],
		['after it had left', 12_000, false],
	])('when there was no room to remember a promotion %s', (_, newcomers, listed) => {
		const timeline = watching(['completed']);
		const ids = new Ids();
		timeline.change('p1', 'Completed');
		expect(ids.of(timeline)).toEqual(['p1 completed']);
		timeline.change('p1', 'Cancelled');
		timeline.poll();
		const { list } = timeline;
		const many = Array.from({ length: newcomers }, (__, index) =>
			promotion(`n${index}`, 'Cancelled', { createdDate: START + index * HOUR }),
		);
		timeline.list = listed ? [...list, ...many] : many;
		for (let poll = 0; poll < 3; poll++) expect(ids.of(timeline)).toEqual([]);
		expect(timeline.overflows).toBe(listed);

		timeline.list = list;
		timeline.change('p1', 'Running');
		expect(ids.of(timeline)).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(ids.of(timeline)).toEqual(['p1 completed']);
	});
});
