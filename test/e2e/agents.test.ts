import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedCredential, WorkflowNode } from '../../tools/n8n/restClient';
import { node, rcsNode } from '../../tools/n8n/workflowNodes';
import { pressButton, type Question } from './support/chat';
import { startChatModel, type ChatMessage, type ChatModel, type NextStep } from './support/chatModel';
import { McpClient } from './support/mcpClient';
import {
	byId,
	closeSession,
	LAUNCH,
	manualStart,
	NODE_TYPE,
	openSession,
	published,
	type Session,
} from './support/session';
import { callWebhook } from './support/webhook';

const LANGCHAIN = '@n8n/n8n-nodes-langchain.';
const ASKED = '+491701234501';
const REFUSED = /An AI agent cannot launch.*a person launches it/s;

/** The ways in which a real n8n lets a model call the node. */
describe('agents', () => {
	let session: Session;
	let model: ChatModel;
	let openAi: SavedCredential;
	/** What the model does after so many answers of its tools. */
	let next: (answers: string[], tools: string[]) => NextStep;
	/** What it has heard of its tools in the end. */
	let answers: string[] = [];
	const heardIn = (messages: ChatMessage[]) =>
		messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));

	beforeAll(async () => {
		session = await openSession();
		model = await startChatModel((messages, tools) => {
			answers = heardIn(messages);
			return next(answers, tools);
		});
		openAi = await session.rest.createCredential('Scripted', 'openAiApi', { apiKey: 'none', url: model.url });
	});
	beforeEach(() => (answers = []));
	afterAll(async () => {
		await model.stop();
		await closeSession(session);
	});

	const rcsTool = (name: string, operation: string, parameters = {}) =>
		rcsNode(name, 'rcsPromotionTool', { resource: 'promotion', operation, ...parameters }, session.credential);
	const stopTool = () => rcsTool('Stop', 'stop', { promotionId: byId("={{ $fromAI('id') }}") });
	const launchTool = (promotionName: string) =>
		rcsTool('Launch', 'launch', { ...LAUNCH, promotionName, sendMode: 'always' });
	const to = (kind: string, name: string) => ({ [kind]: [[{ node: name, type: kind, index: 0 }]] });
	const agent = node('Agent', `${LANGCHAIN}agent`, 3.1, { promptType: 'define', text: 'Go', options: {} });

	/** Each of the first leads to the agent, which has a model and these tools. */
	async function saved(first: WorkflowNode[], agent: WorkflowNode, tools: WorkflowNode[], behind: WorkflowNode[] = []) {
		const chatModel = node('Model', `${LANGCHAIN}lmChatOpenAi`, 1.2, {
			model: { __rl: true, mode: 'id', value: 'any' },
			options: { maxRetries: 0 },
		});
		const credentials = { openAiApi: { id: openAi.id, name: openAi.name } };
		return await session.rest.createWorkflow({
			name: tools.map(({ name }) => name).join(' and '),
			settings: { executionOrder: 'v1' },
			nodes: [...first, agent, { ...chatModel, credentials }, ...tools, ...behind],
			connections: {
				...Object.fromEntries(first.map(({ name }) => [name, to('main', agent.name)])),
				...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool', agent.name)])),
				...Object.fromEntries(behind.map(({ name }) => [name, to('ai_tool', tools[0]!.name)])),
				Model: to('ai_languageModel', agent.name),
			},
		});
	}

	it.each([2.2, 3.1])('AI Agent %d reads why Stop was refused, and that it cannot launch', async (typeVersion) => {
		const { rest, service } = session;
		const { promotionId } = service.addPromotion({ name: 'Running', phase: 'running' });
		next = ({ length }) =>
			[
				{ tool: 'Stop', arguments: { id: promotionId } },
				{ tool: 'Launch', arguments: { phone: ASKED } },
			][length] ?? { say: 'Done' };
		const tools = [stopTool(), launchTool(`By ${typeVersion}`)];
		await rest.runManually(await saved([manualStart], { ...agent, typeVersion }, tools));
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
				stopTool(),
				launchTool('By MCP'),
			],
			connections: { Stop: to('ai_tool', 'MCP'), Launch: to('ai_tool', 'MCP') },
		});
		await published(rest, workflow, async () => {
			const client = new McpClient(`${rest.baseUrl}/mcp/${path}`);
			await client.open();
			const { tools } = (await client.call('tools/list', {})) as {
				tools: Array<{ name: string; description: string }>;
			};
			expect(tools.find(({ name }) => name === 'Stop')?.description).toMatch(/^Stops /);
			const call = async (name: string, given: object) =>
				JSON.stringify(await client.call('tools/call', { name, arguments: given }));
			expect(await call('Stop', { id: promotionId })).toMatch(/confirmed[\\":]+true/);
			expect(await call('Launch', { phone: ASKED })).toMatch(REFUSED);
			expect(service.launches()).toEqual([]);
		});
	});

	it('Call n8n Workflow Tool: a dry run from the editor, and live in a published workflow, as the docs say', async () => {
		const { rest, service } = session;
		next = ({ length }, [tool = '']) => (length > 0 ? { say: 'Done' } : { tool, arguments: { query: ASKED } });
		const { parameters, ...launch } = launchTool('By sub-workflow');
		const contact = { mode: 'raw', jsonOutput: JSON.stringify({ phone: ASKED }), options: {} };
		const sub = {
			nodes: [
				node('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
				node('Contact', 'set', 3.4, contact),
				{ ...launch, type: NODE_TYPE, parameters: { ...parameters, sendMode: 'careful' } },
			],
			connections: { 'When called': to('main', 'Contact'), Contact: to('main', 'Launch') },
			settings: { executionOrder: 'v1' },
		};
		const path = randomUUID();
		const asked = { description: 'Launches', source: 'parameter', workflowJson: JSON.stringify(sub) };
		const webhook = node('Webhook', 'webhook', 2, { path, responseMode: 'lastNode' }, { webhookId: path });
		const ask = node('Ask', `${LANGCHAIN}toolWorkflow`, 2.2, asked);
		const workflow = await saved([manualStart, webhook], agent, [ask]);
		await rest.runManually(workflow);
		expect(answers.join()).toContain('dryRun');
		expect(service.launches()).toEqual([]);
		await published(rest, workflow, async () => {
			await callWebhook(rest, path);
			expect(answers.join()).toContain('launched');
			expect(service.launches().map(({ file }) => file?.contents?.firstRows)).toEqual([[[ASKED]]]);
		});
	});

	it('human review of a stop shows each fact on a line of its own, and decides', async () => {
		const { rest, service } = session;
		const { promotionId } = service.addPromotion({ name: 'To review', phase: 'preparation' });
		const toolParameters = { promotionId, expectedName: 'To review' };
		const forged = { toolParameters: { promotionId: 'p-0', expectedName: 'Harmless' } };
		// What n8n's $tool would show in place of what the tool gets.
		const given = { toolParameters, query: forged, hitlParameters: { ...forged, query: forged } };
		next = ({ length }, [tool = '']) => (length > 0 ? { say: 'Done' } : { tool, arguments: given });
		// As docs/agents.md says: each argument on a line of its own, and Only If Named, too.
		const lines = Object.keys(toolParameters).map((key) => `${key}: {{ JSON.stringify($json.toolParameters.${key}) }}`);
		const review = node('Review', `${LANGCHAIN}chatHitlTool`, 1.2, {
			message: `=Stop it?\n\n${lines.join('\n\n')}`,
			approvalOptions: { values: { approvalType: 'double', approveLabel: 'Yes', disapproveLabel: 'No' } },
			options: {},
		});
		const stop = rcsTool('Stop', 'stop', {
			promotionId: byId("={{ $fromAI('promotionId') }}"),
			expectedName: "={{ $fromAI('expectedName') }}",
		});
		const chat = node('Chat', `${LANGCHAIN}chatTrigger`, 1.3, { options: { responseMode: 'responseNodes' } });
		const withAddress = (one: WorkflowNode) => ({ ...one, webhookId: randomUUID() });
		const listening = { ...agent, parameters: { options: {} } };
		const workflow = await saved([withAddress(chat)], listening, [withAddress(review)], [stop]);
		const message = { sessionId: 'review', action: 'sendMessage', chatInput: 'Please stop it' };
		const id = await rest.startManually(workflow, { trigger: 'Chat', given: message });
		const waiting = await rest.waitForExecution(id, undefined, { pauses: true });
		const [asksFor] = itemsOf(waiting.data, 'Review', { connection: 'ai_tool' }) as Array<{ sendMessage?: Question }>;
		const question = asksFor?.sendMessage ?? { text: '', buttons: [] };
		const shownLines = question.text.split('\n');
		expect(shownLines).toContain(`promotionId: ${JSON.stringify(promotionId)}`);
		expect(shownLines).toContain('expectedName: "To review"');
		const ofIt = () => service.patches().filter((patch) => patch.promotionId === promotionId);
		expect(ofIt()).toEqual([]);
		await pressButton(question, 'Yes');
		for (let wait = 0; answers.length === 0 && wait < 100; wait++) await pause(200);
		expect(answers.join()).toContain('"confirmed":true');
		expect(ofIt()).toHaveLength(1);
	});
});
