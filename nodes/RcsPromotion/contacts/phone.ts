import { countryCode, nationalNumber } from '../../vendor/libphonenumber';

/** How a text departs from a phone number that can be sent. */
export const phoneOddities = [
	'missing',
	'otherCharacters',
	'leadingZero',
	'trunkZero',
	'decimal',
	'tooShort',
	'tooLong',
	'impossible',
	'ambiguous',
	'unknownCountry',
] as const;
export type PhoneOddity = (typeof phoneOddities)[number];

export interface Phone {
	/** As it is sent. */
	text: string;
	/** Equal for two spellings of the same number; 0 for an odd one. */
	key: number;
	oddity?: PhoneOddity;
}

const MINIMUM_DIGITS = 7;
const MAXIMUM_DIGITS = 15;
const WITH_COUNTRY_CODE = /^[\s().-]*(\+|0[\s().-]*0)/;
const ONLY_ALLOWED = /^(?:[\s().-]*\+)?[\d\s().-]*$/;
/** What a spreadsheet makes of a number in a column of numbers; 06.12.34.56.00 is none of these. */
const DECIMAL = /^\s*\+?\d+\.0+\s*$|[^.]\.0\s*$/;
/** The 0 in +49 (0)170 is for calls within the country, so the number would be another one. */
const TRUNK_ZERO = /\d[\s).-]*\(\s*0\s*\)/;

/** With a country, numbers become international, and those without a country code are numbers of that country. */
export function readPhone(text: string, country = ''): Phone {
	const key = plainPhoneKey(text);
	if (key > 0 && country === '') return { text, key };
	if (key > 0 && WITH_COUNTRY_CODE.test(text)) return { text: `+${String(key).slice(1)}`, key };
	const oddity = key > 0 ? undefined : oddityOf(text);
	const isNational = oddity === undefined || (oddity === 'leadingZero' && !WITH_COUNTRY_CODE.test(text));
	if (country === '' || !isNational) return { text, key: 0, oddity };
	const code = countryCode(country);
	if (code === undefined) return { text, key: 0, oddity: 'unknownCountry' };
	const number = nationalNumber(text.replace(/\D/g, ''), code);
	if (number === undefined) return { text, key: 0, oddity: 'impossible' };
	return number === 'ambiguous' ? { text, key: 0, oddity: number } : { text: number, key: plainPhoneKey(number) };
}

/**
 * A 1 followed by the digits, without + or 00; 0 for an odd number. Makes not a single object, as it runs for each of a million rows.
 */
export function plainPhoneKey(text: string): number {
	let key = 1;
	let digits = 0;
	let saysCode = false;
	let hasDot = false;
	let hasParenthesis = false;
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
		} else if (code === 46) hasDot = true;
		else if (code === 40) hasParenthesis = true;
		else if (!isAllowed(code)) return 0;
	}
	if (digits < MINIMUM_DIGITS) return 0;
	if (hasDot && DECIMAL.test(text)) return 0;
	return hasParenthesis && TRUNK_ZERO.test(text) ? 0 : key;
}

/** ) and -, a tab, and spaces of all widths within a line. */
const isAllowed = (code: number) =>
	code === 32 || code === 41 || code === 45 || code === 9 || code === 0xa0 || isWideSpace(code);
const isWideSpace = (code: number) => (code >= 0x2000 && code <= 0x200a) || code === 0x202f;

function oddityOf(text: string): PhoneOddity {
	if (text.trim() === '') return 'missing';
	if (!ONLY_ALLOWED.test(text) || /[\n\r]/.test(text)) return 'otherCharacters';
	if (DECIMAL.test(text)) return 'decimal';
	if (TRUNK_ZERO.test(text)) return 'trunkZero';
	const digits = text.replace(/\D/g, '');
	const withoutCode = digits.replace(/^00/, '');
	if (withoutCode.length < MINIMUM_DIGITS) return 'tooShort';
	return withoutCode.startsWith('0') ? 'leadingZero' : 'tooLong';
}

/** What two fields are compared by: the digits, or the text where there are none. */
export function digitsToCompare(text: string): string {
	const key = plainPhoneKey(text);
	if (key > 0) return String(key);
	return text.replace(/\D/g, '') || text.trim().toLowerCase();
}

/** Enough to recognize what is wrong, too little to be anybody's number. */
export function sampleOf(phone: string): string {
	const text = phone.trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}
