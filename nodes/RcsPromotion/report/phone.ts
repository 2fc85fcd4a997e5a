const USUAL = /^\+[1-9]\d*$/;
/** What a spreadsheet leaves of a long number: most of its digits are lost. */
const SHORTENED = /^\s*\d+([.,]\d+)?e\+?\d+\s*$/i;

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (USUAL.test(phone)) return phone.slice(1);
	if (SHORTENED.test(phone)) return '';
	const digits = phone.replace(/\D+/g, '');
	return digits.startsWith('00') ? digits.slice(2) : digits;
}
