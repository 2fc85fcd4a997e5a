import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { describeError, isRateLimitError } from '../service/errors';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Reading } from './record';
import type { Poll } from './store';

/**
 * Shares of the time that n8n gives to a poll: for the list, for one request for statistics, and until the last request starts. They
 * let the poll end while n8n still waits for it.
 */
const SHARE = { list: 0.5, oneRequest: 0.2, untilLastRequest: 0.7 };
/** The last request for statistics starts at most this long after the list came. Otherwise a poll would go on long after the next one is due. */
const STATISTICS_START_WITHIN_MS = 40_000;
const LONGEST_REQUEST_MS = 12_000;

/**
 * One retry keeps a single hiccup from being reported. It does not start after three seconds, because the next poll tries again anyway.
 * @param tryMs how long each try may take
 */
const retryOnce = (tryMs: number): RetryPolicy => ({ tries: 2, totalMs: 3000, endsWhenRateLimited: true, tryMs });

export async function fetchList(client: ServiceClient, { problems, startedAt, deadline }: Poll): Promise<Promotion[]> {
	const rateLimit = problems.list.findActiveRateLimit(startedAt);
	if (rateLimit) throw rateLimit;
	const policy = retryOnce(SHARE.list * (deadline - startedAt));
	return await client.promotions(policy).catch((error: unknown) => {
		problems.list.rememberRateLimit(error as NodeApiError, Date.now());
		throw error as Error;
	});
}

/** Stops at the first rate limit: promotions that it did not get to are 'skipped'. Returns a reading for each that is due, and the first error. */
export async function fetchStatistics(
	client: ServiceClient,
	due: ReadonlyArray<{ promotionId: string; hadCounters: boolean }>,
	{ problems, startedAt, deadline }: Poll,
) {
	const readings = new Map<string, Reading>();
	const pollMs = deadline - startedAt;
	const lastStart = Math.min(startedAt + SHARE.untilLastRequest * pollMs, Date.now() + STATISTICS_START_WITHIN_MS);
	const policy = retryOnce(Math.min(LONGEST_REQUEST_MS, SHARE.oneRequest * pollMs));
	let rateLimit = problems.statistics.findActiveRateLimit(Date.now());
	// An earlier rate limit is an error of this poll only if it keeps something from being read.
	let firstError = due.length > 0 ? rateLimit : undefined;
	await mapConcurrently(due, async ({ promotionId, hadCounters }) => {
		if (rateLimit || Date.now() > lastStart) {
			const noTime = 'There was no time left to read the statistics in this check.';
			readings.set(promotionId, { kind: 'skipped', reason: rateLimit ? describeError(rateLimit) : noTime });
			return;
		}
		const reading = await client.counters(promotionId, policy).then(
			({ counters, doubt }): Reading => {
				firstError ??= doubt;
				return { kind: 'counters', counters, ...(doubt && { isInDoubt: true }) };
			},
			(thrown: unknown): Reading => {
				const error = thrown as NodeApiError;
				// A promotion has no statistics until it has sent something. Once it had some, 404 is an error.
				if (error.httpCode === '404' && !hadCounters) return { kind: 'noneYet' };
				firstError ??= error;
				problems.statistics.rememberRateLimit(error, Date.now());
				if (isRateLimitError(error)) rateLimit = error;
				return { kind: 'failed', reason: describeError(error) };
			},
		);
		readings.set(promotionId, reading);
	});
	return { readings, error: firstError };
}
