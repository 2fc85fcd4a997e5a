/** The only place that knows libphonenumber-js. The build makes the library a file of the package, which is loaded with the first number that is converted. */
import type * as Library from 'libphonenumber-js/min';

// An `import` would load the library together with the nodes.
const library = () => require('libphonenumber-js/min') as typeof Library;

/** Of a mobile phone, without the country code. */
const MOST_MOBILE_DIGITS = 11;

/** Whether these two letters stand for a country that the library knows. */
export const isCountry = (code: string): code is Library.CountryCode => library().isSupportedCountry(code);

/**
 * The number as in +4915112345678; undefined when no phone can have it. `country` is where numbers without a country code belong.
 */
export function internationalNumber(text: string, country: string): string | undefined {
	const { parsePhoneNumberFromString: parse, getCountryCallingCode } = library();
	const defaultCountry = country === '' ? undefined : (country as Library.CountryCode);
	const asWritten = parse(text, { ...(defaultCountry ? { defaultCountry } : {}), extract: false });
	// Sheets and CRMs drop the plus. Where numbers have many lengths, as in Germany, the library puts the code before it once more.
	const hasCode = defaultCountry !== undefined && text.startsWith(getCountryCallingCode(defaultCountry));
	const isTooLong = (asWritten?.nationalNumber.length ?? 0) > MOST_MOBILE_DIGITS;
	const withPlus = hasCode && isTooLong ? parse(`+${text}`, { extract: false }) : undefined;
	const number = withPlus?.isValid() === true ? withPlus : asWritten;
	return number?.isPossible() === true && number.ext === undefined ? number.number : undefined;
}
