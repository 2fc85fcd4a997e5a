/** A value as text. Expressions and services also give numbers and booleans; anything else becomes an empty text. */
export function plainText(value: unknown): string {
	if (typeof value === 'string') return value;
	return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : '';
}

/** What an expression without a value leaves in a text. "null" is also a word, so it only counts at the end, as in "Code: null". */
const LEFTOVER = /\[object \w+\]|\b(?:undefined|NaN)\b|\bInvalid Date(?:Time)?\b|(?<=^|\s)null$/;
export const findLeftover = (text: string): string | undefined => LEFTOVER.exec(text.trim())?.[0];

/** NaN and Infinity, which calculations give that lack a number or divide by 0. As text, Infinity may as well be a word. */
export const isNoNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Whether a value is a list or an object, which would show as "[object Object]". */
export const isListOrObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A list or an object that holds anything. */
export const isFilled = (value: unknown): value is object =>
	Array.isArray(value) ? value.length > 0 : isListOrObject(value) && Object.keys(value).length > 0;

export function isObject(value: unknown): value is Record<string, unknown> {
	return isListOrObject(value) && !Array.isArray(value);
}

/** The documented answers have ten levels. More could overflow n8n's stack, as code calls itself once per level. */
const MOST_LEVELS = 32;

const isDeeperThan = (value: unknown, levels: number): boolean =>
	isListOrObject(value) && (levels === 0 || Object.values(value).some((entry) => isDeeperThan(entry, levels - 1)));

/** The value as it is, without fields that are nested too deeply. */
export function cutDepths(value: unknown): unknown {
	if (!isDeeperThan(value, MOST_LEVELS)) return value;
	if (!isObject(value)) return null;
	return Object.fromEntries(Object.entries(value).filter(([, entry]) => !isDeeperThan(entry, MOST_LEVELS - 1)));
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Whether a text has no lone surrogate, such as half an emoji, which a URL cannot contain. */
export const isWellFormed = (text: string) => !/\p{Cs}/u.test(text);

/** Also removes invisible characters at both ends, which come from copying. */
export function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && isSpaceOrInvisible(text.charAt(start))) start++;
	while (end > start && isSpaceOrInvisible(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}
/** Invisible characters besides spaces, for use in a pattern. */
export const INVISIBLE_RANGES = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';
const INVISIBLE_CHARACTERS = new RegExp(`[${INVISIBLE_RANGES}]`, 'g');
const isSpaceOrInvisible = (letter: string) => letter.trim() === '' || letter.search(INVISIBLE_CHARACTERS) === 0;

/** For comparing texts regardless of Unicode form, spacing and case. */
export const normalizeText = (value: unknown): string =>
	plainText(value).normalize('NFKC').replace(INVISIBLE_CHARACTERS, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** For example 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** For example "1 row" and "12,345 rows". */
export const counted = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

/** For places where n8n's editor shows HTML: signs that begin a tag are shown as they are, and line breaks are kept. */
export const asHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');

/** Adds a period, unless the text or the quotation at its end already has one. */
export const asSentence = (text: string): string => (/[.!?]”?$/.test(text) ? text : `${text}.`);

/** Never cuts a character that takes two code units. */
export function shortened(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
