/** A report as a service writes it for a large campaign: every name and number once, times at random, one in a hundred failed. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
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

function statusOf(share: number): string {
	if (share < 0.01) return FAILED;
	if (share < 0.04) return 'SENT';
	if (share < 0.34) return 'DELIVERED';
	return share < 0.89 ? 'READ' : 'INTERACTED';
}

/** The same for rows with the same values in the same order. */
class RowDigest {
	private readonly hash = createHash('sha256');
	private rows = 0;

	add(row: string[]): void {
		this.rows++;
		this.hash.update(`${row.join('\t')}\n`);
	}

	toString(): string {
		return `${this.rows} rows, ${this.hash.digest('hex')}`;
	}
}

/** Of rows as our node names their columns. */
export const digestOfOurs = (rows: IDataObject[]) =>
	digestOf(rows, ['phone', 'name', 'status', 'errorReason', 'timestamp', 'retryCount']);

/** Of rows as the report names their columns. */
export const digestOfPlain = (rows: IDataObject[]) =>
	digestOf(rows, ['Phone', 'Name', 'Status', 'Error', 'Timestamp', 'RetryCount']);

function digestOf(rows: IDataObject[], names: string[]): string {
	const digest = new RowDigest();
	for (const row of rows) digest.add(names.map((name) => String(row[name] ?? '')));
	return digest.toString();
}

/** Gives what reading the file must find. */
export async function writeReport(file: string, rows: number) {
	const random = randomNumbers();
	const noted = new Noted();
	const all = new RowDigest();
	const failed = new RowDigest();
	const byStatus = new Map<string, number>();
	const byErrorReason = new Map<string, number>();
	const tally = (counts: Map<string, number>, value: string) => counts.set(value, (counts.get(value) ?? 0) + 1);
	function* chunks() {
		let text = `${HEADER}\r\n`;
		for (let person = 0; person < rows; person++) {
			const status = statusOf(random());
			const error = status === FAILED ? (REASONS[Math.floor(random() * REASONS.length)] ?? '') : '';
			const timestamp = String(BEGAN + Math.floor(random() * SIX_HOURS));
			const retryCount = random() < 0.06 ? '1' : '0';
			const [phone, name] = [`+4915${digitsOf(person)}`, nameOf(person)];
			const row = [phone, name, status, error, timestamp, retryCount];
			text += `${name},${phone},${status},${timestamp},${error},f3b0c442-98fc-4c14-9afb-f4c8996fb924,Seasonal offers,${retryCount},spring_offer_2026,en\r\n`;
			all.add(row);
			if (status === FAILED) failed.add(row);
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
		allRows: all.toString(),
		failedRows: failed.toString(),
		byStatus: inOrder(Object.fromEntries(byStatus)),
		byErrorReason: inOrder(Object.fromEntries(byErrorReason)),
	};
}

export const inOrder = (counts: Record<string, number>) => Object.fromEntries(Object.entries(counts).sort());
