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

const DELIMITERS = [',', ';', '\t', '|'];

/** Services also write `retry_count`, `Retry Count` or `RETRY-COUNT`. */
const normal = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
const BY_NAME = new Map<string, Column>(DOCUMENTED_COLUMNS.map((column) => [normal(column), column]));
const columnOf = (name: string) => BY_NAME.get(normal(name.replaceAll('"', '')));

/** Where each documented column is in the header, whatever the order; the rest is kept by name. */
export class Columns {
	/** As the header writes them, made distinct and safe as keys of an item. */
	readonly names: string[];
	private readonly positions = new Map<Column, number>();

	constructor(readonly header: readonly string[]) {
		this.names = distinctNames(header);
		for (const [position, name] of header.entries()) {
			const column = columnOf(name);
			// Of two columns with one name the first counts.
			if (column !== undefined && !this.positions.has(column)) this.positions.set(column, position);
		}
	}

	/** -1 when the report has no such column. */
	position(column: Column): number {
		return this.positions.get(column) ?? -1;
	}

	get documented(): number {
		return this.positions.size;
	}

	get missing(): Column[] {
		return DOCUMENTED_COLUMNS.filter((column) => !this.positions.has(column));
	}

	/** Columns that the service does not document, as the header calls them. */
	get unknown(): string[] {
		const known = new Set(this.positions.values());
		return this.header.filter((name, position) => !known.has(position) && name.trim() !== '');
	}
}

/** One alone may be a word of a message, such as «Error». */
const FEWEST_DOCUMENTED = 2;
/** How JSON, a list and a page begin, which may hold such names, too. */
const NO_HEADER = /^\s*[{[<]/;

/** The delimiter under which a header line shows the most documented names; undefined when none shows enough. */
export function delimiterOf(headerLine: string): string | undefined {
	if (NO_HEADER.test(headerLine)) return undefined;
	const documented = (delimiter: string) =>
		headerLine.split(delimiter).filter((cell) => columnOf(cell) !== undefined).length;
	const best = DELIMITERS.reduce((one, other) => (documented(other) > documented(one) ? other : one));
	return documented(best) >= FEWEST_DOCUMENTED ? best : undefined;
}

/** Keys that mean something to n8n, to JavaScript or to us cannot be columns of an item. */
const TAKEN = new Map([
	['error', 'serviceError'],
	['__proto__', 'column __proto__'],
	['accountId', 'column accountId'],
	['promotionId', 'column promotionId'],
	['extraValues', 'column extraValues'],
	['rowProblem', 'column rowProblem'],
]);

function distinctNames(header: readonly string[]): string[] {
	const used = new Set<string>();
	return header.map((cell, index) => {
		const plain = cell.trim() === '' ? `Column ${index + 1}` : cell.trim();
		const name = TAKEN.get(plain) ?? plain;
		let distinct = name;
		for (let copy = 2; used.has(distinct); copy++) distinct = `${name} ${copy}`;
		used.add(distinct);
		return distinct;
	});
}
