/** What a list does not show any more: deleted, missing by mistake, or too old for a list of the newest. */
import { counters, HOUR, promotion, START, Timeline } from './timeline';

const some = (count: number, status = 'Running') =>
	Array.from({ length: count }, (_, index) => promotion(`p${index}`, status, { createdDate: START - index * HOUR }));

function watching(
	list: Timeline['list'],
	values: ConstructorParameters<typeof Timeline>[0] = { events: ['disappeared'] },
) {
	const timeline = new Timeline(values);
	timeline.list = list;
	timeline.poll();
	return timeline;
}

/** The events of so many hourly checks of this list. */
const hours = (timeline: Timeline, count: number, list = timeline.list) => {
	timeline.list = list;
	return Array.from({ length: count }, () => timeline.events(60)).flat();
};

it.each([1, 4])('%i at once have disappeared with the third list without them, also if it is empty', (count) => {
	const timeline = watching(some(count));
	expect(hours(timeline, 2, [])).toEqual([]);
	expect(hours(timeline, 1)).toHaveLength(count);
	expect(hours(timeline, 200)).toEqual([]);
});

describe.each([
	['from an empty list', 0],
	['from a list of ten others', 10],
])('five or more that vanish at once %s', (_, others) => {
	const staying = () => some(others, 'Completed').map((one) => ({ ...one, promotionId: `other ${one.promotionId}` }));
	const vanishing = (count = 30) => {
		const timeline = watching([...some(count), ...staying()]);
		timeline.list = staying();
		return timeline;
	};

	it('are reported from the second list on, as long as they are missing', () => {
		const timeline = vanishing();
		timeline.poll(60);
		expect(timeline.found?.names.missing).toEqual([]);
		for (let poll = 0; poll < 10; poll++) {
			timeline.poll(60);
			expect(timeline.found?.names.missing).toHaveLength(30);
		}
		timeline.list = [...some(30), ...staying()];
		expect(timeline.events()).toEqual([]);
		expect(timeline.found?.names.missing).toEqual([]);
	});

	it('have disappeared after three days, and not before', () => {
		const timeline = vanishing();
		expect(hours(timeline, 72)).toEqual([]);
		expect(hours(timeline, 1)).toHaveLength(30);
		expect(hours(timeline, 200)).toEqual([]);
	});

	it('have disappeared with the third list where that comes once a week', () => {
		const timeline = vanishing();
		expect([timeline.events(7 * 24 * 60), timeline.events(7 * 24 * 60)]).toEqual([[], []]);
		expect(timeline.events(7 * 24 * 60)).toHaveLength(30);
	});

	it('cause an event if they are back with another status', () => {
		const timeline = watching([...some(30), ...staying()], { events: ['completed', 'disappeared', 'cancelled'] });
		expect(hours(timeline, 20, staying())).toEqual([]);
		expect(hours(timeline, 1, [...some(30, 'Completed'), ...staying()])).toHaveLength(30);
	});
});

describe('a list that shows only the newest', () => {
	/** So many are shown of 60, from this one on; the others begin one after the other. */
	const shown = (from: number, count = 30) =>
		Array.from({ length: count }, (_, index) =>
			promotion(`p${from + index}`, 'Running', { createdDate: START + (from + index) * HOUR }),
		);

	it('causes no event for those for which it has no more room, and names each of them once', () => {
		const timeline = watching(shown(0), { events: ['disappeared', 'cancelled', 'statusChanged'] });
		const names: string[] = [];
		for (let poll = 0; poll < 12; poll++) {
			timeline.list = shown(Math.min(poll, 8));
			expect(timeline.events(60)).toEqual([]);
			names.push(...(timeline.found?.names.slidOut ?? []));
		}
		expect(names).toEqual(Array.from({ length: 8 }, (_, index) => `Name of p${index}`));
	});

	it.each<[string, Timeline['list']]>([
		['it is not older than all that are listed', shown(0).filter(({ promotionId }) => promotionId !== 'p3')],
		['the list has become shorter', shown(1, 29)],
	])('a missing one has disappeared all the same if %s', (_, list) => {
		const timeline = watching(shown(0));
		expect(hours(timeline, 5, list)).toHaveLength(1);
		expect(timeline.found?.names.slidOut).toEqual([]);
	});

	it('is no such list while it shows fewer than 20: the oldest, if missing, has disappeared', () => {
		const timeline = watching(shown(0, 19));
		expect(hours(timeline, 5, shown(1, 19))).toEqual(['p0 disappeared']);
	});

	it('shows one of them again: no limit comes twice, and its completion comes', () => {
		const timeline = watching(shown(0), { events: ['completed', 'created', 'thresholdCrossed'] });
		timeline.statistics.set('p0', counters({ attempted: 100, failed: 50 }));
		expect(hours(timeline, 1)).toEqual(['p0 thresholdCrossed']);
		hours(timeline, 10, shown(1));
		timeline.list = [promotion('p0', 'Completed', { createdDate: START }), ...shown(1)];
		expect(timeline.events().filter((event) => event.startsWith('p0'))).toEqual(['p0 completed']);
	});
});
