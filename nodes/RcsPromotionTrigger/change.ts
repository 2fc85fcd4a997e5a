import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { readFigures, type Figures } from '../service/counting';
import { isRateLimitError } from '../service/errors';
import { isOver, promotionState } from '../service/promotions';
import { COUNTERS, mapCounters, type Counter, type Counters } from '../service/statistics';
import { normalizeText } from '../service/values';
import type { ListEntry } from './listing';
import type { PollFacts } from './settings';
import { hasSent, isMissingForLong, isWatchOver, STANDSTILL_MS, startRecord, type PromotionRecord } from './state';

/** Why something is not known, in words, and as the error to report. */
export interface Trouble {
	reason: string;
	error?: NodeApiError;
}

/** What a request for statistics brought. none: the service has none. notAsked: it was due, but there was no time for it, or a limit. */
export type Fetched =
	| { kind: 'counters'; counters: Counters; trouble?: Trouble }
	| { kind: 'none'; isNotFound: boolean; trouble: Trouble }
	| { kind: 'failed' | 'notAsked'; trouble: Trouble };

/** One promotion in one poll: what is remembered from now on, and what has changed. Events follow from this alone. */
export interface Change {
	promotionId: string;
	/** Undefined if the list lacks it. */
	listed?: ListEntry;
	status: string;
	/** Null if it is seen for the first time. */
	previousStatus: string | null;
	/** It is seen for the first time, and is no old news. */
	isNew: boolean;
	/** 'Name Contains' lets it in. */
	isLetIn: boolean;
	record: PromotionRecord;
	/** How a request for its statistics ended. good: also if there are none yet. gone: there are none of what the list lacks. */
	asked?: 'good' | 'failed' | 'gone';
	/** Why its statistics are not those of now. */
	trouble?: Trouble;
	/** The counters of this poll, as the answer has them. */
	reading?: Counters;
	/** Undefined if nobody knows how those of the reading came about. */
	countersBefore?: Counters;
	becameFinal?: boolean;
	/** It was removed before anything was sent. */
	isGone?: boolean;
	/** It has left the list, and how it ended cannot be seen. */
	isEndUnseen?: boolean;
}

/**
 * What tells events of one kind apart. Counters Changed: all counters before, then all after. Threshold Crossed: rate, direction and
 * percent. All others: previous and new status.
 */
export type Detail = Array<string | number | null>;

/** That an event happened. */
export interface Happened {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** If left out, the previous and the new status. */
	detail?: Detail;
	/** What the record keeps of it. */
	remember?: Partial<PromotionRecord>;
}

export function startChange(
	given: Pick<Change, 'promotionId' | 'listed' | 'status' | 'previousStatus' | 'isNew' | 'isLetIn'>,
	before: PromotionRecord,
	now: number,
): Change {
	const { listed, status, previousStatus, isNew } = given;
	const { missingSinceAt, missing, ...present } = before;
	const record: PromotionRecord = listed
		? { ...present, name: listed.name || before.name, created: listed.created ?? before.created }
		: { ...present, missing, missingSinceAt: missingSinceAt ?? now };
	const hasChanged = isNew || (previousStatus !== null && normalizeText(previousStatus) !== normalizeText(status));
	if (hasChanged) {
		Object.assign(record, { changedAt: now, stillSinceAt: undefined, isStalled: undefined, finalBecause: undefined });
		if (promotionState(status) === 'completed') record.completedAt = now;
	}
	return { ...given, record };
}

/** For an event of a promotion of which nothing else is known now. */
export function startUnknown(
	promotionId: string,
	listed: ListEntry | undefined,
	fetched: Fetched | undefined,
	facts: PollFacts,
) {
	const status = listed?.status ?? '';
	const given = { promotionId, listed, status, previousStatus: status, isNew: false, isLetIn: true };
	const change = startChange(given, startRecord(undefined, false, facts.now), facts.now);
	addReading(change, fetched, facts);
	return change;
}

/** Adds what the service answered. @param fetched undefined if its statistics were not due */
export function addReading(change: Change, fetched: Fetched | undefined, facts: PollFacts): void {
	const { record, status } = change;
	const isMissing = isMissingForLong(record, facts.now);
	const isNotFound = fetched?.kind === 'none' && fetched.isNotFound;
	change.trouble = fetched?.trouble;
	if (fetched && fetched.kind !== 'notAsked') addAnswer(change, fetched, facts);
	if (isMissing && record.missing === undefined && (isNotFound || change.reading)) {
		record.missing = isNotFound ? 'gone' : 'readable';
		// Only what has not begun can be cancelled, and then it does not exist any more.
		const wasCancelled = isNotFound && record.counters !== undefined && !hasSent(record);
		change.isGone = wasCancelled && !isOver(status) && !record.wasGone;
		change.isEndUnseen = !wasCancelled && !isOver(status) && facts.settings.needsEnd;
	}
	if (record.finalBecause) return;
	record.finalBecause = whyFinal(change, isMissing && isNotFound, facts);
	change.becameFinal = record.finalBecause !== undefined;
}

function addAnswer(change: Change, fetched: Exclude<Fetched, { kind: 'notAsked' }>, facts: PollFacts): void {
	const { record, status, listed } = change;
	// What a limit of requests refused stays the oldest, so it is the first to be asked for again.
	if (!isRateLimitError(fetched.trouble?.error)) record.requestedAt = facts.now;
	if (fetched.kind === 'counters') addCounters(change, fetched.counters, facts);
	else if (fetched.kind === 'none' && !listed && fetched.isNotFound) change.asked = 'gone';
	else if (fetched.kind === 'none' && !record.counters && !record.hasSent && !isOver(status)) {
		change.asked = 'good';
		change.trouble = undefined;
	} else change.asked = 'failed';
	record.lastRequestFailed = change.asked === 'failed' || undefined;
}

function addCounters(change: Change, counters: Counters, { settings, now }: PollFacts): void {
	const { record, listed } = change;
	const known = record.counters;
	const before = known ?? (record.startsFromZero ? mapCounters(() => 0) : undefined);
	const missing = COUNTERS.find((counter) => counters[counter] === null && (known?.[counter] ?? null) !== null);
	change.trouble ??= missing && { reason: `The service did not send '${missing}', which it sent before.` };
	change.asked = change.trouble ? 'failed' : 'good';
	change.reading = counters;
	change.countersBefore = before;
	record.isDoubtful = change.trouble !== undefined || undefined;
	record.counters = mapCounters((counter) => counters[counter] ?? known?.[counter] ?? null);
	// A counter that was never sent before, or that the event did not show, starts here.
	record.emitted = settings.events.has('countersChanged')
		? mapCounters((counter) => record.emitted?.[counter] ?? before?.[counter] ?? counters[counter])
		: undefined;
	if (COUNTERS.some((counter) => differenceIn(counter, before, counters) > 0)) {
		Object.assign(record, { changedAt: now, stillSinceAt: undefined, isStalled: undefined });
	} else if (before === undefined && record.changedAt !== undefined) {
		// Nobody knows whether they moved since its status changed.
		record.changedAt = now;
	}
	// Some services set a completed promotion to running while they send once more.
	const isContradicted =
		promotionState(change.status) === 'completed' &&
		listed !== undefined &&
		normalizeText(listed.status) !== '' &&
		promotionState(listed.status) !== 'completed';
	if (isContradicted) record.stillSinceAt = undefined;
	else if (change.asked === 'good') record.stillSinceAt ??= now;
}

function whyFinal({ status, record, asked, reading }: Change, isGone: boolean, { settings, now }: PollFacts) {
	const { completedAt, stillSinceAt = Infinity } = record;
	const stoodStillMs = asked === 'good' && reading ? now - stillSinceAt : 0;
	if (!isOver(status)) return hasSent(record) && stoodStillMs >= STANDSTILL_MS ? 'standstill' : undefined;
	if (completedAt === undefined || !settings.needsFinal) return undefined;
	if (isGone) return 'gone';
	if (stoodStillMs >= settings.finalAfterMs) return 'quiet';
	return isWatchOver(record, settings, now) ? 'watchEnd' : undefined;
}

/** What the counters of a promotion with this status say about how many messages reached each stage. */
export const figuresOf = (counters: Counters, status: string, { statedCounters }: PollFacts): Figures =>
	readFigures(counters, isOver(status), statedCounters);

/** By how much a counter changed; 0 if one of the two values is not known. */
export function differenceIn(counter: Counter, before: Counters | undefined, after: Counters | undefined): number {
	const [from, to] = [before?.[counter] ?? null, after?.[counter] ?? null];
	return from === null || to === null ? 0 : Math.abs(to - from);
}
