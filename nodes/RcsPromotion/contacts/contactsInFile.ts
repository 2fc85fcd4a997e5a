import { giveWay, inPortions } from '../../service/clock';
import { trimmed } from '../../service/values';
import { CsvFault, readCsv, type CsvRow } from '../../vendor/csvParse';
import { findAliasTarget, isKnownPhoneName, ITEM_ITSELF } from './aliases';
import { delimiterCharacters, readFormat, convertToUtf8 } from './contactFile';
import { findConsentFields } from './fieldNames';
import type { Refusal } from '../../form/refusal';
import { contactRefusal, joinNames, shortenName } from '../issues';
import { CODE_INCLUDED, numbersIn, readPhone } from './phone';
import { getReasonText } from './reasons';
import {
	findFieldsBeside,
	MOST_FIELDS,
	PhoneSurvey,
	toColumnNames,
	tooManyFieldsError,
	type ChosenFields,
} from './chooseFields';
import {
	contactColumns,
	type ColumnNames,
	type Contact,
	type ContactColumn,
	type ContactFile,
	type ReadingOptions,
	type ContactSource,
	type Delimiter,
	type Field,
	type NotSent,
	type Path,
	type CsvFile,
} from './types';

/** Contacts from a file. Reads the header, and all rows only if several columns could be the phone. */
export async function readContactsInFile(file: ContactFile, options: ReadingOptions): Promise<ContactSource> {
	const { csvFile, firstRows } = await openFile(file, options);
	const { headers } = csvFile;
	throwIfLinesAbove(headers, firstRows, options.fileColumns);
	const { chosen, otherPhones } = await chooseFileFields(csvFile, options);
	const readContact = createRowReader(chosen, csvFile, options.country);
	return {
		from: 'csvFile',
		columnsUsed: toColumnNames(chosen),
		otherPhones,
		fieldNames: headers,
		consentFields: findConsentFields(headers.map((name) => [name])),
		file: csvFile,
		async *contacts() {
			for await (const rows of readRows(csvFile)) yield rows.map(readContact);
		},
	};
}

/** Reads as much of the file as is needed to know its format and its column names. */
export async function openFile(file: ContactFile, options: ReadingOptions) {
	const { encoding, delimiter, firstBytes } = await readFormat(file, options);
	const { header, firstRows } = await readHeader(parseRows(convertToUtf8([firstBytes], encoding), delimiter));
	const headers = header.values.map(trimmed);
	const csvFile: CsvFile = { ...file, encoding, delimiter, headers, headerLine: header.line };
	return { csvFile, firstRows };
}

// Its values may be in the wrong columns.
const WRONG_COLUMN_COUNT: NotSent[] = [{ reason: 'columnCount' }];
const SWALLOWED_ROWS: NotSent[] = [{ reason: 'swallowedRows' }];

function createRowReader(chosen: ChosenFields, file: CsvFile, country: string): (row: CsvRow) => Contact {
	const columnCount = file.headers.length;
	// A column that the file lacks gets the position after the last one, where only a row that is not sent has a value.
	const positionOf = (column: ContactColumn) => chosen[column]?.position ?? columnCount;
	const [name, phone] = [positionOf('name'), positionOf('phone')];
	const [language, businesssubscriberid] = [positionOf('language'), positionOf('businesssubscriberid')];
	// One shape for all, because there may be a million of them.
	return ({ values, line, lineCount }) => ({
		line,
		phone: values[phone]?.trim() ?? '',
		name: values[name]?.trim(),
		language: values[language]?.trim(),
		businesssubscriberid: values[businesssubscriberid]?.trim(),
		faults: findRowFault(values, lineCount),
	});

	function findRowFault(values: readonly string[], lineCount: number): NotSent[] | undefined {
		if (values.length !== columnCount) return WRONG_COLUMN_COUNT;
		return lineCount > 1 && values.some(holdsRow) ? SWALLOWED_ROWS : undefined;
	}

	/** Whether a line of a value is a row: as many values, and a phone number in its place. A note over several lines is not. */
	function holdsRow(value: string, position: number): boolean {
		const lines = value.split('\n');
		return (
			lines.length > 1 &&
			lines.some((line, index) => {
				const cells = line.split(delimiterCharacters[file.delimiter]);
				// The first line may begin in the middle of a row.
				const skipped = index === 0 ? position : 0;
				if (cells.length + skipped !== columnCount || cells.length < 2) return false;
				return readPhone(cells[phone - skipped]?.trim() ?? '', country).reason === undefined;
			})
		);
	}
}

const isBlank = (values: readonly string[]) => values.every((value) => value.trim() === '');

/** The first row that is not blank, and some below it. */
async function readHeader(csv: AsyncIterable<CsvRow[]>) {
	for await (const portion of csv) {
		const [header, ...rows] = portion.filter(({ values }) => !isBlank(values));
		if (header && header.values.length > MOST_FIELDS) throw tooManyFieldsError();
		if (header) return { header, firstRows: rows.slice(0, 20) };
		await giveWay();
	}
	throw contactRefusal(
		'noRows',
		'The file is empty',
		'Provide a CSV file with a header row and one row for each contact.',
	);
}

/** The rows below the header. Skips those without any value. */
export async function* readRows(file: CsvFile): AsyncGenerator<CsvRow[]> {
	for await (const portion of parseRows(convertToUtf8(await file.open(), file.encoding), file.delimiter)) {
		const rows = portion.filter(({ values, line }) => line > file.headerLine && !isBlank(values));
		yield* inPortions(rows);
		// Also after a portion of blank rows only.
		await giveWay();
	}
}

async function* parseRows(bytes: AsyncIterable<Uint8Array>, delimiter: Delimiter): AsyncGenerator<CsvRow[]> {
	try {
		yield* readCsv(bytes, delimiterCharacters[delimiter]);
	} catch (error) {
		if (!(error instanceof CsvFault)) throw error as Error;
		throw csvError(error);
	}
}

function csvError({ kind, line }: CsvFault): Refusal {
	const { what, advice } = getReasonText(kind);
	return contactRefusal(kind, `Line ${line}: ${what}`, advice, line);
}

/** The columns that the user named; the others are recognized by their names. */
async function chooseFileFields(file: CsvFile, { fileColumns, country }: ReadingOptions) {
	const named: ChosenFields = {};
	for (const column of contactColumns) {
		const name = fileColumns[column];
		if (name !== undefined) named[column] = findFieldByHeader(name, file.headers);
	}
	const paths = file.headers.map((name) => [name]);
	const { phone, rivals } = named.phone ? { phone: named.phone, rivals: [] } : await choosePhone(file, paths, country);
	if (!phone) throw noPhoneError(file);
	const container = findAliasTarget(phone.path)?.container ?? ITEM_ITSELF;
	return {
		chosen: { ...findFieldsBeside(container, paths), phone, ...named },
		otherPhones: rivals.map(({ name }) => name),
	};
}

async function choosePhone(file: CsvFile, paths: readonly Path[], country: string) {
	const survey = new PhoneSurvey('csvFile', country);
	const fields = paths.flatMap((path, position) => survey.addField(path, position) ?? []);
	if (!survey.isCertain) {
		for await (const portion of readRows(file)) {
			for (const { values } of portion) {
				survey.addContact(fields.map((field) => [field, values[field.position] ?? '']));
				// Each contact may have many numbers that take long to read.
				await giveWay();
			}
		}
	}
	return survey.choose();
}

function findFieldByHeader(name: string, headers: readonly string[]): Field {
	const position = headers.indexOf(name);
	if (position < 0) {
		throw contactRefusal(
			'unknownColumn',
			`'File Columns' names "${shortenName(name)}", but the file has: ${joinNames(headers)}`,
			'Enter the name as it appears in the first row of the file.',
		);
	}
	if (position === headers.lastIndexOf(name)) return { path: [name], name: name, position };
	throw contactRefusal(
		'unknownColumn',
		`The file has more than one column named "${shortenName(name)}"`,
		'In the file, rename the ones you do not want to use.',
	);
}

function noPhoneError({ headers, headerLine: line }: CsvFile): Refusal {
	const isPhone = (text: string) => readPhone(text, CODE_INCLUDED).reason === undefined;
	if (!headers.some((name) => findAliasTarget([name])) && headers.some(isPhone)) {
		return contactRefusal(
			'noHeader',
			`Line ${line}: the first row already holds a contact, so the columns have no names`,
			'Add a row above it with a name for each column, such as name and phone.',
			line,
		);
	}
	return contactRefusal(
		'noPhoneColumn',
		`No column has one of the usual names for a phone number. The file has: ${joinNames(headers)}`,
		"Add the option 'File Columns' and enter the name of the column with the phone numbers under 'Phone'.",
	);
}

/** A title, or Excel's `sep=;`, above the column names would be taken for them. It has fewer cells, whatever the delimiter. */
function throwIfLinesAbove(headers: readonly string[], rows: readonly CsvRow[], { phone }: ColumnNames): void {
	const cellsOf = (values: readonly string[]) =>
		values
			.join(';')
			.split(/[,;\t|]/)
			.map(trimmed)
			.filter(Boolean);
	const isPhoneName = (cell: string) => cell === phone || isKnownPhoneName(cell);
	if (headers.some(isPhoneName)) return;
	const titleLength = cellsOf(headers).length;
	const found = rows.find(({ values }) => {
		const cells = cellsOf(values);
		const holdsNumber = cells.some((cell) => !numbersIn(cell).next().done);
		return cells.length > titleLength && cells.some(isPhoneName) && !holdsNumber;
	});
	if (!found) return;
	throw contactRefusal(
		'linesAbove',
		`Line ${found.line}: the column names are here, but there are other lines above them`,
		'Delete the lines above the column names.',
		found.line,
	);
}
