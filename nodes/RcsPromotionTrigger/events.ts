import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from '../service/promotions';
import { COUNTERS, ratesOf, type Counters } from '../service/statistics';
import { summaryFields } from '../service/summaryOption';
import type { Promotion } from '../service/types';
import { EVENT_NAMES, type EventName } from './settings';

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

export interface Presentation {
	/** When the poll saw it. */
	observedAt: number;
	summary: boolean;
}

export function eventIdOf(
	accountId: string,
	promotionId: string,
	{ event, detail }: Pick<PromotionEvent, 'event' | 'detail'>,
): string {
	const text = JSON.stringify([accountId, promotionId, event, detail]);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function itemOf(
	{ accountId, promotionId, name, promotion }: Subject,
	{ event, status, previousStatus, counters, countersBefore, extra }: Omit<PromotionEvent, 'detail'>,
	{ observedAt, summary }: Presentation,
	eventId: string,
): IDataObject {
	return {
		event,
		name,
		status,
		previousStatus,
		observedAt: new Date(observedAt).toISOString(),
		...(summary && counters
			? summaryFields({ title: name || promotionId, subtitle: EVENT_NAMES[event], counters })
			: {}),
		statistics: counters && { ...counters },
		rates: counters && { ...ratesOf(counters) },
		changes: changesBetween(countersBefore, counters),
		...extra,
		promotion: promotion && simplifiedPromotion(promotion),
		eventId,
		promotionId,
		accountId,
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
