import { ExpressionError, NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import { asNodeError } from '../form/refusal';
import { askedToWaitMs, isRateLimitError, isTemporary } from '../service/errors';
import { DAY_MS, distanceMs, HOUR_MS } from './listing';
import type { Occasion } from './occasion';

/** One kind of problem. Decides which failed polls become failed executions, so that it is not reported every minute, and remembers a rate limit. */
export class Problem {
	private failuresInARow = 0;
	private lastReport?: { reportedAt: number; wasTemporary: boolean };
	/** What a poll without events fails with, as long as the problem lasts. */
	unreported?: unknown;
	/** Since it began, nobody was told of it, not even n8n's log. */
	unlogged?: unknown;
	private rateLimit?: { error: NodeApiError; from: number; forMs: number };

	/** @param isPartial only some promotions failed: reported once a day instead of once an hour */
	recordFailure(error: unknown, now: number, occasion: Occasion, isPartial = false): void {
		this.failuresInARow += 1;
		if (this.failuresInARow === 1) this.unlogged = error;
		if (this.isReportDue(error, now, occasion, isPartial)) this.unreported = error;
	}

	/** What is over is not reported any more. */
	recordSuccess(): void {
		this.failuresInARow = 0;
		this.unreported = undefined;
	}

	/** Once, whatever was reported before. */
	recordNews(error: unknown): void {
		this.unlogged = error;
		this.unreported = error;
	}

	markReported(now: number): void {
		this.lastReport = { reportedAt: now, wasTemporary: isTemporaryError(this.unreported) };
		this.unreported = undefined;
		this.unlogged = undefined;
	}

	/** Temporary errors are reported from the second failure in a row, others at once. After a report, the problem is not reported again for an hour or a day, unless a temporary error was reported and this one is not. */
	private isReportDue(error: unknown, now: number, occasion: Occasion, isPartial: boolean): boolean {
		const temporary = isTemporaryError(error);
		const isFirstFailure = this.failuresInARow < 2;
		if (isFirstFailure && (temporary || occasion === 'maybe registration by n8n')) return false;
		if (!this.lastReport) return true;
		if (this.lastReport.wasTemporary && !temporary) return true;
		return distanceMs(now, this.lastReport.reportedAt) >= (isPartial ? DAY_MS : HOUR_MS);
	}

	rememberRateLimit(error: NodeApiError, now: number): void {
		if (isRateLimitError(error)) this.rateLimit = { error, from: now, forMs: Math.min(askedToWaitMs(error), HOUR_MS) };
	}

	/** While it lasts, no request is made. */
	findActiveRateLimit(now: number): NodeApiError | undefined {
		const { error, from = 0, forMs = 0 } = this.rateLimit ?? {};
		// If it seems to begin later, the clock was set back.
		return now >= from && now < from + forMs ? error : undefined;
	}
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isTemporaryError(error: unknown): boolean {
	if (error instanceof NodeApiError) return isTemporary(error);
	if (error instanceof LatePollError) return true;
	return ![NodeOperationError, UserError, ExpressionError].some((type) => error instanceof type);
}

/** n8n no longer waits for the poll, so what it found is not kept. */
export class LatePollError extends NodeOperationError {
	constructor(node: INode) {
		const description =
			"Nothing is lost: the next check looks again. If this keeps happening, lower 'Promotions Read per Check' in 'Options', or ask your provider why answers are slow.";
		super(node, 'The check took longer than n8n allows', { description });
	}
}

/** n8n gives up re-activating a workflow whose trigger fails with this word in the message. */
export const messageOf = (thrown: unknown, node: INode): string =>
	asNodeError(thrown, node).message.replace(/authorization/gi, 'authentication');

/** The error to throw from a poll, so that n8n keeps polling. */
export function toTriggerError(thrown: unknown, node: INode) {
	const error = asNodeError(thrown, node);
	error.message = messageOf(error, node);
	if (error instanceof NodeApiError) {
		// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so every failure is marked as temporary.
		const waitMs = Math.min(askedToWaitMs(error), HOUR_MS);
		const cause = isRateLimitError(error) ? 'rate-limited' : 'temporarily-unavailable';
		error.failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) };
	}
	return error;
}
