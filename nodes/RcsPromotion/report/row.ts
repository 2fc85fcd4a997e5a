import { counted } from '../../service/values';
import { CODE_INCLUDED, readPhone } from '../contacts/phone';

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

/** What services write if there is no reason, reduced to letters and digits: `0*` is zeros, or nothing left of "-"; `na?` is N or N/A. */
const NO_REASON = /^(?:0*|null|nil|none|nan|na?|empty|undefined|false|noerrors?|ok|success|notapplicable)$/;

/** The reason in an error column; empty if there is none. */
export function readErrorReason(text: string): string {
	return text === '' || NO_REASON.test(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')) ? '' : text;
}

/** The digits of a number's E.164 form, for searching a CRM; empty if it is no phone number. */
export function toPhoneDigits(phone: string): string {
	// Reports include the country code.
	const read = readPhone(phone, CODE_INCLUDED);
	return read.reason === undefined ? read.digits : '';
}
