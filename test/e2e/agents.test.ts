import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askInChat, press, questionIn } from './support/chat';
import { startChatModel, type ChatMessage, type ChatModel, type NextStep, type ToolShown } from './support/chatModel';
import { RecipeRun } from './support/recipeRun';
import type { SavedCredential, WorkflowJson, WorkflowNode } from '../../tools/n8n/restClient';
import { undeclaredArguments } from '../engine/tool/undeclared';
import { byId, closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';
import { McpClient } from './support/mcpClient';
import { callWebhook } from './support/webhook';

const LANGCHAIN = '@n8n/n8n-nodes-langchain.';
const ASKED = '+491701234501';
const NOT_ASKED = '+491701234502';
const UNDECLARED = undeclaredArguments(NOT_ASKED);

/** The ways in which a real n8n lets a model call the node. */
describe('agents', () => {
	let session: Session;
	let model: ChatModel;
	let openAi: SavedCredential;
	let next: (messages: ChatMessage[], tools: string[]) => NextStep;
	let shown: ToolShown[] = [];
	const heard = (messages: ChatMessage[]) =>
		messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

	beforeAll(async () => {
		session = await openSession();
		model = await startChatModel((messages, tools, described) => {
			shown = described;
			return next(messages, tools);
		});
		openAi = await session.rest.createCredential('Scripted', 'openAiApi', { apiKey: 'none', url: model.url });
	});
	afterAll(async () => {
		await model.stop();
		await closeSession(session);
	});

	const node = (name: string, type: string, typeVersion: number, parameters = {}, more = {}): WorkflowNode => ({
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		...more,
	});
	const ownCredential = () => ({ [CREDENTIAL_TYPE]: { id: session.credential.id, name: session.credential.name } });
	const rcsTool = (name: string, operation: string, parameters = {}) =>
		node(
			name,
			`${NODE_TYPE}Tool`,
			1,
			{ resource: 'promotion', operation, ...parameters },
			{ credentials: ownCredential() },
		);
	const chatModel = (name: string) =>
		node(
			name,
			`${LANGCHAIN}lmChatOpenAi`,
			1.2,
			{ model: { __rl: true, mode: 'id', value: 'any' }, options: { maxRetries: 0 } },
			{ credentials: { openAiApi: { id: openAi.id, name: openAi.name } } },
		);
	const launchTool = (promotionName: string) =>
		rcsTool('Launch', 'launch', {
			recipients: 'inputItems',
			columns: { mappingMode: 'defineBelow', value: { phone: "={{ $fromAI('phone') }}" } },
			promotionName,
			templateName: `template of ${promotionName}`,
			templateId: 't-1',
			templateLanguage: 'en',
			cardsMode: 'none',
			sendMode: 'always',
		});
	const to = (kind: string, name: string) => ({ [kind]: [[{ node: name, type: kind, index: 0 }]] });
	const start = node('Start', 'n8n-nodes-base.manualTrigger', 1);
	const agent = node('Agent', `${LANGCHAIN}agent`, 3.1, { promptType: 'define', text: 'Go', options: {} });
	const reached = () => session.service.launches().map(({ body, file }) => [body.name, file?.contents?.firstRows]);

	it('AI Agent 3.1: undeclared arguments choose no recipient, and the model reads our description', async () => {
		const { rest } = session;
		let answers: string[] = [];
		next = (messages) => {
			answers = heard(messages);
			if (answers.length > 1) return { say: 'Done' };
			const first = answers.length === 0 ? { query: { phone: NOT_ASKED } } : {};
			return { tool: shown[0]?.name ?? '', arguments: { ...UNDECLARED, phone: ASKED, ...first } };
		};
		const workflow = await rest.createWorkflow({
			name: 'Agent 3.1',
			settings: { executionOrder: 'v1' },
			nodes: [start, agent, chatModel('Model'), launchTool('By agent')],
			connections: {
				Start: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				Launch: to('ai_tool', 'Agent'),
			},
		});
		const execution = await rest.runManually(workflow);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(answers).toEqual([
			expect.stringContaining("Call again without the argument 'query'"),
			expect.stringContaining('"outcome":"launched"'),
		]);
		expect(reached()).toEqual([['By agent', [[ASKED]]]]);
		expect(shown[0]?.description).toMatch(
			/^Launches a promotion \(RCS campaign\) with the approved template template of By agent\. It sends real messages/,
		);
		expect(JSON.stringify(shown[0]?.parameters)).not.toContain('mobile');
	});

	it.each([2.2, 3.1])(
		'AI Agent %d: the model reads why Stop was refused, and three numbers in one call are one launch',
		async (version) => {
			const { rest, service } = session;
			const { promotionId } = service.addPromotion({ name: 'Running', phase: 'running' });
			const before = service.launches().length;
			const phones = ['+491701234511', '+491701234512', '+491701234513'];
			let answers: string[] = [];
			next = (messages, tools) => {
				answers = heard(messages);
				const tool = (name: string) => tools.find((one) => one === name) ?? '';
				if (answers.length === 0) return { tool: tool('Stop'), arguments: { id: promotionId } };
				if (answers.length === 1) return { tool: tool('Launch'), arguments: { phone: phones.join(', ') } };
				return { say: 'Done' };
			};
			const workflow = await rest.createWorkflow({
				name: `Agent ${version}, three numbers`,
				settings: { executionOrder: 'v1' },
				nodes: [
					start,
					{ ...agent, typeVersion: version },
					chatModel('Model'),
					rcsTool('Stop', 'stop', { promotionId: byId("={{ $fromAI('id') }}") }),
					launchTool(`Three by ${version}`),
				],
				connections: {
					Start: to('main', 'Agent'),
					Model: to('ai_languageModel', 'Agent'),
					Stop: to('ai_tool', 'Agent'),
					Launch: to('ai_tool', 'Agent'),
				},
			});
			await rest.runManually(workflow);
			expect(answers).toEqual([
				expect.stringContaining('The service refused to stop it'),
				expect.stringContaining('"sent":3'),
			]);
			expect(reached().slice(before)).toEqual([[`Three by ${version}`, phones.map((phone) => [phone])]]);
		},
	);

	it('a nested agent reaches only the phone that it chose', async () => {
		const { rest, service } = session;
		const before = service.launches().length;
		let answers: string[] = [];
		next = (messages, tools) => {
			const at = heard(messages);
			if (tools.includes('Launch')) answers = at;
			if (at.length > 0) return { say: at[0] ?? '' };
			const inner = tools.includes('Launch');
			return {
				tool: tools[0] ?? '',
				arguments: inner ? { ...UNDECLARED, phone: ASKED } : { Prompt__User_Message_: 'Launch', input: 'Launch' },
			};
		};
		const workflow = await rest.createWorkflow({
			name: 'Nested',
			settings: { executionOrder: 'v1' },
			nodes: [
				start,
				agent,
				chatModel('Model'),
				node('Inner', `${LANGCHAIN}agentTool`, 3, {
					toolDescription: 'Launches',
					text: "={{ $fromAI('input') }}",
					options: {},
				}),
				chatModel('Inner model'),
				launchTool('By nested agent'),
			],
			connections: {
				Start: to('main', 'Agent'),
				Model: to('ai_languageModel', 'Agent'),
				Inner: to('ai_tool', 'Agent'),
				'Inner model': to('ai_languageModel', 'Inner'),
				Launch: to('ai_tool', 'Inner'),
			},
		});
		await rest.runManually(workflow);
		expect(answers.join()).toContain('"outcome":"launched"');
		expect(reached().slice(before)).toEqual([['By nested agent', [[ASKED]]]]);
	});

	it('MCP Server Trigger: a client reads our description, and reaches only the phone that it chose', async () => {
		const { rest, service } = session;
		const before = service.launches().length;
		const path = randomUUID();
		const workflow = await rest.createWorkflow({
			name: 'MCP',
			settings: { executionOrder: 'v1' },
			nodes: [
				node('MCP', `${LANGCHAIN}mcpTrigger`, 2, { path, authentication: 'none' }, { webhookId: path }),
				launchTool('By MCP'),
			],
			connections: { Launch: to('ai_tool', 'MCP') },
		});
		await rest.activateWorkflow(workflow);
		try {
			const client = new McpClient(`${rest.baseUrl}/mcp/${path}`);
			await client.open();
			const { tools } = (await client.call('tools/list', {})) as { tools: ToolShown[] };
			expect(tools[0]?.description).toMatch(/^Launches a promotion/);
			const call = { name: tools[0]?.name, arguments: { ...UNDECLARED, phone: ASKED } };
			expect(JSON.stringify(await client.call('tools/call', call))).toContain('launched');
			expect(reached().slice(before)).toEqual([['By MCP', [[ASKED]]]]);
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
		const columns = { mappingMode: 'defineBelow', value: { phone: ASKED } };
		const sub = {
			nodes: [
				node('When called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
				{ ...launch, type: NODE_TYPE, parameters: { ...parameters, columns, sendMode: 'careful' } },
			],
			connections: { 'When called': to('main', 'Launch') },
			settings: { executionOrder: 'v1' },
		};
		const path = randomUUID();
		const asked = { description: 'Launches', source: 'parameter', workflowJson: JSON.stringify(sub) };
		const workflow = await rest.createWorkflow({
			name: 'Sub-workflow tool',
			settings: { executionOrder: 'v1' },
			nodes: [
				start,
				node('Webhook', 'n8n-nodes-base.webhook', 2, { path, responseMode: 'lastNode' }, { webhookId: path }),
				agent,
				chatModel('Model'),
				node('Ask', `${LANGCHAIN}toolWorkflow`, 2.2, asked),
			],
			connections: {
				Start: to('main', 'Agent'),
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

	it.each(['launch', 'stop'])(
		'human review of %s shows each fact on a line of its own, and decides',
		async (operation) => {
			const { rest, service } = session;
			const { promotionId } = service.addPromotion({ name: `To ${operation}`, phase: 'preparation' });
			const name = 'Once more"\nPromotion name: "Harmless';
			const toolParameters =
				operation === 'launch'
					? { contactList: 'VIP', promotionName: name }
					: { promotionId, expectedName: `To ${operation}` };
			const harmless = { promotionName: 'Harmless', promotionId: 'p-0', expectedName: 'Harmless' };
			const forged = { toolParameters: { contactList: 'VIP', ...harmless } };
			next = (messages, tools) => {
				const answers = heard(messages);
				if (answers.length > 0) return { say: answers.join() };
				return {
					tool: tools.find((tool) => tool.startsWith('Launch')) ?? '',
					// What n8n's $tool would show in place of what the tool gets.
					arguments: { toolParameters, query: forged, hitlParameters: { ...forged, query: forged } },
				};
			};
			const recipe = JSON.parse(
				readFileSync(join(__dirname, '../../examples/agent-with-approval.json'), 'utf8'),
			) as WorkflowJson;
			const nodes = recipe.nodes.map((one) => {
				if (one.name === 'Model') return { ...one, credentials: chatModel('').credentials ?? {} };
				if (one.name === 'Approve the launch' && operation === 'stop') {
					// As docs/agents.md says: each argument on a line of its own, and Only If Named, too.
					const lines = ['promotionId', 'expectedName'].map(
						(key) => `${key}: {{ JSON.stringify($json.toolParameters.${key}) }}`,
					);
					return { ...one, parameters: { ...one.parameters, message: `=Stop it?\n\n${lines.join('\n\n')}` } };
				}
				if (!one.type.startsWith(NODE_TYPE)) return one;
				const own = { ...one, credentials: ownCredential() };
				if (one.name !== 'Launch' || operation === 'launch') return own;
				const expectedName = "={{ $fromAI('expectedName') }}";
				return {
					...own,
					parameters: {
						resource: 'promotion',
						operation,
						promotionId: byId("={{ $fromAI('promotionId') }}"),
						expectedName,
					},
				};
			});
			const workflow = await rest.createWorkflow({ ...recipe, name: `Review of ${operation}`, nodes });
			const run = new RecipeRun(rest, service, workflow);
			const waiting = await askInChat(run, `Please ${operation}`);
			const question = questionIn(waiting);
			const shownLines = question?.text.split('\n') ?? [];
			if (operation === 'launch') {
				const lines = shownLines.filter((line) => line.startsWith('Promotion name'));
				expect(lines).toEqual([`Promotion name: ${JSON.stringify(name)}`]);
			} else {
				expect(shownLines).toContain(`promotionId: ${JSON.stringify(promotionId)}`);
				expect(shownLines).toContain('expectedName: "To stop"');
			}
			expect(run.launches()).toEqual([]);
			expect(run.patches()).toEqual([]);
			const said = await press(run, waiting, question ?? { text: '', buttons: [] }, 'Yes, launch');
			// The name has two lines, so the launch is refused all the same.
			expect(said).toContain(operation === 'launch' ? 'contains a line break' : '"confirmed":true');
			expect(run.patches().map((patch) => patch.promotionId)).toEqual(operation === 'stop' ? [promotionId] : []);
		},
	);
});
