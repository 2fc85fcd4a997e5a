/** A report as a service sends it for a large campaign: every name and number once, times at random, one in a hundred failed. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IDataObject } from 'n8n-workflow';
import { Noted } from './floors';
import { digitsOf, nameOf, randomNumbers } from './people';

export const FAILED = 'FAILED';
const HEADER = 'Name,Phone,Status,Timestamp,Error,FlowId,FlowName,RetryCount,TemplateName,Language';
const REASONS = ['Not reachable over RCS', 'Number not in service', 'Blocked by recipient', 'Expired before delivery'];
const BEGAN = Date.UTC(2026, 10, 2, 9);
const SIX_HOURS = 6 * 3_600_000;
const ROWS_PER_CHUNK = 1000;
const SERVICE = {
	accountId: 'acc-48219',
	promotionId: 'a9f3c442-98fc-4c14-9afb-f4c8996fb924',
	apiKey: '9f1c27d04be84f0a8d53c6e7b2a1905d',
};

export type ReportInput = IDataObject & typeof SERVICE & { baseUrl: string; url: string };

/** The service runs in the process that only waits for the measured ones. */
export async function prepareReport(rows: number) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-report-'));
	const file = join(folder, 'report.csv');
	const expected = await writeReport(file, rows);
	const { accountId, promotionId, apiKey } = SERVICE;
	const path = `/api/v2/promotion/${accountId}/statistics/${promotionId}/report?channel=rcs`;
	const server: Server = createServer((request, response) => {
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

function statusOf(share: number): string {
	if (share < 0.01) return FAILED;
	if (share < 0.04) return 'SENT';
	if (share < 0.34) return 'DELIVERED';
	return share < 0.89 ? 'READ' : 'INTERACTED';
}

const addRow = (to: Noted, row: string[]) => to.see(Buffer.from(`${row.join('\t')}\n`));

/** Of rows as our node names their columns. */
export const digestOfOurs = (rows: IDataObject[]) =>
	digestOf(
		rows.map((row) => ({ ...row, time: Date.parse(String(row.time)) })),
		['phone', 'name', 'status', 'errorReason', 'time', 'retryCount'],
	);

/** Of rows as the report names their columns. */
export const digestOfPlain = (rows: IDataObject[]) =>
	digestOf(rows, ['Phone', 'Name', 'Status', 'Error', 'Timestamp', 'RetryCount']);

function digestOf(rows: IDataObject[], names: string[]) {
	const noted = new Noted();
	for (const row of rows)
		addRow(
			noted,
			names.map((name) => String(row[name] ?? '')),
		);
	return noted.facts();
}

/** Gives what reading the file must find. */
async function writeReport(file: string, rows: number) {
	const random = randomNumbers();
	const [noted, all, failed] = [new Noted(), new Noted(), new Noted()];
	const byStatus: Record<string, number> = {};
	const byErrorReason: Record<string, number> = {};
	const tally = (counts: Record<string, number>, value: string) => (counts[value] = (counts[value] ?? 0) + 1);
	function* chunks() {
		let text = `${HEADER}\r\n`;
		for (let person = 0; person < rows; person++) {
			const status = statusOf(random());
			const error = status === FAILED ? (REASONS[Math.floor(random() * REASONS.length)] ?? '') : '';
			const timestamp = String(BEGAN + Math.floor(random() * SIX_HOURS));
			const retryCount = random() < 0.06 ? '1' : '0';
			const [phone, name] = [`+49151${digitsOf(person)}`, nameOf(person)];
			const row = [phone, name, status, error, timestamp, retryCount];
			text += `${name},${phone},${status},${timestamp},${error},f3b0c442-98fc-4c14-9afb-f4c8996fb924,Seasonal offers,${retryCount},spring_offer_2026,en\r\n`;
			addRow(all, row);
			if (status === FAILED) addRow(failed, row);
			tally(byStatus, status);
			if (error !== '') tally(byErrorReason, error);
			if (person % ROWS_PER_CHUNK < ROWS_PER_CHUNK - 1) continue;
			const chunk = Buffer.from(text);
			noted.see(chunk);
			yield chunk;
			text = '';
		}
	}
	await pipeline(Readable.from(chunks()), createWriteStream(file));
	return {
		...noted.facts(),
		allRows: all.facts(),
		failedRows: failed.facts(),
		byStatus: inOrder(byStatus),
		byErrorReason: inOrder(byErrorReason),
	};
}

export const inOrder = (counts: Record<string, number> = {}) => Object.fromEntries(Object.entries(counts).sort());
