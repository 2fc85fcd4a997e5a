/** A contact list as a campaign of a large sender has it. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ROWS_PER_CHUNK = 1000;

export interface ContactFile {
	path: string;
	rows: number;
	/** Every hundredth contact is one that came before. */
	duplicates: number;
	remove(): Promise<void>;
}

/** Some 40 bytes for each row. */
export async function writeContactFile(rows: number): Promise<ContactFile> {
	const folder = await mkdtemp(join(tmpdir(), 'contacts-'));
	const path = join(folder, 'contacts.csv');
	await pipeline(Readable.from(chunks(rows)), createWriteStream(path));
	return {
		path,
		rows,
		duplicates: Math.floor(rows / 100),
		remove: async () => await rm(folder, { recursive: true }),
	};
}

function* chunks(rows: number): Generator<string> {
	yield 'name,phone,language,businesssubscriberid\r\n';
	let text = '';
	for (let row = 0; row < rows; row++) {
		const who = row % 100 === 99 ? row - 50 : row;
		text += `Name ${who},+49170${String(who).padStart(8, '0')},en,B${who}\r\n`;
		if (row % ROWS_PER_CHUNK < ROWS_PER_CHUNK - 1) continue;
		yield text;
		text = '';
	}
	yield text;
}
