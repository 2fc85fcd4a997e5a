import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ChatMessage {
	role: string;
	content?: unknown;
}

/** What the model says next: a text, or that it wants a tool. */
export type NextStep = { say: string } | { tool: string; arguments: Record<string, unknown> };
/** Gets the conversation so far, and the names of the tools. */
export type Decide = (messages: ChatMessage[], tools: string[]) => NextStep;

export interface ChatModel {
	url: string;
	stop(): Promise<void>;
}

interface Asked {
	messages: ChatMessage[];
	stream?: boolean;
	tools?: Array<{ function: { name: string } }>;
}

/** Speaks like OpenAI's chat completions, and says what it was told to say. */
export async function startChatModel(decide: Decide): Promise<ChatModel> {
	let calls = 0;
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			// Agents of n8n try the newer interface first, and take this one where it is missing.
			if (request.url?.endsWith('/responses')) {
				response.writeHead(404).end();
				return;
			}
			const { messages, tools = [], stream } = JSON.parse(body) as Asked;
			const names = tools.map((tool) => tool.function.name);
			const next = decide(messages, names);
			const message =
				'say' in next
					? { role: 'assistant', content: next.say }
					: { role: 'assistant', content: null, tool_calls: [toolCall(next, ++calls)] };
			const choice = { index: 0, finish_reason: 'say' in next ? 'stop' : 'tool_calls' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const answer = { id: 'answer', created: 1, model: 'any', usage };
			if (stream) {
				const chunk = { ...answer, object: 'chat.completion.chunk', choices: [{ ...choice, delta: message }] };
				response.setHeader('content-type', 'text/event-stream');
				response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
				return;
			}
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ...answer, object: 'chat.completion', choices: [{ ...choice, message }] }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const toolCall = ({ tool, arguments: given }: Extract<NextStep, { tool: string }>, number: number) => ({
	index: 0,
	id: `call-${number}`,
	type: 'function',
	function: { name: tool, arguments: JSON.stringify(given) },
});
