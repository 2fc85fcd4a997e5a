/** Phone numbers by the library's plans alone: what a test expects must not come from the code it tests. */
import fc from 'fast-check';
import { Metadata, type MetadataJson } from 'libphonenumber-js/core';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import data from 'libphonenumber-js/max/metadata';

interface Plan {
	/** What people dial before a number within the country, such as the text 0; the number 0 if they dial nothing. */
	nationalPrefix(): string | 0 | null;
	/** What they dial before the country code of another country; a pattern where there are several. */
	IDDPrefix(): string;
	type(name: string): { possibleLengths(): number[]; pattern(): string } | undefined;
}

const plans = new Metadata(data as MetadataJson);

/** Of a country, or of the main country with a code. */
export function planOf(country: string): Plan {
	plans.selectNumberingPlan(country as never);
	return plans.numberingPlan as unknown as Plan;
}

export const codeOf = (country: string): string => getCountryCallingCode(country as never);

export const allCountries: readonly string[] = getCountries();

export interface AnyNumber {
	country: string;
	e164: string;
	/** Without country code. */
	own: string;
}

const anyLike = (country: string, pattern: string): fc.Arbitrary<AnyNumber> =>
	fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((own) => ({ country, own, e164: `+${codeOf(country)}${own}` }));

/** Empty where mobile numbers look like landlines. */
const mobilePattern = (country: string) => planOf(country).type('MOBILE')?.pattern() ?? '';
const landlinePattern = (country: string) => planOf(country).type('FIXED_LINE')?.pattern() ?? '';

export const anyMobile = fc.oneof(
	...allCountries.map((country) => anyLike(country, mobilePattern(country) || landlinePattern(country))),
);

/** Any number that the library knows to be a landline. */
export const anyLandline = (countries: readonly string[]): fc.Arbitrary<AnyNumber> =>
	fc.oneof(
		...countries.flatMap((country) => {
			const pattern = landlinePattern(country);
			if (pattern === '') return [];
			const numbers = anyLike(country, pattern);
			const isLandline = ({ e164 }: AnyNumber) =>
				e164.length <= 16 && parsePhoneNumberFromString(e164, { extract: false })?.getType() === 'FIXED_LINE';
			// In some countries, such as the US, no number shows that it is a landline.
			return fc.sample(numbers, { numRuns: 20, seed: 7 }).some(isLandline) ? [numbers.filter(isLandline)] : [];
		}),
	);
