/** What happens to a promotion as time goes by, and to a launch by its name. */
import { startSimulator, type Simulator } from '../../../simulator';
import { card, launch, send, variable, withCards } from './wire';

const begin = 1_800_000_000_000;
const minute = 60_000;
const listPath = '/api/v2/promotion/acme-42?channel=rcs';

const listed = async (service: Simulator) =>
	((await (await send(service, listPath)).json()) as { promotions: Array<Record<string, unknown>> }).promotions;

it('takes a launch from preparation over running to Completed', async () => {
	const service = await startSimulator({ personality: 'cedar', settings: { listDelayMs: 0 } });
	service.setClock(begin);
	await launch(service);
	const words: unknown[] = [];
	for (let minutes = 0; minutes <= 7; minutes += 0.25) {
		service.setClock(begin + minutes * minute);
		const status = (await listed(service))[0]?.status;
		if (words.at(-1) !== status) words.push(status);
	}
	expect(words).toEqual([' preparing ', 'Preparing recipients', 'in progress ', 'Completed']);
	expect((await listed(service))[0]).toMatchObject({
		createdDate: begin * 1000,
		promotionEndTime: (begin + 6 * minute) * 1000,
	});
	await service.stop();
});

it('reports at every moment what its counters say', async () => {
	const service = await startSimulator();
	service.setClock(begin);
	const { promotionId } = service.addPromotion({ automatic: true, recipients: 617 });
	const path = `/api/v2/promotion/acme-42/statistics/${promotionId}/report?channel=rcs`;
	for (let minutes = 2; minutes < 18; minutes++) {
		service.setClock(begin + minutes * minute);
		const lines = (await (await send(service, path)).text()).trim().split('\n').slice(1);
		const reached = (...words: string[]) => lines.filter((line) => words.includes(line.split(',')[2] ?? '')).length;
		const { attempted, failed, delivered, read, interacted } = service.promotion(promotionId).counters;
		expect([lines.length, reached('Failed')]).toEqual([attempted, failed]);
		expect(reached('Interacted')).toBe(interacted);
		expect(reached('Interacted', 'Read')).toBe(read);
		expect(reached('Interacted', 'Read', 'Delivered')).toBe(delivered);
	}
	await service.stop();
});

const fullShape =
	'accountId attributionWindow batchSize batchTimer businessId callCampaign channelType createdBy createdDate maxRetries ' +
	'mostRecentStartTime name phoneNumberId promotionBase promotionEndTime promotionId promotionType retriesLeft retryPromotion ' +
	'scheduleTime staggered startTime status stopOnCategoryUpdate subscriberLimitPerGroup tagSearchCriteria targetListId ' +
	'targetListName targetSource template utilityTemplateIndex';

it('answers a status change with all that the document names', async () => {
	const service = await startSimulator();
	service.addPromotion({ promotionId: 'p1', phase: 'preparation' });
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ type: 'status', status: 'Stopped' });
	const answer = await send(service, '/api/v2/promotion/acme-42/p1?channel=rcs', { method: 'PATCH', headers, body });
	expect(
		Object.keys((await answer.json()) as object)
			.sort()
			.join(' '),
	).toBe(fullShape);
	await service.stop();
});

it('gives statistics of every try that add up to the whole', async () => {
	const service = await startSimulator({ personality: 'birch' });
	service.addPromotion({ promotionId: 'p1', phase: 'completed', recipients: 12_345 });
	const answer = await (await send(service, '/api/v2/promotion/acme-42/p1/stats?channel=rcs')).json();
	const { statsReport, ...counters } = answer as Record<string, number> & { statsReport: Array<typeof counters> };
	expect([counters.attempted, counters.failed, counters.sent, statsReport.length]).toEqual([12_345, 123, 12_222, 3]);
	for (const name of ['sent', 'delivered', 'read', 'interacted', 'optout']) {
		expect(statsReport.reduce((sum, entry) => sum + (entry[name] ?? 0), 0)).toBe(counters[name]);
	}
	await service.stop();
});

describe('a launch that goes wrong by a name', () => {
	let service: Simulator;
	beforeAll(async () => {
		const byName = { failing: { failedPerThousand: 500 }, late: { listedAfterMs: 20_000 }, outage: { downMs: minute } };
		const settings = { unapprovedTemplates: ['no_such_template'], templateTexts: { winter_sale: 9 }, byName };
		service = await startSimulator({ settings });
		service.setClock(begin);
	});
	afterAll(async () => await service.stop());

	it('is refused for a template that does not exist, or another number of texts', async () => {
		const { template } = withCards(card(0, variable('Hi')));
		const refused = async (name: string) =>
			await (await launch(service, { body: { template: { ...template, name } } })).text();
		expect(await refused('no_such_template')).toContain('does not exist');
		expect(await refused('winter_sale')).toContain('takes 9 texts, not 1');
		expect(service.launches()).toEqual([]);
	});

	it('fails for half of its people, or is listed later', async () => {
		await launch(service, { body: { name: 'Spring failing' } });
		await launch(service, { body: { name: 'Spring late' } });
		expect((await listed(service)).map(({ name }) => name)).toEqual(['Spring failing']);
		service.setClock(begin + 20 * minute);
		expect((await listed(service)).map(({ name }) => name)).toEqual(['Spring late', 'Spring failing']);
		const [failing, late] = service.promotions().map(({ counters }) => [counters.attempted, counters.failed]);
		expect([failing, late]).toEqual([
			[2, 1],
			[2, 0],
		]);
	});

	it('is reported with the people that it was sent to', async () => {
		const [launched] = service.launches();
		const path = `/api/v2/promotion/acme-42/statistics/${launched?.promotionId}/report?channel=rcs`;
		const rows = (await (await send(service, path)).text()).split('\n').slice(1, 3);
		expect(rows).toEqual([
			expect.stringMatching(/^Ana,\+4915100000001,/),
			expect.stringMatching(/^Ben,\+4915100000002,/),
		]);
	});

	it('meets a service that is down for a minute, and launches nothing', async () => {
		const statusOfList = async () => (await send(service, listPath)).status;
		expect((await launch(service, { body: { name: 'Spring outage' } })).status).toBe(503);
		expect(await statusOfList()).toBe(503);
		service.setClock(service.now() + minute);
		expect(await statusOfList()).toBe(200);
		expect(service.launches()).toHaveLength(2);
	});
});
