import type { NodeApiError } from 'n8n-workflow';
import type { ServiceClient } from '../service/client';
import { mapConcurrently } from '../service/concurrency';
import { askedToWaitMs, isRateLimitError } from '../service/errors';
import { TWICE } from '../service/retry';
import type { Promotion } from '../service/types';
import { PassingProblem, type Fetched } from './change';
import type { PollCall } from './occasion';
import { HOUR_MS, MINUTE_MS } from './settings';

/** Shares of the time of a poll: for one try of the list, and of what it left until the last request for statistics starts. */
const SHARE = { list: 1 / 2, lastStart: 2 / 3 };
const LONGEST_TRY_MS = 12_000;
/** Taken as left where n8n does not say how long it waits. */
const USUAL_TIME_MS = MINUTE_MS;

/** That the service asked for fewer requests of one kind. While it lasts, none is made. */
export class RateLimit {
	private error?: NodeApiError;
	private until = 0;

	remember(error: NodeApiError): void {
		if (!isRateLimitError(error)) return;
		this.error = error;
		this.until = Date.now() + Math.min(askedToWaitMs(error), HOUR_MS);
	}

	get active(): NodeApiError | undefined {
		return Date.now() < this.until ? this.error : undefined;
	}
}

export async function fetchList(
	client: ServiceClient,
	rateLimit: RateLimit,
	{ startedAt, deadline }: PollCall,
): Promise<Promotion[]> {
	if (rateLimit.active) throw rateLimit.active;
	const tryMs = SHARE.list * (deadline - startedAt);
	return await client.promotions({ ...TWICE, tryMs }).catch((error: unknown) => {
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
	const leftMs = isDeadlineNamed ? deadline - Date.now() : USUAL_TIME_MS;
	const lastStart = Date.now() + SHARE.lastStart * leftMs;
	// One without a time ends only this check.
	let limit = rateLimit.active;
	const fetchOne = async (promotionId: string): Promise<Fetched> => {
		if (limit) return { kind: 'notAsked', problem: limit };
		if (Date.now() > lastStart) {
			const what = 'There was no time left to read the statistics in this check';
			return { kind: 'notAsked', problem: new PassingProblem(what, 'The next check reads them.') };
		}
		// Two tries must end before n8n stops waiting.
		const tryMs = Math.min(LONGEST_TRY_MS, deadline - Date.now() - TWICE.totalMs - 1000);
		try {
			const { counters, problem } = await client.counters(promotionId, { ...TWICE, tryMs });
			return { kind: counters ? 'counters' : 'none', counters, problem };
		} catch (thrown) {
			const problem = thrown as NodeApiError;
			rateLimit.remember(problem);
			if (isRateLimitError(problem)) limit = problem;
			return { kind: problem.httpCode === '404' ? 'notFound' : 'failed', problem };
		}
	};
	const fetched = new Map<string, Fetched>();
	await mapConcurrently(promotionIds, async (id) => fetched.set(id, await fetchOne(id)));
	return fetched;
}
