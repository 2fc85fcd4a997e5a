import { INVISIBLE_RANGES, trimmed } from '../../service/values';
import {
	countryCode,
	internationalNumber,
	isLandline,
	isE164Mobile,
	numberIn,
	type PhoneNumber,
} from '../../vendor/libphonenumber';

/** Why a text is not one phone number. */
export const noPhoneReasons = [
	'noCountry',
	'spreadsheet',
	'letterO',
	'notOneNumber',
	'impossible',
	'ambiguous',
	'unknownCountry',
	'noNumber',
] as const;
export type NoPhoneReason = (typeof noPhoneReasons)[number];

/** In place of a country: numbers without + begin with their country code, and are sent without +. */
export const CODE_INCLUDED = 'included';

/** A phone, whichever way its number was written. */
export interface Phone {
	/** The digits of its E.164 form as a number, by which phones are compared; of Argentine ones with the 9. */
	e164Number: number;
	/** How it is sent. */
	spelling: string;
	/** See PhoneNumber. Undefined for what may be a mobile phone. */
	kind?: PhoneNumber['kind'];
	reason?: undefined;
}

interface NoPhone {
	reason: NoPhoneReason;
}

/** Long enough for any spelling of a number. Keeps everything below from reading a page of text. */
const LONGEST_SPELLING = 60;
/** Of a text between commas or line breaks. Longer ones are no field for phones. */
const LONGEST_PIECE = 200;
/** What programs put in front, and the apostrophe that keeps a spreadsheet from calculating. Any other word may say whose number it is. */
const PREFIX = /^(?:(?:tel|phone|mobile|whatsapp|sms|p)\s*:|['’‘`´])\s*/iu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** How a spreadsheet shows a long number, or writes one from a number column: 4.9E+11 or 49170.0. */
const SPREADSHEET = /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$|^[+-]?\d{6,}[.,](?:\d\d?|0+)$/i;
/** Digits with spaces, dots, dashes and slashes between them. A second +, an extension, a second ending (/8) or a note does not fit. */
const ONE_NUMBER = /^\(?\+?[\p{Zs}\t]*[\d(][\d\p{Zs}\t./()‐-―−-]*(?<=\d)(?<!\/\d)$/u;
const AT_MOST_ONE_IN_PARENTHESES = /^[^()]*(?:\([^()]*\)[^()]*)?$/;

/** Reads a number in any usual spelling. `country` is two letters, CODE_INCLUDED or empty. */
export function readPhone(written: string, country = ''): Phone | NoPhone {
	if (isE164Mobile(written)) return { e164Number: Number(written), spelling: written };
	if (written.length > LONGEST_SPELLING) return { reason: 'notOneNumber' };
	const withPrefix = trimmed(written);
	if (withPrefix === '') return { reason: 'noNumber' };
	const text = trimmed(withPrefix.replace(FULL_WIDTH, toHalfWidth).replace(PREFIX, ''));
	if (SPREADSHEET.test(text)) return { reason: 'spreadsheet' };
	if (!isOneNumber(text)) return { reason: isOneNumber(text.replace(/o/gi, '0')) ? 'letterO' : 'notOneNumber' };
	const digits = text.replace(/\D/g, '');
	if (text.includes('+')) return toPhone(internationalNumber(`+${digits}`));
	if (country === '' || country === CODE_INCLUDED) {
		if (digits.startsWith('00')) return toPhone(internationalNumber(`+${digits.slice(2)}`));
		return country === '' ? { reason: 'noCountry' } : toPhone(internationalNumber(`+${digits}`), false);
	}
	const code = countryCode(country);
	return code === undefined ? { reason: 'unknownCountry' } : toPhone(numberIn(code, digits));
}

const isOneNumber = (text: string) => ONE_NUMBER.test(text) && AT_MOST_ONE_IN_PARENTHESES.test(text);

const toHalfWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0);

function toPhone(number: PhoneNumber | 'ambiguous' | undefined, hasPlus = true): Phone | NoPhone {
	if (number === undefined) return { reason: 'impossible' };
	if (number === 'ambiguous') return { reason: number };
	const { e164, kind } = number;
	const spelling = hasPlus ? e164 : e164.slice(1);
	// Argentine mobile numbers are +54 9 …; with and without the 9, it is the same phone.
	return { e164Number: Number(kind === 'withoutNine' ? e164.replace('+54', '549') : e164), spelling, kind };
}

/** Whether a text is the number of a landline; null if it is no number, or if the number does not show it. */
export function readIsLandline(text: string, country: string): boolean | null {
	const phone = readPhone(text, country);
	return phone.reason === undefined ? isLandline(`+${phone.e164Number}`) : null;
}

const INVISIBLE = new RegExp(`[${INVISIBLE_RANGES}]`, 'g');
/** What people write against a number, in front of it or as an extension: "Handy:0170…", "Tel.0170…", "…0132x12". */
const NOTE_BESIDE_NUMBER = /(?<![\p{L}\p{N}])\p{L}+[:.-]+(?=[\d+(])|(?<=\d)(?:x|ext)\.?\d{1,6}(?![\p{L}\p{N}])/giu;
const WORD = /[\p{L}\p{N}:.-]+/gu;
/** Such as "Mutter:", "2025-03-01T10:00:00Z", "a456" or "14:30". */
const isNoNumber = (word: string) => /[\p{L}:]/u.test(word);
/** Where one number ends and another may begin. */
const BETWEEN_NUMBERS = /[^\d\s+()./‐-―−-]+|(?=\+)|\s\/\s|(?<=\d{9})[\s/]+(?=[0(])/;
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
/** Day and month in either order. */
const DATE = new RegExp(`^(?:(?:19|20)\\d\\d([-./ ]?)${DAY}\\1${DAY}|${DAY}([-./ ]?)${DAY}\\2(?:19|20)\\d\\d)$`);
/** Since 1970, in seconds or milliseconds. */
const TIME = /^1(?:\d{9}|\d{12})(?:\.\d+)?$/;
/** The time of a day, as in a date with a time. */
const CLOCK = /\d:\d\d/;
/** No phone number has as many digits without anything between them, but IDs do. */
const ID = /^(?!00)\d{14,}$/;

/** The parts of any text that look like phone numbers, readable or not: 7 to 15 digits. Neither dates, nor times, nor IDs. */
export function* numbersIn(text: string): Generator<string> {
	for (const [piece] of text.matchAll(/[^\s,;|][^\n\r,;|]*/g)) {
		if (SPREADSHEET.test(piece.trim())) yield piece;
		else if (piece.length <= LONGEST_PIECE) yield* splitNumbers(piece).filter(looksLikeNumber);
	}
}

const splitNumbers = (piece: string): string[] =>
	piece
		.normalize('NFKC')
		.replace(INVISIBLE, '')
		.replaceAll('_', '-')
		.replace(NOTE_BESIDE_NUMBER, ' ')
		.replace(WORD, (word) => (isNoNumber(word) ? '|' : word))
		.split(BETWEEN_NUMBERS)
		.map((part) => part.slice(0, part.search(/\d\D*$/) + 1).replace(/^[^\d+(]+/, ''))
		.map((part) => (part.includes(')') ? part : part.replace('(', '')));

function looksLikeNumber(written: string): boolean {
	const digits = written.replace(/\D/g, '').replace(/^00/, '').length;
	return digits >= 7 && digits <= 15 && !isOtherThanPhone(written);
}

const isOtherThanPhone = (written: string) => [DATE, TIME, ID].some((other) => other.test(written));

/** In any script. */
export const hasDigitsOfNumber = (text: string) => (text.match(/\p{Nd}/gu) ?? []).length >= 7;

/** Whether a text in a field for phones may be a number that cannot be read: masked, in other digits, or two in a row. */
export const mayHideNumber = (text: string): boolean =>
	hasDigitsOfNumber(text) && !isOtherThanPhone(text.trim()) && !CLOCK.test(text);

/** Two texts for one phone have the same key; texts that only look like a number are compared as they are. Empty for any other. */
export function getPhoneKey(text: string, country: string): string {
	const phone = readPhone(text, country);
	if (phone.reason === undefined) return String(phone.e164Number);
	return numbersIn(text).next().done ? '' : trimmed(text).toLowerCase();
}

/** Enough to recognize what is wrong, too short to identify anyone. */
export function maskPhone(phone: string): string {
	const text = phone.slice(0, LONGEST_SPELLING).trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}
