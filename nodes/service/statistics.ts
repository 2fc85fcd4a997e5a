import type { IDataObject } from 'n8n-workflow';
import { isObject } from './values';

export const COUNTERS = ['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'] as const;
export type Counter = (typeof COUNTERS)[number];
/** Null for a counter that the service never sent, or that is no count. */
export type Counters = Record<Counter, number | null>;

export const mapCounters = <T>(map: (counter: Counter) => T): Record<Counter, T> =>
	Object.fromEntries(COUNTERS.map((counter) => [counter, map(counter)])) as Record<Counter, T>;

export interface Statistics {
	counters: Counters;
	/** Counters that were sent, but are no counts, such as -1. */
	unreadable: Counter[];
	retries: Array<Counters & { promotionRetryNumber: number | null }>;
	/** The service's own answer. */
	raw: IDataObject;
}

/** Undefined if the value has no counter that can be read. */
export function readStatistics(value: unknown): Statistics | undefined {
	if (!isObject(value)) return undefined;
	const counters = readCounters(value);
	if (COUNTERS.every((counter) => counters[counter] === null)) return undefined;
	const entries = Array.isArray(value.statsReport) ? value.statsReport.filter(isObject) : [];
	return {
		counters,
		unreadable: COUNTERS.filter((counter) => (value[counter] ?? '') !== '' && counters[counter] === null),
		retries: entries.map((entry) => ({
			promotionRetryNumber: readCount(entry.promotionRetryNumber),
			...readCounters(entry),
		})),
		raw: value as IDataObject,
	};
}

const readCounters = (value: Record<string, unknown>): Counters => mapCounters((counter) => readCount(value[counter]));

/** Digits alone, or in groups of three as people write thousands: 1,000, 1.000, 1 000 or 1'000. */
const WRITTEN_COUNT = /^\d+$|^[1-9]\d{0,2}(?:([,.\s'’])\d{3})(?:\1\d{3})*$/;

function readCount(value: unknown): number | null {
	const isWritten = typeof value === 'string' && WRITTEN_COUNT.test(value.trim());
	const number = isWritten ? Number(value.replace(/\D/g, '')) : value;
	return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : null;
}
