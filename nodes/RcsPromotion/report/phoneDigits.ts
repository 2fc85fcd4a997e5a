/** A plus and digits, as nearly all phones of a report are. */
const PLAIN = /^\+[1-9]\d*$/;
/** What a spreadsheet leaves of a long number, such as 4.9E+11: most of its digits are lost. */
const SHORTENED = /\de\+?\d/i;
/** The 0 in +49 (0)170 is for calls within the country. */
const TRUNK_ZERO = /(\d[\s).-]*)\(\s*0\s*\)/;
/** As in 49170.0, out of a spreadsheet. */
const DECIMALS = /^(\D*\d+)[.,]0+$/;

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	if (SHORTENED.test(phone)) return '';
	return phone.trim().replace(DECIMALS, '$1').replace(TRUNK_ZERO, '$1').replace(/\D+/g, '').replace(/^00/, '');
}
