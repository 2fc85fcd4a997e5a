import type { NodeApiError } from 'n8n-workflow';
import { readFigures, type CountersAre, type Figures } from '../service/counting';
import { isRateLimitError } from '../service/errors';
import { isOver, promotionState } from '../service/promotions';
import { COUNTERS, mapCounters, type Counter, type Counters } from '../service/statistics';
import { normalizeText } from '../service/values';
import type { TriggerSettings } from './form';
import { DAY_MS, HOUR_MS, type ListEntry } from './listing';
import type { Kept, PromotionRecord } from './state';

/** So long, lists must lack a promotion until its statistics decide what became of it. */
const MISSING_FOR_MS = HOUR_MS;
/** So long, the figures of a promotion that is not over must stand still to count as final. */
const STANDSTILL_MS = 14 * DAY_MS;

/** All of a poll besides the state, the list and the statistics. */
export interface PollFacts {
	settings: TriggerSettings;
	/** The host's time of the poll. A wrong clock may delay an event, but never lose one. */
	now: number;
	accountId: string;
	/** What the credential says of the counters, if it does. */
	statedCounters?: CountersAre;
	/** A person activated the trigger. */
	isActivation: boolean;
}

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
	/** The counters of this poll, as the answer has them. */
	reading?: Counters;
	countersBefore?: Counters;
	/** Of the first reading, of which nobody knows how its counters came about. */
	isFirstReading: boolean;
	/** Its statistics were read well, or there are none yet. */
	isRead: boolean;
	/** Why its statistics are not those of now. */
	trouble?: Trouble;
	/** Its statistics were requested, and that failed. */
	wasAsked: boolean;
	hasFailed: boolean;
	becameFinal: boolean;
	/** It was removed before anything was sent. */
	isGone: boolean;
	/** It has left the list, and how it ended cannot be seen. */
	isEndUnseen: boolean;
}

const NO_READING = {
	...{ isFirstReading: false, isRead: false, wasAsked: false, hasFailed: false },
	...{ becameFinal: false, isGone: false, isEndUnseen: false },
};

/** @param before undefined if it is seen for the first time */
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
	return { ...given, ...NO_READING, record };
}

/** A record for a promotion that has none. */
export const startRecord = (kept: Kept | undefined, isNew: boolean, now: number): PromotionRecord => ({
	name: '',
	firstSeenAt: now,
	...(isNew && { startsFromZero: true }),
	hasSent: kept?.hasSent,
	wasGone: kept?.wasGone,
	crossedLimits: kept?.crossedLimits,
	finalBecause: kept?.isFinal && 'standstill',
});

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

/** What stays when a record ends. Of what is over, nothing can come any more. */
export function keepOf({ status, record, isLetIn }: Change): Kept | undefined {
	if (isOver(status)) return undefined;
	const kept: Kept = {
		...(record.finalBecause && { isFinal: true }),
		...(hasSent(record) && { hasSent: true }),
		...(record.wasGone && { wasGone: true }),
		...(record.crossedLimits && { crossedLimits: record.crossedLimits }),
		...(!isLetIn && { isLeftOut: true }),
	};
	return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Adds what the service answered. @param fetched undefined if its statistics were not due */
export function addReading(change: Change, fetched: Fetched | undefined, facts: PollFacts): void {
	const { settings, now } = facts;
	const { record, status, listed } = change;
	const isMissing = isMissingForLong(record, now);
	// What a limit of requests refused stays the oldest, so it is the first to be asked for again.
	const wasAsked = fetched !== undefined && fetched.kind !== 'notAsked';
	if (wasAsked && !isRateLimitError(fetched.trouble?.error)) record.requestedAt = now;
	if (fetched?.kind === 'counters') addCounters(change, fetched, facts);
	else if (fetched?.kind === 'none' && !listed && fetched.isNotFound) change.trouble = fetched.trouble;
	else if (fetched?.kind === 'none' && !record.counters && !isOver(status)) change.isRead = true;
	else if (fetched) [change.trouble, change.hasFailed] = [fetched.trouble, wasAsked];
	change.wasAsked = wasAsked;
	if (wasAsked) record.lastRequestFailed = change.hasFailed || undefined;

	const isNotFound = fetched?.kind === 'none' && fetched.isNotFound;
	if (isMissing && record.missing === undefined && (isNotFound || change.reading)) {
		record.missing = isNotFound ? 'gone' : 'readable';
		// Only what has not begun can be cancelled, and then it does not exist any more.
		const wasCancelled = isNotFound && record.counters !== undefined && !hasSent(record);
		change.isGone = wasCancelled && !isOver(status) && !record.wasGone;
		change.isEndUnseen = !wasCancelled && !isOver(status) && settings.needsEnd;
	}
	if (record.finalBecause) return;
	record.finalBecause = whyFinal(change, isMissing && isNotFound, settings, now);
	change.becameFinal = record.finalBecause !== undefined;
}

function addCounters(
	change: Change,
	{ counters, trouble }: Fetched & { kind: 'counters' },
	{ settings, now }: PollFacts,
): void {
	const { record, listed } = change;
	const known = record.counters;
	const before = known ?? (record.startsFromZero ? mapCounters(() => 0) : undefined);
	const missing = COUNTERS.find((counter) => counters[counter] === null && (known?.[counter] ?? null) !== null);
	const doubt = missing && { reason: `The service did not send '${missing}', which it sent before.` };
	change.trouble = trouble ?? doubt;
	change.reading = counters;
	change.countersBefore = before;
	change.isFirstReading = before === undefined;
	change.isRead = change.trouble === undefined;
	change.hasFailed = change.trouble !== undefined;
	record.isDoubtful = change.hasFailed || undefined;
	record.counters = mapCounters((counter) => counters[counter] ?? known?.[counter] ?? null);
	// A counter that was never sent before, or that the event did not show, starts here.
	record.emitted = settings.events.has('countersChanged')
		? mapCounters((counter) => record.emitted?.[counter] ?? before?.[counter] ?? counters[counter])
		: undefined;
	if (COUNTERS.some((counter) => differenceIn(counter, before, counters) > 0)) {
		Object.assign(record, { changedAt: now, stillSinceAt: undefined, isStalled: undefined });
	}
	// Some services set a completed promotion to running while they send once more.
	const isContradicted =
		promotionState(change.status) === 'completed' &&
		listed !== undefined &&
		normalizeText(listed.status) !== '' &&
		promotionState(listed.status) !== 'completed';
	if (isContradicted) record.stillSinceAt = undefined;
	else if (change.isRead) record.stillSinceAt ??= now;
}

function whyFinal(
	{ status, record, isRead, reading }: Change,
	isGone: boolean,
	settings: TriggerSettings,
	now: number,
) {
	const { completedAt, stillSinceAt = Infinity } = record;
	const stoodStillMs = isRead && reading ? now - stillSinceAt : 0;
	if (!isOver(status)) return hasSent(record) && stoodStillMs >= STANDSTILL_MS ? 'standstill' : undefined;
	if (completedAt === undefined || !settings.needsFinal) return undefined;
	if (isGone) return 'gone';
	if (stoodStillMs >= settings.finalAfterMs) return 'quiet';
	return isWatchOver(record, settings, now) ? 'watchEnd' : undefined;
}

/** Whether the hours after completion are over in which it is watched. */
export const isWatchOver = ({ completedAt }: PromotionRecord, settings: TriggerSettings, now: number): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether its figures become final in this poll even if they cannot be read. */
export const endsWatch = ({ record }: Change, { settings, now }: PollFacts): boolean =>
	settings.needsFinal && !record.finalBecause && isWatchOver(record, settings, now);

/** Whether an event may still come from its figures. */
export function needsFigures({ status, record }: Change, { settings, now }: PollFacts): boolean {
	if (isOver(status)) {
		if (record.completedAt === undefined || isWatchOver(record, settings, now)) return false;
		return settings.readsUntilWatchEnd || (settings.needsFinal && !record.finalBecause);
	}
	if (record.finalBecause) return false;
	return settings.readsRunning || (settings.events.has('cancelled') && !hasSent(record));
}

/** Whether it is remembered: because of its figures, or until it is seen what became of it. */
export function needsRecord(change: Change, facts: PollFacts): boolean {
	const { status, record } = change;
	const { missingSinceAt = Infinity, missing } = record;
	// It may come back.
	if (missing === 'gone') return facts.now - missingSinceAt < STANDSTILL_MS && needsFigures(change, facts);
	const isAwaited = missingSinceAt < Infinity && missing === undefined && !isOver(status) && facts.settings.needsEnd;
	return isAwaited || needsFigures(change, facts);
}

/** Whether its statistics have to show what became of it. */
export const isMissingForLong = ({ missingSinceAt }: PromotionRecord, now: number): boolean =>
	missingSinceAt !== undefined && now - missingSinceAt >= MISSING_FOR_MS;

/** A counter that the service does not send does not say otherwise. */
export const hasSent = ({ hasSent: hadSent, counters }: PromotionRecord): boolean =>
	hadSent === true || COUNTERS.some((counter) => counter !== 'attempted' && (counters?.[counter] ?? 0) > 0);

/** What the counters of a promotion with this status say about how many messages reached each stage. */
export const figuresOf = (counters: Counters, status: string, { statedCounters }: PollFacts): Figures =>
	readFigures(counters, isOver(status), statedCounters);

/** By how much a counter changed; 0 if one of the two values is not known. */
export function differenceIn(counter: Counter, before: Counters | undefined, after: Counters | undefined): number {
	const [from, to] = [before?.[counter] ?? null, after?.[counter] ?? null];
	return from === null || to === null ? 0 : Math.abs(to - from);
}
