import { itemsOf, type Item } from '../../../tools/n8n/executionData';
import type { FinishedExecution } from '../../../tools/n8n/restClient';
import type { RecipeRun } from './recipeRun';

const CHAT = 'When chat message received';
const REVIEW = 'Approve the launch';

/** The execution waits for what the person says next: after an answer, and before a launch. */
export async function askInChat(run: RecipeRun, chatInput: string): Promise<FinishedExecution> {
	const given = { sessionId: chatInput, action: 'sendMessage', chatInput };
	const id = await run.rest.startManually(run.workflow, { trigger: CHAT, given });
	return await run.rest.waitForExecution(id, undefined, { pauses: true });
}

interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** What the chat asks the person, with its buttons. */
export function questionIn({ data }: FinishedExecution): Question | undefined {
	const [item] = itemsOf(data, REVIEW, { connection: 'ai_tool' }) as Array<Item & { sendMessage?: Question }>;
	return item?.sendMessage;
}

/** Gives what the agent says then. */
export async function press(run: RecipeRun, { id }: FinishedExecution, { buttons }: Question, label: string) {
	const link = buttons.find(({ text }) => text === label)?.link ?? '';
	// n8n takes what is no browser for a program that only looks at links.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };
	await fetch(link, { headers, signal: AbortSignal.timeout(15_000) });
	return await run.until('answer', async () => {
		const execution = await run.rest.waitForExecution(id, undefined, { pauses: true });
		return answerIn(execution);
	});
}

export const answerIn = ({ data }: FinishedExecution): unknown => itemsOf(data, 'Agent')[0]?.json.output;
