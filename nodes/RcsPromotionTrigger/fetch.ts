import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { describeError, isRateLimitError } from '../service/errors';
import type { RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Answer, Trouble } from './record';
import type { Poll } from './store';

/**
 * Shares of the time that n8n gives to a poll: for the list, for one request for statistics, and until the last request starts. They
 * let the poll end while n8n still waits for it.
 */
const SHARE = { list: 0.5, oneRequest: 0.2, untilLastRequest: 0.7 };
/** So long after the list came, no request starts any more. Otherwise a poll would go on long after the next one is due. */
const STATISTICS_START_WITHIN_MS = 40_000;
const LONGEST_REQUEST_MS = 12_000;

/**
 * One retry keeps a single hiccup from being reported. It does not start after three seconds, because the next poll tries again anyway.
 * @param tryMs how long each try may take
 */
const retryOnce = (tryMs: number): RetryPolicy => ({ tries: 2, totalMs: 3000, endsWhenRateLimited: true, tryMs });

export async function fetchList(client: ServiceClient, { problems, startedAt, deadline }: Poll): Promise<Promotion[]> {
	const rateLimit = problems.list.findActiveRateLimit();
	if (rateLimit) throw rateLimit;
	const policy = retryOnce(SHARE.list * (deadline - startedAt));
	return await client.promotions(policy).catch((error: unknown) => {
		problems.list.rememberRateLimit(error as NodeApiError);
		throw error as Error;
	});
}

/** Stops at the first rate limit: promotions that it did not get to are 'skipped'. Returns an answer for each that is due. */
export async function fetchStatistics(
	client: ServiceClient,
	due: readonly string[],
	{ problems, startedAt, deadline }: Poll,
): Promise<Map<string, Answer>> {
	const answers = new Map<string, Answer>();
	const pollMs = deadline - startedAt;
	const lastStart = Math.min(startedAt + SHARE.untilLastRequest * pollMs, Date.now() + STATISTICS_START_WITHIN_MS);
	const policy = retryOnce(Math.min(LONGEST_REQUEST_MS, SHARE.oneRequest * pollMs));
	let rateLimit = problems.statistics.findActiveRateLimit();
	await mapConcurrently(due, async (promotionId) => {
		if (rateLimit || Date.now() > lastStart) {
			const noTime = { reason: 'There was no time left to read the statistics in this check.' };
			answers.set(promotionId, { kind: 'skipped', trouble: rateLimit ? toTrouble(rateLimit) : noTime });
			return;
		}
		const answer = await client.counters(promotionId, policy).then(
			({ counters, doubt }): Answer => {
				const trouble = doubt && toTrouble(doubt);
				if (counters) return { kind: 'counters', counters, doubt: trouble };
				return { kind: 'none', trouble: trouble ?? { reason: 'The service has no statistics for it.' } };
			},
			(thrown: unknown): Answer => {
				const error = thrown as NodeApiError;
				problems.statistics.rememberRateLimit(error);
				if (isRateLimitError(error)) rateLimit = error;
				return { kind: error.httpCode === '404' ? 'none' : 'failed', trouble: toTrouble(error) };
			},
		);
		answers.set(promotionId, answer);
	});
	return answers;
}

const toTrouble = (error: NodeApiError): Trouble => ({ reason: describeError(error), error });
