import { giveWay } from '../../service/clock';
import { trimmed } from '../../service/values';
import { CsvFault, readCsv, type CsvRow } from '../../vendor/csvParse';
import { candidatesIn, chosenColumns } from './columns';
import { delimiterCharacters, formOf, inUtf8, type FileForm } from './contactFile';
import { ContactRefusal, listed, short } from './contactFinding';
import { readPhone } from './phone';
import {
	contactColumns,
	isKnownColumn,
	type ColumnNames,
	type ContactFile,
	type ContactOptions,
	type ContactSource,
	type SourceColumn,
	type SourceFile,
} from './types';

interface Header {
	/** The names as they are in the file. */
	values: readonly string[];
	/** The same without spaces around them. */
	labels: readonly string[];
	line: number;
}

/** Contacts from a file. Reads only the header, and the whole file only if several columns are possible. */
export async function fileRows(file: ContactFile, options: ContactOptions): Promise<ContactSource> {
	const form = await formOf(file, options);
	const header = await headerOf(form);
	const { encoding, delimiter } = form;
	const goesAsItIs = !options.normalizeFile;
	const source: SourceFile = { ...file, encoding, delimiter, goesAsItIs, departures: [], emptyRows: 0, byteLength: 0 };
	const rows = () => rowsOf(source, header.line);
	const columns = await columnsOf(header, rows, options);
	if (!columns.some(({ name }) => name === 'phone')) {
		// Letters that cannot be read may hide the name, so the whole file is read first: a wrong encoding throws here.
		for await (const _ of inUtf8(source));
		throw noPhone(header, goesAsItIs);
	}
	source.departures = departuresOf(form, header, columns);
	return { place: 'csvFile', columns, rows, width: header.labels.length, fields: header.labels, file: source };
}

const isBlank = (values: readonly string[]) => values.every((value) => value.trim() === '');

async function headerOf({ head, delimiter }: FileForm): Promise<Header> {
	const bytes = (async function* () {
		yield Buffer.from(head, 'utf8');
	})();
	for await (const portion of csvOf(bytes, delimiterCharacters[delimiter])) {
		const first = portion.find(({ values }) => !isBlank(values));
		if (first) return { ...first, labels: first.values.map(trimmed) };
	}
	throw new ContactRefusal(
		'noRows',
		'The file is empty',
		'Provide a CSV file with a header row and one row for each contact.',
	);
}

/** The contacts below the header. Skips rows without any value. */
async function* rowsOf(file: SourceFile, headerLine: number): AsyncGenerator<CsvRow[]> {
	file.emptyRows = 0;
	for await (const portion of csvOf(inUtf8(file), delimiterCharacters[file.delimiter])) {
		yield portion.filter(({ values, line }) => {
			if (line <= headerLine) return false;
			if (!isBlank(values)) return true;
			if (values.length > 1) file.emptyRows++;
			return false;
		});
	}
}

async function* csvOf(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow[]> {
	try {
		yield* readCsv(withPauses(bytes), delimiter);
	} catch (error) {
		if (!(error instanceof CsvFault)) throw error as Error;
		throw error.kind === 'quotes' ? brokenQuotes(error) : longRow(error);
	}
}

async function* withPauses(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const chunk of bytes) {
		yield chunk;
		await giveWay();
	}
}

const longRow = ({ line }: CsvFault) =>
	new ContactRefusal(
		'longRow',
		`Line ${line}: the row is longer than 1 MB`,
		'Remove the column that holds so much text, or export only the columns that are needed.',
		line,
	);

const brokenQuotes = ({ line, column }: CsvFault) =>
	new ContactRefusal(
		'brokenQuotes',
		`Line ${line}: a quotation mark (") is in the wrong place or never closed (value ${column} of the row)`,
		'Put the whole value in quotation marks and double each one inside it, or export the file again.',
		line,
	);

/** The columns that the user named; the rest by the table of names. In a file that is sent as is, the service finds only its own names. */
async function columnsOf(
	{ labels }: Header,
	rows: ContactSource['rows'],
	{ fileColumns, normalizeFile, country }: ContactOptions,
): Promise<SourceColumn[]> {
	const wanted = normalizeFile ? fileColumns : ownNamesIn(labels);
	const named = contactColumns.flatMap((name) => {
		const label = wanted[name];
		return label === undefined ? [] : [{ name, label, position: positionOf(label, labels) }];
	});
	if (!normalizeFile) return named;
	const candidates = inTable(labels).filter(({ column }) => named.every(({ name }) => name !== column));
	const all = [...named, ...(await chosenColumns(candidates, rows, 'csvFile', country))];
	return contactColumns.flatMap((name) => all.filter((column) => column.name === name));
}

const inTable = (labels: readonly string[]) => candidatesIn(labels.map((label) => [label]));

const ownNamesIn = (labels: readonly string[]): ColumnNames =>
	Object.fromEntries(contactColumns.filter((name) => labels.includes(name)).map((name) => [name, name]));

function positionOf(label: string, labels: readonly string[]): number {
	const position = labels.indexOf(label);
	if (position < 0) {
		throw new ContactRefusal(
			'unknownColumn',
			`'File Columns' names "${short(label)}", but the file has: ${listed(labels)}`,
			'Enter the name as it appears in the first row of the file.',
		);
	}
	if (position === labels.lastIndexOf(label)) return position;
	throw new ContactRefusal(
		'unknownColumn',
		`The file has more than one column named "${short(label)}"`,
		'In the file, rename the ones you do not want to use.',
	);
}

function noPhone({ labels, line }: Header, goesAsItIs: boolean): ContactRefusal {
	if (inTable(labels).length === 0 && labels.some((cell) => readPhone(cell).key > 0)) {
		return new ContactRefusal(
			'noHeader',
			`Line ${line}: the first row already holds a contact, so the columns have no names`,
			'Add a row above it with a name for each column, such as name and phone.',
			line,
		);
	}
	return new ContactRefusal(
		'noPhoneColumn',
		`${goesAsItIs ? 'No column is named phone' : 'No column has one of the usual names for a phone number'}. The file has: ${listed(labels)}`,
		goesAsItIs
			? "Rename the column with the phone numbers to phone, or turn on 'Normalize File'."
			: "Add the option 'File Columns' and enter the name of the column with the phone numbers under 'Phone'.",
	);
}

/** How the file differs from UTF-8 with commas and the service's column names, in words for the user. */
function departuresOf(
	{ encoding, hasMark, delimiter }: FileForm,
	{ values, line }: Header,
	columns: readonly SourceColumn[],
): string[] {
	const others = values.filter((_, at) => columns.every(({ position }) => position !== at));
	const renamed = columns.flatMap(({ name, label, position }) =>
		values[position] === name ? [] : [`column "${label}" → ${name}`],
	);
	return [
		...(encoding === 'UTF-8' ? [] : [`encoding ${encoding} → UTF-8`]),
		...(hasMark && encoding === 'UTF-8' ? ['byte order mark removed'] : []),
		...(delimiter === 'comma' ? [] : [`delimiter ${delimiter} → comma`]),
		...(line > 1 ? ['empty lines above the column names removed'] : []),
		...renamed,
		...(others.some((name) => isKnownColumn(name.trim().toLowerCase()))
			? ['other columns with these names removed']
			: []),
	];
}
