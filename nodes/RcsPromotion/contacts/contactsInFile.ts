import { giveWay, inPortions } from '../../service/clock';
import { trimmed } from '../../service/values';
import { readCsv, type CsvRow } from '../../vendor/csvParse';
import { contactRefusal } from '../issues';
import type { BinaryFile } from './binaryFile';
import type { FieldNames } from './contact';
import { chooseFields, createContactReader, type ContactSource } from './contactSource';
import { convertToUtf8, findDelimiter, findEncoding, type EncodingChoice } from './csvText';
import { mayBeNumber } from './phone';
import { getReasonText } from './reasons';

/** A file with its header read. */
interface OpenFile {
	headers: readonly string[];
	delimiter: string;
	/** The rows below the header; those without any value are skipped. To be read once. */
	rows: () => AsyncGenerator<CsvRow[]>;
}

/** Contacts from a file. */
export async function readContactsInFile(
	file: BinaryFile,
	encoding: EncodingChoice,
	typed: FieldNames,
): Promise<ContactSource> {
	const open = await openFile(file, encoding);
	const { headers } = open;
	const fields = chooseFields(typed, new Map(headers.map((header, position) => [header, position])), true);
	for (const name of fields.flatMap(({ found }) => found)) {
		if (headers.indexOf(name) === headers.lastIndexOf(name)) continue;
		throw contactRefusal(
			'unknownColumn',
			`The file has more than one column named "${name}"`,
			'In the file, rename the ones you do not want to use.',
		);
	}
	const readContact = createContactReader(fields);
	const phones = fields.find(({ kind }) => kind === 'phone')?.columns;
	return {
		from: 'csvFile',
		fields,
		names: () => [...headers],
		async *contacts() {
			for await (const portion of open.rows())
				yield portion.map((row) => readContact(row.values, row.line, findFault(row, open, phones)));
		},
	};
}

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

async function openFile({ bytes }: BinaryFile, choice: EncodingChoice): Promise<OpenFile> {
	const encoding = await findEncoding(bytes, choice);
	const delimiter = findDelimiter(bytes, encoding);
	const portions = readRows(convertToUtf8(bytes, encoding), delimiter);
	for (let next = await portions.next(); !next.done; next = await portions.next()) {
		const [header, ...below] = next.value;
		if (!header) continue;
		return {
			headers: header.values.map(trimmed),
			delimiter,
			rows: async function* () {
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
function findFault({ values, lineCount }: CsvRow, { headers, delimiter }: OpenFile, phones?: readonly number[]) {
	// Fewer are fine: some programs leave out empty values at the end.
	if (values.length > headers.length && values.slice(headers.length).some((value) => value.trim() !== ''))
		return 'tooManyValues';
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
