import type { Counters } from '../service/statistics';

/*
 * The words of the trigger:
 *
 * open, over   all IDs that were listed; over are those once seen Completed or Cancelled; they alone decide what is new and what is over
 * record       what is remembered of one followed promotion
 * followed     it is not over, or it is completed and its counters may still cause an event; only followed promotions have a record
 * moved        a counter differs from the one before, or it became active, or it is new
 * statistics   what the service answers about one promotion; counters are the seven numbers in it
 * final        counters (for users: figures) that have not changed for long enough after completion, or whose watch is over
 * baseline     what is recorded without an event, because it was there before: at the first poll, and for each that enters the scope
 * old news     what was seen for the first time long after it happened: recorded like a baseline
 */
export const STATE_VERSION = 5;

/** Remembered between polls, as plain JSON. Times are in milliseconds; names of those that this host's clock gave end with "At". */
export interface TriggerState {
	version: number;
	/** The account that this state belongs to. Other settings keep the state; they only change which promotions have a record. */
	accountId: string;
	/** When the first list was read. */
	baselineAt: number;
	/** The newest creation time in all lists so far; undefined while there was none. */
	newestCreatedAt?: number;
	/** How many promotions the last list had. */
	listSize: number;
	/** First the IDs that the list no longer shows, oldest first, in both up to 20,000. Then all that are listed. */
	open: string[];
	over: string[];
	records: Record<string, PromotionRecord>;
	/** Of an event in any dropped record; at first the time of the baseline. New records go on from it, so no eventId comes twice. */
	highestEventNumber: number;
}

/** Missing values are 0, false or unknown. */
export interface PromotionRecord {
	/** As the service wrote them, up to 200 characters. */
	name: string;
	status: string;
	created?: number;
	/** At the last good read. */
	counters?: Counters;
	/** When its counters or its status last changed. At first, when it was first seen. */
	changedAt: number;
	/** How often it has moved. */
	moves?: number;
	/** Its counters start at 0: it was new, or had no statistics yet when they were requested. */
	startsFromZero?: boolean;
	/** When its status last changed while the trigger knew it. At first, when it was first seen. */
	statusAt: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** They did not change any more, the hours after completion are over, or the service has no more of them. */
	finalBecause?: 'quiet' | 'watchEnd' | 'gone';
	/** When its statistics were last requested, and whether no usable answer came. "There are none" is an answer. */
	requestedAt?: number;
	lastRequestFailed?: true;
	/** Good reads in a row with the same counters, while the list did not say anything else than Completed; counted up to two. */
	quietReads?: number;
	/** It was old news when it was first seen, and its statistics were not read since. */
	isOldNews?: true;
	/** Undefined if the last list showed it. */
	absence?: Absence;
	/** It counted as disappeared, which causes events only once. */
	hasDisappeared?: true;
	/** The number of the last event of each kind, and the number that they go on from. It is part of their eventId. */
	eventNumbers?: Record<string, number>;
	numberedFrom?: number;
	eventMemory?: EventMemory;
}

/** Of a promotion that good lists lack. */
export interface Absence {
	/** So many of them in a row, since this time. */
	lists: number;
	sinceAt: number;
	/** How many promotions the last list had that showed it. */
	listSize: number;
	/** When it counted as gone. */
	goneAt?: number;
}

/** What events need to know of their own past. */
export interface EventMemory {
	counters?: Counters;
	/** `moves` when Stalled was last emitted, as each standstill causes one event, and when that was. */
	stalledAtMoves?: number;
	stalledAt?: number;
	/** The statuses in which it was emitted while nothing was sent. */
	stalledBeforeSending?: string[];
	/** Keys of the thresholds that were crossed. */
	crossedThresholds?: string[];
}

/** Undefined if it has another version or belongs to another account. If the clock was set back, times in the future count as now. */
export function toUsableState(stored: TriggerState | undefined, accountId: string, now: number) {
	if (stored?.version !== STATE_VERSION || stored.accountId !== accountId) return undefined;
	// By name: see TriggerState.
	const capTime = (name: string, value: unknown) =>
		name.endsWith('At') && typeof value === 'number' ? Math.min(value, now) : value;
	const { open, over, ...others } = stored;
	// The IDs, of which there may be many, hold no times.
	return { ...(JSON.parse(JSON.stringify(others), capTime) as Omit<TriggerState, 'open' | 'over'>), open, over };
}
