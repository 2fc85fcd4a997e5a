import type { ContactSource, OutgoingFile, SourceFile } from './types';

const USUAL_FILE_NAME = 'contacts.csv';
const CHANGED = 'The file changed after it was checked, so sending was stopped. Run the workflow again.';

/** One row as CSV, with commas and CR LF. Values are unchanged and quoted only where necessary. */
export function csvRow(values: readonly string[]): string {
	let row = '';
	for (const value of values) row += `${NEEDS_QUOTES.test(value) ? quoted(value) : value},`;
	return `${row.slice(0, -1)}\r\n`;
}

const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

export function fileAsItIs(source: SourceFile): OutgoingFile {
	return outgoingFile(source.fileName, source.byteLength, async function* () {
		yield* await source.open();
	});
}

/** The decision on a contact: one of these two, or the digits of the international number to send. */
export const GETS_NOTHING = 0;
export const AS_WRITTEN = 1;

interface Measured {
	/** For each contact, in the order of the list. */
	decisions: readonly number[];
	/** Size of the rows as written, without the header. */
	writtenBytes: number;
}

/** The remaining contacts in UTF-8, with commas and the service's column names. The review has measured their size. */
export function fileWrittenAnew(source: ContactSource, { decisions, writtenBytes }: Measured): OutgoingFile {
	const { columns, file } = source;
	const header = csvRow(columns.map(({ name }) => name));
	const byteLength = Buffer.byteLength(header, 'utf8') + writtenBytes;
	return outgoingFile(file?.fileName ?? USUAL_FILE_NAME, byteLength, async function* () {
		let contact = 0;
		yield Buffer.from(header, 'utf8');
		for await (const portion of source.rows()) {
			let text = '';
			for (const { values } of portion) {
				const decision = decisions[contact++] ?? GETS_NOTHING;
				if (decision === GETS_NOTHING) continue;
				const sent = columns.map(({ name, position }) =>
					name === 'phone' && decision !== AS_WRITTEN ? `+${decision}` : (values[position] ?? ''),
				);
				text += csvRow(sent);
			}
			yield Buffer.from(text, 'utf8');
		}
	});
}

export function fileFromTexts(fileName: string, texts: readonly string[]): OutgoingFile {
	const byteLength = texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
	return outgoingFile(fileName, byteLength, async function* () {
		for (const text of texts) yield Buffer.from(text, 'utf8');
	});
}

function outgoingFile(fileName: string, byteLength: number, open: () => AsyncIterable<Uint8Array>): OutgoingFile {
	return {
		fileName,
		mimeType: 'text/csv',
		byteLength,
		async *chunks() {
			let sent = 0;
			for await (const chunk of open()) {
				sent += chunk.length;
				if (sent > byteLength) break;
				if (chunk.length > 0) yield chunk;
			}
			if (sent !== byteLength) throw new Error(CHANGED);
		},
	};
}
