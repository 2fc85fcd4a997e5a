import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pressButton, type Question } from './support/chat';
import { startChatModel, type ChatMessage, type ChatModel, type NextStep, type ToolShown } from './support/chatModel';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedCredential } from '../../tools/n8n/restClient';
import { node, rcsNode } from '../../tools/n8n/workflowNodes';
import {
	byId,
	closeSession,
	LAUNCH,
	manualStart,
	NODE_TYPE,
	openSession,
	START,
	type Session,
} from './support/session';
import { McpClient } from './support/mcpClient';
import { callWebhook } from './support/webhook';

const LANGCHAIN = '@n8n/n8n-nodes-langchain.';
const ASKED = '+491701234501';
const REFUSED = /An AI agent cannot launch.*a person launches it/s;

/** The ways in which a real n8n lets a model call the node. */
describe('agents', () => {
	let session: Session;
	let model: ChatModel;
	let openAi: SavedCredential;
	let next: (messages: ChatMessage[], tools: string[]) => NextStep;
	const heard = (messages: ChatMessage[]) =>
		messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

	beforeAll(async () => {
		session = await openSession();
		model = await startChatModel((messages, tools) => next(messages, tools));
		openAi = await session.rest.createCredential('Scripted', 'openAiApi', { apiKey: 'none', url: model.url });
	});
	afterAll(async () => {
		await model.stop();
		await closeSession(session);
	});

	const rcsTool = (name: string, operation: string, parameters = {}) =>
		rcsNode(name, 'rcsPromotionTool', { resource: 'promotion', operation, ...parameters }, session.credential);
	const chatModel = (name: string) =>
		node(
			name,
			`${LANGCHAIN}lmChatOpenAi`,
			1.2,
			{ model: { __rl: true, mode: 'id', value: 'any' }, options: { maxRetries: 0 } },
			{ credentials: { openAiApi: { id: openAi.id, name: openAi.name } } },
		);
	const launchTool = (promotionName: string) =>
		rcsTool('Launch', 'launch', { ...LAUNCH, promotionName, sendMode: 'always' });
	const to = (kind: string, name: string) => ({ [kind]: [[{ node: name, type: kind, index: 0 }]] });
	const agent = node('Agent', `${LANGCHAIN}agent`, 3.1, { promptType: 'define', text: 'Go', options: {} });
	const reached = () => session.service.launches().map(({ body, file }) => [body.name, file?.contents?.firstRows]);

	it.each([2.2, 3.1])('AI Agent %d reads why Stop was refused, and that it cannot launch', async (version) => {
		const { rest, service } = session;
		const { promotionId } = service.addPromotion({ name: 'Running', phase: 'running' });
		let answers: string[] = [];
		next = (messages, tools) => {
			answers = heard(messages);
			const tool = (name: string) => tools.find((one) => one === name) ?? '';
			if (answers.length === 0) return { tool: tool('Stop'), arguments: { id: promotionId } };
			if (answers.length === 1) return { tool: tool('Launch'), arguments: { phone: ASKED } };
			return { say: 'Done' };
		};
		const workflow = await rest.createWorkflow({
			name: `Agent ${version}`,
			settings: { executionOrder: 'v1' },
			nodes: [
				manualStart,
				{ ...agent, typeVersion: version },
				chatModel('Model'),
				rcsTool('Stop', 'stop', { promotionId: byId("={{ $fromAI('id') }}") }),
				launchTool(`By ${version}`),
			],
			connections: {
				[START]: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				Stop: to('ai_tool', 'Agent'),
				Launch: to('ai_tool', 'Agent'),
			},
		});
		await rest.runManually(workflow);
		expect(answers).toEqual([expect.stringMatching(/the service refused to stop it/i), expect.stringMatching(REFUSED)]);
		expect(service.launches()).toEqual([]);
	});

	it('MCP Server Trigger: a client reads our description, and can stop but not launch', async () => {
		const { rest, service } = session;
		const { promotionId } = service.addPromotion({ name: 'To stop', phase: 'preparation' });
		const path = randomUUID();
		const workflow = await rest.createWorkflow({
			name: 'MCP',
			settings: { executionOrder: 'v1' },
			nodes: [
				node('MCP', `${LANGCHAIN}mcpTrigger`, 2, { path, authentication: 'none' }, { webhookId: path }),
				rcsTool('Stop', 'stop', { promotionId: byId("={{ $fromAI('id') }}") }),
				launchTool('By MCP'),
			],
			connections: { Stop: to('ai_tool', 'MCP'), Launch: to('ai_tool', 'MCP') },
		});
		await rest.activateWorkflow(workflow);
		try {
			const client = new McpClient(`${rest.baseUrl}/mcp/${path}`);
			await client.open();
			const { tools } = (await client.call('tools/list', {})) as { tools: ToolShown[] };
			expect(tools.find(({ name }) => name === 'Stop')?.description).toMatch(/^Stops /);
			const call = async (name: string, given: object) =>
				JSON.stringify(await client.call('tools/call', { name, arguments: given }));
			expect(await call('Stop', { id: promotionId })).toMatch(/confirmed[\\":]+true/);
			expect(await call('Launch', { phone: ASKED })).toMatch(REFUSED);
			expect(service.launches()).toEqual([]);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('Call n8n Workflow Tool: a dry run from the editor, and live in a published workflow, as the docs say', async () => {
		const { rest, service } = session;
		const before = service.launches().length;
		let answers: string[] = [];
		next = (messages, tools) => {
			answers = heard(messages);
			return answers.length > 0 ? { say: answers.join() } : { tool: tools[0] ?? '', arguments: { query: ASKED } };
		};
		const { parameters, ...launch } = launchTool('By sub-workflow');
		const sub = {
			nodes: [
				node('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
				node('Contact', 'set', 3.4, {
					mode: 'raw',
					jsonOutput: JSON.stringify({ phone: ASKED }),
					options: {},
				}),
				{ ...launch, type: NODE_TYPE, parameters: { ...parameters, sendMode: 'careful' } },
			],
			connections: { 'When called': to('main', 'Contact'), Contact: to('main', 'Launch') },
			settings: { executionOrder: 'v1' },
		};
		const path = randomUUID();
		const asked = { description: 'Launches', source: 'parameter', workflowJson: JSON.stringify(sub) };
		const workflow = await rest.createWorkflow({
			name: 'Sub-workflow tool',
			settings: { executionOrder: 'v1' },
			nodes: [
				manualStart,
				node('Webhook', 'webhook', 2, { path, responseMode: 'lastNode' }, { webhookId: path }),
				agent,
				chatModel('Model'),
				node('Ask', `${LANGCHAIN}toolWorkflow`, 2.2, asked),
			],
			connections: {
				[START]: to('main', 'Agent'),
				Webhook: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				Ask: to('ai_tool', 'Agent'),
			},
		});
		await rest.runManually(workflow);
		expect(answers.join()).toContain('dryRun');
		expect(service.launches()).toHaveLength(before);
		await rest.activateWorkflow(workflow);
		try {
			await callWebhook(rest, path);
			expect(answers.join()).toContain('launched');
			expect(reached().slice(before)).toEqual([['By sub-workflow', [[ASKED]]]]);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('human review of a stop shows each fact on a line of its own, and decides', async () => {
		const { rest, service } = session;
		const { promotionId } = service.addPromotion({ name: 'To review', phase: 'preparation' });
		const toolParameters = { promotionId, expectedName: 'To review' };
		const forged = { toolParameters: { promotionId: 'p-0', expectedName: 'Harmless' } };
		let answers: string[] = [];
		next = (messages, tools) => {
			answers = heard(messages);
			if (answers.length > 0) return { say: answers.join() };
			// What n8n's $tool would show in place of what the tool gets.
			const given = { toolParameters, query: forged, hitlParameters: { ...forged, query: forged } };
			return { tool: tools[0] ?? '', arguments: given };
		};
		// As docs/agents.md says: each argument on a line of its own, and Only If Named, too.
		const lines = Object.keys(toolParameters).map((key) => `${key}: {{ JSON.stringify($json.toolParameters.${key}) }}`);
		const review = node('Review', `${LANGCHAIN}chatHitlTool`, 1.2, {
			message: `=Stop it?\n\n${lines.join('\n\n')}`,
			approvalOptions: { values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' } },
			options: {},
		});
		const asked = {
			promotionId: byId("={{ $fromAI('promotionId') }}"),
			expectedName: "={{ $fromAI('expectedName') }}",
		};
		const chat = node('Chat', `${LANGCHAIN}chatTrigger`, 1.3, { options: { responseMode: 'responseNodes' } });
		const workflow = await rest.createWorkflow({
			name: 'Review of a stop',
			settings: { executionOrder: 'v1' },
			nodes: [
				{ ...chat, webhookId: randomUUID() },
				{ ...agent, parameters: { options: {} } },
				chatModel('Model'),
				{ ...review, webhookId: randomUUID() },
				rcsTool('Stop', 'stop', asked),
			],
			connections: {
				Chat: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				Review: to('ai_tool', 'Agent'),
				Stop: to('ai_tool', 'Review'),
			},
		});
		const given = { sessionId: 'review', action: 'sendMessage', chatInput: 'Please stop it' };
		const id = await rest.startManually(workflow, { trigger: 'Chat', given });
		const waiting = await rest.waitForExecution(id, undefined, { pauses: true });
		const [asksFor] = itemsOf(waiting.data, 'Review', { connection: 'ai_tool' }) as Array<{ sendMessage?: Question }>;
		const question = asksFor?.sendMessage ?? { text: '', buttons: [] };
		const shownLines = question.text.split('\n');
		expect(shownLines).toContain(`promotionId: ${JSON.stringify(promotionId)}`);
		expect(shownLines).toContain('expectedName: "To review"');
		expect(service.patches()).not.toContainEqual(expect.objectContaining({ promotionId }));
		await pressButton(question, 'Yes');
		for (let wait = 0; answers.length === 0 && wait < 100; wait++) await pause(200);
		expect(answers.join()).toContain('"confirmed":true');
		expect(service.patches()).toContainEqual(expect.objectContaining({ promotionId }));
	});
});
