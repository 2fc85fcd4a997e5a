import { startChatModel } from './support/chatModel';
import { itemsOf } from '../../tools/n8n/executionData';
import type { FinishedExecution, WorkflowNode } from '../../tools/n8n/restClient';
import {
	closeSession,
	CREDENTIAL_TYPE,
	NODE_TYPE,
	openSession,
	START,
	UNDER_TEST,
	type Session,
} from './support/session';
import { callWebhook } from './support/webhook';

/** What the tests of the engine model of n8n itself, held against the real one. */

const FACTS = 'Facts';

const launchOne = {
	resource: 'promotion',
	operation: 'launch',
	recipients: 'uploadedList',
	targetListName: '={{ $json.name }}',
	promotionName: '={{ $json.name }}',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cardsMode: 'none',
	sendMode: 'always',
	options: { maximumLaunches: 2 },
};

const manualTrigger: WorkflowNode = {
	id: 'start',
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What expressions see of the workflow. */
const facts: WorkflowNode = {
	id: 'facts',
	name: FACTS,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	position: [440, 0],
	parameters: { mode: 'raw', jsonOutput: '={{ { active: $workflow.active, mode: $execution.mode } }}', options: {} },
};

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const outcomes = (execution: FinishedExecution) =>
	itemsOf(execution.data, UNDER_TEST).map(({ json }) => [json.promotionName, json.outcome]);

describe('the real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	const launching = (parameters: Record<string, unknown> = launchOne, settings = {}): WorkflowNode => {
		const { id, name } = session.credential;
		return {
			id: 'under-test',
			name: UNDER_TEST,
			type: NODE_TYPE,
			typeVersion: 1,
			position: [220, 0],
			parameters,
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
			...settings,
		};
	};

	/** Two launches, the second refused at first. */
	const twoLaunches = async (settings = {}) => {
		session.service.addFault({ fault: { kind: 'status', status: 422 }, endpoint: 'launch', skip: 1 });
		return await session.rest.createWorkflow({
			name: 'Two launches',
			nodes: [manualTrigger, launching(launchOne, settings), facts],
			connections: { [START]: to(UNDER_TEST), [UNDER_TEST]: to(FACTS) },
			pinData: { [START]: [{ json: { name: 'First' } }, { json: { name: 'Second' } }] },
		});
	};
	const sent = () => session.service.launches().map(({ body }) => body.name);

	it('keeps what a node remembers over the tries of Retry On Fail', async () => {
		const workflow = await twoLaunches({ retryOnFail: true, maxTries: 2, waitBetweenTries: 100 });
		const execution = await session.rest.runManually(workflow);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(outcomes(execution)).toEqual([
			['First', 'alreadyLaunched'],
			['Second', 'launched'],
		]);
		expect(sent()).toEqual(['First', 'Second']);
	});

	it('keeps it over Retry of the execution, which says of no workflow that it is published', async () => {
		const { rest } = session;
		const failed = await rest.runManually(await twoLaunches());
		expect(failed.status).toBe('error');
		expect(sent()).toEqual(['First']);
		await rest.send('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
		const executions = await rest.listExecutions((failed as unknown as { workflowId: string }).workflowId);
		const retried = await rest.waitForExecution(executions.find(({ mode }) => mode === 'retry')?.id ?? '');
		expect(retried.data.resultData.error?.message).toBeUndefined();
		expect(outcomes(retried)).toEqual([
			['First', 'alreadyLaunched'],
			['Second', 'launched'],
		]);
		expect(sent()).toEqual(['First', 'Second']);
		expect(itemsOf(retried.data, FACTS)[0]?.json).toMatchObject({ active: false });
	});

	it('says that a published workflow is published when its webhook is called, and not when it is executed in the editor before', async () => {
		const { rest } = session;
		const path = `facts-${session.service.origin.split(':').at(-1)}`;
		const workflow = await rest.createWorkflow({
			name: 'Facts by webhook',
			nodes: [
				{ ...manualTrigger, position: [0, 200] },
				{
					id: 'webhook',
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: [0, 0],
					webhookId: path,
					parameters: { path, responseMode: 'lastNode' },
				},
				facts,
			],
			connections: { Webhook: to(FACTS), [START]: to(FACTS) },
		});
		const inEditor = await rest.runManually(workflow);
		expect(itemsOf(inEditor.data, FACTS)[0]?.json).toEqual({ active: false, mode: 'test' });
		await rest.activateWorkflow(workflow);
		try {
			const answer = await callWebhook(rest, path);
			expect(await answer.json()).toEqual({ active: true, mode: 'production' });
			const [execution] = await rest.listExecutions(workflow.id);
			expect(execution?.mode).toBe('webhook');
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('lets an agent call the node as a tool of its own type, which launches nothing', async () => {
		const { rest, service, credential } = session;
		const model = await startChatModel((messages, [tool = '']) =>
			messages.some(({ role }) => role === 'tool') ? { say: 'Done' } : { tool, arguments: { name: 'Spring Sale' } },
		);
		try {
			const openAi = await rest.createCredential('Model', 'openAiApi', { apiKey: 'none', url: model.url });
			const { id, name } = credential;
			const workflow = await rest.createWorkflow({
				name: 'Agent',
				nodes: [
					manualTrigger,
					{
						id: 'agent',
						name: 'Agent',
						type: '@n8n/n8n-nodes-langchain.agent',
						typeVersion: 2,
						position: [220, 0],
						parameters: { promptType: 'define', text: 'Launch the spring sale', options: {} },
					},
					{
						id: 'model',
						name: 'Model',
						type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
						typeVersion: 1.2,
						position: [220, 200],
						parameters: { model: { __rl: true, mode: 'id', value: 'any' }, options: { maxRetries: 0 } },
						credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
					},
					{
						...launching({
							...launchOne,
							targetListName: 'VIP',
							promotionName: "={{ $fromAI('name') }}",
							sendMode: 'careful',
						}),
						type: `${NODE_TYPE}Tool`,
						credentials: { [CREDENTIAL_TYPE]: { id, name } },
					},
				],
				connections: {
					[START]: to('Agent'),
					Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
					[UNDER_TEST]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				},
			});
			const execution = await rest.runManually(workflow);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			const [called] = itemsOf(execution.data, UNDER_TEST, { connection: 'ai_tool' });
			expect(JSON.stringify(called?.json)).toContain('An AI agent cannot launch');
			expect(service.requests({ endpoint: 'launch' })).toEqual([]);
			expect(itemsOf(execution.data, 'Agent')[0]?.json.output).toBe('Done');
		} finally {
			await model.stop();
		}
	});
});
