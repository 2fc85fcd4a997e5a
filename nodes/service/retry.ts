import type { Clock } from './clock';
import { judge } from './judgement';
import { timeouts } from './timeouts';
import type { Outcome } from './types';

export interface RetryPolicy {
	tries: number;
	/** No try starts later than this after the first one. If the service asks for more time than is left, the user is told to wait. */
	totalMs: number;
	/** Whether to give up as soon as the service limits requests, however short the wait it asks for. */
	endsWhenRateLimited?: boolean;
	/** How long one try may take, its whole answer included. If left out, as long as the answer keeps coming. */
	tryMs?: number;
}

/** For a read that someone waits for. */
export const PATIENT: RetryPolicy = { tries: 4, totalMs: timeouts.readTriesMs };
/** For a read in a check of the trigger: one hiccup is not worth a report, and the next check tries again anyway. */
export const TWICE: RetryPolicy = { tries: 2, totalMs: 3_000, endsWhenRateLimited: true };
/** For a list that is read again anyway. */
export const ONCE: RetryPolicy = { tries: 1, totalMs: 0 };

/** One try of a read: the outcome, and the value read from it. */
export interface ReadResult<T> {
	outcome: Outcome;
	/** Undefined if the answer could not be used. */
	value?: T;
}

/** Repeats a read as long as another try may help. Never use this for a write. */
export async function withRetries<T>(
	read: () => Promise<ReadResult<T>>,
	policy: RetryPolicy,
	clock: Clock,
): Promise<ReadResult<T>> {
	const startedAt = clock.now();
	for (let attempt = 1; ; attempt++) {
		const result = await read();
		if (result.value !== undefined || attempt >= policy.tries || !judge(result.outcome).isTemporary) return result;
		if (policy.endsWhenRateLimited && isRateLimit(result.outcome)) return result;
		// 50 % to 150 %, so that many workflows do not try again at once.
		const backoffMs = timeouts.firstRetryMs * 2 ** (attempt - 1) * (0.5 + clock.random());
		const delayMs = Math.max(backoffMs, readRetryAfterMs(result.outcome, clock.now()) ?? 0);
		if (clock.now() + delayMs - startedAt > policy.totalMs) return result;
		const isCancelled = !(await clock.pause(delayMs));
		if (isCancelled) return result;
	}
}

/** Whether the service asks for fewer requests. */
export const isRateLimit = (outcome: Outcome): boolean =>
	outcome.kind === 'answer' &&
	(outcome.status === 429 || (outcome.status === 503 && outcome.headers['retry-after'] !== undefined));

/** The wait that the service asks for, given in seconds or as a date. */
export function readRetryAfterMs(outcome: Outcome, now: number): number | undefined {
	const header = (outcome.kind === 'answer' && outcome.headers['retry-after']) || '';
	if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
