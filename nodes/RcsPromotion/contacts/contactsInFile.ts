import { giveWay, inPortions } from '../../service/clock';
import { trimmed } from '../../service/values';
import { CsvFault, readCsv, type CsvRow } from '../../vendor/csvParse';
import { findAliasTarget, ITEM_ITSELF } from './aliases';
import { findConsentFields } from './consent';
import { delimiterCharacters, readFormat, convertToUtf8 } from './contactFile';
import { joinNames, shortenName, UnusableContacts } from '../issues';
import { CODE_INCLUDED, readPhone } from './phone';
import type { ReasonText } from './reasons';
import {
	chooseFields,
	findFieldsBeside,
	recognizeFields,
	toColumnNames,
	MOST_FIELDS,
	tooManyFieldsError,
	type ChosenFields,
} from './chooseFields';
import {
	contactColumns,
	type Contact,
	type ContactColumn,
	type ContactFile,
	type ReadingOptions,
	type ContactSource,
	type Delimiter,
	type Field,
	type NotSent,
	type CsvFile,
} from './types';

/** Contacts from a file. Reads the header, and all rows only if several columns could be the phone. */
export async function readContactsInFile(file: ContactFile, options: ReadingOptions): Promise<ContactSource> {
	const csvFile = await openFile(file, options);
	const { headers } = csvFile;
	const chosen = await chooseFileFields(csvFile, options);
	if (!chosen.phone) throw noPhoneError(csvFile);
	const readContact = createRowReader(chosen, headers.length);
	return {
		from: 'csvFile',
		columnsUsed: toColumnNames(chosen),
		fieldNames: headers,
		consentFields: findConsentFields(headers.map((name) => [name])),
		file: csvFile,
		async *contacts() {
			for await (const rows of readRows(csvFile)) yield rows.map(readContact);
		},
	};
}

/** Reads as much of the file as is needed to know its format and its column names. */
export async function openFile(file: ContactFile, options: ReadingOptions): Promise<CsvFile> {
	const { encoding, delimiter, firstBytes } = await readFormat(file, options);
	const header = await readHeader(parseRows(convertToUtf8([firstBytes], encoding), delimiter));
	return { ...file, encoding, delimiter, headers: header.values.map(trimmed), headerLine: header.line };
}

const WRONG_COLUMN_COUNT: NotSent = { reason: 'columnCount' };

function createRowReader(chosen: ChosenFields, columnCount: number): (row: CsvRow) => Contact {
	// A column that the file lacks gets the position after the last one. Only a row with too many values has a value there, and it is not sent.
	const positionOf = (column: ContactColumn) => chosen[column]?.position ?? columnCount;
	const [name, phone] = [positionOf('name'), positionOf('phone')];
	const [language, businesssubscriberid] = [positionOf('language'), positionOf('businesssubscriberid')];
	// One shape for all, because there may be a million of them.
	return ({ values, line }) => ({
		line,
		phone: values[phone]?.trim() ?? '',
		name: values[name]?.trim(),
		language: values[language]?.trim(),
		businesssubscriberid: values[businesssubscriberid]?.trim(),
		// Its values may be in the wrong columns.
		notSent: values.length === columnCount ? undefined : WRONG_COLUMN_COUNT,
	});
}

const isBlank = (values: readonly string[]) => values.every((value) => value.trim() === '');

async function readHeader(csv: AsyncIterable<CsvRow[]>): Promise<CsvRow> {
	for await (const portion of csv) {
		const first = portion.find(({ values }) => !isBlank(values));
		if (first && first.values.length > MOST_FIELDS) throw tooManyFieldsError();
		if (first) return first;
		await giveWay();
	}
	throw new UnusableContacts(
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

function csvError({ kind, line }: CsvFault): UnusableContacts {
	const { what, advice } = CSV_FAULTS[kind];
	return new UnusableContacts(kind, `Line ${line}: ${what}`, advice, line);
}

const CSV_FAULTS: Record<CsvFault['kind'], ReasonText> = {
	longRow: {
		what: 'the row is longer than 1 MB',
		advice:
			'If a quotation mark (") in it is never closed, close it. Otherwise, remove the column that holds so much text.',
	},
	brokenQuotes: {
		what: 'a quotation mark (") is in the wrong place or never closed',
		advice: 'Put the whole value in quotation marks and double each one inside it, or export the file again.',
	},
};

/** The columns that the user named; the others are recognized by aliases. */
async function chooseFileFields(file: CsvFile, { fileColumns, country }: ReadingOptions): Promise<ChosenFields> {
	const named: ChosenFields = {};
	for (const column of contactColumns) {
		const name = fileColumns[column];
		if (name !== undefined) named[column] = findFieldByHeader(name, file.headers);
	}
	async function* valuesOf(fields: readonly Field[]) {
		for await (const portion of readRows(file)) {
			yield portion.map(({ values }) => fields.map(({ position }) => values[position] ?? ''));
		}
	}
	const paths = file.headers.map((name) => [name]);
	if (!named.phone) return { ...(await chooseFields(paths, valuesOf, 'csvFile', country)), ...named };
	const container = findAliasTarget(named.phone.path)?.container ?? ITEM_ITSELF;
	return { ...findFieldsBeside(container, recognizeFields(paths)), ...named };
}

function findFieldByHeader(name: string, headers: readonly string[]): Field {
	const position = headers.indexOf(name);
	if (position < 0) {
		throw new UnusableContacts(
			'unknownColumn',
			`'File Columns' names "${shortenName(name)}", but the file has: ${joinNames(headers)}`,
			'Enter the name as it appears in the first row of the file.',
		);
	}
	if (position === headers.lastIndexOf(name)) return { path: [name], name: name, position };
	throw new UnusableContacts(
		'unknownColumn',
		`The file has more than one column named "${shortenName(name)}"`,
		'In the file, rename the ones you do not want to use.',
	);
}

function noPhoneError({ headers, headerLine: line }: CsvFile): UnusableContacts {
	const isPhone = (text: string) => readPhone(text, CODE_INCLUDED).reason === undefined;
	if (!headers.some((name) => findAliasTarget([name])) && headers.some(isPhone)) {
		return new UnusableContacts(
			'noHeader',
			`Line ${line}: the first row already holds a contact, so the columns have no names`,
			'Add a row above it with a name for each column, such as name and phone.',
			line,
		);
	}
	return new UnusableContacts(
		'noPhoneColumn',
		`No column has one of the usual names for a phone number. The file has: ${joinNames(headers)}`,
		"Add the option 'File Columns' and enter the name of the column with the phone numbers under 'Phone'.",
	);
}
