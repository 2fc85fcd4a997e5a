import { bareNumber, isShortened, partsAtSlash, withoutDates } from '../../service/phoneDigits';
import { isObject } from '../../service/values';
import { textIn } from './fieldValues';
import { phonesOfObject } from './itemFields';
import { MAXIMUM_DIGITS, MINIMUM_DIGITS, type Phone, type ReadPhone } from './phones';

/** As most lists are written, and too plain to be looked at closely. */
const PLAIN = /^\+?\d{7,15}$/;

/** A value with a country code, whatever its field is called. */
const HOLDS_PHONE = /"\s*(?:\+|00)[\d\s().-]{7,}"/u;

/** What one entry of a list of phone numbers holds. */
interface ListedEntry {
	/** As it was written, to be shown. */
	text: string;
	phones: Phone[];
	/** Whether it holds digits enough for a number that is not among the phones. */
	holdsMore: boolean;
}

interface ListReading {
	/** Whether +49 170 1234502/03 counts as two phones. */
	secondLines: boolean;
}

/** The entries of a list of phone numbers, from a text or from what an expression gives. One at a time: a list may be long. */
export function* listedPhones(value: unknown, readPhone: ReadPhone, reading: ListReading): Generator<ListedEntry> {
	for (const entry of entriesOf(value)) {
		const { texts, countries } = isObject(entry)
			? phonesOfObject(entry)
			: { texts: [typeof entry === 'string' ? entry : (textIn(entry) ?? '')], countries: [] };
		const numbers = texts.flatMap((text) => numbersIn(text, reading));
		yield {
			text: texts.join(', ').trim() || (isObject(entry) ? '{…}' : ''),
			phones: numbers.map((number) => readPhone(number, () => countries)),
			holdsMore:
				numbers.length === 0 &&
				(texts.some((text) => digitsOf(withoutDates(text)) >= MINIMUM_DIGITS) ||
					(isObject(entry) && HOLDS_PHONE.test(JSON.stringify(entry)))),
		};
	}
}

/** Every phone number in a text, whatever stands between them. */
export function numbersIn(text: string, { secondLines }: ListReading): string[] {
	if (PLAIN.test(text) || isShortened(text)) return [text];
	return withoutDates(bareNumber(text))
		.split(/:::|[\p{L}@:;,&=#*|\n\r\t]|(?=\(?\+)(?<=\d[^+]*)/u)
		.map(partsAtSlash)
		.flatMap((parts) => (secondLines ? [...parts, ...secondLinesOf(parts)] : parts))
		.flatMap(splitAtBlank)
		.map((part) => part.replace(/^[^\p{Nd}+(]+|(?<![^\p{Nd})])[^\p{Nd})]+$/gu, ''))
		.filter((part) => digitsOf(part) >= MINIMUM_DIGITS);
}

/** Of 1234502/03 also 1234503. */
function secondLinesOf(parts: readonly string[]): string[] {
	const ends = parts.map((part) => part.replace(/\P{Nd}/gu, ''));
	return ends.slice(1).flatMap((end, index) => {
		const before = (parts[index] as string).replace(/[^\p{Nd}+]/gu, '');
		return end === '' || end.length >= MINIMUM_DIGITS ? [] : [`${before.slice(0, -end.length)}${end}`];
	});
}

/** Most numbers have blanks within. */
function splitAtBlank(text: string): string[] {
	const isTooLong = digitsOf(text) > MAXIMUM_DIGITS;
	const groups = text.trim().split(/\s+/);
	const areWhole = groups.every((group) => digitsOf(group) >= MINIMUM_DIGITS);
	if (areWhole && (isTooLong || !/^\(?(\+|00)/.test(text.trim()))) return groups;
	return isTooLong ? text.split(/(?<!\s)\s+(?=\(?0)/) : [text];
}

function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat(Infinity);
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string') return [value];
	// Brackets and quotation marks stand around a list that became JSON inside a longer text.
	return value.split(/[\n\r,;|\t"[\]]/).filter((entry) => entry.trim() !== '');
}

const digitsOf = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0;
