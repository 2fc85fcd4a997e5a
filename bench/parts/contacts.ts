/** What the contact cases share: a list in a file, the simulated service in another process, and the ways to get the one to the other. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { IDataObject } from 'n8n-workflow';
import { connectControl, startSimulatorProcess } from '../../simulator';
import { Noted, type See } from './floors';
import { digitsOf, nameOf } from './people';

const HEADER = 'name,phone,language\r\n';
const ROWS_PER_CHUNK = 1000;

/** One contact in a hundred has the number of another one before. */
const isDuplicate = (row: number) => row % 100 === 99;
const digitsAt = (row: number) => digitsOf(isDuplicate(row) ? row - 50 : row);

export interface ContactList {
	/** How the file writes a number of eight digits. */
	written: (digits: string) => string;
	/** How it goes out. */
	sent: (digits: string) => string;
	/** Rows that get nothing, beside the duplicates. */
	isLeftOut?: (row: number) => boolean;
}

const international = (digits: string) => `+4915${digits}`;
const usual: ContactList = { written: international, sent: international };

export interface ContactsInput extends IDataObject {
	file: string;
	rows: number;
}

export async function prepareContacts(rows: number, list = usual) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-contacts-'));
	const file = join(folder, 'contacts.csv');
	const [whole, lines, sent] = [new Noted(), new Noted(), new Noted()];
	function* chunks() {
		const header = Buffer.from(HEADER);
		whole.see(header);
		sent.see(header);
		yield header;
		for (let first = 0; first < rows; first += ROWS_PER_CHUNK) {
			let [all, outgoing] = ['', ''];
			for (let row = first; row < first + ROWS_PER_CHUNK; row++) {
				const line = (phone: string) => `${nameOf(row)},${phone},en\r\n`;
				all += line(list.written(digitsAt(row)));
				if (!isDuplicate(row) && list.isLeftOut?.(row) !== true) outgoing += line(list.sent(digitsAt(row)));
			}
			const chunk = Buffer.from(all);
			whole.see(chunk);
			lines.see(chunk);
			sent.see(Buffer.from(outgoing));
			yield chunk;
		}
	}
	await pipeline(Readable.from(chunks()), createWriteStream(file));
	const input: ContactsInput = { file, rows };
	const { bytes, byteSum, sha256 } = whole.facts();
	const expected = {
		bytes,
		byteSum,
		sha256,
		rows,
		linesSha256: lines.facts().sha256,
		sentSha256: sent.facts().sha256,
		duplicates: Math.floor(rows / 100),
	};
	return { input, expected, stop: async () => await rm(folder, { recursive: true, force: true }) };
}

export interface LaunchInput extends ContactsInput {
	baseUrl: string;
	accountId: string;
	apiKey: string;
	controlUrl: string;
	launchUrl: string;
}

export async function prepareLaunch(rows: number, list?: ContactList) {
	const contacts = await prepareContacts(rows, list);
	// Hashing alone, so that the service is not what is measured.
	const settings = { contactInspection: 'hash' as const };
	const simulator = await startSimulatorProcess({ personality: 'alder', controlPort: 0, settings });
	const { baseUrl, accountId, apiKey, controlUrl } = simulator;
	const launchUrl = `${baseUrl}/api/v2/promotion/${accountId}/template/launch?name=Customers`;
	const input: LaunchInput = {
		...contacts.input,
		baseUrl,
		accountId,
		apiKey,
		controlUrl: controlUrl ?? '',
		launchUrl,
	};
	const stop = async () => {
		await simulator.stop();
		await contacts.stop();
	};
	return { input, expected: contacts.expected, stop };
}

export const bodyOf = (run: string) => ({
	name: run,
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: { name: 'spring', id: run, language: 'en' },
	channelType: 'rcs',
});

/** Of the file that the service took. */
export async function hashOfSent({ controlUrl }: LaunchInput, promotionId: string): Promise<string | undefined> {
	const launches = await connectControl(controlUrl).launches();
	return launches.find((launch) => launch.promotionId === promotionId)?.file?.sha256;
}

/** One pass of csv-parse by stream, and nothing done with the rows. */
export async function countRows(file: string): Promise<number> {
	let rows = -1;
	for await (const _row of createReadStream(file).pipe(parse())) rows++;
	return rows;
}

/** The form by Node's own means: nothing can be had for less. */
export async function plainUpload({ launchUrl, apiKey, file }: LaunchInput, run: string, see?: See): Promise<string> {
	const boundary = 'plain-boundary';
	const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="contacts.csv"\r\nContent-Type: text/csv\r\n\r\n`;
	const tail = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="body"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(bodyOf(run))}\r\n--${boundary}--\r\n`;
	const { size } = await stat(file);
	return await new Promise((resolve, reject) => {
		const upload = request(
			launchUrl,
			{
				method: 'POST',
				headers: {
					'x-api-key': apiKey,
					'content-type': `multipart/form-data; boundary=${boundary}`,
					'content-length': head.length + size + Buffer.byteLength(tail),
				},
			},
			(response) => {
				text(response).then((answer) => resolve((JSON.parse(answer) as { promotionId: string }).promotionId), reject);
			},
		);
		upload.on('error', reject).write(head);
		const contacts = createReadStream(file)
			.on('error', reject)
			.on('end', () => upload.end(tail));
		if (see) contacts.on('data', (chunk) => see(chunk as Buffer));
		contacts.pipe(upload, { end: false });
	});
}
