import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { describeError } from '../service/errors';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Problem } from './problems';
import type { Reading } from './record';
import type { Turn } from './store';

type PollTime = Pick<Turn, 'startedAt' | 'deadline'>;

const SHARE_FOR_LIST = 0.5;
/** No request for statistics starts later, so that the poll ends while n8n still waits for it, .. */
const SHARE_UNTIL_LAST_REQUEST = 0.7;
/** .. and not long after the next poll was due. */
const LONGEST_READING_MS = 40_000;
const SHARE_FOR_ONE_REQUEST = 0.2;
const LONGEST_REQUEST_MS = 12_000;

/** One retry now keeps a single hiccup from being reported. The next poll would try again anyway. */
const retryOnce = (tryMs: number): RetryPolicy => ({ tries: 2, totalMs: 3000, endsWhenLimited: true, tryMs });

export async function fetchList(
	client: ServiceClient,
	problem: Problem,
	{ startedAt, deadline }: PollTime,
): Promise<Promotion[]> {
	const rateLimit = problem.findActiveLimit(startedAt);
	if (rateLimit) throw rateLimit;
	return await client.promotions(retryOnce(SHARE_FOR_LIST * (deadline - startedAt))).catch((error: unknown) => {
		problem.rememberLimit(error as NodeApiError, Date.now());
		throw error as Error;
	});
}

/**
 * Stops at the first rate limit. Promotions that it did not get to are 'skipped'. Returns a reading for each that is due, and the first
 * error.
 */
export async function fetchStatistics(
	client: ServiceClient,
	due: readonly string[],
	hadCounters: (promotionId: string) => boolean,
	problem: Problem,
	{ startedAt, deadline }: PollTime,
) {
	const readings = new Map<string, Reading>();
	const pollMs = deadline - startedAt;
	const lastStart = Math.min(startedAt + SHARE_UNTIL_LAST_REQUEST * pollMs, Date.now() + LONGEST_READING_MS);
	const policy = retryOnce(Math.min(LONGEST_REQUEST_MS, SHARE_FOR_ONE_REQUEST * pollMs));
	let rateLimit = problem.findActiveLimit(Date.now());
	let firstError = due.length > 0 ? rateLimit : undefined;
	await mapConcurrently(due, async (promotionId) => {
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
				if (error.httpCode === '404' && !hadCounters(promotionId)) return { kind: 'noneYet' };
				firstError ??= error;
				if (problem.rememberLimit(error, Date.now())) rateLimit = error;
				return { kind: 'unread', reason: describeError(error) };
			},
		);
		readings.set(promotionId, reading);
	});
	return { readings, error: firstError };
}
