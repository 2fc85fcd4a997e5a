/** The only place that knows libphonenumber-js. The build makes the library a file of the package, which is loaded with the first number that is converted. */
import type * as Library from 'libphonenumber-js/min';

// An `import` would load the library together with the nodes.
const library = () => require('libphonenumber-js/min') as typeof Library;

/** Whether these two letters stand for a country that the library knows. */
export const isCountry = (code: string): code is Library.CountryCode => library().isSupportedCountry(code);

/**
 * The number as in +4915112345678; undefined when no phone can have it. `country` is where numbers without a country code belong.
 */
export function internationalNumber(text: string, country: string): string | undefined {
	const { parsePhoneNumberFromString } = library();
	const defaultCountry = country === '' ? {} : { defaultCountry: country as Library.CountryCode };
	const withPlus = lacksPlus(text, country) ? parsePhoneNumberFromString(`+${text}`, { extract: false }) : undefined;
	const number =
		withPlus?.isValid() === true ? withPlus : parsePhoneNumberFromString(text, { ...defaultCountry, extract: false });
	return number?.isPossible() === true && number.ext === undefined ? number.number : undefined;
}

/** Sheets and CRMs drop the plus. The library would put the code of a country with numbers of many lengths before it a second time. */
function lacksPlus(text: string, country: string): boolean {
	return country !== '' && text.startsWith(library().getCountryCallingCode(country as Library.CountryCode));
}
