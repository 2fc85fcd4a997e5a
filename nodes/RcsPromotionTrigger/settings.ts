import { isObject, plainText } from '../service/values';
import { COUNTERS, RATES, type Counter, type Rate } from '../service/statistics';

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

/** The form's values as n8n hands them over; options that were never added are missing. */
export interface FormValues {
	events?: string[];
	scope?: string;
	promotionIds?: unknown;
	filters?: { nameContains?: string; createdWithinDays?: number };
	options?: {
		counters?: string[];
		minimumChange?: number;
		watchAfterCompletionHours?: number;
		settledAfterMinutes?: number;
		stalledAfterMinutes?: number;
		thresholds?: { threshold?: Array<Partial<Threshold>> };
		maximumStatisticsCalls?: number;
		emitExisting?: boolean;
		summary?: boolean;
	};
}

export const DEFAULT_THRESHOLD: Threshold = { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A sentence instead of settings when the form asks for something that cannot be watched. */
export function settingsFrom({
	events: givenEvents,
	scope,
	promotionIds,
	filters: givenFilters,
	options: givenOptions,
}: FormValues): TriggerSettings | string {
	const filters = givenFilters ?? {};
	const options = givenOptions ?? {};
	const wanted = idsOf(givenEvents ?? ['completed']);
	const chosen = EVENTS.filter((event) => wanted.includes(event));
	if (chosen.length === 0) return "'Trigger On' is empty. Choose at least one event.";
	const ids = idsOf(promotionIds);
	if (scope === 'selected' && ids.length === 0) {
		return "'Promotion Names or IDs' is empty. Choose at least one promotion, or set 'Scope' to 'All Promotions'.";
	}
	const wantedCounters = idsOf(options.counters);
	const counters = COUNTERS.filter((counter) => wantedCounters.includes(counter));
	// An expression may give a single one, or a list with gaps.
	const givenThresholds = [options.thresholds?.threshold ?? []].flat().filter(isObject);
	const thresholds =
		givenThresholds.length > 0 ? distinct(givenThresholds.map(completeThreshold)) : [DEFAULT_THRESHOLD];
	const events = new Set(chosen);
	const judgesAtRest = events.has('thresholdCrossed') && thresholds.some(({ direction }) => direction === 'below');
	return {
		events,
		...(scope === 'selected' ? { promotionIds: new Set(ids) } : {}),
		nameContains: plainText(filters.nameContains).trim().toLowerCase(),
		createdWithinDays: numberOf(filters.createdWithinDays, 0) || Infinity,
		counters: counters.length > 0 ? counters : COUNTERS,
		minimumChange: Math.max(1, numberOf(options.minimumChange, 1)),
		watchAfterCompletionMs: numberOf(options.watchAfterCompletionHours, 72) * HOUR_MS,
		settledAfterMs: numberOf(options.settledAfterMinutes, 60) * MINUTE_MS,
		stalledAfterMs: numberOf(options.stalledAfterMinutes, 120) * MINUTE_MS,
		thresholds,
		maximumStatisticsCalls: Math.max(1, Math.floor(numberOf(options.maximumStatisticsCalls, 50))),
		emitExisting: options.emitExisting === true,
		summary: options.summary === true,
		followsCounters: FOLLOWING_COUNTERS.some((event) => events.has(event)),
		awaitsRest: events.has('settled') || judgesAtRest,
		thresholdKeys: thresholds.map(thresholdKey),
	};
}

const FOLLOWING_COUNTERS = ['countersChanged', 'settled', 'stalled', 'thresholdCrossed'] as const;

export const thresholdKey = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

function completeThreshold(given: Partial<Threshold>): Threshold {
	const { rate, direction } = given;
	return {
		rate: typeof rate === 'string' && Object.hasOwn(RATES, rate) ? rate : DEFAULT_THRESHOLD.rate,
		direction: direction === 'below' ? 'below' : 'above',
		percent: numberOf(given.percent, DEFAULT_THRESHOLD.percent),
		minimumBase: numberOf(given.minimumBase, DEFAULT_THRESHOLD.minimumBase),
	};
}

function distinct(thresholds: Threshold[]): Threshold[] {
	return [...new Map(thresholds.map((threshold) => [thresholdKey(threshold), threshold])).values()];
}

/** An expression may give one id, a list of them, or ids separated by commas. */
function idsOf(value: unknown): string[] {
	const values: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
	return values.flatMap((id) => {
		const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
		return text === '' ? [] : [text];
	});
}

function numberOf(value: unknown, otherwise: number): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : otherwise;
}
