import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../tools/n8n/executionData';
import type { FinishedExecution, SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { inLine, node, rcsNode, webhook } from '../../tools/n8n/workflowNodes';
import {
	closeSession,
	contacts,
	LAUNCH,
	manualStart,
	openSession,
	pathOf,
	published,
	START,
	UNDER_TEST,
	type Session,
} from './support/session';
import { postToWebhook } from './support/webhook';

const CONTACTS = contacts(11);

/** What a real n8n tells of the execution that started a sub-workflow, in each version that these tests run in. */
describe('a sub-workflow in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	/** One node after the other. */
	async function save(nodes: WorkflowNode[], settings: Record<string, unknown> = {}): Promise<SavedWorkflow> {
		return await session.rest.createWorkflow({
			name: `From ${String(nodes[0]?.name)}`,
			nodes,
			connections: inLine(...nodes.map(({ name }) => name)),
			settings,
			pinData: { [START]: CONTACTS.map((json) => ({ json })) },
		});
	}

	/** Only a published workflow may be called by one that is live. Hosts before n8n 2 know no such thing. */
	async function publishCalled(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		return await session.rest.activateWorkflow(workflow).catch((thrown: unknown) => {
			if (String(thrown).includes('no node to start the workflow')) return workflow;
			throw thrown;
		});
	}

	const called = node('When called', 'executeWorkflowTrigger');
	const calling = ({ id }: SavedWorkflow, options: Record<string, unknown> = {}) =>
		node('Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value: id }, options });

	/** The launch, and so many workflows between it and the first. */
	async function launchBelow(levels: number): Promise<{ launch: SavedWorkflow; called: SavedWorkflow }> {
		const wait = node('Wait', 'wait', 1.1, { amount: 1 });
		const launching = rcsNode(UNDER_TEST, 'rcsPromotion', LAUNCH, session.credential);
		const launch = await publishCalled(await save([called, wait, launching]));
		let last = launch;
		for (let level = 1; level < levels; level++) last = await publishCalled(await save([called, calling(last)]));
		return { launch, called: last };
	}

	async function onlyExecutionOf(workflow: SavedWorkflow): Promise<FinishedExecution> {
		for (let tries = 1; ; tries++) {
			const [execution, ...others] = await session.rest.listExecutions(workflow.id);
			expect(others).toEqual([]);
			if (execution) return await session.rest.waitForExecution(execution.id);
			if (tries === 50) throw new Error('The sub-workflow was not executed');
			await pause(200);
		}
	}

	const outcomeOf = ({ data }: FinishedExecution) => itemsOf(data, UNDER_TEST)[0]?.json.outcome;

	it.each([1, 2])('reaches nobody when the first of them is started in the editor, %d levels up', async (levels) => {
		const below = await launchBelow(levels);
		const first = await save([manualStart, calling(below.called)]);
		const { data } = await session.rest.runManually(first);
		expect(data.resultData.error).toBeUndefined();
		const execution = await onlyExecutionOf(below.launch);
		expect([execution.mode, outcomeOf(execution)]).toEqual(['integrated', 'dryRun']);
		expect(session.service.launches()).toEqual([]);
	});

	it.each([
		{ levels: 2, what: 'waits for it', options: {}, settings: {} },
		{
			levels: 1,
			what: 'has ended by then and is not kept',
			options: { waitForSubWorkflow: false },
			settings: { saveDataSuccessExecution: 'none' },
		},
	])('reaches everyone when a webhook starts a workflow that $what', async ({ levels, options, settings }) => {
		const { rest, service } = session;
		const path = pathOf(session, 'leads');
		const { called: below, launch } = await launchBelow(levels);
		const split = node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.leads', options: {} });
		const begins = webhook(path, 'onReceived');
		const first = await save([begins, split, calling(below, options)], settings);
		await published(rest, first, async () => {
			expect((await postToWebhook(rest, path, { leads: CONTACTS })).ok).toBe(true);
			const execution = await onlyExecutionOf(launch);
			expect([execution.mode, outcomeOf(execution)]).toEqual(['integrated', 'launched']);
			expect(service.launches().map(({ file }) => file?.contents?.rows)).toEqual([CONTACTS.length]);
		});
	});

	it('stays a test when n8n retries it, or the run in the editor that called it', async () => {
		const { rest, service, credential } = session;
		const { baseUrl, accountId, apiKey } = service;
		const enter = async (data: Record<string, string>) =>
			await rest.send('PATCH', `/rest/credentials/${credential.id}`, { ...credential, data });
		const below = await launchBelow(1);
		const first = await save([manualStart, calling(below.called)]);
		await enter({ baseUrl, accountId: '', apiKey });
		const failed = await rest.runManually(first);
		expect([failed.mode, failed.status]).toEqual(['manual', 'error']);
		await enter({ baseUrl, accountId, apiKey });
		const { id } = await onlyExecutionOf(below.launch);
		for (const execution of [id, failed.id]) {
			await rest.send('POST', `/rest/executions/${execution}/retry`, { loadWorkflow: false });
		}
		const all = await rest.listExecutions(below.launch.id);
		const later = await Promise.all(
			all.filter((one) => one.id !== id).map(async (one) => await rest.waitForExecution(one.id)),
		);
		expect(later.map(({ mode }) => mode).sort()).toEqual(['integrated', 'retry']);
		expect(later.map(outcomeOf)).toEqual(['dryRun', 'dryRun']);
		expect(service.launches()).toEqual([]);
	});
});
