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

/** Services also write `retry_count`, `Retry Count` or `RETRY-COUNT`. */
const normal = (name: string) => name.toLowerCase().replace(/[\s_"-]/g, '');
const BY_NAME = new Map<string, Column>(DOCUMENTED_COLUMNS.map((column) => [normal(column), column]));
const columnOf = (name: string) => BY_NAME.get(normal(name));

/** The position of each documented column in the header, in any order. Other columns are kept by name. */
export class Columns {
	/** The header's names, made unique and safe to use as keys of an item. */
	readonly names: string[];
	private readonly positions = new Map<Column, number>();

	constructor(header: readonly string[]) {
		this.names = distinctNames(header);
		for (const [position, name] of header.entries()) {
			const column = columnOf(name);
			// If two columns have the same name, the first one counts.
			if (column !== undefined && !this.positions.has(column)) this.positions.set(column, position);
		}
	}

	/** -1 if the report has no such column. */
	position(column: Column): number {
		return this.positions.get(column) ?? -1;
	}
}

/** A single one may be a word in a message, such as "Error". */
const FEWEST_DOCUMENTED = 2;
/** How JSON and web pages begin; they may contain the same names. */
const NO_HEADER = /^\s*[{[<]/;

/** Whether a report begins like this: its first line has at least two documented names. */
export function beginsReport(text: string): boolean {
	if (NO_HEADER.test(text)) return false;
	const [headerLine = ''] = text.trimStart().split(/[\r\n]/, 1);
	return headerLine.split(',').filter((cell) => columnOf(cell) !== undefined).length >= FEWEST_DOCUMENTED;
}

/** Names that JavaScript, n8n or this node uses itself cannot be columns of an item. */
const TAKEN = ['__proto__', 'accountId', 'promotionId', 'extraValues', 'rowProblem'];

function distinctNames(header: readonly string[]): string[] {
	const used = new Set<string>();
	return header.map((cell, index) => {
		let name = cell.trim() === '' ? `Column ${index + 1}` : cell.trim();
		if (name === 'error') name = 'serviceError';
		if (TAKEN.includes(name)) name = `column ${name}`;
		let distinct = name;
		for (let copy = 2; used.has(distinct); copy++) distinct = `${name} ${copy}`;
		used.add(distinct);
		return distinct;
	});
}
