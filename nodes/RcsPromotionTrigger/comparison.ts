import type { IDataObject } from 'n8n-workflow';
import { isFollowed } from './events';
import { workOutFigures } from './figures';
import { makeEvents, makeItem, readStatuses, type EmittedEvent } from './item';
import { KnownIds } from './knownIds';
import { DAY_MS, isInScope, type ListEntry, type Listing } from './listing';
import { isOver } from '../service/promotions';
import { findChange, makeFirstRecord, type PromotionChange, type Reading } from './record';
import type { Basis } from './settings';
import { STATE_VERSION, toUsableState, type PromotionRecord, type TriggerState } from './state';

/** After so many good lists in a row from which it is missing, a promotion counts as disappeared. */
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
	private readonly newEvents: EmittedEvent[] = [];
	private readonly newItems: IDataObject[] = [];
	private highestEventNumber: number;

	constructor(
		private readonly poll: { state?: TriggerState; startsFromNow?: boolean },
		readonly listing: Listing,
		readonly basis: Basis,
	) {
		this.previousState = toUsableState(poll.state, basis.account, basis.now);
		this.records = new Map(Object.entries(this.previousState?.records ?? {}));
		this.knownIds = new KnownIds(this.previousState);
		// Even a state that cannot be used says which numbers of events are taken. No eventId may be used twice.
		const unusableRecords = this.previousState ? [] : Object.values(poll.state?.records ?? {});
		this.highestEventNumber = Math.max(poll.state?.highestEventNumber ?? 0, highestEventNumberIn(unusableRecords));
		// What happened while the trigger was off is not emitted: without a record there is nothing to compare with. `countsAsNew` looks at it, too.
		if (poll.startsFromNow) for (const promotionId of this.records.keys()) this.drop(promotionId);
	}

	/** All that are listed, oldest first, and those that are remembered and not listed. */
	*allPromotions(): Generator<[promotionId: string, listed?: ListEntry]> {
		yield* this.listing;
		for (const promotionId of this.records.keys()) if (!this.listing.has(promotionId)) yield [promotionId];
	}

	/** Called twice in a poll: without a reading, to see what is due, and then with it. So it changes nothing. 'missing': it was not over, and is not in the list. 'ignored': it needs no record. */
	compare(promotionId: string, listed?: ListEntry, reading?: Reading): PromotionChange | 'missing' | 'ignored' {
		const { basis } = this;
		const record = this.records.get(promotionId);
		if (!this.isPromotionInScope(promotionId, listed, record)) return 'ignored';
		if (record && !listed && !isOver(record.status)) return 'missing';
		if (record) return findChange(record, reading, basis, listed);
		if (!listed) return 'ignored';
		const countsAsNew = this.countsAsNew(promotionId);
		// It was over before this trigger saw it.
		if (!countsAsNew && (listed.isOver || this.knownIds.over.has(promotionId))) return 'ignored';
		const first = makeFirstRecord(listed, countsAsNew, this.highestEventNumber, basis.now);
		const change = findChange(first, reading, basis, listed);
		return countsAsNew ? { ...change, previousStatus: null } : change;
	}

	/** The new state; the new events and their items, of older promotions first; and whether there are more promotions than can be remembered. */
	finish(readings: Readings) {
		for (const [promotionId, listed] of [...this.allPromotions()]) {
			const change = this.compare(promotionId, listed, readings.get(promotionId));
			if (change === 'missing') this.countMissing(promotionId);
			else if (change === 'ignored') this.drop(promotionId);
			else this.addEvents(promotionId, change, listed);
		}
		const hasTooManyRecords = this.dropOldest();
		const { records, newEvents, newItems, highestEventNumber, listing, basis } = this;
		// A first list may be empty by mistake, so it is no baseline. The next list is one, even if it is empty, too.
		const isFirstEmptyList = !this.previousState && listing.size === 0 && !this.poll.state?.startedEmpty;
		const state: TriggerState = {
			version: STATE_VERSION,
			account: basis.account,
			...this.knownIds.mergeWith(listing),
			records: Object.fromEntries(records),
			highestEventNumber,
			startedEmpty: isFirstEmptyList || undefined,
		};
		return { state, newEvents, newItems, hasTooManyRecords };
	}

	/** With the time and the statuses of when it was emitted first, and the counters of now. */
	makeItemAgain(emitted: EmittedEvent, firstEmittedAt: number, readings: Readings): IDataObject {
		const { promotionId } = emitted;
		const [record, listed] = [this.records.get(promotionId), this.listing.get(promotionId)];
		// By now, it may have no record, and not be listed. Its statistics may have been read all the same.
		const { name, status: statusNow } = record ?? listed ?? { name: '', status: '' };
		const [previousStatus, status] = readStatuses(emitted) ?? [statusNow, statusNow];
		const reading = readings.get(promotionId);
		const counters = record?.counters ?? (reading?.kind === 'counters' ? reading.counters : undefined);
		const promotion = listed?.promotion;
		const figures = counters && workOutFigures(counters, status, this.basis);
		const shown = { name, status, previousStatus, observedAt: firstEmittedAt, figures, reading, promotion };
		return { ...makeItem(emitted, shown, this.basis), redelivered: true };
	}

	private isPromotionInScope(promotionId: string, listed?: ListEntry, record?: PromotionRecord): boolean {
		const { settings, now } = this.basis;
		const name = listed?.name || record?.name || '';
		return isInScope(settings, { promotionId, name, created: listed?.created ?? record?.created }, now);
	}

	private countsAsNew(promotionId: string): boolean {
		// At the first poll, the form decides.
		if (!this.previousState) return this.basis.settings.emitExisting;
		return !this.poll.startsFromNow && !this.knownIds.isKnown(promotionId);
	}

	/** It disappears with the third list in a row that lacks it, and its record is dropped some days later. An empty list does not count, because it is more likely wrong. */
	private countMissing(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record || this.listing.size === 0) return;
		const { now } = this.basis;
		const listsMissedInARow = (record.listsMissedInARow ?? 0) + 1;
		if (listsMissedInARow < MISSING_UNTIL_DISAPPEARED) this.records.set(promotionId, { ...record, listsMissedInARow });
		else if (listsMissedInARow === MISSING_UNTIL_DISAPPEARED) {
			const change = findChange({ ...record, listsMissedInARow, disappearedAt: now }, undefined, this.basis);
			// If it came back and disappears again, that causes no second event.
			this.addEvents(promotionId, { ...change, hasDisappeared: record.disappearedAt === undefined });
		} else if (now - (record.disappearedAt ?? now) >= DISAPPEARED_KEPT_MS) this.drop(promotionId);
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private addEvents(promotionId: string, change: PromotionChange, listed?: ListEntry): void {
		const { record, events } = makeEvents(change, promotionId, listed?.promotion);
		for (const { item, emitted } of events) {
			this.newEvents.push(emitted);
			this.newItems.push(item);
		}
		// Set first, so that `drop` sees the numbers of its events.
		this.records.set(promotionId, record);
		if (!isFollowed(record, this.basis)) this.drop(promotionId);
	}

	/** The numbers of its events stay taken. */
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
	Math.max(0, ...records.flatMap(({ eventNumbers = {} }) => Object.values(eventNumbers)));
