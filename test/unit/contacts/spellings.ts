/**
 * Phone numbers and the ways in which people write them, from the library's plans of numbers alone: what a test expects must not come from
 * the code it tests.
 */
import fc from 'fast-check';
import { Metadata, type MetadataJson } from 'libphonenumber-js/core';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import data from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';

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

export interface Mobile {
	country: string;
	e164: string;
	code: string;
	/** Without country code and trunk prefix. */
	own: string;
	/** Empty in a country that dials none. */
	trunk: string;
}

const mobileOf = (country: string, own: string): Mobile => {
	const code = codeOf(country);
	return { country, code, own, e164: `+${code}${own}`, trunk: planOf(country).nationalPrefix() || '' };
};

export const dialsTrunkZero = (country: string): boolean => planOf(country).nationalPrefix() === '0';

export const allCountries: readonly string[] = getCountries();

/** The number by which the library shows what a mobile number of a country looks like. */
export const exampleOf = (country: string): Mobile =>
	mobileOf(country, getExampleNumber(country as never, examples)?.nationalNumber ?? '');

/** Any mobile number of one of these countries. */
export const anyMobile = (countries: readonly string[]): fc.Arbitrary<Mobile> =>
	fc.oneof(
		...countries.map((country) => {
			const plan = planOf(country);
			// Empty where mobile numbers look like landlines.
			const pattern = plan.type('MOBILE')?.pattern() || (plan.type('FIXED_LINE')?.pattern() ?? '');
			return fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((own) => mobileOf(country, own));
		}),
	);

/** Any number of one of these countries that the library knows to be a landline. */
export const anyLandline = (countries: readonly string[]): fc.Arbitrary<Mobile> =>
	fc.oneof(
		...countries.flatMap((country) => {
			const pattern = planOf(country).type('FIXED_LINE')?.pattern() ?? '';
			if (pattern === '') return [];
			const numbers = fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((own) => mobileOf(country, own));
			const isLandline = ({ e164 }: Mobile) =>
				e164.length <= 16 && parsePhoneNumberFromString(e164, { extract: false })?.getType() === 'FIXED_LINE';
			// In some countries, such as the US, no number shows that it is a landline.
			return fc.sample(numbers, { numRuns: 20, seed: 7 }).some(isLandline) ? [numbers.filter(isLandline)] : [];
		}),
	);

const split = (digits: string, by: string) => `${digits.slice(0, 3)}${by}${digits.slice(3)}`;

/** With + and the country code. */
export function withPlus({ code, own, trunk }: Mobile, by = ' '): string[] {
	const start = own.slice(0, 3);
	const spellings = [`${by}${split(own, by)}`, ` (${start})${by}${own.slice(3)}`];
	if (trunk === '0')
		spellings.push(`${by}0${split(own, by)}`, ` (0)${split(own, by)}`, ` (0${start})${by}${own.slice(3)}`);
	return [...spellings.map((rest) => `+${code}${rest}`), `(+${code})${by}${trunk === '0' ? '0' : ''}${split(own, by)}`];
}

/** With 00 in place of the +. */
export const withZeros = (mobile: Mobile, by = ' '): string[] =>
	withPlus(mobile, by).map((text) => text.replace('+', '00'));

/** As people of the country write it, with its own prefix for calls abroad, too. */
export function asDialed({ country, code, own, trunk }: Mobile, by = ' '): string[] {
	const start = `${trunk}${own.slice(0, 3)}`;
	const abroad = planOf(country).IDDPrefix();
	const spellings = [split(own, by), `${start}${by}${own.slice(3)}`, `(${start})${by}${own.slice(3)}`];
	return /^\d+$/.test(abroad) ? [...spellings, `${abroad}${by}${code} ${own}`] : spellings;
}
