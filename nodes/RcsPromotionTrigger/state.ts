import type { Counter } from '../service/statistics';

/*
 * The words of the trigger:
 *
 * record     what is remembered of one followed promotion
 * followed   it is not over, or it is completed and its figures may still cause an event; only followed promotions have a record
 * figures    the seven counters of a promotion; null for one that was never told
 * moved      a figure differs from the one before; a new promotion has moved, one that was there before watching began has not
 * settled    the figures of a completed promotion are final, because they rested for long enough or watching is over
 * baseline   what is recorded without an event, because it was there before: at the first poll, and for each that enters the scope
 * known      IDs that are not new unless they were gone, with what must be remembered of them when they have no record
 * since      from this time of creation on, every promotion that was ever listed is known
 */
export const STATE_VERSION = 2;

export type Figures = Readonly<Record<Counter, number | null>>;

/**
 * Everything that is remembered between polls about the promotions, as plain, readable JSON. Times are in milliseconds; the names of those
 * that this host saw end with "At".
 */
export interface TriggerState {
	version: number;
	/** The address and account ID that this state belongs to. Settings may change; they move promotions in and out of it. */
	account: string;
	since: number;
	known: Record<string, KnownPromotion>;
	/** More are listed than can be known, first of all those without a creation time. Then none of these counts as new. */
	forgets: boolean;
	records: Record<string, PromotionRecord>;
	/** The highest event count in any dropped record. New records count on from it, so that no eventId is used twice. */
	highestCount: number;
}

export interface KnownPromotion {
	/** When it was created, if the service says so. */
	created?: number;
	/** When it was first seen, or last watched, as Completed or Cancelled. */
	endedAt?: number;
	/** When it counted as removed; cleared when it comes back. */
	goneAt?: number;
}

/** Missing values are 0, false or unknown. */
export interface PromotionRecord {
	/** As the service wrote them, up to 200 characters. */
	name: string;
	status: string;
	created?: number;
	/** At the last good read. */
	figures?: Figures;
	/** When its figures last changed, or it last became active, paused or over. At first, when it was first seen. */
	movedAt: number;
	/** How often it has moved. */
	moves?: number;
	/** Figures that were never told are 0, because it appeared after watching began or had no statistics then. */
	startsFromZero?: boolean;
	/** When its status last changed while the trigger knew it. */
	statusAt?: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	settledBy?: 'quiet' | 'watchEnd';
	/** When its statistics were last requested, and whether no answer came. "There are none" is an answer. */
	readAt?: number;
	isUnread?: boolean;
	/** Good reads in a row with the same figures, including the one that first showed them; counted up to two. */
	quietReads?: number;
	/** Good answers in a row that lacked it. */
	absent?: number;
	/** How often each event was told, and the number that counting started from. */
	counts?: Record<string, number>;
	countsFrom?: number;
	/** What an event needs to know of its own past. */
	told?: { figures?: Figures; stalledMove?: number; limits?: string[] };
}

/**
 * The stored state; undefined if it has another version or belongs to another account. If the host's clock was set back, times at which it saw
 * something are taken as now.
 */
export function usableState(stored: TriggerState | undefined, account: string, now: number): TriggerState | undefined {
	if (stored?.version !== STATE_VERSION || stored.account !== account) return undefined;
	const inThePast = (name: string, value: unknown) =>
		name.endsWith('At') && typeof value === 'number' ? Math.min(value, now) : value;
	return JSON.parse(JSON.stringify(stored), inThePast) as TriggerState;
}
