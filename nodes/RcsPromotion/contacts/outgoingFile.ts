import type { ContactRow, ContactSource, OutgoingFile, SourceColumn, SourceFile } from './types';

const USUAL_FILE_NAME = 'contacts.csv';
const CHANGED = 'The file changed after it was checked, so sending was stopped. Run the workflow again.';

/** One row as CSV, with commas and CR LF. Values are unchanged and quoted only where necessary. */
export const csvRow = (values: readonly string[]): string => `${values.map(quoted).join(',')}\r\n`;

/** The row of a contact under the service's column names. No list in between: a million of them take a noticeable time. */
export function contactRow(columns: readonly SourceColumn[], values: ContactRow['values'], phone: string): string {
	let row = '';
	for (const { name, position } of columns) row += `${quoted(name === 'phone' ? phone : (values[position] ?? ''))},`;
	return `${row.slice(0, -1)}\r\n`;
}

const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (value: string): string => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

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
	const phoneAt = columns.find(({ name }) => name === 'phone')?.position ?? -1;
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
				const phone = decision === AS_WRITTEN ? (values[phoneAt] ?? '') : `+${decision}`;
				text += contactRow(columns, values, phone);
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
