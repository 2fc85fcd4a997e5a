/** What is recognized as a repeat, counted in people: the rule may compare what it likes. */
import { fingerprintOf } from '../../../nodes/RcsPromotion/contacts/fingerprint';
import type { Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { findStops } from '../../../nodes/RcsPromotion/launch/stops';
import { campaignTo, facts, memoryOf } from './support';
import { table } from './recordTable';

const NOON = Date.parse('2026-03-31T12:34:56.789Z');

/** Numbers that look random and are the same in each run. */
function chance(seed: number, at: number, below: number): number {
	let mixed = Math.imul(seed + 1, 0x7feb352d) ^ Math.imul(at + 1, 0x846ca68b);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
	mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
	return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
}

/** Phones of different people: as a phone company hands them out, or from all over a country. */
const peopleOf = (count: number, seed: number): number[] =>
	Array.from({ length: count }, (_, index) =>
		seed % 2 === 0
			? 4_900_000_000_000 + seed * 100_000 + index
			: 15_550_000_000 + index * 100_000 + chance(seed, index, 100_000),
	);

/** So many of a list: in a row, or spread over it. */
function partOf(list: readonly number[], size: number, seed: number): number[] {
	const start = chance(seed, -1, list.length - size + 1);
	if (seed % 3 === 0) return list.slice(start, start + size);
	const inRandomOrder = list.map((person, at) => [chance(seed, at, 2 ** 31), person] as const);
	return inRandomOrder
		.sort(([a], [b]) => a - b)
		.slice(0, size)
		.map(([, person]) => person);
}

/** A launch beside others: whether it goes out. */
type Send = (people: string[], size: number) => Promise<boolean>;

const inOneExecution = (): Send => {
	const launches = {};
	let run = 0;
	return async (people, size) => {
		const memory = memoryOf({ run: `run ${(run += 1)}` }, launches);
		if (findStops(campaignTo(people, size), memory, facts()).length > 0) return false;
		memory.remember({ id: `${run}`, messageFingerprint: people } as unknown as Launch);
		return await Promise.resolve(true);
	};
};

/** Within the hours, and in turn by one process of n8n and another. */
const overExecutions = (): Send => {
	const record = table();
	let hour = 0;
	return async (people, size) => {
		const launch = (hour % 2 === 1 ? record.elsewhere : record.to)(...people);
		const repeatCount = await launch.reserve(NOON + (hour++ % 16) * 3_600_000);
		return findStops(campaignTo(people, size), memoryOf(), facts({ repeatCount })).length === 0;
	};
};

/** How many of so many tries of a last list, after others, were stopped, in percent: in the way that stops fewest, and most. */
async function percentStopped(tries: number, make: (seed: number) => { earlier: number[][]; last: number[] }) {
	const stopped = [0, 0];
	for (let seed = 1; seed <= tries; seed++) {
		const { earlier, last } = make(seed);
		const lists = [...earlier, last].map((list) => ({ people: fingerprintOf(list), size: list.length }));
		for (const [way, begin] of [inOneExecution, overExecutions].entries()) {
			const launch = begin();
			const went: boolean[] = [];
			for (const { people, size } of lists) went.push(await launch(people, size));
			expect(went.slice(0, -1)).not.toContain(false);
			if (went.at(-1) === false) stopped[way]!++;
		}
	}
	const [fewest = 0, most = 0] = stopped.sort((a, b) => a - b).map((count) => (100 * count) / tries);
	return { fewest, most };
}
const ALL = { fewest: 100, most: 100 };
const NONE = { fewest: 0, most: 0 };

const isLong = Boolean(process.env.TEST_LONG);
const TRIES = isLong ? 1_000 : 120;
if (isLong) jest.setTimeout(600_000);

it.each([1, 2, 32, 33, 64])('any part of a list of %d is recognized', async (size) => {
	const part = (seed: number) => {
		const list = peopleOf(size, seed);
		return { earlier: [list], last: partOf(list, 1 + (seed % size), seed) };
	};
	expect(await percentStopped(TRIES / 3, part)).toEqual(ALL);
});

it.each([
	{ what: 'all but a few had it', share: 0.95, least: 100, most: 100 },
	{ what: 'three quarters had it', share: 3 / 4, least: 99, most: 100 },
	{ what: 'two thirds had it', share: 2 / 3, least: 93, most: 100 },
	{ what: 'half had it', share: 1 / 2, least: 42, most: 70 },
	{ what: 'a quarter had it', share: 1 / 4, least: 0, most: 2.5 },
])('a list of 1,000 of whom $what is recognized as often as the docs say', async ({ share, least, most }) => {
	const stopped = await percentStopped(TRIES, (seed) => {
		const list = peopleOf(1_000, seed);
		return { earlier: [partOf(list, 1_000 * share, seed)], last: list };
	});
	expect(stopped.fewest).toBeGreaterThanOrEqual(least);
	expect(stopped.most).toBeLessThanOrEqual(most);
});

it('half of an earlier list is recognized', async () => {
	const half = (seed: number) => {
		const list = peopleOf(1_000, seed);
		return { earlier: [list], last: partOf(list, 500, seed) };
	};
	expect((await percentStopped(TRIES, half)).fewest).toBeGreaterThanOrEqual(99);
});

it.each([
	[32, 16, ALL],
	[32, 15, NONE],
	[5, 3, ALL],
	[5, 2, NONE],
	[2, 1, ALL],
])('of %d, who are few enough to be counted, %d got it: stopped %j', async (size, again, stopped) => {
	const list = peopleOf(size, size + again);
	expect(await percentStopped(1, () => ({ earlier: [list.slice(0, again)], last: list }))).toEqual(stopped);
});

it('single people and small lists count together', async () => {
	const list = peopleOf(20, 7);
	const earlier = [list.slice(0, 7), ...[7, 8, 9].map((at) => [list[at] as number])];
	expect(await percentStopped(1, () => ({ earlier, last: list }))).toEqual(ALL);
	expect(await percentStopped(1, () => ({ earlier: earlier.slice(1), last: list }))).toEqual(NONE);
});
