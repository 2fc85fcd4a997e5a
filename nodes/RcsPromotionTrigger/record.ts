import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { COUNTERS, mapCounters, type Counter, type Counters } from '../service/statistics';
import { isOver, promotionState } from '../service/promotions';
import { normalizeText } from '../service/values';
import { LISTS_UNTIL_GONE } from './absence';
import { DAY_MS, type ListEntry } from './listing';
import type { PollFacts } from './settings';
import type { EventMemory, PromotionRecord } from './state';

/** After so many quiet reads, counters may be final. */
const QUIET_READS_WHEN_FINAL = 2;

/** Why something is not known, in words, and as the error to report. */
export interface Trouble {
	reason: string;
	error?: NodeApiError;
}

/** Of a request for statistics. doubt: some counters make no sense. none: the service has none. skipped: due, but not requested. */
export type Answer =
	{ kind: 'counters'; counters: Counters; doubt?: Trouble } | { kind: 'none' | 'failed' | 'skipped'; trouble: Trouble };

/** What it means for its promotion: `noneYet`, nothing was sent yet; `gone`, it is not listed any more, either. */
export type Reading =
	Exclude<Answer, { kind: 'none' }> | { kind: 'noneYet' | 'gone' } | { kind: 'failed'; trouble: Trouble };

export function troubleOf(reading?: Reading): Trouble | undefined {
	if (reading?.kind === 'counters') return reading.doubt;
	return reading && 'trouble' in reading ? reading.trouble : undefined;
}

/** One promotion in one poll: what is remembered from now on, and what it is compared with. Events follow from this alone. */
export interface PromotionChange {
	record: PromotionRecord;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** The last counters, or 0 if it starts from 0. Undefined if neither is known: then the first counters are the baseline. */
	countersBefore?: Counters;
	/** Undefined if its statistics were not due. */
	reading?: Reading;
	/** Its first counters, of which nobody knows how they came about: it was there before the trigger saw it. */
	isFirstSight: boolean;
	/** They cause no event, because it was old news. */
	isOldNews: boolean;
	/** Its counters became final in this poll. */
	becameFinal: boolean;
	/** It disappeared before it was over. */
	hasDisappeared: boolean;
	isSample?: true;
	facts: PollFacts;
}

/**
 * What tells events of one kind apart. Counters Changed: all counters before, then all after. Threshold Crossed: rate, direction and
 * percent. All others: previous and new status.
 */
export type Detail = Array<string | number | null>;

/** One occurrence of an event. */
export interface Occurrence {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** If left out, the previous and the new status. */
	detail?: Detail;
	/** What the record keeps of it. */
	remember?: EventMemory;
	/** Nothing is emitted. It only changes what later polls compare with. */
	isSilent?: boolean;
}

/** A record for a promotion that has none: it is new, or gets a baseline. */
export function makeFirstRecord(
	{ name, status, created }: ListEntry,
	{ isNew, isOldNews }: { isNew: boolean; isOldNews: boolean },
	numberedFrom: number,
	now: number,
): PromotionRecord {
	return {
		name,
		status,
		created,
		changedAt: now,
		moves: isNew ? 1 : undefined,
		startsFromZero: isNew || undefined,
		statusAt: now,
		completedAt: isNew && promotionState(status) === 'completed' ? now : undefined,
		isOldNews: isOldNews || undefined,
		numberedFrom,
	};
}

/** Compares a record with what this poll got. @param listed undefined for a promotion that is not in the list */
export function findChange(before: PromotionRecord, answer: Answer | undefined, facts: PollFacts, listed?: ListEntry) {
	const { now } = facts;
	const current = listed ? withStatus(before, listed, now) : { ...before };
	const { counters, startsFromZero, isOldNews = false } = current;
	const countersBefore = startsFromZero ? mapCounters((counter) => counters?.[counter] ?? 0) : counters;
	const reading = interpret(answer, current);
	const record = reading ? withReading(current, countersBefore, reading, now) : current;
	const mayBeOver = !listed || promotionState(listed.status) === 'completed';
	const isQuietRead = reading?.kind === 'counters' && !reading.doubt && mayBeOver;
	// A read with other counters is the first of a new row.
	const earlierReads = isRetried(listed) || record.moves !== current.moves ? 0 : (current.quietReads ?? 0);
	record.quietReads = Math.min(QUIET_READS_WHEN_FINAL, earlierReads + (isQuietRead ? 1 : 0)) || undefined;
	record.finalBecause ??= whyFinal(record, isQuietRead, reading, facts);
	return {
		record,
		previousStatus: before.status,
		countersBefore,
		reading,
		isFirstSight: reading?.kind === 'counters' && countersBefore === undefined,
		isOldNews,
		becameFinal: record.finalBecause !== before.finalBecause,
		hasDisappeared: false,
		facts,
	};
}

/** Once a promotion is over, it stays so: another status comes from an outdated list, or from a retry. An empty status says nothing. */
function withStatus(before: PromotionRecord, listed: ListEntry, now: number): PromotionRecord {
	const { name, status, created } = listed;
	const shown = { name: name || before.name, created: created ?? before.created };
	const seen = { ...before, ...shown, absence: undefined };
	if (normalizeText(status) === '') return seen;
	const newState = promotionState(status);
	if (isOver(before.status)) return seen;
	// Only its spelling may differ.
	if (normalizeText(before.status) === normalizeText(status)) return { ...seen, status };
	// Any change of status restarts the clock for 'stalled' and for final counters.
	const completedAt = newState === 'completed' ? now : undefined;
	const moves = (before.moves ?? 0) + (newState === 'active' ? 1 : 0);
	return { ...seen, status, statusAt: now, changedAt: now, moves, completedAt };
}

/** None yet, if there never were any. Of one that is over and not listed any more, there may be no more of them. */
export function interpret(
	answer: Answer | undefined,
	{ counters, status, absence }: Pick<PromotionRecord, 'counters' | 'status' | 'absence'>,
): Reading | undefined {
	if (answer?.kind !== 'none') return answer;
	if (absence && isOver(status)) return { kind: 'gone' };
	return counters ? { kind: 'failed', trouble: answer.trouble } : { kind: 'noneYet' };
}

/** A counter that is missing keeps its last known value. */
function withReading(current: PromotionRecord, countersBefore: Counters | undefined, reading: Reading, now: number) {
	if (reading.kind === 'skipped') return current;
	const lastRequestFailed = troubleOf(reading) !== undefined || undefined;
	const asked: PromotionRecord = { ...current, requestedAt: now, lastRequestFailed };
	if (reading.kind === 'noneYet') return { ...asked, startsFromZero: true as const, isOldNews: undefined };
	if (reading.kind !== 'counters') return asked;
	const counters = mapCounters((counter) => reading.counters[counter] ?? current.counters?.[counter] ?? null);
	const hasMoved = COUNTERS.some((counter) => differenceIn(counter, countersBefore, counters) > 0);
	return {
		...asked,
		counters,
		isOldNews: undefined,
		...(hasMoved && { changedAt: now, moves: (current.moves ?? 0) + 1 }),
	};
}

/** Some services set a completed promotion to running while they retry, and its counters may change then. An empty status says nothing. */
const isRetried = (listed?: ListEntry): boolean =>
	listed !== undefined && normalizeText(listed.status) !== '' && promotionState(listed.status) !== 'completed';

/** By how much a counter changed; 0 if one of the two values is not known. */
export function differenceIn(counter: Counter, before: Counters | undefined, after: Counters): number {
	const [from, to] = [before?.[counter] ?? null, after[counter]];
	return from === null || to === null ? 0 : Math.abs(to - from);
}

/** Whether it is completed, and an event waits until its counters are final. */
export const awaitsFinalCounters = ({ completedAt, finalBecause }: PromotionRecord, { settings }: PollFacts): boolean =>
	completedAt !== undefined && !finalBecause && settings.needsFinalCounters;

/** Why the counters of a completed promotion are final now; undefined if they are not. */
function whyFinal(record: PromotionRecord, isQuietRead: boolean, reading: Reading | undefined, facts: PollFacts) {
	if (!awaitsFinalCounters(record, facts)) return undefined;
	if (reading?.kind === 'gone' && (record.absence?.lists ?? 0) >= LISTS_UNTIL_GONE) return 'gone';
	const isQuiet = isQuietRead && (record.quietReads ?? 0) >= QUIET_READS_WHEN_FINAL;
	if (isQuiet && facts.now - record.changedAt >= facts.settings.finalAfterMs) return 'quiet';
	return isWatchOver(record, facts) ? 'watchEnd' : undefined;
}

/** Whether the hours after completion are over in which it is watched. */
export const isWatchOver = ({ completedAt }: PromotionRecord, { settings, now }: PollFacts): boolean =>
	completedAt !== undefined && now - completedAt >= settings.watchAfterCompletionMs;

/** Whether it is running, and neither its counters nor its status have changed for long enough. */
export function isStalled(record: PromotionRecord, { settings, now }: PollFacts): boolean {
	const { status, moves = 0, changedAt, eventMemory = {} } = record;
	const { stalledAtMoves, stalledAt = -Infinity, stalledBeforeSending = [] } = eventMemory;
	// One that was there before and has not moved since never stalls, and each standstill causes one event.
	if (promotionState(status) !== 'active' || moves === 0 || stalledAtMoves === moves) return false;
	// It may be scheduled, or wait for the hours in which it may send.
	if (hasSentNothing(record) && stalledBeforeSending.includes(normalizeText(status))) return false;
	return now - changedAt >= settings.stalledAfterMs && now - stalledAt >= DAY_MS;
}

/** A counter that the service does not send does not say otherwise, as long as another one says so. */
export function hasSentNothing({ counters }: PromotionRecord): boolean {
	if (!counters) return true;
	const sent = [counters.sent, counters.failed, counters.delivered, counters.read];
	return sent.includes(0) && !sent.some((count) => count !== null && count !== 0);
}
