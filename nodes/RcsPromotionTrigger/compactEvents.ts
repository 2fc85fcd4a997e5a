import type { IDataObject } from 'n8n-workflow';
import { eventIdOf, itemOf, type Presentation, type PromotionEvent, type Subject } from './events';
import type { Listed } from './listing';
import { countersFromList, countersToList, EVENT_LETTERS, eventOfLetter, isKeptWhole, kept } from './record';

/**
 * The events of one promotion in one poll, in a fraction of the size of their items. Everything that makes them what they
 * are is kept, since the promotion may have changed back by the time they are sent again; left out is what can be worked
 * out, and the service's own record, which is then shown as it is listed.
 */
export type CompactEvents = [
	promotionId: string,
	name: string,
	/** Whether the promotion was listed. */
	listed: boolean,
	previousStatus: string | null,
	status: string | null,
	counters: number[] | null,
	countersBefore: number[] | null,
	/** `countersBefore` where it is not that of the promotion. */
	events: Array<[letter: string, eventId: string, extra?: IDataObject | null, countersBefore?: number[] | null]>,
];

/** Events of one poll share the statuses and the figures they were derived from. */
export type EventsOfOne = readonly [PromotionEvent, ...PromotionEvent[]];

export function compact({ accountId, promotionId, name, promotion }: Subject, events: EventsOfOne): CompactEvents {
	const [{ previousStatus, status, counters, countersBefore }] = events;
	const shortEvents = events.map((happened): CompactEvents[7][number] => {
		const { event, extra } = happened;
		const head = [EVENT_LETTERS[event], eventIdOf(accountId, promotionId, happened)] as const;
		if (happened.countersBefore !== countersBefore) {
			return [...head, extra ?? null, happened.countersBefore && countersToList(happened.countersBefore)];
		}
		return extra ? [...head, extra] : [...head];
	});
	return [
		promotionId,
		kept(name),
		promotion !== null,
		previousStatus,
		status,
		counters && countersToList(counters),
		countersBefore && countersToList(countersBefore),
		shortEvents,
	];
}

/** The same items once more; `now` is the promotion as it is now, if it is listed. */
export function itemsAgain(
	[promotionId, shortName, listed, previousStatus, status, counters, before, events]: CompactEvents,
	accountId: string,
	now: Listed | undefined,
	presentation: Presentation,
): IDataObject[] {
	const promotion = listed ? (now?.promotion ?? null) : null;
	const name = !isKeptWhole(shortName) && now?.name.startsWith(shortName) ? now.name : shortName;
	return events.flatMap(([letter, eventId, extra, ownBefore]) => {
		const event = eventOfLetter(letter);
		if (event === undefined) return [];
		const happened = {
			event,
			status,
			previousStatus,
			counters: countersFromList(counters),
			countersBefore: countersFromList(ownBefore === undefined ? before : ownBefore),
			...(extra ? { extra } : {}),
		};
		return [itemOf({ accountId, promotionId, name, promotion }, happened, presentation, eventId)];
	});
}
