import { ExpressionError, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { asNodeError } from '../form/refusal';
import { askedToWaitMs, isLimit, isTemporary, toNodeApiError } from '../service/errors';
import { grouped } from '../service/values';
import type { Comparison } from './diff';
import { isReadAgain } from './due';
import { clipped, DAY_MS, type Listing } from './listing';
import type { Occasion } from './occasion';
import type { Reading } from './record';
import type { TriggerSettings } from './settings';

type NodeInfo = ConstructorParameters<typeof NodeOperationError>[0];

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
	recordFailure(fault: unknown, now: number, occasion: Occasion, isPartial = false): void {
		this.failuresInARow += 1;
		if (this.isReportDue(isPassing(fault), now, occasion, isPartial)) this.unreported = fault;
	}

	recordSuccess(): void {
		this.failuresInARow = 0;
	}

	/** What was not reported does not matter any more. */
	dropReport(): void {
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
	pauseIfLimited(fault: NodeApiError, now: number): boolean {
		if (!isLimit(fault)) return false;
		this.pause = { fault, from: now, forMs: Math.min(askedToWaitMs(fault), AN_HOUR_MS) };
		return true;
	}

	/** The fault that still lasts, so that no request is made. */
	findPause(now: number): NodeApiError | undefined {
		const { fault, from = 0, forMs = 0 } = this.pause ?? {};
		// Before it began, the clock was set back.
		return now >= from && now < from + forMs ? fault : undefined;
	}
}

/** What the checks of one trigger could not see. The first check without events reports it. */
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
	private chosen?: string;

	/** The next fault to report. Each poll reports one. */
	takeReport(now: number): unknown {
		for (const outage of [this.list, this.time, this.choice, this.statistics, this.room]) {
			const fault = outage.takeReport(now);
			if (fault !== undefined) return fault;
		}
		return undefined;
	}

	/** Chosen promotions that are not listed: a person who activates the trigger is stopped, and the first check after an edit reports it. */
	checkChoice(settings: TriggerSettings, listing: Listing, occasion: Occasion, node: NodeInfo): void {
		const { promotionIds = new Set() } = settings;
		const missing = [...promotionIds].filter((promotionId) => !listing.has(promotionId));
		const chosen = JSON.stringify([...promotionIds]);
		const isActivation = occasion === 'activation by a person';
		const isEdited = this.chosen !== undefined && this.chosen !== chosen;
		if (missing.length > 0 && (isActivation || isEdited)) {
			const shown = missing.slice(0, 5).map((promotionId) => `“${clipped(promotionId)}”`);
			if (missing.length > 5) shown.push(`and ${grouped(missing.length - 5)} more`);
			// When publishing, n8n shows the message alone.
			const message = `The list of promotions does not show ${shown.join(', ')}, chosen in 'Promotion Names or IDs'`;
			const description = 'It would never start the workflow. Correct the ID, or choose from the list.';
			const fault = new NodeOperationError(node, message, { description });
			if (isActivation) throw fault;
			this.choice.recordFailure(fault, Date.now(), occasion);
		}
		this.chosen = chosen;
	}

	/** A check that reads no statistics neither fails nor clears their outage. */
	checkStatistics(
		{ records, conditions }: Comparison,
		{ readings, fault }: { readings: ReadonlyMap<string, Reading>; fault?: NodeApiError },
		occasion: Occasion,
		node: NodeInfo,
	): void {
		const isAnswered = new Map(
			[...readings].map(([promotionId, { kind }]) => [promotionId, kind === 'counters' || kind === 'noneYet']),
		);
		// Those that are read again and again, as they answered last.
		for (const [promotionId, record] of records) {
			if (record.readAt === undefined || isAnswered.has(promotionId) || !isReadAgain(record, conditions)) continue;
			isAnswered.set(promotionId, !record.isUnread);
		}
		const { size } = isAnswered;
		const unread = [...isAnswered.values()].filter((answered) => !answered).length;
		if (!fault && readings.size > 0 && unread === 0) this.statistics.recordSuccess();
		if (!fault) return;
		const share = `The figures of ${grouped(unread)} of ${grouped(size)} promotions could not be read: `;
		const { description, httpCode, failure } = fault;
		const message = (unread < size ? share : '') + fault.message;
		const words = { message, description: description ?? '', httpCode: httpCode ?? undefined, failure };
		const reported = toNodeApiError(node, words, (text) => text);
		this.statistics.recordFailure(reported, conditions.now, occasion, unread < size);
	}

	reportTooMany(occasion: Occasion, node: NodeInfo): void {
		const fault = new NodeOperationError(node, 'There are more promotions than this trigger can follow', {
			description:
				"It follows the 5,000 newest promotions that have not ended. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
		});
		this.room.recordFailure(fault, Date.now(), occasion);
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
	constructor(node: NodeInfo) {
		super(node, 'The check took longer than n8n allows', {
			description:
				"Nothing is lost: the next check looks again. If this keeps happening, lower 'Promotions Read per Check' in 'Options', or ask your provider why answers are slow.",
		});
	}
}

/** The fault as n8n is given it. */
export function toNodeError(fault: unknown, node: NodeInfo) {
	const error = asNodeError(fault, node);
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
