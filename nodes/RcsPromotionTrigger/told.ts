import type { IDataObject } from 'n8n-workflow';
import { eventIdOf, itemWithId, type PromotionEvent } from './events';
import { shortened } from './record';
import { decodeCounters, encodeCounters, eventOf, letterOf, LONGEST_NAME_BYTES } from './recordCodec';
import type { Listed } from './snapshot';

/**
 * The events of one promotion in one poll, in a fraction of the size of their items. Everything that makes them what they
 * are is kept, since the promotion may have changed back by the time they are sent again; left out is what can be worked
 * out, and the service's own record, which is then shown as it is listed.
 */
export type Told = [
	promotionId: string,
	name: string,
	previousStatus: string | null,
	status: string | null,
	counters: string,
	countersBefore: string,
	events: ToldEvent[],
];
/** `countersBefore` where it is not that of the promotion. */
type ToldEvent = [letter: string, id: string, extra?: IDataObject | null, countersBefore?: string];

/** Events of one poll share the statuses and the figures they were derived from. */
export type EventsOfOne = readonly [PromotionEvent, ...PromotionEvent[]];

export function toldOf(subject: { accountId: string; promotionId: string; name: string }, events: EventsOfOne): Told {
	const { accountId, promotionId, name } = subject;
	const [{ previousStatus, status, counters, countersBefore }] = events;
	const before = encodeCounters(countersBefore);
	const shortEvents = events.map((happened): ToldEvent => {
		const id = Buffer.from(eventIdOf(accountId, promotionId, happened), 'hex').toString('base64url');
		const letter = letterOf(happened.event);
		const ownBefore = encodeCounters(happened.countersBefore);
		if (ownBefore !== before) return [letter, id, happened.extra ?? null, ownBefore];
		return happened.extra ? [letter, id, happened.extra] : [letter, id];
	});
	const shortName = shortened(name, LONGEST_NAME_BYTES);
	return [promotionId, shortName, previousStatus, status, encodeCounters(counters), before, shortEvents];
}

/** The same items once more; `listed` is the promotion as it is now, if it is listed. */
export function itemsOf(told: Told, accountId: string, listed: Listed | undefined): IDataObject[] {
	const [promotionId, shortName, previousStatus, status, counters, before, events] = told;
	// An event that tells of a promotion's absence has no record, even when the promotion is back.
	const promotion = status === null ? null : (listed?.promotion ?? null);
	const name = listed?.name.startsWith(shortName) ? listed.name : shortName;
	return events.flatMap(([letter, id, extra, ownBefore]) => {
		const event = eventOf(letter);
		if (event === undefined) return [];
		const happened = {
			event,
			status,
			previousStatus,
			counters: decodeCounters(counters),
			countersBefore: decodeCounters(ownBefore ?? before),
			...(extra ? { extra } : {}),
		};
		const eventId = Buffer.from(id, 'base64url').toString('hex');
		return [itemWithId({ accountId, promotionId, name, promotion }, happened, eventId)];
	});
}
