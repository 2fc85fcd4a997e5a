import type { IDataObject } from 'n8n-workflow';
import { isFollowed } from './events';
import { itemsOf } from './item';
import { Known } from './known';
import { isInScope, type ListEntry, type Listing } from './listing';
import { isFinal } from '../service/promotions';
import type { Promotion } from '../service/types';
import { firstRecord, lookAt, type Look, type Reading } from './record';
import type { Conditions } from './settings';
import { STATE_VERSION, usableState, type PromotionRecord, type TriggerState } from './state';

/** So many good answers in a row must lack a promotion before it counts as removed. */
const ANSWERS_WITHOUT = 3;
const MOST_RECORDS = 5000;

/** Compares what is remembered with the answers of one poll. It is pure, so the same poll always tells the same events. */
export class Comparison {
	readonly records: Map<string, PromotionRecord>;
	private readonly known: Known;
	private readonly items: IDataObject[] = [];
	private highestCount: number;

	constructor(
		stored: TriggerState | undefined,
		readonly listing: Listing,
		readonly conditions: Conditions,
	) {
		const before = usableState(stored, conditions.account, conditions.now);
		this.records = new Map(Object.entries(before?.records ?? {}));
		this.known = new Known(before, listing, conditions);
		this.highestCount = before?.highestCount ?? 0;
	}

	/** Undefined for what is out of scope, and for what was over before the trigger saw it. */
	lookAt(listed: ListEntry, reading?: Reading): Look | undefined {
		const { known, conditions } = this;
		if (!listed.inScope) return undefined;
		const record = this.records.get(listed.promotionId);
		if (record) return lookAt(record, reading, conditions, listed);
		const isNew = known.isNew(listed);
		if (!isNew && (isFinal(listed.status) || known.hasEnded(listed.promotionId))) return undefined;
		const look = lookAt(firstRecord(listed, isNew, this.highestCount, conditions.now), reading, conditions);
		return isNew ? { ...look, previousStatus: null } : look;
	}

	/** What is remembered, what is told (of older promotions first), and whether there is more than can be remembered. */
	result(readings: ReadonlyMap<string, Reading>): { state: TriggerState; items: IDataObject[]; isTooMuch: boolean } {
		for (const listed of this.listing.values()) {
			const { promotionId, promotion } = listed;
			const look = this.lookAt(listed, readings.get(promotionId));
			if (look) this.tell(promotionId, look, promotion);
			else this.drop(promotionId);
			this.known.learn(listed);
		}
		this.compareMissing();
		const isTooMuch = this.dropOldest();
		const { records, items, highestCount } = this;
		const known = this.known.toRemember();
		const { account } = this.conditions;
		const state = { version: STATE_VERSION, account, ...known, records: Object.fromEntries(records), highestCount };
		return { state, items, isTooMuch: isTooMuch || known.forgets };
	}

	/** Nothing counts as missing from an empty list, because the answer is more likely wrong. */
	private compareMissing(): void {
		const { listing, conditions } = this;
		for (const [promotionId, record] of [...this.records]) {
			if (listing.has(promotionId)) continue;
			if (!isInScope(conditions.settings, { ...record, promotionId }, conditions.now)) this.drop(promotionId);
			else if (isFinal(record.status)) this.tell(promotionId, lookAt(record, undefined, conditions));
			else if (listing.size > 0) this.miss(promotionId, record);
		}
	}

	private miss(promotionId: string, record: PromotionRecord): void {
		const absent = (record.absent ?? 0) + 1;
		if (absent < ANSWERS_WITHOUT) {
			this.records.set(promotionId, { ...record, absent });
			return;
		}
		this.tell(promotionId, { ...lookAt(record, undefined, this.conditions), isGone: true });
		this.drop(promotionId);
		this.known.dismiss(promotionId, record.created, 'goneAt');
	}

	/** Adds its events, and remembers it as long as it is followed. */
	private tell(promotionId: string, look: Look, promotion?: Promotion): void {
		for (const item of itemsOf(look, promotionId, promotion)) this.items.push(item);
		this.records.set(promotionId, look.record);
		if (!isFollowed(look.record, this.conditions)) this.drop(promotionId);
	}

	private drop(promotionId: string): void {
		const record = this.records.get(promotionId);
		if (!record) return;
		this.highestCount = Math.max(this.highestCount, ...Object.values(record.counts ?? {}));
		this.records.delete(promotionId);
		if (isFinal(record.status)) this.known.dismiss(promotionId, record.created, 'endedAt');
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
