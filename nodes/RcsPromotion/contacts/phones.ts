import { internationalNumber, UNKNOWN_COUNTRY } from '../../vendor/libphonenumber';
import {
	bareNumber,
	hasApostrophe,
	hasPrefix,
	hasTrunkZero,
	holdsInvisible,
	isDateOrAddress,
	isShortened,
	partsAtSlash,
	phoneDigits,
} from '../../service/phoneDigits';
import { countryNamed } from './countries';
import { isPlaceholder } from './fieldValues';
import type { PhoneFormat } from './types';

/** How a phone number departs from the usual form. */
export const phoneOddities = [
	'missing',
	'apostrophe',
	'prefix',
	'decimal',
	'shortened',
	'leadingZero',
	'trunkZero',
	'noCountryCode',
	'ambiguous',
	'otherDigits',
	'invisible',
	'otherCharacters',
	'tooShort',
	'tooLong',
	'impossible',
	'notPhone',
] as const;
export type PhoneOddity = (typeof phoneOddities)[number];

export interface Phone {
	/** As it is sent. */
	text: string;
	/** Equal for two spellings of the same number; 0 when there is nothing to compare. */
	key: number;
	oddity?: PhoneOddity;
}

/** With the countries that the contact itself names, if any. */
export type ReadPhone = (text: string, countries?: () => readonly string[]) => Phone;

export const MINIMUM_DIGITS = 7;
export const MAXIMUM_DIGITS = 15;
/** Beyond every key made of digits: a 1 and fifteen digits stay below it. */
const FIRST_TEXT_KEY = 2 ** 52;
/** What a spreadsheet makes of a number in a column of numbers; 06.12.34.56.00 is none of these. */
const DECIMAL = /^\s*\+?\d+[.,]0+\s*$|[^.]\.0\s*$/;
/** All that one number is written with; extensions and second numbers bring other characters. */
const ONE_NUMBER = /^[\p{Nd}\p{Pd}\p{Zs}\t\u2212ー·+().[\]/]+$/u;

export function phoneReader({ phoneFormat, country }: { phoneFormat: PhoneFormat; country: string }): ReadPhone {
	if (phoneFormat === 'international') return (text, countries) => readInternational(text, country, countries);
	if (country === '') return readPhone;
	return (text, countries) => ({ ...readPhone(text), key: readInternational(text, country, countries).key });
}

export function readPhone(text: string): Phone {
	const key = regularPhoneKey(text);
	if (key > 0) return { text, key };
	const trimmed = text.trim();
	if (trimmed === '') return { text, key: 0, oddity: 'missing' };
	const isRegularInside = regularPhoneKey(trimmed) > 0;
	return { text, key: irregularKey(trimmed), oddity: isRegularInside ? 'invisible' : oddityOf(trimmed) };
}

/** Its rules for each country come from libphonenumber; only what is no part of a number is taken off here. */
function readInternational(text: string, country: string, countries?: () => readonly string[]): Phone {
	const asIs = readPhone(text);
	// Landlines may have five digits; who gets a message here has a mobile phone.
	if (asIs.oddity === 'missing' || asIs.oddity === 'shortened' || asIs.oddity === 'tooShort') return asIs;
	const bare = bareNumber(text);
	if (asIs.oddity !== 'notPhone' && !(ONE_NUMBER.test(bare) && partsAtSlash(bare).length === 1)) {
		return { ...asIs, oddity: 'otherCharacters' };
	}
	const read = internationalNumber(bare, country, () => (countries?.() ?? []).flatMap(codesOf));
	if (read === 'ambiguous') return { ...asIs, oddity: 'ambiguous' };
	// Eight digits may be a date or, in a country with short numbers, a mobile phone.
	if (read && (asIs.oddity !== 'notPhone' || (read.isMobile && /^\d+$/.test(bare)))) {
		return { text: read.number, key: regularPhoneKey(read.number) };
	}
	const lacksCode = country === '' && !saysCountryCode(text);
	const wasTried = asIs.oddity === 'trunkZero' || (asIs.oddity === 'leadingZero' && country !== '');
	const oddity = wasTried ? undefined : asIs.oddity;
	return { ...asIs, oddity: lacksCode && oddity !== 'notPhone' ? 'noCountryCode' : (oddity ?? 'impossible') };
}

/** Without a country code, a number of a contact whose country is not understood may be anybody's. Digits alone name no country. */
function codesOf(text: string): string[] {
	const codes = countryNamed(text);
	return codes.length > 0 || isPlaceholder(text) || !/[\p{L}+]/u.test(text) ? codes : [UNKNOWN_COUNTRY];
}

/**
 * Reads a phone number in usual form without making a single object, as this runs for each of a million rows.
 * The key is a 1 followed by the digits. 0 for any other text.
 */
export function regularPhoneKey(text: string): number {
	let key = 1;
	let digits = 0;
	let saysCode = false;
	let hasDot = false;
	let hasMark = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code >= 48 && code <= 57) {
			if (key === 10 && (code !== 48 || saysCode)) return 0; // No country code begins with 0.
			key = key * 10 + (code - 48);
			digits++;
			if (key === 100) {
				saysCode = true;
				key = 1;
				digits = 0;
			} else if (digits > MAXIMUM_DIGITS) return 0;
		} else if (code === 43) {
			if (saysCode || digits > 0) return 0;
			saysCode = true;
		} else if (!isPunctuation(code)) return 0;
		else if (code === 46) hasDot = true;
		else if (code === 40 || code === 45) hasMark = true;
	}
	if (hasDot && DECIMAL.test(text)) return 0;
	// Milliseconds since 1970; no country has twelve digits after its 1.
	if (digits === 13 && key < 1.2e13 && !saysCode) return 0;
	if ((hasMark || hasDot || digits === 8) && (hasTrunkZero(text) || isDateOrAddress(text))) return 0;
	return digits < MINIMUM_DIGITS ? 0 : key;
}

function oddityOf(text: string): PhoneOddity {
	if (hasApostrophe(text)) return 'apostrophe';
	if (hasPrefix(text)) return 'prefix';
	if (isShortened(text)) return 'shortened';
	if (DECIMAL.test(text)) return 'decimal';
	if (/(?![0-9])\p{Nd}/u.test(text)) return 'otherDigits';
	if (holdsInvisible(text)) return 'invisible';
	if (isDateOrAddress(text)) return 'notPhone';
	if (!/^[\s().-]*([\d+][\d\s().-]*)?$/.test(text) || /[\n\r]/.test(text)) return 'otherCharacters';
	const digits = phoneDigits(text);
	if (digits.length < MINIMUM_DIGITS) return 'tooShort';
	if (hasTrunkZero(text)) return 'trunkZero';
	return digits.startsWith('0') ? 'leadingZero' : 'tooLong';
}

/** What an odd number is compared by. */
function irregularKey(text: string): number {
	const plain = bareNumber(text);
	const digits = phoneDigits(plain);
	if (digits === '') return 0;
	// Words tell numbers apart ("ext. 12", "FLOWERS"); other marks do not.
	const compared = /\p{L}|(?![0-9])\p{N}|[*#?_]/u.test(plain) ? plain.toLowerCase() : digits;
	return regularPhoneKey(compared) || textKey(compared);
}

/** Spaces of all kinds within a line, tabs, and - . ( ) */
function isPunctuation(code: number): boolean {
	if (code < 128) return code === 32 || code === 40 || code === 41 || code === 45 || code === 46 || code === 9;
	return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f;
}

/** Whether it says by + or 00 that it begins with a country code. */
export const saysCountryCode = (text: string) => /^[^\p{Nd}]*(\+|00)/u.test(text);

/** Whether it can be equal for two spellings of a number. */
export const isKeyOfDigits = (key: number) => key > 0 && key < FIRST_TEXT_KEY;

/** FNV-1a in two halves, 52 bits of it. */
function textKey(text: string): number {
	let low = 0x811c9dc5;
	let high = 0xcbf29ce4;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		low = Math.imul(low ^ code, 0x01000193);
		high = Math.imul(high ^ code, 0x85ebca6b) + low;
	}
	return FIRST_TEXT_KEY + ((high >>> 0) & 0xfffff) * 2 ** 32 + (low >>> 0);
}
