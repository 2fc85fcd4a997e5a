/** Each sample is true of itself: what it says of a rate, a change, a status or a time agrees with the rest of it. */
import type { IDataObject } from 'n8n-workflow';
import { ALL_EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { makeSamples } from '../../../nodes/RcsPromotionTrigger/samples';
import type { Rate } from '../../../nodes/service/counting';
import { COUNTERS, type Counter, type Counters } from '../../../nodes/service/statistics';
import { pollTime, TRIGGER } from '../../model/host';
import { pollContext } from '../../model/trigger';
import { allEvents, HOUR, MINUTE } from './timeline';

async function sampled(promotions: IDataObject[], counters: Partial<Counters>, given: IDataObject = {}) {
	const { thresholds, ...options } = given;
	const parameters: IDataObject = { events: allEvents, options, ...(thresholds !== undefined && { thresholds }) };
	const registration = { node: TRIGGER, state: {}, activation: 'manual', budgetMs: pollTime.registrationMs };
	const context = pollContext(
		registration,
		(name) => parameters[name],
		async (url) => ({ status: 200, body: JSON.stringify(url.includes('/stats?') ? counters : { promotions }) }),
		{ credential: { baseUrl: 'https://rcs.example.com', accountId: 'acme', apiKey: 'key-of-the-test' }, log: [] },
	);
	const items = await makeSamples(context);
	expect(registration.state).toEqual({});
	return new Map(items.map((item) => [String(item.event), item]));
}

const justNow = () => Date.now() - MINUTE;
const completed = () => ({
	promotionId: 'p1',
	name: 'Spring Sale',
	status: 'Completed',
	createdDate: justNow(),
	promotionEndTime: Date.now(),
});
/** Which share a rate is, as docs/reports.md says. */
const PARTS: Record<Rate, [part: Counter, whole: Counter]> = {
	deliveryRate: ['delivered', 'sent'],
	readRate: ['read', 'delivered'],
	interactionRate: ['interacted', 'delivered'],
	failureRate: ['failed', 'attempted'],
	optOutRate: ['optout', 'delivered'],
};
const limits = Object.keys(PARTS).flatMap((rate) =>
	['above', 'below'].flatMap((direction) =>
		[0, 0.07, 5, 50, 100].flatMap((percent) =>
			[0, 100, 5000].map((minimumBase) => ({ rate, direction, percent, minimumBase })),
		),
	),
);

describe.each<[string, () => IDataObject[], Partial<Counters>]>([
	['invented', () => [], {}],
	['of a promotion to which nothing happened', () => [completed()], { attempted: 0 }],
	[
		'of a usual promotion',
		() => [completed()],
		{ attempted: 5000, sent: 4900, failed: 100, delivered: 4800, read: 900 },
	],
])('samples %s', (_, promotions, counters) => {
	it('are there for every event, in order', async () => {
		const items = await sampled(promotions(), counters);
		expect([...items.keys()]).toEqual(ALL_EVENTS.map(({ event }) => event));
	});

	it('say in their summaries that they are samples', async () => {
		for (const item of (await sampled(promotions(), counters, { summary: true })).values()) {
			expect(item.summaryText).toContain('(Sample: ');
			expect(item.summaryHtml).toContain('Sample: ');
		}
	});

	it('have a status that agrees with the event, and times that agree with the status', async () => {
		const items = await sampled(promotions(), counters);
		for (const [event, item] of items) {
			const promotion = item.promotion as IDataObject | null;
			if (event === 'disappeared') expect(item).toMatchObject({ observed: 'gone', promotion: null });
			else expect([event, promotion?.status]).toEqual([event, item.status]);
			if (!promotion) continue;
			const isOver = ['Completed', 'Cancelled'].includes(String(item.status));
			expect([event, promotion.promotionEndTime !== null]).toEqual([event, isOver]);
			const since = Date.parse(String(item.stalledSince ?? promotion.promotionEndTime ?? item.observedAt));
			expect(Date.parse(String(promotion.createdDate))).toBeLessThanOrEqual(since);
			expect(since).toBeLessThanOrEqual(Date.parse(String(item.observedAt)));
		}
		const { observedAt, promotion } = items.get('finalFiguresReady') ?? {};
		const endedAt = Date.parse(String((promotion as IDataObject).promotionEndTime));
		expect(Date.parse(String(observedAt)) - endedAt).toBeGreaterThanOrEqual(HOUR);
	});

	it.each(COUNTERS)('of Counters Changed change as much as was asked for: %s', async (counter) => {
		const minimumChange = 12_345;
		const items = await sampled(promotions(), counters, { counters: [counter], minimumChange });
		const { changes, statistics } = items.get('countersChanged') ?? {};
		const change = (changes as Record<string, { from: number; to: number; delta: number }>)[counter];
		expect(change?.delta).toBeGreaterThanOrEqual(minimumChange);
		expect(change?.to).toBe((statistics as Counters)[counter]);
	});

	it.each(limits)('of Threshold Crossed are at the limit or past it: %j', async (limit) => {
		const items = await sampled(promotions(), counters, { thresholds: { threshold: [limit] } });
		const { threshold, statistics, rates, status } = items.get('thresholdCrossed') ?? {};
		const { rate, value } = threshold as { rate: Rate; value: number };
		const figures = statistics as Record<Counter, number>;
		const [part, whole] = PARTS[rate].map((counter) => figures[counter]) as [number, number];
		expect(value).toBe((rates as IDataObject)[rate]);
		expect(whole).toBeGreaterThanOrEqual(Math.max(1, limit.minimumBase));
		const share = (100 * part) / whole;
		if (limit.direction === 'above') expect(share).toBeGreaterThanOrEqual(limit.percent - 1e-9);
		else expect(share).toBeLessThanOrEqual(limit.percent + 1e-9);
		expect(status).toBe(limit.direction === 'above' ? 'Running' : 'Completed');
		for (const [lesser, greater] of [
			['sent', 'attempted'],
			['delivered', 'sent'],
			['read', 'delivered'],
		] as const) {
			expect(figures[lesser]).toBeLessThanOrEqual(figures[greater]);
		}
	});
});
