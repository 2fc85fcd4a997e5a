import { isOver } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import { normalizeText } from '../service/values';
import { startChange, type Change } from './change';
import { DAY_MS, PER_STEP, type ListEntry, type Listing } from './listing';
import { keepOf, needsRecord, startRecord } from './state';
import type { PollFacts } from './settings';
import { STATE_VERSION, type Known, type KnownGroup, type PromotionRecord, type TriggerState } from './state';

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

/** Compares a list with what is known. @param state undefined at the first poll */
export function* compareList(
	state: TriggerState | undefined,
	listing: Listing,
	facts: PollFacts,
): Generator<void, ListDiff> {
	const before = { listed: yield* readGroups(state?.listed), left: yield* readGroups(state?.left) };
	const records = new Map(Object.entries(state?.records ?? {}));
	const changes: Change[] = [];
	const listed = new Map<string, Known>();
	let inCommon = 0;
	let count = 0;
	for (const entry of listing.values()) {
		if (++count % PER_STEP === 0) yield;
		const { promotionId } = entry;
		const known = before.listed.get(promotionId) ?? before.left.get(promotionId);
		// While names decide, an ID without one is not known yet: with its name, it may be news.
		if (!known && entry.name === '' && facts.settings.nameContains !== '') continue;
		if (known) inCommon += 1;
		const { change, now } = compareEntry(entry, known, records.get(promotionId), state, facts);
		if (change) changes.push(change);
		listed.set(promotionId, now);
	}
	const left = new Map<string, Known>();
	for (const [promotionId, known] of [...before.left, ...before.listed]) {
		if (++count % PER_STEP === 0) yield;
		if (listing.has(promotionId)) continue;
		left.set(promotionId, known);
		const wasListed = before.listed.has(promotionId);
		const change = compareMissing(promotionId, known, records.get(promotionId), wasListed, facts);
		if (change) changes.push(change);
	}
	const isKnown = before.listed.size + before.left.size > 0;
	const hasNothingInCommon = isKnown && inCommon === 0 && listing.size >= LIST_IN_COMMON;
	return { changes, listed, left, hasNothingInCommon };
}

/** One that is listed: what is known of it from now on, and what has changed. */
function compareEntry(
	entry: ListEntry,
	known: Known | undefined,
	record: PromotionRecord | undefined,
	state: TriggerState | undefined,
	facts: PollFacts,
): { now: Known; change?: Change } {
	const isNew = !known && state !== undefined && !isOldNews(entry, state, facts);
	// Once over, always over: another status comes from an old copy of the list. An empty one says nothing.
	const isStatusKept = known && (entry.status === '' || known.status === entry.status || isOver(known.status));
	const now: Known = isStatusKept ? { ...known } : { status: entry.status, kept: known?.kept };
	const hasEvent = isNew || (known !== undefined && known.status !== now.status);
	// What was over before the trigger saw it, or before its name was let in, can do no more.
	if (!record && !hasEvent && (entry.isOver || isOver(now.status))) return { now: { status: now.status } };
	const isLetIn = isNameLetIn(entry.name || (record?.name ?? ''), facts);
	const change = startChange(
		{
			promotionId: entry.promotionId,
			listed: entry,
			status: now.status,
			// What was there before has not changed.
			previousStatus: known ? known.status : state ? null : now.status,
			isNew,
			isLetIn,
		},
		record ?? startRecord(known?.kept, isNew, facts.now),
		facts.now,
	);
	now.kept = keepOf(now.status, change.record, isLetIn);
	return record || (isLetIn && (hasEvent || !known || needsRecord(now.status, change.record, facts)))
		? { now, change }
		: { now };
}

/** One that the list lacks. Without a record, it is followed only if it leaves now and how it ends matters. */
function compareMissing(
	promotionId: string,
	{ status, kept }: Known,
	record: PromotionRecord | undefined,
	wasListed: boolean,
	facts: PollFacts,
): Change | undefined {
	const matters = wasListed && !isOver(status) && facts.settings.needsEnd;
	// Without a name, as when it was listed last, unless all are let in.
	const isLetIn = record?.name ? isNameLetIn(record.name, facts) : !kept?.isLeftOut || isNameLetIn('', facts);
	if (!record && !(matters && isLetIn)) return undefined;
	return startChange(
		{ promotionId, status, previousStatus: status, isNew: false, isLetIn },
		record ?? startRecord(kept, false, facts.now),
		facts.now,
	);
}

export const isNameLetIn = (name: string, { settings: { nameContains } }: PollFacts) =>
	nameContains === '' || normalizeText(name).includes(nameContains);

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

function* readGroups(groups: readonly KnownGroup[] = []): Generator<void, Map<string, Known>> {
	const all = new Map<string, Known>();
	for (const [status, promotionIds, kept] of groups) {
		for (const promotionId of promotionIds) {
			if (all.size % PER_STEP === 0) yield;
			all.set(promotionId, { status, kept });
		}
	}
	return all;
}

/** The state after a poll. Ends the records that are not needed any more. */
export function* makeState(
	{ changes, listed, left }: ListDiff,
	ordinal: number,
	facts: PollFacts,
): Generator<void, TriggerState> {
	const records = new Map<string, PromotionRecord>();
	for (const change of changes) {
		if (records.size % PER_STEP === 0) yield;
		const { promotionId, status, record, isLetIn } = change;
		const goesOn = needsRecord(status, record, facts);
		if (goesOn) records.set(promotionId, record);
		(listed.has(promotionId) ? listed : left).set(promotionId, {
			status,
			kept: goesOn ? undefined : keepOf(status, record, isLetIn),
		});
	}
	const ids = [...left.keys()];
	for (const promotionId of ids.slice(0, Math.max(0, ids.length - MOST_LEFT))) {
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

function* makeGroups(all: ReadonlyMap<string, Known>, isInOrder: boolean): Generator<void, KnownGroup[]> {
	const groups: KnownGroup[] = [];
	const byKey = new Map<string, KnownGroup>();
	let count = 0;
	let lastKey: string | undefined;
	for (const [promotionId, { status, kept }] of all) {
		if (++count % PER_STEP === 0) yield;
		const key = kept ? `${status}\n${JSON.stringify(kept)}` : status;
		const group = isInOrder && key !== lastKey ? undefined : byKey.get(key);
		lastKey = key;
		if (group) group[1].push(promotionId);
		else {
			const started: KnownGroup = kept ? [status, [promotionId], kept] : [status, [promotionId]];
			groups.push(started);
			byKey.set(key, started);
		}
	}
	return groups;
}
