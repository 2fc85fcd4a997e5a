import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from '../service/promotions';
import { COUNTERS, ratesOf, type Counters } from '../service/statistics';
import type { Promotion } from '../service/types';
import type { EventName } from './settings';

/** What happened to one promotion, before it becomes an item. */
export interface PromotionEvent {
	event: EventName;
	/** What tells this event from every other one of its kind and promotion. */
	detail: Array<string | number | null>;
	status: string | null;
	previousStatus: string | null;
	/** As known at the event; null when they were never read. */
	counters: Counters | null;
	/** What `changes` starts from. */
	countersBefore: Counters | null;
	/** Fields that only this kind of event has. */
	extra?: IDataObject;
}

export interface Subject {
	accountId: string;
	promotionId: string;
	name: string;
	/** Null when the promotion is gone. */
	promotion: Promotion | null;
}

export function eventIdOf(accountId: string, promotionId: string, { event, detail }: PromotionEvent): string {
	const text = JSON.stringify([accountId, promotionId, event, detail]);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function itemOf(subject: Subject, happened: PromotionEvent): IDataObject {
	return itemWithId(subject, happened, eventIdOf(subject.accountId, subject.promotionId, happened));
}

export function itemWithId(subject: Subject, happened: Omit<PromotionEvent, 'detail'>, eventId: string): IDataObject {
	const { accountId, promotionId, name, promotion } = subject;
	const { event, status, previousStatus, counters, countersBefore, extra } = happened;
	return {
		event,
		eventId,
		accountId,
		promotionId,
		name,
		status,
		previousStatus,
		statistics: counters && { ...counters },
		rates: counters && { ...ratesOf(counters) },
		changes: changesBetween(countersBefore, counters),
		promotion: promotion && simplifiedPromotion(promotion),
		...extra,
	};
}

function changesBetween(before: Counters | null, after: Counters | null): IDataObject {
	if (before === null || after === null) return {};
	const changed = COUNTERS.filter((counter) => before[counter] !== after[counter]);
	return Object.fromEntries(
		changed.map((counter) => [
			counter,
			{ from: before[counter], to: after[counter], delta: after[counter] - before[counter] },
		]),
	);
}

export const sevenOf = (counters: Counters): number[] => COUNTERS.map((counter) => counters[counter]);
