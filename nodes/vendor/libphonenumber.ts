/** The only file that uses libphonenumber-js. The build bundles the library into a file of the package, which is loaded for the first number. */
import type * as Library from 'libphonenumber-js/core';

// An `import` would load the library as soon as the nodes are loaded; a `require` for each number would take longer than reading it.
let loaded: { library: typeof Library; data: Library.MetadataJson } | undefined;
const phoneNumbers = () =>
	(loaded ??= {
		library: require('libphonenumber-js/core') as typeof Library,
		/** The numbering plans of all countries, which also tell mobile numbers from landlines. */
		data: require('libphonenumber-js/max/metadata') as Library.MetadataJson,
	});

/** A number in E.164 form has at most this many digits. */
const MOST_DIGITS = 15;

/** The two letters of a country, from any case; undefined if there is no such country. */
export function countryCode(text: string): Library.CountryCode | undefined {
	const letters = text.trim().toUpperCase();
	const code = (letters === 'UK' ? 'GB' : letters) as Library.CountryCode;
	const { library, data } = phoneNumbers();
	return library.isSupportedCountry(code, data) ? code : undefined;
}

/** The E.164 form of + and digits that begin with a country code; undefined if there can be no such number. */
export function internationalNumber(text: string): string | undefined {
	return hasPlainForm(text) ? text : parsed(text)?.e164;
}

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
	const national = parsed(digits, country);
	if (national?.isMobile === true) return national.e164;
	const whole = parsed(`+${digits}`);
	if (!whole || whole.e164 === national?.e164) return national?.e164;
	const { library, data } = phoneNumbers();
	const code = library.getCountryCallingCode(country, data);
	return whole.isMobile && whole.e164.startsWith(`+${code}`) ? whole.e164 : 'ambiguous';
}

function parsed(text: string, defaultCountry?: Library.CountryCode): { e164: string; isMobile: boolean } | undefined {
	const { library, data } = phoneNumbers();
	const found = library.parsePhoneNumberFromString(text, { defaultCountry, extract: false }, data);
	if (!found || found.ext !== undefined || found.number.length > MOST_DIGITS + 1) return undefined;
	// Some countries have landlines of any length, so a mobile number that lost its end would pass as possible.
	const digits = found.number.slice(1);
	if (!found.isValid() && planOf(digits.slice(0, 3))?.lengths.has(digits.length) !== true) return undefined;
	const type = found.getType();
	return { e164: found.number, isMobile: type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' };
}

/** What the numbers of one country code have in common. */
interface NumberingPlan {
	code: string;
	/** How many digits a mobile number can have, with the country code. */
	lengths: ReadonlySet<number>;
	/** What is dialed in front of a number within the country, such as 0. */
	prefix: RegExp | undefined;
}

/** Whether the library would leave this as it is. Parsing a million numbers takes seconds. */
function hasPlainForm(text: string): boolean {
	const plan = planOf(text.slice(1, 4));
	return plan?.lengths.has(text.length - 1) === true && plan.prefix?.test(text.slice(1 + plan.code.length)) !== true;
}

/** By the first three digits, because no country code is longer, or the beginning of another one. */
function planOf(start: string): NumberingPlan | undefined {
	const known = byStart.get(start);
	if (known || byStart.has(start)) return known;
	plans ??= numberingPlans();
	const plan = plans.get(start.slice(0, 1)) ?? plans.get(start.slice(0, 2)) ?? plans.get(start);
	byStart.set(start, plan);
	return plan;
}

const byStart = new Map<string, NumberingPlan | undefined>();
let plans: Map<string, NumberingPlan> | undefined;

interface PlanOfLibrary {
	possibleLengths(): number[];
	/** Undefined for a kind of numbers that the country does not have. */
	type(name: string): { possibleLengths(): number[] } | undefined;
	nationalPrefixForParsing(): string | null;
}

/** Countries that share a code share only the lengths that all of them have. */
function numberingPlans(): Map<string, NumberingPlan> {
	const { library, data } = phoneNumbers();
	const plansOfLibrary = new library.Metadata(data);
	const found = new Map<string, NumberingPlan>();
	for (const country of library.getCountries(data)) {
		const code = library.getCountryCallingCode(country, data);
		plansOfLibrary.selectNumberingPlan(country);
		// The library's types leave out the second one.
		const plan = plansOfLibrary.numberingPlan as unknown as PlanOfLibrary;
		const all = (plan.type('MOBILE') ?? plan).possibleLengths().map((length) => length + code.length);
		const lengths = all.filter((length) => length <= MOST_DIGITS);
		const known = found.get(code);
		found.set(code, {
			code,
			lengths: new Set(known ? lengths.filter((length) => known.lengths.has(length)) : lengths),
			prefix: eitherOf(known?.prefix, plan.nationalPrefixForParsing()),
		});
	}
	return found;
}

function eitherOf(known: RegExp | undefined, prefix: string | null): RegExp | undefined {
	const parts = [known?.source, prefix ? `^(?:${prefix})` : undefined].filter((part) => part !== undefined);
	return parts.length === 0 ? undefined : new RegExp([...new Set(parts)].join('|'));
}
