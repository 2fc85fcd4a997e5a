import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { didNotResolve, isTemporary, limitOf } from '../service/errors';
import type { Occasion } from './occasion';

const AN_HOUR_MS = 60 * 60_000;

/** True at most once an hour. */
export class Hourly {
	private last?: number;

	/** Whether it was claimed within the last hour, in both directions, because a clock may be set back. */
	isTaken(now: number): boolean {
		return this.last !== undefined && Math.abs(now - this.last) < AN_HOUR_MS;
	}

	claim(now: number): boolean {
		if (this.isTaken(now)) return false;
		this.last = now;
		return true;
	}

	reset(): void {
		this.last = undefined;
	}
}

/**
 * Requests of one kind that fail: which failed polls become failed executions, so that one outage is not reported every minute, and how
 * long the service wants to be left alone.
 */
export class Outage {
	private failuresInARow = 0;
	private readonly passing = new Hourly();
	private readonly mendable = new Hourly();
	private pause?: { fault: NodeApiError; account: string; from: number; forMs: number };

	failed(): void {
		this.failuresInARow += 1;
	}

	worked(): void {
		this.failuresInARow = 0;
	}

	/** Faults that may pass are told from the second failure in a row, faults that someone can mend at once, and both at most once an hour. */
	isToldNow(fault: unknown, now: number, occasion: Occasion): boolean {
		if (occasion === 'registration by n8n') return false;
		const passes = isPassing(fault);
		if ((passes || occasion === 'registration?') && this.failuresInARow < 2) return false;
		if (!passes) return this.mendable.claim(now);
		return !this.mendable.isTaken(now) && this.passing.claim(now);
	}

	/** A person who activates the trigger starts from the beginning. */
	reset(): void {
		this.passing.reset();
		this.mendable.reset();
	}

	/** Remembers how long the service asks to be left alone. Returns whether it limits requests at all. */
	isLimited(fault: unknown, account: string, now: number): boolean {
		const limit = limitOf(fault);
		if (!limit) return false;
		this.pause = { fault: fault as NodeApiError, account, from: now, forMs: Math.min(limit.waitMs, AN_HOUR_MS) };
		return true;
	}

	/** The fault that still lasts, so that no request is made. */
	pausedBy(account: string, now: number): NodeApiError | undefined {
		if (this.pause?.account !== account) return undefined;
		const { fault, from, forMs } = this.pause;
		// Before it began, the clock was set back.
		return now >= from && now < from + forMs ? fault : undefined;
	}
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isPassing(fault: unknown): boolean {
	if (fault instanceof NodeApiError) return isTemporary(fault) || didNotResolve(fault);
	return ![NodeOperationError, UserError, ExpressionError].some((type) => fault instanceof type);
}

/** The fault as n8n is given it. */
export function forN8n(fault: unknown, node: ConstructorParameters<typeof NodeOperationError>[0]) {
	const error =
		fault instanceof NodeApiError || fault instanceof NodeOperationError
			? fault
			: new NodeOperationError(node, fault instanceof Error ? fault : String(fault));
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	error.message = error.message.replace(/authorization/gi, 'authentication');
	if (error instanceof NodeApiError) {
		// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so every failure is marked as temporary.
		const cause = error.failure?.cause === 'rate-limited' ? 'rate-limited' : 'temporarily-unavailable';
		const waitMs = limitOf(error)?.waitMs ?? 0;
		error.failure = waitMs > 0 ? { cause, retryAfterMs: Math.min(waitMs, AN_HOUR_MS) } : { cause };
	}
	return error;
}
