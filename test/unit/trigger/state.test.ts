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

it('the state is plain JSON that people can read', () => {
	const timeline = new Timeline({ events: ['completed', 'countersChanged'] });
	timeline.list = [promotion('p1', 'Sending'), promotion('p2', 'Completed')];
	timeline.statistics.set('p1', counters({ attempted: 10, sent: 9 }));
	timeline.poll();
	timeline.statistics.set('p1', counters({ attempted: 10, sent: 10 }));
	timeline.poll();
	expect(timeline.state).toEqual({
		version: 5,
		accountId: 'acme',
		baselineAt: START + MINUTE,
		newestCreatedAt: START,
		listSize: 2,
		open: ['p1'],
		over: ['p2'],
		records: {
			p1: {
				name: 'Name of p1',
				status: 'Sending',
				created: START,
				counters: counters({ attempted: 10, sent: 10 }),
				statusAt: START + MINUTE,
				changedAt: START + 2 * MINUTE,
				moves: 1,
				requestedAt: START + 2 * MINUTE,
				numberedFrom: START + MINUTE,
				eventNumbers: { countersChanged: START + MINUTE + 1 },
				eventMemory: { counters: counters({ attempted: 10, sent: 10 }) },
			},
		},
		highestEventNumber: START + MINUTE,
	});
});

it('grows with what is active or watched, and by nothing but IDs with the length of the list', () => {
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
		expect(timeline.found?.names.tooMany).toEqual([]);
		return bytes({ ...timeline.state, open: [], over: [] });
	});
	expect(Math.max(...sizes)).toBeLessThan(100 * 1024);
	expect(Math.abs((sizes[1] ?? 0) - (sizes[0] ?? 0))).toBeLessThan(200);
});

it.each([5000, 5001])('follows up to 5,000, the youngest, and says if there are more: %i', (active) => {
	const timeline = new Timeline({ events: ['completed'] });
	timeline.list = listing(active, active);
	timeline.poll();
	expect(timeline.found?.names.tooMany.length).toBe(active - 5000);
	timeline.change(uuid(4999), 'Completed');
	timeline.change(uuid(5000), 'Completed');
	expect(timeline.events()).toEqual([`${uuid(4999)} completed`]);
});

it('of those that left the list, the last 20,000 are known, and all that are listed', () => {
	const timeline = new Timeline({ events: ['created', 'completed'] });
	const some = (from: number, count: number, status: string) =>
		Array.from({ length: count }, (_, index) => promotion(uuid(from + index), status));
	timeline.list = some(0, 5000, 'Running');
	timeline.poll();
	timeline.list = some(10_000, 30_000, 'Completed');
	timeline.poll();
	timeline.list = some(50_000, 100, 'Completed');
	timeline.poll();
	const { open = [], over = [] } = timeline.state ?? {};
	expect(open.length + over.length).toBe(20_100);
	expect(new Set([...open, ...over]).size).toBe(20_100);
	// The first to leave make way.
	timeline.list = [...some(50_000, 100, 'Completed'), ...some(39_900, 100, 'Completed'), ...some(4900, 100, 'Running')];
	expect(timeline.events()).toEqual([]);
	timeline.list.push(...some(10_000, 1, 'Completed'));
	expect(timeline.events()).toHaveLength(2);
});

it('100,000 that are listed and over cost some 40 bytes each, and a check of them ten times that of 10,000', () => {
	const [few, many] = [10_000, 100_000].map((listed) => {
		const timeline = new Timeline({ events: ['created', 'completed'] });
		timeline.list = listing(listed, 100);
		timeline.poll();
		const times = [1, 2, 3].map(() => {
			const before = process.cpuUsage();
			expect(timeline.events()).toEqual([]);
			return process.cpuUsage(before).user;
		});
		return { time: Math.min(...times), bytes: bytes(timeline.state) };
	});
	// Looking through the whole list for each of them would take a hundred times as long.
	expect(many!.time).toBeLessThan(50 * few!.time);
	expect(many!.bytes).toBeLessThan(100_000 * 40 + 100_000);
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

it.each(['name', 'status'])('a %s is kept and shown up to 200 characters', (field) => {
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

it('an ID may be a word that JavaScript uses, such as __proto__', () => {
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
