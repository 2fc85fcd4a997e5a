/** Fetch Test Event: the newest completed promotion as it is, or one that is invented. */
import type { IDataObject } from 'n8n-workflow';
import { makeSamples } from '../../../nodes/RcsPromotionTrigger/samples';
import { allEvents, counters, playsTimelines, promotion, START, Timeline } from './timeline';

playsTimelines();

class Samples extends Timeline {
	async make(): Promise<IDataObject[]> {
		const state = {};
		const context = this.contextOf({ node: 'Trigger', state, activation: 'manual', budgetMs: 300_000 });
		const items = await makeSamples(context);
		expect(state).toEqual({});
		return items;
	}
}

it('shows the newest completed promotion as it is, for every chosen event', async () => {
	const samples = new Samples({ events: allEvents, options: { summary: true } });
	const newest = promotion('p2', 'Completed', { createdDate: START + 2, promotionEndTime: START + 3 });
	samples.list = [promotion('p3', 'Running', { createdDate: START + 9 }), newest, promotion('p1', 'Completed')];
	samples.statistics.set('p2', counters({ attempted: 200, failed: 8, sent: 192, delivered: 96 }));
	const items = await samples.make();
	expect(items.map(({ event }) => event)).toEqual(allEvents);
	for (const item of items) {
		expect(item).toMatchObject({ isSample: true, promotionId: 'p2', name: 'Name of p2', status: 'Completed' });
		expect(item).toMatchObject({ statistics: { failed: 8 }, rates: { failureRate: 4, deliveryRate: 50 }, changes: {} });
		expect(item.promotion).toMatchObject({ promotionEndTime: new Date(START + 3).toISOString() });
		expect(item.summaryText).toMatch(/^Name of p2 \(Sample: /);
		expect(item.eventId).toMatch(/^[0-9a-f]{32}$/);
	}
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
	const byEvent = new Map(items.map((item) => [item.event, item]));
	expect(byEvent.get('created')).toMatchObject({ previousStatus: null });
	expect(byEvent.get('thresholdCrossed')).toMatchObject({ threshold: { rate: 'failureRate', value: 4 } });
	expect(byEvent.get('finalFiguresReady')).toHaveProperty('finalBecause');
	expect(byEvent.get('stalled')).toHaveProperty('stalledSince');
});

it.each<[what: string, list: ReturnType<typeof promotion>[], answer: number | object]>([
	['there is no completed one', [promotion('p1', 'Running')], counters()],
	['Name Contains lets in none', [promotion('p1', 'Completed', { name: 'Other' })], counters()],
	['its figures cannot be read', [promotion('p1', 'Completed')], 403],
])('is one fixed campaign where %s', async (_, list, answer) => {
	const samples = new Samples({ events: ['completed', 'stalled'], filters: { nameContains: 'name' } });
	samples.list = list;
	samples.statistics.set('p1', answer as never);
	const items = await samples.make();
	expect(items).toHaveLength(2);
	for (const item of items) {
		expect(item).toMatchObject({
			isSample: true,
			promotionId: 'sample',
			name: 'Sample campaign',
			statistics: { sent: 940 },
		});
	}
});
