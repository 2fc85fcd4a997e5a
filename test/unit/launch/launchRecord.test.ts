import * as fc from 'fast-check';
import { KEPT_MARKS } from '../../../nodes/RcsPromotion/launch/launchRecord';
import { launchOf, places, table } from './recordTable';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-03-31T12:34:56.789Z');

const crowd = (count: number, name = 'person') => Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe('the record of what was sent', () => {
	it('finds every launch within the hours, and none an hour before them, in hours that are whole', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1e12, max: 4e12 }),
				fc.oneof(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 336 })),
				fc.integer({ min: -2 * DAY, max: 2 * DAY }),
				async (now, hours, beyond) => {
					const ago = Math.max(0, hours * HOUR + beyond);
					const { to, marks } = table();
					await to('a', 'b').reserve(now - ago, 20);
					await to('c').reserve(now, 20);
					const recorded = marks();
					const found = await to('a', 'b').look(now, hours);
					if (ago <= hours * HOUR) expect(found).toBe(2);
					if (ago >= hours * HOUR + HOUR) expect(found).toBe(0);
					// Asking leaves nothing behind, nor does a launch that is refused.
					expect(marks()).toEqual(recorded);
					expect(await to('a', 'b').reserve(now, hours)).toBe(found);
					if (found > 0) expect(marks()).toEqual(recorded);
				},
			),
			{
				numRuns: 200,
				examples: [
					[1e12, 1, -HOUR],
					[NOON, 24, 0],
					[NOON, 24, HOUR],
					[NOON, 49, 0],
					[NOON, 49, HOUR],
					[NOON, 160, 8 * HOUR],
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
				if (known > 0) await to(...people.slice(0, known)).reserve(NOON, 20);
				const before = marks();
				expect(await to(...people).reserve(NOON + HOUR, 20)).toBe(known);
				if (known > 0 && known * 2 >= size) expect(marks()).toEqual(before);
				else expect(await to(...people).look(NOON + HOUR, 20)).toBe(size);
			}
		},
	);

	it('counts the people of all launches together', async () => {
		const { to } = table();
		for (const person of crowd(8)) await to(person).reserve(NOON, 20);
		expect(await to(...crowd(16)).reserve(NOON, 20)).toBe(8);
		expect(await to(...crowd(16)).look(NOON, 20)).toBe(8);
	});

	it.each([
		{ hours: 20, turn: Date.parse('2026-03-31T12:00:00Z') },
		{ hours: 48, turn: Date.parse('2026-03-31T00:00:00Z') },
	])(
		'finds a launch of a process whose clock is ahead, also in the next hour or day: $hours',
		async ({ hours, turn }) => {
			const { elsewhere, to } = table();
			await elsewhere('a').reserve(turn + 5_000, hours);
			expect(await to('a').reserve(turn - 5_000, hours)).toBe(1);
		},
	);

	it('is two marks for each person, and 0 hours record without asking', async () => {
		const { to, marks } = table();
		await to('a').reserve(NOON, 20);
		expect(marks()).toHaveLength(2);
		for (const _ of [1, 2]) expect(await to('a').reserve(NOON + HOUR, 0)).toBe(0);
		// The day is the same.
		expect(marks()).toHaveLength(3);
		expect(await to('a').reserve(NOON + HOUR, 1)).toBe(1);
	});

	it('asks n8n for few marks at a time, whatever the hours, and so it withdraws', async () => {
		const { to, store } = table();
		for (const hours of [1, 20, 24, 25, 720, 336]) await to(...crowd(256)).look(NOON, hours);
		const launch = to(...crowd(256));
		await launch.reserve(NOON, 336);
		await launch.withdraw();
		expect(store.rows).toEqual([]);
		expect(store.mostAsked).toBeLessThanOrEqual(200);
	});

	it('leaves nothing behind where n8n cannot answer to the end', async () => {
		const { to, store, marks } = table();
		await to(...crowd(256, 'earlier')).reserve(NOON, 20);
		const earlier = marks();
		const failing = async (calls: number) => {
			store.failsAfter = calls;
			const launch = to(...crowd(256));
			const error = await launch.reserve(NOON, 20).catch((thrown: unknown) => thrown);
			await launch.withdraw();
			expect(marks()).toEqual(earlier);
			return error instanceof Error;
		};
		let calls = 1;
		while (await failing(calls)) calls++;
		expect(calls).toBeGreaterThan(4);
	});

	it.each([
		['in this hour', NOON, 20],
		['yesterday', NOON - 19 * HOUR, 20],
		['last week', NOON - 150 * HOUR, 160],
		['two weeks ago', NOON - 335 * HOUR, 336],
	])('tells the hour of a repeat, and leaves nothing of the look-up: %s', async (_when, sentAt, hours) => {
		const { marks, to } = table();
		await to('a').reserve(sentAt, hours);
		const earlier = marks();
		const again = to('a');
		expect(await again.look(NOON, hours)).toBe(1);
		expect(again.repeatedAt()).toBe(sentAt - (sentAt % HOUR));
		expect(marks()).toEqual(earlier);
		const other = to('b');
		await other.look(NOON, hours);
		expect(other.repeatedAt()).toBeUndefined();
	});

	it('still knows everyone after a look-up while it is full', async () => {
		const { store, to } = table();
		await to('first').reserve(NOON - HOUR, 20);
		store.rows.push(...Array.from({ length: KEPT_MARKS - store.rows.length - 64 }, (_, index) => `other ${index}`));
		await to(...crowd(32)).reserve(NOON - HOUR, 20);
		expect(store.rows).toHaveLength(KEPT_MARKS);
		await to(...crowd(32)).look(NOON, 336);
		expect(await to('first').look(NOON, 20)).toBe(1);
	});

	it('can be withdrawn, and then leaves an earlier one as it was', async () => {
		const { marks, to } = table();
		const first = to('a');
		await first.reserve(NOON, 1);
		await first.withdraw();
		expect(marks()).toEqual([]);
		await to('a').reserve(NOON, 1);
		const earlier = marks();
		for (const [time, hours] of [
			[NOON + 2 * HOUR, 1],
			[NOON, 0],
		] as const) {
			const again = to('a');
			await again.reserve(time, hours);
			await again.withdraw();
		}
		expect(marks()).toEqual(earlier);
		expect(await to('a').look(NOON + 2 * HOUR, 3)).toBe(1);
	});

	it('is neither written nor removed by a launch that recorded nothing', async () => {
		const { marks, to } = table();
		await to('a').reserve(NOON, 20);
		const earlier = marks();
		const refused = to('a');
		await refused.reserve(NOON + HOUR, 20);
		await refused.confirm();
		await refused.withdraw();
		expect(marks()).toEqual(earlier);
	});

	it('loses nothing when many are recorded and withdrawn at once', async () => {
		const { marks, to } = table();
		const people = crowd(60);
		const launches = people.map((person) => to(person));
		await Promise.all(launches.map(async (launch) => await launch.reserve(NOON, 20)));
		await Promise.all(launches.filter((_, index) => index % 3 === 0).map(async ({ withdraw }) => await withdraw()));
		const again = await Promise.all(people.map(async (person) => await to(person).reserve(NOON, 20)));
		expect(again).toEqual(people.map((_, index) => (index % 3 === 0 ? 0 : 1)));
		expect(new Set(marks()).size).toBe(2 * people.length);
	});

	it('of two that ask at once lets one go', async () => {
		const { to } = table();
		const both = await Promise.all([to('a').reserve(NOON, 20), to('a').reserve(NOON, 20)]);
		expect(both.sort()).toEqual([0, 1]);
	});

	it('is written again when another process has overwritten it', async () => {
		const { store, marks, to, elsewhere } = table();
		store.exists = true;
		const launches = [to('a'), elsewhere('b')];
		await Promise.all(launches.map(async (launch) => await launch.reserve(NOON, 0)));
		expect(marks()).toHaveLength(2);
		for (const { confirm } of launches) await confirm();
		expect(marks()).toHaveLength(4);
	});

	it('is made by both of two processes that add it at once', async () => {
		const { to, elsewhere } = table();
		const launches = [to('a'), elsewhere('b')];
		const found = await Promise.all(launches.map(async (launch) => await launch.reserve(NOON, 20)));
		expect(found).toEqual([0, 0]);
	});

	it('goes on after n8n could not answer', async () => {
		const { marks, to } = table();
		const fault = async () => await Promise.reject(new Error('database is locked'));
		const broken = launchOf({ checkProcessedAndRecord: fault, removeProcessed: fault }, `node ${places}`, ['a']);
		await expect(broken.reserve(NOON, 20)).rejects.toThrow('locked');
		await broken.confirm();
		await broken.withdraw();
		expect(await to('a').reserve(NOON, 20)).toBe(0);
		expect(marks()).toHaveLength(2);
	});

	it('goes on with what is recorded when n8n cannot answer any more', async () => {
		let isLocked = false;
		const answer = async (marks: string[]) => {
			if (isLocked) throw new Error('database is locked');
			return await Promise.resolve({ new: marks, processed: [] });
		};
		const launch = launchOf({ checkProcessedAndRecord: answer, removeProcessed: answer }, `node ${places}`, ['a']);
		await launch.reserve(NOON, 20);
		isLocked = true;
		await expect(launch.confirm()).resolves.toBeUndefined();
		await expect(launch.withdraw()).resolves.toBeUndefined();
	});

	it.each([
		[10_000, 1],
		[60, 256],
	])('holds as many launches of a node as the docs say: %d, to %d each', async (launches, size) => {
		const { store, to } = table();
		await to(...crowd(size)).reserve(NOON, 20);
		const between = 2 * size * (launches - 2);
		store.rows.push(...Array.from({ length: between }, (_, index) => `filler ${index}`));
		const last = to(...crowd(size, 'other person'));
		await last.reserve(NOON, 20);
		await last.confirm();
		expect(await to(...crowd(size)).look(NOON, 20)).toBe(Math.min(size, 32));
	});

	it('holds the last launches of a node, and no more', async () => {
		const { store, to } = table();
		await to('first').reserve(NOON, 20);
		store.rows.push(...Array.from({ length: KEPT_MARKS - 4 }, (_, index) => `filler ${index}`));
		await to('last').reserve(NOON, 20);
		expect(await to('first').reserve(NOON, 20)).toBe(1);
		for (const person of ['b', 'c', 'd']) {
			const launch = to(person);
			await launch.reserve(NOON, 20);
			await launch.confirm();
		}
		expect(store.rows.length).toBeLessThanOrEqual(KEPT_MARKS + 2);
		expect(await to('first').look(NOON, 20)).toBe(0);
		expect(await to('last').look(NOON, 20)).toBe(1);
	});
});
