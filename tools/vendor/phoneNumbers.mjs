/** What the build takes of libphonenumber-js: the rest of it stays out of the package. */
export { isSupportedCountry, parsePhoneNumberFromString } from '../../node_modules/libphonenumber-js/min/index.js';
