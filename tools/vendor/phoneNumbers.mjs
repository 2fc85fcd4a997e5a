/** What the build takes of libphonenumber-js: the rest of it stays out of the package. */
export {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	Metadata,
	parsePhoneNumberFromString,
} from '../../node_modules/libphonenumber-js/core/index.js';
