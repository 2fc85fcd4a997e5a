import { setTimeout as pause } from 'node:timers/promises';
import { closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${index}`, phone: `+1555${1_000_000 + index}` }));

const launch = {
	resource: 'promotion',
	operation: 'launch',
	recipients: 'inputItems',
	targetListName: 'Customers March',
	promotionName: 'Spring Sale',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cards: { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] },
};

describe('a launch in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	it('goes out when a step with three contacts is executed in the editor', async () => {
		const { items, error } = await session.run(launch, { input: contacts(3) });
		expect(error).toBeUndefined();
		const [taken, ...others] = session.service.launches();
		expect(others).toEqual([]);
		expect(taken?.file?.contents).toMatchObject({ rows: 3, columns: ['name', 'phone'] });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ outcome: 'launched', promotionId: taken?.promotionId }),
		]);
		expect(items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	it.each([
		['eleven contacts', launch, contacts(11), 'at most 10 contacts, and here are 11'],
		['an uploaded list', { ...launch, recipients: 'uploadedList', cardsMode: 'none' }, [{}], 'cannot be counted'],
	])('stays at home with %s, and says why', async (_what, parameters, input, reason) => {
		const { items, error } = await session.run(parameters, { input });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'dryRun', launched: false });
		expect(items[0]?.json.reason).toContain(reason);
		expect(session.service.requests({ endpoint: 'launch' })).toEqual([]);
	});

	it('takes times and names from expressions as n8n resolves them in production', async () => {
		const { items, error } = await session.run(
			{
				...launch,
				sendMode: 'dryRun',
				promotionName: '=Sale {{ $now.toISO() }}',
				options: {
					descriptiveProperties: { scheduledTime: '={{ DateTime.fromISO("2030-03-30T18:00:00Z") }}' },
					additionalBodyFields: '={{ { promotionType: "SCHEDULED", note: $execution.mode } }}',
				},
			},
			{ input: contacts(100) },
		);
		expect(error).toBeUndefined();
		const { body, recipients } = items[0]?.json as { body: Record<string, string>; recipients: { sent: number } };
		expect(recipients.sent).toBe(100);
		expect(body).toMatchObject({ promotionType: 'SCHEDULED', note: 'test' });
		expect(new Date(body.scheduledTime ?? '').toISOString()).toBe('2030-03-30T18:00:00.000Z');
		expect(body.name).toMatch(/^Sale 20/);
	});

	it('goes out once from a published workflow, though its webhook is called twice', async () => {
		const { rest, service, credential } = session;
		const path = `launch-${service.describe().origin.split(':').at(-1)}`;
		const workflow = await rest.createWorkflow({
			name: 'Launch by webhook',
			nodes: [
				{
					id: 'webhook',
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: [0, 0],
					webhookId: path,
					parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
				},
				{
					id: 'launch',
					name: 'Launch',
					type: NODE_TYPE,
					typeVersion: 1,
					position: [220, 0],
					// A name of its own for each execution: nothing but the memory of n8n tells the second from the first.
					parameters: { ...launch, promotionName: '=Spring Sale {{ $execution.id }}' },
					credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
				},
			],
			connections: { Webhook: { main: [[{ node: 'Launch', type: 'main', index: 0 }]] } },
		});
		await rest.activateWorkflow(workflow);
		try {
			const call = async () =>
				await fetch(`${rest.baseUrl}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ name: 'Ada', phone: '+15551000001' }),
				});
			let answer = await call();
			// An address that n8n does not know yet has started nothing.
			for (let tries = 0; answer.status === 404 && tries < 50; tries++) {
				await pause(200);
				answer = await call();
			}
			expect(await answer.text()).toContain('Workflow was started');
			await service.waitForRequest({ endpoint: 'launch', after: 0, stage: 'answered' });
			await pause(5_000);
			expect((await call()).status).toBe(200);
			let executions = await rest.listExecutions(workflow.id);
			while (executions.length < 2 || executions.some(({ status }) => ['new', 'running'].includes(status))) {
				await pause(200);
				executions = await rest.listExecutions(workflow.id);
			}
			expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
			expect(service.launches()).toHaveLength(1);
			expect(service.requests({ endpoint: 'launch' })).toHaveLength(1);
			expect(service.launches()[0]?.file?.contents?.firstRows).toEqual([['Ada', '+15551000001']]);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});
});
