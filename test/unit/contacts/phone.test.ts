import fc from 'fast-check';
import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { CODE_INCLUDED, countryCodes, countryOptions } from '../../../nodes/RcsPromotion/contacts/countries';
import { readPhone } from '../../../nodes/RcsPromotion/contacts/phone';
import { allCountries, anyLandline, anyMobile, codeOf, planOf } from './spellings';

const sentAs = (e164: string) => ({ e164Number: Number(e164), digits: e164.slice(1) });

describe('one number in many spellings', () => {
	test.each([
		['+49-170-123.45.67', ''],
		['+49 0170 1234567', ''],
		['0049 0170/1234567', ''],
		['+49 170–1234567', ''],
		[' +49\u00a0170\u202f1234567\t', ''],
		['\u202a+491701234567\u202c', ''],
		['Mobile: +49 170 1234567', ''],
		['SMS:+491701234567', ''],
		['’0049 170 1234567', ''],
		['（＋４９）１７０／１２３４５６７', ''],
		['="0049 170 1234567"', ''],
		['(0170) 1234567', 'DE'],
		['170 1234567', 'DE'],
		['491701234567', 'DE'],
		['49 170 1234567', CODE_INCLUDED],
		['+491701234567', CODE_INCLUDED],
		['0049 170 1234567', CODE_INCLUDED],
	])('%s with the country "%s"', (text, country) => expect(readPhone(text, country)).toEqual(sentAs('+491701234567')));

	test.each([
		['0065 8123 4567', 'SG', '+6581234567'],
		['001 60 12 345 6789', 'SG', '+60123456789'],
		['001 82 10 2345 6789', 'KR', '+821023456789'],
		['001 1 415 555 2671', 'KR', '+14155552671'],
		['00700 65 8123 4567', 'KR', '+6581234567'],
		['001 855 12 345 678', 'KH', '+85512345678'],
		['007 1 415 555 2671', 'KH', '+14155552671'],
		['011 49 170 1234567', 'US', '+491701234567'],
		// Read in the country's own way, each of these would be no number, or no mobile number.
		['0065 8026 3888', 'ID', '+6580263888'],
		['0066 64 342 1619', 'TH', '+66643421619'],
		['0066 81 773 8888', 'JP', '+66817738888'],
		['(415) 555-2671', 'us', '+14155552671'],
		['07911 123456', 'uk', '+447911123456'],
	])("%s from %s: the country's own prefix", (text, country, sent) =>
		expect(readPhone(text, country)).toEqual(sentAs(sent)),
	);
});

type Text = [text: string, country?: string];

/** All of them at once: `expect` takes longer than reading a number. */
function expectRead(expected: object, texts: Text[]): void {
	expect(texts.map((text) => [text, readPhone(...text)])).toEqual(texts.map((text) => [text, expected]));
}

/** In Colombia, the digit after the zero would be that of a carrier, and the rest is too short for a number. */
const ZERO_IS_REFUSED = ['CO'];

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
	const between = fc.constantFrom('', ' ', '-', '.', '/', '\u00a0');
	const inFront = fc.constantFrom('', '', 'tel:', 'whatsapp:', 'p:', "'", '’', 'Phone: ');
	const asWritten = (text: string, isWide: boolean) =>
		isWide ? text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)) : text;
	const given = [fc.constantFrom(...known), between, between, inFront, fc.boolean()] as const;
	fc.assert(
		fc.property(...given, ({ country, code, number }, one, two, front, isWide) => {
			const [start, end] = [number.nationalNumber.slice(0, 3), number.nationalNumber.slice(3)];
			const own = `${start}${one}${end}`;
			const hasZero = planOf(country).nationalPrefix() === '0' && !ZERO_IS_REFUSED.includes(country);
			const international = [
				...[
					`+${code}${one}${own}`,
					`00${code}${two}${own}`,
					`(+${code})${one}${own}`,
					`+${code} (${start})${two}${end}`,
				],
				...(hasZero ? [`+${code}${two}0${own}`, `+${code} (0)${own}`, `+${code} (0${start})${one}${end}`] : []),
				...(hasZero ? [`00${code}${two}0${own}`, `(+${code})${one}0${own}`] : []),
			];
			const dialed = number.formatNational();
			const bare = dialed.replace(/^\D+/, '').replace(/\D/g, two || ' ');
			const inCountry = [dialed, bare, own, `00${code}${two}${own}`, `${abroad(country)}${one}${code} ${own}`];
			expectRead(sentAs(number.number), [
				...international.flatMap((text): Text[] => [[`${front}${asWritten(text, isWide)}`], [text, country]]),
				...inCountry.map((text): Text => [text, country]),
				[`${code}${number.nationalNumber}`, CODE_INCLUDED],
			]);
		}),
		{ numRuns: 1500, seed: 7 },
	);
});

// Abroad, Argentina's mobile numbers have a 9 before the area code; within the country, a 15 after it.
test.each([
	['+54 9 11 2345-6789', ''],
	['+54 (0)11 15 2345-6789', ''],
	['0054 011 15 2345-6789', ''],
	['011 15 2345-6789', 'AR'],
	['9 11 2345-6789', 'AR'],
])('%s with the country "%s": a mobile number of Argentina', (text, country) =>
	expect(readPhone(text, country)).toEqual(sentAs('+5491123456789')),
);

// WhatsApp's tools still write the 1 that mobile numbers of Mexico had until 2019.
test.each([
	['+52 1 55 1234 5678', ''],
	['5215512345678', CODE_INCLUDED],
	['5215512345678', 'MX'],
	['55 1234 5678', 'MX'],
])('%s with the country "%s": a mobile number of Mexico', (text, country) =>
	expect(readPhone(text, country)).toMatchObject({ e164Number: 525512345678 }),
);

describe('what gets no RCS messages', () => {
	test.each([
		['030 901820', 'DE', '+4930901820'],
		// Of a mobile number of France.
		['06 12 34 56 78', 'DE', '+49612345678'],
		['+49 800 1234567', '', '+498001234567'],
		['0900 1 123456', 'DE', '+499001123456'],
		['+39 06 69821', '', '+390669821'],
	])('%s with the country "%s"', (text, country, sent) =>
		expect(readPhone(text, country)).toEqual({ ...sentAs(sent), kind: 'landline' }),
	);

	test.each(['+1 415 555 2671', '+52 55 1234 5678'])('%s, which may be either, is no landline', (text) =>
		expect(readPhone(text)).not.toHaveProperty('kind', 'landline'),
	);

	test.each([
		['+54 11 2345-6789', ''],
		['011 2345-6789', 'AR'],
	])('%s with the country "%s" may lack its 9, or be a landline of Argentina', (text, country) =>
		expect(readPhone(text, country)).toEqual({
			...{ e164Number: 5491123456789, digits: '541123456789', kind: 'withoutNine' },
		}),
	);

	test('of every country that tells landlines apart, none passes for a mobile phone', () => {
		const countries = new Set<string>();
		fc.assert(
			fc.property(anyLandline(allCountries.filter((country) => country !== 'AR')), ({ country, own, e164 }) => {
				countries.add(country);
				const landline = expect.objectContaining({ kind: 'landline' }) as object;
				expectRead(landline, [[e164], [e164.replace('+', '00')], [`tel:${e164}`], [e164.slice(1), CODE_INCLUDED]]);
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
			fc.property(anyMobile, ({ e164 }) => {
				const phone = readPhone(e164);
				if ('kind' in phone && phone.kind === 'landline') throw new Error(`${e164} counts as a landline`);
			}),
			{ numRuns: 5000, seed: 7 },
		);
	});
});

describe('what is no phone number, or not certainly one', () => {
	test.each([
		['', '', 'noNumber'],
		['  ', '', 'noNumber'],
		['0170 1234567', '', 'noCountry'],
		['491701234567', '', 'noCountry'],
		['0170 1234567', 'Germany', 'unknownCountry'],
		['4.91742E+11', 'DE', 'spreadsheet'],
		['4,91742E11', '', 'spreadsheet'],
		['491511234567.0', '', 'spreadsheet'],
		['491511234567,00', '', 'spreadsheet'],
		['4915112345678.5', 'DE', 'spreadsheet'],
		['-4915112345678', 'DE', 'notOneNumber'],
		['+49 151 12345678 (2)', '', 'notOneNumber'],
		['+49 151 12345678 ext 5', '', 'notOneNumber'],
		['(030) 123 (040) 4567', 'DE', 'notOneNumber'],
		['+491701234567 +491701234568', '', 'notOneNumber'],
		['+491701234567, +491701234568', '', 'notOneNumber'],
		['0170 1234567/8', 'DE', 'notOneNumber'],
		['unbekannt', 'DE', 'notOneNumber'],
		['+49170123456x', '', 'notOneNumber'],
		['49+1701234567', '', 'notOneNumber'],
		['+49 17o 123 4567', '', 'notOneNumber'],
		['tel:', '', 'notOneNumber'],
		// A fax, or another person.
		['Fax: +491701234567', '', 'notOneNumber'],
		['Mutter: +49 170 1234567', '', 'notOneNumber'],
		[`${' '.repeat(1000)}+491701234567`, '', 'notOneNumber'],
		[`+49170${' '.repeat(60)}1234567`, '', 'notOneNumber'],
		['+491701\n234567', '', 'notOneNumber'],
		['+49170\u200b1234567', '', 'notOneNumber'],
		['0170 1234567', CODE_INCLUDED, 'impossible'],
		['0175/23', 'DE', 'impossible'],
		['+49 170 12345', '', 'impossible'],
		['5551234 5557654', 'US', 'impossible'],
		['+49 151 1234567 / 0171 1234567', '', 'impossible'],
		['+1 415 555 26711', '', 'impossible'],
		['+0170 1234567', '', 'impossible'],
		['+49 00170 1234567', '', 'impossible'],
		// No mobile number begins like this: a digit is missing after the 1 of Mexico, and no area code of the US begins with 1.
		['+52 1 55 5123 456', '', 'impossible'],
		['0011961235945', 'BR', 'impossible'],
		// Without the digit that was added to all mobile numbers of Brazil, and without the last one of a German number.
		['+55 31 8765-4321', '', 'impossible'],
		['+49 151 2345678', '', 'impossible'],
		// After the 9 of a mobile number of Argentina, nobody dials a zero. In Colombia, it would begin with a carrier.
		['+54 9 011 2345 6789', '', 'impossible'],
		['+57 0321 1234567', '', 'impossible'],
		// The library knows it as a number of Germany, but it has 16 digits.
		['+49 4639 9355430081', '', 'impossible'],
		['+999 1234567', '', 'impossible'],
		// After 00 as long as a mobile number of Thailand, after 006 as one of Vanuatu, but neither begins like one.
		['0066 78 698 7746', 'TH', 'impossible'],
		['33612345678', 'DE', 'ambiguous'],
		// In Singapore, 008 is a prefix for calls abroad, too, and 1 901 234 5678 is a number in the US.
		['0081 90 1234 5678', 'SG', 'ambiguous'],
		// So is 001 in Cambodia, and 1 658 223 4567 is a number in Jamaica.
		['001 65 8223 4567', 'KH', 'ambiguous'],
	])('%j with the country "%s": %s', (text, country, reason) => expect(readPhone(text, country)).toEqual({ reason }));
});

test('the list of countries is that of the library, by name', () => {
	expect([...countryCodes].sort()).toEqual([...allCountries].sort());
	const [first, ...others] = countryOptions.map(({ name }) => name);
	expect(first).toBe('Numbers Without + Include the Country Code');
	expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b, 'en')));
	expect(countryOptions).toContainEqual({ name: 'Germany', value: 'DE' });
});
