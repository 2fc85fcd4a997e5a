import { createHash } from 'crypto';
import { COUNTERS, type Counters } from '../service/statistics';
import { normalizedStatus, promotionState, type PromotionState } from '../service/status';
import type { EventName } from './settings';

/** How often each event was delivered for a promotion. `base` is all that is left of the counts of a short entry. */
export interface Ordinals {
	base: number;
	counts: Partial<Record<EventName, number>>;
}

/** What is remembered of one promotion. Immutable: each poll makes the next one aside. */
export interface Known {
	promotionId: string;
	name: string;
	/** The status text, shortened when very long; null when only the state was kept. */
	status: string | null;
	state: PromotionState;
	/** Milliseconds, as the service says it; null when it does not. */
	createdAt: number | null;
	/** At the last good read. */
	counters: Counters | null;
	/** At the last Counters Changed; null as long as there was none. */
	emitted: Counters | null;
	/** Appeared after the baseline and was not read since, so that it started from zero. */
	fresh: boolean;
	/** Appeared or moved since the baseline. */
	lively: boolean;
	stalled: boolean;
	settled: boolean;
	/** Good reads in a row without movement, the one that showed the movement included; no more than two matter. */
	quietReads: number;
	movedAt: number;
	/** When this trigger saw the completion; null for one that was complete before. */
	completedAt: number | null;
	ordinals: Ordinals;
	/** Keys of the thresholds that were crossed and are not armed again. */
	crossed: ReadonlySet<string>;
	/** Good answers that have yet to lack it before it counts as gone; 0 while it is listed. */
	absence: number;
	/** It left because the list shows only the newest, so it is not missed. */
	left: boolean;
}

const NO_ORDINALS: Ordinals = { base: 0, counts: {} };
const NOTHING_CROSSED: ReadonlySet<string> = new Set();

export function newlyKnown(
	promotion: Pick<Known, 'promotionId' | 'name' | 'status' | 'state' | 'createdAt'>,
	now: number,
	ordinals: Ordinals = NO_ORDINALS,
): Known {
	return {
		...promotion,
		counters: null,
		emitted: null,
		fresh: false,
		lively: false,
		stalled: false,
		settled: false,
		quietReads: 0,
		movedAt: now,
		completedAt: null,
		ordinals,
		crossed: NOTHING_CROSSED,
		absence: 0,
		left: false,
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

const LONGEST_STATUS_BYTES = 32;

/** The text that statuses are compared by and shown with later: itself, unless it is too long to be kept. */
export function statusMark(status: unknown): string {
	const text = typeof status === 'string' ? status.trim() : '';
	if (Buffer.byteLength(text) <= LONGEST_STATUS_BYTES) return text;
	const rest = createHash('sha256').update(normalizedStatus(text)).digest('hex').slice(0, 8);
	return `${shortened(text, LONGEST_STATUS_BYTES - 9)}#${rest}`;
}

/** At most so many bytes, never half a character. */
export function shortened(text: string, bytes: number): string {
	let result = '';
	for (const character of text) {
		bytes -= Buffer.byteLength(character);
		if (bytes < 0) return result;
		result += character;
	}
	return result;
}

export function sameStatus(known: Known, mark: string): boolean {
	return known.status === null
		? known.state === promotionState(mark)
		: normalizedStatus(known.status) === normalizedStatus(mark);
}

export function sameCounters(a: Counters, b: Counters): boolean {
	return COUNTERS.every((counter) => a[counter] === b[counter]);
}
