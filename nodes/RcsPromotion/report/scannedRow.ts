/** A row is so long that its end cannot be told. */
export class EndlessRow extends Error {
	constructor(
		/** The row it happened in; the header is row 1. */
		readonly row: number,
	) {
		super(`Row ${row} is too long`);
	}
}

/** The current row of the scanner. Valid only until the next row, which overwrites it. */
export interface ScannedRow {
	/** How many values it has. */
	readonly length: number;
	/** Whether a quotation mark stands where CSV has none: the values are what a spreadsheet makes of it. */
	readonly hasStrayQuote: boolean;
	/** The value at this position; empty when the row is shorter. */
	text(position: number): string;
	/** The value if it is nothing but digits, at most fifteen so that none is rounded; undefined for anything else. */
	digits(position: number): number | undefined;
	isEmpty(position: number): boolean;
}

/** Why values of this row may stand in the wrong columns; undefined where all is well. */
export function rowProblem(row: ScannedRow, columns: number): string | undefined {
	const problems: string[] = [];
	if (row.hasStrayQuote) problems.push('a quotation mark (") in the wrong place');
	if (row.length !== columns) {
		const values = `${row.length} ${row.length === 1 ? 'value' : 'values'}`;
		problems.push(`${values} for ${columns} ${columns === 1 ? 'column' : 'columns'}`);
	}
	return problems.length > 0 ? problems.join(' and ') : undefined;
}

/** Shown each row; true reads no further. */
export type OnRow = (row: ScannedRow) => boolean;

export interface ScanTotals {
	/** The header included; empty lines are no rows. */
	rows: number;
	/** Whether the last row ended with a line break: one cut off in the middle does not. */
	endsWithLineBreak: boolean;
	/** The row whose quotation mark was still open at the end. */
	openAtEnd?: number;
	stopped: boolean;
}
