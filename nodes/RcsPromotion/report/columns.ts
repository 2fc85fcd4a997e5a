/** Where the columns stand that the service documents, whatever their order; the rest is kept by name. */
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

const normal = (name: string) => name.trim().toLowerCase();
const DOCUMENTED = new Set(DOCUMENTED_COLUMNS.map(normal));

export class Columns {
	/** As the header writes them, made distinct and safe as keys of an item. */
	readonly names: string[];
	private readonly positions = new Map<string, number>();

	constructor(readonly header: readonly string[]) {
		this.names = distinctNames(header);
		// Of two columns with one name the first counts.
		for (const [position, name] of header.entries()) {
			if (!this.positions.has(normal(name))) this.positions.set(normal(name), position);
		}
	}

	/** -1 when the report has no such column. */
	position(column: Column): number {
		return this.positions.get(normal(column)) ?? -1;
	}

	/** Also where another column of this name counts. */
	isCalled(position: number, column: Column): boolean {
		return normal(this.header[position] ?? '') === normal(column);
	}

	get documented(): number {
		return DOCUMENTED_COLUMNS.filter((column) => this.position(column) >= 0).length;
	}
}

/** One alone may be a word of a message, such as «Error». */
const FEWEST_DOCUMENTED = 2;
/** How JSON, a list and a page begin, which may hold such names, too. */
const NO_HEADER = /^\s*[{[<]/;

/** The delimiter under which a header line shows the most documented names; undefined when none shows enough. */
export function delimiterOf(headerLine: string): string | undefined {
	if (NO_HEADER.test(headerLine)) return undefined;
	const found = (delimiter: string) =>
		headerLine.split(delimiter).filter((cell) => DOCUMENTED.has(normal(cell.replaceAll('"', '')))).length;
	const best = DELIMITERS.map((delimiter) => ({ delimiter, count: found(delimiter) })).sort(
		(a, b) => b.count - a.count,
	)[0];
	return best !== undefined && best.count >= FEWEST_DOCUMENTED ? best.delimiter : undefined;
}

/** Keys that mean something to n8n, to JavaScript or to us cannot be columns of an item. */
const TAKEN = new Map([
	['error', 'serviceError'],
	['__proto__', 'column __proto__'],
	['accountId', 'column accountId'],
	['promotionId', 'column promotionId'],
	['extraValues', 'column extraValues'],
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
