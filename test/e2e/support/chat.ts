import { SIGN_IN } from '../../../demo/examples';
import { itemsOf, type Item } from '../../../tools/n8n/executionData';
import type { FinishedExecution } from '../../../tools/n8n/restClient';
import type { RecipeRun } from './recipeRun';
import { callWebhook } from './webhook';

const CHAT = 'When chat message received';

/** In the editor. The execution waits for what the person says next: after an answer, and before a launch. */
export async function askInChat(run: RecipeRun, chatInput: string): Promise<FinishedExecution> {
	const given = { sessionId: chatInput, action: 'sendMessage', chatInput };
	const id = await run.rest.startManually(run.workflow, { trigger: CHAT, given });
	return await run.rest.waitForExecution(id, undefined, { pauses: true });
}

const { user, password } = SIGN_IN;
const SIGNED_IN = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

/** At the address of the published chat, as its page does. */
export async function askPublishedChat(run: RecipeRun, chatInput: string): Promise<FinishedExecution> {
	const answer = await postToChat(run, chatInput, SIGNED_IN);
	const { executionId } = (await answer.json()) as { executionId: string };
	return await run.rest.waitForExecution(executionId, undefined, { pauses: true });
}

export async function postToChat(run: RecipeRun, chatInput: string, headers: Record<string, string>) {
	const webhookId = run.workflow.nodes.find(({ name }) => name === CHAT)?.webhookId;
	return await callWebhook(run.rest, `${String(webhookId)}/chat`, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: chatInput, chatInput }),
	});
}

export interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** What a node says in the chat: a text, or a question with buttons. */
export function saidBy({ data }: FinishedExecution, node: string): unknown {
	const [item] = itemsOf(data, node) as Array<Item & { sendMessage?: unknown }>;
	return item?.sendMessage;
}

export async function pressButton({ buttons }: Question, label: string): Promise<void> {
	const link = buttons.find(({ text }) => text === label)?.link ?? '';
	// n8n takes what is no browser for a program that only looks at links.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' };
	await fetch(link, { headers, signal: AbortSignal.timeout(15_000) });
}

/** Gives what the chat says then. */
export async function press(
	run: RecipeRun,
	{ id }: FinishedExecution,
	question: Question,
	label: string,
): Promise<string> {
	await pressButton(question, label);
	return await run.until('answer', async () => {
		const execution = await run.rest.waitForExecution(id, undefined, { pauses: true });
		return (saidBy(execution, 'Say what happened') ?? saidBy(execution, 'Say why not')) as string | undefined;
	});
}
