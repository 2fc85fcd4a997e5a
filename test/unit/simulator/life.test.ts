import { counterNames, personalities, startSimulator, type Simulator } from '../../../simulator';
import { launch, send } from './wire';

const begin = 1_800_000_000_000;
const minute = 60_000;

async function listed(service: Simulator): Promise<Array<Record<string, unknown>>> {
	const response = await send(service, { path: `/api/v2/promotion/${service.accountId}?channel=rcs` });
	return ((await response.json()) as { promotions: Array<Record<string, unknown>> }).promotions;
}

describe.each(personalities)('time under $name', ({ name, statusWords, timestamp, cancelledStaysListed }) => {
	let service: Simulator;
	beforeEach(async () => {
		service = await startSimulator({ personality: name, settings: { listDelayMs: 0 } });
		service.setClock(begin);
	});
	afterEach(async () => await service.stop());

	it('takes a launch from preparation over running to Completed', async () => {
		await launch(service);
		const words: unknown[] = [];
		for (let minutes = 0; minutes <= 7; minutes += 0.5) {
			const status = (await listed(service))[0]?.status;
			if (words.at(-1) !== status) words.push(status);
			service.advance(minute / 2);
		}
		expect(words).toEqual([...statusWords.preparation, ...statusWords.running, 'Completed']);
		expect((await listed(service))[0]).toMatchObject({
			createdDate: timestamp(begin),
			promotionEndTime: timestamp(begin + 6 * minute),
		});
	});

	it('moves counters plausibly and never back, and lets late reads trickle in', () => {
		const { promotionId } = service.addPromotion({ automatic: true, recipients: 54_321 });
		let before = service.promotion(promotionId).counters;
		const seen = new Set<string>();
		for (let minutes = 0; minutes < 18; minutes++) {
			service.advance(minute);
			const { counters, statsReport } = service.promotion(promotionId);
			for (const entry of [counters, ...statsReport]) {
				expect(entry.attempted).toBe(entry.sent + entry.failed);
				expect(entry.sent).toBeGreaterThanOrEqual(entry.delivered);
				expect(entry.delivered).toBeGreaterThanOrEqual(entry.read);
				expect(entry.read).toBeGreaterThanOrEqual(entry.interacted);
				expect(entry.delivered).toBeGreaterThanOrEqual(entry.optout);
			}
			for (const counter of counterNames) expect(counters[counter]).toBeGreaterThanOrEqual(before[counter]);
			before = counters;
			seen.add(`${service.promotion(promotionId).phase} ${JSON.stringify(counters)}`);
		}
		expect(before.attempted).toBe(54_321);
		expect([...seen].filter((text) => text.startsWith('completed')).length).toBeGreaterThan(3);
	});

	it('stops, is resumed from outside, and goes on where it was', async () => {
		const { promotionId } = service.addPromotion({ automatic: true });
		service.advance(minute / 2);
		const path = `/api/v2/promotion/${service.accountId}/${promotionId}?channel=rcs`;
		const change = async (status: string) =>
			await send(service, {
				method: 'PATCH',
				path,
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ type: 'status', status }),
			});
		expect((await change('Stopped')).ok).toBe(true);
		service.advance(60 * minute);
		expect(service.promotion(promotionId)).toMatchObject({ phase: 'stopped', status: 'Stopped' });
		service.resume(promotionId);
		expect(service.promotion(promotionId).phase).toBe('preparation');
		service.advance(minute / 2);
		expect(service.promotion(promotionId).phase).toBe('running');
		service.advance(5 * minute);
		expect(service.promotion(promotionId).phase).toBe('completed');
		expect((await change('Cancelled')).status).toBeGreaterThanOrEqual(400);
	});

	it('keeps a cancelled one listed or not, as the personality or the setting says', async () => {
		const { promotionId } = service.addPromotion({ phase: 'preparation' });
		const path = `/api/v2/promotion/${service.accountId}/${promotionId}`;
		await send(service, {
			method: 'PATCH',
			path: `${path}?channel=rcs`,
			headers: { 'content-type': 'application/json' },
			body: '{"type":"status","status":"Cancelled"}',
		});
		expect(await listed(service)).toHaveLength(cancelledStaysListed ? 1 : 0);
		service.configure({ cancelledStaysListed: false });
		expect(await listed(service)).toHaveLength(0);
		expect((await send(service, { path: `${path}/stats?channel=rcs` })).status).toBeGreaterThanOrEqual(400);
		service.configure({ cancelledStaysListed: true });
		expect((await listed(service))[0]).toMatchObject({ status: 'Cancelled' });
	});
});

it('keeps a ledger from which nothing can be taken', async () => {
	const service = await startSimulator();
	await launch(service);
	const [record] = service.launches();
	service.remove(record?.promotionId ?? '');
	service.ledger().pop();
	expect(() => {
		(record as { targetListName: string }).targetListName = 'other';
	}).toThrow(TypeError);
	expect(() => {
		(record?.body as { name: string }).name = 'other';
	}).toThrow(TypeError);
	expect(service.launches()).toEqual([record]);
	await service.stop();
});
