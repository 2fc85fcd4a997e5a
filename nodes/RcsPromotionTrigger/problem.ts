import { ExpressionError, NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import { asNodeError, Refusal } from '../form/refusal';
import { askedToWaitMs, isRateLimitError, isTemporary } from '../service/errors';
import { distanceMs, HOUR_MS } from './listing';

/** What is to be said of a problem. */
export interface Kind {
	/** What is wrong with the promotions of these names, and what to do next. Left out if the problem is an error that was thrown. */
	describe?: (names: readonly string[]) => [message: string, advice: string];
	/** While it lasts, it is said again after this time; an hour if left out. */
	againAfterMs?: number;
	/** It does not last: it is said once for each promotion. */
	isNews?: true;
}

/** Decides which polls fail because of one kind of problem, so that it is not said every minute, and remembers a rate limit. */
export class Problem {
	private failuresInARow = 0;
	private lastReport?: { reportedAt: number; wasTemporary: boolean };
	private names: readonly string[] = [];
	/** What a poll without events fails with, as long as the problem lasts. */
	unreported?: unknown;
	/** It began in this poll, and nobody was told of it, not even n8n's log. */
	unlogged?: unknown;
	private rateLimit?: { error: NodeApiError; from: number; forMs: number };

	constructor(readonly kind: Kind = {}) {}

	/** What a good poll showed: the promotions that it concerns, or none. */
	record(names: readonly string[]): void {
		const { describe, isNews } = this.kind;
		if (names.length === 0 && !isNews) this.recordSuccess();
		if (names.length === 0 || !describe) return;
		this.names = isNews && this.unreported !== undefined ? [...this.names, ...names] : names;
		const refusal = new Refusal(...describe(this.names));
		if (!isNews) this.recordFailure(refusal);
		else [this.unlogged, this.unreported] = [refusal, refusal];
	}

	recordFailure(error: unknown, { againAfterMs = HOUR_MS }: Pick<Kind, 'againAfterMs'> = this.kind): void {
		this.failuresInARow += 1;
		if (this.failuresInARow === 1) this.unlogged = error;
		if (this.isReportDue(error, againAfterMs)) this.unreported = error;
	}

	/** What is over is not reported any more. */
	recordSuccess(): void {
		this.failuresInARow = 0;
		this.unreported = undefined;
	}

	markReported(): void {
		this.lastReport = { reportedAt: Date.now(), wasTemporary: isTemporaryError(this.unreported) };
		this.unreported = undefined;
	}

	/** Temporary errors are reported from the second failure in a row, others at once, and soon after a temporary one. */
	private isReportDue(error: unknown, againAfterMs: number): boolean {
		const temporary = isTemporaryError(error);
		if (temporary && this.failuresInARow < 2) return false;
		if (!this.lastReport || (this.lastReport.wasTemporary && !temporary)) return true;
		return distanceMs(Date.now(), this.lastReport.reportedAt) >= againAfterMs;
	}

	rememberRateLimit(error: NodeApiError): void {
		if (!isRateLimitError(error)) return;
		this.rateLimit = { error, from: Date.now(), forMs: Math.min(askedToWaitMs(error), HOUR_MS) };
	}

	/** While it lasts, no request is made. */
	findActiveRateLimit(): NodeApiError | undefined {
		const { error, from = 0, forMs = 0 } = this.rateLimit ?? {};
		const now = Date.now();
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
export class LatePollError extends Refusal {
	constructor() {
		super(
			'The check took longer than n8n allows',
			"Nothing is lost: the next check looks again. If this keeps happening, lower 'Promotions Read per Check' in 'Options', or ask your provider why answers are slow.",
		);
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
