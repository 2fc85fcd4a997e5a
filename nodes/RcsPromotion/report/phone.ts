/** What a spreadsheet leaves of a long number: most of its digits are lost. */
const SHORTENED = /^\s*\d+([.,]\d+)?e\+?\d+\s*$/i;

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (isPlain(phone)) return phone.slice(1);
	if (SHORTENED.test(phone)) return '';
	const digits = phone.replace(/\D+/g, '');
	return digits.startsWith('00') ? digits.slice(2) : digits;
}

const PLUS = 0x2b;
const ZERO = 0x30;
const NINE = 0x39;

/** A plus and digits, as nearly all phones of a report are; asked a million times, so without an expression. */
function isPlain(phone: string): boolean {
	if (phone.charCodeAt(0) !== PLUS || phone.charCodeAt(1) === ZERO) return false;
	for (let offset = 1; offset < phone.length; offset++) {
		const code = phone.charCodeAt(offset);
		if (code < ZERO || code > NINE) return false;
	}
	return true;
}
