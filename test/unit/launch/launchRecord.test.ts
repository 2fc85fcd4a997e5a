import * as fc from 'fast-check';
import { table } from './recordTable';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');
/** Room for so many people, as the docs say. */
const ROOM = 3_840;

const crowd = (count: number, name = 'person') => Array.from({ length: count }, (_, index) => `${name} ${index}`);

it('finds every launch of the last 16 hours, and none of more than 20, so that a daily campaign never meets yesterday’s', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1e12, max: 4e12 }), fc.integer({ max: 72 * HOUR, min: 0 }), async (now, ago) => {
			const { to, marks } = table();
			await to('a', 'b').reserve(now - ago);
			await to('c').reserve(now);
			const recorded = marks();
			const found = await to('a', 'b').look(now);
			if (ago <= 16 * HOUR) expect(found).toBe(2);
			if (ago >= 20 * HOUR) expect(found).toBe(0);
			// Asking leaves nothing behind, nor does a launch that is refused.
			expect(marks()).toEqual(recorded);
			expect(await to('a', 'b').reserve(now)).toBe(found);
			if (found > 0) expect(marks()).toEqual(recorded);
		}),
		// With the day on which clocks are set forward.
		{ numRuns: 200, examples: [0, 16, 20, 23, 24].map((hours) => [NOON, hours * HOUR]) },
	);
});

it.each([1, 2, 32])('lets a launch to %d people go if fewer than half had it, and counts those', async (size) => {
	for (let known = 0; known <= size; known++) {
		const { to, marks } = table();
		const people = crowd(size);
		if (known > 0) await to(...people.slice(0, known)).reserve(NOON);
		const before = marks();
		expect(await to(...people).reserve(NOON + HOUR)).toBe(known);
		if (known > 0 && known * 2 >= size) expect(marks()).toEqual(before);
		else expect(await to(...people).look(NOON + HOUR)).toBe(size);
	}
});

it('finds a launch of a process whose clock is ahead, whenever that is', async () => {
	for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
		const { elsewhere, to } = table();
		const now = NOON + minutes * 60_000;
		await elsewhere('a').reserve(now + 10 * 60_000);
		expect(await to('a').reserve(now)).toBe(1);
	}
});

it('is one mark for each person, also where the guard is off, which then asks for nothing', async () => {
	const { to, marks } = table();
	await to('a').reserve(NOON);
	expect(await to('a', 'b').reserve(NOON, false)).toBe(0);
	expect(marks()).toHaveLength(2);
	expect(await to('b').reserve(NOON)).toBe(1);
});

it('asks n8n for few marks at a time, and so it withdraws', async () => {
	const { to, store } = table();
	await to(...crowd(64)).look(NOON);
	const launch = to(...crowd(64));
	await launch.reserve(NOON);
	await launch.withdraw();
	expect(store.rows).toEqual([]);
	expect(store.mostAsked).toBeLessThanOrEqual(200);
});

it('leaves nothing behind where n8n cannot answer to the end', async () => {
	const { to, store, marks } = table();
	await to(...crowd(64, 'earlier')).reserve(NOON);
	const earlier = marks();
	let calls = 0;
	let isDone = false;
	while (!isDone) {
		store.failsAfter = calls++;
		const launch = to(...crowd(64));
		isDone = await launch.reserve(NOON).then(
			() => true,
			() => false,
		);
		await launch.withdraw();
		expect(marks()).toEqual(earlier);
	}
	// Those that are looked up, and the others.
	expect(calls).toBeGreaterThan(2);
});

it('still knows everyone after a look-up while it is full', async () => {
	const { store, to, fill } = table();
	await to('first').reserve(NOON - HOUR);
	fill(ROOM - 33);
	await to(...crowd(32)).reserve(NOON - HOUR);
	expect(store.rows).toHaveLength(ROOM);
	await to(...crowd(32)).look(NOON);
	expect(await to('first').look(NOON)).toBe(1);
});

it('can be withdrawn, and then leaves an earlier one as it was', async () => {
	const { marks, to } = table();
	const first = to('a');
	await first.reserve(NOON);
	await first.withdraw();
	expect(marks()).toEqual([]);
	await to('a').reserve(NOON);
	const earlier = marks();
	for (const time of [NOON, NOON + 8 * HOUR]) {
		const again = to('a');
		await again.reserve(time, false);
		await again.withdraw();
	}
	// One that is refused has recorded nothing.
	const refused = to('a');
	await refused.reserve(NOON + HOUR);
	await refused.confirm();
	await refused.withdraw();
	expect(marks()).toEqual(earlier);
});

it('loses nothing when many are recorded and withdrawn at once', async () => {
	const { marks, to } = table();
	const people = crowd(60);
	const launches = people.map((person) => to(person));
	await Promise.all(launches.map(async (launch) => await launch.reserve(NOON)));
	await Promise.all(launches.filter((_, index) => index % 3 === 0).map(async ({ withdraw }) => await withdraw()));
	const again = await Promise.all(people.map(async (person) => await to(person).reserve(NOON)));
	expect(again).toEqual(people.map((_, index) => (index % 3 === 0 ? 0 : 1)));
	expect(new Set(marks()).size).toBe(people.length);
});

it('of two that ask at once lets one go', async () => {
	const { to } = table();
	const both = await Promise.all([to('a').reserve(NOON), to('a').reserve(NOON)]);
	expect(both.sort()).toEqual([0, 1]);
});

it('is made by both of two processes that begin at once, and written again when one has overwritten the other', async () => {
	const { marks, to, elsewhere } = table();
	const launches = [to('a'), elsewhere('b')];
	expect(await Promise.all(launches.map(async (launch) => await launch.reserve(NOON)))).toEqual([0, 0]);
	const others = [to('c'), elsewhere('d')];
	await Promise.all(others.map(async (launch) => await launch.reserve(NOON, false)));
	for (const { confirm } of others) await confirm();
	expect(marks().filter((mark) => /^[cd]/.test(mark))).toHaveLength(2);
});

it('puts back what another process has overwritten of an earlier launch, and leaves that when it is withdrawn', async () => {
	const { store, marks, to } = table();
	await to('a').reserve(NOON);
	const earlier = marks();
	const again = to('a', 'b', 'c');
	await again.reserve(NOON);
	store.rows = [];
	await again.confirm();
	await again.withdraw();
	expect(marks()).toEqual(earlier);
});

it('goes on without n8n, and with it again', async () => {
	const { store, marks, to } = table();
	const launch = to('a');
	await launch.reserve(NOON);
	store.failsAfter = 0;
	await expect(to('b').reserve(NOON)).rejects.toThrow('locked');
	await launch.confirm();
	store.failsAfter = Infinity;
	expect(await to('b').reserve(NOON)).toBe(0);
	expect(marks()).toHaveLength(2);
});

it.each([
	{ launches: 3_840, size: 1 },
	{ launches: 60, size: 64 },
])('holds as many launches as the docs say, in less than 200 kB, and forgets the oldest first: %j', async (given) => {
	const { launches, size } = given;
	const { store, to, fill, bytes } = table();
	await to(...crowd(size)).reserve(NOON);
	fill(size * (launches - 2));
	const launchTo = async (name: string) => {
		const launch = to(...crowd(size, name));
		await launch.reserve(NOON);
		await launch.confirm();
	};
	await launchTo('second');
	expect(bytes()).toBeLessThan(200_000);
	const found = async (name?: string) => (await to(...crowd(size, name)).look(NOON)) > 0;
	expect(await found()).toBe(true);
	for (const name of ['third', 'fourth', 'last']) await launchTo(name);
	expect(store.rows.length).toBeLessThanOrEqual(size * (launches + 1));
	expect([await found(), await found('last')]).toEqual([false, true]);
});
