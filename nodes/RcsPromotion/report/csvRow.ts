export type CsvFaultKind = 'unclosedQuote' | 'textAfterQuote' | 'rowTooLong';

export class CsvRowFault extends Error {
	constructor(
		readonly kind: CsvFaultKind,
		/** The row it happened in; the header is row 1. */
		readonly row: number,
	) {
		super(`Row ${row}: ${kind}`);
	}
}

export type Encoding = 'utf8' | 'latin1';

/** One row in place: to be looked at while it is shown, for the next one overwrites it. */
export interface CsvRow {
	/** How many values it has. */
	readonly length: number;
	/** The value at this position; empty when the row is shorter. */
	text(position: number): string;
	/** The value if it is nothing but digits, at most fifteen so that none is rounded; undefined for anything else. */
	digits(position: number): number | undefined;
	isEmpty(position: number): boolean;
}

/** Shown each row; true reads no further. */
export type OnRow = (row: CsvRow) => boolean;

export interface ScanTotals {
	/** The header included; empty lines are no rows. */
	rows: number;
	/** Whether the last row ended with a line break: one cut off in the middle does not. */
	endsWithLineBreak: boolean;
	stopped: boolean;
}
