import type { FormReader } from '../service/formReader';
import { COUNTERS, type Counter, type Rate } from '../service/statistics';
import { comparable } from '../service/values';

/** In the order in which several events of one promotion are delivered. */
export const EVENTS = [
	'created',
	'statusChanged',
	'completed',
	'stopped',
	'cancelled',
	'countersChanged',
	'settled',
	'stalled',
	'thresholdCrossed',
	'removed',
] as const;
export type EventName = (typeof EVENTS)[number];

/** As the form calls them. */
export const EVENT_NAMES: Record<EventName, string> = {
	created: 'Created',
	statusChanged: 'Status Changed',
	completed: 'Completed',
	stopped: 'Stopped',
	cancelled: 'Cancelled',
	countersChanged: 'Counters Changed',
	settled: 'Final Figures Ready',
	stalled: 'Stalled',
	thresholdCrossed: 'Threshold Crossed',
	removed: 'Disappeared From List',
};

export interface Threshold {
	rate: Rate;
	direction: 'above' | 'below';
	percent: number;
	minimumBase: number;
}

/** What the form says, complete: a value that was never touched is its default. */
export interface TriggerSettings {
	events: ReadonlySet<EventName>;
	/** Undefined stands for all promotions of the account. */
	promotionIds?: ReadonlySet<string>;
	nameContains: string;
	/** Infinity when the age does not matter. */
	createdWithinDays: number;
	counters: readonly Counter[];
	minimumChange: number;
	watchAfterCompletionMs: number;
	settledAfterMs: number;
	stalledAfterMs: number;
	thresholds: readonly Threshold[];
	maximumStatisticsCalls: number;
	emitExisting: boolean;
	summary: boolean;
	/** Derived: whether counters have to be read again and again, not only when a status changes. */
	followsCounters: boolean;
	/** Derived: whether it matters that a completed promotion comes to rest. */
	awaitsRest: boolean;
	/** Derived: what a crossed threshold is remembered by. */
	thresholdKeys: readonly string[];
}

const DEFAULT_THRESHOLD: Threshold = { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Throws in words when the form asks for something that cannot be watched. */
export function settingsFrom(form: FormReader): TriggerSettings {
	const events = new Set(form.choices('events') as EventName[]);
	if (events.size === 0) form.refuse('events', 'is empty', 'Choose at least one event.');
	const promotionIds = form.choice('scope') === 'selected' ? new Set(form.list('promotionIds')) : undefined;
	if (promotionIds?.size === 0) {
		form.refuse('promotionIds', 'is empty', "Choose at least one promotion, or set 'Scope' to 'All Promotions'.");
	}
	const filters = form.collection('filters');
	const options = form.collection('options');
	const counters = options.choices('counters') as Counter[];
	const given = options.entries('thresholds', 'threshold').map(thresholdFrom);
	const thresholds = given.length > 0 ? distinct(given) : [DEFAULT_THRESHOLD];
	const judgesAtRest = events.has('thresholdCrossed') && thresholds.some(({ direction }) => direction === 'below');
	return {
		events,
		...(promotionIds && { promotionIds }),
		nameContains: filters.has('nameContains') ? comparable(filters.text('nameContains')) : '',
		createdWithinDays: filters.has('createdWithinDays') ? filters.number('createdWithinDays') : Infinity,
		counters: counters.length > 0 ? COUNTERS.filter((counter) => counters.includes(counter)) : COUNTERS,
		minimumChange: options.number('minimumChange'),
		watchAfterCompletionMs: options.number('watchAfterCompletionHours') * HOUR_MS,
		settledAfterMs: options.number('settledAfterMinutes') * MINUTE_MS,
		stalledAfterMs: options.number('stalledAfterMinutes') * MINUTE_MS,
		thresholds,
		maximumStatisticsCalls: options.wholeNumber('maximumStatisticsCalls'),
		emitExisting: options.isOn('emitExisting'),
		summary: options.isOn('summary'),
		followsCounters: FOLLOWING_COUNTERS.some((event) => events.has(event)),
		awaitsRest: events.has('settled') || judgesAtRest,
		thresholdKeys: thresholds.map(thresholdKey),
	};
}

const FOLLOWING_COUNTERS = ['countersChanged', 'settled', 'stalled', 'thresholdCrossed'] as const;

export const thresholdKey = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

const thresholdFrom = (form: FormReader): Threshold => ({
	rate: form.choice('rate') as Rate,
	direction: form.choice('direction') as Threshold['direction'],
	percent: form.number('percent'),
	minimumBase: form.number('minimumBase'),
});

function distinct(thresholds: Threshold[]): Threshold[] {
	return [...new Map(thresholds.map((threshold) => [thresholdKey(threshold), threshold])).values()];
}
