/** A server that says whatever a test wants said, and shows what it was asked to the byte. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Engine } from '../../harness/engine';
import type { RunResult } from '../../harness/runResult';
import type { ExecutionMode } from '../../harness/execution';

export interface RawRequest {
	method: string;
	/** As it stands in the first line. */
	url: string;
	/** Names and values in turn, as they came. */
	headers: string[];
	body: string;
}

interface Circumstances {
	items?: INodeExecutionData[];
	mode?: ExecutionMode;
	account?: { accountId?: string; apiKey?: string };
}

export interface RawServer {
	origin: string;
	requests: RawRequest[];
	/** Runs an operation, given as `resource.operation`, with an account at this server. */
	run(name: string, parameters?: INodeParameters, circumstances?: Circumstances): Promise<RunResult>;
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export async function withRawServer(
	engine: Engine,
	answer: Answering,
	test: (server: RawServer) => Promise<void>,
): Promise<void> {
	const requests: RawRequest[] = [];
	const listener: RequestListener = (request, response) => {
		const { method = '', url = '', rawHeaders } = request;
		const seen: RawRequest = { method, url, headers: rawHeaders, body: '' };
		requests.push(seen);
		request.setEncoding('latin1').on('data', (piece: string) => (seen.body += piece));
		request.once('end', () => answer(request, response));
	};
	const server = createServer({ maxHeaderSize: 1_000_000 }, listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		await test({
			origin,
			requests,
			run: async (name, parameters = {}, { account = {}, ...circumstances } = {}) => {
				const [resource = '', operation = ''] = name.split('.');
				const credentials = engine.credentials('rcsPromotionApi', {
					baseUrl: origin,
					accountId: 'acme',
					apiKey: 'key-of-a-test',
					...account,
				});
				return await engine.run({
					credentials,
					parameters: { resource, operation, ...parameters },
					...circumstances,
				});
			},
		});
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}
