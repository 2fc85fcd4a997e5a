/** A plus and digits, as nearly all phones of a report are. */
const PLAIN = /^\+[1-9]\d*$/;
/** What a spreadsheet leaves of a long number: most of its digits are lost. */
const SHORTENED = /^\d+([.,]\d+)?e\+?\d+$/i;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const APOSTROPHES = /^['\u2018\u2019\u00b4`]+/;
const PREFIX = /^[a-z]+\s*:\s*/i;
/** So that spreadsheets keep a 0 in front, some exports write ="0170…". */
const FORMULA = /^="([^"]*)"$/;
/** The 0 in +49 (0)170 is for calls within the country. */
const TRUNK_ZERO = /(\d[\s).-]*)\(\s*0\s*\)/;

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	const bare = bareNumber(phone);
	return SHORTENED.test(bare) ? '' : bare.replace(TRUNK_ZERO, '$1').replace(/\D+/g, '').replace(/^00/, '');
}

/** Without what stands around a phone number and is no part of it, and without the decimals that spreadsheets add. */
const bareNumber = (text: string): string =>
	text
		.replace(INVISIBLE, '')
		.trim()
		.replace(FORMULA, '$1')
		.replace(APOSTROPHES, '')
		.replace(PREFIX, '')
		.normalize('NFKC')
		.replace(/^(\+?\d+)[.,]0+$/, '$1')
		.trim();
