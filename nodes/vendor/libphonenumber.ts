/** The only place that knows libphonenumber-js. The build makes the library a file of the package, which is loaded with the first number that needs it. */
import type * as Library from 'libphonenumber-js/mobile';

// An `import` would load the library together with the nodes.
const library = () => require('libphonenumber-js/mobile') as typeof Library;

/** More digits than this after the country code are taken for a number only where a mobile phone can have it. */
const MOST_DIGITS = 11;

/** The code of a country from its two letters in any case; undefined for anything else. */
export function countryCode(text: string): string | undefined {
	const letters = text.trim().toUpperCase();
	const code = letters === 'UK' ? 'GB' : letters;
	return library().isSupportedCountry(code) ? code : undefined;
}

/**
 * The digits of a number as it is called within a country, as in +4915112345678. Undefined when no phone can have it there;
 * `ambiguous` when the digits may be a whole number of another country.
 */
export function nationalNumber(digits: string, country: string): string | undefined {
	const national = read(digits, country);
	if (national?.isMobile === true) return national.text;
	const whole = read(`+${digits}`);
	if (whole && whole.text !== national?.text) {
		const code = library().getCountryCallingCode(country as Library.CountryCode);
		return whole.isMobile && whole.text.startsWith(`+${code}`) ? whole.text : 'ambiguous';
	}
	return national && national.digits <= MOST_DIGITS ? national.text : undefined;
}

function read(text: string, country?: string): { text: string; isMobile: boolean; digits: number } | undefined {
	const parsed = library().parsePhoneNumberFromString(text, {
		...(country !== undefined && { defaultCountry: country as Library.CountryCode }),
		extract: false,
	});
	if (parsed?.isPossible() !== true || parsed.ext !== undefined) return undefined;
	// The library's data on mobile phones knows no other number as valid.
	return { text: parsed.number, isMobile: parsed.isValid(), digits: parsed.nationalNumber.length };
}
