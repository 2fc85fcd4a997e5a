import { counted } from '../../service/values';

/** The row that is being read. Valid only until the next one, which takes its place. */
export interface Row {
	/** How many values it has. */
	readonly length: number;
	/** Whether a quotation mark stands where CSV has none: it counts as a letter. */
	readonly hasStrayQuote: boolean;
	/** The value at this position; empty where the row is shorter. */
	text(position: number): string;
}

/** Why values of this row may stand in the wrong columns; undefined where all is well. */
export function rowProblem({ length, hasStrayQuote }: Row, columns: number): string | undefined {
	if (length === columns && !hasStrayQuote) return undefined;
	const problems: string[] = [];
	if (hasStrayQuote) problems.push('a quotation mark (") in the wrong place');
	if (length !== columns) problems.push(`${counted(length, 'value')} for ${counted(columns, 'column')}`);
	return problems.join(' and ');
}

/** What services write where there is no reason, once everything but letters and digits is gone. */
const NO_REASON = /^(?:0*|null|nil|none|nan|na?|empty|undefined|false|noerrors?|ok|success|notapplicable)$/;

/** The error reason of a row; empty when there is none. */
export function errorReasonOf(row: Row, position: number): string {
	const text = row.text(position);
	if (text === '') return '';
	return NO_REASON.test(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')) ? '' : text;
}
