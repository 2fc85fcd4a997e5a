import type { Counters } from '../service/statistics';

/*
 * The words of the trigger:
 *
 * open, over   all IDs that were listed; over are those once seen Completed or Cancelled; they alone decide what is new and what is over
 * record       what is remembered of one followed promotion
 * followed     it is not over, or it is completed and its counters may still cause an event; only followed promotions have a record
 * moved        a counter differs from the one before, or it became active; other changes of status are no move; a new promotion has moved, one that was there before has not
 * statistics   what the service answers about one promotion; counters are the seven numbers in it
 * final        the counters (for users: figures) of a completed promotion have not changed for long enough, or the hours after completion are over
 * baseline     what is recorded without an event, because it was there before: at the first poll, and for each that enters the scope
 */
export const STATE_VERSION = 4;

/** What is remembered between polls, as plain, readable JSON. Times are in milliseconds. The names of those that this host's clock gave end with "At". */
export interface TriggerState {
	version: number;
	/** The address and account ID that this state belongs to. Other settings keep the state; they only change which promotions have a record. */
	account: string;
	/** Each begins with the IDs that the list no longer shows, oldest first. Both together keep up to 20,000 of these. Then come all that are listed. */
	open: string[];
	over: string[];
	records: Record<string, PromotionRecord>;
	/** The highest number of an event in any dropped record. New records go on from it, so that no eventId is used twice. */
	highestEventNumber: number;
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
	changedAt: number;
	/** How often it has moved. */
	moves?: number;
	/** Its counters start at 0: it was new, or had no statistics yet when they were requested. */
	startsFromZero?: boolean;
	/** When its status last changed while the trigger knew it. At first, when it was first seen. */
	statusAt: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** They did not change any more, or the hours after completion are over. */
	finalBecause?: 'quiet' | 'watchEnd';
	/** When its statistics were last requested, and whether no usable answer came. "There are none" is an answer. */
	requestedAt?: number;
	lastRequestFailed?: boolean;
	/** Good reads in a row with the same counters, while the list said Completed; counted up to two. */
	quietReads?: number;
	/** Good lists in a row that lacked it, and when that last made it count as disappeared. */
	listsMissedInARow?: number;
	disappearedAt?: number;
	/** The number of the last event of each kind, and the number that they go on from. It is part of their eventId. */
	eventNumbers?: Record<string, number>;
	numberedFrom?: number;
	eventMemory?: EventMemory;
}

/** What events need to know of their own past. */
export interface EventMemory {
	counters?: Counters;
	/** `moves` when Stalled was emitted: each standstill causes one event. */
	stalledAtMoves?: number;
	/** Keys of the thresholds that were crossed. */
	crossedThresholds?: string[];
}

/** Undefined if it has another version, belongs to another account, or is no baseline yet. If the clock was set back, times in the future count as now. */
export function toUsableState(stored: TriggerState | undefined, account: string, now: number) {
	if (stored?.version !== STATE_VERSION || stored.account !== account || stored.startedEmpty) return undefined;
	// By name: see TriggerState.
	const capTime = (name: string, value: unknown) =>
		name.endsWith('At') && typeof value === 'number' ? Math.min(value, now) : value;
	const records = JSON.parse(JSON.stringify(stored.records), capTime) as TriggerState['records'];
	return { ...stored, records };
}
