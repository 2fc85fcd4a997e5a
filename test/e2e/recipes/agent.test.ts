import { withCredential } from '../../../demo/examples';
import { answerIn, askInChat, press, questionIn } from '../support/chat';
import { startChatModel, type ChatModel, type Decide } from '../support/chatModel';
import { eachTimeAnew } from '../support/recipe';
import type { RecipeRun } from '../support/recipeRun';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** What a model would say in this conversation, without the thinking. */
const scripted: Decide = (messages, tools) => {
	const question = messages.findLastIndex(({ role }) => role === 'user');
	const answers = messages.slice(question).filter(({ role }) => role === 'tool');
	const tool = (part: string) => tools.find((name) => name.includes(part)) ?? '';
	const newest = String(answers.at(-1)?.content ?? '');
	if (String(messages[question]?.content).startsWith('Launch')) {
		if (answers.length > 0) return { say: newest };
		// A tool that a person reviews takes its arguments one level deeper.
		const toolParameters = { contactList: 'VIP customers', promotionName: 'Once more' };
		return { tool: tool('Launch'), arguments: { toolParameters } };
	}
	if (answers.length === 0) return { tool: tool('Find'), arguments: {} };
	if (answers.length > 1) return { say: `Its figures: ${newest}` };
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
		const { rest, workflow } = recipe();
		const openAi = await rest.createCredential('Model', 'openAiApi', { apiKey: 'none', url: model.url });
		const { nodes } = withCredential(workflow, openAi, ({ type }) => type === MODEL);
		run = await recipe().changed('with a model', { nodes });
	});
	afterAll(async () => await model.stop());

	it('answers with figures', async () => {
		const answered = await askInChat(run, "How did yesterday's campaign do?");
		expect(answerIn(answered)).toMatch(/"deliveryRate":\d/);
	});

	it('shows what would be launched, each fact on a line of its own, and launches only after a yes', async () => {
		const waiting = await askInChat(run, 'Launch it to the list VIP customers');
		const question = questionIn(waiting) ?? { text: '', buttons: [] };
		expect(question.text.split('\n').filter((line) => line !== '')).toEqual([
			'Launch this promotion now?',
			'To everyone in the list: "VIP customers"',
			'Promotion name: "Once more"',
			'Template: "spring_greetings"',
		]);
		expect(run.launches()).toEqual([]);
		expect(await press(run, waiting, question, 'Yes, launch')).toMatch(/"outcome":"launched"/);
		expect(run.launches().map(({ targetListName }) => targetListName)).toEqual(['VIP customers']);
	});
});
