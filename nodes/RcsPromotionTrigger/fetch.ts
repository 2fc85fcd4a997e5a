import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { describeError, isRateLimitError } from '../service/errors';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { selectDue } from './due';
import type { PollCall } from './occasion';
import type { Problem } from './problems';
import type { Reading } from './record';

/** Shares of the time that n8n gives to a poll: for the list, for one request for statistics, and until the last request starts, so that the poll ends while n8n still waits for it. */
const SHARE = { list: 0.5, oneRequest: 0.2, untilLastRequest: 0.7 };
/** After the list, requests start for this long at most, so that a poll does not go on long after the next one has started. */
const STATISTICS_START_WITHIN_MS = 40_000;
const LONGEST_REQUEST_MS = 12_000;

/** One retry now keeps a single hiccup from being reported. The next poll would try again anyway. */
const retryOnce = (tryMs: number): RetryPolicy => ({ tries: 2, totalMs: 3000, endsWhenRateLimited: true, tryMs });

export async function fetchList(client: ServiceClient, problem: Problem, call: PollCall): Promise<Promotion[]> {
	const rateLimit = problem.findActiveRateLimit(call.startedAt);
	if (rateLimit) throw rateLimit;
	const policy = retryOnce(SHARE.list * (call.deadline - call.startedAt));
	return await client.promotions(policy).catch((error: unknown) => {
		problem.rememberRateLimit(error as NodeApiError, Date.now());
		throw error as Error;
	});
}

/** Stops at the first rate limit: promotions that it did not get to are 'skipped'. Returns a reading for each that is due, and the first error. */
export async function fetchStatistics(
	client: ServiceClient,
	due: ReturnType<typeof selectDue>,
	problem: Problem,
	{ startedAt, deadline }: PollCall,
) {
	const readings = new Map<string, Reading>();
	const pollMs = deadline - startedAt;
	const lastStart = Math.min(startedAt + SHARE.untilLastRequest * pollMs, Date.now() + STATISTICS_START_WITHIN_MS);
	const policy = retryOnce(Math.min(LONGEST_REQUEST_MS, SHARE.oneRequest * pollMs));
	let rateLimit = problem.findActiveRateLimit(Date.now());
	// A rate limit is an error only if something was due.
	let firstError = due.length > 0 ? rateLimit : undefined;
	await mapConcurrently(due, async ({ promotionId, hadCounters }) => {
		if (rateLimit || Date.now() > lastStart) {
			const noTime = 'There was no time left to read the statistics in this check.';
			readings.set(promotionId, { kind: 'skipped', reason: rateLimit ? describeError(rateLimit) : noTime });
			return;
		}
		const reading = await client.counters(promotionId, policy).then(
			(counters): Reading => ({ kind: 'counters', counters }),
			(thrown: unknown): Reading => {
				const error = thrown as NodeApiError;
				// A promotion has no statistics until it has sent something. Once it had some, 404 is an error.
				if (error.httpCode === '404' && !hadCounters) return { kind: 'noneYet' };
				firstError ??= error;
				problem.rememberRateLimit(error, Date.now());
				if (isRateLimitError(error)) rateLimit = error;
				return { kind: 'failed', reason: describeError(error) };
			},
		);
		readings.set(promotionId, reading);
	});
	return { readings, error: firstError };
}
