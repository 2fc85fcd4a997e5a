import type { IDataObject } from 'n8n-workflow';
import { isFollowed } from './events';
import { makeEvents, makeItem, readStatuses, type EmittedEvent } from './item';
import { KnownIds } from './knownIds';
import { DAY_MS, isInScope, type ListEntry, type Listing } from './listing';
import { isOver } from '../service/promotions';
import { findChange, makeFirstRecord, type PromotionChange, type Reading } from './record';
import type { Basis } from './settings';
import { STATE_VERSION, toUsableState, type PromotionRecord, type TriggerState } from './state';

/** After so many good lists in a row without it, a promotion counts as disappeared. */
const MISSING_UNTIL_DISAPPEARED = 3;
const MOST_RECORDS = 5000;
/** How long a promotion that disappeared is remembered, in case it comes back. */
const DISAPPEARED_KEPT_MS = 7 * DAY_MS;

export type Readings = ReadonlyMap<string, Reading>;

/** Compares what is remembered with the answers of one poll. It depends on nothing else, so the same poll always finds the same events. Call `finish` once, at the end. */
export class Comparison {
	readonly records: Map<string, PromotionRecord>;
	/** Undefined if there is none that can be used. */
	private readonly previousState?: TriggerState;
	private readonly knownIds: KnownIds;
	private readonly items: IDataObject[] = [];
	private readonly emitted: EmittedEvent[] = [];
	private highestEventNumber: number;

	constructor(
		private readonly stored: TriggerState | undefined,
		readonly listing: Listing,
		readonly basis: Basis,
	) {
		const usable = toUsableState(stored, basis.account, basis.now);
		this.previousState = usable;
		this.records = new Map(Object.entries(usable?.records ?? {}));
		this.knownIds = new KnownIds(usable);
		// Even a state that cannot be used counts, so that no eventId is used twice.
		const unusableRecords = usable ? [] : Object.values(stored?.records ?? {});
		this.highestEventNumber = Math.max(stored?.highestEventNumber ?? 0, highestEventNumberIn(unusableRecords));
		// Forget everything, so that nothing that happened while the trigger was off is reported.
		if (basis.startsFromNow) for (const promotionId of this.records.keys()) this.drop(promotionId);
	}

	/** All that are listed, oldest first, and those that are remembered and not listed. */
	*allPromotions(): Generator<[promotionId: string, listed?: ListEntry]> {
		yield* this.listing;
		for (const promotionId of this.records.keys()) if (!this.listing.has(promotionId)) yield [promotionId];
	}

	/** Undefined if nothing about it can cause an event in this poll. */
	compare(promotionId: string, listed?: ListEntry, reading?: Reading): PromotionChange | undefined {
		const { basis } = this;
		const record = this.records.get(promotionId);
		if (!this.isPromotionInScope(promotionId, listed, record)) return undefined;
		// Missing from the list before it was over: `countMissing` deals with it.
		if (record && !listed && !isOver(record.status)) return undefined;
		if (record) return findChange(record, reading, basis, listed);
		if (!listed) return undefined;
		const isNew = this.countsAsNew(promotionId);
		// It was over before this trigger saw it.
		if (!isNew && (listed.isOver || this.knownIds.wasOver(promotionId))) return undefined;
		const first = makeFirstRecord(listed, isNew, this.highestEventNumber, basis.now);
		const change = findChange(first, reading, basis, listed);
		return isNew ? { ...change, previousStatus: null } : change;
	}

	/** The new state, what is emitted (of older promotions first), and whether there are more promotions than can be remembered. */
	finish(readings: Readings) {
		for (const [promotionId, listed] of [...this.allPromotions()]) {
			const change = this.compare(promotionId, listed, readings.get(promotionId));
			const record = this.records.get(promotionId);
			const isMissing = record && !listed && this.isPromotionInScope(promotionId, listed, record);
			if (change) this.addEvents(promotionId, change, listed);
			else if (isMissing) this.countMissing(promotionId, record);
			else this.drop(promotionId);
		}
		const hasTooMany = this.dropOldest();
		const { records, items, emitted, highestEventNumber, listing, basis } = this;
		const isFirstEmptyList = !this.previousState && listing.size === 0 && !this.stored?.startedEmpty;
		const state: TriggerState = {
			version: STATE_VERSION,
			account: basis.account,
			...this.knownIds.mergeWith(listing),
			records: Object.fromEntries(records),
			highestEventNumber,
			startedEmpty: isFirstEmptyList || undefined,
		};
		return { state, items, emitted, hasTooMany };
	}

	/** An event that an earlier process may not have delivered, with its statuses of then and the counters of now. */
	makeRedeliveredItem(emitted: EmittedEvent, firstEmittedAt: number, readings: Readings): IDataObject {
		const { promotionId } = emitted;
		const [record, listed] = [this.records.get(promotionId), this.listing.get(promotionId)];
		const { name, status: statusNow } = record ?? listed ?? { name: '', status: '' };
		const [previousStatus, status] = readStatuses(emitted) ?? [statusNow, statusNow];
		const reading = readings.get(promotionId);
		const counters = record?.counters ?? (reading?.kind === 'counters' ? reading.counters : undefined);
		const shown = {
			name,
			status,
			previousStatus,
			observedAt: firstEmittedAt,
			counters,
			reading,
			promotion: listed?.promotion,
		};
		return { ...makeItem(emitted, shown, this.basis.accountId), redelivered: true };
	}

	private isPromotionInScope(promotionId: string, listed?: ListEntry, record?: PromotionRecord): boolean {
		const { settings, now } = this.basis;
		const name = listed?.name || record?.name || '';
		return isInScope(settings, { promotionId, name, created: listed?.created ?? record?.created }, now);
	}

	private countsAsNew(promotionId: string): boolean {
		const { settings, startsFromNow } = this.basis;
		if (!this.previousState) return settings.emitExisting;
		return !startsFromNow && !this.knownIds.isKnown(promotionId);
	}

	/** Nothing counts as missing from an empty list, because the answer is more likely wrong. */
	private countMissing(promotionId: string, record: PromotionRecord): void {
		if (this.listing.size === 0) return;
		const { now } = this.basis;
		const listsMissedInARow = (record.listsMissedInARow ?? 0) + 1;
		if (listsMissedInARow < MISSING_UNTIL_DISAPPEARED) this.records.set(promotionId, { ...record, listsMissedInARow });
		else if (listsMissedInARow === MISSING_UNTIL_DISAPPEARED) {
			const change = findChange({ ...record, listsMissedInARow, disappearedAt: now }, undefined, this.basis);
			// Once only, even if it came back in between.
			this.addEvents(promotionId, { ...change, hasDisappeared: record.disappearedAt === undefined });
		} else if (now - (record.disappearedAt ?? now) >= DISAPPEARED_KEPT_MS) this.drop(promotionId);
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private addEvents(promotionId: string, change: PromotionChange, listed?: ListEntry): void {
		const { record, events } = makeEvents(change, promotionId, listed?.promotion);
		for (const { item, emitted } of events) {
			this.items.push(item);
			this.emitted.push(emitted);
		}
		this.records.set(promotionId, record);
		if (!isFollowed(record, this.basis)) this.drop(promotionId);
	}

	private drop(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record) return;
		this.highestEventNumber = Math.max(this.highestEventNumber, highestEventNumberIn([record]));
		this.records.delete(promotionId);
	}

	/** Returns whether there were too many. */
	private dropOldest(): boolean {
		if (this.records.size <= MOST_RECORDS) return false;
		const createdAt = ({ created = Number.MAX_SAFE_INTEGER }: PromotionRecord) => created;
		const newestFirst = [...this.records].sort(([, a], [, b]) => createdAt(b) - createdAt(a));
		for (const [promotionId] of newestFirst.slice(MOST_RECORDS)) this.drop(promotionId);
		return true;
	}
}

const highestEventNumberIn = (records: PromotionRecord[]): number =>
	Math.max(0, ...records.flatMap(({ timesEmitted = {} }) => Object.values(timesEmitted)));
