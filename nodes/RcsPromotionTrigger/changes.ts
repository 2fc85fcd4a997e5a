import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, type Counters } from '../service/statistics';
import { normalizedStatus, promotionState, type PromotionState } from '../service/promotions';
import { shortened } from '../service/values';
import { Telling, type Conditions } from './events';
import type { EventName } from './form';
import type { Listed } from './listing';
import type { TriggerSettings } from './settings';
import type { PromotionRecord } from './state';
import { judgeThresholds } from './thresholds';

/** What was read from the statistics. `none`: there are none yet, because nothing was sent. Null: they could not be read. Undefined: they were not requested. */
export type Reading = Counters | 'none' | null | undefined;

/** The result of one poll for one promotion. */
export interface Step {
	record: PromotionRecord;
	items: IDataObject[];
}

/** Names and statuses are remembered up to this length. */
const kept = (text: string): string => shortened(text, 100);

const ON_STATE: Record<PromotionState, EventName[]> = {
	active: [],
	completed: ['completed'],
	cancelled: ['cancelled'],
	paused: ['stopped'],
};

export const isFinal = (state: PromotionState): boolean => state === 'completed' || state === 'cancelled';

/** The events that a listed status means, given what was remembered of the promotion (undefined for a new one). */
export function newsOf(record: PromotionRecord | undefined, { status, state }: Listed): EventName[] {
	if (!record) return ['created', ...ON_STATE[state]];
	if (normalizedStatus(record.status) === normalizedStatus(kept(status))) return [];
	return ['statusChanged', ...(promotionState(record.status) === state ? [] : ON_STATE[state])];
}

/** For a promotion without a record. It is either new, or was there before watching began, which is not an event. */
export function onFirstSight(
	listed: Listed,
	reading: Reading,
	conditions: Conditions,
	{ isNew, countsFrom }: { isNew: boolean; countsFrom: number },
): Step {
	const { now } = conditions;
	const record: PromotionRecord = {
		...shown(listed),
		movedAt: now,
		completedAt: isNew && listed.state === 'completed' ? now : undefined,
		startsFromZero: isNew || undefined,
		stalled: !isNew || undefined,
		countsFrom: countsFrom || undefined,
	};
	return stepOf(record, isNew ? undefined : record, listed, reading, conditions);
}

/** For a followed promotion that is listed. Compares its status, then its counters, with the record. */
export function onListed(before: PromotionRecord, listed: Listed, reading: Reading, conditions: Conditions): Step {
	const { now } = conditions;
	const record = { ...before, ...shown(listed), absence: undefined, madeRoom: undefined };
	if (newsOf(before, listed).length > 0) record.statusAt = now;
	if (promotionState(before.status) !== listed.state) {
		record.completedAt = listed.state === 'completed' ? now : undefined;
		record.settled = undefined;
		// A pause is not a stall, and for final figures only the time and reads after completion count.
		record.movedAt = now;
		record.quietReads = undefined;
	}
	return stepOf(record, before, listed, reading, conditions);
}

/** For a promotion that has disappeared for good without having been seen to end. */
export function onRemoved(promotionId: string, before: PromotionRecord, conditions: Conditions): Step {
	const record = { ...before };
	const telling = tellingOfUnlisted(promotionId, record, conditions);
	for (const event of ['statusChanged', 'cancelled', 'removed'] as const) {
		telling.tell(event, { observed: 'gone', statisticsStale: true });
	}
	return { record, items: telling.items };
}

/** For a completed promotion that left the list before its figures were final. The end of the watch window is still reported. */
export function whileUnlisted(promotionId: string, before: PromotionRecord, conditions: Conditions): Step {
	const settledBy = settlingOf(before, undefined, conditions);
	if (!settledBy) return { record: before, items: [] };
	const record = { ...before, settled: true };
	const telling = tellingOfUnlisted(promotionId, record, conditions);
	telling.tell('settled', { settledBy, statisticsStale: true });
	if (record.counters) judgeThresholds(record, record.counters, telling, conditions);
	return { record, items: telling.items };
}

function tellingOfUnlisted(promotionId: string, record: PromotionRecord, conditions: Conditions): Telling {
	const { name, status, counters } = record;
	const subject = { promotionId, name, status, previousStatus: status, figuresBefore: counters, promotion: null };
	return new Telling(subject, record, conditions);
}

/** Whether it is completed and Final Figures Ready is still to come, whether it is listed or not. */
export const isSettling = ({ completedAt, settled }: PromotionRecord, { settings }: Conditions): boolean =>
	completedAt !== undefined && !settled && settings.awaitsSettling;

/** Whether it is followed: it is not over, or it is completed and its figures may still cause an event. */
export function isFollowed(record: PromotionRecord, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	if (!isFinal(promotionState(record.status))) return true;
	if (record.completedAt === undefined) return false;
	if (settings.events.has('countersChanged') || settings.events.has('thresholdCrossed')) {
		return now - record.completedAt < settings.watchAfterCompletionMs;
	}
	return isSettling(record, conditions);
}

/** Whether its figures count as final because it was watched long enough. */
export const isWatchOver = (record: PromotionRecord, conditions: Conditions): boolean =>
	isSettling(record, conditions) &&
	conditions.now - (record.completedAt ?? conditions.now) >= conditions.settings.watchAfterCompletionMs;

const shown = ({ name, status, createdAt }: Listed) => ({
	name: kept(name),
	status: kept(status),
	createdAt: createdAt ?? undefined,
});

const ZERO = COUNTERS.map(() => 0);

/** @param before the remembered record; undefined for a new promotion */
function stepOf(
	start: PromotionRecord,
	before: PromotionRecord | undefined,
	listed: Listed,
	reading: Reading,
	conditions: Conditions,
): Step {
	const { settings, now } = conditions;
	const read = reading && reading !== 'none' ? COUNTERS.map((counter) => reading[counter]) : undefined;
	const compared = start.counters ?? (start.startsFromZero ? ZERO : undefined);
	const record = read ? afterRead(start, read, compared, now) : { ...start };
	if (reading === 'none' && !start.counters) record.startsFromZero = true;
	if (reading !== undefined) {
		record.askedAt = now;
		record.isUnanswered = reading === null || undefined;
	}

	const subject = { ...listed, previousStatus: before?.status ?? null, figuresBefore: compared };
	const telling = new Telling(subject, record, conditions);
	const stale = read ? undefined : { statisticsStale: true };
	for (const event of newsOf(before, listed)) telling.tell(event, event === 'created' ? undefined : stale);
	if (!settings.events.has('countersChanged')) record.told = undefined;
	else if (read) {
		const from = record.told ?? compared ?? read;
		record.told = isEnough(from, read, settings) ? read : from;
		if (record.told !== from) telling.tell('countersChanged', {}, [...from, ...read], from);
	}
	const settledBy = settlingOf(record, read, conditions);
	if (settledBy) {
		record.settled = true;
		telling.tell('settled', { settledBy, ...stale });
	}
	if ((read || reading === 'none') && listed.state === 'active' && isStandingStill(record, conditions)) {
		record.stalled = true;
		telling.tell('stalled', { stalledSince: new Date(record.movedAt).toISOString() });
	}
	const judged = read ?? (settledBy && record.counters);
	if (judged) judgeThresholds(record, judged, telling, conditions, !compared);
	return { record, items: telling.items };
}

function afterRead(
	start: PromotionRecord,
	read: number[],
	compared: number[] | undefined,
	now: number,
): PromotionRecord {
	if (!compared || read.every((figure, place) => figure === compared[place])) {
		return { ...start, counters: read, quietReads: Math.min(2, (start.quietReads ?? 0) + 1) };
	}
	return { ...start, counters: read, quietReads: 1, movedAt: now, stalled: undefined };
}

const isEnough = (from: number[], to: number[], { counters, minimumChange }: TriggerSettings): boolean =>
	COUNTERS.some(
		(counter, place) => counters.includes(counter) && Math.abs((to[place] ?? 0) - (from[place] ?? 0)) >= minimumChange,
	);

/** Why the figures of a completed promotion are final now; undefined if they are not. */
function settlingOf(record: PromotionRecord, read: number[] | undefined, conditions: Conditions) {
	if (!isSettling(record, conditions)) return undefined;
	const isQuiet = conditions.now - record.movedAt >= conditions.settings.settledAfterMs;
	if (read && isQuiet && (record.quietReads ?? 0) >= 2) return 'quiet';
	return isWatchOver(record, conditions) ? 'watchEnd' : undefined;
}

/** Whether to report that its counters have stopped changing. */
export const isStandingStill = ({ stalled, movedAt }: PromotionRecord, { settings, now }: Conditions) =>
	settings.events.has('stalled') && !stalled && now - movedAt >= settings.stalledAfterMs;
