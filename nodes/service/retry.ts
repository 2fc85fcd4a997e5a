import type { Clock } from './clock';
import { judge } from './judgement';
import { timeouts } from './timeouts';
import type { Outcome } from './types';

export interface RetryPolicy {
	tries: number;
	/** No new try starts later than this after the first. If the service asks for a longer wait, the message tells the user. */
	totalMs: number;
	/** Whether to give up as soon as the service limits requests, however short the wait it asks for. */
	endsWhenLimited?: boolean;
	/** How long one try may take, its whole answer included. If left out, as long as the answer keeps coming. */
	tryMs?: number;
}

export const PATIENT: RetryPolicy = { tries: 4, totalMs: timeouts.readTriesMs };
export const ONCE: RetryPolicy = { tries: 1, totalMs: 0 };

/** One try of a read: the outcome, and the value read from it. */
export interface Try<T> {
	outcome: Outcome;
	/** Undefined if the answer could not be used. */
	value?: T;
}

/** Repeats a read as long as another try may help. Never use this for a write. */
export async function withRetries<T>(read: () => Promise<Try<T>>, policy: RetryPolicy, clock: Clock): Promise<Try<T>> {
	const startedAt = clock.now();
	for (let attempt = 1; ; attempt++) {
		const tried = await read();
		if (tried.value !== undefined || attempt >= policy.tries || !judge(tried.outcome).isTemporary) return tried;
		if (policy.endsWhenLimited && limitsRequests(tried.outcome)) return tried;
		const backoffMs = timeouts.firstRetryMs * 2 ** (attempt - 1) * (0.5 + clock.random());
		const delayMs = Math.max(backoffMs, retryAfterMs(tried.outcome, clock.now()) ?? 0);
		if (clock.now() + delayMs - startedAt > policy.totalMs) return tried;
		const isCancelled = !(await clock.pause(delayMs));
		if (isCancelled) return tried;
	}
}

/** Whether the service asks for fewer requests. */
export const limitsRequests = (outcome: Outcome): boolean =>
	outcome.kind === 'answer' &&
	(outcome.status === 429 || (outcome.status === 503 && outcome.headers['retry-after'] !== undefined));

/** The wait that the service asks for, given in seconds or as a date. */
export function retryAfterMs(outcome: Outcome, now: number): number | undefined {
	const header = (outcome.kind === 'answer' && outcome.headers['retry-after']) || '';
	if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
