import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../harness/runResult';
import { withRawServer } from '../support/rawServer';
import { byId, type Setup } from '../support/setup';

interface RawAnswer {
	body: string | Buffer;
	headers?: Record<string, string>;
	/** Instead of announcing its length. */
	chunked?: boolean;
	status?: number;
}

type RunReport = (operation: string, parameters?: INodeParameters) => Promise<RunResult>;

/** A service that answers every request with these very bytes. */
export async function withRawService(
	{ engine }: Setup,
	{ body, headers = {}, chunked = false, status = 200 }: RawAnswer,
	test: (run: RunReport) => Promise<void>,
): Promise<void> {
	const bytes = Buffer.from(body as string);
	await withRawServer(
		engine,
		(_request, response) => {
			response.writeHead(status, {
				'content-type': 'text/csv',
				...(chunked ? {} : { 'content-length': bytes.length }),
				...headers,
			});
			response.write(bytes);
			response.end();
		},
		async ({ run }) =>
			await test(
				async (name, parameters = {}) => await run(name, { promotionId: byId('p-1'), returnAll: true, ...parameters }),
			),
	);
}
