import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { personalities, startSimulator, type Simulator } from '../../../simulator';

const names = personalities.map((personality) => personality.name);

async function get(service: Simulator, path: string, headers: Record<string, string> = {}) {
	return await fetch(`${service.baseUrl}/api/v2/promotion/${path}`, {
		headers: { 'x-api-key': service.apiKey, ...headers },
	});
}

async function patch(service: Simulator, promotionId: string, body: unknown) {
	return await fetch(
		`${service.baseUrl}/api/v2/promotion/${service.accountId}/${encodeURIComponent(promotionId)}?channel=rcs`,
		{
			method: 'PATCH',
			headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		},
	);
}

const summaryFields = (
	'promotionId businessId accountId name channelType status createdBy promotionType targetSource ' +
	'targetType flowId flowName promotionBase attributionWindow promotionEndTime createdDate'
).split(' ');

const fullFields = (
	'promotionId businessId accountId name targetListId targetListName phoneNumberId template createdDate ' +
	'startTime mostRecentStartTime status createdBy promotionType scheduleTime targetSource ' +
	'tagSearchCriteria retryPromotion maxRetries retriesLeft channelType batchSize batchTimer ' +
	'subscriberLimitPerGroup attributionWindow utilityTemplateIndex staggered callCampaign ' +
	'stopOnCategoryUpdate promotionBase promotionEndTime'
).split(' ');

describe.each(names)('personality %s', (personality) => {
	let service: Simulator;
	beforeAll(async () => {
		service = await startSimulator({ personality, basePath: '/gateway/eu' });
	});
	afterAll(async () => await service.stop());

	it('lists promotions in the documented summary shape', async () => {
		service.addPromotion({ promotionId: 'one', name: 'One', phase: 'completed', recipients: 500 });
		const response = await get(service, `${service.accountId}?channel=rcs`);
		expect(response.ok).toBe(true);
		const body = (await response.json()) as { promotions: Array<Record<string, unknown>> };
		expect(Object.keys(body)).toEqual(['promotions']);
		const [one] = body.promotions;
		expect(Object.keys(one ?? {}).sort()).toEqual([...summaryFields].sort());
		expect(one).toMatchObject({ promotionId: 'one', name: 'One', status: 'Completed', channelType: 'rcs' });
		expect(Number.isSafeInteger(one?.createdDate)).toBe(true);
	});

	it('gives statistics that add up, with the entries of every try', async () => {
		service.addPromotion({ promotionId: 'counted', phase: 'completed', recipients: 12_345 });
		const response = await get(service, `${service.accountId}/counted/stats?channel=rcs`);
		const { statsReport, ...counters } = (await response.json()) as Record<string, number> & {
			statsReport: Array<Record<string, number>>;
		};
		const { attempted, failed, sent = 0, delivered = 0, read = 0 } = counters;
		const wereSent = service.settings().countersAre === 'separate' ? sent + delivered + read : sent;
		expect({ attempted, failed, wereSent }).toEqual({ attempted: 12_345, failed: 123, wereSent: 12_222 });
		expect(Object.keys(counters).sort()).toEqual(
			['attempted', 'failed', 'sent', 'delivered', 'read', 'interacted', 'optout'].sort(),
		);
		for (const entry of statsReport) expect(Number.isInteger(entry.promotionRetryNumber)).toBe(true);
		if (statsReport.length > 0) {
			const sum = (name: string) => statsReport.reduce((total, entry) => total + (entry[name] ?? 0), 0);
			for (const name of ['sent', 'delivered', 'read', 'interacted', 'optout']) expect(sum(name)).toBe(counters[name]);
		}
	});

	it('sends a report that is what reportFacts says', async () => {
		service.addPromotion({ promotionId: 'r', phase: 'completed', report: { rows: 2345, awkwardRows: true } });
		const response = await get(service, `${service.accountId}/statistics/r/report?channel=rcs`);
		const bytes = Buffer.from(await response.arrayBuffer());
		const facts = service.reportFacts('r');
		expect(bytes.length).toBe(facts.bytes);
		expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.sha256);
		const parsed = Papa.parse<string[]>(bytes.toString('utf8'), { skipEmptyLines: true });
		expect(parsed.errors).toEqual([]);
		const [header, ...rows] = parsed.data;
		expect(header).toEqual(
			'Name Phone Status Timestamp Error FlowId FlowName RetryCount TemplateName Language'.split(' '),
		);
		expect(rows).toHaveLength(facts.rows);
		expect(rows.filter((row) => row[2] === facts.failedStatus)).toHaveLength(facts.failedRows);
		expect(new Set(rows.map((row) => row[1])).size).toBe(rows.length);
	});

	it.each([
		['Stopped', 'stopped'],
		['Cancelled', 'cancelled'],
	])('changes the status to %s during preparation only', async (status, phase) => {
		const { promotionId } = service.addPromotion({ phase: 'preparation' });
		const response = await patch(service, promotionId, { type: 'status', status });
		expect(response.ok).toBe(true);
		const full = (await response.json()) as Record<string, unknown>;
		expect(Object.keys(full).sort()).toEqual([...fullFields].sort());
		expect(full).toMatchObject({ promotionId, status });
		expect(service.promotion(promotionId).phase).toBe(phase);
		expect(service.patches().at(-1)).toMatchObject({ promotionId, body: { type: 'status', status } });

		const running = service.addPromotion({ phase: 'running' });
		const known = service.patches().length;
		const refused = await patch(service, running.promotionId, { type: 'status', status });
		expect(refused.status).toBeGreaterThanOrEqual(400);
		expect(service.patches()).toHaveLength(known);
		expect(service.requests().at(-1)?.refusal).toMatch(/preparation/);
	});

	it('refuses a wrong and a missing key', async () => {
		const wrong = await get(service, `${service.accountId}?channel=rcs`, { 'x-api-key': 'not-this' });
		expect([401, 403]).toContain(wrong.status);
		const missing = await fetch(`${service.baseUrl}/api/v2/promotion/${service.accountId}?channel=rcs`);
		expect(missing.status).toBeGreaterThanOrEqual(400);
		expect(JSON.stringify(service.requests())).not.toContain('not-this');
	});
});
