import { promotion, settingsOf, Timeline } from './timeline';

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

describe('no id is used twice', () => {
	const ROUNDS = 50;

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
		const events = ['created', 'statusChanged', 'stopped', 'removed'];
		const timeline = watching(events);
		const ids = new Ids();
		const scopes = [{ filters: { nameContains: 'p' } }, { scope: 'selected', promotionIds: ['p1'] }, {}];
		for (const scope of [{}, ...scopes, ...scopes]) {
			timeline.settings = settingsOf({ events, ...scope });
			timeline.list = [promotion('p1', 'Running'), promotion('p2', 'Running')];
			ids.of(timeline);
			for (let round = 0; round < rounds; round++) {
				timeline.change('p1', 'Stopped');
				expect(ids.of(timeline)).toEqual(['p1 statusChanged', 'p1 stopped']);
				timeline.change('p1', 'Running');
				expect(ids.of(timeline)).toEqual(['p1 statusChanged']);
			}
			if (status === 'Completed') timeline.change('p1', status);
			else if (status === null) timeline.remove('p1');
			for (let poll = 0; poll < 3; poll++) ids.of(timeline);
		}
	});
});
