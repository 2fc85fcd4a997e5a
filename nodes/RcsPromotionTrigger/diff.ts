import { isOver } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import { startChange, startRecord, type Change } from './change';
import type { ListEntry } from './listing';
import { DAY_MS, type PollFacts } from './settings';
import { hasSent, needsFigures, STANDSTILL_MS, STATE_VERSION } from './state';
import type { Kept, Known, KnownGroup, PromotionRecord, TriggerState } from './state';

/** What ended or began longer ago, when it is seen for the first time, is recorded without an event. */
const NEWS_FOR_MS = 7 * DAY_MS;
/** How many IDs are kept that have left the list. */
const MOST_LEFT = 20_000;
/** A shorter list that shows nothing known may be all there is. */
const LIST_IN_COMMON = 10;

/** What has changed between the state and a list. */
export interface ListDiff {
	/** Of all that have a record, need one, or have an event; oldest first, then those that are missing. */
	changes: Change[];
	listed: Map<string, Known>;
	left: Map<string, Known>;
	/** There may have been more than this list shows. */
	hasNothingInCommon: boolean;
}

/** What is known when a list comes. */
interface Before {
	/** Undefined at the first poll. */
	state?: TriggerState;
	listed: ReadonlyMap<string, Known>;
	left: ReadonlyMap<string, Known>;
	records: ReadonlyMap<string, PromotionRecord>;
}

/** Compares a list with what is known. */
export function* compareList(
	state: TriggerState | undefined,
	listing: ReadonlyMap<string, ListEntry>,
	facts: PollFacts,
): Generator<void, ListDiff> {
	const known = { listed: yield* readGroups(state?.listed), left: yield* readGroups(state?.left) };
	const before: Before = { state, ...known, records: new Map(Object.entries(state?.records ?? {})) };
	const changes: Change[] = [];
	const compare = (promotionId: string, entry?: ListEntry) => {
		const { now, change } = compareOne(promotionId, entry, before, facts);
		if (change) changes.push(change);
		return now;
	};
	const listed = new Map<string, Known>();
	let inCommon = 0;
	for (const [promotionId, entry] of listing) {
		yield;
		const isKnown = known.listed.has(promotionId) || known.left.has(promotionId);
		// While names decide, an ID without one is not known yet: with its name, it may be news.
		if (!isKnown && entry.name === '' && facts.settings.nameContains !== '') continue;
		if (isKnown) inCommon += 1;
		listed.set(promotionId, compare(promotionId, entry));
	}
	const left = new Map<string, Known>();
	for (const promotionId of [...known.left.keys(), ...known.listed.keys()]) {
		yield;
		if (!listing.has(promotionId)) left.set(promotionId, compare(promotionId));
	}
	const isAnyKnown = known.listed.size + known.left.size > 0;
	return { changes, listed, left, hasNothingInCommon: isAnyKnown && inCommon === 0 && listing.size >= LIST_IN_COMMON };
}

/** What is known of one from now on, and what has changed, if that matters. @param listed undefined if the list lacks it */
function compareOne(
	promotionId: string,
	listed: ListEntry | undefined,
	before: Before,
	facts: PollFacts,
): { now: Known; change?: Change } {
	const { state } = before;
	const [record, ofLastList] = [before.records.get(promotionId), before.listed.get(promotionId)];
	const known = ofLastList ?? before.left.get(promotionId);
	const isNew = listed !== undefined && !known && state !== undefined && !isOldNews(listed, state, facts);
	const { status: shown = '' } = listed ?? {};
	// Once over, always over: another status comes from an old copy of the list. An empty one says nothing.
	const isStatusKept = known && (shown === '' || shown === known.status || isOver(known.status));
	const status = isStatusKept ? known.status : shown;
	const hasEvent = isNew || (known !== undefined && known.status !== status);
	// What had left the list, was over before the trigger saw it, or before its name was let in, can do no more.
	const canDoNoMore = !(listed ?? ofLastList) || listed?.isOver === true || isOver(status);
	if (!record && !hasEvent && canDoNoMore) return { now: { status, kept: known?.kept } };
	// What was there before has not changed.
	const previousStatus = known ? known.status : state ? null : status;
	const given = { promotionId, listed, status, previousStatus, isNew };
	const change = startChange(given, record ?? startRecord(known?.kept, isNew, facts.now), facts);
	const matters = hasEvent || !known || needsRecord(status, change.record, facts);
	const now = { status, kept: keepOf(status, change.record) };
	return record || (matters && !change.record.isLeftOut) ? { now, change } : { now };
}

/** Only for an ID that is seen for the first time. */
function isOldNews({ created, isOver: hasEnded, promotion }: ListEntry, state: TriggerState, facts: PollFacts) {
	const { isActivation, now } = facts;
	const ended = hasEnded ? timestampMs(promotion.promotionEndTime) : null;
	const isPast = (time: number | null | undefined) => typeof time === 'number' && time <= now;
	const at = [ended, created].find(isPast);
	// Without a time, a person who activates the trigger gets no old ones, and a schedule misses none.
	if (typeof at !== 'number') return isActivation;
	return (isActivation ? now : state.listedAt) - at > NEWS_FOR_MS;
}

/** Whether it is remembered: because of its figures, or until it is seen what became of it. */
function needsRecord(status: string, record: PromotionRecord, facts: PollFacts): boolean {
	const { missingSinceAt = Infinity, missing } = record;
	// It may come back.
	if (missing === 'gone') return facts.now - missingSinceAt < STANDSTILL_MS && needsFigures(status, record, facts);
	const isAwaited = missingSinceAt < Infinity && missing === undefined && !isOver(status) && facts.settings.needsEnd;
	return isAwaited || needsFigures(status, record, facts);
}

/** What stays when a record ends. Of what is over, nothing can come any more. */
function keepOf(status: string, record: PromotionRecord): Kept | undefined {
	if (isOver(status)) return undefined;
	const { finalBecause, wasGone, crossedLimits, isLeftOut } = record;
	const kept: Kept = { finalBecause, hasSent: hasSent(record) || undefined, wasGone, crossedLimits, isLeftOut };
	return Object.values(kept).some((value) => value !== undefined) ? kept : undefined;
}

/** The state after a poll. Ends the records that are not needed any more. */
export function* makeState(
	{ changes, listed, left }: ListDiff,
	ordinal: number,
	facts: PollFacts,
): Generator<void, TriggerState> {
	const records = new Map<string, PromotionRecord>();
	for (const { promotionId, status, record } of changes) {
		yield;
		const goesOn = needsRecord(status, record, facts);
		if (goesOn) records.set(promotionId, record);
		const known = { status, kept: goesOn ? undefined : keepOf(status, record) };
		(listed.has(promotionId) ? listed : left).set(promotionId, known);
	}
	for (const promotionId of [...left.keys()].slice(0, Math.max(0, left.size - MOST_LEFT))) {
		if (!records.has(promotionId)) left.delete(promotionId);
	}
	return {
		version: STATE_VERSION,
		accountId: facts.accountId,
		listedAt: facts.now,
		ordinal,
		listed: yield* makeGroups(listed, false),
		left: yield* makeGroups(left, true),
		records: Object.fromEntries(records),
	};
}

function* readGroups(groups: readonly KnownGroup[] = []): Generator<void, Map<string, Known>> {
	const all = new Map<string, Known>();
	for (const [status, promotionIds, kept] of groups) {
		for (const promotionId of promotionIds) {
			yield;
			all.set(promotionId, { status, kept });
		}
	}
	return all;
}

function* makeGroups(all: ReadonlyMap<string, Known>, isInOrder: boolean): Generator<void, KnownGroup[]> {
	const groups = new Map<string, KnownGroup>();
	let [last, lastKey] = [0, ''];
	for (const [promotionId, { status, kept }] of all) {
		yield;
		const alike = kept ? `${status}\n${JSON.stringify(kept)}` : status;
		if (isInOrder && alike !== lastKey) last += 1;
		lastKey = alike;
		const key = `${last} ${alike}`;
		const group = groups.get(key);
		if (group) group[1].push(promotionId);
		else groups.set(key, kept ? [status, [promotionId], kept] : [status, [promotionId]]);
	}
	return [...groups.values()];
}
