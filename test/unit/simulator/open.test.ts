import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { personalities, startSimulator, type Simulator, type StartOptions } from '../../../simulator';
import { form, launch, launchBody, launchPath, overSocket, send } from './wire';

/** What the document leaves open and only some services do: refusals under 200, schedules, statistics that come late, compression. */

const listPath = '/api/v2/promotion/acme-42?channel=rcs';
const statsPath = (id: string) => `/api/v2/promotion/acme-42/${id}/stats?channel=rcs`;

async function withService(options: StartOptions, test: (service: Simulator) => Promise<void>): Promise<void> {
	const service = await startSimulator(options);
	await test(service).finally(async () => await service.stop());
}

it.each(personalities)('refuses a template that is not approved under $name', async ({ name, refusalStatus }) => {
	await withService({ personality: name, settings: { unapprovedTemplates: ['tpl-9'] } }, async (service) => {
		const response = await launch(service);
		expect(response.status).toBe(refusalStatus.notApproved);
		expect(service.requests().at(-1)?.refusal).toMatch(/not approved/);
		if (response.ok) expect(await response.json()).toMatchObject({ success: false, error: { code: 'notApproved' } });
		expect(service.launches()).toEqual([]);
		expect(service.promotions()).toEqual([]);
	});
});

it('launches SCHEDULED where it is taken, and prepares at that time', async () => {
	const scheduled = { promotionType: 'SCHEDULED', scheduledTime: '2027-01-15T08:00:00Z' };
	await withService({ personality: 'flint' }, async (service) => {
		service.setClock(Date.parse('2027-01-15T07:00:00Z'));
		expect((await launch(service, { body: launchBody({ promotionType: 'SCHEDULED' }) })).status).toBe(500);
		expect((await launch(service, { body: launchBody(scheduled) })).status).toBe(200);
		const promotionId = service.launches()[0]?.promotionId ?? '';
		expect(await (await send(service, { path: listPath })).json()).toMatchObject({
			promotions: [{ promotionId, promotionType: 'SCHEDULED', status: 'Scheduled' }],
		});
		service.advance(3_600_000 + 59_999);
		expect(service.promotion(promotionId).phase).toBe('preparation');
		expect((await send(service, { path: statsPath(promotionId) })).status).toBe(404);
		service.advance(1);
		expect(service.promotion(promotionId).phase).toBe('running');
		expect((await send(service, { path: statsPath(promotionId) })).status).toBe(200);
	});
	await withService({ personality: 'alder' }, async (service) => {
		expect((await launch(service, { body: launchBody(scheduled) })).status).toBe(400);
		const { promotionId } = service.addPromotion({ phase: 'preparation' });
		expect((await send(service, { path: statsPath(promotionId) })).status).toBe(200);
		service.configure({ statsBeforeStart: 'refused' });
		expect((await send(service, { path: statsPath(promotionId) })).status).toBe(404);
	});
});

it('lists only the newest where the personality does', async () => {
	await withService({ personality: 'flint' }, async (service) => {
		service.addPromotions(Array.from({ length: 26 }, (_, day) => ({ name: `${day}`, createdAt: day * 86_400_000 })));
		const { promotions } = (await (await send(service, { path: listPath })).json()) as { promotions: unknown[] };
		expect(promotions).toHaveLength(25);
		expect(promotions[0]).toMatchObject({ name: '25' });
	});
});

it('compresses, and can lose the end so that only the compression shows it', async () => {
	await withService({ settings: { reportTransport: 'chunked' } }, async (service) => {
		service.addPromotion({ promotionId: 'p1', phase: 'completed', report: { rows: 500 } });
		const path = '/api/v2/promotion/acme-42/statistics/p1/report?channel=rcs';
		service.misbehave({ fault: { kind: 'compress' } });
		const whole = await send(service, { path });
		expect(whole.headers.get('content-encoding')).toBe('gzip');
		expect((await whole.arrayBuffer()).byteLength).toBe(service.reportFacts('p1').bytes);

		service.configure({ reportTransport: 'contentLength' });
		service.misbehave({ fault: { kind: 'compress', keepFraction: 0.5 } });
		const cut = await overSocket(service, { path });
		expect(Number(/content-length: (\d+)/i.exec(cut.head)?.[1])).toBe(cut.body.length);
		expect(() => gunzipSync(cut.body)).toThrow(/unexpected end/);

		service.misbehave({ fault: { kind: 'compress', encoding: 'br' } });
		const { body } = await overSocket(service, { path });
		expect(brotliDecompressSync(body)).toHaveLength(service.reportFacts('p1').bytes);
	});
});

it.each(personalities)('repeats the key in answers that succeed under $name', async ({ name }) => {
	await withService({ personality: name, settings: { listDelayMs: 0 } }, async (service) => {
		service.misbehave({ fault: { kind: 'repeatKey' }, times: 'always' });
		const { contentType, bytes } = form();
		const request = {
			method: 'POST',
			path: launchPath(service),
			body: bytes,
			headers: { 'content-type': contentType },
		};
		const launched = await send(service, request);
		expect(launched.ok).toBe(true);
		if (launched.status !== 204) expect(await launched.text()).toContain(service.apiKey);
		const promotionId = service.launches()[0]?.promotionId ?? '';
		expect(await (await send(service, { path: listPath })).json()).toMatchObject({
			promotions: [{ promotionId, createdBy: service.apiKey, repeated: `x-api-key: ${service.apiKey}` }],
		});
		const stopped = await send(service, {
			method: 'PATCH',
			path: `/api/v2/promotion/acme-42/${promotionId}?channel=rcs`,
			headers: { 'content-type': 'application/json' },
			body: '{"type":"status","status":"Stopped"}',
		});
		expect(await stopped.json()).toMatchObject({ status: 'Stopped', repeated: `x-api-key: ${service.apiKey}` });
		service.update(promotionId, { phase: 'completed' });
		expect(await (await send(service, { path: statsPath(promotionId) })).text()).toContain(service.apiKey);
	});
	await withService({ personality: name }, async (service) => {
		service.misbehave({ fault: { kind: 'repeatKey', text: 'another spelling' } });
		expect(await (await send(service, { path: listPath })).text()).toContain('another spelling');
	});
});
