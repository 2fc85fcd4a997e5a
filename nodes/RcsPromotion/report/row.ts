import { counted, findLeftover } from '../../service/values';
import { CODE_INCLUDED } from '../contacts/countries';
import { readPhone, type Phone } from '../contacts/phone';

/** The row being read. The next row reuses the object. */
export interface CurrentRow {
	/** How many values it has. */
	readonly length: number;
	/** Whether a quotation mark is where CSV does not allow one. It is read as an ordinary character. */
	readonly hasStrayQuote: boolean;
	/** The value at this position; empty if the row is shorter, or the position is -1. */
	text(position: number): string;
}

/** Why values of this row may be in the wrong columns; undefined if they are not. */
export function describeRowProblem({ length, hasStrayQuote }: CurrentRow, columnCount: number): string | undefined {
	if (hasStrayQuote) return 'a quotation mark (") in the wrong place';
	return length === columnCount ? undefined : `${counted(length, 'value')} for ${counted(columnCount, 'column')}`;
}

/**
 * The reason in an error column; empty if there is none: signs and zeros alone, or what a program leaves where it has no value. The
 * service's document names no values, so any other text is a reason, even "none".
 */
export function readErrorReason(text: string): string {
	if (!/[^\P{N}0]|\p{L}/u.test(text)) return '';
	const whole = text.trim().toLowerCase();
	return findLeftover(whole) === whole ? '' : text;
}

/** The phone of a row, or one to look for in rows: reports include the country code. Undefined if it is no phone number. */
export function readRowPhone(text: string): Phone | undefined {
	const phone = readPhone(text, CODE_INCLUDED);
	return phone.reason === undefined ? phone : undefined;
}
