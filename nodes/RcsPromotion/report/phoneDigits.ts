/** A plus and digits, like nearly all phone numbers in a report. */
const PLAIN = /^\+[1-9]\d*$/;
/** How a spreadsheet shortens a long number, such as 4.9E+11, which loses most digits. */
const SHORTENED = /\de\+?\d/i;
/** The 0 in +49 (0)170 is dialed only within the country. */
const TRUNK_ZERO = /(\d[\s).-]*)\(\s*0\s*\)/;
/** The .0 that a spreadsheet adds, as in 49170.0. */
const DECIMALS = /^(\D*\d+)[.,]0+$/;

/** A phone number for searching a CRM: digits only, without a leading 00. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	if (SHORTENED.test(phone)) return '';
	return phone.trim().replace(DECIMALS, '$1').replace(TRUNK_ZERO, '$1').replace(/\D+/g, '').replace(/^00/, '');
}
