import type { IDataObject } from 'n8n-workflow';
import { isObject } from './values';

export const COUNTERS = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type Counter = (typeof COUNTERS)[number];
/** Null for a counter that the service never sent. */
export type Counters = Record<Counter, number | null>;

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

/** Undefined if the value contains no counter. A counter that is missing or no number is null. */
export function readCounters(value: unknown): Counters | undefined {
	if (!isObject(value)) return undefined;
	const counters = mapCounters((counter) => readCount(value[counter]));
	return COUNTERS.some((counter) => counters[counter] !== null) ? counters : undefined;
}

/** The same, and whether all counters that were sent could be read. */
export function readCountersPartly(value: unknown): { counters: Counters; areReadable: boolean } | undefined {
	const counters = readCounters(value);
	return counters && { counters, areReadable: isReadable(value) };
}

/** Undefined if the value contains no counter, or one that is no whole number: reading "1,234" as zero would hide failed messages. */
export function readStatistics(value: unknown): Statistics | undefined {
	const counters = readCounters(value);
	if (!counters || !isReadable(value)) return undefined;
	const entries = Array.isArray(value.statsReport) ? value.statsReport.filter(isObject) : [];
	return {
		counters,
		retries: entries.map((entry) => ({
			promotionRetryNumber: readCount(entry.promotionRetryNumber),
			...mapCounters((counter) => readCount(entry[counter])),
		})),
		raw: value as IDataObject,
	};
}

const isReadable = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && COUNTERS.every((counter) => isMissing(value[counter]) || readCount(value[counter]) !== null);

const isMissing = (value: unknown) => (value ?? '') === '';

export function computeRates(counters: Counters): Rates {
	const rates = Object.entries(RATES).map(([rate, [dividend, divisor]]) => [
		rate,
		computePercent(counters[dividend], counters[divisor]),
	]);
	return Object.fromEntries(rates) as Rates;
}

function readCount(value: unknown): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

/** A percentage with two decimals; null if there is none. */
export function computePercent(dividend: number | null, divisor: number | null): number | null {
	return dividend === null || !divisor ? null : Math.round((dividend / divisor) * 10_000) / 100;
}
