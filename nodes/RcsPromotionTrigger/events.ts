import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from '../service/promotions';
import { COUNTERS, ratesOf, type Counters } from '../service/statistics';
import { summaryFields } from '../service/summary';
import type { Promotion } from '../service/types';
import { EVENTS, type EventName } from './form';
import type { Outage } from './outages';
import type { TriggerSettings } from './settings';
import type { PromotionRecord } from './state';

/** The conditions under which a poll compares answers. */
export interface Conditions {
	settings: TriggerSettings;
	/** The host's time of the poll. A wrong clock may delay an event, but never cause one too early. */
	now: number;
	accountId: string;
	/** The outage that ended with this poll, for the first event after it. */
	outage?: Outage;
}

/** What the events of one promotion in one poll have in common. */
interface Subject {
	promotionId: string;
	name: string;
	status: string;
	/** Null for a new promotion. */
	previousStatus: string | null;
	/** The figures that `changes` compares with. */
	figuresBefore?: number[];
	/** Null if the promotion is gone. */
	promotion: Promotion | null;
}

/** The items of one promotion in one poll. Each chosen event is counted in the record; events that were not chosen leave no trace. */
export class Telling {
	readonly items: IDataObject[] = [];

	constructor(
		private readonly subject: Subject,
		private readonly record: PromotionRecord,
		private readonly conditions: Conditions,
	) {}

	/** The count makes each eventId unique, because statuses may come back and figures may change the same way twice. */
	tell(
		event: EventName,
		extra: IDataObject = {},
		what: Array<string | number | null> = [this.subject.previousStatus, this.subject.status],
		figuresBefore = this.subject.figuresBefore,
	): void {
		const { promotionId, name, status, previousStatus, promotion } = this.subject;
		const { settings, now, accountId, outage } = this.conditions;
		const { record } = this;
		if (!settings.events.has(event)) return;
		const count = (record.counts?.[event] ?? record.countsFrom ?? 0) + 1;
		record.counts = { ...record.counts, [event]: count };
		const counters = record.counters && countersOf(record.counters);
		const summary = { title: name || promotionId, subtitle: EVENTS[event].name, counters };
		this.items.push({
			event,
			name,
			status,
			previousStatus,
			observedAt: new Date(now).toISOString(),
			...(settings.summary && counters && summaryFields(summary)),
			statistics: counters ?? null,
			rates: counters ? ratesOf(counters) : null,
			changes: changesBetween(figuresBefore, record.counters),
			...extra,
			...(outage && this.items.length === 0 && { outage }),
			promotion: promotion && simplifiedPromotion(promotion),
			eventId: eventIdOf(accountId, promotionId, event, [...what, count]),
			promotionId,
			accountId,
		});
	}
}

/** The same for every delivery of an event, so that repeats can be dropped. */
function eventIdOf(...parts: [accountId: string, promotionId: string, event: EventName, detail: unknown[]]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

export const countersOf = (figures: readonly number[]): Counters =>
	Object.fromEntries(COUNTERS.map((counter, place) => [counter, figures[place] ?? 0])) as Counters;

function changesBetween(before: number[] | undefined, after: number[] | undefined): IDataObject {
	if (!before || !after) return {};
	const changes = COUNTERS.flatMap((counter, place) => {
		const [from = 0, to = 0] = [before[place], after[place]];
		return from === to ? [] : [[counter, { from, to, delta: to - from }] as const];
	});
	return Object.fromEntries(changes);
}
