import { COUNTERS, type Counters } from '../service/statistics';
import { normalizedStatus, promotionState, type PromotionState } from '../service/status';
import { EVENTS, type EventName } from './settings';

/** How often each event was delivered for a promotion; none less than `base`. */
export interface Ordinals {
	base: number;
	counts: Partial<Record<EventName, number>>;
}

/** What is remembered of one promotion. Immutable: each poll makes the next one from it. */
export interface Known {
	promotionId: string;
	name: string;
	/** As the service wrote it; null when only the state was kept. */
	status: string | null;
	state: PromotionState;
	/** Milliseconds, as the service says it; null when it does not. */
	createdAt: number | null;
	/** At the last good read. */
	counters: Counters | null;
	/** At the last Counters Changed; null as long as there was none. */
	emitted: Counters | null;
	/** Its first counters are compared with zero: it appeared after the baseline, or had no statistics then. */
	startsFromZero: boolean;
	/** Appeared or moved since the baseline. */
	hasMoved: boolean;
	stalled: boolean;
	settled: boolean;
	/** Good reads in a row without movement, the one that showed the movement included; no more than two matter. */
	quietReads: number;
	/** When its counters moved last, or its state changed. */
	movedAt: number;
	/** When this trigger saw the completion; null for one that was complete before. */
	completedAt: number | null;
	ordinals: Ordinals;
	/** Keys of the thresholds that were crossed and are not armed again. */
	crossed: ReadonlySet<string>;
	/** Good answers that have yet to lack it before it counts as gone; 0 while it is listed. */
	absence: number;
	/** It left because the list shows only the newest, so it is not missed. */
	madeRoom: boolean;
}

export function newlyKnown(
	{
		promotionId,
		name,
		status,
		state,
		createdAt,
	}: Pick<Known, 'promotionId' | 'name' | 'status' | 'state' | 'createdAt'>,
	now: number,
	ordinals: Ordinals,
): Known {
	return {
		promotionId,
		name,
		status,
		state,
		createdAt,
		counters: null,
		emitted: null,
		startsFromZero: false,
		hasMoved: false,
		stalled: false,
		settled: false,
		quietReads: 0,
		movedAt: now,
		completedAt: null,
		ordinals,
		crossed: new Set(),
		absence: 0,
		madeRoom: false,
	};
}

export function nextOrdinal({ base, counts }: Ordinals, event: EventName): number {
	return Math.max(base, counts[event] ?? 0) + 1;
}

export function counted(ordinals: Ordinals, event: EventName, ordinal: number): Ordinals {
	return { ...ordinals, counts: { ...ordinals.counts, [event]: ordinal } };
}

export function highestOrdinal({ base, counts }: Ordinals): number {
	return Math.max(base, ...Object.values(counts));
}

export function sameStatus(known: Known, status: string): boolean {
	if (known.status === null) return known.state === promotionState(status);
	return normalizedStatus(known.status) === normalizedStatus(kept(status));
}

export function sameCounters(a: Counters, b: Counters): boolean {
	return COUNTERS.every((counter) => a[counter] === b[counter]);
}

/** As plain JSON without names, for n8n writes all of them at every event. */
export type EncodedRecord = [
	promotionId: string,
	name: string,
	status: string | null,
	flags: [startsFromZero: 0 | 1, hasMoved: 0 | 1, stalled: 0 | 1, settled: 0 | 1, madeRoom: 0 | 1],
	counters: number[] | null,
	/** True for the same as the counters. */
	emitted: number[] | true | null,
	createdAt: number | null,
	movedAt: number,
	completedAt: number | null,
	quietReads: number,
	absence: number,
	ordinals: [base: number, counts: Record<string, number>],
	/** Places in the state's list of thresholds. */
	crossed: number[],
];

/** Names and statuses longer than this are remembered by their beginning. */
const LONGEST_KEPT = 100;
export const kept = (text: string): string => text.slice(0, LONGEST_KEPT).replace(/[\uD800-\uDBFF]$/, '');
export const isKeptWhole = (text: string): boolean => text.length < LONGEST_KEPT - 1;

/** Saved in states, so an event keeps its letter. */
export const EVENT_LETTERS: Record<EventName, string> = {
	created: 'c',
	statusChanged: 's',
	completed: 'd',
	stopped: 'x',
	cancelled: 'y',
	countersChanged: 'n',
	settled: 't',
	stalled: 'p',
	thresholdCrossed: 'q',
	removed: 'r',
};

export const eventOfLetter = (letter: string): EventName | undefined =>
	EVENTS.find((event) => EVENT_LETTERS[event] === letter);

export const countersToList = (counters: Counters): number[] => COUNTERS.map((counter) => counters[counter]);

export const countersFromList = (values: readonly number[] | null): Counters | null =>
	values && (Object.fromEntries(COUNTERS.map((counter, index) => [counter, values[index] ?? 0])) as Counters);

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

export function encodeRecord(known: Known, thresholdKeys: readonly string[]): EncodedRecord {
	const { counters, emitted, ordinals } = known;
	const counts = Object.entries(ordinals.counts).filter(([, count]) => count > ordinals.base);
	return [
		known.promotionId,
		kept(known.name),
		known.status === null ? null : kept(known.status),
		[bit(known.startsFromZero), bit(known.hasMoved), bit(known.stalled), bit(known.settled), bit(known.madeRoom)],
		counters && countersToList(counters),
		counters && emitted && sameCounters(counters, emitted) ? true : emitted && countersToList(emitted),
		known.createdAt,
		known.movedAt,
		known.completedAt,
		known.quietReads,
		known.absence,
		[ordinals.base, Object.fromEntries(counts.map(([event, count]) => [EVENT_LETTERS[event as EventName], count]))],
		thresholdKeys.flatMap((key, place) => (known.crossed.has(key) ? [place] : [])),
	];
}

export function decodeRecord(record: EncodedRecord, thresholdKeys: readonly string[]): Known {
	const [promotionId, name, status, flags, counters, emitted, createdAt, movedAt, completedAt, ...rest] = record;
	const [quietReads, absence, [base, counts], crossed] = rest;
	const [startsFromZero, hasMoved, stalled, settled, madeRoom] = flags.map((flag) => flag === 1);
	return {
		promotionId,
		name,
		status,
		state: promotionState(status),
		createdAt,
		counters: countersFromList(counters),
		emitted: countersFromList(emitted === true ? counters : emitted),
		startsFromZero: startsFromZero === true,
		hasMoved: hasMoved === true,
		stalled: stalled === true,
		settled: settled === true,
		quietReads,
		movedAt,
		completedAt,
		ordinals: { base, counts: countsOf(counts) },
		crossed: new Set(crossed.flatMap((place) => thresholdKeys[place] ?? [])),
		absence,
		madeRoom: madeRoom === true,
	};
}

function countsOf(counts: Record<string, number>): Ordinals['counts'] {
	return Object.fromEntries(
		Object.entries(counts).flatMap(([letter, count]) => {
			const event = eventOfLetter(letter);
			return event ? [[event, count]] : [];
		}),
	);
}
