import { isOver } from '../service/promotions';
import { COUNTERS, type Counters } from '../service/statistics';
import { DAY_MS, HOUR_MS, type PollFacts, type TriggerSettings } from './settings';

/*
 * The words of the trigger:
 *
 * known      every ID that a list has shown, with its last status; this alone decides what is new and what is over
 * record     what is remembered of a promotion whose figures may still cause an event, or that has left the list
 * figures    for users, the seven counters; a reading is one answer of the service with counters
 * moved      a counter differs from the one before, or the status has changed
 * final      figures that have not moved for long enough, that the service no longer has, or whose watch is over
 * baseline   what is recorded without an event, because it was there before
 * old news   what is seen for the first time long after it happened: recorded like a baseline
 */
export const STATE_VERSION = 7;

/** Remembered between polls, as plain JSON. Times are in milliseconds; names of those that this host's clock gave end with "At". */
export interface TriggerState {
	version: number;
	/** The account that this state belongs to. */
	accountId: string;
	/** When the last list was read that could be used. */
	listedAt: number;
	/** Part of the eventIds that the next poll gives. It begins with the time, and rises with each poll, so none comes twice. */
	ordinal: number;
	/** What the last list showed. */
	listed: KnownGroup[];
	/** What has left the list, in the order of leaving. */
	left: KnownGroup[];
	records: Record<string, PromotionRecord>;
}

/** IDs with the same last status, of which the same is kept. */
export type KnownGroup = [status: string, promotionIds: string[], kept?: Kept];

/** What is known of a promotion. Its status is as the service writes it, up to 200 characters; empty if no list ever named one. */
export interface Known {
	status: string;
	kept?: Kept;
}

/** What stays when a record ends. */
export type Kept = Pick<PromotionRecord, 'finalBecause' | 'hasSent' | 'wasGone' | 'crossedLimits' | 'isLeftOut'>;

/** Missing values are 0, false or unknown. */
export interface PromotionRecord {
	name: string;
	created?: number;
	firstSeenAt: number;
	/** 'Name Contains' does not let it in. Of one that has left the list, when it was listed last. */
	isLeftOut?: true;
	/** When a counter or its status was last seen to change, or it was seen as new. */
	changedAt?: number;
	/** It was new, so its counters count from 0. */
	startsFromZero?: true;
	/** The last known value of each counter. */
	counters?: Counters;
	/** The last reading lacked a counter, or had one that makes no sense. */
	isDoubtful?: true;
	/** The first of the good readings in a row that showed the same counters under the same status. */
	stillSinceAt?: number;
	/** When this trigger saw it complete. */
	completedAt?: number;
	/** standstill: it is not over. The others are for promotions that are completed. */
	finalBecause?: 'quiet' | 'watchEnd' | 'gone' | 'standstill';
	/** When its statistics were last requested, and whether no usable answer came. "There are none yet" is an answer. */
	requestedAt?: number;
	lastRequestFailed?: true;
	/** It sent something before this record began. */
	hasSent?: true;
	/** Since when good lists lack it. Undefined if the last one showed it. */
	missingSinceAt?: number;
	/** What its statistics showed once it was missing for long enough. */
	missing?: 'readable' | 'gone';
	/** It was told as cancelled because it was gone. */
	wasGone?: true;
	/** Counters Changed: the values that were last emitted. */
	emitted?: Counters;
	/** Stalled was emitted for the present standstill. */
	isStalled?: true;
	/** Threshold Crossed: keys of the limits for which it was emitted. */
	crossedLimits?: string[];
}

/** The state of this account, if there is one. If the clock was set back, times in the future count as now. */
export function toUsableState(stored: TriggerState | undefined, accountId: string, now: number) {
	if (stored?.version !== STATE_VERSION || stored.accountId !== accountId) return undefined;
	// By name: see TriggerState.
	const capTime = (name: string, value: unknown) =>
		name.endsWith('At') && typeof value === 'number' ? Math.min(value, now) : value;
	const records = JSON.parse(JSON.stringify(stored.records), capTime) as TriggerState['records'];
	return { ...stored, listedAt: Math.min(stored.listedAt, now), records };
}

/** So long, lists must lack a promotion until its statistics decide what became of it. */
const MISSING_FOR_MS = HOUR_MS;
/** So long, the figures of a promotion that is not over must stand still to count as final. */
export const STANDSTILL_MS = 14 * DAY_MS;

/** Whether the hours after completion are over in which it is watched. */
export const isWatchOver = ({ completedAt }: PromotionRecord, settings: TriggerSettings, now: number): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether an event may still come from its figures. */
export function needsFigures(status: string, record: PromotionRecord, { settings, now }: PollFacts): boolean {
	if (isOver(status)) {
		if (record.completedAt === undefined) return false;
		if (settings.needsFinal && !record.finalBecause) return true;
		return settings.readsUntilWatchEnd && !isWatchOver(record, settings, now);
	}
	if (record.finalBecause) return false;
	return settings.readsRunning || (settings.events.has('cancelled') && !hasSent(record));
}

/** Whether its statistics have to show what became of it. */
export const isMissingForLong = ({ missingSinceAt }: PromotionRecord, now: number): boolean =>
	missingSinceAt !== undefined && now - missingSinceAt >= MISSING_FOR_MS;

/** A counter that the service does not send does not say otherwise. */
export const hasSent = ({ hasSent: hadSent, counters }: PromotionRecord): boolean =>
	hadSent === true || COUNTERS.some((counter) => counter !== 'attempted' && (counters?.[counter] ?? 0) > 0);
