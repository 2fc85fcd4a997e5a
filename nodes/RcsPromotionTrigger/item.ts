import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifyPromotion } from '../service/promotions';
import { COUNTERS, mapCounters, computeRates, type Counters } from '../service/statistics';
import { createSummaryFields } from '../service/summary';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { EVENTS, findOccurrences, type EventName } from './events';
import type { PromotionChange, Detail } from './record';

/** What is kept of an emitted event, so that it can be sent once more. */
export interface EmittedEvent {
	event: EventName;
	promotionId: string;
	eventId: string;
	/** The last entry is the event's count. */
	detail: Detail;
	fields?: IDataObject;
}

/** What an item shows besides the event itself. */
interface Shown extends Pick<PromotionChange, 'previousStatus' | 'countersBefore' | 'reading'> {
	name: string;
	status: string;
	/** When the event was seen first. */
	observedAt: number;
	counters?: Counters;
	promotion?: Promotion;
}

/** The events of one promotion in one poll, their items, and the record that counts and remembers them. */
export function makeEvents(change: PromotionChange, promotionId: string, promotion?: Promotion) {
	const { previousStatus, countersBefore, reading, hasDisappeared, basis } = change;
	const record = { ...change.record };
	const { name, status, counters } = record;
	const shown = { name, status, previousStatus, observedAt: basis.now, counters, countersBefore, reading, promotion };
	const events: Array<{ emitted: EmittedEvent; item: IDataObject }> = [];
	for (const occurrence of findOccurrences(change)) {
		const { event, detail = [previousStatus, status], fields, remember, isOnlyRemembered } = occurrence;
		if (remember) record.eventMemory = { ...record.eventMemory, ...remember };
		if (isOnlyRemembered) continue;
		// The count makes each eventId unique, because statuses may come back and counters may change the same way twice.
		const count = (record.timesEmitted?.[event] ?? record.numberedFrom ?? 0) + 1;
		record.timesEmitted = { ...record.timesEmitted, [event]: count };
		const fullDetail = [...detail, count];
		const eventId = makeEventId(basis.accountId, promotionId, event, fullDetail);
		const allFields = hasDisappeared ? { ...fields, observed: 'gone' } : fields;
		const emitted: EmittedEvent = { event, promotionId, eventId, detail: fullDetail, fields: allFields };
		events.push({ emitted, item: makeItem(emitted, shown, basis.accountId) });
	}
	return { record, events };
}

export function makeItem(
	{ event, promotionId, eventId, detail, fields }: EmittedEvent,
	{ name, status, previousStatus, observedAt, counters, countersBefore, reading, promotion }: Shown,
	accountId: string,
): IDataObject {
	const isUnread = reading?.kind === 'unread' || reading?.kind === 'skipped';
	// Having no statistics yet is an answer only for a promotion that never had any.
	const isCurrent = reading?.kind === 'counters' || (reading?.kind === 'noneYet' && !counters);
	const isStale = fields?.observed === 'gone' || (EVENTS[event].needsStatistics !== 'none' && !isCurrent);
	const changes = event === 'countersChanged' ? changesIn(detail) : changesBetween(countersBefore, counters);
	return {
		event,
		name,
		status,
		previousStatus,
		observedAt: new Date(observedAt).toISOString(),
		statistics: counters ? { ...counters } : null,
		rates: counters ? computeRates(counters) : null,
		changes,
		...fields,
		...(isStale && { statisticsStale: true }),
		...(isStale && isUnread && { statisticsError: reading.reason }),
		promotion: promotion ? simplifyPromotion({ ...promotion, name: name || null, status }) : null,
		eventId,
		promotionId,
		accountId,
	};
}

/** The statuses in an event's detail; undefined for events whose detail has something else. */
export function readStatuses({ event, detail }: EmittedEvent): [previous: string | null, status: string] | undefined {
	if (event === 'countersChanged' || event === 'thresholdCrossed') return undefined;
	return [detail[0] as string | null, String(detail[1])];
}

/** The same for every delivery of an event, so that a redelivered one can be dropped. */
export function makeEventId(accountId: string, promotionId: string, event: string, detail: unknown[]): string {
	const identity = JSON.stringify([accountId, promotionId, event, detail]);
	return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** The detail of Counters Changed has all counters before, then all after. */
function changesIn(detail: Detail): IDataObject {
	const countersAt = (i: number) => mapCounters((counter) => detail[i + COUNTERS.indexOf(counter)] as number | null);
	return changesBetween(countersAt(0), countersAt(COUNTERS.length));
}

function changesBetween(before: Counters | undefined, after: Counters | undefined): IDataObject {
	const changes = COUNTERS.flatMap((counter) => {
		const [from, to] = [before?.[counter], after?.[counter]];
		if (typeof from !== 'number' || typeof to !== 'number' || from === to) return [];
		return [[counter, { from, to, delta: to - from }] as const];
	});
	return Object.fromEntries(changes);
}

/** The item with a summary of its counters. It is made when the item is handed to n8n, so that it need not be remembered. */
export function addSummary(item: IDataObject): IDataObject {
	const statistics = item.statistics as Counters | null;
	if (!statistics) return item;
	const { name: label } = EVENTS[item.event as EventName];
	const summary = createSummaryFields({
		title: plainText(item.name) || plainText(item.promotionId),
		subtitle: item.isSample ? `Sample: ${label}` : label,
		counters: statistics,
	});
	// The fields that come before it stay where they are.
	const { event, name, status, previousStatus, observedAt } = item;
	return { event, name, status, previousStatus, observedAt, ...summary, ...item };
}
