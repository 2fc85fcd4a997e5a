import { bareNumber, isShortened } from '../../service/phoneDigits';
import { isObject } from '../../service/values';
import { textIn } from './fieldValues';
import { phonesOfObject } from './itemFields';
import { MAXIMUM_DIGITS, MINIMUM_DIGITS, type Phone, type ReadPhone } from './phones';

/** Years come first or last; what follows is the time of day. */
const DATE =
	/(?<![\d.+-])(?:(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d|[0-3]?\d[./][0-3]?\d[./](?:19|20)\d\d)(?![\d-])(?:[T ]+\d\d:\d\d[\d:.Z]*(?:[+-]\d\d:?\d\d)?)?/g;

/** What one entry of a list of phone numbers holds. */
export interface ListedEntry {
	/** As it was written, to be shown. */
	text: string;
	phones: Phone[];
	/** Whether it holds digits enough for a number that is not among the phones. */
	holdsMore: boolean;
}

/** The entries of a list of phone numbers: from a text, or from what an expression gives. */
export function listedPhones(value: unknown, readPhone: ReadPhone): ListedEntry[] {
	return entriesOf(value).map((entry) => {
		const texts = isObject(entry) ? phonesOfObject(entry) : [typeof entry === 'string' ? entry : (textIn(entry) ?? '')];
		const numbers = texts.flatMap(numbersIn);
		return {
			text: texts.join(', ').trim() || (isObject(entry) ? '{…}' : ''),
			phones: numbers.map((number) => readPhone(number)),
			holdsMore: numbers.length === 0 && texts.some((text) => digitsOf(withoutDates(text)) >= MINIMUM_DIGITS),
		};
	});
}

/** Every phone number in a text, whatever stands between them. */
export function numbersIn(text: string): string[] {
	if (isShortened(text)) return [text];
	return withoutDates(bareNumber(text))
		.split(/:::|[\p{L}@:;,&=#*|\n\r\t]|(?<=\d[^+]*)(?=\(?\+)/u)
		.flatMap(splitAtSlash)
		.flatMap(splitAtBlank)
		.map((part) => part.replace(/^[^\p{Nd}+(]+|[^\p{Nd})]+$/gu, ''))
		.filter((part) => digitsOf(part) >= MINIMUM_DIGITS);
}

/** 0170/1234502 is one number. */
function splitAtSlash(text: string): string[] {
	return text.split('/').reduce<string[]>((parts, part) => {
		const before = parts.pop();
		if (before === undefined) return [part];
		return digitsOf(before) >= MINIMUM_DIGITS && digitsOf(before) + digitsOf(part) > MAXIMUM_DIGITS
			? [...parts, before, part]
			: [...parts, `${before}/${part}`];
	}, []);
}

/** Most numbers have blanks within. */
function splitAtBlank(text: string): string[] {
	const isTooLong = digitsOf(text) > MAXIMUM_DIGITS;
	const groups = text.trim().split(/\s+/);
	const areWhole = groups.every((group) => digitsOf(group) >= MINIMUM_DIGITS);
	if (areWhole && (isTooLong || !/^\(?(\+|00)/.test(text.trim()))) return groups;
	return isTooLong ? text.split(/\s+(?=\(?0)/) : [text];
}

function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat(Infinity);
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string') return [value];
	// Brackets and quotation marks stand around a list that became JSON inside a longer text.
	return value.split(/[\n\r,;|\t"[\]]/).filter((entry) => entry.trim() !== '');
}

const withoutDates = (text: string) => text.replace(DATE, ' ');
const digitsOf = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0;
