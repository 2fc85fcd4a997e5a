import { withCredential } from '../../../demo/examples';
import type { WorkflowNode } from '../../../tools/n8n/restClient';
import { askInChat, askPublishedChat, postToChat, press, saidBy, type Question } from '../support/chat';
import { startChatModel, type ChatModel, type Decide } from '../support/chatModel';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

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
		const customers = recipe().pinned('Find customers');
		const read = (node: WorkflowNode) => (node.name === 'Find customers' ? asCode(node, customers) : node);
		run = await recipe().changed('with a model', { nodes: nodes.map(read), pinData: {} });
	});
	afterAll(async () => await model.stop());

	const questionIn = (execution: Awaited<ReturnType<typeof askInChat>>) =>
		(saidBy(execution, 'Approve the launch') as Question | undefined) ?? { text: '', buttons: [] };

	it('answers with figures', async () => {
		const answered = await askInChat(run, "How did yesterday's campaign do?");
		expect(saidBy(answered, 'Answer')).toMatch(/"deliveryRate":\d/);
		expect(run.launches()).toEqual([]);
	});

	it('from the editor, shows who would get what, and launches to the test phones after a yes', async () => {
		const waiting = await askInChat(run, 'Launch a spring sale');
		const question = questionIn(waiting);
		expect(question.text).toMatch(
			/^Launch “Spring 20” to 6 of 6 people\?\n\nTemplate: spring_greetings, en\n\nTo Ada \(\+15550100101\):\nCard 1: .*Ada · 20%/,
		);
		expect(run.launches()).toEqual([]);
		expect(await press(run, waiting, question, 'Yes, launch')).toMatch(/Handed over for 2 test phones/);
		expect(run.sizes()).toEqual([2]);
	});

	describe('once it is published', () => {
		beforeEach(async () => {
			await run.rest.activateWorkflow(run.workflow);
		});
		afterEach(async () => {
			await run.rest.deactivateWorkflow(run.workflow.id);
		});

		it('sends exactly what was shown after a yes, and no person’s data to the model', async () => {
			const waiting = await askPublishedChat(run, 'Launch a spring sale, live');
			const question = questionIn(waiting);
			const shown = [...question.text.matchAll(/\((\+\d+)\)/g)].map(([, phone]) => phone);
			expect(shown).toHaveLength(3);
			expect(run.launches()).toEqual([]);

			expect(await press(run, waiting, question, 'Yes, launch')).toMatch(/Handed over for 6 contacts as "Spring 20"/);
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

		it('sends nothing after a no', async () => {
			const waiting = await askPublishedChat(run, 'Launch it, or not');
			expect(await press(run, waiting, questionIn(waiting), 'No')).toBe('Nothing was sent.');
			expect(run.launches()).toEqual([]);
		});

		it('is closed to a stranger', async () => {
			await askPublishedChat(run, 'Launch it, says a friend');
			expect([401, 403]).toContain((await postToChat(run, 'Launch it, says a stranger', {})).status);
		});
	});
});

const asCode = (node: WorkflowNode, items: unknown): WorkflowNode => ({
	...node,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(items)};` },
});
