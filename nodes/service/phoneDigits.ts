/** A plus and digits, as nearly all phones of a report are. */
const PLAIN = /^\+[1-9]\d*$/;
/** What a spreadsheet leaves of a long number: most of its digits are lost. */
const SHORTENED = /^\d+([.,]\d+)?e\+?\d+$/i;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const APOSTROPHES = /^['\u2018\u2019\u00b4`]+/;
const PREFIX = /^[a-z]+\s*:\s*/i;

/** What stands around a phone number and is no part of it. */
export const holdsInvisible = (text: string) => text.search(INVISIBLE) >= 0;
export const hasApostrophe = (text: string) => APOSTROPHES.test(text);
export const hasPrefix = (text: string) => PREFIX.test(text);
export const isShortened = (text: string) => SHORTENED.test(text.trim());

/** A phone number without that, and without the decimals that spreadsheets add. */
export function bareNumber(text: string): string {
	const plain = text.replace(INVISIBLE, '').trim().replace(APOSTROPHES, '').replace(PREFIX, '').normalize('NFKC');
	return plain.replace(/^(\+?\d+)[.,]0+$/, '$1').trim();
}

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	const bare = bareNumber(phone);
	return isShortened(bare) ? '' : bare.replace(/\D+/g, '').replace(/^00/, '');
}
