import type { INodeProperties } from 'n8n-workflow';
import { giveWay, inPortions } from '../../service/clock';
import { createDecoder, readByteOrderMark, type TextEncoding } from '../../service/textDecoder';
import { trimmed } from '../../service/values';
import { lineBreaksIn, readCsv, type CsvRow } from '../../vendor/csvParse';
import { contactRefusal, joinWords } from '../issues';
import type { BinaryFile } from './binaryFile';
import type { Contact, FieldNames } from './contact';
import { readContact, type ContactSource } from './contactSource';
import { chooseFields } from './field';
import { getReasonText } from './findings';
import { mayBeNumber } from './phone';

export type EncodingChoice = 'detect' | 'utf8OrWindows1252';

export const encodingOption: INodeProperties = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	default: 'detect',
	description: 'If the letters of the CSV file cannot be read: how it was saved',
	displayOptions: { show: { '/recipients': ['csvFile'] } },
	options: [
		{ name: 'Detect Automatically', value: 'detect', description: 'UTF-8, or UTF-16 with a byte order mark' },
		{
			name: 'UTF-8, Otherwise Windows-1252',
			value: 'utf8OrWindows1252',
			description: 'For files from Excel and other programs in Western Europe, also ISO-8859-1',
		},
	],
};

export async function readContactsInFile(
	file: BinaryFile,
	encoding: EncodingChoice,
	typed: FieldNames,
): Promise<ContactSource> {
	const open = await openFile(file, encoding);
	const { headers } = open;
	const fields = chooseFields(typed, new Map(headers.map((header, position) => [header, position])), true);
	const twice = fields.flatMap(({ found }) => found).find(isRepeatedIn(headers));
	if (twice !== undefined)
		throw contactRefusal(
			'unknownColumn',
			`The file has more than one column named "${twice}"`,
			'In the file, rename the ones you do not want to use.',
		);
	const phones = fields.find(({ kind }) => kind === 'phone')?.columns;
	return {
		from: 'csvFile',
		fields,
		names: () => [...headers],
		async *contacts() {
			for await (const portion of open.rows())
				yield portion.map((row) => readContact(row.values, fields, row.line, findFault(row, open, phones)));
		},
	};
}

const isRepeatedIn = (names: readonly string[]) => (name: string) => names.indexOf(name) !== names.lastIndexOf(name);

/** The number of rows in a file of which nothing else is used. */
export async function countRows(file: BinaryFile, encoding: EncodingChoice): Promise<number> {
	const open = await openFile(file, encoding);
	let count = 0;
	for await (const portion of open.rows()) {
		count += portion.length;
		for (const row of portion) {
			const fault = findFault(row, open);
			if (fault) throw rowRefusal(fault, row.line);
		}
	}
	return count;
}

type OpenFile = Awaited<ReturnType<typeof openFile>>;

/** A file with its header read. */
async function openFile({ bytes }: BinaryFile, choice: EncodingChoice) {
	const encoding = await findEncoding(bytes, choice);
	const delimiter = findDelimiter(bytes, encoding);
	const portions = readRows(convertToUtf8(bytes, encoding), delimiter);
	for (let next = await portions.next(); !next.done; next = await portions.next()) {
		const [header, ...below] = next.value;
		if (!header) continue;
		return {
			headers: header.values.map(trimmed),
			delimiter,
			/** The rows below the header, to be read once. */
			async *rows() {
				yield* inPortions(below);
				yield* portions;
			},
		};
	}
	throw contactRefusal(
		'noRows',
		'The file is empty',
		'Provide a CSV file with a header row and one row for each contact.',
	);
}

/** U+FFFD stands for bytes that cannot be decoded. NUL never occurs in text, but does in images and in UTF-16 without a byte order mark. */
const UNDECODED = ['\ufffd', '\0'];
const SLICE = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

const READ_WITH_EXTRACT = "read the file with an Extract from File node and set 'Recipients' to 'Input Items'";

/** The encoding of a file. Refuses spreadsheets. */
async function findEncoding(bytes: Buffer, choice: EncodingChoice): Promise<TextEncoding> {
	// ZIP archives (xlsx, ods), and Microsoft's older format.
	if (/^(504b|d0cf11e0)/.test(bytes.subarray(0, 4).toString('hex'))) {
		throw contactRefusal(
			'notCsv',
			'This is an Excel or other spreadsheet file, not a CSV file',
			`Save the contacts as CSV, or ${READ_WITH_EXTRACT}.`,
		);
	}
	// A byte order mark is certain, so it overrides the option.
	const marked = readByteOrderMark(bytes);
	if (marked) return marked;
	return choice === 'detect' || (await isUtf8(bytes)) ? 'UTF-8' : 'windows-1252';
}

/** Text with letters such as ü in another encoding is almost never valid UTF-8. */
async function isUtf8(bytes: Buffer): Promise<boolean> {
	const decode = createDecoder('UTF-8');
	for (const slice of slicesOf(bytes)) {
		if (decode(slice).includes('\ufffd')) return false;
		await giveWay();
	}
	// The decoder still holds something if the last character is incomplete.
	return decode() === '';
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** The whole text in UTF-8. Refuses bytes that are not valid in its encoding. */
async function* convertToUtf8(bytes: Buffer, encoding: TextEncoding): AsyncGenerator<Uint8Array> {
	const decode = createDecoder(encoding);
	let line = 1;
	const decodeOrThrow = (slice?: Uint8Array): string => {
		const text = decode(slice);
		// A regular expression would take several times as long.
		const found = UNDECODED.map((letter) => text.indexOf(letter)).filter((at) => at >= 0);
		line += lineBreaksIn([text.slice(0, Math.min(text.length, ...found))]);
		if (found.length === 0) return text;
		throw contactRefusal(
			'undecodable',
			`Line ${line}: some characters cannot be read as ${encoding}`,
			"In Excel, save the file as CSV UTF-8. Or add the option 'Encoding' and choose 'UTF-8, Otherwise Windows-1252', which Excel in Western Europe often uses.",
			line,
		);
	};
	for (const slice of slicesOf(bytes)) {
		const text = decodeOrThrow(slice);
		yield encoding === 'UTF-8' ? slice : Buffer.from(text, 'utf8');
	}
	// Throws if the last character is incomplete.
	decodeOrThrow();
}

/** The only delimiter in the header line outside quotation marks; a comma if there is none, as with a single column. */
function findDelimiter(bytes: Buffer, encoding: TextEncoding): string {
	const text = createDecoder(encoding)(bytes.subarray(0, SLICE)).replace(/^\ufeff/, '');
	// Above the header, there may be blank lines, and lines with nothing but empty quotation marks.
	const fromHeader = text.replace(/^(?:(?:[ \t]|"")*\r?\n)+/, '');
	const line = /^[^\r\n]*/.exec(fromHeader.replace(/"[^"]*"/g, ''))?.[0] ?? '';
	const found = DELIMITERS.filter((delimiter) => line.includes(delimiter));
	if (found.length < 2) return found[0] ?? ',';
	throw contactRefusal(
		'delimiter',
		`The column names contain ${joinWords(found.map((delimiter) => (delimiter === '\t' ? 'tab' : delimiter)))}, so it is unclear what separates the columns`,
		`Rename the columns, or ${READ_WITH_EXTRACT}.`,
	);
}

/** All rows but those without any value. */
async function* readRows(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	for await (const { rows, unreadable } of readCsv(bytes, delimiter)) {
		yield rows.filter(({ values }) => !values.every((value) => value.trim() === ''));
		if (unreadable) throw rowRefusal(unreadable.why, unreadable.line);
		await giveWay();
	}
}

function rowRefusal(reason: Parameters<typeof getReasonText>[0], line: number) {
	const { what, advice } = getReasonText(reason);
	return contactRefusal(reason, `Line ${line}: ${what}`, advice, line);
}

/** `phones`: the columns of the phone numbers. If nobody said which they are, those in which the row itself has numbers. */
function findFault(
	{ values, lineCount }: CsvRow,
	{ headers, delimiter }: OpenFile,
	phones?: readonly number[],
): Contact['fault'] {
	// Fewer are fine: some programs leave out empty values at the end.
	if (values.slice(headers.length).some((value) => value.trim() !== '')) return 'tooManyValues';
	if (lineCount === 1) return undefined;
	const ownRow = values.join(delimiter).split('\n', 1).join().split(delimiter);
	const columns = phones ?? ownRow.flatMap((value, column) => (mayBeNumber(value) ? [column] : []));
	/** Whether a line has a number where rows have theirs. The first begins in the middle of a row, which has its own number, too. */
	const isRow = (line: string, index: number, position: number) => {
		const cells = line.split(delimiter);
		// Of two numbers in one cell, each has a line.
		if (cells.length === 1 && headers.length > 1) return false;
		if (index > 0) return columns.some((column) => isNumber(cells[column]));
		return columns.some(
			(column) => column > position && isNumber(cells[column - position]) && isNumber(values[column]),
		);
	};
	const hasRows = (value: string, position: number) =>
		value.includes('\n') && value.split('\n').some((line, index) => isRow(line, index, position));
	return values.some(hasRows) ? 'swallowedRows' : undefined;
}

/** In a note, there is a space behind a comma. In a row, there is none. */
const isNumber = (cell = '') => /^\S/.test(cell) && mayBeNumber(cell);
