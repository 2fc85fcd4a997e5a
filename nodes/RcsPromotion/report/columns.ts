export const DOCUMENTED_COLUMNS = [
	'Name',
	'Phone',
	'Status',
	'Timestamp',
	'Error',
	'FlowId',
	'FlowName',
	'RetryCount',
	'TemplateName',
	'Language',
] as const;
export type Column = (typeof DOCUMENTED_COLUMNS)[number];

/** Services also write `retry_count`, `Retry Count` or `RETRY-COUNT`, and looksLikeReport leaves quotation marks on. */
const normalizeName = (name: string) => name.toLowerCase().replace(/[\s_"-]/g, '');
const COLUMNS_BY_NAME = new Map<string, Column>(DOCUMENTED_COLUMNS.map((column) => [normalizeName(column), column]));
const findColumn = (name: string) => COLUMNS_BY_NAME.get(normalizeName(name));

/** The position of each documented column in the header, in any order. Other columns are kept by name. */
export class Columns {
	/** The header's names, made unique and safe to use as keys of an item. */
	readonly names: string[];
	private readonly positions = new Map<Column, number>();

	constructor(header: readonly string[]) {
		this.names = makeNamesUnique(header);
		for (const [position, name] of header.entries()) {
			const column = findColumn(name);
			// If two columns have the same name, the first one counts.
			if (column !== undefined && !this.positions.has(column)) this.positions.set(column, position);
		}
	}

	/** The documented columns that the report lacks. */
	listMissing(): Column[] {
		return DOCUMENTED_COLUMNS.filter((column) => !this.positions.has(column));
	}

	/** -1 if the report has no such column. */
	position(column: Column): number {
		return this.positions.get(column) ?? -1;
	}
}

/** An error message may contain one column name by chance, such as "Error". */
const FEWEST_KNOWN_NAMES = 2;
/** How JSON and web pages begin; they may contain the same names as a report. */
const JSON_OR_HTML = /^\s*[{[<]/;

/** Whether the first line has at least two documented column names. */
export function looksLikeReport(text: string): boolean {
	if (JSON_OR_HTML.test(text)) return false;
	const [headerLine = ''] = text.trimStart().split(/[\r\n]/, 1);
	return headerLine.split(',').filter((name) => findColumn(name) !== undefined).length >= FEWEST_KNOWN_NAMES;
}

/** Used by JavaScript, n8n or this node, so they cannot be columns of an item. */
const RESERVED_NAMES = ['__proto__', 'accountId', 'promotionId', 'extraValues', 'rowProblem'];

function makeNamesUnique(header: readonly string[]): string[] {
	const used = new Set<string>();
	return header.map((cell, index) => {
		let name = cell.trim() === '' ? `Column ${index + 1}` : cell.trim();
		// n8n takes an item with `error` for a failed one.
		if (name === 'error') name = 'serviceError';
		if (RESERVED_NAMES.includes(name)) name = `column ${name}`;
		let distinct = name;
		for (let copy = 2; used.has(distinct); copy++) distinct = `${name} ${copy}`;
		used.add(distinct);
		return distinct;
	});
}
