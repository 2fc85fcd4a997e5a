import type { IDataObject } from 'n8n-workflow';
import { isFollowed } from './events';
import { itemsOf } from './item';
import { Known } from './known';
import { isInScope, type Listed, type Listing } from './listing';
import type { Promotion } from '../service/types';
import { firstRecord, isFinal, isOver, lookAt, lookAtNew, type Look, type Reading } from './record';
import type { Conditions } from './settings';
import { stateOf, usableState, type PromotionRecord, type TriggerState } from './state';

/** What one poll learned from the service. */
interface Answers {
	/** Address and account ID. */
	account: string;
	listing: Listing;
	readings: ReadonlyMap<string, Reading>;
}

interface Difference {
	state: TriggerState;
	/** The events, those of older promotions first. */
	items: IDataObject[];
	/** Whether there is more than can be remembered. */
	isTooMuch: boolean;
}

/** So many good answers in a row must lack a promotion before it counts as removed. */
const ANSWERS_WITHOUT = 3;
const MOST_RECORDS = 5000;

/** Compares what is remembered with the answers of one poll. It is pure, so the same poll always tells the same events. */
export function diff(stored: TriggerState | undefined, answers: Answers, conditions: Conditions): Difference {
	const comparison = new Comparison(usableState(stored, answers.account, conditions.now), answers, conditions);
	for (const listed of answers.listing.values()) comparison.compareListed(listed);
	comparison.compareMissing();
	return comparison.result();
}

class Comparison {
	private readonly records: Map<string, PromotionRecord>;
	private readonly known: Known;
	private readonly items: IDataObject[] = [];
	private highestCount: number;

	constructor(
		before: TriggerState | undefined,
		private readonly answers: Answers,
		private readonly conditions: Conditions,
	) {
		this.records = new Map(Object.entries(before?.records ?? {}));
		this.known = new Known(before, answers.listing, conditions);
		this.highestCount = before?.highestCount ?? 0;
	}

	compareListed(listed: Listed): void {
		const { records, known, conditions } = this;
		const { promotionId, promotion, state } = listed;
		const record = records.get(promotionId);
		const reading = this.answers.readings.get(promotionId);
		const isNew = known.isNew(listed);
		if (!listed.inScope) {
			this.drop(promotionId);
		} else if (record) {
			this.tell(promotionId, lookAt(record, reading, conditions, listed), promotion);
		} else if (isNew || !(isFinal(state) || known.hasEnded(promotionId))) {
			const first = firstRecord(listed, isNew, this.highestCount, conditions.now);
			const look = (isNew ? lookAtNew : lookAt)(first, reading, conditions);
			this.tell(promotionId, look, promotion);
		}
		known.learn(listed);
	}

	/** Nothing counts as missing from an empty list, because the answer is more likely wrong. */
	compareMissing(): void {
		const { listing } = this.answers;
		for (const [promotionId, record] of [...this.records]) {
			if (listing.has(promotionId)) continue;
			if (!this.isStillInScope(promotionId, record)) this.drop(promotionId);
			else if (isOver(record)) this.tell(promotionId, lookAt(record, undefined, this.conditions));
			else if (listing.size > 0) this.miss(promotionId, { ...record, absent: (record.absent ?? 0) + 1 });
		}
	}

	result(): Difference {
		const { known, records, items } = this;
		const isTooMuch = this.dropOldest();
		const { isTooMuch: isTooMuchKnown, ...remembered } = known.toRemember();
		const state = stateOf({
			account: this.answers.account,
			...remembered,
			records: Object.fromEntries(records),
			highestCount: this.highestCount,
		});
		return { state, items, isTooMuch: isTooMuch || isTooMuchKnown };
	}

	private miss(promotionId: string, record: PromotionRecord): void {
		if ((record.absent ?? 0) < ANSWERS_WITHOUT) {
			this.records.set(promotionId, record);
			return;
		}
		this.tell(promotionId, { ...lookAt(record, undefined, this.conditions), isGone: true });
		this.drop(promotionId);
		this.known.forget(promotionId);
	}

	private isStillInScope(promotionId: string, { name, createdAt }: PromotionRecord): boolean {
		const { settings, now } = this.conditions;
		// Of a longer name, only the beginning is known.
		const nameContains = name.endsWith('…') ? '' : settings.nameContains;
		return isInScope({ ...settings, nameContains }, { promotionId, name, createdAt: createdAt ?? null }, now);
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
		const { counts = {}, countsFrom = 0 } = record;
		this.highestCount = Math.max(this.highestCount, countsFrom, ...Object.values(counts));
		this.records.delete(promotionId);
		if (isOver(record)) this.known.end(promotionId, record.createdAt);
	}

	/** Returns whether there were too many. */
	private dropOldest(): boolean {
		const age = ({ createdAt = Number.MAX_SAFE_INTEGER }: PromotionRecord) => createdAt;
		if (this.records.size <= MOST_RECORDS) return false;
		const youngestFirst = [...this.records].sort(([, a], [, b]) => age(b) - age(a));
		for (const [promotionId] of youngestFirst.slice(MOST_RECORDS)) this.drop(promotionId);
		return true;
	}
}
