import type { Counters } from '../service/statistics';

/*
 * The words of the trigger:
 *
 * open, ended  IDs that were listed: never seen as over, or seen Completed or Cancelled; they alone decide what is new and what is over
 * record       what is remembered of one followed promotion
 * followed     it is not over, or it is completed and its counters may still cause an event; only followed promotions have a record
 * moved        a counter differs from the one before, or it became active; a new promotion has moved, one that was there before has not
 * statistics   what the service answers about one promotion; counters are the seven numbers in it
 * final        the counters (for users: figures) of a completed promotion have not changed for long enough, or watching is over
 * baseline     what is recorded without an event, because it was there before: at the first poll, and for each that enters the scope
 */
export const STATE_VERSION = 3;

/** What is remembered between polls, as plain, readable JSON. Times are in milliseconds; those that this host's clock gave have names with "At". */
export interface TriggerState {
	version: number;
	/** The address and account ID that this state belongs to. Settings may change; they move promotions in and out of it. */
	account: string;
	/** First up to 20,000 that the list no longer shows (in both together), oldest first, then all listed. */
	open: string[];
	ended: string[];
	records: Record<string, PromotionRecord>;
	/** The highest event count in any dropped record. New records count on from it, so that no eventId is used twice. */
	highestCount: number;
	/** The first list was empty, which may have been wrong. So the next one is the baseline, whatever it shows. */
	startedEmpty?: true;
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
	movedAt: number;
	/** How often it has moved. */
	moves?: number;
	/** It counts from 0, because it appeared after watching began or had no statistics then. */
	startsFromZero?: boolean;
	/** When its status last changed while the trigger knew it. At first, when it was first seen. */
	statusAt: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** Why its counters are final: they did not change, or watching ended. */
	settledBy?: 'quiet' | 'watchEnd';
	/** When its statistics were last requested, and whether no answer came. "There are none" is an answer. */
	readAt?: number;
	isUnread?: boolean;
	/** Good reads in a row with the same counters, while the list said Completed; counted up to two. */
	quietReads?: number;
	/** Good answers in a row that lacked it, and when that last made it count as disappeared. */
	missingAnswers?: number;
	disappearedAt?: number;
	/** How often each event was emitted, and the number that counting started from. */
	counts?: Record<string, number>;
	countsFrom?: number;
	emitted?: EventMemory;
}

/** What events need to know of their own past. */
export interface EventMemory {
	counters?: Counters;
	/** `moves` when Stalled was emitted: one standstill is reported once. */
	stalledMove?: number;
	/** Keys of the thresholds that were crossed. */
	limits?: string[];
}

/** Undefined if it has another version, belongs to another account, or is no baseline yet. If the clock was set back, times in the future count as now. */
export function toUsableState(
	stored: TriggerState | undefined,
	account: string,
	now: number,
): TriggerState | undefined {
	if (stored?.version !== STATE_VERSION || stored.account !== account || stored.startedEmpty) return undefined;
	const capTime = (name: string, value: unknown) =>
		name.endsWith('At') && typeof value === 'number' ? Math.min(value, now) : value;
	const records = JSON.parse(JSON.stringify(stored.records), capTime) as TriggerState['records'];
	return { ...stored, records };
}
