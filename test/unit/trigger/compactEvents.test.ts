import { compact, itemsAgain, type CompactEvents } from '../../../nodes/RcsPromotionTrigger/compactEvents';
import { eventIdOf, itemOf, type PromotionEvent } from '../../../nodes/RcsPromotionTrigger/events';
import { listedAs } from '../../../nodes/RcsPromotionTrigger/listing';
import type { Counters } from '../../../nodes/service/statistics';
import { counters, promotion, settingsOf, START } from './timeline';

const presentation = { observedAt: START, summary: true };
const now = (name: string) => listedAs(promotion('p1', 'Running', { name }), { settings: settingsOf({}), now: START });
const subjectOf = (name: string, listed: boolean) => ({
	accountId: 'acme',
	promotionId: 'p1',
	name,
	promotion: listed ? now(name).promotion : null,
});
const happened = (event: PromotionEvent['event'], countersBefore: Counters | null): PromotionEvent => ({
	event,
	detail: [event],
	status: 'Completed',
	previousStatus: 'Running',
	counters: counters({ sent: 9 }),
	countersBefore,
});

const [five, seven] = [5, 7].map((sent) => counters({ sent }));

it.each<[string, Array<Counters | null | undefined>]>([
	['the same figures before', [five, five]],
	['figures of its own before', [five, seven]],
	['figures of its own before, where there were none', [null, seven]],
	['none before, where there were figures', [five, null]],
])('an event is the same once more: %s', (_, befores) => {
	const subject = subjectOf('Spring', true);
	const [first, second] = befores.map((before, index) =>
		happened(index === 0 ? 'completed' : 'countersChanged', before ?? null),
	) as [PromotionEvent, PromotionEvent];
	const events = [first, { ...second, extra: { threshold: 5 } }] as const;
	const kept = JSON.parse(JSON.stringify(compact(subject, events))) as CompactEvents;
	expect(itemsAgain(kept, 'acme', now('Spring'), presentation)).toEqual(
		events.map((event) => itemOf(subject, event, presentation, eventIdOf('acme', 'p1', event))),
	);
});

const long = `${'x'.repeat(149)}y`;

it.each([
	['as it was, though it was renamed', 'Spring', 'Spring Sale', 'Spring'],
	['whole, where only its beginning was kept', long, long, long],
	['as far as it was kept, where it was renamed', long, 'Spring', long.slice(0, 100)],
	['as far as it was kept, where it is gone', long, undefined, long.slice(0, 100)],
])('the name is told %s', (_, name, nameNow, expected) => {
	const kept = compact(subjectOf(name, true), [happened('completed', null)]);
	const [item] = itemsAgain(kept, 'acme', nameNow === undefined ? undefined : now(nameNow), presentation);
	expect(item?.name).toBe(expected);
});

it.each([
	[true, true, true],
	[true, false, false],
	[false, true, false],
])('the record is shown where it was listed and is: %p, %p', (was, is, isShown) => {
	const kept = compact(subjectOf('Spring', was), [happened('completed', null)]);
	const [item] = itemsAgain(kept, 'acme', is ? now('Spring') : undefined, presentation);
	expect(item?.promotion).toEqual(isShown ? expect.objectContaining({ promotionId: 'p1' }) : null);
});
