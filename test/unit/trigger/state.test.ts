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
	const items = timeline.poll();
	expect(timeline.state).toEqual({
		version: 1,
		account: 'https://rcs.example.com acme',
		mark: 'process-1',
		poll: 2,
		listed: 2,
		newest: START,
		recentSince: '2026-03-01T08',
		recent: { '2026-03-02T08': ['p1', 'p2'] },
		records: {
			p1: {
				name: 'Name of p1',
				status: 'Sending',
				createdAt: START,
				counters: [10, 0, 10, 0, 0, 0, 0],
				told: [10, 0, 10, 0, 0, 0, 0],
				movedAt: START + 2 * MINUTE,
				quietReads: 1,
				askedAt: START + 2 * MINUTE,
				counts: { countersChanged: 1 },
			},
		},
		highestCount: 0,
		batches: [{ sentBy: ['process-1'], poll: 2, at: timeline.now, items }],
	});
});

it.each([200, 5000, 20_000])(
	'takes less than 64 KB with 100 active and 500 created a day, if %i are listed',
	(listed) => {
		const timeline = new Timeline({ events: allEvents });
		timeline.settings.maximumStatisticsCalls = 500;
		timeline.list = listing(listed, 100);
		for (let poll = 0; poll < 4; poll++) {
			for (let index = 0; index < 100; index++) {
				timeline.statistics.set(uuid(index), counters({ attempted: 50_000, sent: 49_000 + 10 * poll, read: 12_345 }));
			}
			timeline.poll();
		}
		for (let poll = 0; poll < 3; poll++) timeline.poll();
		expect(Object.keys(timeline.state?.records ?? {})).toHaveLength(100);
		expect(bytes(timeline.state)).toBeLessThan(64 * 1024);
		expect(timeline.overflows).toBe(false);
	},
);

it.each([
	[1000, false],
	[1001, true],
])('follows up to 1,000 that are not over, the youngest, and says if there are more: %i', (active, overflows) => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = listing(active, active).map((one, index) => ({ ...one, name: `Sale ${index}` }));
	timeline.poll();
	expect(timeline.overflows).toBe(overflows);
	expect(bytes(timeline.state)).toBeLessThan(256 * 1024);
	timeline.change(uuid(999), 'Completed');
	timeline.change(uuid(1000), 'Completed');
	expect(timeline.events()).toEqual([`${uuid(999)} completed`]);
});

it('never takes more than 256 KB, invents no event and loses none that it has room for', () => {
	const timeline = new Timeline({ events: allEvents, options: { summary: true } });
	timeline.settings.maximumStatisticsCalls = 500;
	timeline.list = listing(6000, 1500).map((one) => ({ ...one, createdDate: START - 1, name: 'ж'.repeat(200) }));
	timeline.poll();
	expect([timeline.events(), timeline.overflows]).toEqual([[], true]);
	timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
	for (let poll = 0; poll < 5; poll++) {
		expect(timeline.poll().length).toBeGreaterThan(0);
		expect(bytes(timeline.state)).toBeLessThan(256 * 1024);
	}
});

describe('of more than 4,000 created within a day', () => {
	const many = () => {
		const timeline = new Timeline({ events: ['created', 'completed'] });
		timeline.list = Array.from({ length: 4400 }, (_, index) =>
			promotion(uuid(index), 'Completed', { createdDate: START - (index % 22) * HOUR }),
		);
		timeline.poll();
		return timeline;
	};

	it('the youngest are known one by one, by whole hours', () => {
		expect(Object.values(many().state?.recent ?? {}).flat()).toHaveLength(4000);
	});

	it.each([
		['of an hour that is known one by one', START - HOUR, ['late created', 'late completed']],
		['of an hour that is not', START - 21 * HOUR, []],
	])('one more is news if it is %s', (_, createdDate, expected) => {
		const timeline = many();
		for (let poll = 0; poll < 3; poll++) expect(timeline.events()).toEqual([]);
		timeline.list.push(promotion('late', 'Completed', { createdDate }));
		expect(timeline.events()).toEqual(expected);
	});
});

describe('without creation times', () => {
	const timeless = (id: string) => promotion(id, 'Completed', { createdDate: 0 });
	const watching = (count: number) => {
		const timeline = new Timeline({ events: ['created'] });
		timeline.list = Array.from({ length: count }, (_, index) => timeless(uuid(index)));
		timeline.poll();
		return timeline;
	};

	it.each([
		[3999, ['late created']],
		[4001, []],
	])('a new one is told as long as all are known by ID: %i', (count, expected) => {
		const timeline = watching(count);
		expect(timeline.events()).toEqual([]);
		timeline.list.push(timeless('late'));
		expect(timeline.events()).toEqual(expected);
		expect(timeline.events()).toEqual([]);
	});

	it('those that are no longer listed make way', () => {
		const timeline = watching(3000);
		timeline.list = [];
		for (let index = 0; index < 30; index++) timeline.list.push(timeless(uuid(5000 + index)));
		expect(timeline.events()).toHaveLength(30);
		timeline.list.push(...Array.from({ length: 1200 }, (_, index) => timeless(uuid(6000 + index))));
		let told = 0;
		for (let poll = 0; poll < 30; poll++) told += timeline.events().length;
		expect(told).toBe(1200);
	});
});

it('a creation time in the far future makes nothing look old', () => {
	const timeline = new Timeline({ events: ['created'] });
	timeline.list = [promotion('p1', 'Completed', { createdDate: START + 400 * 24 * HOUR })];
	timeline.poll();
	timeline.poll();
	timeline.list.push(promotion('p2', 'Completed', { createdDate: START + MINUTE }));
	expect(timeline.events()).toEqual(['p2 created']);
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
