import type { INode } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { asNodeError } from '../form/refusal';
import { askedToWaitMs, isRateLimitError, isTemporary, toNodeApiError } from '../service/errors';
import { grouped } from '../service/values';
import type { Comparison, Readings } from './comparison';
import { keepsReading } from './due';
import { clipText, DAY_MS, distanceMs, HOUR_MS, type Listing } from './listing';
import type { Occasion, PollCall } from './occasion';
import { hasNoAnswer } from './record';
import type { TriggerSettings } from './settings';

/** One kind of problem. Decides which failed polls become failed executions, so that it is not reported every minute, and remembers a rate limit. */
export class Problem {
	private failuresInARow = 0;
	private lastReport?: { reportedAt: number; wasTemporary: boolean };
	/** Waits for a poll without events: throwing would lose them. */
	private unreported?: unknown;
	private rateLimit?: { error: NodeApiError; from: number; forMs: number };

	/** @param isPartial only some promotions failed: reported once a day instead of once an hour */
	recordFailure(error: unknown, now: number, occasion: Occasion, isPartial = false): void {
		this.failuresInARow += 1;
		if (this.isReportDue(error, now, occasion, isPartial)) this.unreported = error;
	}

	recordSuccess(): void {
		this.failuresInARow = 0;
	}

	/** The problem is gone, so do not report it. */
	cancelReport(): void {
		this.unreported = undefined;
	}

	/** Undefined if there is nothing to report. */
	takeReport(now: number): unknown {
		const error = this.unreported;
		if (error !== undefined) this.lastReport = { reportedAt: now, wasTemporary: isTemporaryError(error) };
		this.unreported = undefined;
		return error;
	}

	/** Temporary errors are reported from the second failure in a row, others at once. Both are repeated seldom, but a temporary one holds back only temporary ones. */
	private isReportDue(error: unknown, now: number, occasion: Occasion, isPartial: boolean): boolean {
		const temporary = isTemporaryError(error);
		const isFirstFailure = this.failuresInARow < 2;
		if (isFirstFailure && (temporary || occasion === 'maybe registration by n8n')) return false;
		if (!this.lastReport) return true;
		const isRecent = distanceMs(now, this.lastReport.reportedAt) < (isPartial ? DAY_MS : HOUR_MS);
		return !isRecent || (this.lastReport.wasTemporary && !temporary);
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

/** The problems of one trigger. The first poll without events reports them, one at a time. */
export class Problems {
	/** Settings, credential or list could not be read; below, the statistics of some promotions or all. */
	readonly reading = new Problem();
	readonly statistics = new Problem();
	/** There are more promotions than can be remembered. */
	readonly tooMany = new Problem();
	/** A chosen promotion is not in the list. */
	readonly unlistedChoice = new Problem();
	/** A poll took longer than n8n allows. */
	readonly lateness = new Problem();
	/** The promotions that were chosen at the last good poll; undefined before the first. */
	private lastChosen?: string;

	takeFirstReport(now: number): unknown {
		for (const problem of [this.reading, this.lateness, this.unlistedChoice, this.statistics, this.tooMany]) {
			const error = problem.takeReport(now);
			if (error !== undefined) return error;
		}
		return undefined;
	}

	/** If a chosen promotion is not listed, an activation by a person fails, and the first poll after an edit reports it. */
	checkChoice({ node, occasion }: PollCall, { promotionIds = new Set() }: TriggerSettings, listing: Listing): void {
		const chosen = JSON.stringify([...promotionIds]);
		const isActivation = occasion === 'activation by a person';
		const isEdited = this.lastChosen !== undefined && this.lastChosen !== chosen;
		const error = isActivation || isEdited ? findUnlistedChoice(node, promotionIds, listing) : undefined;
		if (error && isActivation) throw error;
		if (error) this.unlistedChoice.recordFailure(error, Date.now(), occasion);
		this.lastChosen = chosen;
	}

	/** A poll that reads no statistics is neither a failure nor a success. */
	checkStatistics(
		{ node, occasion }: PollCall,
		comparison: Comparison,
		{ readings, error }: { readings: Readings; error?: NodeApiError },
	): void {
		const { unread, total } = countUnread(comparison, readings);
		if (!error && readings.size > 0 && unread === 0) this.statistics.recordSuccess();
		if (!error) return;
		const isPartial = unread < total;
		const unreadShare = `The figures of ${grouped(unread)} of ${grouped(total)} promotions could not be read: `;
		const { description, httpCode, failure } = error;
		const message = (isPartial ? unreadShare : '') + error.message;
		const explanation = { message, description: description ?? '', httpCode: httpCode ?? undefined, failure };
		const report = toNodeApiError(node, explanation, (redacted) => redacted);
		this.statistics.recordFailure(report, comparison.basis.now, occasion, isPartial);
	}

	reportTooMany({ node, occasion }: PollCall): void {
		const error = new NodeOperationError(node, 'There are more promotions than this trigger can follow', {
			description:
				"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
		});
		this.tooMany.recordFailure(error, Date.now(), occasion);
	}
}

function findUnlistedChoice(node: INode, chosen: ReadonlySet<string>, listing: Listing) {
	const missing = [...chosen].filter((promotionId) => !listing.has(promotionId));
	if (missing.length === 0) return undefined;
	const shown = missing.slice(0, 5).map((promotionId) => `“${clipText(promotionId)}”`);
	if (missing.length > 5) shown.push(`and ${grouped(missing.length - 5)} more`);
	// When publishing, n8n shows the message alone.
	const message = `The list of promotions does not show ${shown.join(', ')}, chosen in 'Promotion Names or IDs'`;
	const description = 'It would never start the workflow. Correct the ID, or choose from the list.';
	return new NodeOperationError(node, message, { description });
}

/** Counts the promotions requested in this poll or to be requested again, and those of them that got no answer the last time. */
function countUnread({ records, basis }: Comparison, readings: Readings) {
	const unreadById = new Map([...readings].map(([promotionId, reading]) => [promotionId, hasNoAnswer(reading)]));
	for (const [promotionId, record] of records) {
		if (record.requestedAt === undefined || unreadById.has(promotionId) || !keepsReading(record, basis)) continue;
		unreadById.set(promotionId, record.lastRequestFailed === true);
	}
	return { unread: [...unreadById.values()].filter(Boolean).length, total: unreadById.size };
}

/** Whether it may be gone at the next poll without anyone doing anything. */
export function isTemporaryError(error: unknown): boolean {
	if (error instanceof NodeApiError) return isTemporary(error);
	if (error instanceof TookTooLong) return true;
	return ![NodeOperationError, UserError, ExpressionError].some((type) => error instanceof type);
}

/** n8n no longer waits for the poll, so what it found is not kept. */
export class TookTooLong extends NodeOperationError {
	constructor(node: INode) {
		super(node, 'The check took longer than n8n allows', {
			description:
				"Nothing is lost: the next check looks again. If this keeps happening, lower 'Promotions Read per Check' in 'Options', or ask your provider why answers are slow.",
		});
	}
}

/** The error to throw from a poll, so that n8n keeps polling. */
export function toTriggerError(thrown: unknown, node: INode) {
	const error = asNodeError(thrown, node);
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	error.message = error.message.replace(/authorization/gi, 'authentication');
	if (error instanceof NodeApiError) {
		// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so every failure is marked as temporary.
		const waitMs = Math.min(askedToWaitMs(error), HOUR_MS);
		const cause = isRateLimitError(error) ? 'rate-limited' : 'temporarily-unavailable';
		error.failure = { cause, ...(waitMs > 0 && { retryAfterMs: waitMs }) };
	}
	return error;
}
