import { setTimeout as pause } from 'node:timers/promises';

/** As much of MCP's streamable HTTP as three calls need. */
export class McpClient {
	private id = 0;
	private session = '';

	constructor(
		private readonly url: string,
		private readonly headers: Record<string, string> = {},
	) {}

	async open(): Promise<void> {
		const clientInfo = { name: 'test', version: '1' };
		await this.call('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
		await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
	}

	async call(method: string, params: object): Promise<unknown> {
		const text = await this.post({ jsonrpc: '2.0', id: ++this.id, method, params });
		const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		return (JSON.parse(json) as { result?: unknown }).result;
	}

	private async post(body: object): Promise<string> {
		for (let tries = 0; ; tries++) {
			const answer = await fetch(this.url, {
				method: 'POST',
				headers: {
					...this.headers,
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					...(this.session && { 'mcp-session-id': this.session }),
				},
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(30_000),
			});
			const text = await answer.text();
			this.session ||= answer.headers.get('mcp-session-id') ?? '';
			// n8n registers the path a moment after it says that the workflow is published.
			if (answer.status !== 404 || tries > 50) return text;
			await pause(200);
		}
	}
}
