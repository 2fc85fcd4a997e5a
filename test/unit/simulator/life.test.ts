import { counterNames, personalities, startSimulator, type Simulator } from '../../../simulator';
import { countersAt, retryEntries } from '../../../simulator/statistics';
import { launch, launchBody, send } from './wire';

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

it('divides durations by its speed', async () => {
	const service = await startSimulator({ personality: 'cedar', speed: 100 });
	service.setClock(begin);
	await launch(service, { body: launchBody() });
	expect(await listed(service)).toHaveLength(0);
	service.advance(200);
	expect(await listed(service)).toHaveLength(1);
	service.advance(3400);
	expect((await listed(service))[0]).toMatchObject({ status: 'Completed' });
	await service.stop();
});

it('goes on by itself from the phase it is put into', async () => {
	const service = await startSimulator();
	service.setClock(begin);
	const added = service.addPromotion({ automatic: true, phase: 'running', createdAt: begin - 600 * minute });
	const changed = service.addPromotion({ phase: 'running' });
	service.update(changed.promotionId, { automatic: true });
	for (const { promotionId } of [added, changed]) {
		service.update(promotionId, { durations: { runningMs: 2 * minute } });
		expect(service.promotion(promotionId).phase).toBe('running');
	}
	service.advance(2 * minute);
	for (const { promotionId } of [added, changed]) expect(service.promotion(promotionId).phase).toBe('completed');
	await service.stop();
});

it('is moved by hand in every respect', async () => {
	const service = await startSimulator();
	const { promotionId } = service.addPromotion({ name: 'By hand', phase: 'running', counters: { sent: 10 } });
	expect((await listed(service))[0]).toMatchObject({ name: 'By hand', status: 'Running' });
	service.update(promotionId, { status: '  cOMPLETED ', counters: { attempted: 12 } });
	expect((await listed(service))[0]).toMatchObject({ status: '  cOMPLETED ' });
	expect(service.promotion(promotionId).counters).toMatchObject({ attempted: 12, sent: 10, failed: 0 });
	service.update(promotionId, { phase: 'preparation', overrides: { createdDate: 0 } });
	expect((await listed(service))[0]).toMatchObject({ status: 'Preparing', createdDate: 0 });
	service.configure({ listDelayMs: 'never' });
	await launch(service);
	expect(await listed(service)).toHaveLength(1);
	expect(service.promotions()).toHaveLength(2);
	service.remove(promotionId);
	expect(await listed(service)).toHaveLength(0);
	expect(() => service.update(promotionId, {})).toThrow(/no promotion/);
	expect(() => service.configure({ listDelay: 5 } as never)).toThrow(/no setting listDelay/);
	await service.stop();
});

it('lists ten thousand quickly', async () => {
	const service = await startSimulator();
	service.addPromotions(Array.from({ length: 10_000 }, (_, index) => ({ automatic: index % 100 === 0 })));
	await listed(service);
	// Processor time of client and service together, so that a busy machine does not count.
	const before = process.cpuUsage();
	expect(await listed(service)).toHaveLength(10_000);
	const { user, system } = process.cpuUsage(before);
	expect((user + system) / 1000).toBeLessThan(500);
	await service.stop();
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

it('splits any counters into tries whose sums are the whole', () => {
	for (let recipients = 0; recipients < 3000; recipients += 7) {
		const moment = { phase: 'completed' as const, phaseFraction: 1, runFraction: 1, tailFraction: 1 };
		const total = countersAt(recipients, 37, moment);
		for (const count of [1, 2, 3]) {
			const entries = retryEntries(total, count, 0);
			for (const name of ['sent', 'delivered', 'read', 'interacted', 'optout'] as const) {
				expect(entries.reduce((sum, entry) => sum + entry[name], 0)).toBe(total[name]);
			}
			expect(entries[0]?.attempted).toBe(total.attempted);
			expect(entries.at(-1)?.failed).toBe(total.failed);
			for (const entry of entries) {
				for (const name of counterNames) expect(entry[name]).toBeGreaterThanOrEqual(0);
				expect(entry.sent).toBeGreaterThanOrEqual(entry.delivered);
			}
		}
	}
});
