import * as fc from 'fast-check';
import { KEPT_MARKS } from '../../../nodes/RcsPromotion/launch/launchRecord';
import { launchOf, places, sizeOf, table } from './recordTable';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

const crowd = (count: number, name = 'person') => Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe('the record of what was sent', () => {
	it('finds every launch of the last 16 hours, and none of more than 20, so that a daily campaign never meets yesterday’s', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1e12, max: 4e12 }),
				fc.integer({ min: 0, max: 72 * HOUR }),
				async (now, ago) => {
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
				},
			),
			{
				numRuns: 200,
				examples: [
					[NOON, 0],
					[NOON, 16 * HOUR],
					[NOON, 20 * HOUR],
					// The day on which clocks are set forward.
					[NOON, 23 * HOUR],
					[NOON, 24 * HOUR],
				],
			},
		);
	});

	it.each([1, 2, 16, 32])(
		'lets a launch to %d people go if fewer than half had it, and counts those who had',
		async (size) => {
			for (let known = 0; known <= size; known++) {
				const { to, marks } = table();
				const people = crowd(size);
				if (known > 0) await to(...people.slice(0, known)).reserve(NOON);
				const before = marks();
				expect(await to(...people).reserve(NOON + HOUR)).toBe(known);
				if (known > 0 && known * 2 >= size) expect(marks()).toEqual(before);
				else expect(await to(...people).look(NOON + HOUR)).toBe(size);
			}
		},
	);

	it('counts the people of all launches together', async () => {
		const { to } = table();
		for (const person of crowd(8)) await to(person).reserve(NOON);
		expect(await to(...crowd(16)).reserve(NOON)).toBe(8);
		expect(await to(...crowd(16)).look(NOON)).toBe(8);
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
		expect(marks()).toHaveLength(1);
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
		const failing = async (calls: number) => {
			store.failsAfter = calls;
			const launch = to(...crowd(64));
			const error = await launch.reserve(NOON).catch((thrown: unknown) => thrown);
			await launch.withdraw();
			expect(marks()).toEqual(earlier);
			return error instanceof Error;
		};
		let calls = 0;
		while (await failing(calls)) calls++;
		// One for those that are looked up, in two portions, and one for the others.
		expect(calls).toBeGreaterThan(1);
	});

	it('still knows everyone after a look-up while it is full', async () => {
		const { store, to } = table();
		await to('first').reserve(NOON - HOUR);
		store.rows.push(...Array.from({ length: KEPT_MARKS - store.rows.length - 32 }, (_, index) => `other ${index}`));
		await to(...crowd(32)).reserve(NOON - HOUR);
		expect(store.rows).toHaveLength(KEPT_MARKS);
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
		expect(marks()).toEqual(earlier);
		expect(await to('a').look(NOON + 2 * HOUR)).toBe(1);
	});

	it('is neither written nor removed by a launch that recorded nothing', async () => {
		const { marks, to } = table();
		await to('a').reserve(NOON);
		const earlier = marks();
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

	it('is written again when another process has overwritten it', async () => {
		const { store, marks, to, elsewhere } = table();
		store.exists = true;
		const launches = [to('a'), elsewhere('b')];
		await Promise.all(launches.map(async (launch) => await launch.reserve(NOON, false)));
		expect(marks()).toHaveLength(1);
		for (const { confirm } of launches) await confirm();
		expect(marks()).toHaveLength(2);
	});

	it('is made by both of two processes that add it at once', async () => {
		const { to, elsewhere } = table();
		const launches = [to('a'), elsewhere('b')];
		const found = await Promise.all(launches.map(async (launch) => await launch.reserve(NOON)));
		expect(found).toEqual([0, 0]);
	});

	it('goes on after n8n could not answer', async () => {
		const { marks, to } = table();
		const fault = async () => await Promise.reject(new Error('database is locked'));
		const broken = launchOf({ checkProcessedAndRecord: fault, removeProcessed: fault }, `node ${places}`, ['a']);
		await expect(broken.reserve(NOON)).rejects.toThrow('locked');
		await broken.confirm();
		await broken.withdraw();
		expect(await to('a').reserve(NOON)).toBe(0);
		expect(marks()).toHaveLength(1);
	});

	it('goes on with what is recorded when n8n cannot answer any more', async () => {
		let isLocked = false;
		const answer = async (marks: string[]) => {
			if (isLocked) throw new Error('database is locked');
			return await Promise.resolve({ new: marks, processed: [] });
		};
		const launch = launchOf({ checkProcessedAndRecord: answer, removeProcessed: answer }, `node ${places}`, ['a']);
		await launch.reserve(NOON);
		isLocked = true;
		await expect(launch.confirm()).resolves.toBeUndefined();
		await expect(launch.withdraw()).resolves.toBeUndefined();
	});

	it.each([
		{ launches: 3_840, size: 1 },
		{ launches: 60, size: 64 },
	])('holds as many launches as the docs say, in less than 200 kB: %j', async ({ launches, size }) => {
		const { store, to } = table();
		await to(...crowd(size)).reserve(NOON);
		const between = size * (launches - 2);
		store.rows.push(...Array.from({ length: between }, (_, index) => `filler ${index}`));
		const last = to(...crowd(size, 'other person'));
		await last.reserve(NOON);
		await last.confirm();
		expect(sizeOf(store.rows)).toBeLessThan(200_000);
		expect(await to(...crowd(size)).look(NOON)).toBe(Math.min(size, 32));
	});

	it('costs one lead four writes of a full record, of some 100 kB each, and a list some dozens', async () => {
		const written = async (size: number) => {
			const { store, to } = table();
			store.rows.push(...Array.from({ length: 3_840 }, (_, index) => `filler ${index}`));
			const launch = to(...crowd(size));
			await launch.reserve(NOON);
			await launch.confirm();
			return { writes: store.writes, kB: store.bytesWritten / 1_000 };
		};
		const [lead, list] = [await written(1), await written(64)];
		expect(lead.writes).toBeLessThanOrEqual(4);
		expect(lead.kB).toBeLessThan(450);
		expect(list.writes).toBeLessThanOrEqual(12);
		expect(list.kB).toBeLessThan(1_300);
	});

	it('forgets the oldest launches first', async () => {
		const { store, to } = table();
		await to('first').reserve(NOON);
		store.rows.push(...Array.from({ length: KEPT_MARKS - 2 }, (_, index) => `filler ${index}`));
		await to('last').reserve(NOON);
		expect(await to('first').look(NOON)).toBe(1);
		for (const person of ['b', 'c', 'd']) {
			const launch = to(person);
			await launch.reserve(NOON);
			await launch.confirm();
		}
		expect(store.rows.length).toBeLessThanOrEqual(KEPT_MARKS + 1);
		expect(await to('first').look(NOON)).toBe(0);
		expect(await to('last').look(NOON)).toBe(1);
	});
});
