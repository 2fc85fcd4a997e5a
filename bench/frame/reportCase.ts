/** What the report cases share: a service that sends a report out of a file, and the ways to get at it. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../test/harness/runResult';
import type { Bench, Side } from './benchCase';
import { ByteSum, drained } from './floors';
import { writeReport } from './reportFile';

const SERVICE = {
	accountId: 'acc-48219',
	promotionId: 'a9f3c442-98fc-4c14-9afb-f4c8996fb924',
	apiKey: '9f1c27d04be84f0a8d53c6e7b2a1905d',
};

export interface ReportInput extends IDataObject {
	baseUrl: string;
	accountId: string;
	promotionId: string;
	apiKey: string;
	url: string;
}

/** The service runs in the process that only waits for the measured ones. */
export async function prepareReport(rows: number) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-report-'));
	const file = join(folder, 'report.csv');
	const expected = await writeReport(file, rows);
	const { accountId, promotionId, apiKey } = SERVICE;
	const path = `/api/v2/promotion/${accountId}/statistics/${promotionId}/report?channel=rcs`;
	const server = createServer((request, response) => {
		const isRight = request.url === path && request.headers['x-api-key'] === apiKey;
		if (!isRight) return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': 'text/csv', 'content-length': expected.bytes });
		createReadStream(file).pipe(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const input: ReportInput = { ...SERVICE, baseUrl, url: baseUrl + path };
	const stop = async () => {
		server.close();
		server.closeAllConnections();
		await rm(folder, { recursive: true });
	};
	return { input, expected, stop };
}

/** Runs one of our report operations. */
export async function runReport(
	{ engine }: Bench,
	{ baseUrl, accountId, promotionId, apiKey }: ReportInput,
	operation: string,
	parameters: INodeParameters = {},
): Promise<() => Promise<RunResult>> {
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const locator = { __rl: true, mode: 'id', value: promotionId } as unknown as INodeParameters;
	return async () =>
		await finished(
			engine.run({ credentials, parameters: { resource: 'report', operation, promotionId: locator, ...parameters } }),
		);
}

export async function finished(run: Promise<RunResult>): Promise<RunResult> {
	const result = await run;
	if (result.error) throw new Error(`The workflow stopped: ${result.error.message} ${result.error.description ?? ''}`);
	return result;
}

export const reportFloors: Record<'f0' | 'f1', Side<ReportInput>> = {
	f0:
		async (_bench, { url, apiKey }) =>
		async () => {
			const bytes = await drained(url, apiKey);
			return () => ({ found: { bytes } });
		},
	f1:
		async (_bench, { url, apiKey }) =>
		async () => {
			const look = new ByteSum();
			const bytes = await drained(url, apiKey, look.see);
			return () => ({ found: { bytes, byteSum: look.sum } });
		},
};
