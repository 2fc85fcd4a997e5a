import { countryCode, nationalNumber } from '../../vendor/libphonenumber';

/** What can be wrong with a phone number. Contacts with such a number get no message, except from a file that is sent as it is. */
export const phoneOddities = [
	'missing',
	'otherCharacters',
	'leadingZero',
	'trunkZero',
	'decimal',
	'wrongLength',
	'impossible',
	'ambiguous',
	'unknownCountry',
] as const;
export type PhoneOddity = (typeof phoneOddities)[number];

export interface Phone {
	/** The number as it is sent. */
	text: string;
	/** The digits without + or 00, so that two spellings of one number have the same key; 0 for an odd number. */
	key: number;
	oddity?: PhoneOddity;
}

const MINIMUM_DIGITS = 7;
const MAXIMUM_DIGITS = 15;
/** Nearly all numbers look like this; checking a million of them in detail would take long. */
const PLAIN = /^\+?[1-9]\d{6,14}$/;
/** Includes all Unicode spaces, but no line breaks. */
const ONLY_ALLOWED = /^(?:[\t\p{Zs}().-]*\+)?[\d\t\p{Zs}().-]*$/u;
/** The .0 that spreadsheets add to a phone number in a number column. Does not match 06.12.34.56.00. */
const DECIMAL = /^\s*\+?\d+\.0+\s*$|[^.]\.0\s*$/;
/** The 0 in +49 (0)170 is dialed only within the country; sent along, it would make a different number. */
const TRUNK_ZERO = /\d[\s).-]*\(\s*0\s*\)/;

/** With a country, numbers become international; a number without a country code is taken as a number of that country. */
export function readPhone(text: string, country = ''): Phone {
	if (country === '' && PLAIN.test(text)) return { text, key: Number(text) };
	const all = text.replace(/\D/g, '');
	const hasPlus = text.includes('+');
	const digits = hasPlus ? all : all.replace(/^00/, '');
	const hasCode = hasPlus || digits !== all;
	const oddity = oddityOf(text, digits);
	const isNational = !hasCode && (oddity === undefined || oddity === 'leadingZero');
	if (country !== '' && isNational) return national(text, digits, country);
	if (oddity) return odd(text, oddity);
	return { text: country === '' ? text : `+${digits}`, key: Number(digits) };
}

const odd = (text: string, oddity: PhoneOddity): Phone => ({ text, key: 0, oddity });
function oddityOf(text: string, digits: string): PhoneOddity | undefined {
	if (text.trim() === '') return 'missing';
	if (!ONLY_ALLOWED.test(text)) return 'otherCharacters';
	if (DECIMAL.test(text)) return 'decimal';
	if (TRUNK_ZERO.test(text)) return 'trunkZero';
	if (digits.length < MINIMUM_DIGITS) return 'wrongLength';
	if (digits.startsWith('0')) return 'leadingZero';
	return digits.length > MAXIMUM_DIGITS ? 'wrongLength' : undefined;
}

function national(text: string, digits: string, country: string): Phone {
	const code = countryCode(country);
	if (code === undefined) return odd(text, 'unknownCountry');
	const number = nationalNumber(digits, code);
	if (number === undefined) return odd(text, 'impossible');
	return number === 'ambiguous' ? odd(text, number) : { text: number, key: Number(number) };
}

/** Whether it begins with + or 00. */
export const showsCode = (text: string): boolean => /^\D*(?:\+|00)/.test(text);

/** Nearly all numbers with a country code have more than ten digits, or + or 00 in front. */
export const mayLackCode = ({ text, key }: Phone): boolean => key < 10_000_000_000 && !showsCode(text);

/** Two phone fields are compared by their digits, or by their text if there are no digits. */
export function digitsToCompare(text: string, country: string): string {
	const { key } = readPhone(text, country);
	if (key > 0) return String(key);
	return text.replace(/\D/g, '') || text.trim().toLowerCase();
}

/** Enough to recognize what is wrong, too short to identify anyone. */
export function sampleOf(phone: string): string {
	const text = phone.trim();
	return text.length <= 4 ? text : `${text.slice(0, 4)}…`;
}
