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
/** Years come first or last. */
const DAY = String.raw`(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d`;
/** What is a date only where nothing else stands: without marks, with two digits for the year, and milliseconds since 1970. */
const BARE_DAY = String.raw`(?:19|20)\d\d( ?)(?:0[1-9]|1[0-2])\3(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01]){2}(?:19|20)\d\d|\d?\d([-./])\d?\d\4\d\d|1\d{12}(?:\.\d+)?`;
const DATE = new RegExp(`^(?:${DAY}|${BARE_DAY})(?:$|[T ]+\\d?\\d:)`);
const DATES = new RegExp(
	`(?<![\\d.+-])(?:${DAY})(?![\\d-])(?:[T ]+\\d\\d:\\d\\d[\\d:.Z]*(?:[+-]\\d\\d:?\\d\\d)?)?`,
	'g',
);
/** IP addresses, and versions such as 10.4.2.1199. */
const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$|^\d{1,2}(?:\.\d){2}\.\d+$/;

/** What stands around a phone number and is no part of it. */
export const holdsInvisible = (text: string) => text.search(INVISIBLE) >= 0;
export const hasApostrophe = (text: string) => APOSTROPHES.test(text);
export const hasPrefix = (text: string) => PREFIX.test(text);
export const hasTrunkZero = (text: string) => TRUNK_ZERO.test(text);
export const isDateOrAddress = (text: string) => DATE.test(text.trim()) || ADDRESS.test(text.trim());
/** A text without the dates in it. */
export const withoutDates = (text: string) => text.replace(DATES, ' ');
export const isShortened = (text: string) => SHORTENED.test(text.trim());

/** A phone number without that, and without the decimals that spreadsheets add. */
export function bareNumber(text: string): string {
	const plain = text
		.replace(INVISIBLE, '')
		.trim()
		.replace(FORMULA, '$1')
		.replace(APOSTROPHES, '')
		.replace(PREFIX, '')
		.normalize('NFKC');
	return plain.replace(/^(\+?\d+)[.,]0+$/, '$1').trim();
}

/** 0170/1234502 is one number; what follows the slash in +49 170 1234502/03 is a second line, or an extension. */
export function partsAtSlash(text: string): string[] {
	const parts: string[] = [];
	let group = '';
	for (const next of text.split('/')) {
		const before = parts.at(-1);
		if (before === undefined || beginsAnew(before, group, next)) parts.push(next);
		else parts[parts.length - 1] = `${before}/${next}`;
		group = next;
	}
	return parts;
}

/** Before the rest of a number stand at most its country code and its area code. */
function beginsAnew(before: string, group: string, next: string): boolean {
	const [known, added] = [phoneDigits(before).length, phoneDigits(next).length];
	if (phoneDigits(group).length <= 4 || known < 7) return false;
	return known > 8 || added <= 3 || known + added > 15;
}

/** A phone number as a CRM can be searched for it: digits only, without the 00 of an international call. */
export function phoneDigits(phone: string): string {
	if (PLAIN.test(phone)) return phone.slice(1);
	const bare = bareNumber(phone);
	return isShortened(bare) ? '' : bare.replace(TRUNK_ZERO, '$1').replace(/\D+/g, '').replace(/^00/, '');
}
