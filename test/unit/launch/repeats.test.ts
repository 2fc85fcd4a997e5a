/** What is recognized as a repeat, counted in people: the rule may compare what it likes. */
import { DateTime } from 'luxon';
import { FingerprintBuilder } from '../../../nodes/RcsPromotion/contacts/fingerprint';
import { findStops } from '../../../nodes/RcsPromotion/launch/stops';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/campaign';
import type { RememberedLaunch } from '../../../nodes/RcsPromotion/launch/memory';
import { memoryOf } from './memoryOf';
import { table } from './recordTable';

const NOON = Date.parse('2026-03-31T12:34:56.789Z');
const HOURS = 20;

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

function sampleOf(list: readonly number[]): string[] {
	const sample = new FingerprintBuilder();
	for (const digits of list) sample.add(digits);
	return sample.entries();
}

const campaignTo = (people: string[], ready: number) =>
	({
		request: {
			...{ promotionName: 'Spring Sale', builtTemplate: { template: { name: 'spring_sale' } }, ifNameExists: 'launch' },
			...{ maximumRecipients: Infinity, maximumLaunches: Infinity, refuseRepeatsWithinHours: HOURS },
		},
		contacts: { count: ready },
		fingerprints: { message: people, template: people },
	}) as unknown as Campaign;

/** A launch beside others: whether it goes out. */
type Launch = (people: string[], size: number) => Promise<boolean>;

const inOneExecution = (): Launch => {
	const launches = {};
	let run = 0;
	return async (people, size) => {
		run++;
		const memory = memoryOf({ run: `run ${run}` }, launches);
		const known = { now: DateTime.utc(), promotions: [], repeatCount: 0, isCancelled: false };
		if (findStops(campaignTo(people, size), memory, known).stops.length > 0) return false;
		memory.remember({
			id: `${run}`,
			state: 'launched',
			messageFingerprint: people,
			listedBefore: [],
		} as unknown as RememberedLaunch);
		return await Promise.resolve(true);
	};
};

const overExecutions = (elsewhere: boolean): Launch => {
	const record = table();
	let hour = 0;
	return async (people, size) => {
		// Within the hours, and in turn by one process of n8n and another.
		const launch = (elsewhere && hour % 2 === 1 ? record.elsewhere : record.to)(...people);
		const repeatCount = await launch.reserve(NOON + (hour++ % HOURS) * 3_600_000, HOURS);
		const known = { now: DateTime.utc(), promotions: [], repeatCount, isCancelled: false };
		return findStops(campaignTo(people, size), memoryOf(), known).stops.length === 0;
	};
};

const ways = [inOneExecution, () => overExecutions(false), () => overExecutions(true)];

/** How many of so many tries of a last list, after others, went out: the most and the fewest of all ways. */
async function passes(tries: number, make: (random: Chance) => { earlier: number[][]; last: number[] }) {
	const passed = ways.map(() => 0);
	for (let seed = 1; seed <= tries; seed++) {
		const { earlier, last } = make(chance(seed * 7_919));
		const samples = [...earlier, last].map((list) => ({ people: sampleOf(list), size: list.length }));
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

const isLong = Boolean(process.env.TEST_LONG);
/** Large lists take too long for each run of the tests. */
const sizes = (few: number[], many: number[]) => (isLong ? [...few, ...many] : few);
const TRIES = isLong ? 400 : 200;
if (isLong) jest.setTimeout(600_000);

describe('in one execution, over executions, and over two processes', () => {
	it.each([1, 2, 9, 31, 32, 33, 100, 255, 256])('any part of a list of %d is recognized', async (size) => {
		const { most } = await passes(TRIES / 4, (random) => {
			const list = peopleOf(size, random);
			return { earlier: [list], last: partOf(list, 1 + random.below(size), random) };
		});
		expect(most).toBe(0);
	});

	it.each(sizes([257, 1_000], [300, 5_000, 20_000, 100_000]))('an eighth or more of %d is recognized', async (size) => {
		const { most } = await passes(TRIES, (random) => {
			const list = peopleOf(size, random);
			const least = Math.ceil(size / 8);
			// Mostly the smallest part, which is the hardest.
			const part = random.next() < 0.7 ? least : least + random.below(size - least + 1);
			return { earlier: [list], last: partOf(list, part, random) };
		});
		expect(most).toBeLessThanOrEqual(TRIES / 100);
	});

	it.each(sizes([40], [400]))(
		'an eighth or more of several lists of up to %d, and of single people, is recognized',
		async (size) => {
			// Nine launches each, so fewer tries.
			const tries = 100;
			const { most } = await passes(tries, (random) => {
				const all = peopleOf(4 * size + 4, random);
				const earlier = [0, 1, 2, 3].map((at) => all.slice(at * size, at * size + 1 + random.below(size)));
				for (const person of all.slice(4 * size)) earlier.push([person]);
				const sent = earlier.flat();
				return { earlier, last: partOf(sent, Math.ceil(sent.length / 8), random) };
			});
			expect(most).toBeLessThanOrEqual(tries / 100);
		},
	);

	it.each(sizes([32, 33, 256], [4, 100, 1_000, 10_000, 100_000]))(
		'%d of whom a quarter got it are let go',
		async (size) => {
			const { fewest } = await passes(TRIES, (random) => {
				const first = peopleOf(size, random);
				const others = peopleOf(size, random).map((digits) => digits + 5e13);
				const again = Math.floor(size / 4);
				return { earlier: [first], last: [...partOf(first, again, random), ...others.slice(again)] };
			});
			expect(TRIES - fewest).toBeLessThanOrEqual(TRIES / 100);
		},
	);

	it.each([
		[32, 16, false],
		[32, 15, true],
		[5, 3, false],
		[5, 2, true],
	])('of %d, who are few enough to be counted, %d got it: let go: %p', async (size, again, goes) => {
		const list = peopleOf(size, chance(size + again));
		const { most, fewest } = await passes(1, () => ({ earlier: [list.slice(0, again)], last: list }));
		expect([most, fewest]).toEqual([Number(goes), Number(goes)]);
	});
});
