import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Speaks like OpenAI's chat completions: asks for the first tool it is offered, and ends once that has answered. */
export async function startChatModel(): Promise<{ url: string; stop(): Promise<void> }> {
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const { messages, tools } = JSON.parse(body) as {
				messages: Array<{ role: string }>;
				tools: Array<{ function: { name: string } }>;
			};
			const call = {
				id: 'call-1',
				type: 'function',
				function: { name: tools[0]?.function.name, arguments: JSON.stringify({ name: 'Spring Sale' }) },
			};
			const isAnswered = messages.some(({ role }) => role === 'tool');
			const message = isAnswered
				? { role: 'assistant', content: 'Done' }
				: { role: 'assistant', content: null, tool_calls: [call] };
			const choices = [{ index: 0, message, finish_reason: isAnswered ? 'stop' : 'tool_calls' }];
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({ id: 'answer', object: 'chat.completion', created: 1, model: 'any', choices, usage }),
			);
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
