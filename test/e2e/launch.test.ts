import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../tools/n8n/restClient';
import { closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';
import { callWebhook } from './support/webhook';

/** As many as a run of the tests can wait for. */
const LEADS = 60;

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${index}`, phone: `+1555${1_000_000 + index}` }));

const launch = {
	resource: 'promotion',
	operation: 'launch',
	promotionName: 'Spring Sale',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cards: { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] },
};

/** The user's own phones, which a test reaches. */
const OWN = ['+4915112345678', '+4915112345679'];
const tested = { ...launch, testPhones: OWN.join() };

describe('a launch in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	it('goes to the test phones when a step is executed in the editor', async () => {
		const { items, error } = await session.run(tested, { input: contacts(3) });
		expect(error).toBeUndefined();
		const [taken, ...others] = session.service.launches();
		expect(others).toEqual([]);
		expect(taken?.file?.contents).toMatchObject({
			columns: ['name', 'phone'],
			firstRows: OWN.map((phone, index) => [`Contact ${index}`, phone]),
		});
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ outcome: 'launched', promotionId: taken?.promotionId }),
		]);
		expect(items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	it.each([
		['no test phones', launch, contacts(2), "'Test Phones' is empty"],
		[
			'an uploaded list',
			{ ...tested, recipients: 'uploadedList', targetListName: 'Customers March', cardsMode: 'none' },
			[{}],
			'an uploaded list goes to its own contacts',
		],
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
		const { body, recipients } = items[0]?.json as { body: Record<string, string>; recipients: { ready: number } };
		expect(recipients.ready).toBe(100);
		expect(body).toMatchObject({ promotionType: 'SCHEDULED', note: 'test' });
		expect(new Date(body.scheduledTime ?? '').toISOString()).toBe('2030-03-30T18:00:00.000Z');
		expect(body.name).toMatch(/^Sale 20/);
	});

	it('is marked as a test, leaves the name free, and can be repeated', async () => {
		const names: unknown[] = [];
		for (const _ of [1, 2]) {
			const { items, error } = await session.run(tested, { input: contacts(3) });
			expect(error).toBeUndefined();
			names.push(items[0]?.json.promotionName);
		}
		for (const name of names) expect(name).toMatch(/^Spring Sale \[test \d\d:\d\d:\d\d\]$/);
		expect(session.service.launches().map(({ body }) => body.name)).toEqual(names);
		const { items } = await session.run({ ...launch, sendMode: 'dryRun' }, { input: contacts(3) });
		expect(items[0]?.json).toMatchObject({ outcome: 'dryRun', warnings: [], recipients: { ready: 3, sent: 0 } });
	});

	it('reaches no contact when a test goes round in a loop', async () => {
		const { rest, service } = session;
		const workflow = await rest.createWorkflow({
			name: 'Launch in a loop',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				{ ...node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 4, options: {} }), typeVersion: 3 },
				launchNode({ ...tested, promotionName: '=Sale {{ $runIndex }}', options: { maximumLaunches: 100 } }),
			],
			connections: {
				Start: { main: [[to('Loop')]] },
				Loop: { main: [[], [to('Launch')]] },
				Launch: { main: [[to('Loop')]] },
			},
			pinData: { Start: contacts(20).map((json) => ({ json })) },
		});
		const execution = await rest.runManually(workflow);
		const runs = execution.data.resultData.runData.Launch ?? [];
		expect(runs.map(({ data }) => data?.main?.[0]?.[0]?.json.outcome)).toEqual([
			...Array.from({ length: 5 }, () => 'launched'),
		]);
		const reached = service.launches().flatMap(({ file }) => file?.contents?.firstRows.map(([, phone]) => phone));
		expect(reached).toEqual(Array.from({ length: 5 }, () => OWN).flat());
	});

	it('is stopped before the first when there are more items than Maximum Launches allows', async () => {
		const parameters = { ...launch, recipients: 'uploadedList', targetListName: 'March', sendMode: 'always' };
		const { error } = await session.run(
			{ ...parameters, cardsMode: 'none', promotionName: '=Sale {{ $itemIndex }}' },
			{ input: [{}, {}] },
		);
		expect(error?.message).toContain('would make 2 launches in this execution');
		expect(session.service.launches()).toEqual([]);
	});

	it('reaches each lead once, though five webhooks come at a time and then all of them again', async () => {
		const { rest, service } = session;
		const names = { promotionName: '=Welcome {{ $execution.id }}' };
		const { workflow, call } = await published(session, names, 'lastNode');
		try {
			const leads = contacts(LEADS).map((contact) => JSON.stringify(contact));
			const answers = async () => {
				const statuses: number[] = [];
				const left = [...leads];
				const post = async () => {
					for (let lead = left.shift(); lead !== undefined; lead = left.shift()) statuses.push(await call(lead));
				};
				await Promise.all([post(), post(), post(), post(), post()]);
				return statuses;
			};
			expect(new Set(await answers())).toEqual(new Set([200]));
			expect(new Set(await answers())).toEqual(new Set([500]));
			expect(service.launches()).toHaveLength(LEADS);
			const reached = service.launches().flatMap(({ file }) => file?.contents?.firstRows.map((row) => row.join()));
			expect(new Set(reached).size).toBe(LEADS);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	}, 120_000);

	it('goes out once from a published workflow, though its webhook is called twice', async () => {
		const { rest, service } = session;
		// A name of its own for each execution: nothing but the memory of n8n tells the second from the first.
		const { workflow, call } = await published(session, { promotionName: '=Spring Sale {{ $execution.id }}' });
		try {
			const lead = JSON.stringify({ name: 'Ada', phone: '+15551000001' });
			await call(lead);
			await service.waitForRequest({ endpoint: 'launch', after: 0, stage: 'answered' });
			await finished(rest, workflow.id, 1);
			await call(lead);
			const executions = await finished(rest, workflow.id, 2);
			expect(executions.map(({ status }) => status).sort()).toEqual(['error', 'success']);
			expect(service.launches()).toHaveLength(1);
			expect(service.requests({ endpoint: 'launch' })).toHaveLength(1);
			expect(service.launches()[0]?.file?.contents?.firstRows).toEqual([['Ada', '+15551000001']]);
			// Published, so it is no test: the name is as the form says.
			expect(service.launches()[0]?.body.name).toMatch(/^Spring Sale \d+$/);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('goes out once from a workflow and its copy, at once and two seconds later, while the list lags behind', async () => {
		const { rest, service } = session;
		const empty = { kind: 'status', status: 200, contentType: 'application/json', body: '{"promotions":[]}' } as const;
		service.misbehave({ endpoint: 'list', fault: empty, times: 'always' });
		const both = [await published(session, {}, 'lastNode'), await published(session, {}, 'lastNode', 'copy')];
		try {
			const lead = JSON.stringify({ name: 'Ada', phone: '+15551000001' });
			const statuses = await Promise.all(both.map(async ({ call }) => await call(lead)));
			expect(statuses.sort()).toEqual([200, 500]);
			await pause(2_000);
			for (const { call } of both) expect(await call(lead)).toBe(500);
			expect(service.requests({ endpoint: 'launch' })).toHaveLength(1);
		} finally {
			for (const { workflow } of both) await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('asks which phone is meant where HubSpot gives two, and goes out with the expression it names', async () => {
		const people = [
			{ id: '1', properties: { firstname: 'Ada', phone: '+493012345601', mobilephone: '+4915112345601' } },
			{ id: '2', properties: { firstname: 'Ben', phone: '+4915112345602', mobilephone: null } },
		];
		const asked = await session.run(launch, { input: people });
		expect(asked.error?.message).toContain(
			'2 fields hold different phone numbers: properties.mobilephone (+491…5601, 1 contact) and properties.phone (+493…5601, 2 contacts)',
		);
		expect(session.service.launches()).toEqual([]);
		const [expression = ''] = /\{\{.*\}\}/.exec(asked.error?.description ?? '') ?? [];
		const value = { phone: `=${expression}`, name: '={{ $json.properties.firstname }}' };
		const mapped = { ...launch, columns: { mappingMode: 'defineBelow', value } };
		const sent = await session.run({ ...mapped, sendMode: 'always' }, { input: people });
		expect(sent.error).toBeUndefined();
		expect(session.service.launches()[0]?.file?.contents?.firstRows).toEqual([
			['Ada', '+4915112345601'],
			['Ben', '+4915112345602'],
		]);
	});

	function launchNode(parameters: Record<string, unknown>): WorkflowNode {
		const { id, name } = session.credential;
		return {
			...node('Launch', NODE_TYPE, { ...launch, ...parameters }),
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
		};
	}

	async function published(
		{ rest, service }: Session,
		parameters: Record<string, unknown>,
		responseMode = 'onReceived',
		which = 'first',
	) {
		const path = `launch-${which}-${service.describe().origin.split(':').at(-1)}`;
		const workflow = await rest.createWorkflow({
			name: 'Launch by webhook',
			nodes: [
				{
					...node('Webhook', 'n8n-nodes-base.webhook', { path, httpMethod: 'POST', responseMode }),
					typeVersion: 2,
					webhookId: path,
				},
				launchNode(parameters),
			],
			connections: { Webhook: { main: [[to('Launch')]] } },
		});
		await rest.activateWorkflow(workflow);
		/** The status of n8n's answer. */
		const call = async (body: string): Promise<number> => {
			const answer = await callWebhook(rest, path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			});
			await answer.text();
			return answer.status;
		};
		return { workflow, call };
	}
});

const to = (name: string) => ({ node: name, type: 'main', index: 0 });

const node = (name: string, type: string, parameters: Record<string, unknown>): WorkflowNode => ({
	id: name.toLowerCase(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

async function finished(rest: Session['rest'], workflowId: string, count: number) {
	for (;;) {
		const executions = await rest.listExecutions(workflowId);
		const isDone = executions.every(({ status }) => !['new', 'running'].includes(status));
		if (executions.length >= count && isDone) return executions;
		await pause(200);
	}
}
