import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, mapCounters, type Counter, type Counters } from '../service/statistics';
import { isOver, promotionState } from '../service/promotions';
import { comparable } from '../service/values';
import type { ListEntry } from './listing';
import type { Basis } from './settings';
import type { EventMemory, PromotionRecord } from './state';

/** After so many equal reads, counters may be final. */
const QUIET_READS_WHEN_FINAL = 2;

/**
 * What a request for the statistics of a promotion gave. `noneYet`: nothing was sent yet. `unread`: no usable answer came. `skipped`: they
 * were due, but no request was made.
 */
export type Reading =
	{ kind: 'counters'; counters: Counters } | { kind: 'noneYet' } | { kind: 'unread' | 'skipped'; reason: string };

/** One promotion in one poll: what is remembered from now on, and what it is compared with. Events follow from this alone. */
export interface PromotionChange {
	record: PromotionRecord;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** What to compare with: 0 for a new promotion, otherwise the last counters; undefined at the first good read of an older one. */
	countersBefore?: Counters;
	/** Undefined if its statistics were not due. */
	reading?: Reading;
	/** It was there before, and this is the first request for its statistics: what it shows is the baseline. */
	isBaselineReading: boolean;
	/** Its counters became final in this poll. */
	becameFinal: boolean;
	/** It disappeared before it was over. */
	hasDisappeared: boolean;
	basis: Basis;
}

/** What tells events of one kind apart, and so makes their eventId: usually the previous and the new status. */
export type Detail = Array<string | number | null>;

/** One occurrence of an event. */
export interface Occurrence {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** If left out, the previous and the new status. */
	detail?: Detail;
	/** What the record keeps of it. */
	remember?: EventMemory;
	/** Nothing is emitted. */
	isOnlyRemembered?: boolean;
}

/** A record for a promotion that has none: it is new, or gets a baseline. */
export function makeFirstRecord(listed: ListEntry, isNew: boolean, numberedFrom: number, now: number): PromotionRecord {
	const { name, status, created } = listed;
	return {
		name,
		status,
		created,
		changedAt: now,
		moves: isNew ? 1 : undefined,
		startsFromZero: isNew || undefined,
		statusAt: now,
		completedAt: isNew && promotionState(status) === 'completed' ? now : undefined,
		numberedFrom: numberedFrom || undefined,
	};
}

/** Compares a record with what this poll got. @param listed undefined for a promotion that is not in the list */
export function findChange(
	before: PromotionRecord,
	reading: Reading | undefined,
	basis: Basis,
	listed?: ListEntry,
): PromotionChange {
	const { now } = basis;
	const current = listed ? withStatus(before, listed, now) : { ...before };
	const { counters, startsFromZero } = current;
	const countersBefore = startsFromZero ? mapCounters((counter) => counters?.[counter] ?? 0) : counters;
	const record = reading ? withReading(current, countersBefore, reading, now) : current;
	const isReadAsCompleted = promotionState(listed?.status) === 'completed' && reading?.kind === 'counters';
	if (isReadAsCompleted) record.quietReads = Math.min(QUIET_READS_WHEN_FINAL, (record.quietReads ?? 0) + 1);
	record.finalBecause ??= whyFinal(record, isReadAsCompleted, basis);
	return {
		record,
		previousStatus: before.status,
		countersBefore,
		reading,
		isBaselineReading: before.requestedAt === undefined && !startsFromZero,
		becameFinal: record.finalBecause !== before.finalBecause,
		hasDisappeared: false,
		basis,
	};
}

/** Once a promotion is over, a different status can only come from an outdated list, so it is ignored. So is an empty status. */
function withStatus(before: PromotionRecord, listed: ListEntry, now: number): PromotionRecord {
	const { name, status, created } = listed;
	const record = { ...before, name: name || before.name, created: created ?? before.created };
	record.listsMissedInARow = undefined;
	if (comparable(status) === '') return record;
	const newState = promotionState(status);
	// Some services set a completed promotion to running while they retry. Then its quiet reads are counted anew.
	if (isOver(before.status)) return newState === 'completed' ? record : { ...record, quietReads: undefined };
	record.status = status;
	if (comparable(before.status) === comparable(status)) return record;
	// Any change of status restarts the clock for 'stalled' and for final counters.
	const completedAt = newState === 'completed' ? now : undefined;
	const moves = (before.moves ?? 0) + (newState === 'active' ? 1 : 0);
	return { ...record, statusAt: now, changedAt: now, moves, quietReads: undefined, completedAt };
}

/** A counter that is missing keeps its last known value. */
function withReading(before: PromotionRecord, countersBefore: Counters | undefined, reading: Reading, now: number) {
	if (reading.kind === 'skipped') return before;
	const record: PromotionRecord = {
		...before,
		requestedAt: now,
		lastRequestFailed: reading.kind === 'unread' || undefined,
	};
	if (reading.kind === 'noneYet') record.startsFromZero = true;
	if (reading.kind !== 'counters') return record;
	const counters = mapCounters((counter) => reading.counters[counter] ?? before.counters?.[counter] ?? null);
	record.counters = counters;
	if (COUNTERS.some((counter) => differenceIn(counter, countersBefore, counters) > 0)) {
		Object.assign(record, { quietReads: undefined, changedAt: now, moves: (before.moves ?? 0) + 1 });
	}
	return record;
}

/** By how much a counter changed; 0 if one of the two values is not known. */
export function differenceIn(counter: Counter, before: Counters | undefined, after: Counters): number {
	const [from, to] = [before?.[counter] ?? null, after[counter]];
	return from === null || to === null ? 0 : Math.abs(to - from);
}

/** Whether it is completed and its counters are not final yet, but have to be. */
export const awaitsFinalCounters = ({ completedAt, finalBecause }: PromotionRecord, { settings }: Basis): boolean =>
	completedAt !== undefined && !finalBecause && settings.needsFinalCounters;

/** Why the counters of a completed promotion are final now; undefined if they are not. */
function whyFinal(record: PromotionRecord, isReadAsCompleted: boolean, basis: Basis) {
	if (!awaitsFinalCounters(record, basis)) return undefined;
	const isUnchangedLongEnough = basis.now - record.changedAt >= basis.settings.finalAfterMs;
	if (isReadAsCompleted && isUnchangedLongEnough && (record.quietReads ?? 0) >= QUIET_READS_WHEN_FINAL) return 'quiet';
	return isWatchOver(record, basis) ? 'watchEnd' : undefined;
}

export const isWatchOver = ({ completedAt }: PromotionRecord, { settings, now }: Basis): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether it is running, and neither its counters nor its status have changed for long enough. Each standstill causes one event. */
export function isStalled({ status, moves = 0, changedAt, eventMemory }: PromotionRecord, { settings, now }: Basis) {
	const wasEmitted = eventMemory?.stalledAtMoves === moves;
	// One that was there before and has not moved since never stalls.
	if (promotionState(status) !== 'active' || moves === 0 || wasEmitted) return false;
	return now - changedAt >= settings.stalledAfterMs;
}
