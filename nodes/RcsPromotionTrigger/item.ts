import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { areRatesOpen, computeRates, RATES_NOT_KNOWN } from '../service/counting';
import { simplifyPromotion } from '../service/promotions';
import { describeError } from '../service/errors';
import { createSummaryFields } from '../service/summary';
import { asSentence } from '../service/values';
import { changesBetween, figuresOf, type Change } from './change';
import { chosenEvents, EVENTS, type EventName } from './events';
import type { PollFacts } from './settings';

/** What is kept of an emitted event, so that it can be emitted again. */
export interface EmittedEvent {
	event: EventName;
	promotionId: string;
	eventId: string;
	status: string;
	previousStatus: string | null;
	fields?: IDataObject;
}

/** An event of a poll, with what its item shows. */
export interface News {
	emitted: EmittedEvent;
	change: Change;
	/** When the event was seen first. */
	observedAt: number;
	isRedelivered?: true;
	isSample?: true;
}

/** The events of one promotion in one poll. Its record remembers them. @param ordinal higher than in any poll before */
export function makeNews(change: Change, ordinal: number, facts: PollFacts): News[] {
	const { promotionId, previousStatus, status, record } = change;
	return chosenEvents(facts.settings.events).flatMap(({ event, findIn }) =>
		findIn(change, facts).map(({ detail = [previousStatus, status], fields, remember }, index) => {
			Object.assign(record, remember);
			const eventId = makeEventId(facts.accountId, promotionId, event, [...detail, ordinal + index]);
			const emitted = { event, promotionId, eventId, status, previousStatus, fields };
			return { emitted, change, observedAt: facts.now };
		}),
	);
}

/** The same for every delivery of an event, so that a redelivered one can be dropped. */
export function makeEventId(accountId: string, promotionId: string, event: string, identity: unknown[]): string {
	const text = JSON.stringify([accountId, promotionId, event, identity]);
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** @param checkProblem what the poll could not see; empty if there is nothing to say */
export function* makeItems(news: readonly News[], facts: PollFacts, checkProblem = ''): Generator<void, IDataObject[]> {
	const items: IDataObject[] = [];
	for (const one of news) {
		yield;
		items.push(makeItem(one, facts, checkProblem));
	}
	return items;
}

function makeItem(news: News, facts: PollFacts, checkProblem: string): IDataObject {
	const { isSample, change } = news;
	const { event, promotionId, eventId, status, previousStatus, fields } = news.emitted;
	const { listed, record } = change;
	const { name } = record;
	const reason = change.problem && asSentence(describeError(change.problem));
	// As they were read now, or else as they were read last.
	const counters = change.reading ?? record.counters;
	const figures = counters && figuresOf(counters, status, facts);
	const isStale = EVENTS[event].needsStatistics !== 'never' && change.asked !== 'good';
	const summarize = () => {
		const label = isSample ? `Sample: ${EVENTS[event].name}` : EVENTS[event].name;
		const staleness = describeStaleness(event, figures !== undefined, isStale, reason);
		const notes = [staleness, checkProblem].filter((note) => note !== '');
		return createSummaryFields({ title: name || promotionId, subtitle: label, figures, notes });
	};
	return {
		event,
		...(isSample && { isSample }),
		name,
		status,
		previousStatus,
		observedAt: new Date(news.observedAt).toISOString(),
		...(facts.settings.summary && summarize()),
		statistics: counters ? { ...counters } : null,
		countersAre: figures?.countersAre ?? null,
		rates: figures ? computeRates(figures) : null,
		...(figures && areRatesOpen(figures) && { ratesNote: RATES_NOT_KNOWN }),
		changes: changesBetween(change.countersBefore, counters),
		...fields,
		...(isStale && { statisticsStale: true }),
		...(isStale && reason !== undefined && { statisticsError: reason }),
		...(checkProblem !== '' && { checkProblem }),
		promotion: listed ? simplifyPromotion({ ...listed.promotion, name: name || null, status }) : null,
		eventId,
		promotionId,
		accountId: facts.accountId,
		...(news.isRedelivered && { redelivered: true }),
	};
}

/** What a summary says of figures that are old or not known; empty if they are of now. */
function describeStaleness(event: EventName, hasFigures: boolean, isStale: boolean, reason?: string): string {
	const why = reason === undefined ? '.' : `: ${reason}`;
	if (hasFigures) return isStale ? `These figures may be old, because they could not be read now${why}` : '';
	if (EVENTS[event].needsStatistics === 'never') return '';
	return isStale ? `The figures could not be read${why}` : 'The service has no figures for it yet.';
}
