import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, mapCounters, type Counter, type Counters } from '../service/statistics';
import { isOver, promotionState } from '../service/promotions';
import { normalizeText } from '../service/values';
import type { ListEntry } from './listing';
import type { Basis } from './settings';
import type { EventMemory, PromotionRecord } from './state';

/** After so many quiet reads, counters may be final. */
const QUIET_READS_WHEN_FINAL = 2;

/**
 * What a request for statistics gave. `noneYet`: nothing was sent yet. `failed`: no usable answer came. `skipped`: they were due, but not
 * requested. `isInDoubt`: some counters were sent, but make no sense.
 */
export type Reading =
	| { kind: 'counters'; counters: Counters; isInDoubt?: true }
	| { kind: 'noneYet' }
	| { kind: 'failed' | 'skipped'; reason: string };

export const hasNoAnswer = (reading?: Reading): reading is Extract<Reading, { reason: string }> =>
	reading?.kind === 'failed' || reading?.kind === 'skipped';

/** One promotion in one poll: what is remembered from now on, and what it is compared with. Events follow from this alone. */
export interface PromotionChange {
	record: PromotionRecord;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** What to compare with: the last counters, or 0 if it starts from 0. Undefined if neither is known: then the first counters are the baseline. */
	countersBefore?: Counters;
	/** Undefined if its statistics were not due. */
	reading?: Reading;
	/** It was there before the trigger saw it, and its statistics are requested for the first time. What they show is its baseline. */
	isBaselineReading: boolean;
	/** Its counters became final in this poll. */
	becameFinal: boolean;
	/** It disappeared before it was over. */
	hasDisappeared: boolean;
	isSample?: true;
	basis: Basis;
}

/**
 * What tells events of one kind apart. Counters Changed: all counters before, then all after. Threshold Crossed: rate, direction and
 * percent. All others: previous and new status.
 */
export type Detail = Array<string | number | null>;

/** One occurrence of an event. */
export interface Occurrence {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** If left out, the previous and the new status. */
	detail?: Detail;
	/** What the record keeps of it. */
	remember?: EventMemory;
	/** Nothing is emitted. It only changes what later polls compare with. */
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
export function findChange(before: PromotionRecord, reading: Reading | undefined, basis: Basis, listed?: ListEntry) {
	const { now } = basis;
	const current = listed ? withStatus(before, listed, now) : { ...before };
	const { counters, startsFromZero } = current;
	const countersBefore = startsFromZero ? mapCounters((counter) => counters?.[counter] ?? 0) : counters;
	const record = reading ? withReading(current, countersBefore, reading, now) : current;
	const isReadWhileCompleted = promotionState(listed?.status) === 'completed' && reading?.kind === 'counters';
	record.quietReads = countQuietReads(current, record, listed?.status ?? '', isReadWhileCompleted);
	record.finalBecause ??= whyFinal(record, isReadWhileCompleted, basis);
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

/** Once a promotion is over, it stays so: another status comes from an outdated list, or from a retry. An empty status says nothing. */
function withStatus(before: PromotionRecord, listed: ListEntry, now: number): PromotionRecord {
	const { name, status, created } = listed;
	const shown = { name: name || before.name, created: created ?? before.created };
	const seen = { ...before, ...shown, listsMissedInARow: undefined };
	if (normalizeText(status) === '') return seen;
	const newState = promotionState(status);
	if (isOver(before.status)) return seen;
	// Only its spelling may differ.
	if (normalizeText(before.status) === normalizeText(status)) return { ...seen, status };
	// Any change of status restarts the clock for 'stalled' and for final counters.
	const completedAt = newState === 'completed' ? now : undefined;
	const moves = (before.moves ?? 0) + (newState === 'active' ? 1 : 0);
	return { ...seen, status, statusAt: now, changedAt: now, moves, completedAt };
}

/** A counter that is missing keeps its last known value. */
function withReading(current: PromotionRecord, countersBefore: Counters | undefined, reading: Reading, now: number) {
	if (reading.kind === 'skipped') return current;
	const lastRequestFailed = reading.kind === 'failed' || undefined;
	const asked: PromotionRecord = { ...current, requestedAt: now, lastRequestFailed };
	if (reading.kind === 'noneYet') return { ...asked, startsFromZero: true };
	if (reading.kind !== 'counters') return asked;
	const counters = mapCounters((counter) => reading.counters[counter] ?? current.counters?.[counter] ?? null);
	const hasMoved = COUNTERS.some((counter) => differenceIn(counter, countersBefore, counters) > 0);
	return { ...asked, counters, ...(hasMoved && { changedAt: now, moves: (current.moves ?? 0) + 1 }) };
}

function countQuietReads(current: PromotionRecord, read: PromotionRecord, listedStatus: string, counts: boolean) {
	// Some services set a completed promotion to running while they retry, and its counters may change then. An empty status says nothing.
	const isRetried = normalizeText(listedStatus) !== '' && promotionState(listedStatus) !== 'completed';
	// A read with other counters is the first of a new row.
	const hasMoved = read.moves !== current.moves;
	const earlier = isRetried || hasMoved ? 0 : (current.quietReads ?? 0);
	return Math.min(QUIET_READS_WHEN_FINAL, earlier + (counts ? 1 : 0)) || undefined;
}

/** By how much a counter changed; 0 if one of the two values is not known. */
export function differenceIn(counter: Counter, before: Counters | undefined, after: Counters): number {
	const [from, to] = [before?.[counter] ?? null, after[counter]];
	return from === null || to === null ? 0 : Math.abs(to - from);
}

/** Whether it is completed, and an event waits until its counters are final. */
export const awaitsFinalCounters = ({ completedAt, finalBecause }: PromotionRecord, { settings }: Basis): boolean =>
	completedAt !== undefined && !finalBecause && settings.needsFinalCounters;

/** Why the counters of a completed promotion are final now; undefined if they are not. */
function whyFinal(record: PromotionRecord, isReadWhileCompleted: boolean, basis: Basis) {
	if (!awaitsFinalCounters(record, basis)) return undefined;
	const isQuiet = isReadWhileCompleted && (record.quietReads ?? 0) >= QUIET_READS_WHEN_FINAL;
	if (isQuiet && basis.now - record.changedAt >= basis.settings.finalAfterMs) return 'quiet';
	return isWatchOver(record, basis) ? 'watchEnd' : undefined;
}

/** Whether the hours after completion are over in which it is watched. */
export const isWatchOver = ({ completedAt }: PromotionRecord, { settings, now }: Basis): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether it is running, and neither its counters nor its status have changed for long enough. Each standstill causes one event. */
export function isStalled({ status, moves = 0, changedAt, eventMemory }: PromotionRecord, { settings, now }: Basis) {
	const wasEmitted = eventMemory?.stalledAtMoves === moves;
	// One that was there before and has not moved since never stalls.
	if (promotionState(status) !== 'active' || moves === 0 || wasEmitted) return false;
	return now - changedAt >= settings.stalledAfterMs;
}
