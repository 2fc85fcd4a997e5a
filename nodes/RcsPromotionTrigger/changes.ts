import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, type Counters } from '../service/statistics';
import { normalizedStatus, promotionState, type PromotionState } from '../service/promotions';
import { shortened } from '../service/values';
import type { EventName, PromotionEvent } from './events';
import type { TriggerSettings } from './form';
import type { Listed } from './listing';
import type { PromotionRecord } from './state';
import { judgeThresholds } from './thresholds';

/** What was read of the statistics. `none`: there are none yet, as nothing was sent. Null: they could not be read. Undefined: nobody asked. */
export type Reading = Counters | 'none' | null | undefined;

export interface Conditions {
	settings: TriggerSettings;
	/** The host's time of the poll. It may delay an event, never bring it forward. */
	now: number;
}

/** What a poll makes of one promotion. */
export interface Step {
	record: PromotionRecord;
	events: PromotionEvent[];
}

/** Names and statuses are remembered up to this length. */
const LONGEST_KEPT = 100;
const kept = (text: string): string => shortened(text, LONGEST_KEPT);
export const isKeptWhole = (text: string): boolean => text.length < LONGEST_KEPT - 1;

const ON_STATE: Record<PromotionState, EventName[]> = {
	active: [],
	completed: ['completed'],
	cancelled: ['cancelled'],
	paused: ['stopped'],
};

export const isFinal = (state: PromotionState): boolean => state === 'completed' || state === 'cancelled';

/** What a status tells of a promotion, by what was remembered of it; undefined for a new one. */
export function newsOf(record: PromotionRecord | undefined, { status, state }: Listed): EventName[] {
	if (!record) return ['created', ...ON_STATE[state]];
	if (normalizedStatus(record.status) === normalizedStatus(kept(status))) return [];
	return ['statusChanged', ...(promotionState(record.status) === state ? [] : ON_STATE[state])];
}

/** A promotion as it is when watching it begins: no event, whatever it shows. */
export function onEntry(listed: Listed, reading: Reading, conditions: Conditions, countsFrom?: number): Step {
	return stepOf(
		{ ...shown(listed), movedAt: conditions.now, countsFrom },
		listed,
		reading,
		conditions,
		[],
		listed.status,
	);
}

/** A promotion that was not there before. */
export function onArrival(listed: Listed, reading: Reading, conditions: Conditions, countsFrom?: number): Step {
	const { now } = conditions;
	const completedAt = listed.state === 'completed' ? now : undefined;
	const record = { ...shown(listed), movedAt: now, completedAt, startsFromZero: true, hasMoved: true, countsFrom };
	return stepOf(record, listed, reading, conditions, newsOf(undefined, listed), null);
}

/** A promotion that is followed and listed: its status, then its counters, are compared with what was there before. */
export function onListed(before: PromotionRecord, listed: Listed, reading: Reading, conditions: Conditions): Step {
	const news = newsOf(before, listed);
	const record = { ...before, ...shown(listed), absence: undefined, madeRoom: undefined };
	if (promotionState(before.status) !== listed.state) {
		record.completedAt = listed.state === 'completed' ? conditions.now : undefined;
		record.settled = undefined;
		// A pause is no stall, and what a completion waits for are time and reads after it.
		record.movedAt = conditions.now;
		record.quietReads = undefined;
	}
	return stepOf(record, listed, reading, conditions, news, before.status);
}

/** A promotion that has vanished for good, before it was seen to end. */
export function onRemoved(record: PromotionRecord, { settings }: Conditions): Step {
	const told = new Told(settings, { ...record }, record.status, record.counters);
	for (const event of ['statusChanged', 'cancelled', 'removed'] as const) {
		told.add(event, { observed: 'gone', statisticsStale: true });
	}
	return told.step;
}

/** A completed promotion that left the list before it came to rest: the end of the watch window is still told. */
export function whileUnlisted(record: PromotionRecord, conditions: Conditions): Step {
	const settledBy = restOf(record, undefined, conditions);
	if (!settledBy) return { record, events: [] };
	const { settings } = conditions;
	const told = new Told(settings, { ...record, settled: true }, record.status, record.counters);
	told.add('settled', { settledBy, statisticsStale: true });
	if (record.counters) told.judge(record.counters, false);
	return told.step;
}

/** Whether it must still be told that its figures are final, listed or not. */
export const isAwaitingRest = ({ completedAt, settled }: PromotionRecord, { settings }: Conditions): boolean =>
	completedAt !== undefined && !settled && settings.awaitsRest;

/** Whether it is followed: it is not over, or it is complete and its figures may still lead to an event. */
export function isFollowed(record: PromotionRecord, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	if (!isFinal(promotionState(record.status))) return true;
	if (record.completedAt === undefined) return false;
	if (settings.events.has('countersChanged') || settings.events.has('thresholdCrossed')) {
		return now - record.completedAt < settings.watchAfterCompletionMs;
	}
	return isAwaitingRest(record, conditions);
}

/** Whether its figures count as final from now on, for that it was watched for long enough. */
export const isWatchOver = (record: PromotionRecord, conditions: Conditions): boolean =>
	isAwaitingRest(record, conditions) &&
	conditions.now - (record.completedAt ?? conditions.now) >= conditions.settings.watchAfterCompletionMs;

const shown = ({ name, status, createdAt }: Listed) => ({
	name: kept(name),
	status: kept(status),
	createdAt: createdAt ?? undefined,
});

const ZERO = COUNTERS.map(() => 0);
const figuresOf = (counters: Counters): number[] => COUNTERS.map((counter) => counters[counter]);
const countersOf = (figures: readonly number[]): Counters =>
	Object.fromEntries(COUNTERS.map((counter, place) => [counter, figures[place] ?? 0])) as Counters;
const areSame = (some: readonly number[], others: readonly number[]) =>
	some.every((figure, place) => figure === others[place]);

function stepOf(
	start: PromotionRecord,
	{ status, state }: Listed,
	reading: Reading,
	conditions: Conditions,
	news: EventName[],
	previousStatus: string | null,
): Step {
	const { settings, now } = conditions;
	const read = reading && reading !== 'none' ? figuresOf(reading) : undefined;
	const compared = start.counters ?? (start.startsFromZero ? ZERO : undefined);
	const record = read ? afterRead(start, read, compared, now) : { ...start };
	if (reading === 'none' && !start.counters) record.startsFromZero = true;

	const told = new Told(settings, record, status, compared, previousStatus);
	const stale = read ? undefined : { statisticsStale: true };
	for (const event of news) told.add(event, event === 'created' ? undefined : stale);
	if (!settings.events.has('countersChanged')) record.told = undefined;
	else if (read) record.told = told.countersChanged(record.told ?? compared ?? read, read);
	const settledBy = restOf(record, read, conditions);
	if (settledBy) {
		record.settled = true;
		told.add('settled', { settledBy, ...stale });
	}
	if (read && state === 'active' && isStandingStill(record, conditions)) {
		record.stalled = true;
		told.add('stalled', { stalledSince: new Date(record.movedAt).toISOString() });
	}
	const judged = read ?? (settledBy && record.counters);
	if (judged) told.judge(judged, !compared);
	return told.step;
}

function afterRead(
	start: PromotionRecord,
	read: number[],
	compared: number[] | undefined,
	now: number,
): PromotionRecord {
	if (!compared || areSame(read, compared)) {
		return { ...start, counters: read, quietReads: Math.min(2, (start.quietReads ?? 0) + 1) };
	}
	return { ...start, counters: read, quietReads: 1, movedAt: now, hasMoved: true, stalled: undefined };
}

/** Why the figures of a completed promotion count as final from now on; undefined while they do not. */
function restOf(record: PromotionRecord, read: number[] | undefined, conditions: Conditions) {
	if (!isAwaitingRest(record, conditions)) return undefined;
	const rested = conditions.now - record.movedAt >= conditions.settings.settledAfterMs;
	if (read && (record.quietReads ?? 0) >= 2 && rested) return 'quiet';
	return isWatchOver(record, conditions) ? 'watchEnd' : undefined;
}

/** Whether it is to be told that its counters do not move. */
export const isStandingStill = ({ hasMoved, stalled, movedAt }: PromotionRecord, { settings, now }: Conditions) =>
	settings.events.has('stalled') && hasMoved === true && !stalled && now - movedAt >= settings.stalledAfterMs;

/** The events of one promotion in one poll that somebody asked for, counted in its record; others leave no trace. */
class Told {
	private readonly events: PromotionEvent[] = [];

	constructor(
		private readonly settings: TriggerSettings,
		private readonly record: PromotionRecord,
		private readonly status: string,
		private readonly figuresBefore: number[] | undefined,
		private readonly previousStatus: string | null = record.status,
	) {}

	get step(): Step {
		return { record: this.record, events: this.events };
	}

	add(event: EventName, extra?: IDataObject): void {
		if (!this.settings.events.has(event)) return;
		this.push(event, [this.previousStatus, this.status], this.figuresBefore, extra);
	}

	/** Returns what the next change is measured from. */
	countersChanged(from: number[], to: number[]): number[] {
		const { counters, minimumChange } = this.settings;
		const isEnough = COUNTERS.some(
			(counter, place) =>
				counters.includes(counter) && Math.abs((to[place] ?? 0) - (from[place] ?? 0)) >= minimumChange,
		);
		if (!isEnough) return from;
		this.push('countersChanged', [...from, ...to], from);
		return to;
	}

	judge(figures: number[], baseline: boolean): void {
		const { settings, record } = this;
		if (!settings.events.has('thresholdCrossed')) return;
		const circumstances = { baseline, settled: record.settled === true };
		const judged = judgeThresholds(settings.thresholds, countersOf(figures), record.crossed ?? [], circumstances);
		record.crossed = judged.crossed.length > 0 ? judged.crossed : undefined;
		for (const { threshold, rateValue } of judged.crossings) {
			const { rate, direction, percent, minimumBase } = threshold;
			const extra = { threshold: { rate, direction, percent, minimumBase, value: rateValue } };
			this.push('thresholdCrossed', [rate, direction, percent], this.figuresBefore, extra);
		}
	}

	/** The count makes each of them one of its own: statuses come back, and figures may take the same way twice. */
	private push(
		event: EventName,
		what: PromotionEvent['detail'],
		figuresBefore: number[] | undefined,
		extra?: IDataObject,
	): void {
		const { record, status, previousStatus } = this;
		const count = (record.counts?.[event] ?? record.countsFrom ?? 0) + 1;
		record.counts = { ...record.counts, [event]: count };
		this.events.push({
			event,
			detail: [...what, count],
			status,
			previousStatus,
			counters: record.counters && countersOf(record.counters),
			countersBefore: figuresBefore && countersOf(figuresBefore),
			extra,
		});
	}
}
