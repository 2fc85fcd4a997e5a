import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../harness/runResult';
import { byId, type World } from '../support/world';

interface RawAnswer {
	body: string | Buffer;
	headers?: Record<string, string>;
	/** Instead of announcing its length. */
	chunked?: boolean;
}

type RunReport = (operation: string, parameters?: INodeParameters) => Promise<RunResult>;

/** A service that answers every request with these very bytes. */
export async function withRawService(
	{ engine }: World,
	{ body, headers = {}, chunked = false }: RawAnswer,
	test: (run: RunReport) => Promise<void>,
): Promise<void> {
	const bytes = Buffer.from(body as string);
	const server = createServer((_request, response) => {
		response.writeHead(200, {
			'content-type': 'text/csv',
			...(chunked ? {} : { 'content-length': bytes.length }),
			...headers,
		});
		response.write(bytes);
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = server.address() as AddressInfo;
		const baseUrl = `http://127.0.0.1:${port}`;
		const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId: 'acme', apiKey: 'key-of-a-test' });
		await test(async (name, parameters = {}) => {
			const [resource = '', operation = ''] = name.split('.');
			return await engine.run({
				credentials,
				parameters: { resource, operation, promotionId: byId('p-1'), returnAll: true, ...parameters },
			});
		});
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}
