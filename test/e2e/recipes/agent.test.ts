import { withCredential } from '../../../demo/examples';
import { itemsOf, type Item } from '../../../tools/n8n/executionData';
import type { FinishedExecution, WorkflowNode } from '../../../tools/n8n/restClient';
import { pressButton, type Question } from '../support/chat';
import { startChatModel, type ChatModel, type Decide } from '../support/chatModel';
import { eachTimeAnew, SIGNED_IN } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';
import { callWebhook } from '../support/webhook';

const CHAT = 'When chat message received';
const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
/** n8n's tool for an answer in a given form. */
const ANSWER = 'format_final_json_response';

let shownToModel: string;

/** What a model would say in this conversation, without the thinking. */
const scripted: Decide = (messages, tools) => {
	shownToModel += JSON.stringify([messages, tools]);
	const question = messages.findLastIndex(({ role }) => role === 'user');
	const answers = messages.slice(question).filter(({ role }) => role === 'tool');
	const newest = String(answers.at(-1)?.content ?? '');
	const tool = (part: string) => tools.find((name) => name.includes(part)) ?? '';
	const reply = (output: object) => ({ tool: tool(ANSWER), arguments: { output } });
	if (String(messages[question]?.content).includes('Launch')) {
		return reply({ answer: 'Here it is.', proposal: { promotionName: 'Spring 20', discount: '20%' } });
	}
	if (answers.length === 0) return { tool: tool('Find'), arguments: {} };
	if (answers.length > 1) return reply({ answer: `Its figures: ${newest}` });
	const promotions = JSON.parse(newest) as Array<{ state: string; promotionId: string }>;
	const promotionId = promotions.find(({ state }) => state === 'completed')?.promotionId;
	return { tool: tool('Figures'), arguments: { promotionId } };
};

describe('Ask an AI agent about RCS campaigns and approve its launches', () => {
	const recipe = eachTimeAnew('agent-with-approval.json');
	let model: ChatModel;
	let run: RecipeRun;
	beforeAll(async () => {
		model = await startChatModel(scripted);
	});
	beforeEach(async () => {
		shownToModel = '';
		const { rest, workflow } = recipe();
		const openAi = await rest.createCredential('Model', 'openAiApi', { apiKey: 'none', url: model.url });
		const { nodes } = withCredential(workflow, openAi, ({ type }) => type === MODEL);
		// What is pinned is there in the editor only.
		const read = (node: WorkflowNode) =>
			node.name === 'Find customers' ? asCode(node, workflow.pinData?.[node.name]) : node;
		run = await recipe().changed({ nodes: nodes.map(read), pinData: {} });
	});
	afterAll(async () => await model.stop());

	/** The execution waits for what the person says next: after an answer, and before a launch. */
	const pausing = async (id: string) => await run.rest.waitForExecution(id, undefined, { pauses: true });

	async function askInEditor(chatInput: string): Promise<FinishedExecution> {
		const given = { sessionId: chatInput, action: 'sendMessage', chatInput };
		return await pausing(await run.rest.startManually(run.workflow, { trigger: CHAT, given }));
	}

	/** At the address of the published chat, as its page does. */
	async function post(chatInput: string, headers: Record<string, string>): Promise<Response> {
		const webhookId = run.workflow.nodes.find(({ name }) => name === CHAT)?.webhookId;
		return await callWebhook(run.rest, `${String(webhookId)}/chat`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: chatInput, chatInput }),
		});
	}

	async function askPublished(chatInput: string): Promise<FinishedExecution> {
		const answer = (await (await post(chatInput, SIGNED_IN)).json()) as { executionId: string };
		return await pausing(answer.executionId);
	}

	/** What a node says in the chat: a text, or a question with buttons. */
	const saidBy = ({ data }: FinishedExecution, node: string) =>
		(itemsOf(data, node) as Array<Item & { sendMessage?: unknown }>)[0]?.sendMessage;
	const questionIn = (execution: FinishedExecution) =>
		(saidBy(execution, 'Approve the launch') as Question | undefined) ?? { text: '', buttons: [] };

	/** Gives what the chat says then. */
	async function press(execution: FinishedExecution, label: string): Promise<string> {
		await pressButton(questionIn(execution), label);
		return await run.until('answer', async () => {
			const later = await pausing(execution.id);
			return (saidBy(later, 'Say what happened') ?? saidBy(later, 'Say why not')) as string | undefined;
		});
	}

	it('answers with figures', async () => {
		const answered = await askInEditor("How did yesterday's campaign do?");
		expect(saidBy(answered, 'Answer')).toMatch(/"deliveryRate":\d/);
		expect(run.launches()).toEqual([]);
	});

	it('from the editor, shows who would get what, and launches to the test phones after a yes', async () => {
		const waiting = await askInEditor('Launch a spring sale');
		expect(questionIn(waiting).text).toMatch(
			/^Launch “Spring 20” to 6 of 6 people\?\n\nTemplate: spring_greetings, en\n\nTo Ada \(\+15550100101\):\nCard 1: .*Ada · 20%/,
		);
		expect(run.launches()).toEqual([]);
		expect(await press(waiting, 'Yes, launch')).toMatch(/Handed over for 2 test phones/);
		expect(run.sizes()).toEqual([2]);
	});

	describe('once it is published', () => {
		beforeEach(async () => void (await run.rest.activateWorkflow(run.workflow)));
		afterEach(async () => await run.rest.deactivateWorkflow(run.workflow.id));

		it('sends exactly what was shown after a yes, and no person’s data to the model', async () => {
			const waiting = await askPublished('Launch a spring sale, live');
			const shown = [...questionIn(waiting).text.matchAll(/\((\+\d+)\)/g)].map(([, phone]) => phone);
			expect(shown).toHaveLength(3);
			expect(run.launches()).toEqual([]);

			expect(await press(waiting, 'Yes, launch')).toMatch(/Handed over for 6 contacts as "Spring 20"/);
			const [launch, ...others] = run.launches();
			expect(others).toEqual([]);
			const { columns = [], firstRows = [] } = launch?.file?.contents ?? {};
			const phones = firstRows.map((row) => row[columns.indexOf('phone')]);
			expect(phones.slice(0, 3)).toEqual(shown);
			expect(phones).toHaveLength(6);
			expect(launch?.body).toMatchObject({ name: 'Spring 20', template: { name: 'spring_greetings' } });
			expect(JSON.stringify(launch?.body)).toContain('20%');
			expect(shownToModel).not.toMatch(/5550100|Ada/);
		});

		it('sends nothing after a no, and is closed to a stranger', async () => {
			expect(await press(await askPublished('Launch it, or not'), 'No')).toBe('Nothing was sent.');
			expect(run.launches()).toEqual([]);
			expect([401, 403]).toContain((await post('Launch it, says a stranger', {})).status);
		});
	});
});

const asCode = (node: WorkflowNode, items: unknown): WorkflowNode => ({
	...node,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items)};` },
});
