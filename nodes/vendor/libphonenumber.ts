/** The only place that knows libphonenumber-js. The build makes the library a file of the package, which is loaded with the first number that is converted. */
import type * as Library from 'libphonenumber-js/mobile';

// An `import` would load the library together with the nodes.
const library = () => require('libphonenumber-js/mobile') as typeof Library;

/** Digits after the country code: more are taken only of a number that is written with its country code, or is a mobile phone's. */
const MOST_DIGITS = 11;
const PLUS = /^[\s().-]*(?:\+|0[\s().-]*0(?=[\s().-]*[1-9]))[\s().-]*/;
const TRUNK_ZERO = /\(\s*0\s*\)/;

/** Whether these two letters stand for a country that the library knows. */
export const isCountry = (code: string): code is Library.CountryCode => library().isSupportedCountry(code);
export const countryCodes = (): readonly string[] => library().getCountries();

/** Whether this is a mobile phone's number in some country, written with + and the country code. */
export const isMobileNumber = (text: string): boolean => read(text)?.isMobile === true;

interface InternationalNumber {
	/** As in +4915112345678. */
	number: string;
	isMobile: boolean;
}

/** What a contact names where its country is not understood. */
export const UNKNOWN_COUNTRY = 'unknown';

/**
 * Undefined when no phone can have the number, `ambiguous` when it may be one of another country. Numbers without a country code
 * belong to `country`, or to one of those that the contact names, if it is a mobile phone's there and nowhere else.
 */
export function internationalNumber(
	text: string,
	country: string,
	namedCountries: () => readonly string[],
): InternationalNumber | 'ambiguous' | undefined {
	if (PLUS.test(text)) {
		const number = text.replace(PLUS, '+');
		// Italy's landlines keep this 0.
		const withoutZero = TRUNK_ZERO.test(number) ? read(number.replace(TRUNK_ZERO, ' ')) : undefined;
		return withoutZero?.isMobile === true ? withoutZero : read(number);
	}
	const named = new Set(namedCountries());
	if (country !== '' && named.delete(UNKNOWN_COUNTRY) && named.size === 0) {
		const found = nationalNumber(text, country);
		const saysCode = typeof found === 'object' && found.number.slice(1) === text.replace(/\D/gu, '');
		return saysCode ? found : 'ambiguous';
	}
	const countries = new Set([country, ...named].filter((code) => code !== '' && code !== UNKNOWN_COUNTRY));
	if (countries.size < 2 && countries.has(country)) return nationalNumber(text, country);
	const mobiles = new Map<string, InternationalNumber>();
	for (const code of countries) {
		const found = nationalNumber(text, code);
		if (typeof found === 'object' && found.isMobile) mobiles.set(found.number, found);
	}
	const [only] = mobiles.values();
	return mobiles.size === 1 || countries.size === 0 ? only : 'ambiguous';
}

function nationalNumber(text: string, country: string): InternationalNumber | 'ambiguous' | undefined {
	const national = read(text, country as Library.CountryCode);
	if (national?.isMobile === true) return national;
	const withPlus = read(`+${text}`);
	if (withPlus && withPlus.number !== national?.number) {
		const isOfCountry = withPlus.number.startsWith(
			`+${library().getCountryCallingCode(country as Library.CountryCode)}`,
		);
		return isOfCountry && withPlus.isMobile ? withPlus : 'ambiguous';
	}
	return national && national.digits.length <= MOST_DIGITS && !national.digits.startsWith('00') ? national : undefined;
}

function read(
	text: string,
	defaultCountry?: Library.CountryCode,
): (InternationalNumber & { digits: string }) | undefined {
	const parsed = library().parsePhoneNumberFromString(text, {
		...(defaultCountry && { defaultCountry }),
		extract: false,
	});
	if (parsed?.isPossible() !== true || parsed.ext !== undefined) return undefined;
	// The library's data on mobile phones knows no other number as valid.
	return { number: parsed.number, isMobile: parsed.isValid(), digits: parsed.nationalNumber };
}
