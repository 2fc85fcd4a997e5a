/** The only file that uses libphonenumber-js. The build bundles the library into a file of the package, which is loaded for the first number. */
import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	Metadata,
	parsePhoneNumberFromString,
	type CountryCode,
	type MetadataJson,
	type PhoneNumber as LibraryNumber,
} from 'libphonenumber-js/core';
import plans from 'libphonenumber-js/max/metadata';

/** The numbering plans of all countries, which also tell mobile numbers from landlines. */
const data = plans as MetadataJson;

// Made for the first number, since that loads the library.
let loaded: PhoneNumbers | undefined;
const phoneNumbers = (): PhoneNumbers => (loaded ??= load());

/** A number in E.164 form has at most this many digits. */
const MOST_DIGITS = 15;

/** The two letters of a country, from any case; undefined if there is no such country. */
export function countryCode(text: string): CountryCode | undefined {
	const letters = text.trim().toUpperCase();
	const code = (letters === 'UK' ? 'GB' : letters) as CountryCode;
	return isSupportedCountry(code, data) ? code : undefined;
}

/** Of the country code that was last asked for. Most lists have only one, and looking it up would take longer than reading the number. */
let latest: RegExp | undefined;

/** Whether a text is a mobile number in E.164 form for certain. Nearly all are written like this, and parsing a million takes ten seconds. */
export function isE164Mobile(text: string): boolean {
	if (latest?.test(text)) return true;
	const { plain } = phoneNumbers();
	// No country code is longer than three digits, or the beginning of another one; most have two.
	latest = plain.get(text.slice(0, 3)) ?? plain.get(text.slice(0, 2)) ?? plain.get(text.slice(0, 4));
	return latest?.test(text) === true;
}

/** What the digits of a number show. */
export interface PhoneNumber {
	e164: string;
	/**
	 * `landline`: certainly a landline, a toll-free or a premium number. `withoutNine`: a number of Argentina that is a landline as written,
	 * or a mobile number that lacks its 9. Undefined if it may be a mobile number.
	 */
	kind?: 'landline' | 'withoutNine';
}

/** The number that + and digits stand for, which begin with a country code; undefined if there can be no such number. */
export const internationalNumber = (text: string): PhoneNumber | undefined =>
	isE164Mobile(text) ? { e164: text } : parsed(text);

/** The country code of a number in E.164 form, and what follows it. No country code is the beginning of another one. */
export function splitE164(e164Number: number): { code: string; national: string } {
	const digits = String(e164Number);
	const length = [1, 2, 3].find((count) => digits.slice(0, count) in data.country_calling_codes) ?? 0;
	return { code: digits.slice(0, length), national: digits.slice(length) };
}

/**
 * The number that digits stand for as they are dialed within a country, with that country's own prefix for calls abroad or without.
 * Undefined if there can be no such number; `ambiguous` if the digits may as well be a whole number of another country.
 */
export function numberIn(country: CountryCode, digits: string): PhoneNumber | 'ambiguous' | undefined {
	const { dialed } = phoneNumbers();
	const code = `+${getCountryCallingCode(country, data)}`;
	const number = dialed.get(country)?.exec(digits)?.groups?.number;
	if (number !== undefined) return { e164: code + number };
	const national = parsed(digits, country);
	if (digits.startsWith('00')) return eitherOf(national, parsed(`+${digits.slice(2)}`), code);
	if (national?.certainty === 2) return national;
	const whole = parsed(`+${digits}`);
	if (!whole || whole.e164 === national?.e164) return national;
	return whole.certainty === 2 && whole.e164.startsWith(code) ? whole : 'ambiguous';
}

/**
 * Most people write 00 for +. In some countries, a longer prefix for calls abroad begins with it, so that the rest is another number.
 * Of two such numbers, the more certain one is meant; of two that are as certain, the one of the country itself.
 */
function eitherOf(one: Found | undefined, other: Found | undefined, own: string): Found | 'ambiguous' | undefined {
	if (!one || !other || one.e164 === other.e164) return one ?? other;
	if (one.certainty !== other.certainty) return one.certainty > other.certainty ? one : other;
	const isOwn = one.e164.startsWith(own);
	if (one.certainty === 0 || isOwn === other.e164.startsWith(own)) return 'ambiguous';
	return isOwn ? one : other;
}

interface Found extends PhoneNumber {
	/** 2 for a mobile number, 1 for another that the library knows, 0 for one that only looks like a mobile number. */
	certainty: 0 | 1 | 2;
}

/** The mobile numbers of Mexico had a 1 after the country code until 2019, and some programs still write it. */
const MEXICO_WITH_1 = /^\+521(?=\d{10}$)/;

function parsed(text: string, defaultCountry?: CountryCode): Found | undefined {
	const spelled = text.replace(MEXICO_WITH_1, '+52');
	const found = parsePhoneNumberFromString(spelled, { defaultCountry, extract: false }, data);
	if (!found || found.number.length > MOST_DIGITS + 1) return undefined;
	// Undefined for a number that is not valid.
	const type = found.getType();
	// Some countries have landlines of any length, so a mobile number that lost its end would pass as possible.
	if (!type && !looksLikeMobile(found)) return undefined;
	const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
	return { e164: found.number, kind: kindOf(found, type), certainty: isMobile ? 2 : type ? 1 : 0 };
}

const WITHOUT_RCS: Array<string | undefined> = ['FIXED_LINE', 'TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN'];

function kindOf({ countryCallingCode }: LibraryNumber, type: string | undefined): PhoneNumber['kind'] {
	if (type === 'FIXED_LINE' && countryCallingCode === '54') return 'withoutNine';
	return WITHOUT_RCS.includes(type) ? 'landline' : undefined;
}

/**
 * Countries hand out new mobile numbers that the library does not know yet. Judged by the main country that has the code. Only its longest
 * mobile numbers count: in Brazil, for example, a shorter one lacks the digit that was added to all of them, and would be another person.
 */
function looksLikeMobile({ countryCallingCode: code, nationalNumber }: LibraryNumber): boolean {
	const rules = phoneNumbers().rulesOf(code);
	return longestMobile(rules) === nationalNumber.length && mayBegin(mobileNumber(rules), nationalNumber.charAt(0));
}

/** Whether a text may be the beginning of what matches a pattern: whatever comes after its end may be anything that the pattern allows. */
function mayBegin(pattern: string, text: string): boolean {
	const partial = pattern.replace(/\{[\d,]+\}|\\d|\[[^[\]]*\]|\d/g, (part) =>
		part.startsWith('{') ? part : `(?:${part}|$)`,
	);
	return new RegExp(`^(?:${partial})$`).test(text);
}

interface PhoneNumbers {
	/** Of a country, or of the main country that has a code. */
	rulesOf(country: string): RulesOfLibrary;
	/** By country code with +: mobile numbers, which the library leaves as they are. */
	plain: ReadonlyMap<string, RegExp>;
	/** Mobile numbers as most people dial them within their country: with its prefix, if that is always the same digits, or without. */
	dialed: ReadonlyMap<CountryCode, RegExp>;
}

function load(): PhoneNumbers {
	const rulesOf = (country: string) => {
		const metadata = new Metadata(data);
		metadata.selectNumberingPlan(country as CountryCode);
		return metadata.numberingPlan as unknown as RulesOfLibrary;
	};
	const codes = Object.keys(data.country_calling_codes);
	return {
		rulesOf,
		plain: new Map(codes.map((code) => [`+${code}`, plainNumbers(code, rulesOf(code))])),
		dialed: new Map(getCountries(data).map((country) => [country, dialedNumbers(rulesOf(country))])),
	};
}

const plainNumbers = (code: string, rules: RulesOfLibrary) => new RegExp(`^\\+${code}(?:${mobileNumber(rules)})$`);

function dialedNumbers(rules: RulesOfLibrary): RegExp {
	const prefix = rules.nationalPrefixForParsing() || '';
	return new RegExp(`^(?:${/^\d+$/.test(prefix) ? prefix : ''})?(?<number>${mobileNumber(rules)})$`);
}

/** What the library knows of the numbers of a country. Its own types leave this out. */
interface RulesOfLibrary {
	/** Undefined for a kind of numbers that the country does not have. */
	type(name: string): { possibleLengths(): number[]; pattern(): string } | undefined;
	/** What is dialed in front of a number within the country, as a pattern; 0 if nothing is. */
	nationalPrefixForParsing(): string | 0 | null;
}

/** The pattern of mobile numbers. The library leaves it empty where they look like landlines. */
const mobileNumber = (rules: RulesOfLibrary): string =>
	rules.type('MOBILE')?.pattern() || rules.type('FIXED_LINE')?.pattern() || '(?!)';

/** How many digits; 0 if there are none. */
const longestMobile = (rules: RulesOfLibrary): number =>
	Math.max(0, ...(rules.type('MOBILE')?.possibleLengths() ?? []));
