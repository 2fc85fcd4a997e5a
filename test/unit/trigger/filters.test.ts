import { counters, HOUR, MINUTE, promotion, settingsOf, START, Timeline } from './timeline';

const DAY = 24 * HOUR;
/** The second poll comes then, at which everything has completed. */
const THEN = START + 2 * MINUTE;

/** Two polls, between which everything completes. */
function completions(values: Parameters<typeof settingsOf>[0], list: Timeline['list']): string[] {
	const timeline = new Timeline({ events: ['completed'], ...values });
	timeline.list = list;
	timeline.poll();
	timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
	return timeline.events();
}

describe('Created Within Days', () => {
	it.each([
		['to the millisecond', 30 * DAY, ['p1 completed']],
		['not a millisecond longer', 30 * DAY + 1, []],
		['not thirty hours', 30 * HOUR, ['p1 completed']],
		['also of tomorrow, as clocks differ', -DAY, ['p1 completed']],
	])('counts days of 24 hours: %s', (_, age, expected) => {
		const list = [promotion('p1', 'Running', { createdDate: THEN - age })];
		expect(completions({ filters: { createdWithinDays: 30 } }, list)).toEqual(expected);
	});

	it('reads ISO text', () => {
		const list = ['2026-02-27', '2026-03-02'].map((day) =>
			promotion(day, 'Running', { createdDate: `${day}T06:00:00Z` }),
		);
		expect(completions({ filters: { createdWithinDays: 1 } }, list)).toEqual(['2026-03-02 completed']);
	});

	it.each([0, null, 'soon', 20260301])('watches a promotion whose age is not known: %p', (createdDate) => {
		const list = [promotion('p1', 'Running', { createdDate })];
		expect(completions({ filters: { createdWithinDays: 1 } }, list)).toEqual(['p1 completed']);
	});
});

describe('Name Contains', () => {
	it.each([
		['SPRING', 'the spring sale', true],
		['spring', 'Spring', true],
		['spring', 'sprint', false],
		[' sale ', 'salesman', true],
		['ÄRZTE', 'Für ärzte', true],
		['Été', 'Soldes E\u0301te\u0301', true],
		['spring sale', 'The Spring\u00a0Sale', true],
		['spring', '', false],
	])('watches by "%s" a promotion called "%s": %s', (nameContains, name, isWatched) => {
		const list = [promotion('p1', 'Running', { name })];
		expect(completions({ filters: { nameContains } }, list)).toEqual(isWatched ? ['p1 completed'] : []);
	});

	it('waits for a name: what is listed without one first is new when it has its name', () => {
		const timeline = new Timeline({ events: ['created', 'completed'], filters: { nameContains: 'spring' } });
		timeline.list = [promotion('p1', 'Running', { name: 'Spring' })];
		timeline.poll();
		for (const [id, name] of [
			['p2', 'Spring'],
			['p3', 'Autumn'],
		] as const) {
			timeline.list.push(promotion(id, 'Running', { name: null }));
			expect(timeline.events()).toEqual([]);
			timeline.list = timeline.list.map((one) => (one.promotionId === id ? { ...one, name } : one));
			expect(timeline.events()).toEqual(id === 'p2' ? ['p2 created'] : []);
			timeline.change(id, 'Completed');
			expect(timeline.events()).toEqual(id === 'p2' ? ['p2 completed'] : []);
		}
	});

	it('does not look for the text in the ID', () => {
		const list = [promotion('spring', 'Running', { name: 'Autumn' })];
		expect(completions({ filters: { nameContains: 'spring' } }, list)).toEqual([]);
	});
});

it('a name that is longer than what is remembered of it still matches when the promotion disappears', () => {
	const timeline = new Timeline({ events: ['disappeared'], filters: { nameContains: 'vip' } });
	timeline.list = [promotion('p1', 'Running', { name: `${'x'.repeat(110)} VIP` }), promotion('p2', 'Running')];
	timeline.poll();
	timeline.remove('p1');
	for (let poll = 0; poll < 2; poll++) timeline.poll();
	expect(timeline.events()).toEqual(['p1 disappeared']);
});

it('a promotion must match the choice and all filters', () => {
	const filters = { nameContains: 'sale', createdWithinDays: 7 };
	const one = (id: string, name: string, days: number) =>
		promotion(id, 'Running', { name, createdDate: START - days * DAY });
	const list = [
		one('all', 'Spring Sale', 1),
		one('not chosen', 'Spring Sale', 1),
		one('too old', 'Spring Sale', 8),
		one('another name', 'Spring News', 1),
	];
	const promotionIds = ['all', 'too old', 'another name'];
	expect(completions({ scope: 'selected', promotionIds, filters }, list)).toEqual(['all completed']);
});

it('a name filter and Stalled: only the figures of what matches are read', () => {
	const values = { events: ['stalled', 'thresholdCrossed'], filters: { nameContains: 'sale' } };
	const timeline = new Timeline(values);
	timeline.list = [promotion('in', 'Running', { name: 'Sale' }), promotion('out', 'Running', { name: 'News' })];
	timeline.poll();
	expect(timeline.asked).toEqual(['in']);
});

describe('Include Existing Promotions', () => {
	const list = [
		promotion('running', 'Running'),
		promotion('done', 'Completed', { createdDate: START - 90 * DAY }),
		promotion('stopped', 'Stopped'),
		promotion('cancelled', 'Cancelled'),
	];
	const first = (values: Parameters<typeof settingsOf>[0]) => {
		const timeline = new Timeline({ options: { emitExisting: true }, ...values });
		timeline.list = list;
		return { timeline, events: timeline.events() };
	};

	it('causes events for what exists as if it were new, each once', () => {
		const { timeline, events } = first({ events: ['created', 'completed', 'stopped', 'cancelled'] });
		expect(events).toEqual([
			'done created',
			'done completed',
			'running created',
			'stopped created',
			'stopped stopped',
			'cancelled created',
			'cancelled cancelled',
		]);
		expect(timeline.events()).toEqual([]);
	});

	it('off, causes no event for what exists', () => {
		expect(first({ events: ['created', 'completed'], options: {} }).events).toEqual([]);
	});

	it('causes events only for what matches the filters', () => {
		const filters = { createdWithinDays: 30 };
		expect(first({ events: ['completed', 'created'], filters }).events).toEqual([
			'running created',
			'stopped created',
			'cancelled created',
		]);
	});

	it('causes the events of 700 promotions at once, the oldest first', () => {
		const timeline = new Timeline({ events: ['created'], options: { emitExisting: true } });
		timeline.list = Array.from({ length: 700 }, (_, index) =>
			promotion(`p${index}`, index % 2 === 0 ? 'Running' : 'Completed', { createdDate: START - index * HOUR }),
		);
		expect(timeline.events()).toEqual(timeline.list.map(({ promotionId }) => `${promotionId} created`).reverse());
		expect(timeline.events()).toEqual([]);
	});

	it('counts figures from zero, and a limit that is crossed already', () => {
		const timeline = new Timeline({ events: ['countersChanged', 'thresholdCrossed'], options: { emitExisting: true } });
		timeline.list = [promotion('p1', 'Running')];
		timeline.statistics.set('p1', counters({ attempted: 100, failed: 5 }));
		expect(timeline.events()).toEqual(['p1 countersChanged', 'p1 thresholdCrossed']);
		expect(timeline.events()).toEqual([]);
	});

	it('switched on later, causes no event for what is known', () => {
		const timeline = new Timeline({ events: ['created', 'completed'] });
		timeline.list = list;
		timeline.poll();
		timeline.settings = settingsOf({ events: ['created', 'completed'], options: { emitExisting: true } });
		expect(timeline.events()).toEqual([]);
	});
});
