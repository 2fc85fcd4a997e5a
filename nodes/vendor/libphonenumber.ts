/** The only file that uses libphonenumber-js. The build bundles the library into a file of the package, which is loaded for the first number that needs it. */
import type * as Library from 'libphonenumber-js/mobile';

// An `import` would load the library as soon as the nodes are loaded.
const library = () => require('libphonenumber-js/mobile') as typeof Library;

/** With more digits than this after the country code, a number must be a valid mobile number. */
const MOST_DIGITS = 11;

/** The code of a country from its two letters in any case; undefined for anything else. */
export function countryCode(text: string): string | undefined {
	const letters = text.trim().toUpperCase();
	const code = letters === 'UK' ? 'GB' : letters;
	return library().isSupportedCountry(code) ? code : undefined;
}

/**
 * The international form, such as +4915112345678, of a number as it is dialed within a country. Undefined if no phone there can have
 * it; `ambiguous` if the digits may be a complete number of another country.
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
	// The library's mobile data treats only mobile numbers as valid.
	return { text: parsed.number, isMobile: parsed.isValid(), digits: parsed.nationalNumber.length };
}
