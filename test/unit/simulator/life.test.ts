import { personalities, startSimulator, type Simulator } from '../../../simulator';
import { launch, send } from './wire';

const begin = 1_800_000_000_000;
const minute = 60_000;

async function listed(service: Simulator): Promise<Array<Record<string, unknown>>> {
	const response = await send(service, { path: `/api/v2/promotion/${service.accountId}?channel=rcs` });
	return ((await response.json()) as { promotions: Array<Record<string, unknown>> }).promotions;
}

describe.each(personalities)('time under $name', ({ name, statusWords, timestamp }) => {
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
});

it('reports at every moment what its counters say', async () => {
	const service = await startSimulator({ settings: { listDelayMs: 0 } });
	service.setClock(begin);
	const { promotionId } = service.addPromotion({ automatic: true, recipients: 617 });
	const path = `/api/v2/promotion/${service.accountId}/statistics/${promotionId}/report?channel=rcs`;
	for (let minutes = 2; minutes < 18; minutes++) {
		service.setClock(begin + minutes * minute);
		const lines = (await (await send(service, { path })).text()).trim().split(/\r?\n/).slice(1);
		const reached = (...words: string[]) => lines.filter((line) => words.includes(line.split(',')[2] ?? '')).length;
		const { attempted, failed, delivered, read, interacted } = service.promotion(promotionId).counters;
		expect([lines.length, reached('Failed')]).toEqual([attempted, failed]);
		expect(reached('Interacted')).toBe(interacted);
		expect(reached('Interacted', 'Read')).toBe(read);
		expect(reached('Interacted', 'Read', 'Delivered')).toBe(delivered);
	}
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
