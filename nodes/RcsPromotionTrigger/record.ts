import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { isFinal, promotionState } from '../service/promotions';
import { comparable } from '../service/values';
import type { ListEntry } from './listing';
import type { Conditions } from './settings';
import type { Emitted, PromotionRecord } from './state';

/**
 * What a request for the statistics of a promotion gave. `noneYet`: nothing was sent yet. `unread`: no usable answer came. `skipped`: they
 * were due, but no request was made.
 */
export type Reading =
	{ kind: 'counters'; counters: Counters } | { kind: 'noneYet' } | { kind: 'unread' | 'skipped'; reason: string };

/** One promotion in one poll: what is remembered from now on, and what it is compared with. Events follow from this alone. */
export interface Compared {
	record: PromotionRecord;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** Undefined at the first good read of a promotion that was there before. */
	countersBefore?: Counters;
	/** Undefined if its statistics were not due. */
	reading?: Reading;
	/** It was there before, and its statistics were requested for the first time. */
	isFirstRequest: boolean;
	/** Its figures became final. */
	isFinalNow: boolean;
	/** It disappeared before it was over. */
	hasDisappeared: boolean;
	conditions: Conditions;
}

/** What makes an eventId, besides how often the event was emitted. */
export type Detail = Array<string | number | null>;

/** One occurrence of an event. */
export interface Occurrence {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** Usually the statuses. */
	detail?: Detail;
	/** What the record keeps of it. */
	remember?: Emitted;
	/** It is remembered, and not emitted. */
	isSilent?: boolean;
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
		statusAt: now,
		completedAt: isNew && promotionState(status) === 'completed' ? now : undefined,
		countsFrom: countsFrom || undefined,
	};
}

/** @param listed undefined for a promotion that is not in the list */
export function comparePromotion(
	before: PromotionRecord,
	reading: Reading | undefined,
	conditions: Conditions,
	listed?: ListEntry,
): Compared {
	const { now } = conditions;
	const current = listed ? withStatus(before, listed, now) : { ...before };
	const { counters, startsFromZero } = current;
	const countersBefore = startsFromZero ? mapCounters((counter) => counters?.[counter] ?? 0) : counters;
	const saysCompleted = promotionState(listed?.status) === 'completed';
	const record = reading ? withReading(current, countersBefore, reading, saysCompleted, now) : current;
	record.settledBy ??= finalBy(record, saysCompleted ? reading : undefined, conditions);
	return {
		record,
		previousStatus: before.status,
		countersBefore,
		reading,
		isFirstRequest: before.readAt === undefined && !startsFromZero,
		isFinalNow: record.settledBy !== before.settledBy,
		hasDisappeared: false,
		conditions,
	};
}

/** Final stays final: after it was over, another status is an old copy of the list. What is missing says nothing. */
function withStatus(before: PromotionRecord, listed: ListEntry, now: number): PromotionRecord {
	const { name, status, created } = listed;
	const record = { ...before, name: name || before.name, created: created ?? before.created };
	record.missingAnswers = undefined;
	const state = promotionState(status);
	if (comparable(status) === '') return record;
	// A service that retries a completed promotion only delays its final figures.
	if (isFinal(before.status)) return state === 'completed' ? record : { ...record, quietReads: undefined };
	record.status = status;
	if (comparable(before.status) === comparable(status)) return record;
	// A pause is not a stall, and for final figures only the time and reads after completion count.
	const completedAt = state === 'completed' ? now : undefined;
	const moves = (before.moves ?? 0) + (state === 'active' ? 1 : 0);
	return { ...record, statusAt: now, movedAt: now, moves, quietReads: undefined, completedAt };
}

/** A counter that is missing keeps its last known value. */
function withReading(
	before: PromotionRecord,
	countersBefore: Counters | undefined,
	reading: Reading,
	saysCompleted: boolean,
	now: number,
): PromotionRecord {
	if (reading.kind === 'skipped') return before;
	const record = { ...before, readAt: now, isUnread: reading.kind === 'unread' || undefined };
	if (reading.kind === 'noneYet') record.startsFromZero = true;
	if (reading.kind !== 'counters') return record;
	record.counters = mapCounters((counter) => reading.counters[counter] ?? before.counters?.[counter] ?? null);
	if (differ(countersBefore, record.counters)) {
		Object.assign(record, { quietReads: undefined, movedAt: now, moves: (before.moves ?? 0) + 1 });
	}
	if (saysCompleted) record.quietReads = Math.min(2, (record.quietReads ?? 0) + 1);
	return record;
}

/** A counter that was not known, or is not known, does not differ. */
const differ = (before: Counters | undefined, after: Counters): boolean =>
	COUNTERS.some((counter) => {
		const [from, to] = [before?.[counter] ?? null, after[counter]];
		return from !== null && to !== null && from !== to;
	});

/** Whether it is completed and its figures are not final, whether it is listed or not. */
export const awaitsFinal = ({ completedAt, settledBy }: PromotionRecord, { settings }: Conditions): boolean =>
	completedAt !== undefined && !settledBy && settings.needsFinalFigures;

/** Why the figures of a completed promotion are final now; undefined if they are not. */
function finalBy(record: PromotionRecord, reading: Reading | undefined, conditions: Conditions) {
	if (!awaitsFinal(record, conditions)) return undefined;
	const isQuiet = conditions.now - record.movedAt >= conditions.settings.settledAfterMs;
	if (reading?.kind === 'counters' && isQuiet && (record.quietReads ?? 0) >= 2) return 'quiet';
	return isWatchOver(record, conditions) ? 'watchEnd' : undefined;
}

export const isWatchOver = ({ completedAt }: PromotionRecord, { settings, now }: Conditions): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether it is running, neither its counters nor its status have changed for long enough, and no event said so of this standstill. */
export function isStalled(
	{ status, moves = 0, movedAt, emitted }: PromotionRecord,
	{ settings, now }: Conditions,
): boolean {
	if (promotionState(status) !== 'active' || moves === 0) return false;
	return emitted?.stalledMove !== moves && now - movedAt >= settings.stalledAfterMs;
}
