import type { IDataObject } from 'n8n-workflow';
import { isFollowed } from './events';
import { makeEvents, makeItem, statusesIn, type EmittedEvent } from './item';
import { KnownIds } from './knownIds';
import { DAY_MS, isInScope, type ListEntry, type Listing } from './listing';
import { isFinal } from '../service/promotions';
import { comparePromotion, firstRecord, type Compared, type Reading } from './record';
import type { Conditions } from './settings';
import { STATE_VERSION, usableState, type PromotionRecord, type TriggerState } from './state';

/** So many good answers in a row must lack a promotion before it counts as disappeared. */
const ANSWERS_WITHOUT = 3;
const MOST_RECORDS = 5000;
/** How long what disappeared is remembered, in case it comes back. */
const KEPT_MS = 7 * DAY_MS;

type Readings = ReadonlyMap<string, Reading>;

/** Compares what is remembered with the answers of one poll. It depends on nothing else, so the same poll always finds the same events. Call `finish` once, at the end. */
export class Comparison {
	readonly records: Map<string, PromotionRecord>;
	private readonly before?: TriggerState;
	private readonly knownIds: KnownIds;
	private readonly items: IDataObject[] = [];
	private readonly emitted: EmittedEvent[] = [];
	private highestCount: number;

	constructor(
		private readonly stored: TriggerState | undefined,
		readonly listing: Listing,
		readonly conditions: Conditions,
	) {
		const before = usableState(stored, conditions.account, conditions.now);
		this.before = before;
		this.records = new Map(Object.entries(before?.records ?? {}));
		this.knownIds = new KnownIds(before);
		// Also of a state that cannot be used, so that no eventId is used twice.
		this.highestCount = Math.max(stored?.highestCount ?? 0, before ? 0 : highestCountIn(stored?.records));
		if (conditions.startsFromNow) for (const promotionId of this.records.keys()) this.drop(promotionId);
	}

	/** All that are listed, oldest first, and those that are remembered and not listed. */
	*promotions(): Generator<[promotionId: string, listed?: ListEntry]> {
		yield* this.listing;
		for (const promotionId of this.records.keys()) if (!this.listing.has(promotionId)) yield [promotionId];
	}

	/** Undefined for what is out of scope, for what was over before the trigger saw it, and for what is missing before it is over. */
	compare(promotionId: string, listed?: ListEntry, reading?: Reading): Compared | undefined {
		const { records, knownIds, conditions } = this;
		const record = records.get(promotionId);
		if (!this.isInScope(promotionId, listed, record)) return undefined;
		if (record)
			return listed || isFinal(record.status) ? comparePromotion(record, reading, conditions, listed) : undefined;
		if (!listed) return undefined;
		const isNew = this.isNew(promotionId);
		if (!isNew && (listed.isOver || knownIds.hasEnded(promotionId))) return undefined;
		const first = firstRecord(listed, isNew, this.highestCount, conditions.now);
		const compared = comparePromotion(first, reading, conditions, listed);
		return isNew ? { ...compared, previousStatus: null } : compared;
	}

	/** What is remembered, what is emitted (of older promotions first), and whether there is more than can be remembered. */
	finish(readings: Readings) {
		for (const [promotionId, listed] of [...this.promotions()]) {
			const compared = this.compare(promotionId, listed, readings.get(promotionId));
			const record = this.records.get(promotionId);
			if (compared) this.addEvents(promotionId, compared, listed);
			else if (record && !listed && this.isInScope(promotionId, listed, record)) this.countMissing(promotionId, record);
			else this.drop(promotionId);
		}
		const isTooMuch = this.dropOldest();
		const { records, items, emitted, highestCount, listing, conditions } = this;
		const state: TriggerState = {
			version: STATE_VERSION,
			account: conditions.account,
			...this.knownIds.update(listing),
			records: Object.fromEntries(records),
			highestCount,
			startedEmpty: (!this.before && listing.size === 0 && !this.stored?.startedEmpty) || undefined,
		};
		return { state, items, emitted, isTooMuch };
	}

	/** An event that an earlier process may not have delivered, with the newest figures. */
	itemAgain(emitted: EmittedEvent, at: number, readings: Readings): IDataObject {
		const { promotionId } = emitted;
		const [record, listed] = [this.records.get(promotionId), this.listing.get(promotionId)];
		const { name, status } = record ?? listed ?? { name: '', status: '' };
		const reading = readings.get(promotionId);
		const counters = record?.counters ?? (reading?.kind === 'counters' ? reading.counters : undefined);
		const [previousStatus, statusThen] = statusesIn(emitted) ?? [status, status];
		const shown = { name, status: statusThen, previousStatus, at, counters, reading, listed: listed?.promotion };
		return { ...makeItem(emitted, shown, this.conditions.accountId), redelivered: true };
	}

	private isInScope(promotionId: string, listed?: ListEntry, record?: PromotionRecord): boolean {
		const { settings, now } = this.conditions;
		const name = listed?.name || record?.name || '';
		return isInScope(settings, { promotionId, name, created: listed?.created ?? record?.created }, now);
	}

	private isNew(promotionId: string): boolean {
		const { settings, startsFromNow } = this.conditions;
		if (!this.before) return settings.emitExisting;
		return !startsFromNow && !this.knownIds.isKnown(promotionId);
	}

	/** Nothing counts as missing from an empty list, because the answer is more likely wrong. */
	private countMissing(promotionId: string, record: PromotionRecord): void {
		if (this.listing.size === 0) return;
		const { now } = this.conditions;
		const answers = (record.missingAnswers ?? 0) + 1;
		const missing = { ...record, missingAnswers: Math.min(answers, ANSWERS_WITHOUT) };
		if (answers === ANSWERS_WITHOUT) {
			missing.disappearedAt = now;
			const compared = comparePromotion(missing, undefined, this.conditions);
			this.addEvents(promotionId, { ...compared, hasDisappeared: record.disappearedAt === undefined });
		} else if (answers > ANSWERS_WITHOUT && now - (record.disappearedAt ?? now) >= KEPT_MS) this.drop(promotionId);
		else this.records.set(promotionId, missing);
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private addEvents(promotionId: string, compared: Compared, listed?: ListEntry): void {
		const { record, events } = makeEvents(compared, promotionId, listed?.promotion);
		for (const { item, emitted } of events) {
			this.items.push(item);
			this.emitted.push(emitted);
		}
		this.records.set(promotionId, record);
		if (!isFollowed(record, this.conditions)) this.drop(promotionId);
	}

	private drop(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record) return;
		this.highestCount = Math.max(this.highestCount, highestCountIn({ promotionId: record }));
		this.records.delete(promotionId);
	}

	/** Returns whether there were too many. */
	private dropOldest(): boolean {
		const age = ({ created = Number.MAX_SAFE_INTEGER }: PromotionRecord) => created;
		if (this.records.size <= MOST_RECORDS) return false;
		const youngestFirst = [...this.records].sort(([, a], [, b]) => age(b) - age(a));
		for (const [promotionId] of youngestFirst.slice(MOST_RECORDS)) this.drop(promotionId);
		return true;
	}
}

const highestCountIn = (records: TriggerState['records'] = {}): number =>
	Math.max(0, ...Object.values(records).flatMap(({ counts = {} }) => Object.values(counts)));
