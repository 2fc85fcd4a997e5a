import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { askedToWaitMs, isLimit, isTemporary } from '../service/errors';
import { DAY_MS } from './listing';
import type { Occasion } from './occasion';

const AN_HOUR_MS = 60 * 60_000;

/**
 * Faults of one kind: which failed polls become failed executions, so that one outage is not reported every minute, and how long the
 * service wants to be left alone.
 */
export class Outage {
	private failuresInARow = 0;
	private reported?: { at: number; passes: boolean };
	/** Due to be reported by the first poll that can: one with events would lose them. */
	private unreported?: unknown;
	private pause?: { fault: NodeApiError; from: number; forMs: number };

	/** @param isPartial whether others of its kind can be read */
	failed(fault: unknown, now: number, occasion: Occasion, isPartial = false): void {
		this.failuresInARow += 1;
		if (this.isReportDue(isPassing(fault), now, occasion, isPartial)) this.unreported = fault;
	}

	worked(): void {
		this.failuresInARow = 0;
	}

	/** What was not reported does not matter any more. */
	forget(): void {
		this.unreported = undefined;
	}

	/** Undefined if there is nothing to report. */
	takeReport(now: number): unknown {
		const fault = this.unreported;
		if (fault !== undefined) this.reported = { at: now, passes: isPassing(fault) };
		this.unreported = undefined;
		return fault;
	}

	/** Faults that may pass are reported from the second failure in a row, faults that someone can mend at once, and both seldom. */
	private isReportDue(passes: boolean, now: number, occasion: Occasion, isPartial: boolean): boolean {
		if ((passes || occasion === 'registration?') && this.failuresInARow < 2) return false;
		if (!this.reported) return true;
		// In both directions, because a clock may be set back.
		const isRecent = Math.abs(now - this.reported.at) < (isPartial ? DAY_MS : AN_HOUR_MS);
		return !isRecent || (!passes && this.reported.passes);
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

/** The outages of one trigger. */
export class Outages {
	readonly list = new Outage();
	readonly statistics = new Outage();
	/** Too little room to remember more promotions. */
	readonly room = new Outage();
	/** A promotion was chosen that the list does not show. */
	readonly choice = new Outage();
	/** Too little time for a whole check. */
	readonly time = new Outage();
	/** The promotions that were chosen at the last good check; undefined before the first. */
	chosen?: string;

	/** The next fault to report. Each poll reports one. */
	takeReport(now: number): unknown {
		for (const outage of [this.list, this.time, this.choice, this.statistics, this.room]) {
			const fault = outage.takeReport(now);
			if (fault !== undefined) return fault;
		}
		return undefined;
	}
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isPassing(fault: unknown): boolean {
	if (fault instanceof NodeApiError) return isTemporary(fault);
	return (
		fault instanceof TookTooLong ||
		![NodeOperationError, UserError, ExpressionError].some((type) => fault instanceof type)
	);
}

/** n8n no longer waits for the poll, so what it found is not kept. */
export class TookTooLong extends NodeOperationError {
	constructor(node: ConstructorParameters<typeof NodeOperationError>[0]) {
		super(node, 'The check took longer than n8n allows', {
			description:
				"Nothing is lost: the next check looks again. If this keeps happening, lower 'Promotions Read per Check' in 'Options', or ask your provider why answers are slow.",
		});
	}
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
