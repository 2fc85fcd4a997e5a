import { counted } from '../../service/values';
import { CODE_INCLUDED, readPhone } from '../contacts/phone';

/** The row being read. The next row reuses the object. */
export interface CurrentRow {
	/** How many values it has. */
	readonly length: number;
	/** Whether a quotation mark is where CSV does not allow one. It is read as an ordinary character. */
	readonly hasStrayQuote: boolean;
	/** The value at this position; empty if the row is shorter. */
	text(position: number): string;
}

/** Why values of this row may be in the wrong columns; undefined if they are not. */
export function describeRowProblem({ length, hasStrayQuote }: CurrentRow, columns: number): string | undefined {
	if (hasStrayQuote) return 'a quotation mark (") in the wrong place';
	return length === columns ? undefined : `${counted(length, 'value')} for ${counted(columns, 'column')}`;
}

/** What services write if there is no reason, reduced to letters and digits. */
const NO_REASON = /^(?:0*|null|nil|none|nan|na?|empty|undefined|false|noerrors?|ok|success|notapplicable)$/;

/** The reason in an error column; empty if there is none. */
export function readErrorReason(text: string): string {
	return text === '' || NO_REASON.test(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')) ? '' : text;
}

/** The digits of a number's E.164 form, for searching a CRM; empty if it is no phone number. Reports include the country code. */
export function toPhoneDigits(phone: string): string {
	const read = readPhone(phone, CODE_INCLUDED);
	return read.problem === undefined ? read.spelling.replace('+', '') : '';
}
