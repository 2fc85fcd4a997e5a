import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from '../service/promotions';
import { COUNTERS, ratesOf, type Counters } from '../service/statistics';
import { summaryFields } from '../service/summary';
import type { Promotion } from '../service/types';

/** As the form calls them, and in the order in which several events of one promotion are delivered. */
const EVENT_NAMES = {
	created: 'Created',
	statusChanged: 'Status Changed',
	completed: 'Completed',
	stopped: 'Stopped',
	cancelled: 'Cancelled',
	countersChanged: 'Counters Changed',
	settled: 'Final Figures Ready',
	stalled: 'Stalled',
	thresholdCrossed: 'Threshold Crossed',
	removed: 'Disappeared From List',
};
export type EventName = keyof typeof EVENT_NAMES;
export const EVENTS = Object.keys(EVENT_NAMES) as EventName[];

/** What happened to one promotion, before it becomes an item. */
export interface PromotionEvent {
	event: EventName;
	/** What tells this event from every other one of its kind and promotion. */
	detail: Array<string | number | null>;
	status: string;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** As known at the event; undefined when they were never read. */
	counters?: Counters;
	/** What `changes` starts from. */
	countersBefore?: Counters;
	/** Fields that only this kind of event has. */
	extra?: IDataObject;
}

interface Subject {
	accountId: string;
	promotionId: string;
	name: string;
	/** Null when the promotion is gone. */
	promotion: Promotion | null;
}

/** Stays the same in every delivery of an event, so that anyone can drop repeats. */
function eventIdOf(accountId: string, promotionId: string, { event, detail }: PromotionEvent): string {
	const text = JSON.stringify([accountId, promotionId, event, detail]);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function itemOf(
	{ accountId, promotionId, name, promotion }: Subject,
	happened: PromotionEvent,
	{ observedAt, summary }: { observedAt: number; summary: boolean },
): IDataObject {
	const { event, status, previousStatus, counters, countersBefore, extra } = happened;
	return {
		event,
		name,
		status,
		previousStatus,
		observedAt: new Date(observedAt).toISOString(),
		...(summary && counters
			? summaryFields({ title: name || promotionId, subtitle: EVENT_NAMES[event], counters })
			: {}),
		statistics: counters ? { ...counters } : null,
		rates: counters ? { ...ratesOf(counters) } : null,
		changes: changesBetween(countersBefore, counters),
		...extra,
		promotion: promotion && simplifiedPromotion(promotion),
		eventId: eventIdOf(accountId, promotionId, happened),
		promotionId,
		accountId,
	};
}

function changesBetween(before: Counters | undefined, after: Counters | undefined): IDataObject {
	if (!before || !after) return {};
	const changed = COUNTERS.filter((counter) => before[counter] !== after[counter]);
	return Object.fromEntries(
		changed.map((counter) => [
			counter,
			{ from: before[counter], to: after[counter], delta: after[counter] - before[counter] },
		]),
	);
}
