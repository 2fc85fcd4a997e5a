import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { isFinal, promotionState } from '../service/promotions';
import { comparable } from '../service/values';
import type { ListEntry } from './listing';
import type { Conditions } from './settings';
import type { Figures, PromotionRecord } from './state';

/** What was read from the statistics of a promotion. `noneYet`: nothing was sent yet. `unread`: no usable answer came. */
export type Reading = { kind: 'figures'; counters: Partial<Counters> } | { kind: 'noneYet' } | { kind: 'unread' };

/** One promotion in one poll: what is remembered from now on, and what it is compared with. Events are told from this alone. */
export interface Look {
	record: PromotionRecord;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** Undefined at the first good read of a promotion that was there before. */
	figuresBefore?: Figures;
	/** Undefined if its statistics were not requested. */
	reading?: Reading;
	/** Its figures became final. */
	isSettledNow: boolean;
	/** It disappeared before it was over. */
	isGone: boolean;
	conditions: Conditions;
}

/** A record for a promotion that has none: it is new, or gets a baseline. */
export function firstRecord(listed: ListEntry, isNew: boolean, countsFrom: number, now: number): PromotionRecord {
	const { name, status, created } = listed;
	return {
		name,
		status,
		created,
		movedAt: now,
		moves: isNew ? 1 : undefined,
		startsFromZero: isNew || undefined,
		completedAt: isNew && promotionState(status) === 'completed' ? now : undefined,
		countsFrom: countsFrom || undefined,
	};
}

/** @param listed undefined for a promotion that is not in the list */
export function lookAt(
	before: PromotionRecord,
	reading: Reading | undefined,
	conditions: Conditions,
	listed?: ListEntry,
): Look {
	const { now } = conditions;
	const current = listed ? withStatus(before, listed, now) : before;
	const { figures, startsFromZero } = current;
	const figuresBefore = startsFromZero ? mapCounters((counter) => figures?.[counter] ?? 0) : figures;
	const record = reading ? withReading(current, figuresBefore, reading, now) : { ...current };
	record.settledBy ??= settlingOf(record, reading, conditions);
	return {
		record,
		previousStatus: before.status,
		figuresBefore,
		reading,
		isSettledNow: record.settledBy !== before.settledBy,
		isGone: false,
		conditions,
	};
}

/** Final stays final: after it was over, another status is an old copy of the list. One that is missing says nothing. */
function withStatus(before: PromotionRecord, { name, status, created }: ListEntry, now: number): PromotionRecord {
	const record = { ...before, name, created, absent: undefined };
	if (isFinal(before.status) || comparable(status) === '') return record;
	record.status = status;
	if (comparable(before.status) !== comparable(status)) record.statusAt = now;
	const state = promotionState(status);
	if (promotionState(before.status) === state) return record;
	// A pause is not a stall, and for final figures only the time and reads after completion count.
	return { ...record, movedAt: now, quietReads: undefined, completedAt: state === 'completed' ? now : undefined };
}

/** A counter that is missing keeps its last known value. */
function withReading(
	before: PromotionRecord,
	figuresBefore: Figures | undefined,
	reading: Reading,
	now: number,
): PromotionRecord {
	const record = { ...before, readAt: now, isUnread: reading.kind === 'unread' || undefined };
	if (reading.kind === 'noneYet') record.startsFromZero = true;
	if (reading.kind !== 'figures') return record;
	record.figures = mapCounters((counter) => reading.counters[counter] ?? figuresBefore?.[counter] ?? null);
	if (!differ(figuresBefore, record.figures)) {
		return { ...record, quietReads: Math.min(2, (before.quietReads ?? 0) + 1) };
	}
	return { ...record, quietReads: 1, movedAt: now, moves: (before.moves ?? 0) + 1 };
}

/** A figure that was not known before does not differ. */
const differ = (before: Figures | undefined, after: Figures): boolean =>
	COUNTERS.some((counter) => typeof before?.[counter] === 'number' && before[counter] !== after[counter]);

/** Whether it is completed and its figures are not final, whether it is listed or not. */
export const isSettling = ({ completedAt, settledBy }: PromotionRecord, { settings }: Conditions): boolean =>
	completedAt !== undefined && !settledBy && settings.awaitsSettling;

/** Why the figures of a completed promotion are final now; undefined if they are not. */
function settlingOf(record: PromotionRecord, reading: Reading | undefined, conditions: Conditions) {
	if (!isSettling(record, conditions)) return undefined;
	const { settings, now } = conditions;
	const isQuiet = now - record.movedAt >= settings.settledAfterMs;
	if (reading?.kind === 'figures' && isQuiet && (record.quietReads ?? 0) >= 2) return 'quiet';
	const watchedMs = now - (record.completedAt ?? now);
	return watchedMs >= settings.watchAfterCompletionMs ? 'watchEnd' : undefined;
}

/** Whether it is running, its figures have not changed for long enough, and that was not told of this standstill. */
export function isStandingStill({ status, moves = 0, movedAt, told }: PromotionRecord, { settings, now }: Conditions) {
	if (promotionState(status) !== 'active' || moves === 0) return false;
	return told?.stalledMove !== moves && now - movedAt >= settings.stalledAfterMs;
}
