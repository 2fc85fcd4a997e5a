import { counted } from '../../service/values';
import { columnSources, type ColumnSource } from './columnSources';
import type { Field } from './ownFields';
import type { Dialect } from './dialect';
import { isAreaName, isCodeName, unwrapped } from './fieldValues';
import { serviceColumn } from './names';
import { readPhone } from './phones';
import { contactColumns, type ContactColumn } from './types';

type Row = readonly string[];

/** What the columns of a file are for. */
export interface FileColumns {
	header: Row;
	/** The columns that are known, in the order of the four. */
	columns: readonly ContactColumn[];
	/** The values of a contact in that order. */
	valuesOf(row: Row): string[];
	/** The countries that a contact names for itself. */
	countriesOf(row: Row): string[];
	/** The columns with codes that belong before the phone numbers, but cannot be joined with them, in words. */
	codesApart: string;
	codeIsApart(row: Row): boolean;
	/** Where a column comes from, in words; asked after all rows were read. */
	sourceOf(column: ContactColumn): string;
	/** Columns of equal right that differ in the first rows. */
	rivals: Partial<Record<ContactColumn, string[]>>;
	unsurePhones: string[];
	/** Of the four, those that the file names more than once. */
	repeated: ContactColumn[];
	isContact: boolean;
	/** Whether `departures` may turn out to hold anything. */
	mayDepart: boolean;
	/** How the header departs from the names of the service, in words; asked after all rows were read. */
	departures(): string[];
	/** The names under which the columns are written in the service's form. */
	headerWritten: string[];
	/** The row as it is written in the service's form, `values` being those of the known columns. */
	written(row: Row, values: Row): string[];
}

/** With `maps` columns are recognized by their usual names, as the fields of items are; else by the service's names alone. */
export function fileColumns(header: Row, { sample }: Dialect, maps: boolean): FileColumns {
	const fields = header.map((cell, at): Field<Row> => ({
		text: cell.trim(),
		name: cell,
		depth: 0,
		position: at,
		read: (row) => row[at] ?? '',
	}));
	const named = maps
		? columnSources<Row>(fields, sample.slice(1), { isSample: true })
		: { columns: sourcesByServiceName(fields), rivals: {}, unsurePhones: [] };
	const joined = maps ? undefined : phoneWithCodes(fields, sample.slice(1));
	const columns = contactColumns.filter((column) => named.columns[column] !== undefined);
	const sources = columns.map((column) => named.columns[column] as ColumnSource<Row>);
	const homes = sources.map(({ home }) => home.position ?? -1);
	const isTaken = (cell: string, at: number) => homes.includes(at) || serviceColumn(cell) === undefined;
	const sourceOf = (column: ContactColumn) => named.columns[column]?.used().join(', ') ?? column;
	let shortenedPhones = 0;
	const phoneText = (cell: unknown) => {
		const one = unwrapped(cell);
		if (maps && one !== cell) shortenedPhones++;
		return textOf(maps ? one : cell);
	};
	const keptCells = header.flatMap((cell, at) => (isTaken(cell, at) ? [at] : []));
	return {
		header,
		columns,
		valuesOf: (row) =>
			sources.map((source, at) => (columns[at] === 'phone' ? phoneText(source.read(row)) : textOf(source.read(row)))),
		countriesOf: (row) => named.columns.phone?.countries(row) ?? [],
		get codesApart() {
			return joined?.used().slice(0, -1).join(', ') ?? '';
		},
		codeIsApart: (row) => joined !== undefined && joined.read(row) !== joined.home.read(row),
		sourceOf,
		rivals: named.rivals,
		unsurePhones: named.unsurePhones,
		repeated: contactColumns.filter((column) => header.filter((cell) => serviceColumn(cell) === column).length > 1),
		isContact: columns.length === 0 && header.some((cell) => readPhone(cell).oddity === undefined),
		mayDepart:
			keptCells.length < header.length ||
			sources.some((source, at) => source.fields > 1 || header[homes[at] ?? 0]?.toLowerCase() !== columns[at]),
		departures: () => [
			...columns.flatMap((column) => {
				const used = sourceOf(column);
				return used.toLowerCase() === column ? [] : [`column "${used}" → ${column}`];
			}),
			...(header.some((cell) => serviceColumn(cell) !== undefined && cell !== cell.trim())
				? ['spaces around column names removed']
				: []),
			...(shortenedPhones > 0
				? [`the first of several phone numbers kept (${counted(shortenedPhones, 'contact')})`]
				: []),
			...(keptCells.length < header.length ? ['further columns with these names removed'] : []),
		],
		headerWritten: keptCells.map((at) => columns[homes.indexOf(at)] ?? (header[at] as string)),
		written: (row, values) =>
			keptCells.map((at) => {
				const column = homes.indexOf(at);
				return (column < 0 ? row[at] : values[column]) ?? '';
			}),
	};
}

/** The column "phone" with the codes that stand beside it; undefined where there are none. */
function phoneWithCodes(fields: Array<Field<Row>>, rows: readonly Row[]): ColumnSource<Row> | undefined {
	const phone = fields.find(({ name }) => serviceColumn(name) === 'phone');
	const codes = fields.filter(({ name }) => isCodeName(name) || isAreaName(name));
	return phone && codes.length > 0
		? columnSources([...codes, phone], rows, { isSample: true }).columns.phone
		: undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function sourcesByServiceName(fields: Array<Field<Row>>): Partial<Record<ContactColumn, ColumnSource<Row>>> {
	const found: Partial<Record<ContactColumn, ColumnSource<Row>>> = {};
	for (const field of fields) {
		const column = serviceColumn(field.name);
		if (column === undefined) continue;
		found[column] ??= { home: field, fields: 1, read: field.read, countries: () => [], used: () => [field.text] };
	}
	return found;
}
