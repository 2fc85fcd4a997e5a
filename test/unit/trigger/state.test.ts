import { allEvents, counters, HOUR, MINUTE, promotion, START, Timeline } from './timeline';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const uuid = (number: number) => `6650f1c2-a1b3-4c5d-8e7f-${String(number).padStart(12, '0')}`;

/** The youngest are active; 500 were created a day. */
const listing = (listed: number, active: number) =>
	Array.from({ length: listed }, (_, index) =>
		promotion(uuid(index), index < active ? 'Running' : 'Completed', {
			name: `Campaign ${index} for the customers of a chain of shops`,
			createdDate: START - index * 2.88 * MINUTE,
		}),
	);

it('the state can be read by eye', () => {
	const timeline = new Timeline({ events: ['completed', 'countersChanged'] });
	timeline.list = [promotion('p1', 'Sending'), promotion('p2', 'Completed')];
	timeline.statistics.set('p1', counters({ attempted: 10, sent: 9 }));
	timeline.poll();
	timeline.statistics.set('p1', counters({ attempted: 10, sent: 10 }));
	timeline.poll();
	expect(timeline.state).toEqual({
		version: 2,
		account: 'https://rcs.example.com acme',
		since: START + MINUTE - 24 * HOUR,
		known: { p1: { created: START }, p2: { created: START, endedAt: START + MINUTE } },
		forgets: false,
		records: {
			p1: {
				name: 'Name of p1',
				status: 'Sending',
				created: START,
				figures: counters({ attempted: 10, sent: 10 }),
				movedAt: START + 2 * MINUTE,
				moves: 1,
				quietReads: 1,
				readAt: START + 2 * MINUTE,
				counts: { countersChanged: 1 },
				told: { figures: counters({ attempted: 10, sent: 10 }) },
			},
		},
		highestCount: 0,
	});
});

it('grows with what is active or watched, never with the length of the list', () => {
	const sizes = [600, 20_000].map((listed) => {
		const timeline = new Timeline({ events: allEvents, options: { maximumStatisticsCalls: 500 } });
		timeline.list = listing(listed, 100);
		for (let poll = 0; poll < 4; poll++) {
			for (let index = 0; index < 100; index++) {
				timeline.statistics.set(uuid(index), counters({ attempted: 50_000, sent: 49_000 + 10 * poll, read: 12_345 }));
			}
			timeline.poll();
		}
		expect(Object.keys(timeline.state?.records ?? {})).toHaveLength(100);
		expect(timeline.isTooMuch).toBe(false);
		return bytes(timeline.state);
	});
	expect(Math.max(...sizes)).toBeLessThan(100 * 1024);
	expect(Math.abs((sizes[1] ?? 0) - (sizes[0] ?? 0))).toBeLessThan(200);
});

it.each([
	[5000, false],
	[5001, true],
])('follows up to 5,000, the youngest, and says if there are more: %i', (active, isTooMuch) => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = listing(active, active);
	timeline.poll();
	expect(timeline.isTooMuch).toBe(isTooMuch);
	timeline.change(uuid(4999), 'Completed');
	timeline.change(uuid(5000), 'Completed');
	expect(timeline.events()).toEqual([`${uuid(4999)} completed`]);
});

describe.each([
	['without creation times', () => 0],
	['created within a day', (index: number) => START - index],
])('%s', (_, createdDate) => {
	const watching = (count: number) => {
		const timeline = new Timeline({ events: ['created', 'completed'] });
		timeline.list = Array.from({ length: count }, (__, index) =>
			promotion(uuid(index), 'Completed', { createdDate: createdDate(index) }),
		);
		timeline.poll();
		return timeline;
	};
	const late = promotion('late', 'Completed', { createdDate: createdDate(19_000) });

	it('a new one is told as long as 20,000 are known by ID', () => {
		const timeline = watching(19_999);
		expect([timeline.events(), timeline.isTooMuch]).toEqual([[], false]);
		timeline.list.push(late);
		expect([timeline.events(), timeline.isTooMuch]).toEqual([['late created', 'late completed'], false]);
		expect([timeline.events(), timeline.isTooMuch]).toEqual([[], false]);
	});

	it('none of more than that is told twice, and it is said that there are too many', () => {
		const timeline = watching(20_002);
		for (let poll = 0; poll < 3; poll++) expect([timeline.events(), timeline.isTooMuch]).toEqual([[], true]);
		expect(Object.keys(timeline.state?.known ?? {})).toHaveLength(20_000);
	});
});

it('of too many created within a day, the youngest are known one by one', () => {
	const timeline = new Timeline({ events: ['created'] });
	timeline.list = Array.from({ length: 20_100 }, (_, index) =>
		promotion(uuid(index), 'Completed', { createdDate: START - index }),
	);
	timeline.poll();
	timeline.list.push(promotion('younger', 'Completed', { createdDate: START - 19_000.5 }));
	timeline.list.push(promotion('older', 'Completed', { createdDate: START - 20_050.5 }));
	expect(timeline.events()).toEqual(['younger created']);
});

it('those without a creation time that are no longer listed make way', () => {
	const timeline = new Timeline({ events: ['created'] });
	const timeless = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => promotion(uuid(from + index), 'Completed', { createdDate: 0 }));
	timeline.list = timeless(0, 15_000);
	timeline.poll();
	timeline.list = timeless(20_000, 30);
	expect(timeline.events()).toHaveLength(30);
	timeline.list.push(...timeless(40_000, 6000));
	expect([timeline.events().length, timeline.isTooMuch]).toEqual([6000, false]);
	// Nor do they keep a later one from being told.
	timeline.list.push(...timeless(60_000, 1));
	expect([timeline.events().length, timeline.isTooMuch]).toEqual([1, false]);
});

it.each([400 * 24, 23, 46])('creation times %i hours ahead make nothing look old', (hours) => {
	const timeline = new Timeline({ events: ['created'] });
	const ahead = (id: string, more: number) => promotion(id, 'Completed', { createdDate: START + more * HOUR });
	timeline.list = [ahead('p1', hours)];
	timeline.poll();
	timeline.list.push(ahead('p2', 2 * hours));
	timeline.poll();
	timeline.list.push(promotion('p3', 'Completed', { createdDate: START + MINUTE }));
	expect(timeline.events()).toEqual(['p3 created']);
});

it('a baseline that was taken with the clock ahead makes nothing look old once it is right', () => {
	const timeline = new Timeline({ events: ['created', 'stalled'], options: { stalledAfterMinutes: 5 } });
	timeline.now += 10 * 24 * HOUR;
	timeline.list = [promotion('p1', 'Running')];
	timeline.statistics.set('p1', counters());
	timeline.poll();
	timeline.statistics.set('p1', counters({ sent: 1 }));
	timeline.poll();
	timeline.now = START;
	expect(timeline.events()).toEqual([]);
	timeline.list.push(promotion('p2', 'Completed', { createdDate: START + 2 * MINUTE }));
	expect(timeline.events()).toEqual(['p2 created']);
	expect(timeline.events(5)).toEqual(['p1 stalled']);
});

it('a clock that is set back changes nothing about when a promotion was created, although it is missing then', () => {
	const timeline = new Timeline({ events: ['created'] });
	const [missing, listed] = [promotion('p1', 'Completed'), promotion('p2', 'Running')];
	timeline.list = [missing, listed];
	timeline.poll();
	timeline.list = [listed];
	expect(timeline.events(-30)).toEqual([]);
	const almostADayLater = START + 24 * HOUR - MINUTE;
	timeline.list.push(promotion('p3', 'Running', { createdDate: almostADayLater }));
	timeline.now = almostADayLater;
	expect(timeline.events()).toEqual(['p3 created']);
	timeline.list.push(missing);
	expect(timeline.events()).toEqual([]);
});

it.each(['name', 'status'])('a %s is kept and told up to 200 characters', (field) => {
	const timeline = new Timeline({ events: ['statusChanged'] });
	const long = 'x'.repeat(250_000);
	timeline.list = [promotion('p1', 'Running', { [field]: long }), promotion('p2', 'Running')];
	timeline.poll();
	expect(bytes(timeline.state)).toBeLessThan(1000);
	timeline.change('p2', 'Sending');
	timeline.change('p1', 'Stopped');
	const items = timeline.poll();
	expect(items.map(({ promotionId }) => promotionId)).toEqual(['p1', 'p2']);
	const clipped = `${'x'.repeat(199)}…`;
	expect(items[0]).toMatchObject(field === 'name' ? { name: clipped } : { previousStatus: clipped });
	expect(bytes(items)).toBeLessThan(4000);
});

it('an ID may be any word', () => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = [promotion('__proto__', 'Running'), promotion('constructor', 'Running')];
	timeline.poll();
	timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
	expect(timeline.events()).toEqual(['__proto__ completed', 'constructor completed']);
	expect(timeline.events()).toEqual([]);
});

it('a state of another version is as good as none', () => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = [promotion('p1', 'Running')];
	timeline.poll();
	if (timeline.state) timeline.state.version = 99;
	timeline.change('p1', 'Completed');
	expect(timeline.events()).toEqual([]);
});
