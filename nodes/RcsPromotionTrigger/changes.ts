import type { IDataObject } from 'n8n-workflow';
import { COUNTERS, type Counters } from '../service/statistics';
import type { PromotionEvent } from './events';
import { sevenOf } from './events';
import { counted, newlyKnown, nextOrdinal, sameCounters, sameStatus, type Known, type Ordinals } from './record';
import { awaitsRest, followsCounters, type EventName, type Threshold, type TriggerSettings } from './settings';
import type { Listed } from './snapshot';
import { judgeThresholds } from './thresholds';

export interface Moment {
	settings: TriggerSettings;
	/** The host's time of the poll. It may delay an event, never bring it forward. */
	now: number;
}

export interface Step {
	known: Known;
	events: PromotionEvent[];
}

/** Undefined: nobody asked. Null: the call did not help. */
export type Reading = Counters | null | undefined;

const ZERO = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as Counters;
const ON_STATE = { completed: 'completed', cancelled: 'cancelled', paused: 'stopped' } as const;

/** A promotion as it is when watching begins: no event, whatever it shows. */
export function atBaseline(listed: Listed, reading: Reading, moment: Moment, ordinals?: Ordinals): Known {
	return stepOf(newlyKnown(listed, moment.now, ordinals), listed, reading, moment).known;
}

/** A promotion that was not there before. */
export function onArrival(listed: Listed, reading: Reading, moment: Moment, ordinals?: Ordinals): Step {
	const known = { ...newlyKnown(listed, moment.now, ordinals), fresh: true, lively: true };
	const { state } = known;
	const complete = state === 'completed' ? { ...known, completedAt: moment.now } : known;
	return stepOf(complete, listed, reading, moment, ['created', ...(state === 'active' ? [] : [ON_STATE[state]])], null);
}

/** A promotion that is known and listed: its status, then its counters, are compared with what was there before. */
export function onListed(before: Known, listed: Listed, reading: Reading, moment: Moment): Step {
	const known: Known = { ...before, ...listedFields(listed), absence: 0, left: false };
	if (sameStatus(before, listed.status)) return stepOf(known, listed, reading, moment);
	const news: EventName[] = ['statusChanged'];
	const { now } = moment;
	const { state } = listed;
	if (state === before.state) return stepOf(known, listed, reading, moment, news, before.status);
	if (state !== 'active') news.push(ON_STATE[state]);
	const changed: Known = {
		...known,
		completedAt: state === 'completed' ? now : null,
		settled: false,
		// A pause is no stall, and what a completion waits for are reads after it.
		movedAt: state === 'active' ? now : known.movedAt,
		quietReads: 0,
	};
	return stepOf(changed, listed, reading, moment, news, previousWord(before));
}

/** A promotion that has vanished for good, before it was seen to end. */
export function onRemoved(known: Known, { settings }: Moment): Step {
	const extra = { observed: 'gone', statisticsStale: true };
	const telling = new Telling(settings, known, null, known.status, known.counters);
	for (const event of ['statusChanged', 'cancelled', 'removed'] as const) telling.add(event, extra);
	return { known: { ...known, ordinals: telling.ordinals }, events: telling.events };
}

/** A completed promotion that left the list before it came to rest: the end of the watch window is still told. */
export function whileUnlisted(known: Known, moment: Moment): Step {
	const { settings } = moment;
	const settledBy = restOf(known, null, moment);
	if (settledBy === undefined) return { known, events: [] };
	const telling = new Telling(settings, known, known.status, known.status, known.counters);
	telling.add('settled', { settledBy, statisticsStale: true });
	if (known.counters !== null && settings.events.has('thresholdCrossed')) {
		const atRest = { baseline: false, settled: true };
		const { crossings } = judgeThresholds(settings.thresholds, known.counters, known.crossed, atRest);
		for (const { threshold, rateValue } of crossings) telling.thresholdCrossed(threshold, rateValue);
	}
	return { known: { ...known, settled: true, ordinals: telling.ordinals }, events: telling.events };
}

/** Whether the end of its watch window is still to be told, listed or not. */
export function isAwaitingRest({ completedAt, settled }: Known, { settings }: Moment): boolean {
	return completedAt !== null && !settled && awaitsRest(settings);
}

function stepOf(
	start: Known,
	{ status }: Listed,
	reading: Reading,
	moment: Moment,
	news: EventName[] = [],
	previousStatus: string | null = start.status,
): Step {
	const { settings, now } = moment;
	const read = reading ?? null;
	const baseline = read !== null && start.counters === null && !start.fresh;
	const compared = start.counters ?? (start.fresh ? ZERO : null);
	const moved = read !== null && compared !== null && !sameCounters(read, compared);
	const known: Known = { ...start, ...(read === null ? {} : afterRead(start, read, moved, now)) };
	const telling = new Telling(settings, known, status, previousStatus, compared);

	const stale = read === null ? { statisticsStale: true } : undefined;
	for (const event of news) telling.add(event, event === 'created' ? undefined : stale);

	if (read !== null && settings.events.has('countersChanged')) {
		const from = known.emitted ?? compared ?? read;
		known.emitted = from;
		if (settings.counters.some((counter) => Math.abs(read[counter] - from[counter]) >= settings.minimumChange)) {
			telling.countersChanged(from, read);
			known.emitted = read;
		}
	} else if (!settings.events.has('countersChanged')) {
		known.emitted = null;
	}

	const settledBy = restOf(known, read, moment);
	if (settledBy !== undefined) {
		known.settled = true;
		telling.add('settled', { settledBy, ...stale });
	}
	if (hasStalled(known, read, moment)) {
		known.stalled = true;
		telling.add('stalled', { stalledSince: new Date(known.movedAt).toISOString() });
	}
	const judged = read ?? (settledBy === undefined ? null : known.counters);
	if (judged !== null && settings.events.has('thresholdCrossed')) {
		const { settled } = known;
		const result = judgeThresholds(settings.thresholds, judged, known.crossed, { baseline, settled });
		known.crossed = result.crossed;
		for (const { threshold, rateValue } of result.crossings) telling.thresholdCrossed(threshold, rateValue);
	}
	return { known: { ...known, ordinals: telling.ordinals }, events: telling.events };
}

function afterRead(start: Known, read: Counters, moved: boolean, now: number): Partial<Known> {
	const counters = { counters: read, fresh: false };
	if (!moved) return { ...counters, quietReads: Math.min(2, start.quietReads + 1) };
	return { ...counters, quietReads: 1, movedAt: now, lively: true, stalled: false };
}

/** Why a completed promotion counts as at rest from now on; undefined while it does not. */
function restOf(
	{ completedAt, settled, movedAt, quietReads }: Known,
	read: Counters | null,
	{ settings, now }: Moment,
) {
	if (completedAt === null || settled || !awaitsRest(settings)) return undefined;
	const quietFor = now - Math.max(completedAt, movedAt);
	if (read !== null && quietReads >= 2 && quietFor >= settings.settledAfterMs) return 'quiet';
	return now - completedAt >= settings.watchAfterCompletionMs ? 'watchEnd' : undefined;
}

function hasStalled({ state, lively, stalled, movedAt }: Known, read: Counters | null, { settings, now }: Moment) {
	if (read === null || state !== 'active' || !lively || stalled || !settings.events.has('stalled')) return false;
	return now - movedAt >= settings.stalledAfterMs;
}

/** Whether the full record is still needed: not final, or complete and watched to its end. */
export function isWatched({ state, completedAt, settled }: Known, { settings, now }: Moment): boolean {
	if (state === 'active' || state === 'paused') return true;
	if (completedAt === null || !followsCounters(settings)) return false;
	if (settings.events.has('countersChanged') || settings.events.has('thresholdCrossed')) {
		return now - completedAt < settings.watchAfterCompletionMs;
	}
	return awaitsRest(settings) && !settled;
}

const listedFields = ({ name, status, state, createdAt }: Listed) => ({ name, status, state, createdAt });

/** The word for a state that is all that was kept. The service's own words are known for three of them. */
function previousWord({ status, state }: Known): string | null {
	if (status !== null) return status;
	return { completed: 'Completed', cancelled: 'Cancelled', paused: 'Stopped', active: null }[state];
}

/** Collects the events of one promotion in one poll that somebody asked for, and counts them; others leave no trace. */
class Telling {
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
		const detail = [...sevenOf(from), ...sevenOf(to), this.count('countersChanged')];
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
