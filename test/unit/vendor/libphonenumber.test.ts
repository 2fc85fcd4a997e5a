/** What we read of a number without the library, and how we choose between its readings, is what the library says. */
import fc from 'fast-check';
import { getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { internationalNumber, numberIn } from '../../../nodes/vendor/libphonenumber';
import { allCountries, codeOf, planOf } from '../contacts/spellings';

const mobileNumbersOf = (country: string) => planOf(country).type('MOBILE');

/** The digits that mobile numbers of a country begin with, seen in a thousand of them. */
const firstDigits = new Map<string, Set<string>>();
function mayBeginMobile(code: string, digit: string): boolean {
	let digits = firstDigits.get(code);
	if (!digits) {
		const pattern = mobileNumbersOf(code)?.pattern() || (planOf(code).type('FIXED_LINE')?.pattern() ?? '');
		const numbers = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 1000, seed: 7 });
		firstDigits.set(code, (digits = new Set(numbers.map((number) => number.charAt(0)))));
	}
	return digits.has(digit);
}

/** The number that a text is by the library alone, in full. */
function asLibraryReads(text: string, defaultCountry?: never) {
	const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
	if (!parsed || parsed.number.length > 16) return undefined;
	const { countryCallingCode: code, number } = parsed;
	const isReadAsItself = parsePhoneNumberFromString(number, { extract: false })?.number === number;
	const own = number.slice(1 + code.length);
	const isLong = Math.max(0, ...(mobileNumbersOf(code)?.possibleLengths() ?? [])) === own.length;
	const isOne = isReadAsItself && (parsed.isValid() || (isLong && mayBeginMobile(code, own.charAt(0))));
	const isMobile = ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(parsed.getType() ?? '');
	return isOne ? { number, isMobile, isKnown: parsed.isValid() } : undefined;
}

const anyDigits = (min: number, max: number) =>
	fc.integer({ min, max }).chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)));

test('+ and digits are what the library says, and what it does not know looks like a mobile number', () => {
	const anyCode = fc.constantFrom(...new Set(allCountries.map(codeOf)), '800', '882', '888', '979', '999');
	const mobile = allCountries.flatMap((country) => {
		const pattern = mobileNumbersOf(country)?.pattern() ?? '';
		if (pattern === '') return [];
		return [fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((number) => `+${codeOf(country)}${number}`)];
	});
	const anything = fc.tuple(anyCode, anyDigits(0, 13)).map(([code, rest]) => `+${code}${rest}`);
	fc.assert(
		fc.property(fc.oneof(anything, fc.oneof(...mobile)), (text) => {
			const number = internationalNumber(text)?.e164;
			expect(number).toBe(asLibraryReads(text)?.number);
			if (number !== undefined) expect(internationalNumber(number)?.e164).toBe(number);
		}),
		{ numRuns: 10_000, seed: 7 },
	);
});

test('the short way for numbers as dialed within their country says what the library says', () => {
	const mobile = allCountries.flatMap((country) => {
		const example = getExampleNumber(country as never, examples)?.nationalNumber;
		return example === undefined ? [] : [{ country, example }];
	});
	const start = fc.constantFrom('', '', '0', '0', '8', '1', '00', 'code', '0code');
	fc.assert(
		fc.property(
			fc.constantFrom(...mobile),
			start,
			fc.nat(8),
			anyDigits(10, 10),
			fc.constantFrom(0, 0, 0, -1, 1),
			({ country, example }, before, kept, others, more) => {
				const code = codeOf(country);
				const number = `${example.slice(0, kept)}${others}`.slice(0, example.length + more);
				const digits = `${before.replace('code', code)}${number}`;
				const national = asLibraryReads(digits, country as never);
				const whole = asLibraryReads(`+${digits}`);
				const isWhole = whole?.isMobile === true && whole.number.startsWith(`+${code}`);
				const isNational = national?.isMobile === true || !whole || whole.number === national?.number;
				const asDialed = isNational ? national?.number : isWhole ? whole.number : 'ambiguous';
				const readings = [national, asLibraryReads(`+${digits.slice(2)}`)].filter((one) => one !== undefined);
				// A mobile number before any other, and what the library knows before what it does not.
				const best = [readings.filter((one) => one.isMobile), readings.filter((one) => one.isKnown), readings];
				const written = (best.find((some) => some.length > 0) ?? []).map((one) => one.number);
				const own = written.filter((one) => one.startsWith(`+${code}`));
				const isKnown = readings.some((one) => one.isKnown);
				const meant = new Set(own.length === 1 && isKnown ? own : written);
				const asWritten = meant.size > 1 ? 'ambiguous' : [...meant][0];
				const expected = digits.startsWith('00') ? asWritten : asDialed;
				const found = numberIn(country as never, digits);
				expect([country, digits, found === 'ambiguous' ? found : found?.e164]).toEqual([country, digits, expected]);
			},
		),
		{ numRuns: 5000, seed: 7 },
	);
});
