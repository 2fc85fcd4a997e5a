import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { askedToWaitMs, isLimit, isTemporary } from '../service/errors';
import type { Occasion } from './occasion';

const AN_HOUR_MS = 60 * 60_000;

/**
 * Faults of one kind: which failed polls become failed executions, so that one outage is not reported every minute, and how long the
 * service wants to be left alone.
 */
export class Outage {
	private failuresInARow = 0;
	private told?: { at: number; passes: boolean };
	private pause?: { fault: NodeApiError; from: number; forMs: number };

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
		// In both directions, because a clock may be set back.
		const isRecent = this.told !== undefined && Math.abs(now - this.told.at) < AN_HOUR_MS;
		if (isRecent && (passes || !this.told?.passes)) return false;
		this.told = { at: now, passes };
		return true;
	}

	/** Remembers how long the service asks to be left alone. Returns whether it limits requests at all. */
	isLimited(fault: NodeApiError, now: number): boolean {
		if (!isLimit(fault)) return false;
		this.pause = { fault, from: now, forMs: Math.min(askedToWaitMs(fault), AN_HOUR_MS) };
		return true;
	}

	/** The fault that still lasts, so that no request is made. */
	pausedBy(now: number): NodeApiError | undefined {
		const { fault, from = 0, forMs = 0 } = this.pause ?? {};
		// Before it began, the clock was set back.
		return now >= from && now < from + forMs ? fault : undefined;
	}
}

/** The outages of one trigger: of the list, of statistics, and of room to remember more promotions. */
export class Outages {
	readonly list = new Outage();
	readonly statistics = new Outage();
	readonly room = new Outage();
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isPassing(fault: unknown): boolean {
	if (fault instanceof NodeApiError) return isTemporary(fault);
	return ![NodeOperationError, UserError, ExpressionError].some((type) => fault instanceof type);
}

/** The fault as n8n is given it. */
export function forN8n(fault: unknown, node: ConstructorParameters<typeof NodeOperationError>[0]) {
	const isNodeError = fault instanceof NodeApiError || fault instanceof NodeOperationError;
	const error = isNodeError ? fault : new NodeOperationError(node, fault as Error);
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	error.message = error.message.replace(/authorization/gi, 'authentication');
	if (error instanceof NodeApiError) {
		// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so every failure is marked as temporary.
		const waitMs = Math.min(askedToWaitMs(error), AN_HOUR_MS);
		const cause = isLimit(error) ? 'rate-limited' : 'temporarily-unavailable';
		error.failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) };
	}
	return error;
}
