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

/** Whether a text is a number in E.164 form for certain. Nearly all are written like this, and parsing a million takes seconds. */
export const isPlainNumber = (text: string): boolean => planOf(text)?.plain.test(text) === true;

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
	const { code, mobile } = dialingIn(country);
	const number = mobile.exec(digits)?.groups?.number;
	if (number !== undefined) return `+${code}${number}`;
	const national = parsed(digits, country);
	if (digits.startsWith('00')) return eitherOf(national?.e164, internationalNumber(`+${digits.slice(2)}`), `+${code}`);
	if (national?.isMobile === true) return national.e164;
	const whole = parsed(`+${digits}`);
	if (!whole || whole.e164 === national?.e164) return national?.e164;
	return whole.isMobile && whole.e164.startsWith(`+${code}`) ? whole.e164 : 'ambiguous';
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
	if (!type && planOf(found.number)?.lengths.has(found.number.length - 1) !== true) return undefined;
	const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
	// The library takes away one zero after the country code, so a number that has two would be another one the next time.
	if (!isMobile && text !== found.number && parsed(found.number)?.e164 !== found.number) return undefined;
	return { e164: found.number, isMobile };
}

/** What the library knows of the numbers of a country. Its own types leave this out. */
interface RulesOfLibrary {
	possibleLengths(): number[];
	/** Undefined for a kind of numbers that the country does not have. */
	type(name: string): { possibleLengths(): number[]; pattern(): string } | undefined;
	/** What is dialed in front of a number within the country, as a pattern; 0 if nothing is. */
	nationalPrefixForParsing(): string | 0 | null;
}

function rulesOf(country: Library.CountryCode): RulesOfLibrary {
	const { library, data } = phoneNumbers();
	const plans = new library.Metadata(data);
	plans.selectNumberingPlan(country);
	return plans.numberingPlan as unknown as RulesOfLibrary;
}

interface Dialing {
	/** The country code. */
	code: string;
	/** Mobile numbers as most people write them: with the prefix, if that is always the same digits, or without. */
	mobile: RegExp;
}

const dialings = new Map<Library.CountryCode, Dialing>();

/** Numbers of this form need not be parsed, which takes ten seconds for a million. */
function dialingIn(country: Library.CountryCode): Dialing {
	const known = dialings.get(country);
	if (known) return known;
	const { library, data } = phoneNumbers();
	const code = library.getCountryCallingCode(country, data);
	const rules = rulesOf(country);
	const prefix = rules.nationalPrefixForParsing() || '';
	// The library leaves the pattern of mobile numbers empty where they look like landlines.
	const number = rules.type('MOBILE')?.pattern() || rules.type('FIXED_LINE')?.pattern() || '(?!)';
	const mobile = new RegExp(`^(?:${/^\d+$/.test(prefix) ? prefix : ''})?(?<number>${number})$`);
	const dialing = { code, mobile };
	dialings.set(country, dialing);
	return dialing;
}

interface NumberingPlan {
	/** How many digits a mobile number can have, with the country code. */
	lengths: ReadonlySet<number>;
	/** What the library would leave as it is: the country code and such a number, without a prefix for calls within the country. */
	plain: RegExp;
}

let plans: ReadonlyMap<string, NumberingPlan> | undefined;

/** The plan of a text that begins with + and a country code. */
const planOf = (text: string): NumberingPlan | undefined => (plans ??= plansByStart()).get(text.slice(0, 4));

/** By + and three digits, because no country code is longer, or the beginning of another one. */
function plansByStart(): ReadonlyMap<string, NumberingPlan> {
	const byCode = numberingPlans();
	const found = new Map<string, NumberingPlan>();
	for (let number = 100; number < 1000; number++) {
		const start = String(number);
		const plan = byCode.get(start.slice(0, 1)) ?? byCode.get(start.slice(0, 2)) ?? byCode.get(start);
		if (plan) found.set(`+${start}`, plan);
	}
	return found;
}

function numberingPlans(): ReadonlyMap<string, NumberingPlan> {
	const found = new Map<string, NumberingPlan>();
	for (const [code, { lengths, prefixes }] of rulesByCode()) {
		const noPrefix = [...prefixes].map((prefix) => `(?!${prefix})`).join('');
		const digits = [...lengths].map((length) => `\\d{${length - code.length}}`);
		const plain = new RegExp(`^\\+${code}${noPrefix}(?:${digits.join('|')})$`);
		if (digits.length > 0) found.set(code, { lengths, plain });
	}
	return found;
}

/** Countries that share a code share only the lengths that all of them have, and every prefix. */
function rulesByCode(): Map<string, { lengths: Set<number>; prefixes: Set<string> }> {
	const { library, data } = phoneNumbers();
	const found = new Map<string, { lengths: Set<number>; prefixes: Set<string> }>();
	for (const country of library.getCountries(data)) {
		const code = library.getCountryCallingCode(country, data);
		const rules = rulesOf(country);
		const lengths = (rules.type('MOBILE') ?? rules).possibleLengths().map((length) => length + code.length);
		const known = found.get(code);
		const shared = lengths.filter((length) => length <= MOST_DIGITS && known?.lengths.has(length) !== false);
		const prefix = rules.nationalPrefixForParsing();
		const prefixes = known?.prefixes ?? new Set();
		if (prefix) prefixes.add(prefix);
		found.set(code, { lengths: new Set(shared), prefixes });
	}
	return found;
}
