import type { IDataObject } from 'n8n-workflow';
import { Refusal } from '../service/refusal';
import { readFigures, type Figures } from '../service/counting';
import { isRateLimitError } from '../service/errors';
import { isOver, promotionState } from '../service/promotions';
import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { normalizeText } from '../service/values';
import type { ListEntry } from './listing';
import type { PollFacts } from './settings';
import { hasSent, isMissingForLong, isWatchOver, STANDSTILL_MS, type Kept, type PromotionRecord } from './state';

/** What this check could not see, and the next one may. All else that is refused needs a person. */
export class PassingProblem extends Refusal {}

/** What a request for statistics brought. none: the service has none. notAsked: it was due, but there was no time for it, or a limit. */
export interface Fetched {
	kind: 'counters' | 'none' | 'notFound' | 'failed' | 'notAsked';
	counters?: Counters;
	/** Why they are not those of now, or not all. */
	problem?: Error;
}

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
	record: PromotionRecord;
	/** How a request for its statistics ended. good: also if there are none yet. gone: there are none of what the list lacks. */
	asked?: 'good' | 'failed' | 'gone';
	/** Why its statistics are not those of now. */
	problem?: Error;
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

/** That an event happened. */
export interface Happened {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** What tells it apart from others of its kind. If left out, the previous and the new status. */
	detail?: Array<string | number | null>;
	/** What the record keeps of it. */
	remember?: Partial<PromotionRecord>;
}

export const isNameLetIn = (name: string, { settings: { nameContains } }: PollFacts) =>
	nameContains === '' || normalizeText(name).includes(nameContains);

/** A record for a promotion that has none. */
export const startRecord = (kept: Kept | undefined, isNew: boolean, now: number): PromotionRecord => ({
	...{ name: '', firstSeenAt: now, ...(isNew && { startsFromZero: true }) },
	...kept,
});

export function startChange(
	given: Pick<Change, 'promotionId' | 'listed' | 'status' | 'previousStatus' | 'isNew'>,
	before: PromotionRecord,
	facts: PollFacts,
): Change {
	const { listed, status, previousStatus, isNew } = given;
	const { now } = facts;
	const name = listed?.name || before.name;
	// What has left the list without a name stays as it was, unless all are let in.
	const isLetIn = isNameLetIn(name, facts) || (!listed && name === '' && !before.isLeftOut);
	const record: PromotionRecord = {
		...before,
		...{ name, created: listed?.created ?? before.created, isLeftOut: isLetIn ? undefined : true },
		...(listed ? { missingSinceAt: undefined, missing: undefined } : { missingSinceAt: before.missingSinceAt ?? now }),
	};
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
	const given = { promotionId, listed, status, previousStatus: status, isNew: false };
	const change = startChange(given, startRecord(undefined, false, facts.now), facts);
	addReading(change, fetched, facts);
	return change;
}

/** Adds what the service answered. @param fetched undefined if its statistics were not due */
export function addReading(change: Change, fetched: Fetched | undefined, facts: PollFacts): void {
	const { record, status } = change;
	const isMissing = isMissingForLong(record, facts.now);
	const isNotFound = fetched?.kind === 'notFound';
	change.problem = fetched?.problem;
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

function addAnswer(change: Change, { kind, counters, problem }: Fetched, facts: PollFacts): void {
	const { record, status, listed } = change;
	// What a limit of requests refused stays the oldest, so it is the first to be asked for again.
	if (!isRateLimitError(problem)) record.requestedAt = facts.now;
	if (counters) addCounters(change, counters, facts);
	else if (kind === 'notFound' && !listed) change.asked = 'gone';
	else if (kind !== 'failed' && !record.counters && !record.hasSent && !isOver(status)) {
		change.asked = 'good';
		change.problem = undefined;
	} else change.asked = 'failed';
	record.lastRequestFailed = change.asked === 'failed' || undefined;
}

function addCounters(change: Change, counters: Counters, { settings, now }: PollFacts): void {
	const { record, listed } = change;
	const known = record.counters;
	const before = known ?? (record.startsFromZero ? mapCounters(() => 0) : undefined);
	const missing = COUNTERS.find((counter) => counters[counter] === null && (known?.[counter] ?? null) !== null);
	if (missing) {
		const what = `The service did not send '${missing}', which it sent before`;
		change.problem ??= new PassingProblem(what, 'Ask your provider about it if this keeps happening.');
	}
	change.asked = change.problem ? 'failed' : 'good';
	change.reading = counters;
	change.countersBefore = before;
	record.isDoubtful = change.problem !== undefined || undefined;
	record.counters = mapCounters((counter) => counters[counter] ?? known?.[counter] ?? null);
	// A counter that was never sent before, or that the event did not show, starts here.
	record.emitted = settings.events.has('countersChanged')
		? mapCounters((counter) => record.emitted?.[counter] ?? before?.[counter] ?? counters[counter])
		: undefined;
	if (Object.keys(changesBetween(before, counters)).length > 0) {
		Object.assign(record, { changedAt: now, stillSinceAt: undefined, isStalled: undefined });
	} else if (before === undefined && record.changedAt !== undefined) {
		// Nobody knows whether they moved since its status changed.
		record.changedAt = now;
	}
	// Some services set a completed promotion to running while they send once more.
	const wasCompleted = promotionState(change.status) === 'completed';
	const isContradicted =
		wasCompleted && normalizeText(listed?.status) !== '' && promotionState(listed?.status) !== 'completed';
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

/** The counters that changed, as far as both values are known. */
export function changesBetween(before: Counters | undefined, after: Counters | undefined) {
	const changes = COUNTERS.flatMap((counter) => {
		const [from, to] = [before?.[counter], after?.[counter]];
		if (typeof from !== 'number' || typeof to !== 'number' || from === to) return [];
		return [[counter, { from, to, delta: to - from }] as const];
	});
	return Object.fromEntries(changes);
}
