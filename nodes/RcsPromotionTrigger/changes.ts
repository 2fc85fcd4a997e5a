import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, type Counters } from '../service/statistics';
import type { PromotionState } from '../service/status';
import type { PromotionEvent } from './events';
import {
	counted,
	countersToList,
	newlyKnown,
	nextOrdinal,
	sameCounters,
	sameStatus,
	type Known,
	type Ordinals,
} from './record';
import type { EventName, Threshold, TriggerSettings } from './settings';
import type { Listed, Reading } from './listing';
import { judgeThresholds } from './thresholds';

export interface Conditions {
	settings: TriggerSettings;
	/** The host's time of the poll. It may delay an event, never bring it forward. */
	now: number;
}

export interface Step {
	known: Known;
	events: PromotionEvent[];
}

const ZERO = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Counters;
const ON_STATE: Record<PromotionState, EventName[]> = {
	active: [],
	completed: ['completed'],
	cancelled: ['cancelled'],
	paused: ['stopped'],
};

/** A promotion as it is when watching begins: no event, whatever it shows. */
export function atBaseline(listed: Listed, reading: Reading, conditions: Conditions, ordinals: Ordinals): Known {
	return stepOf(newlyKnown(listed, conditions.now, ordinals), listed, reading, conditions).known;
}

/** A promotion that was not there before. */
export function onArrival(listed: Listed, reading: Reading, conditions: Conditions, ordinals: Ordinals): Step {
	const known = { ...newlyKnown(listed, conditions.now, ordinals), startsFromZero: true, hasMoved: true };
	const { state } = known;
	const complete = state === 'completed' ? { ...known, completedAt: conditions.now } : known;
	return stepOf(complete, listed, reading, conditions, ['created', ...ON_STATE[state]], null);
}

/** A promotion that is known and listed: its status, then its counters, are compared with what was there before. */
export function onListed(before: Known, listed: Listed, reading: Reading, conditions: Conditions): Step {
	const known: Known = { ...before, ...listedFields(listed), absence: 0, madeRoom: false };
	if (sameStatus(before, listed.status)) return stepOf(known, listed, reading, conditions);
	const { now } = conditions;
	const { state } = listed;
	if (state === before.state) {
		const begins = isYetToBegin(before.status) && !isYetToBegin(listed.status);
		const begun = begins ? { ...known, movedAt: now, hasMoved: true } : known;
		return stepOf(begun, listed, reading, conditions, ['statusChanged'], before.status);
	}
	const changed: Known = {
		...known,
		completedAt: state === 'completed' ? now : null,
		settled: false,
		// A pause is no stall, and what a completion waits for are time and reads after it.
		movedAt: now,
		quietReads: 0,
	};
	const news: EventName[] = ['statusChanged', ...ON_STATE[state]];
	return stepOf(changed, listed, reading, conditions, news, previousWord(before));
}

/** A promotion that has vanished for good, before it was seen to end. */
export function onRemoved(known: Known, { settings }: Conditions): Step {
	const extra = { observed: 'gone', statisticsStale: true };
	const collector = new EventCollector(settings, known, known.status, known.status, known.counters);
	for (const event of ['statusChanged', 'cancelled', 'removed'] as const) collector.add(event, extra);
	return { known: { ...known, ordinals: collector.ordinals }, events: collector.events };
}

/** A completed promotion that left the list before it came to rest: the end of the watch window is still told. */
export function whileUnlisted(known: Known, conditions: Conditions): Step {
	const { settings } = conditions;
	const settledBy = restOf(known, null, conditions);
	if (settledBy === undefined) return { known, events: [] };
	const collector = new EventCollector(settings, known, known.status, known.status, known.counters);
	collector.add('settled', { settledBy, statisticsStale: true });
	if (known.counters !== null && settings.events.has('thresholdCrossed')) {
		const atRest = { baseline: false, settled: true };
		const { crossings } = judgeThresholds(settings.thresholds, known.counters, known.crossed, atRest);
		for (const { threshold, rateValue } of crossings) collector.thresholdCrossed(threshold, rateValue);
	}
	return { known: { ...known, settled: true, ordinals: collector.ordinals }, events: collector.events };
}

/** Whether the end of its watch window is still to be told, listed or not. */
export function isAwaitingRest({ completedAt, settled }: Known, { settings }: Conditions): boolean {
	return completedAt !== null && !settled && settings.awaitsRest;
}

function stepOf(
	start: Known,
	{ status }: Listed,
	reading: Reading,
	conditions: Conditions,
	news: EventName[] = [],
	previousStatus: string | null = start.status,
): Step {
	const { settings, now } = conditions;
	const read = reading === 'none' ? null : (reading ?? null);
	const baseline = start.counters === null && !start.startsFromZero;
	const compared = start.counters ?? (start.startsFromZero ? ZERO : null);
	const moved = read !== null && compared !== null && !sameCounters(read, compared);
	const known: Known = { ...start, ...(read === null ? {} : afterRead(start, read, moved, now)) };
	if (reading === 'none' && start.counters === null) known.startsFromZero = true;
	const collector = new EventCollector(settings, known, status, previousStatus, compared);

	const stale = read === null ? { statisticsStale: true } : undefined;
	for (const event of news) collector.add(event, event === 'created' ? undefined : stale);

	if (read !== null && settings.events.has('countersChanged')) {
		const from = known.emitted ?? compared ?? read;
		known.emitted = from;
		if (settings.counters.some((counter) => Math.abs(read[counter] - from[counter]) >= settings.minimumChange)) {
			collector.countersChanged(from, read);
			known.emitted = read;
		}
	} else if (!settings.events.has('countersChanged')) {
		known.emitted = null;
	}

	const settledBy = restOf(known, read, conditions);
	if (settledBy !== undefined) {
		known.settled = true;
		collector.add('settled', { settledBy, ...stale });
	}
	if (hasStalled(known, read, conditions)) {
		known.stalled = true;
		collector.add('stalled', { stalledSince: new Date(known.movedAt).toISOString() });
	}
	const judged = read ?? (settledBy === undefined ? null : known.counters);
	if (judged !== null && settings.events.has('thresholdCrossed')) {
		const { settled } = known;
		const result = judgeThresholds(settings.thresholds, judged, known.crossed, { baseline, settled });
		known.crossed = result.crossed;
		for (const { threshold, rateValue } of result.crossings) collector.thresholdCrossed(threshold, rateValue);
	}
	return { known: { ...known, ordinals: collector.ordinals }, events: collector.events };
}

function afterRead(start: Known, read: Counters, moved: boolean, now: number): Partial<Known> {
	if (!moved) return { counters: read, quietReads: Math.min(2, start.quietReads + 1) };
	return { counters: read, quietReads: 1, movedAt: now, hasMoved: true, stalled: false };
}

/** Why a completed promotion counts as at rest from now on; undefined while it does not. */
function restOf(
	{ completedAt, settled, movedAt, quietReads }: Known,
	read: Counters | null,
	{ settings, now }: Conditions,
) {
	if (completedAt === null || settled || !settings.awaitsRest) return undefined;
	if (read !== null && quietReads >= 2 && now - movedAt >= settings.settledAfterMs) return 'quiet';
	return now - completedAt >= settings.watchAfterCompletionMs ? 'watchEnd' : undefined;
}

function hasStalled(
	{ status, state, hasMoved, stalled, movedAt }: Known,
	read: Counters | null,
	{ settings, now }: Conditions,
) {
	if (read === null || state !== 'active' || !hasMoved || stalled || !settings.events.has('stalled')) return false;
	if (isYetToBegin(status) && sameCounters(read, ZERO)) return false;
	return now - movedAt >= settings.stalledAfterMs;
}

/** To wait for its time is no standstill. */
const isYetToBegin = (status: string | null) => /^\s*(scheduled|draft)/i.test(status ?? '');

/** Whether the full record is still needed: not final, or complete and watched to its end. */
export function isWatched({ state, completedAt, settled }: Known, { settings, now }: Conditions): boolean {
	if (state === 'active' || state === 'paused') return true;
	if (completedAt === null) return false;
	if (settings.events.has('countersChanged') || settings.events.has('thresholdCrossed')) {
		return now - completedAt < settings.watchAfterCompletionMs;
	}
	return settings.awaitsRest && !settled;
}

const listedFields = ({ name, status, state, createdAt }: Listed) => ({ name, status, state, createdAt });

/** The word for a state that is all that was kept. The service's own words are known for three of them. */
function previousWord({ status, state }: Known): string | null {
	if (status !== null) return status;
	return { completed: 'Completed', cancelled: 'Cancelled', paused: 'Stopped', active: null }[state];
}

/** The events of one promotion in one poll that somebody asked for, counted; others leave no trace. */
class EventCollector {
	readonly events: PromotionEvent[] = [];
	ordinals: Ordinals;

	constructor(
		private readonly settings: TriggerSettings,
		private readonly known: Known,
		private readonly status: string | null,
		private readonly previousStatus: string | null,
		private readonly countersBefore: Counters | null,
	) {
		this.ordinals = known.ordinals;
	}

	add(event: EventName, extra?: IDataObject): void {
		if (!this.settings.events.has(event)) return;
		this.push(event, [this.previousStatus, this.status, this.count(event)], this.countersBefore, extra);
	}

	countersChanged(from: Counters, to: Counters): void {
		// The ordinal, too: figures that are corrected may take the same way twice.
		const detail = [...countersToList(from), ...countersToList(to), this.count('countersChanged')];
		this.push('countersChanged', detail, from);
	}

	thresholdCrossed({ rate, direction, percent, minimumBase }: Threshold, value: number | null): void {
		const detail = [rate, direction, percent, this.count('thresholdCrossed')];
		const extra = { threshold: { rate, direction, percent, minimumBase, value } };
		this.push('thresholdCrossed', detail, this.countersBefore, extra);
	}

	private count(event: EventName): number {
		const ordinal = nextOrdinal(this.ordinals, event);
		this.ordinals = counted(this.ordinals, event, ordinal);
		return ordinal;
	}

	private push(
		event: EventName,
		detail: PromotionEvent['detail'],
		countersBefore: Counters | null,
		extra?: IDataObject,
	): void {
		const { counters } = this.known;
		const { status, previousStatus } = this;
		this.events.push({ event, detail, status, previousStatus, counters, countersBefore, ...(extra ? { extra } : {}) });
	}
}
