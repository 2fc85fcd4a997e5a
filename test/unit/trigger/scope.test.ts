import { makeItems } from '../../../nodes/RcsPromotionTrigger/item';
import { counters, HOUR, promotion, settingsOf, START, Timeline } from './timeline';

const DAY = 24 * HOUR;

function watching(values: Parameters<typeof settingsOf>[0], ids = ['p1', 'p2', 'p3']) {
	const timeline = new Timeline(values);
	timeline.list = ids.map((id) => promotion(id, 'Running'));
	timeline.poll();
	return timeline;
}

describe.each([
	['a filter is added', {}, { filters: { nameContains: 'p1' } }],
	['a filter is taken away', { filters: { nameContains: 'p1' } }, {}],
	[
		'one more promotion is selected',
		{ scope: 'selected', promotionIds: ['p1'] },
		{ scope: 'selected', promotionIds: ['p1', 'p2'] },
	],
	['one more day counts', { filters: { createdWithinDays: 3 } }, { filters: { createdWithinDays: 4 } }],
	['all are watched from now on', { scope: 'selected', promotionIds: ['p1'] }, { scope: 'all' }],
	['another event is chosen', {}, { events: ['completed', 'finalFiguresReady', 'created', 'stalled'] }],
] as const)('when %s', (_, before, after) => {
	const events = ['completed', 'finalFiguresReady', 'created'];
	const first = () => settingsOf({ events, ...structuredClone(before) });
	const second = () => settingsOf({ events, ...structuredClone(after) });

	it('a completion between the last check and the edit causes its event', () => {
		const timeline = watching({ events });
		timeline.settings = first();
		timeline.poll();
		timeline.change('p1', 'Completed');
		timeline.settings = second();
		expect(timeline.events()).toEqual(['p1 completed']);
	});

	it('the final figures of a completion before it come', () => {
		const timeline = watching({ events });
		timeline.settings = first();
		timeline.poll();
		timeline.statistics.set('p1', counters({ sent: 5 }));
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual(['p1 completed']);
		timeline.settings = second();
		expect(timeline.events(30)).toEqual([]);
		expect(timeline.events(40)).toEqual(['p1 finalFiguresReady']);
	});

	it('what enters the scope causes no event by that, and is followed from then on', () => {
		const timeline = watching({ events });
		timeline.settings = first();
		timeline.poll();
		timeline.poll();
		timeline.settings = second();
		timeline.list.push(promotion('p1 new', 'Running'));
		const entered = timeline.events();
		expect(entered.filter((event) => event.startsWith('p2') || event.startsWith('p3'))).toEqual([]);
		timeline.change('p1', 'Completed');
		expect(timeline.events()).toEqual(['p1 completed']);
	});
});

it('what happens outside the scope causes no event, also when it enters later', () => {
	const events = ['created', 'statusChanged', 'completed', 'disappeared'];
	const timeline = watching({ events, scope: 'selected', promotionIds: ['p1'] });
	timeline.change('p2', 'Completed');
	timeline.list.push(promotion('p4', 'Running'));
	expect(timeline.events()).toEqual([]);
	timeline.settings = settingsOf({ events });
	expect(timeline.events()).toEqual([]);
	timeline.change('p4', 'Completed');
	expect(timeline.events()).toEqual(['p4 statusChanged', 'p4 completed']);
});

it('what was outside the scope and missing for a while is no news when it enters', () => {
	const events = ['created', 'completed'];
	const timeline = watching({ events, scope: 'selected', promotionIds: ['p1'] });
	const { list } = timeline;
	timeline.remove('p2');
	timeline.poll();
	timeline.list = list;
	timeline.change('p2', 'Completed');
	timeline.settings = settingsOf({ events });
	expect(timeline.events()).toEqual([]);
});

it('the final figures of what has left the scope do not come', () => {
	const options = { watchAfterCompletionHours: 1 };
	const timeline = watching({ events: ['finalFiguresReady'], options });
	timeline.change('p1', 'Completed');
	timeline.poll();
	timeline.settings = settingsOf({ events: ['finalFiguresReady'], options, scope: 'selected', promotionIds: ['p2'] });
	timeline.list = [];
	for (let poll = 0; poll < 3; poll++) expect(timeline.events(60)).toEqual([]);
});

it('an expression that changes at every poll does not silence the trigger', () => {
	const events = ['completed'];
	const timeline = watching({ events, filters: { createdWithinDays: 30 } });
	const seen: string[] = [];
	for (let poll = 0; poll < 20; poll++) {
		timeline.settings = settingsOf({ events, filters: { createdWithinDays: 30 + poll / 10 } });
		if (poll === 7) timeline.change('p1', 'Completed');
		if (poll === 8) timeline.settings = settingsOf({ events, scope: 'selected', promotionIds: ['p2', 'p3'] });
		if (poll === 11) timeline.change('p2', 'Completed');
		seen.push(...timeline.events());
	}
	expect(seen).toEqual(['p1 completed', 'p2 completed']);
});

it('a missing promotion does not disappear once it is out of scope', () => {
	const timeline = watching({ events: ['disappeared', 'cancelled'] });
	timeline.remove('p1');
	expect(timeline.events()).toEqual([]);
	timeline.settings = settingsOf({ events: ['disappeared', 'cancelled'], scope: 'selected', promotionIds: ['p2'] });
	for (let poll = 0; poll < 4; poll++) expect(timeline.events()).toEqual([]);
});

it('a promotion that left the scope while it was missing is no news when it is back in both', () => {
	const events = ['created', 'disappeared'];
	const timeline = watching({ events });
	const { list } = timeline;
	timeline.remove('p1');
	timeline.settings = settingsOf({ events, scope: 'selected', promotionIds: ['p2'] });
	timeline.poll();
	timeline.list = list;
	timeline.settings = settingsOf({ events });
	expect(timeline.events()).toEqual([]);
});

it.each([-6, -2, 0, 400])(
	'what was never listed is new, whenever it was created within the last week: %i days',
	(days) => {
		const timeline = watching({ events: ['created', 'completed'] });
		timeline.poll();
		timeline.list.push(promotion('p9', 'Completed', { createdDate: START + days * DAY }));
		expect(timeline.events()).toEqual(['p9 created', 'p9 completed']);
	},
);

it('what ended stays ended: an old list of three days ago is no news, and neither is the end of it', () => {
	const timeline = watching({ events: ['created', 'completed', 'disappeared'] });
	for (let index = 0; index < 20; index++) timeline.list.push(promotion(`c${index}`, 'Running'));
	timeline.poll();
	const old = timeline.list;
	for (let index = 0; index < 20; index++) timeline.change(`c${index}`, 'Completed');
	expect(timeline.events()).toHaveLength(20);
	for (let hour = 0; hour < 80; hour++) timeline.poll(60);
	timeline.list.push(promotion('young', 'Running', { createdDate: timeline.now }));
	timeline.poll();
	const { list } = timeline;
	timeline.list = old;
	expect(timeline.events()).toEqual([]);
	timeline.list = list;
	expect(timeline.events()).toEqual([]);
});

it('a missing name in the answer that says Completed counts as the last known one', () => {
	const timeline = watching({ events: ['completed'], filters: { nameContains: 'name of p1' } });
	timeline.list = [promotion('p1', 'Completed', { name: null }), promotion('p2', 'Running')];
	expect(timeline.poll()).toMatchObject([{ event: 'completed', name: 'Name of p1' }]);
});

it('an event shows the status as the service writes it', () => {
	const timeline = watching({ events: ['statusChanged', 'cancelled', 'disappeared'] }, ['p1', 'p2']);
	const odd = ' Отправляется получателям, und zwar sehr langsam ';
	timeline.change('p1', odd);
	expect(timeline.poll()[0]).toMatchObject({ status: odd, previousStatus: 'Running' });
	timeline.remove('p1');
	for (let poll = 0; poll < 2; poll++) timeline.poll();
	const items = timeline.poll();
	expect(items).toHaveLength(3);
	for (const item of items) expect(item).toMatchObject({ status: odd, observed: 'gone', promotion: null });
});

it('1,000 completions cause their events at once, each with its statistics', () => {
	const ids = Array.from({ length: 1000 }, (_, index) => `p${index}`);
	const timeline = watching({ events: ['completed'], options: { summary: true } }, ids);
	for (const id of ids) timeline.statistics.set(id, counters({ attempted: 10, sent: 9 }));
	timeline.list = timeline.list.map((one) => ({ ...one, status: 'Completed' }));
	const items = timeline.poll();
	// In portions, between which n8n does its other work.
	expect([...makeItems(timeline.found?.news ?? [])].length).toBeGreaterThan(1);
	expect(new Set(items.map(({ promotionId }) => promotionId)).size).toBe(1000);
	for (const { statistics } of items) expect(statistics).toMatchObject({ attempted: 10 });
});
