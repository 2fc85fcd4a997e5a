import type { PromotionView } from '../../simulator';
import { byId, closeSession, openSession, type Session } from './support/session';

const COUNTERS = { attempted: 1000, failed: 40, sent: 960, delivered: 900, read: 450, interacted: 90, optout: 9 };

/** Every operation in a saved workflow of a real n8n. What services do differently is the matter of the tests in n8n's engine. */
describe('operations', () => {
	let session: Session;
	let completed: PromotionView;
	let preparing: PromotionView;

	beforeAll(async () => {
		session = await openSession();
		const { service } = session;
		completed = service.addPromotion({
			name: 'Past sale',
			phase: 'completed',
			counters: COUNTERS,
			createdAt: service.now() - 9e6,
			report: { rows: 500, failedPerThousand: 40 },
		});
		preparing = service.addPromotion({ name: 'Next sale', phase: 'preparation', createdAt: service.now() - 6e6 });
	});
	afterAll(async () => await closeSession(session));

	const patchesSince = (sequence: number) =>
		session.service.patches(sequence).map(({ promotionId, body }) => ({ promotionId, body }));
	const ledgerEnd = () => session.service.ledger().length;

	it('promotion: get', async () => {
		const { items, error } = await session.run(
			{ resource: 'promotion', operation: 'get', promotionId: byId('={{ $json.id }}') },
			{ input: [{ id: completed.promotionId }, { id: preparing.promotionId }] },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.promotionId, json.name, json.status, json.accountId])).toEqual([
			[completed.promotionId, 'Past sale', 'Completed', session.service.accountId],
			[preparing.promotionId, 'Next sale', preparing.status, session.service.accountId],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('promotion: getAll, newest first, up to Limit, with its filters', async () => {
		const parameters = { resource: 'promotion', operation: 'getAll' };
		const all = await session.run({ ...parameters, returnAll: true });
		expect(all.items.map(({ json }) => json.name)).toEqual(['Next sale', 'Past sale']);
		const limited = await session.run({ ...parameters, limit: 1, sort: { direction: 'ascending' } });
		expect(limited.items.map(({ json }) => json.name)).toEqual(['Past sale']);
		const filtered = await session.run({ ...parameters, filters: { state: 'active', nameContains: 'SALE' } });
		expect(filtered.items.map(({ json }) => json.name)).toEqual(['Next sale']);
		const raw = await session.run({ ...parameters, filters: { state: 'completed' }, simplify: false });
		expect(raw.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ businessId: expect.any(String), channelType: 'rcs' }),
		]);
	});

	it('statistics: get, totals with rates', async () => {
		const { items } = await session.run({
			resource: 'statistics',
			operation: 'get',
			promotionId: byId(completed.promotionId),
		});
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				accountId: session.service.accountId,
				promotionId: completed.promotionId,
				...COUNTERS,
				deliveryRate: 93.75,
				readRate: 50,
				interactionRate: 10,
				failureRate: 4,
				optOutRate: 1,
			}),
		]);
	});

	it('statistics: compare, one item about all input items', async () => {
		const other = session.service.addPromotion({
			name: 'Better sale',
			phase: 'completed',
			counters: { ...COUNTERS, read: 540 },
		});
		const ids = [completed.promotionId, other.promotionId];
		const { items, error } = await session.run(
			{
				resource: 'statistics',
				operation: 'compare',
				promotionIds: '={{ $input.all().map((item) => item.json.promotionId) }}',
			},
			{ input: ids.map((promotionId) => ({ promotionId })) },
		);
		session.service.remove(other.promotionId);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			verdict: expect.stringMatching(
				/^"Better sale" was read more often than "Past sale": 54% against 45% of attempted messages, \+9 points/,
			),
			bestPromotionId: other.promotionId,
			allOver: true,
		});
		expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('report: getAll, every recipient, and those who failed', async () => {
		const parameters = { resource: 'report', operation: 'getAll', promotionId: byId(completed.promotionId) };
		const facts = session.service.reportFacts(completed.promotionId);
		const all = await session.run({ ...parameters, returnAll: true });
		expect(all.error).toBeUndefined();
		expect(new Set(all.items.map(({ json }) => json.phone)).size).toBe(500);
		const failed = await session.run({ ...parameters, returnAll: true, filters: { errorReason: 'with' } });
		expect(failed.items).toHaveLength(facts.failedRows);
		for (const { json } of failed.items) {
			expect(json).toMatchObject({ status: facts.failedStatus, promotionId: completed.promotionId });
		}
	});

	it('report: summarize and download', async () => {
		const facts = session.service.reportFacts(completed.promotionId);
		const parameters = { resource: 'report', promotionId: byId(completed.promotionId) };
		const summary = await session.run({ ...parameters, operation: 'summarize' });
		expect(summary.items[0]?.json).toMatchObject({ rows: 500, promotionId: completed.promotionId });
		const { items } = await session.run({ ...parameters, operation: 'download' });
		expect(items[0]?.json).toMatchObject({ bytes: facts.bytes });
		expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'text/csv', fileName: items[0]?.json.fileName });
	});

	it.each([
		['stop', 'Stopped'],
		['cancel', 'Cancelled'],
	])('promotion: %s, asked for once', async (operation, status) => {
		const { promotionId } = session.service.addPromotion({ name: `To ${operation}`, phase: 'preparation' });
		const before = ledgerEnd();
		const { items, error } = await session.run(
			{ resource: 'promotion', operation, promotionId: byId(promotionId) },
			// The same promotion twice: one request all the same.
			{ input: [{}, {}] },
		);
		expect(error).toBeUndefined();
		expect(patchesSince(before)).toEqual([{ promotionId, body: { type: 'status', status } }]);
		expect(items.map(({ json }) => [json.promotionId, json.requestedStatus, json.confirmed])).toEqual([
			[promotionId, status, true],
			[promotionId, status, true],
		]);
		session.service.remove(promotionId);
	});

	it('goes on with the other items when told to', async () => {
		const { execution, items } = await session.run(
			{ resource: 'promotion', operation: 'get', promotionId: byId('={{ $json.id }}') },
			{
				input: [{ id: 'no-such-promotion' }, { id: completed.promotionId }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(execution.status).toBe('success');
		expect(items.map(({ json }) => [typeof json.error, json.promotionId])).toEqual([
			['string', undefined],
			['undefined', completed.promotionId],
		]);
	});

	it('keeps the key out of everything n8n stores of a run, even when the service repeats it', async () => {
		session.service.misbehave({ fault: { kind: 'echoKey', status: 400 }, endpoint: 'stats' });
		const { execution } = await session.run({
			resource: 'statistics',
			operation: 'get',
			promotionId: byId(completed.promotionId),
		});
		expect(execution.status).toBe('error');
		expect(JSON.stringify(execution)).not.toContain(session.service.apiKey);
	});
});
