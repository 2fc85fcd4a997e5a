/** What the contact cases share: a list in a file, the simulated service in another process, and the ways to get the one to the other. */
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { IDataObject } from 'n8n-workflow';
import { connectControl, startSimulatorProcess } from '../../simulator';
import { Noted, type See } from './floors';
import { digitsOf, nameOf } from './people';

const HEADER = Buffer.from('name,phone,language\r\n');
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

const international = (digits: string) => `+49151${digits}`;
const usual: ContactList = { written: international, sent: international };

export interface ContactsInput extends IDataObject {
	file: string;
	rows: number;
}

export async function prepareContacts(rows: number, { written, sent, isLeftOut }: ContactList = usual) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-contacts-'));
	const file = join(folder, 'contacts.csv');
	const [whole, lines, outgoing] = [new Noted(), new Noted(), new Noted()];
	const line = (row: number, phone: string) => `${nameOf(row)},${phone},en\r\n`;
	function* chunks() {
		whole.see(HEADER);
		outgoing.see(HEADER);
		yield HEADER;
		for (let first = 0; first < rows; first += ROWS_PER_CHUNK) {
			const numbers = Array.from({ length: ROWS_PER_CHUNK }, (_, index) => first + index);
			const kept = numbers.filter((row) => !isDuplicate(row) && isLeftOut?.(row) !== true);
			const chunk = Buffer.from(numbers.map((row) => line(row, written(digitsAt(row)))).join(''));
			whole.see(chunk);
			lines.see(chunk);
			outgoing.see(Buffer.from(kept.map((row) => line(row, sent(digitsAt(row)))).join('')));
			yield chunk;
		}
	}
	await pipeline(Readable.from(chunks()), createWriteStream(file));
	const input: ContactsInput = { file, rows };
	const expected = {
		...whole.facts(),
		rows,
		linesSha256: lines.facts().sha256,
		sentSha256: outgoing.facts().sha256,
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
	const service = { baseUrl, accountId, apiKey, controlUrl: controlUrl ?? '', launchUrl };
	const stop = async () => {
		await simulator.stop();
		await contacts.stop();
	};
	return { input: { ...contacts.input, ...service } as LaunchInput, expected: contacts.expected, stop };
}

/** Each run is a campaign of its own. */
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

/** The form by Node's own means, streamed from the file. Gives the id of the promotion. */
export async function plainUpload({ launchUrl, apiKey, file }: LaunchInput, run: string, see?: See): Promise<string> {
	if (see) for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) see(chunk);
	const form = new FormData();
	form.set('file', await openAsBlob(file, { type: 'text/csv' }), 'contacts.csv');
	form.set('body', new Blob([JSON.stringify(bodyOf(run))], { type: 'application/json' }));
	const response = await fetch(launchUrl, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form });
	return ((await response.json()) as { promotionId: string }).promotionId;
}
