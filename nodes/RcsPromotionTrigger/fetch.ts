import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { describeError } from '../service/errors';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Comparison } from './diff';
import type { Reading } from './record';
import type { Turn } from './store';

/** One retry now keeps a single hiccup from being reported. The next poll would try again anyway. */
const twiceWithin = (tryMs: number): RetryPolicy => ({ tries: 2, totalMs: 3000, endsWhenLimited: true, tryMs });

/** The list may take half of n8n's time limit. */
export async function fetchList(client: ServiceClient, { outages, at, until }: Turn): Promise<Promotion[]> {
	const paused = outages.list.findPause(at);
	if (paused) throw paused;
	return await client.promotions(twiceWithin((until - at) / 2)).catch((fault: unknown) => {
		outages.list.pauseIfLimited(fault as NodeApiError, Date.now());
		throw fault as Error;
	});
}

/**
 * Reads as many statistics as there is time for. The first answer that limits requests ends it. Returns a reading for all that are due, and
 * the first fault.
 */
export async function fetchStatistics(
	client: ServiceClient,
	due: readonly string[],
	{ records }: Comparison,
	{ outages, at, until }: Turn,
) {
	const outage = outages.statistics;
	const readings = new Map<string, Reading>();
	// So that the poll ends while n8n still waits for it, and not long after the next one has started.
	const lastStart = Math.min(at + 0.7 * (until - at), Date.now() + 40_000);
	const policy = twiceWithin(Math.min(12_000, 0.2 * (until - at)));
	let limit = outage.findPause(Date.now());
	let fault = due.length > 0 ? limit : undefined;
	await mapConcurrently(due, async (promotionId) => {
		if (limit || Date.now() > lastStart) {
			const reason = limit ? describeError(limit) : 'There was no time left to read the statistics in this check.';
			readings.set(promotionId, { kind: 'skipped', reason });
			return;
		}
		const reading = await client.counters(promotionId, policy).then(
			(counters): Reading => ({ kind: 'counters', counters }),
			(thrown: unknown): Reading => {
				const error = thrown as NodeApiError;
				// A promotion has no statistics until it has sent something. Once it had some, that is no answer.
				if (error.httpCode === '404' && !records.get(promotionId)?.counters) return { kind: 'noneYet' };
				fault ??= error;
				if (outage.pauseIfLimited(error, Date.now())) limit = error;
				return { kind: 'unread', reason: describeError(error) };
			},
		);
		readings.set(promotionId, reading);
	});
	return { readings, fault };
}
