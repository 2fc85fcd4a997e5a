import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { simplifyPromotion } from '../service/promotions';
import { areRatesOpen, computeRates, RATES_NOT_KNOWN, type Figures } from '../service/figures';
import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { createSummaryFields } from '../service/summary';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { EVENTS, findAllOccurrences, type EventName } from './events';
import { workOutFigures } from './figures';
import { troubleOf, type Detail, type PromotionChange } from './record';
import type { Basis } from './settings';

/** What is kept of an emitted event, so that it can be emitted again. */
export interface EmittedEvent {
	event: EventName;
	promotionId: string;
	eventId: string;
	/** The event's detail, and its number among those of its kind. They make its eventId. */
	identity: Detail;
	fields?: IDataObject;
}

/** What an item shows besides the event itself. */
interface Shown extends Pick<PromotionChange, 'previousStatus' | 'countersBefore' | 'reading' | 'isSample'> {
	name: string;
	status: string;
	/** When the event was seen first. */
	observedAt: number;
	figures?: Figures;
	promotion?: Promotion;
}

/** The events of one promotion in one poll, their items, and the record that numbers and remembers them. */
export function makeEvents(change: PromotionChange, promotionId: string, promotion?: Promotion) {
	const { previousStatus, countersBefore, reading, hasDisappeared, isSample, basis } = change;
	const record = { ...change.record };
	const { name, status, counters } = record;
	const figures = counters && workOutFigures(counters, status, basis);
	const times = { observedAt: basis.now, previousStatus };
	const shown = { name, status, ...times, figures, countersBefore, reading, isSample, promotion };
	const events: Array<{ emitted: EmittedEvent; item: IDataObject }> = [];
	for (const occurrence of findAllOccurrences(change)) {
		const { event, detail = [previousStatus, status], fields, remember, isSilent } = occurrence;
		if (remember) record.eventMemory = { ...record.eventMemory, ...remember };
		if (isSilent) continue;
		// The number makes each eventId unique, because statuses may come back and counters may change the same way twice.
		const number = (record.eventNumbers?.[event] ?? record.numberedFrom ?? 0) + 1;
		record.eventNumbers = { ...record.eventNumbers, [event]: number };
		const identity = [...detail, number];
		const eventId = makeEventId(basis.accountId, promotionId, event, identity);
		const allFields = hasDisappeared ? { ...fields, observed: 'gone' } : fields;
		const emitted: EmittedEvent = { event, promotionId, eventId, identity, fields: allFields };
		events.push({ emitted, item: makeItem(emitted, shown, basis) });
	}
	return { record, events };
}

export function makeItem(emitted: EmittedEvent, shown: Shown, { accountId }: Basis): IDataObject {
	const { event, promotionId, eventId, identity, fields } = emitted;
	const { name, status, previousStatus, observedAt, figures, countersBefore, reading, promotion } = shown;
	const counters = figures?.counters;
	// Read from the event, because an event that is emitted again has nothing else.
	const hasDisappeared = fields?.observed === 'gone';
	const trouble = troubleOf(reading);
	const isCurrent = reading !== undefined && trouble === undefined;
	const isStale = hasDisappeared || (EVENTS[event].needsStatistics !== 'none' && !isCurrent);
	const changes = event === 'countersChanged' ? changesIn(identity) : changesBetween(countersBefore, counters);
	return {
		event,
		...(shown.isSample && { isSample: true }),
		name,
		status,
		previousStatus,
		observedAt: new Date(observedAt).toISOString(),
		statistics: counters ? { ...counters } : null,
		countersAre: figures?.countersAre ?? null,
		rates: figures ? computeRates(figures) : null,
		...(figures && areRatesOpen(figures) && { ratesNote: RATES_NOT_KNOWN }),
		changes,
		...fields,
		...(isStale && { statisticsStale: true }),
		...(isStale && trouble && { statisticsError: trouble.reason }),
		promotion: promotion ? simplifyPromotion({ ...promotion, name: name || null, status }) : null,
		eventId,
		promotionId,
		accountId,
	};
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

/** The item with a summary of its counters, which says if they are old or not known. */
export function addSummary(item: IDataObject, basis: Basis): IDataObject {
	const { name: label } = EVENTS[item.event as EventName];
	const counters = item.statistics as Counters | null;
	const summary = createSummaryFields({
		title: plainText(item.name) || plainText(item.promotionId),
		subtitle: item.isSample ? `Sample: ${label}` : label,
		figures: counters ? workOutFigures(counters, plainText(item.status), basis) : undefined,
		notes: describeNotes(item),
	});
	// Keys stay where they are mentioned first: the summary comes after observedAt.
	const { event, isSample, name, status, previousStatus, observedAt } = item;
	const first = { event, ...(isSample === true && { isSample }), name, status, previousStatus, observedAt };
	return { ...first, ...summary, ...item };
}

/** With what the check could not see, before the promotion and the IDs. */
export function addCheckProblem(item: IDataObject, checkProblem: string): IDataObject {
	const { promotion, eventId, promotionId, accountId, ...others } = item;
	return { ...others, checkProblem, promotion, eventId, promotionId, accountId };
}

const describeNotes = (item: IDataObject): string[] =>
	[...describeDoubt(item), plainText(item.note), plainText(item.checkProblem)].filter((note) => note !== '');

function describeDoubt({ event, statistics, statisticsStale, statisticsError }: IDataObject): string[] {
	const why = statisticsError ? `: ${plainText(statisticsError)}` : '.';
	if (statistics) return statisticsStale ? [`These figures may be old, because they could not be read now${why}`] : [];
	if (EVENTS[event as EventName].needsStatistics === 'none') return [];
	return [statisticsStale ? `The figures could not be read${why}` : 'The service has no figures for it yet.'];
}
