import { CsvFault, readCsv, type CsvRow } from '../../vendor/csvParse';
import { candidatesIn, Survey, type Choice } from './columns';
import { comparableName } from './aliases';
import { delimiterCharacters, formOf, inUtf8, type ContactFile, type FileForm } from './contactFile';
import * as texts from './messages';
import { plainPhoneKey } from './phone';
import {
	contactColumns,
	ContactRefusal,
	isKnownColumn,
	type ColumnNames,
	type ContactOptions,
	type ContactSource,
	type SourceFile,
} from './types';

type Header = readonly string[];

/** Contacts from a file: reads its header, and all of it only where several columns may be meant. */
export async function fileRows(file: ContactFile, options: ContactOptions): Promise<ContactSource> {
	const form = await formOf(file, options);
	const header = await headerOf(form);
	const goesAsItIs = !options.normalizeFile;
	const source: SourceFile = {
		fileName: file.fileName,
		encoding: form.encoding,
		delimiter: form.delimiter,
		departures: [],
		goesAsItIs,
		emptyRows: 0,
		byteLength: 0,
		open: async () => await file.open(),
	};
	const rows = () => rowsOf(file, form, header.line, source);
	const { choice, equalPhones } = goesAsItIs
		? { choice: ofTheService(header.values), equalPhones: [] }
		: await chosen(header.values, rows, options.fileColumns);
	if (!choice.phone) throw new ContactRefusal(noPhone(header, goesAsItIs));
	const columns = contactColumns.filter((column) => choice[column] !== undefined);
	const positions = columns.map((column) => choice[column]?.position ?? -1);
	source.departures = departuresOf(form, header, columns, positions);
	const remarks = options.fileColumns.phone === undefined ? texts.phoneField(choice.phone.label, equalPhones) : [];
	return {
		place: 'csvFile',
		columns,
		positions,
		width: header.values.length,
		columnsUsed: Object.fromEntries(columns.map((column) => [column, choice[column]?.label])),
		fields: header.values,
		rows,
		remarks: [...(file.remark === undefined ? [] : [texts.otherBinaryField(file.remark)]), ...remarks],
		file: source,
	};
}

const isBlank = (values: readonly string[]) => values.every((value) => value.trim() === '');

async function headerOf(form: FileForm): Promise<{ values: Header; line: number }> {
	const head = (async function* () {
		yield Buffer.from(form.head, 'utf8');
	})();
	try {
		for await (const portion of readCsv(head, csvOptionsOf(form))) {
			const first = portion.find(({ values }) => !isBlank(values));
			if (first) return first;
		}
	} catch (error) {
		throw refusalOf(error);
	}
	throw new ContactRefusal(texts.emptyFile());
}

/** The contacts below the header. Rows without any value are none. */
async function* rowsOf(
	file: ContactFile,
	form: FileForm,
	headerLine: number,
	source: SourceFile,
): AsyncGenerator<CsvRow[]> {
	source.emptyRows = 0;
	source.byteLength = 0;
	const bytes = inUtf8(file, form.encoding, (chunk) => {
		source.byteLength += chunk.length;
	});
	try {
		for await (const portion of readCsv(bytes, csvOptionsOf(form))) {
			yield portion.filter(({ values, line }) => {
				if (line <= headerLine) return false;
				if (!isBlank(values)) return true;
				if (values.length > 1) source.emptyRows++;
				return false;
			});
		}
	} catch (error) {
		throw refusalOf(error);
	}
}

const csvOptionsOf = ({ delimiter, hasSeparatorLine }: FileForm) => ({
	delimiter: delimiterCharacters[delimiter],
	fromLine: hasSeparatorLine ? 2 : 1,
});

const refusalOf = (error: unknown): Error =>
	error instanceof CsvFault ? new ContactRefusal(texts.brokenQuotes(error)) : (error as Error);

/** The columns that the user named; the others by the table. */
async function chosen(
	header: Header,
	rows: ContactSource['rows'],
	named: ColumnNames,
): Promise<{ choice: Choice; equalPhones: string[] }> {
	const byHand: Choice = {};
	for (const column of contactColumns) {
		const name = named[column];
		if (name !== undefined) byHand[column] = namedColumn(header, name);
	}
	const candidates = candidatesIn(header).filter(({ alias }) => byHand[alias.column] === undefined);
	const survey = new Survey(candidates);
	if (!survey.isSettled) {
		for await (const portion of rows()) {
			for (const { values } of portion) survey.take(({ position }) => values[position] ?? '');
			if (survey.isSettled) break;
		}
	}
	const { choice, equalPhones } = survey.chosen('csvFile');
	return { choice: { ...choice, ...byHand }, equalPhones };
}

function namedColumn(header: Header, name: string) {
	const exact = header.flatMap((cell, at) => (cell.trim() === name.trim() ? [at] : []));
	const alike = header.flatMap((cell, at) => (comparableName(cell) === comparableName(name) ? [at] : []));
	const found = exact.length > 0 ? exact : alike;
	const [position] = found;
	if (position === undefined || found.length > 1) {
		throw new ContactRefusal(texts.unknownColumn(name, header, found.length));
	}
	return {
		label: (header[position] as string).trim(),
		alias: { column: 'name', rank: 0 } as const,
		position,
		path: [],
	};
}

/** In a file that goes out as it is, the service finds nothing but its own names. */
function ofTheService(header: Header): Choice {
	const choice: Choice = {};
	for (const [position, label] of header.entries()) {
		if (!isKnownColumn(label)) continue;
		if (choice[label]) throw new ContactRefusal(texts.unknownColumn(label, header, 2));
		choice[label] = { label, alias: { column: label, rank: 0 }, position, path: [] };
	}
	return choice;
}

function noPhone({ values, line }: { values: Header; line: number }, goesAsItIs: boolean) {
	const isContact = candidatesIn(values).length === 0 && values.some((cell) => plainPhoneKey(cell) > 0);
	return isContact ? texts.noHeader(line) : texts.noPhoneColumn(values, goesAsItIs);
}

/** How the file differs from UTF-8 with commas and the service's column names, in words. */
function departuresOf(
	form: FileForm,
	{ values: header, line }: { values: Header; line: number },
	columns: ContactSource['columns'],
	positions: readonly number[],
): string[] {
	const others = header.flatMap((cell, at) => (positions.includes(at) ? [] : [cell.trim()]));
	const renamed = columns.flatMap((column, at) => {
		const label = header[positions[at] ?? -1] ?? '';
		return label === column ? [] : [`column "${label.trim()}" → ${column}`];
	});
	return [
		...(form.encoding === 'UTF-8' ? [] : [`encoding ${form.encoding} → UTF-8`]),
		...(form.hasMark && form.encoding === 'UTF-8' ? ['byte order mark removed'] : []),
		...(form.delimiter === 'comma' ? [] : [`delimiter ${form.delimiter} → comma`]),
		...(form.hasSeparatorLine ? ['line "sep=" removed'] : []),
		...(form.hasOldLineBreaks ? ['line breaks of an old Mac replaced'] : []),
		...(line > (form.hasSeparatorLine ? 2 : 1) ? ['empty lines above the column names removed'] : []),
		...renamed,
		...(others.some((name) => isKnownColumn(name.toLowerCase())) ? ['further columns with these names removed'] : []),
	];
}
