/** Which campaigns cause events when the trigger sees them for the first time, and which are recorded in silence. */
import { counters, HOUR, promotion, START, Timeline } from './timeline';

const DAY = 24 * HOUR;
const events = ['created', 'completed', 'thresholdCrossed', 'stalled'];

function watching(list: Timeline['list'] = []) {
	const timeline = new Timeline({ events });
	timeline.list = list;
	expect(timeline.poll(1, true)).toEqual([]);
	return timeline;
}

/** A campaign that began so long before now, and ended an hour later. */
const ended = (timeline: Timeline, id: string, daysAgo: number, hasTimes = true) => {
	const created = timeline.now - daysAgo * DAY;
	const times = hasTimes ? { createdDate: created, promotionEndTime: created + HOUR } : { createdDate: 0 };
	return promotion(id, 'Completed', times);
};

describe('a new account', () => {
	it('causes events for its first campaigns, although its first list was empty', () => {
		const timeline = watching();
		timeline.now += 5 * HOUR;
		timeline.list = ['ends', 'crosses', 'hangs'].map((id) => promotion(id, 'Running', { createdDate: timeline.now }));
		for (const { promotionId } of timeline.list) timeline.statistics.set(promotionId, counters());
		expect(timeline.events()).toEqual(['ends created', 'crosses created', 'hangs created']);
		timeline.change('ends', 'Completed');
		timeline.statistics.set('crosses', counters({ attempted: 100, failed: 60 }));
		expect(timeline.events()).toEqual(['ends completed', 'crosses thresholdCrossed']);
		expect(timeline.events(200)).toEqual(['crosses stalled', 'hangs stalled']);
	});

	it('causes no event for years of campaigns that its first list lacked by mistake', () => {
		const timeline = watching();
		timeline.list = Array.from({ length: 300 }, (_, index) => ended(timeline, `p${index}`, 10 + index));
		timeline.list.push(promotion('now', 'Completed', { createdDate: timeline.now }));
		expect(timeline.events()).toEqual(['now created', 'now completed']);
	});
});

describe('a campaign that a scheduled check sees for the first time', () => {
	it.each([
		['every month', 30],
		['every three months', 91],
	])('causes its events however long ago it began, as the trigger is checked %s', (_, days) => {
		const timeline = watching([promotion('p1', 'Running')]);
		const began = timeline.now + 2 * DAY;
		timeline.change('p1', 'Completed');
		timeline.list.push(promotion('p2', 'Completed', { createdDate: began }));
		expect(timeline.events(days * 24 * 60)).toEqual(['p1 completed', 'p2 created', 'p2 completed']);
	});

	it.each([
		[6.9, ['late created', 'late completed']],
		[7.1, []],
	])('is recorded in silence if it began long before the newest that was listed: %f days', (days, expected) => {
		const timeline = watching([promotion('p1', 'Running')]);
		timeline.list.push(promotion('late', 'Completed', { createdDate: START - days * DAY }));
		expect(timeline.events()).toEqual(expected);
		expect(timeline.events()).toEqual([]);
	});

	it('is recorded in silence when a list of the newest 100 moves back, because three were deleted', () => {
		const years = Array.from({ length: 150 }, (_, index) =>
			promotion(`p${index}`, 'Completed', { createdDate: START - index * 3 * DAY }),
		);
		const timeline = watching(years.slice(0, 100));
		timeline.list = years.slice(3, 103);
		expect(timeline.events()).toEqual([]);
	});

	it('causes events by what happens later, although it was old when it was first seen', () => {
		const timeline = watching([promotion('p1', 'Running')]);
		timeline.list.push(promotion('old', 'Running', { createdDate: START - 20 * DAY }));
		timeline.statistics.set('old', counters({ attempted: 100, failed: 90 }));
		expect(timeline.events()).toEqual([]);
		timeline.change('old', 'Completed');
		expect(timeline.events()).toEqual(['old completed']);
	});

	it.each([null, 0, 20260301, 'soon'])('causes its events if its creation time is not known: %j', (createdDate) => {
		const timeline = watching([promotion('p1', 'Running')]);
		timeline.list.push(promotion('p2', 'Completed', { createdDate }));
		expect(timeline.events()).toEqual(['p2 created', 'p2 completed']);
	});

	it('causes its events although another one claims to be of the year 2031', () => {
		const timeline = watching([promotion('p1', 'Running', { createdDate: Date.UTC(2031, 0) })]);
		for (const day of [0, 1, 8, 40]) {
			// It began soon after the check before.
			const createdDate = timeline.now + HOUR;
			timeline.now = START + day * DAY + 2 * HOUR;
			timeline.list.push(promotion(`p${day} new`, 'Completed', { createdDate }));
			expect(timeline.events()).toEqual([`p${day} new created`, `p${day} new completed`]);
		}
	});

	it.each([-9, -2, 2, 9])('causes its events although the clock was %i days wrong at the baseline', (days) => {
		const timeline = new Timeline({ events });
		timeline.now += days * DAY;
		timeline.list = [promotion('p1', 'Running')];
		timeline.poll(1, true);
		timeline.now = START + HOUR;
		timeline.list.push(promotion('p2', 'Completed', { createdDate: timeline.now - HOUR / 2 }));
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual(['p1 completed', 'p2 created', 'p2 completed']);
	});
});

describe.each([
	['an hour', 1],
	['three hours', 3],
	['20 days', 20 * 24],
	['90 days', 90 * 24],
])('published again after %s', (_, hours) => {
	const again = (hasTimes: boolean) => {
		const timeline = watching(Array.from({ length: 3 }, (__, index) => promotion(`p${index}`, 'Running')));
		timeline.now += hours * HOUR;
		for (let index = 0; index < 180; index++) {
			timeline.list.push(ended(timeline, `came${index}`, 10 + index, hasTimes));
		}
		return timeline;
	};

	it.each([true, false])(
		'reports what was seen open, and not 180 that came and ended meanwhile: with times %s',
		(hasTimes) => {
			const timeline = again(hasTimes);
			timeline.change('p1', 'Completed');
			expect(timeline.activate(0)).toEqual(['p1 completed']);
			timeline.change('p2', 'Completed');
			expect(timeline.events()).toEqual(['p2 completed']);
		},
	);

	it('reports what ended or began within the last week, and what runs and is of unknown age', () => {
		const timeline = again(true);
		timeline.list.push(
			ended(timeline, 'ended', 6),
			promotion('old', 'Running', { createdDate: timeline.now - 8 * DAY }),
		);
		timeline.list.push(promotion('long', 'Completed', { createdDate: START - DAY, promotionEndTime: timeline.now }));
		timeline.list.push(promotion('ageless', 'Running', { createdDate: null }));
		expect(timeline.activate(0).sort()).toEqual(
			['ageless created', 'ended created', 'ended completed', 'long created', 'long completed'].sort(),
		);
	});
});
