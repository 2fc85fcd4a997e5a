import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { ONCE, type RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Due } from './due';
import type { Reading } from './record';
import type { Turn } from './store';

const onceWithin = (tryMs: number): RetryPolicy => ({ ...ONCE, endsWhenLimited: true, tryMs });

/** One retry now keeps a single hiccup from being reported. The next poll would try again anyway. */
const twiceWithin = (tryMs: number): RetryPolicy => ({
	...onceWithin(tryMs),
	tries: 2,
	firstDelayMs: 300,
	longestDelayMs: 2000,
	totalMs: 3000,
});

/** The list may take half of n8n's time limit. */
export async function fetchList(client: ServiceClient, { outages, at, until }: Turn): Promise<Promotion[]> {
	const paused = outages.list.pausedBy(at);
	if (paused) throw paused;
	try {
		return await client.promotions(twiceWithin((until - at) / 2));
	} catch (fault) {
		outages.list.isLimited(fault as NodeApiError, Date.now());
		throw fault as Error;
	}
}

interface Readings {
	/** By promotion ID, for the statistics that were requested. */
	readings: Map<string, Reading>;
	/** Set if statistics were due and not a single one could be read. */
	fault?: NodeApiError;
}

/** A promotion may have no statistics until it has sent something. */
const NOT_THERE_YET = '404';

/** Reads as many statistics as there is time for. The first answer that limits requests ends it. */
export async function fetchStatistics(
	client: ServiceClient,
	due: Due,
	{ outages, at, until }: Turn,
): Promise<Readings> {
	const outage = outages.statistics;
	const readings = new Map<string, Reading>();
	// So that the poll ends while n8n still waits for it, and not long after the next one has started.
	const lastStart = Math.min(at + 0.7 * (until - at), Date.now() + 40_000);
	const tryMs = Math.min(12_000, 0.2 * (until - at));
	const calls = [
		...due.withEvent.map((promotionId) => ({ promotionId, policy: twiceWithin(tryMs) })),
		...due.inTurn.map((promotionId) => ({ promotionId, policy: onceWithin(tryMs) })),
	];
	let limit = outage.pausedBy(Date.now());
	let fault = calls.length > 0 ? limit : undefined;
	await mapConcurrently(calls, async ({ promotionId, policy }) => {
		if (limit || Date.now() > lastStart) return;
		const reading = await client.counters(promotionId, policy).then(
			(counters): Reading => ({ kind: 'figures', counters }),
			(thrown: unknown): Reading => {
				const error = thrown as NodeApiError;
				if (error.httpCode === NOT_THERE_YET) return { kind: 'noneYet' };
				fault ??= error;
				if (outage.isLimited(error, Date.now())) limit = error;
				return { kind: 'unread' };
			},
		);
		readings.set(promotionId, reading);
	});
	if ([...readings.values()].some(({ kind }) => kind === 'figures')) fault = undefined;
	if (fault) outage.failed();
	else if (readings.size > 0) outage.worked();
	return { readings, fault };
}
