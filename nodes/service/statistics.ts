import type { IDataObject } from 'n8n-workflow';
import { isObject } from './values';

export const COUNTERS = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counters = Record<Counter, number>;

export const mapCounters = <T>(map: (counter: Counter) => T): Record<Counter, T> =>
	Object.fromEntries(COUNTERS.map((counter) => [counter, map(counter)])) as Record<Counter, T>;

/** Each rate with its dividend and its divisor. */
export const RATES = {
	deliveryRate: ['delivered', 'sent'],
	readRate: ['read', 'delivered'],
	interactionRate: ['interacted', 'delivered'],
	failureRate: ['failed', 'attempted'],
	optOutRate: ['optout', 'delivered'],
} as const satisfies Record<string, readonly [Counter, Counter]>;
export type Rate = keyof typeof RATES;
type Rates = Record<Rate, number | null>;

export interface Statistics {
	counters: Counters;
	retries: Array<Counters & { promotionRetryNumber: number | null }>;
	/** The service's own answer. */
	raw: IDataObject;
}

/** The counters that the value really contains; undefined if there are none. Those that are missing, null or no number are left out. */
export function readCounters(value: unknown): Partial<Counters> | undefined {
	if (!isObject(value)) return undefined;
	const found = COUNTERS.filter((counter) => count(value[counter]) !== undefined);
	return found.length === 0 ? undefined : Object.fromEntries(found.map((counter) => [counter, count(value[counter])]));
}

/**
 * Undefined if the value does not contain a single counter, or contains one that is not a whole number. A stray answer, or "1,234", must
 * not be read as zero, because then nobody would learn of failed messages.
 */
export function readStatistics(value: unknown): Statistics | undefined {
	if (!isReadable(value) || !COUNTERS.some((counter) => count(value[counter]) !== undefined)) return undefined;
	const entries = Array.isArray(value.statsReport) ? value.statsReport.filter(isReadable) : [];
	return {
		counters: countersOf(value),
		retries: entries.map((entry) => ({
			promotionRetryNumber: count(entry.promotionRetryNumber) ?? null,
			...countersOf(entry),
		})),
		raw: value as IDataObject,
	};
}

const isReadable = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && COUNTERS.every((counter) => (value[counter] ?? '') === '' || count(value[counter]) !== undefined);

export function ratesOf(counters: Record<Counter, number | null>): Rates {
	const rates = Object.entries(RATES).map(([rate, [dividend, divisor]]) => [
		rate,
		percent(counters[dividend], counters[divisor]),
	]);
	return Object.fromEntries(rates) as Rates;
}

function countersOf(value: Record<string, unknown>): Counters {
	return mapCounters((counter) => count(value[counter]) ?? 0);
}

function count(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** A percentage with two decimals; null if there is none. */
export function percent(dividend: number | null, divisor: number | null): number | null {
	return dividend === null || !divisor ? null : Math.round((dividend / divisor) * 10_000) / 100;
}
