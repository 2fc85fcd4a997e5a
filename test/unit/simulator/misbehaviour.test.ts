import { startSimulator, type Simulator } from '../../../simulator';
import { form, launch, launchPath, overSocket, send } from './wire';

let service: Simulator;
beforeAll(async () => {
	service = await startSimulator({ settings: { listDelayMs: 0 } });
	service.addPromotion({ promotionId: 'p1', phase: 'completed', report: { rows: 500 } });
});
afterEach(() => service.behave());
afterAll(async () => await service.stop());

const listPath = '/api/v2/promotion/acme-42?channel=rcs';
const list = async () => await send(service, { path: listPath });

const launchOverSocket = async (waitMs?: number) => {
	const { contentType, bytes } = form();
	return await overSocket(
		service,
		{ method: 'POST', path: launchPath(service), headers: { 'content-type': contentType }, body: bytes },
		waitMs,
	);
};

it('a redirect to another host, which remembers what it is shown', async () => {
	const known = service.foreignRequests().length;
	service.misbehave({ fault: { kind: 'redirect', status: 302 } });
	const response = await list();
	expect(response.status).toBe(302);
	const location = response.headers.get('location') ?? '';
	expect(location).toBe(service.foreignOrigin + listPath);
	expect(new URL(location).hostname).not.toBe(new URL(service.baseUrl).hostname);
	expect(service.foreignRequests()).toHaveLength(known);
	// What a careless client does.
	await fetch(location, { headers: { 'x-api-key': service.apiKey } });
	expect(service.foreignRequests().at(-1)).toMatchObject({
		url: listPath,
		headers: { 'x-api-key': service.apiKey },
	});
});

describe('lost connections', () => {
	it.each([
		['onArrival', 0],
		['beforeAccepting', 0],
		['afterAccepting', 1],
	] as const)('a launch reset %s leaves %d in the ledger', async (moment, accepted) => {
		const known = service.launches().length;
		service.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment } });
		const answer = await launchOverSocket();
		expect(answer).toMatchObject({ status: null, ending: 'reset' });
		expect(service.launches()).toHaveLength(known + accepted);
		expect(service.requests().at(-1)).toMatchObject({ stage: 'dropped', faults: ['reset'], status: null });
	});

	it('a launch reset during the upload leaves nothing, even if all of it was here', async () => {
		const known = service.launches().length;
		service.misbehave({ endpoint: 'launch', fault: { kind: 'resetDuringUpload', afterBytes: 100 } });
		expect(await launchOverSocket()).toMatchObject({ status: null, ending: 'reset' });
		expect(service.launches()).toHaveLength(known);
	});

	it.each([500, 503, 408])('a launch answered %d after it was accepted', async (status) => {
		const known = service.launches().length;
		service.misbehave({ endpoint: 'launch', fault: { kind: 'status', status, moment: 'afterAccepting' } });
		expect((await launch(service)).status).toBe(status);
		expect(service.launches()).toHaveLength(known + 1);
	});
});
