/** A value that should be text, as text: expressions and services also hand over numbers, and anything else is no text. */
export function plainText(value: unknown): string {
	if (typeof value === 'string') return value;
	return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : '';
}

/** What an expression leaves in a text where it finds no value. "null" is a word as well, so only at the end, as in "Code: null". */
const LEFTOVER = /\[object \w+\]|\b(?:undefined|NaN)\b|\bInvalid Date(?:Time)?\b|(?<=^|\s)null$/;
export const leftoverIn = (text: string): string | undefined => LEFTOVER.exec(text.trim())?.[0];

/** What would show as "[object Object]". */
export const isListOrObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function isObject(value: unknown): value is Record<string, unknown> {
	return isListOrObject(value) && !Array.isArray(value);
}

/** A copy that lacks one of its fields. */
export const without = <Given extends object, Name extends keyof Given>(given: Given, name: Name): Omit<Given, Name> =>
	Object.fromEntries(Object.entries(given).filter(([other]) => other !== name)) as Omit<Given, Name>;

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Half of a letter outside the basic plane, as a cut emoji leaves it, can be in no address. */
export const isWellFormed = (text: string) => !/\p{Cs}/u.test(text);

/** As people see it: a character without a width, at an end, came along when it was copied. */
export function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && UNSEEN.test(text.charAt(start))) start++;
	while (end > start && UNSEEN.test(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}
const UNSEEN = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/u;

/** For comparing what people and services write: no matter in which of Unicode's spellings, with which blanks, and in which case. */
export const comparable = (value: unknown): string =>
	plainText(value)
		.normalize('NFKC')
		.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();

/** Such as 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** Such as "1 row" and "12,345 rows". */
export const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

/** With a period, unless it ends in a quotation that brings its own. */
export const asSentence = (text: string): string => (/[.!?]”?$/.test(text) ? text : `${text}.`);

/** Never through a character that takes two units. */
export function shortened(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
