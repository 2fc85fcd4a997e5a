import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { askedToWaitMs, describeError, isRateLimitError } from '../service/errors';
import { TWICE, type RetryPolicy } from '../service/retry';
import type { Promotion } from '../service/types';
import type { Fetched, Trouble } from './change';
import { HOUR_MS } from './listing';
import type { PollCall } from './occasion';

/** Shares of the time of a poll: for one try of the list, and of what it left until the last request for statistics starts. */
const SHARE = { list: 1 / 2, lastStart: 2 / 3 };
const LONGEST_TRY_MS = 12_000;
/** Taken as left where n8n does not say how long it waits. */
const USUAL_TIME_MS = 60_000;

/** One retry keeps a single hiccup from mattering; the next poll tries again anyway. @param tryMs how long each try may take */
const retryOnce = (tryMs: number): RetryPolicy => ({ ...TWICE, tryMs });

export async function fetchList(
	client: ServiceClient,
	rateLimit: RateLimit,
	{ startedAt, deadline }: PollCall,
): Promise<Promotion[]> {
	if (rateLimit.active) throw rateLimit.active;
	return await client.promotions(retryOnce(SHARE.list * (deadline - startedAt))).catch((error: unknown) => {
		rateLimit.remember(error as NodeApiError);
		throw error as Error;
	});
}

/** In this order, until there is no time left or the service limits requests: what it did not get to was not asked. */
export async function fetchStatistics(
	client: ServiceClient,
	promotionIds: readonly string[],
	rateLimit: RateLimit,
	{ deadline, isDeadlineNamed }: PollCall,
): Promise<Map<string, Fetched>> {
	const answers = new Map<string, Fetched>();
	const leftMs = isDeadlineNamed ? deadline - Date.now() : USUAL_TIME_MS;
	const lastStart = Date.now() + SHARE.lastStart * leftMs;
	// One without a time ends only this check.
	let limit = rateLimit.active;
	await mapConcurrently(promotionIds, async (promotionId) => {
		if (limit || Date.now() > lastStart) {
			const noTime = { reason: 'There was no time left to read the statistics in this check.' };
			answers.set(promotionId, { kind: 'notAsked', trouble: limit ? toTrouble(limit) : noTime });
			return;
		}
		// Two tries must end before n8n stops waiting.
		const tryMs = Math.min(LONGEST_TRY_MS, deadline - Date.now() - TWICE.totalMs - 1000);
		const answer = await client.counters(promotionId, retryOnce(tryMs)).then(
			({ counters, doubt }): Fetched => {
				const trouble = doubt && toTrouble(doubt);
				if (counters) return { kind: 'counters', counters, trouble };
				return {
					kind: 'none',
					isNotFound: false,
					trouble: trouble ?? { reason: 'The service has no statistics for it.' },
				};
			},
			(thrown: unknown): Fetched => {
				const error = thrown as NodeApiError;
				rateLimit.remember(error);
				if (isRateLimitError(error)) limit = error;
				const isNotFound = error.httpCode === '404';
				return isNotFound
					? { kind: 'none', isNotFound, trouble: toTrouble(error) }
					: { kind: 'failed', trouble: toTrouble(error) };
			},
		);
		answers.set(promotionId, answer);
	});
	return answers;
}

const toTrouble = (error: NodeApiError): Trouble => ({ reason: describeError(error), error });

/** That the service asked for fewer requests of one kind. While it lasts, none is made. */
export class RateLimit {
	private error?: NodeApiError;
	private until = 0;

	remember(error: NodeApiError): void {
		if (isRateLimitError(error))
			[this.error, this.until] = [error, Date.now() + Math.min(askedToWaitMs(error), HOUR_MS)];
	}

	get active(): NodeApiError | undefined {
		return Date.now() < this.until ? this.error : undefined;
	}
}
