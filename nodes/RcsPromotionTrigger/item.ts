import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifyPromotion } from '../service/promotions';
import { areRatesOpen, computeRates, RATES_NOT_KNOWN } from '../service/counting';
import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { createSummaryFields } from '../service/summary';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { EVENTS, findAllOccurrences, type EventName } from './events';
import { PORTION } from './listing';
import { troubleOf, type Detail, type PromotionChange, type Trouble } from './record';
import { workOutFigures } from './settings';
import type { PromotionRecord } from './state';

/** What is kept of an emitted event, so that it can be emitted again. */
export interface EmittedEvent {
	event: EventName;
	promotionId: string;
	eventId: string;
	/** The event's detail, and its number among those of its kind. They make its eventId. */
	identity: Detail;
	fields?: IDataObject;
}

/** An event of a poll, with what its item shows. */
export interface News {
	emitted: EmittedEvent;
	change: Pick<PromotionChange, 'previousStatus' | 'countersBefore' | 'reading' | 'isSample' | 'facts'> & {
		record: Pick<PromotionRecord, 'name' | 'status' | 'counters'>;
	};
	/** When the event was seen first. */
	observedAt: number;
	promotion?: Promotion;
	isRedelivered?: true;
}

/** The events of one promotion in one poll, and the record that numbers and remembers them. */
export function makeEvents(change: PromotionChange, promotionId: string) {
	const { previousStatus, hasDisappeared, facts } = change;
	const record = { ...change.record };
	const events: EmittedEvent[] = [];
	for (const occurrence of findAllOccurrences(change)) {
		const { event, detail = [previousStatus, record.status], fields, remember, isSilent } = occurrence;
		if (remember) record.eventMemory = { ...record.eventMemory, ...remember };
		if (isSilent) continue;
		// The number makes each eventId unique, because statuses may come back and counters may change the same way twice.
		const number = (record.eventNumbers?.[event] ?? record.numberedFrom ?? 0) + 1;
		record.eventNumbers = { ...record.eventNumbers, [event]: number };
		const identity = [...detail, number];
		const eventId = makeEventId(facts.accountId, promotionId, event, identity);
		const allFields = hasDisappeared ? { ...fields, observed: 'gone' } : fields;
		events.push({ event, promotionId, eventId, identity, fields: allFields });
	}
	return { record, events };
}

/** @param checkProblem what the poll could not see; empty if there is nothing to say */
export function* makeItems(news: readonly News[], checkProblem = ''): Generator<void, IDataObject[]> {
	const items: IDataObject[] = [];
	for (const one of news) {
		if (items.length % PORTION === 0) yield;
		items.push(makeItem(one, checkProblem));
	}
	return items;
}

function makeItem(news: News, checkProblem: string): IDataObject {
	const { emitted, change, observedAt, promotion, isRedelivered } = news;
	const { event, promotionId, eventId, identity, fields } = emitted;
	const { record, previousStatus, countersBefore, reading, isSample, facts } = change;
	const { name, status, counters } = record;
	const figures = counters && workOutFigures(counters, status, facts);
	// Read from the event, because an event that is emitted again has nothing else.
	const hasDisappeared = fields?.observed === 'gone';
	const trouble = troubleOf(reading);
	const isCurrent = reading !== undefined && trouble === undefined;
	const isStale = hasDisappeared || (EVENTS[event].needsStatistics !== 'none' && !isCurrent);
	const summarize = () => {
		const label = isSample ? `Sample: ${EVENTS[event].name}` : EVENTS[event].name;
		const doubt = describeDoubt(event, figures !== undefined, isStale, trouble);
		const notes = [doubt, plainText(fields?.note), checkProblem].filter((note) => note !== '');
		return createSummaryFields({ title: name || promotionId, subtitle: label, figures, notes });
	};
	return {
		event,
		...(isSample && { isSample: true }),
		name,
		status,
		previousStatus,
		observedAt: new Date(observedAt).toISOString(),
		...(facts.settings.summary && summarize()),
		statistics: counters ? { ...counters } : null,
		countersAre: figures?.countersAre ?? null,
		rates: figures ? computeRates(figures) : null,
		...(figures && areRatesOpen(figures) && { ratesNote: RATES_NOT_KNOWN }),
		changes: event === 'countersChanged' ? changesIn(identity) : changesBetween(countersBefore, counters),
		...fields,
		...(isStale && { statisticsStale: true }),
		...(isStale && trouble && { statisticsError: trouble.reason }),
		...(checkProblem !== '' && { checkProblem }),
		promotion: promotion ? simplifyPromotion({ ...promotion, name: name || null, status }) : null,
		eventId,
		promotionId,
		accountId: facts.accountId,
		...(isRedelivered && { redelivered: true }),
	};
}

/** What a summary says of figures that are old or not known; empty if they are of now. */
function describeDoubt(event: EventName, hasFigures: boolean, isStale: boolean, trouble?: Trouble): string {
	const why = trouble ? `: ${trouble.reason}` : '.';
	if (hasFigures) return isStale ? `These figures may be old, because they could not be read now${why}` : '';
	if (EVENTS[event].needsStatistics === 'none') return '';
	return isStale ? `The figures could not be read${why}` : 'The service has no figures for it yet.';
}

/** The statuses in an event's identity; undefined for events that have something else in it. */
export function readStatuses({ event, identity }: EmittedEvent): [previous: string | null, status: string] | undefined {
	if (event === 'countersChanged' || event === 'thresholdCrossed') return undefined;
	return [identity[0] as string | null, String(identity[1])];
}

/** The same for every delivery of an event, so that a redelivered one can be dropped. */
export function makeEventId(accountId: string, promotionId: string, event: string, identity: unknown[]): string {
	const text = JSON.stringify([accountId, promotionId, event, identity]);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The identity of Counters Changed has all counters before, then all after. */
function changesIn(identity: Detail): IDataObject {
	const toCounters = (values: Detail) => mapCounters((counter) => values[COUNTERS.indexOf(counter)] as number | null);
	return changesBetween(toCounters(identity), toCounters(identity.slice(COUNTERS.length)));
}

function changesBetween(before: Counters | undefined, after: Counters | undefined): IDataObject {
	const changes = COUNTERS.flatMap((counter) => {
		const [from, to] = [before?.[counter], after?.[counter]];
		if (typeof from !== 'number' || typeof to !== 'number' || from === to) return [];
		return [[counter, { from, to, delta: to - from }] as const];
	});
	return Object.fromEntries(changes);
}
