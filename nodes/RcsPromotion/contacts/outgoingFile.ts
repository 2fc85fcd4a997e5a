import {
	contactColumns,
	type ContactColumn,
	type ContactSource,
	type OutgoingFile,
	type RowValues,
	type CsvFile,
} from './types';

const USUAL_FILE_NAME = 'contacts.csv';
const CHANGED = 'The file changed after it was checked, so sending was stopped. Run the workflow again.';

const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (value: string): string => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** A contact as a row of CSV with CR LF. Adds up text, because an array for each of a million rows is noticeably slower. */
export function formatRow(columns: readonly ContactColumn[], contact: RowValues, phone: string): string {
	let row = '';
	for (const column of columns) row += `${quoted(column === 'phone' ? phone : (contact[column] ?? ''))},`;
	return `${row.slice(0, -1)}\r\n`;
}

const formatHeader = (columns: readonly ContactColumn[]) => `${columns.join(',')}\r\n`;

interface CheckedRows {
	source: ContactSource;
	columns: readonly ContactColumn[];
	/** The phone of each contact, as packPhone makes it. */
	packedPhones: readonly number[];
	/** Size of the rows, without the header. */
	writtenBytes: number;
}

/** In place of a packed phone, for a contact that gets nothing. */
export const NO_PHONE = 0;

/** The phone as it is sent, as a number: negative without +. A million texts would take several times the memory. */
export const packPhone = (spelling: string): number =>
	spelling.startsWith('+') ? Number(spelling) : -Number(spelling);

const unpackPhone = (packed: number): string => (packed > 0 ? `+${packed}` : String(-packed));

/** Pass 2: the contacts that get the message, in UTF-8 with commas and our columns. */
export function buildFile({ source, columns, packedPhones, writtenBytes }: CheckedRows): OutgoingFile {
	const header = formatHeader(columns);
	const byteLength = Buffer.byteLength(header, 'utf8') + writtenBytes;
	return createFile(source.file?.fileName ?? USUAL_FILE_NAME, byteLength, async function* () {
		let index = 0;
		yield Buffer.from(header, 'utf8');
		for await (const portion of source.contacts()) {
			let text = '';
			for (const contact of portion) {
				const packed = packedPhones[index++] ?? NO_PHONE;
				if (packed !== NO_PHONE) text += formatRow(columns, contact, unpackPhone(packed));
			}
			yield Buffer.from(text, 'utf8');
		}
		if (index !== packedPhones.length) throw new Error(CHANGED);
	});
}

/** The file of a test: these phones with the values of the first contacts, which repeat if needed, but without the contacts' IDs. */
export function buildTestFile(contacts: readonly RowValues[], phones: readonly string[]) {
	const testRows = phones.map((phone, index): RowValues => ({ ...contacts[index % contacts.length], phone }));
	const columns = contactColumns.filter(
		(column) => column !== 'businesssubscriberid' && testRows.some((contact) => column in contact),
	);
	const text = [
		formatHeader(columns),
		...testRows.map((contact) => formatRow(columns, contact, contact.phone ?? '')),
	].join('');
	const bytes = Buffer.from(text, 'utf8');
	const file = createFile(USUAL_FILE_NAME, bytes.length, async function* () {
		yield bytes;
	});
	return { file, firstRecipients: testRows };
}

/** The bytes of a file as they are. */
export const buildUnchangedFile = (source: CsvFile, byteLength: number): OutgoingFile =>
	createFile(source.fileName, byteLength, async function* () {
		yield* await source.open();
	});

function createFile(fileName: string, byteLength: number, open: () => AsyncIterable<Uint8Array>): OutgoingFile {
	return {
		fileName,
		byteLength,
		async *chunks() {
			let byteCount = 0;
			for await (const chunk of open()) {
				byteCount += chunk.length;
				if (byteCount > byteLength) break;
				if (chunk.length > 0) yield chunk;
			}
			if (byteCount !== byteLength) throw new Error(CHANGED);
		},
	};
}
