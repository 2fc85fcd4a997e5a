import { ExpressionError, NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import { asNodeError } from '../form/refusal';
import { askedToWaitMs, isRateLimitError, isTemporary, toNodeApiError } from '../service/errors';
import { grouped } from '../service/values';
import type { Comparison, Readings } from './comparison';
import { keepsReading } from './due';
import { clipText, DAY_MS, distanceMs, HOUR_MS, type Listing } from './listing';
import { isRegistration, type Occasion, type PollCall } from './occasion';
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

	/** A failure that is not reported yet still will be. */
	recordSuccess(): void {
		this.failuresInARow = 0;
	}

	/** For a problem that nobody needs to hear of once it is gone. */
	recordSuccessAndForget(): void {
		this.recordSuccess();
		this.unreported = undefined;
	}

	/** Undefined if there is nothing to report. */
	takeReport(now: number): unknown {
		const error = this.unreported;
		if (error !== undefined) this.lastReport = { reportedAt: now, wasTemporary: isTemporaryError(error) };
		this.unreported = undefined;
		return error;
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

/** The problems of one trigger. Polls without events report them, one at a time. */
export class Problems {
	/** The list could not be read, or the settings or the credential before it. */
	readonly list = new Problem();
	/** The statistics of some promotions or all could not be read. */
	readonly statistics = new Problem();
	/** There are more promotions than can be remembered. */
	readonly tooMany = new Problem();
	/** A chosen promotion is not in the list. */
	private unlistedPromotion = new Problem();
	/** A poll took longer than n8n allows. */
	readonly lateness = new Problem();
	/** The promotions that were chosen at the last good poll; undefined before the first. */
	private lastChosen?: string;
	/** A choice that is checked once more, because n8n may have been registering the trigger. */
	private uncertainChoice?: string;

	/** The error that this poll throws, if any. @param error what ended the poll early */
	chooseReport(error: unknown, hasItems: boolean, { occasion }: PollCall): unknown {
		// An activation must fail visibly: only a successful one stores the starting state.
		if (error !== undefined && occasion === 'activation by a person') return error;
		const now = Date.now();
		const isLate = error instanceof LatePollError;
		if (isLate) this.lateness.recordFailure(error, now, occasion);
		else if (error !== undefined) this.list.recordFailure(error, now, occasion);
		// What is not reported now waits for a later poll.
		if (hasItems || isRegistration(occasion)) return undefined;
		// n8n may no longer wait for a late poll, and then the report is lost. So only its lateness is risked.
		if (isLate) return this.lateness.takeReport(now);
		for (const problem of [this.list, this.lateness, this.unlistedPromotion, this.statistics, this.tooMany]) {
			const report = problem.takeReport(now);
			if (report !== undefined) return report;
		}
		return undefined;
	}

	/**
	 * A person who activates the trigger or edits its form may have chosen a promotion that is not listed. An activation fails then. After
	 * an edit, the next poll reports it.
	 */
	checkChosenIds({ node, occasion }: PollCall, { promotionIds = new Set() }: TriggerSettings, listing: Listing): void {
		const chosen = JSON.stringify([...promotionIds]);
		const isActivation = occasion === 'activation by a person';
		const isEdited = this.lastChosen !== undefined && this.lastChosen !== chosen;
		const error = isActivation || isEdited ? findUnlisted(node, promotionIds, listing) : undefined;
		if (error && isActivation) throw error;
		if (error && occasion === 'maybe registration by n8n' && this.uncertainChoice !== chosen) {
			this.uncertainChoice = chosen;
			return;
		}
		// Each choice is reported by itself, and what an earlier one lacked no longer matters.
		if (isEdited) this.unlistedPromotion = new Problem();
		if (error) this.unlistedPromotion.recordFailure(error, Date.now(), 'schedule');
		this.lastChosen = chosen;
		this.uncertainChoice = undefined;
	}

	/** A request failed, or all promotions have an answer. Otherwise none was requested or some still lack one, which is neither failure nor success. */
	checkStatistics(call: PollCall, comparison: Comparison, readings: Readings, error?: NodeApiError): void {
		const { unanswered, total } = countUnanswered(comparison, readings);
		const allAnswered = readings.size > 0 && unanswered === 0;
		if (!error && allAnswered) this.statistics.recordSuccess();
		if (!error) return;
		// Of one in doubt, some counters could be read.
		const isPartial = unanswered < total || [...readings.values()].some(({ kind }) => kind === 'counters');
		const share = `The figures of ${grouped(unanswered)} of ${grouped(total)} promotions could not be read: `;
		const report = prefixMessage(call.node, isPartial ? share : '', error);
		this.statistics.recordFailure(report, comparison.basis.now, call.occasion, isPartial);
	}

	recordTooManyPromotions({ node, occasion }: PollCall): void {
		const message = 'There are more promotions than this trigger can follow';
		const description =
			"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.";
		this.tooMany.recordFailure(new NodeOperationError(node, message, { description }), Date.now(), occasion);
	}
}

/** n8n's errors cannot be copied, so this makes another one. The key is already hidden in the texts. */
function prefixMessage(node: INode, prefix: string, { message, description, httpCode, failure }: NodeApiError) {
	const texts = { message: prefix + message, description: description ?? '' };
	return toNodeApiError(node, { ...texts, httpCode: httpCode ?? undefined, failure }, (text) => text);
}

function findUnlisted(node: INode, chosen: ReadonlySet<string>, listing: Listing) {
	const missing = [...chosen].filter((promotionId) => !listing.has(promotionId));
	if (missing.length === 0) return undefined;
	const shown = missing.slice(0, 5).map((promotionId) => `“${clipText(promotionId)}”`);
	if (missing.length > 5) shown.push(`and ${grouped(missing.length - 5)} more`);
	// When publishing, n8n shows the message alone.
	const message = `The list of promotions does not show ${shown.join(', ')}, chosen in 'Promotion Names or IDs'`;
	const description = 'It would never start the workflow. Correct the ID, or choose from the list.';
	return new NodeOperationError(node, message, { description });
}

/** Counts the promotions that were due in this poll, or requested earlier and will be again. Of each, the latest request decides. */
function countUnanswered({ records, basis }: Comparison, readings: Readings) {
	const isUnanswered = new Map(
		[...readings].map(([promotionId, reading]) => [promotionId, hasNoAnswer(reading) || 'isInDoubt' in reading]),
	);
	for (const [promotionId, record] of records) {
		if (record.requestedAt === undefined || isUnanswered.has(promotionId) || !keepsReading(record, basis)) continue;
		isUnanswered.set(promotionId, record.lastRequestFailed === true);
	}
	return { unanswered: [...isUnanswered.values()].filter(Boolean).length, total: isUnanswered.size };
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
