/** What is recognized as a repeat, counted in people: the rule may compare what it likes. */
import { DateTime } from 'luxon';
import { fingerprintOf } from '../../../nodes/RcsPromotion/contacts/fingerprint';
import { findStops } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import type { Launch } from '../../../nodes/RcsPromotion/launch/memory';
import { memoryOf } from './memoryOf';
import { table } from './recordTable';

const NOON = Date.parse('2026-03-31T12:34:56.789Z');

/** Numbers that look random and are the same in each run. */
function chance(seed: number) {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return { next, below };
}
type Chance = ReturnType<typeof chance>;

/** Phones of different people: as a phone company hands them out, or from all over a country. */
function peopleOf(count: number, { below, next }: Chance): number[] {
	const from = 4_900_000_000_000 + below(90_000_000) * 1_000;
	if (next() < 0.5) return Array.from({ length: count }, (_, index) => from + index);
	const people = new Set<number>();
	while (people.size < count) people.add(15_550_000_000 + below(2 ** 31));
	return [...people];
}

/** So many of a list: in a row, or spread over it. */
function partOf(list: readonly number[], size: number, { below, next }: Chance): number[] {
	const start = below(list.length - size + 1);
	if (next() < 0.5) return list.slice(start, start + size);
	const shuffled = list.slice();
	for (let at = 0; at < size; at++) {
		const other = at + below(shuffled.length - at);
		[shuffled[at], shuffled[other]] = [shuffled[other] as number, shuffled[at] as number];
	}
	return shuffled.slice(0, size);
}

const campaignTo = (people: string[], ready: number) =>
	({
		request: {
			...{ promotionName: 'Spring Sale', builtTemplate: { template: { name: 'spring_sale' } }, ifNameExists: 'launch' },
			...{ maximumRecipients: Infinity, maximumLaunches: Infinity, refuseRepeats: true },
		},
		contacts: { count: ready },
		fingerprints: { message: people, template: people },
	}) as unknown as Campaign;

/** A launch beside others: whether it goes out. */
type Send = (people: string[], size: number) => Promise<boolean>;

const inOneExecution = (): Send => {
	const launches = {};
	let run = 0;
	return async (people, size) => {
		run++;
		const memory = memoryOf({ run: `run ${run}` }, launches);
		const known = {
			now: DateTime.utc(),
			list: { promotions: [], namesWithoutId: [] },
			repeatCount: 0,
			isCancelled: false,
		};
		if (findStops(campaignTo(people, size), memory, known).length > 0) return false;
		memory.remember({
			id: `${run}`,
			state: 'launched',
			messageFingerprint: people,
			listedBefore: [],
		} as unknown as Launch);
		return await Promise.resolve(true);
	};
};

const overExecutions = (elsewhere: boolean): Send => {
	const record = table();
	let hour = 0;
	return async (people, size) => {
		// Within the hours, and in turn by one process of n8n and another.
		const launch = (elsewhere && hour % 2 === 1 ? record.elsewhere : record.to)(...people);
		const repeatCount = await launch.reserve(NOON + (hour++ % 16) * 3_600_000);
		const known = {
			now: DateTime.utc(),
			list: { promotions: [], namesWithoutId: [] },
			repeatCount,
			isCancelled: false,
		};
		return findStops(campaignTo(people, size), memoryOf(), known).length === 0;
	};
};

const ways = [inOneExecution, () => overExecutions(false), () => overExecutions(true)];

/** How many of so many tries of a last list, after others, went out: the most and the fewest of all ways. */
async function passes(tries: number, make: (random: Chance) => { earlier: number[][]; last: number[] }) {
	const passed = ways.map(() => 0);
	for (let seed = 1; seed <= tries; seed++) {
		const { earlier, last } = make(chance(seed * 7_919));
		const samples = [...earlier, last].map((list) => ({ people: fingerprintOf(list), size: list.length }));
		for (const [at, begin] of ways.entries()) {
			const launch = begin();
			const went: boolean[] = [];
			for (const { people, size } of samples) went.push(await launch(people, size));
			expect(went.slice(0, -1)).not.toContain(false);
			if (went.at(-1)) passed[at]!++;
		}
	}
	return { most: Math.max(...passed), fewest: Math.min(...passed) };
}

/** In so many tries of each. */
const isLong = Boolean(process.env.TEST_LONG);
const TRIES = isLong ? 1_000 : 120;
if (isLong) jest.setTimeout(600_000);

/** A list of `size`, of whom this share got it in an earlier launch to these alone. */
const shareOf = (size: number, share: number) => (random: Chance) => {
	const list = peopleOf(size, random);
	const again = partOf(list, Math.round(size * share), random);
	return { earlier: again.length === 0 ? [] : [again], last: list };
};
const percentStopped = async (make: Parameters<typeof passes>[1]) => {
	const { most, fewest } = await passes(TRIES, make);
	return { least: 100 * (1 - most / TRIES), most: 100 * (1 - fewest / TRIES) };
};

describe('in one execution, over executions, and over two processes', () => {
	it.each([1, 2, 31, 32, 33, 64])('any part of a list of %d is recognized', async (size) => {
		const { most } = await passes(TRIES / 3, (random) => {
			const list = peopleOf(size, random);
			return { earlier: [list], last: partOf(list, 1 + random.below(size), random) };
		});
		expect(most).toBe(0);
	});

	it.each([
		{ what: 'three quarters had it', share: 3 / 4, least: 99, most: 100 },
		{ what: 'two thirds had it', share: 2 / 3, least: 93, most: 100 },
		{ what: 'half had it', share: 1 / 2, least: 42, most: 70 },
		{ what: 'a quarter had it', share: 1 / 4, least: 0, most: 2.5 },
		{ what: 'nobody had it', share: 0, least: 0, most: 0 },
	])('of 1,000 of whom $what, as often as the docs say', async ({ share, least, most }) => {
		const stopped = await percentStopped(shareOf(1_000, share));
		expect(stopped.least).toBeGreaterThanOrEqual(least);
		expect(stopped.most).toBeLessThanOrEqual(most);
	});

	it('a list that gained a few people is always recognized', async () => {
		expect(await percentStopped(shareOf(1_000, 0.95))).toEqual({ least: 100, most: 100 });
	});

	it('half of an earlier list is recognized', async () => {
		const { least } = await percentStopped((random) => {
			const list = peopleOf(1_000, random);
			return { earlier: [list], last: partOf(list, 500, random) };
		});
		expect(least).toBeGreaterThanOrEqual(99);
	});

	it.each([
		[32, 16, false],
		[32, 15, true],
		[5, 3, false],
		[5, 2, true],
		[2, 1, false],
	])('of %d, who are few enough to be counted, %d got it: let go: %p', async (size, again, goes) => {
		const list = peopleOf(size, chance(size + again));
		const { most, fewest } = await passes(1, () => ({ earlier: [list.slice(0, again)], last: list }));
		expect([most, fewest]).toEqual([Number(goes), Number(goes)]);
	});

	it('single people and small lists count together', async () => {
		const list = peopleOf(20, chance(7));
		const earlier = [list.slice(0, 7), ...[7, 8, 9].map((at) => [list[at] as number])];
		expect((await passes(1, () => ({ earlier, last: list }))).most).toBe(0);
		expect((await passes(1, () => ({ earlier: earlier.slice(1), last: list }))).fewest).toBe(1);
	});
});
