/** A plus and digits, as nearly all phones of a report are. */
const PLAIN = /^\+[1-9]\d*$/;
/** What a spreadsheet leaves of a long number: most of its digits are lost. */
const SHORTENED = /^\s*\d+([.,]\d+)?e\+?\d+\s*$/i;

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	if (SHORTENED.test(phone)) return '';
	return phone.replace(/\D+/g, '').replace(/^00/, '');
}
