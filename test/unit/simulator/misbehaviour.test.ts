import { personalities, startSimulator, type FaultRule, type Simulator } from '../../../simulator';
import { form, launch, launchPath, overSocket, send } from './wire';

let service: Simulator;
beforeAll(async () => {
	service = await startSimulator({ settings: { listDelayMs: 0 } });
	service.addPromotion({ promotionId: 'p1', phase: 'completed', report: { rows: 500 } });
});
afterEach(() => service.behave());
afterAll(async () => await service.stop());

const listPath = '/api/v2/promotion/acme-42?channel=rcs';
const reportPath = '/api/v2/promotion/acme-42/statistics/p1/report?channel=rcs';
const list = async () => await send(service, { path: listPath });

const launchOverSocket = async (waitMs?: number) => {
	const { contentType, bytes } = form();
	return await overSocket(
		service,
		{ method: 'POST', path: launchPath(service), headers: { 'content-type': contentType }, body: bytes },
		waitMs,
	);
};

describe('whom it meets', () => {
	const statuses = async (count: number) => {
		const seen: number[] = [];
		for (let index = 0; index < count; index++) seen.push((await list()).status);
		return seen;
	};

	it.each<[string, FaultRule[], number[]]>([
		['the next one', [{ fault: { kind: 'status', status: 500 } }], [500, 200, 200]],
		['the next two', [{ fault: { kind: 'status', status: 500 }, times: 2 }], [500, 500, 200]],
		['every one', [{ fault: { kind: 'status', status: 500 }, times: 'always' }], [500, 500, 500]],
		['the third', [{ fault: { kind: 'status', status: 500 }, skip: 2 }], [200, 200, 500, 200]],
		[
			'one after the other',
			[{ fault: { kind: 'status', status: 503 } }, { fault: { kind: 'status', status: 408 } }],
			[503, 408, 200],
		],
		['another endpoint', [{ fault: { kind: 'status', status: 500 }, endpoint: 'launch' }], [200]],
		['one of two endpoints', [{ fault: { kind: 'status', status: 500 }, endpoint: ['launch', 'list'] }], [500, 200]],
		['another promotion', [{ fault: { kind: 'status', status: 500 }, promotionId: 'p2' }], [200]],
	])('%s', async (_what, rules, expected) => {
		for (const rule of rules) service.misbehave(rule);
		expect(await statuses(expected.length)).toEqual(expected);
	});
});

describe('statuses and headers', () => {
	it.each([
		[{ seconds: 7 }, '7'],
		[{ text: '99999999999' }, '99999999999'],
		['none' as const, null],
	])('429 with Retry-After %j', async (retryAfter, header) => {
		service.misbehave({ fault: { kind: 'rateLimit', retryAfter } });
		const response = await list();
		expect(response.status).toBe(429);
		expect(response.headers.get('retry-after')).toBe(header);
	});

	it.each([
		[undefined, 200],
		[502, 502],
	])('an HTML page with status %s', async (status, expected) => {
		service.misbehave({ fault: { kind: 'html', status } });
		const response = await list();
		expect(response.status).toBe(expected);
		expect(response.headers.get('content-type')).toMatch(/^text\/html/);
		expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
	});

	it.each(['json', 'nested', 'text', 'html'] as const)('a refusal that repeats the key as %s', async (shape) => {
		service.misbehave({ fault: { kind: 'echoKey', status: 403, shape } });
		const response = await list();
		expect(response.status).toBe(403);
		expect(await response.text()).toContain(service.apiKey);
	});

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
});

describe('lists', () => {
	it.each<[FaultRule['fault'], unknown]>([
		[{ kind: 'emptyList' }, { promotions: [] }],
		[{ kind: 'noPromotionsArray' }, { count: 0 }],
		[{ kind: 'noPromotionsArray', body: '{"promotions":null}' }, { promotions: null }],
		[{ kind: 'noPromotionsArray', body: '[]' }, []],
	])('%j, once', async (fault, expected) => {
		service.misbehave({ fault });
		expect(await (await list()).json()).toEqual(expected);
		expect(((await (await list()).json()) as { promotions: unknown[] }).promotions.length).toBeGreaterThan(0);
	});

	it('that cannot be read as JSON', async () => {
		service.misbehave({ fault: { kind: 'invalidJson' } });
		const response = await list();
		const text = await response.text();
		expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
		expect(() => JSON.parse(text) as unknown).toThrow();
	});

	it('that show the newest only, by misbehaviour or by setting', async () => {
		const other = await startSimulator();
		for (let day = 1; day <= 5; day++) other.addPromotion({ promotionId: `d${day}`, createdAt: day * 86_400_000 });
		const ids = async () =>
			(
				(await (await send(other, { path: listPath })).json()) as { promotions: Array<{ promotionId: string }> }
			).promotions
				.map(({ promotionId }) => promotionId)
				.sort();
		other.misbehave({ fault: { kind: 'listWindow', newest: 2 } });
		expect(await ids()).toEqual(['d4', 'd5']);
		expect(await ids()).toHaveLength(5);
		other.configure({ listNewest: 3 });
		expect(await ids()).toEqual(['d3', 'd4', 'd5']);
		await other.stop();
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

describe('slowness', () => {
	it('latency', async () => {
		service.misbehave({ fault: { kind: 'latency', milliseconds: 120 } });
		const startedAt = performance.now();
		expect((await list()).status).toBe(200);
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
	});

	it('hold until released', async () => {
		service.misbehave({ endpoint: 'list', fault: { kind: 'hold' } });
		let answered = false;
		const held = service.waitForRequest({ endpoint: 'list' });
		const answer = list().then((response) => {
			answered = true;
			return response.status;
		});
		await held;
		expect((await list()).status).toBe(200);
		expect(answered).toBe(false);
		expect(service.releaseHeld()).toBe(1);
		expect(await answer).toBe(200);
	});
});

/** Until the end of an answer comes on a busy machine, in ms. */
const PATIENT = 20_000;

describe('answers that end early', () => {
	const whole = () => service.reportFacts('p1').bytes;

	it('short of the content-length', async () => {
		service.misbehave({
			endpoint: 'report',
			fault: { kind: 'truncate', how: 'shortOfContentLength', keepBytes: 9000 },
		});
		const answer = await overSocket(service, { path: reportPath }, PATIENT);
		expect(answer.head).toMatch(new RegExp(`content-length: ${whole()}`, 'i'));
		expect(answer).toMatchObject({ status: 200, ending: 'closed' });
		expect(Math.abs(answer.body.length - 9000)).toBeLessThan(5);
	});

	it('without the last chunk', async () => {
		service.misbehave({ endpoint: 'report', fault: { kind: 'truncate', how: 'withoutLastChunk' } });
		const answer = await overSocket(service, { path: reportPath }, PATIENT);
		expect(answer.head).toMatch(/transfer-encoding: chunked/i);
		expect(answer.ending).toBe('closed');
		expect(answer.body.toString('latin1')).not.toMatch(/\r\n0\r\n\r\n$/);
		expect(answer.body.length).toBeGreaterThan(whole() / 3);
	});

	it.each(personalities)('delimited by the end of the connection: $name', async ({ name, reportLineEnding }) => {
		const other = await startSimulator({ personality: name });
		other.addPromotion({ promotionId: 'p1', phase: 'completed', report: { rows: 500 } });
		for (const how of ['closedMidRow', 'closedAtRowEnd'] as const) {
			other.misbehave({ endpoint: 'report', fault: { kind: 'truncate', how } });
			const answer = await overSocket(other, { path: reportPath }, PATIENT);
			expect(answer.head).not.toMatch(/content-length|transfer-encoding/i);
			expect(answer.ending).toBe('closed');
			const text = answer.body.toString('utf8');
			expect(text.endsWith(reportLineEnding)).toBe(how === 'closedAtRowEnd');
			expect(answer.body.length).toBeLessThan(other.reportFacts('p1').bytes);
			expect(answer.body.length).toBeGreaterThan(other.reportFacts('p1').bytes / 3);
		}
		await other.stop();
	});
});
