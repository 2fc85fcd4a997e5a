import { digitsToCompare, readPhone } from '../../../nodes/RcsPromotion/contacts/phone';

describe('one number in many spellings', () => {
	test.each([
		'+491701234567',
		'491701234567',
		'00491701234567',
		'+49 170 1234567',
		'+49-170-123.45.67',
		'(+49) 170 1234567',
		'0049 (170) 1234567',
		' +49\u00a0170\u202f1234567\t',
	])('%s', (text) => expect(readPhone(text)).toEqual({ text, key: 491_701_234_567 }));
});

test('spaces of every width may stand in a number, what nobody sees may not', () => {
	const oddityWith = (code: number) => readPhone(`+49${String.fromCharCode(code)}1701234567`).oddity;
	for (const code of [0x09, 0x20, 0xa0, 0x2000, 0x2003, 0x200a, 0x202f])
		expect([code, oddityWith(code)]).toEqual([code, undefined]);
	for (const code of [0x1fff, 0x200b, 0x202e, 0x0a])
		expect([code, oddityWith(code)]).toEqual([code, 'otherCharacters']);
});

test.each([
	['1234567', undefined],
	['123456', 'wrongLength'],
	['00123456', 'wrongLength'],
	['+1 (2) 3-4.56', 'wrongLength'],
	['123456789012345', undefined],
	['+123456789012345', undefined],
	['00123456789012345', undefined],
	['1234567890123456', 'wrongLength'],
	['001234567890123456', 'wrongLength'],
	['', 'missing'],
	['  ', 'missing'],
	['+', 'wrongLength'],
	['n/a', 'otherCharacters'],
	['+49170123456x', 'otherCharacters'],
	['49+1701234567', 'otherCharacters'],
	['++491701234567', 'otherCharacters'],
	["'+491701234567", 'otherCharacters'],
	['tel:+491701234567', 'otherCharacters'],
	['+491701234502/03', 'otherCharacters'],
	['4.91701E+11', 'otherCharacters'],
	['491511234567,00', 'otherCharacters'],
	['٠١٢٣٤٥٦٧', 'otherCharacters'],
	['491511234567.0', 'decimal'],
	['+491511234567.0', 'decimal'],
	['491511234567.00', 'decimal'],
	['33.6.12.34.56.00', undefined],
	['015112345678', 'leadingZero'],
	['0151 12345678', 'leadingZero'],
	['+0151 12345678', 'leadingZero'],
	['000491701234567', 'leadingZero'],
	['06.12.34.56.00', 'leadingZero'],
	['0049 170 1234567', undefined],
	['+49 (0)170 1234567', 'trunkZero'],
	['49(0)1701234567', 'trunkZero'],
	['+1 (415) 555-2671', undefined],
])('%j is %s', (text, oddity) => {
	const key = oddity === undefined ? Number(text.replace(/\D/g, '')) : 0;
	expect(readPhone(text)).toEqual({ text, key, oddity });
});

test.each<[text: string, country: string, sent: string]>([
	['0170 1234567', 'DE', '+491701234567'],
	['170 1234567', 'de', '+491701234567'],
	['+49 170-1234567', 'US', '+491701234567'],
	['0049 170 1234567', 'DE', '+491701234567'],
	['491701234567', 'DE', '+491701234567'],
	['030 901820', 'DE', '+4930901820'],
	['(415) 555-2671', 'US', '+14155552671'],
	['1 415 555 2671', 'US', '+14155552671'],
	['06 12 34 56 78', 'FR', '+33612345678'],
	['07911 123456', 'uk', '+447911123456'],
	['33612345678', 'DE', 'ambiguous'],
	['447911123456', 'DE', 'ambiguous'],
	['0170 1', 'DE', 'wrongLength'],
	['0170 12345678901', 'DE', 'impossible'],
	['4.91701E+11', 'DE', 'otherCharacters'],
	['+0170 1234567', 'DE', 'leadingZero'],
	['+49 (0)170 1234567', 'DE', 'trunkZero'],
	['', 'DE', 'missing'],
	['0170 1234567', 'Germany', 'unknownCountry'],
	['+491701234567', 'Germany', '+491701234567'],
])('%j with the country %s becomes %s', (text, country, sent) => {
	const phone = readPhone(text, country);
	expect(phone.oddity ?? phone.text).toBe(sent);
	expect(phone.key).toBe(sent.startsWith('+') ? Number(sent) : 0);
	if (phone.oddity) expect(phone.text).toBe(text);
});

test('fields are compared by digits, or as texts without any', () => {
	expect(digitsToCompare('0049 170 1234567', '')).toBe(digitsToCompare('+49(170)1234567', ''));
	expect(digitsToCompare('0170/1', '')).toBe(digitsToCompare('01701', ''));
	expect(digitsToCompare(' N/A ', '')).toBe(digitsToCompare('n/a', ''));
	expect(digitsToCompare('4155550132', 'US')).toBe(digitsToCompare('+14155550132', 'US'));
	expect(digitsToCompare('4155550132', 'US')).not.toBe(digitsToCompare('+4155550132', 'US'));
	expect(digitsToCompare('n/a', '')).not.toBe(digitsToCompare('', ''));
});
