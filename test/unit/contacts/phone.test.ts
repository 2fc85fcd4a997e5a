import fc from 'fast-check';
import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { CODE_INCLUDED, countryCodes, countryOptions } from '../../../nodes/RcsPromotion/contacts/countries';
import { readPhone } from '../../../nodes/RcsPromotion/contacts/phone';
import {
	allCountries,
	anyLandline,
	anyMobile,
	asDialed,
	codeOf,
	dialsTrunkZero,
	planOf,
	withPlus,
	withZeros,
} from './spellings';

const GERMAN = { e164Number: 491_701_234_567, digits: '491701234567' };

describe('one number in many spellings', () => {
	test.each([
		'+49-170-123.45.67',
		'+49 0170 1234567',
		'0049 0170/1234567',
		'+49 170–1234567',
		' +49\u00a0170\u202f1234567\t',
		'\u202a+491701234567\u202c',
		'Mobile: +49 170 1234567',
		'SMS:+491701234567',
		'’0049 170 1234567',
		'＋４９ １７０ １２３４５６７',
		'（＋４９）１７０／１２３４５６７',
		'="0049 170 1234567"',
	])('%s', (text) => expect(readPhone(text)).toEqual(GERMAN));

	test.each(['Fax: +491701234567', 'Mutter: +49 170 1234567', 'Büro:+491701234567', 'telefax: +491701234567'])(
		'%s may be the number of another person, or of a fax',
		(text) => expect(readPhone(text)).toEqual({ reason: 'notOneNumber' }),
	);

	test.each(['0170 1234567', '0170/1234567', '(0170) 1234567', '170 1234567', '0049 170 1234567', '491701234567'])(
		'%s with the country Germany',
		(text) => expect(readPhone(text, 'DE')).toEqual(GERMAN),
	);

	test.each([
		['001 65 8123 4567', 'SG', '+6581234567'],
		['001 60 12 345 6789', 'SG', '+60123456789'],
		['0065 8123 4567', 'SG', '+6581234567'],
		['0049 170 1234567', 'US', '+491701234567'],
		['001 852 5123 4567', 'HK', '+85251234567'],
		['001 66 81 234 5678', 'TH', '+66812345678'],
		['001 82 10 2345 6789', 'KR', '+821023456789'],
		['001 1 415 555 2671', 'KR', '+14155552671'],
		['00700 82 10 2345 6789', 'KR', '+821023456789'],
		['00700 65 8123 4567', 'KR', '+6581234567'],
		['0082 10 2345 6789', 'KR', '+821023456789'],
		['001 855 12 345 678', 'KH', '+85512345678'],
		['001 49 170 1234567', 'KH', '+491701234567'],
		['007 855 12 345 678', 'KH', '+85512345678'],
		['007 1 415 555 2671', 'KH', '+14155552671'],
		['00855 12 345 678', 'KH', '+85512345678'],
		['011 49 170 1234567', 'US', '+491701234567'],
		// Read in the country's own way, each of these would be no number, or no mobile number.
		['0065 8026 3888', 'ID', '+6580263888'],
		['00966 57 916 3888', 'TH', '+966579163888'],
		['0066 64 342 1619', 'TH', '+66643421619'],
		['0066 81 773 8888', 'JP', '+66817738888'],
		['(415) 555-2671', 'us', '+14155552671'],
		['06 12 34 56 78', 'FR', '+33612345678'],
		['07911 123456', 'uk', '+447911123456'],
	])("%s from %s: the country's own prefix", (text, country, sent) =>
		expect(readPhone(text, country)).toEqual({ e164Number: Number(sent), digits: sent.slice(1) }),
	);
});

type Text = [text: string, country?: string];

/** All of them at once: `expect` takes longer than reading a number. */
function expectRead(expected: object, texts: Text[]): void {
	expect(texts.map((text) => [text, readPhone(...text)])).toEqual(texts.map((text) => [text, expected]));
}

const between = fc.constantFrom('', ' ', '-', '.', '/', '\u00a0');

/** One phone, however it is written. Computed by the example numbers of the library alone. */
test('any two spellings of a number are one person, in every country', () => {
	const known = countryCodes.flatMap((country) => {
		const number = getExampleNumber(country as never, examples);
		// Five digits after a dot could as well be the decimals of a spreadsheet.
		const isLong = number && number.nationalNumber.length >= 7;
		return isLong ? [{ country, code: codeOf(country), number }] : [];
	});
	expect(known.length).toBeGreaterThan(200);
	const abroad = (country: string) => {
		const prefix = planOf(country).IDDPrefix();
		return /^\d+$/.test(prefix) ? prefix : '00';
	};
	const split = (digits: string, by: string) => `${digits.slice(0, 3)}${by}${digits.slice(3)}`;
	const inFront = fc.constantFrom('', '', 'tel:', 'whatsapp:', 'p:', "'", '’', 'Phone: ');
	const asWritten = (text: string, isWide: boolean) =>
		isWide ? text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)) : text;
	const given = [fc.constantFrom(...known), between, between, inFront, fc.boolean()] as const;
	fc.assert(
		fc.property(...given, ({ country, code, number }, one, two, front, isWide) => {
			const { nationalNumber, number: e164 } = number;
			const own = split(nationalNumber, one);
			const spellings = [
				`+${code}${one}${own}`,
				`00${code}${two}${own}`,
				`(+${code})${one}${own}`,
				`+${code} (${nationalNumber.slice(0, 3)})${two}${nationalNumber.slice(3)}`,
			];
			const dialed = number.formatNational();
			const bare = dialed.replace(/^\D+/, '').replace(/\D/g, two || ' ');
			const inCountry = [dialed, bare, own, `00${code}${two}${own}`, `${abroad(country)}${one}${code} ${own}`];
			expectRead({ e164Number: Number(e164), digits: e164.slice(1) }, [
				...spellings.map((spelling): Text => [`${front}${asWritten(spelling, isWide)}`]),
				...inCountry.map((text): Text => [text, country]),
				[`${code}${nationalNumber}`, CODE_INCLUDED],
			]);
		}),
		{ numRuns: 1500, seed: 7 },
	);
});

/** In Colombia, the digit after the zero would be that of a carrier, and the rest is too short for a number. */
const ZERO_IS_REFUSED = ['CO'];

test('with a zero before it, a number is the same person, in every country that dials one', () => {
	const countries = allCountries.filter((country) => dialsTrunkZero(country) && !ZERO_IS_REFUSED.includes(country));
	expect(countries.length).toBeGreaterThan(100);
	fc.assert(
		fc.property(anyMobile(countries), between, (mobile, by) => {
			const { country, e164 } = mobile;
			const expected = { e164Number: Number(e164), digits: e164.slice(1) };
			expectRead(expected, [
				...withPlus(mobile, by).flatMap((text): Text[] => [[text], [text, country]]),
				...withZeros(mobile, by).map((text): Text => [text]),
				...asDialed(mobile, by).map((text): Text => [text, country]),
			]);
		}),
		{ numRuns: 800, seed: 7 },
	);
	for (const country of ZERO_IS_REFUSED) {
		fc.assert(
			fc.property(anyMobile([country]), ({ code, own }) => {
				for (const text of [`+${code} 0${own}`, `+${code} (0)${own}`, `00${code} 0${own}`])
					expect([text, readPhone(text)]).toEqual([text, { reason: 'impossible' }]);
			}),
			{ numRuns: 50, seed: 7 },
		);
	}
});

// Abroad, Argentina's mobile numbers have a 9 before the area code; within the country, a 15 after it.
test.each([
	['+54 9 11 2345-6789', ''],
	['+54 11 15 2345-6789', ''],
	['+54 011 15 2345-6789', ''],
	['+54 (0)11 15 2345-6789', ''],
	['0054 011 15 2345-6789', ''],
	['011 15 2345-6789', 'AR'],
	['9 11 2345-6789', 'AR'],
])('%s with the country "%s": a mobile number of Argentina', (text, country) =>
	expect(readPhone(text, country)).toEqual({ e164Number: 5491123456789, digits: '5491123456789' }),
);

// WhatsApp's tools still write the 1 that mobile numbers of Mexico had until 2019.
test.each([
	['+52 1 55 1234 5678', ''],
	['005215512345678', ''],
	['5215512345678', CODE_INCLUDED],
	['5215512345678', 'MX'],
	['55 1234 5678', 'MX'],
])('%s with the country "%s": a mobile number of Mexico', (text, country) =>
	expect(readPhone(text, country)).toMatchObject({ e164Number: 525512345678 }),
);

describe('what gets no RCS messages', () => {
	test.each([
		['030 901820', 'DE', '+4930901820'],
		['06 12 34 56 78', 'DE', '+49612345678'],
		['01 42 68 53 00', 'FR', '+33142685300'],
		['+44 20 7946 0018', '', '+442079460018'],
		['+49 800 1234567', '', '+498001234567'],
		['+1 800 555 0199', '', '+18005550199'],
		['0900 1 123456', 'DE', '+499001123456'],
		['+39 06 69821', '', '+390669821'],
	])('%s with the country "%s"', (text, country, sent) =>
		expect(readPhone(text, country)).toEqual({ e164Number: Number(sent), digits: sent.slice(1), kind: 'landline' }),
	);

	test('where mobile numbers look like landlines, no number counts as a landline', () => {
		for (const text of ['+1 415 555 2671', '+52 55 1234 5678'])
			expect(readPhone(text)).not.toHaveProperty('kind', 'landline');
	});

	test('a number of Argentina without the 9 may lack it, or be a landline', () => {
		for (const [text, country] of [
			['+54 11 2345-6789', ''],
			['011 2345-6789', 'AR'],
		] as const)
			expect(readPhone(text, country)).toEqual({
				e164Number: 5491123456789,
				digits: '541123456789',
				kind: 'withoutNine',
			});
	});

	test('of every country that tells landlines apart, none passes for a mobile phone', () => {
		const countries = new Set<string>();
		fc.assert(
			fc.property(anyLandline(allCountries.filter((country) => country !== 'AR')), ({ country, own, e164 }) => {
				countries.add(country);
				expectRead(expect.objectContaining({ kind: 'landline' }) as object, [
					[e164],
					[e164.replace('+', '00')],
					[`tel:${e164}`],
					[e164.slice(1), CODE_INCLUDED],
				]);
				// Within the country, the digits may also be a whole number of another one, which is asked.
				const dialed = readPhone(own, country);
				if (dialed.reason === undefined && dialed.e164Number === Number(e164)) expect(dialed.kind).toBe('landline');
			}),
			{ numRuns: 5000, seed: 7 },
		);
		expect(countries.size).toBeGreaterThan(150);
	});

	test('no mobile number of any country counts as a landline', () => {
		fc.assert(
			fc.property(anyMobile(allCountries), ({ e164 }) => {
				const phone = readPhone(e164);
				if ('kind' in phone && phone.kind === 'landline') throw new Error(`${e164} counts as a landline`);
			}),
			{ numRuns: 5000, seed: 7 },
		);
	});
});

test('with the country code included, digits are read as they are, and a plus or 00 changes nothing', () => {
	expect(readPhone('49 170 1234567', CODE_INCLUDED)).toEqual(GERMAN);
	for (const text of ['+491701234567', '0049 170 1234567']) expect(readPhone(text, CODE_INCLUDED)).toEqual(GERMAN);
});

test('the list of countries is that of the library, by name', async () => {
	const { getCountries } = await import('libphonenumber-js/max');
	expect([...countryCodes].sort()).toEqual([...getCountries()].sort());
	const [first, ...others] = countryOptions;
	expect(first?.value).toBe(CODE_INCLUDED);
	expect(others.map(({ name }) => name)).toEqual(
		[...others.map(({ name }) => name)].sort((a, b) => a.localeCompare(b, 'en')),
	);
	expect(others).toContainEqual({ name: 'Germany', value: 'DE' });
});
