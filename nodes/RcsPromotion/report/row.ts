/** The row that is being read. Valid only until the next one, which takes its place. */
export interface Row {
	/** How many values it has. */
	readonly length: number;
	/** Whether a quotation mark stands where CSV has none: the values are what a spreadsheet makes of it. */
	readonly hasStrayQuote: boolean;
	/** The value at this position; empty where the row is shorter. */
	text(position: number): string;
	/** The value if it is nothing but digits, at most fifteen so that none is rounded; undefined for anything else. */
	digits(position: number): number | undefined;
	isEmpty(position: number): boolean;
}

/** Why values of this row may stand in the wrong columns; undefined where all is well. */
export function rowProblem(row: Row, columns: number): string | undefined {
	const problems: string[] = [];
	if (row.hasStrayQuote) problems.push('a quotation mark (") in the wrong place');
	if (row.length !== columns) {
		const values = `${row.length} ${row.length === 1 ? 'value' : 'values'}`;
		problems.push(`${values} for ${columns} ${columns === 1 ? 'column' : 'columns'}`);
	}
	return problems.length > 0 ? problems.join(' and ') : undefined;
}
