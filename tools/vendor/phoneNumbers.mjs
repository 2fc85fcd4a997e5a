/** What the build takes of libphonenumber-js: the rest of it stays out of the package. */
export {
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
} from '../../node_modules/libphonenumber-js/mobile/index.js';
