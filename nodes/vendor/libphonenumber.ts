/** The only file that uses libphonenumber-js. The build bundles the library into a file of the package, which is loaded for the first number. */
import type * as Library from 'libphonenumber-js/core';

// An `import` would load the library as soon as the nodes are loaded; a `require` for each number would take longer than reading it.
let loaded: PhoneNumbers | undefined;
const phoneNumbers = (): PhoneNumbers => (loaded ??= load());

/** A number in E.164 form has at most this many digits. */
const MOST_DIGITS = 15;

/** The two letters of a country, from any case; undefined if there is no such country. */
export function countryCode(text: string): Library.CountryCode | undefined {
	const letters = text.trim().toUpperCase();
	const code = (letters === 'UK' ? 'GB' : letters) as Library.CountryCode;
	const { library, data } = phoneNumbers();
	return library.isSupportedCountry(code, data) ? code : undefined;
}

/** Of the country code that was last asked for. Most lists have only one, and looking it up would take longer than reading the number. */
let latest: RegExp | undefined;

/** Whether a text is a number in E.164 form for certain. Nearly all are written like this, and parsing a million takes ten seconds. */
export function isPlainNumber(text: string): boolean {
	if (latest?.test(text)) return true;
	const { plain } = phoneNumbers();
	// No country code is longer than three digits, or the beginning of another one; most have two.
	latest = plain.get(text.slice(0, 3)) ?? plain.get(text.slice(0, 2)) ?? plain.get(text.slice(0, 4));
	return latest?.test(text) === true;
}

/** The E.164 form of + and digits that begin with a country code; undefined if there can be no such number. */
export const internationalNumber = (text: string): string | undefined =>
	isPlainNumber(text) ? text : parsed(text)?.e164;

/** Whether it is a landline, which gets no RCS message; undefined if its country's numbers do not show that. In E.164 form. */
export function isLandline(e164: string): boolean | undefined {
	const { library, data } = phoneNumbers();
	const type = library.parsePhoneNumberFromString(e164, { extract: false }, data)?.getType();
	return type === 'FIXED_LINE' ? true : type === 'MOBILE' ? false : undefined;
}

/**
 * The E.164 form of digits as they are dialed within a country, with that country's own prefix for calls abroad or without. Undefined if
 * there can be no such number; `ambiguous` if the digits may as well be a whole number of another country.
 */
export function numberIn(country: Library.CountryCode, digits: string): string | undefined {
	const { library, data, dialed } = phoneNumbers();
	const code = `+${library.getCountryCallingCode(country, data)}`;
	const number = dialed.get(country)?.exec(digits)?.groups?.number;
	if (number !== undefined) return code + number;
	const national = parsed(digits, country);
	if (digits.startsWith('00')) return eitherOf(national?.e164, internationalNumber(`+${digits.slice(2)}`), code);
	if (national?.isMobile === true) return national.e164;
	const whole = parsed(`+${digits}`);
	if (!whole || whole.e164 === national?.e164) return national?.e164;
	return whole.isMobile && whole.e164.startsWith(code) ? whole.e164 : 'ambiguous';
}

/**
 * Most people write 00 for +. In some countries, a longer prefix for calls abroad begins with it, so that the rest is another number.
 * Of two such numbers, the one of the country itself is meant.
 */
function eitherOf(one: string | undefined, other: string | undefined, own: string): string | undefined {
	if (one === undefined || other === undefined || one === other) return one ?? other;
	if (one.startsWith(own) === other.startsWith(own)) return 'ambiguous';
	return one.startsWith(own) ? one : other;
}

function parsed(text: string, defaultCountry?: Library.CountryCode): { e164: string; isMobile: boolean } | undefined {
	const { library, data } = phoneNumbers();
	const found = library.parsePhoneNumberFromString(text, { defaultCountry, extract: false }, data);
	if (!found || found.ext !== undefined || found.number.length > MOST_DIGITS + 1) return undefined;
	// Undefined for a number that is not valid.
	const type = found.getType();
	// Some countries have landlines of any length, so a mobile number that lost its end would pass as possible.
	if (!type && !isLongAsMobile(found)) return undefined;
	const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
	// The library takes away one zero after the country code, so a number that has two would be another one the next time.
	if (!isMobile && text !== found.number && parsed(found.number)?.e164 !== found.number) return undefined;
	return { e164: found.number, isMobile };
}

/** Judged by the main country that has the code. */
const isLongAsMobile = ({ countryCallingCode: code, nationalNumber }: Library.PhoneNumber): boolean =>
	mobileLengths(rulesOf(phoneNumbers(), code)).includes(nationalNumber.length);

interface LibraryAndData {
	library: typeof Library;
	data: Library.MetadataJson;
}

interface PhoneNumbers extends LibraryAndData {
	/** By country code with +: what the library would leave as it is, since it is as long as a mobile number and begins with no prefix. */
	plain: ReadonlyMap<string, RegExp>;
	/** Mobile numbers as most people dial them within their country: with its prefix, if that is always the same digits, or without. */
	dialed: ReadonlyMap<Library.CountryCode, RegExp>;
}

function load(): PhoneNumbers {
	const both: LibraryAndData = {
		library: require('libphonenumber-js/core') as typeof Library,
		/** The numbering plans of all countries, which also tell mobile numbers from landlines. */
		data: require('libphonenumber-js/max/metadata') as Library.MetadataJson,
	};
	const { library, data } = both;
	const codes = Object.keys(data.country_calling_codes);
	return {
		...both,
		plain: new Map(codes.map((code) => [`+${code}`, plainNumbers(code, rulesOf(both, code))])),
		dialed: new Map(library.getCountries(data).map((country) => [country, dialedNumbers(rulesOf(both, country))])),
	};
}

function plainNumbers(code: string, rules: RulesOfLibrary): RegExp {
	const prefix = rules.nationalPrefixForParsing() || '(?!)';
	const digits = mobileLengths(rules).map((length) => `\\d{${length}}`);
	return new RegExp(`^\\+${code}(?!${prefix})(?:${digits.join('|') || '(?!)'})$`);
}

function dialedNumbers(rules: RulesOfLibrary): RegExp {
	const prefix = rules.nationalPrefixForParsing() || '';
	// The library leaves the pattern of mobile numbers empty where they look like landlines.
	const number = rules.type('MOBILE')?.pattern() || rules.type('FIXED_LINE')?.pattern() || '(?!)';
	return new RegExp(`^(?:${/^\d+$/.test(prefix) ? prefix : ''})?(?<number>${number})$`);
}

/** What the library knows of the numbers of a country. Its own types leave this out. */
interface RulesOfLibrary {
	/** Undefined for a kind of numbers that the country does not have. */
	type(name: string): { possibleLengths(): number[]; pattern(): string } | undefined;
	/** What is dialed in front of a number within the country, as a pattern; 0 if nothing is. */
	nationalPrefixForParsing(): string | 0 | null;
}

/** Of a country, or of the main country that has a code. */
function rulesOf({ library, data }: LibraryAndData, country: string): RulesOfLibrary {
	const plans = new library.Metadata(data);
	plans.selectNumberingPlan(country as Library.CountryCode);
	return plans.numberingPlan as unknown as RulesOfLibrary;
}

const mobileLengths = (rules: RulesOfLibrary): number[] => rules.type('MOBILE')?.possibleLengths() ?? [];
