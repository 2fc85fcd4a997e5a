import { HOUR, promotion, START, Timeline } from './timeline';

const DAY = 24 * HOUR;

describe('a list that shows only the newest', () => {
	const aged = (id: string, day: number) => promotion(id, 'Running', { createdDate: START - day * DAY });
	const watchingAged = (count: number) => {
		const timeline = new Timeline({ events: ['removed', 'cancelled'] });
		timeline.list = Array.from({ length: count }, (_, index) => aged(`p${index}`, count - index));
		timeline.poll();
		timeline.poll();
		return timeline;
	};
	const told = (timeline: Timeline) => Array.from({ length: 6 }, () => timeline.events()).flat();

	it('lets the oldest go without a word when a newer one comes', () => {
		const timeline = watchingAged(4);
		timeline.remove('p0');
		timeline.list.push(aged('new', -1));
		expect(told(timeline)).toEqual([]);
	});

	it('does not hide one that vanishes while a newer one appears, when older ones stay', () => {
		const timeline = watchingAged(4);
		timeline.remove('p2');
		timeline.list.push(aged('new', -1));
		expect(told(timeline)).toEqual(['p2 cancelled', 'p2 removed']);
	});

	it('does not hide the others when five vanish and one newer appears', () => {
		const timeline = watchingAged(9);
		for (let index = 0; index < 5; index++) timeline.remove(`p${index}`);
		timeline.list.push(aged('new', -1));
		expect(told(timeline).filter((event) => event.endsWith('removed'))).toHaveLength(5);
	});

	it.each([
		['as many come as leave', 2, 2, []],
		['more come than leave', 1, 3, []],
		['fewer come than leave', 3, 2, ['p0 removed', 'p1 removed', 'p2 removed']],
	])('judges by how many come: %s', (_, leaving, coming, expected) => {
		const timeline = watchingAged(9);
		for (let index = 0; index < leaving; index++) timeline.remove(`p${index}`);
		for (let index = 0; index < coming; index++) timeline.list.push(aged(`new${index}`, -1 + index / 10));
		expect(told(timeline).filter((event) => event.endsWith('removed'))).toEqual(expected);
	});

	it('lets one of several oldest of the same age go', () => {
		const timeline = watchingAged(4);
		timeline.list.push(aged('twin', 4));
		timeline.poll();
		timeline.remove('p0');
		timeline.list.push(aged('new', -1));
		expect(told(timeline)).toEqual([]);
	});

	it('lets the oldest go beside one of unknown age', () => {
		const timeline = watchingAged(4);
		timeline.list.push(promotion('ageless', 'Running', { createdDate: null }));
		timeline.poll();
		timeline.remove('p0');
		timeline.list.push(aged('new', -1));
		expect(told(timeline)).toEqual([]);
	});

	it('does not take one of unknown age for the oldest', () => {
		const timeline = watchingAged(3);
		timeline.list.push(promotion('ageless', 'Running', { createdDate: null }));
		timeline.poll();
		timeline.remove('ageless');
		timeline.list.push(aged('new', -1));
		expect(told(timeline)).toEqual(['ageless cancelled', 'ageless removed']);
	});

	it('does not take an older one that appears for a newer one', () => {
		const timeline = watchingAged(4);
		timeline.remove('p0');
		timeline.list.push(aged('between', 2.5));
		expect(told(timeline)).toEqual(['p0 cancelled', 'p0 removed']);
	});
});
