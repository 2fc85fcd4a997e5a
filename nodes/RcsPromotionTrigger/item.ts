import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifiedPromotion } from '../service/promotions';
import { COUNTERS, mapCounters, ratesOf } from '../service/statistics';
import { summaryFields } from '../service/summary';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { EVENTS, occurrencesIn, type EventName } from './events';
import type { Look } from './record';
import type { Figures } from './state';

/** The items of one promotion in one poll. Each event is counted in the record. */
export function itemsOf(look: Look, promotionId: string, listed?: Promotion): IDataObject[] {
	const { record, previousStatus, figuresBefore, isGone, conditions } = look;
	const { now, accountId } = conditions;
	const { name, status } = record;
	return occurrencesIn(look).map(({ event, figures, fields, detail = [previousStatus, status], from }) => {
		// The count makes each eventId unique, because statuses may come back and figures may change the same way twice.
		const count = (record.counts?.[event] ?? record.countsFrom ?? 0) + 1;
		record.counts = { ...record.counts, [event]: count };
		return {
			event,
			name,
			status,
			previousStatus,
			observedAt: new Date(now).toISOString(),
			...figuresTold(record.figures, from ?? figuresBefore),
			...fields,
			...(isGone && { observed: 'gone' }),
			...((isGone || (figures !== 'none' && !isRead(look))) && { statisticsStale: true }),
			promotion: listed ? simplifiedPromotion({ ...listed, name: name || null, status }) : null,
			eventId: eventIdOf(accountId, promotionId, event, [...detail, count]),
			promotionId,
			accountId,
		};
	});
}

/** Whether the figures are of now. "There are none" is true as long as there never were any. */
const isRead = ({ reading, record }: Look): boolean =>
	reading?.kind === 'figures' || (reading?.kind === 'noneYet' && !record.figures);

/** The same for every delivery of an event, so that repeats can be dropped. */
export function eventIdOf(accountId: string, promotionId: string, event: string, detail: unknown[]): string {
	const identity = JSON.stringify([accountId, promotionId, event, detail]);
	return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

function figuresTold(figures: Figures | undefined, before: Figures | undefined): IDataObject {
	if (!figures) return { statistics: null, rates: null, changes: {} };
	const changes = COUNTERS.flatMap((counter) => {
		const [from, to] = [before?.[counter], figures[counter]];
		if (typeof from !== 'number' || typeof to !== 'number' || from === to) return [];
		return [[counter, { from, to, delta: to - from }] as const];
	});
	return { statistics: { ...figures }, rates: ratesOf(figures), changes: Object.fromEntries(changes) };
}

/** The item with a summary of its figures. It is made when the item is handed to n8n, so that it need not be remembered. */
export function withSummary(item: IDataObject): IDataObject {
	const statistics = item.statistics as Figures | null;
	if (!statistics) return item;
	const summary = summaryFields({
		title: plainText(item.name) || plainText(item.promotionId),
		subtitle: EVENTS[item.event as EventName].name,
		counters: mapCounters((counter) => statistics[counter] ?? 0),
	});
	// The fields that come before it stay where they are.
	const { event, name, status, previousStatus, observedAt } = item;
	return { event, name, status, previousStatus, observedAt, ...summary, ...item };
}
