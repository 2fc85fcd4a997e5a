import { trimmed } from '../../service/values';
import { countryCode, internationalNumber, isLandline, isPlainNumber, numberIn } from '../../vendor/libphonenumber';

/** Why a text is not the phone number of one phone. */
export const phoneProblems = [
	'noCountry',
	'spreadsheet',
	'notOneNumber',
	'impossible',
	'ambiguous',
	'unknownCountry',
	'noNumber',
] as const;
export type PhoneProblem = (typeof phoneProblems)[number];

/** In place of a country: numbers without + begin with their country code, and are sent without +. */
export const CODE_INCLUDED = 'included';

/** One phone. Whatever was written, its E.164 form is the same. */
export interface Phone {
	/** The digits of its E.164 form as a number, which is how it is compared. */
	digits: number;
	/** How it is sent. */
	sent: string;
	problem?: undefined;
}

interface NoPhone {
	problem: PhoneProblem;
}

/** Enough for any spelling of a number, and keeps the patterns below from reading a page of text. */
const LONGEST = 60;
/** How a spreadsheet shows a long number, or writes one from a number column: 4.9E+11 or 49170.0. */
const SPREADSHEET = /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$|^[+-]?\d{6,}[.,](?:\d\d?|0+)$/i;
/** Digits with spaces, dots, dashes and slashes between them. A second +, an extension or a note does not fit. */
const ONE_NUMBER = /^\(?\+?[\p{Zs}\t]*[\d(][\d\p{Zs}\t./()‐-―−-]*(?<=\d)$/u;
const AT_MOST_ONE_IN_PARENTHESES = /^[^()]*(?:\([^()]*\)[^()]*)?$/;

/** Reads a number in any usual spelling. Without a country, or with its two letters or CODE_INCLUDED. */
export function readPhone(written: string, country = ''): Phone | NoPhone {
	if (isPlainNumber(written)) return { digits: Number(written), sent: written };
	const text = trimmed(written);
	if (text === '') return { problem: 'noNumber' };
	if (text.length > LONGEST) return { problem: 'notOneNumber' };
	if (SPREADSHEET.test(text)) return { problem: 'spreadsheet' };
	if (!ONE_NUMBER.test(text) || !AT_MOST_ONE_IN_PARENTHESES.test(text)) return { problem: 'notOneNumber' };
	const digits = text.replace(/\D/g, '');
	if (text.includes('+')) return phoneOf(internationalNumber(`+${digits}`));
	if (country === '' || country === CODE_INCLUDED) {
		if (digits.startsWith('00')) return phoneOf(internationalNumber(`+${digits.slice(2)}`));
		return country === '' ? { problem: 'noCountry' } : phoneOf(internationalNumber(`+${digits}`), false);
	}
	const code = countryCode(country);
	return code === undefined ? { problem: 'unknownCountry' } : phoneOf(numberIn(code, digits));
}

function phoneOf(e164: string | undefined, hasPlus = true): Phone | NoPhone {
	if (e164 === undefined) return { problem: 'impossible' };
	if (e164 === 'ambiguous') return { problem: e164 };
	return { digits: Number(e164), sent: hasPlus ? e164 : e164.slice(1) };
}

/** Whether a text is the number of a landline; undefined if it is no number, or if its country's numbers do not show that. */
export function landlineOf(text: string, country: string): boolean | undefined {
	const phone = readPhone(text, country);
	return phone.problem === undefined ? isLandline(`+${phone.digits}`) : undefined;
}

/** Two texts for one phone have the same key; texts without a number are compared as they are. */
export function phoneKey(text: string, country: string): string {
	const phone = readPhone(text, country);
	return phone.problem === undefined ? String(phone.digits) : trimmed(text).toLowerCase();
}

/** Enough to recognize what is wrong, too short to identify anyone. */
export function sampleOf(phone: string): string {
	const text = phone.trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}
