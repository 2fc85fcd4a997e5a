import { trimmed } from '../../service/values';
import {
	countryCode,
	internationalNumber,
	isE164Mobile,
	numberIn,
	type PhoneNumber,
} from '../../vendor/libphonenumber';
import { CODE_INCLUDED } from './countries';
import type { Reason } from './findings';

/** A phone, whichever way its number was written. */
export interface Phone {
	/** The digits of its E.164 form as a number, by which phones are compared; of Argentine ones with the 9. */
	e164Number: number;
	/** The digits as they are sent, with country code: Argentine ones without their 9 stay so. */
	digits: string;
	/** See PhoneNumber. Undefined for what may be a mobile phone. */
	kind?: PhoneNumber['kind'];
	reason?: undefined;
}

/** Why a text is not one phone number. */
interface NoPhone {
	reason: Reason;
}

/** Long enough for any spelling of a number. Keeps everything below from reading a page of text. */
const LONGEST_SPELLING = 60;
/** What programs put in front, and what keeps a spreadsheet from calculating. Any other word may say whose number it is. */
const PREFIX = /^(?:(?:tel|phone|mobile|whatsapp|sms|p)\s*:|['’‘`´])\s*/iu;
/** What keeps a spreadsheet from calculating, too: ="+49…". */
const AS_FORMULA = /^="(.*)"$/;
/** How a spreadsheet shows a long number, or writes one from a number column: 4.9E+11 or 49170.0. */
const SPREADSHEET = /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$|^[+-]?\d{6,}[.,](?:\d\d?|0+)$/i;
/** Digits with spaces, dots, dashes and slashes between them. A second +, an extension, a second ending (/8) or a note does not fit. */
const ONE_NUMBER = /^\(?\+?[\p{Zs}\t]*[\d(][\d\p{Zs}\t./()‐-―−-]*(?<=\d)(?<!\/\d)$/u;
const AT_MOST_ONE_IN_PARENTHESES = /^[^()]*(?:\([^()]*\)[^()]*)?$/;

/** Reads a number in any usual spelling. `country` is two letters, CODE_INCLUDED or empty. */
export function readPhone(written: string, country = ''): Phone | NoPhone {
	if (isE164Mobile(written)) return { e164Number: Number(written), digits: written.slice(1) };
	if (written.length > LONGEST_SPELLING) return { reason: 'notOneNumber' };
	if (trimmed(written) === '') return { reason: 'noNumber' };
	const text = withoutPrefix(written);
	if (SPREADSHEET.test(text)) return { reason: 'spreadsheet' };
	if (!isOneNumber(text)) return { reason: 'notOneNumber' };
	const digits = text.replace(/\D/g, '');
	if (text.includes('+')) return toPhone(internationalNumber(`+${digits}`));
	if (country === '' || country === CODE_INCLUDED) {
		if (digits.startsWith('00')) return toPhone(internationalNumber(`+${digits.slice(2)}`));
		return country === '' ? { reason: 'noCountry' } : toPhone(internationalNumber(`+${digits}`));
	}
	const code = countryCode(country);
	return code === undefined ? { reason: 'unknownCountry' } : toPhone(numberIn(code, digits));
}

/** Dates and times have as many digits as a phone number. Without anything between them, only a time in milliseconds is certain to be none. */
export const DATES_AND_TIMES =
	/(?<!\d[-./]?)(?:(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d\d){1,2})(?:[T ,]+\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?)?|1\d{12})(?![-./]?\d)/g;

export const FEWEST_DIGITS = 7;

/** Whether a text has the form and the length of a phone number of any country. */
export function mayBeNumber(written: string): boolean {
	if (written.length > LONGEST_SPELLING) return false;
	const text = withoutPrefix(written);
	return isOneNumber(text) && text.replace(DATES_AND_TIMES, '').replace(/\D/g, '').length >= FEWEST_DIGITS;
}

const withoutPrefix = (written: string) =>
	trimmed(toHalfWidth(trimmed(written)).replace(AS_FORMULA, '$1').replace(PREFIX, ''));

const isOneNumber = (text: string) => ONE_NUMBER.test(text) && AT_MOST_ONE_IN_PARENTHESES.test(text);

/** Full-width letters and signs, as they are typed in East Asia. */
export const toHalfWidth = (text: string): string =>
	text.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

function toPhone(number: PhoneNumber | 'ambiguous' | undefined): Phone | NoPhone {
	if (number === undefined) return { reason: 'impossible' };
	if (number === 'ambiguous') return { reason: number };
	const { e164, kind } = number;
	// Argentine mobile numbers are +54 9 …; with and without the 9, it is the same phone.
	const e164Number = Number(kind === 'withoutNine' ? e164.replace('+54', '549') : e164);
	return { e164Number, digits: e164.slice(1), kind };
}
