import { readPhone, regularPhoneKey } from '../../../nodes/RcsPromotion/contacts/phones';

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
	])('%s', (text) => {
		expect(readPhone(text)).toEqual({ key: 1_491_701_234_567 });
	});
});

describe('different numbers are told apart', () => {
	test.each([
		['01701234567', '1701234567'],
		['1234567', '12345678'],
		['999999999999999', '999999999999998'],
		['+1 800 356 9377 ext. 12', '+1 800 356 9377 ext. 13'],
		['1-800-FLOWERS', '1-800-FLORIST'],
		['1234567890123456', '1234567890123457'],
		['12345', '12346'],
	])('%s and %s', (one, other) => {
		const keys = [readPhone(one).key, readPhone(other).key];
		expect(keys[0]).toBeGreaterThan(0);
		expect(keys[0]).not.toBe(keys[1]);
		expect(keys.every(Number.isSafeInteger)).toBe(true);
	});
	test('marks that do not belong there make a number odd, but not another one', () => {
		expect(readPhone('+49/170/1234567')).toEqual({ key: readPhone('+491701234567').key, oddity: 'otherCharacters' });
	});
});

describe('what is odd', () => {
	test.each([
		['1234567', undefined],
		['123456', 'tooShort'],
		['00123456', 'tooShort'],
		['+1 (2) 3-4.56', 'tooShort'],
		['123456789012345', undefined],
		['+123456789012345', undefined],
		['00123456789012345', undefined],
		['1234567890123456', 'tooLong'],
		['', 'missing'],
		['  ', 'missing'],
		['+', 'tooShort'],
		['n/a', 'otherCharacters'],
		['+49170123456x', 'otherCharacters'],
		['49+1701234567', 'otherCharacters'],
		['++491701234567', 'otherCharacters'],
		['\u202a+491701234567\u202c', 'otherCharacters'],
		['4.91701E+11', 'shortened'],
		['4,91701e11', 'shortened'],
		['+49 170\n1234567', 'otherCharacters'],
		['٠١٢٣٤٥٦٧', 'otherCharacters'],
	])('%j is %s', (text, oddity) => {
		expect(readPhone(text).oddity).toBe(oddity);
		expect(regularPhoneKey(text) > 0).toBe(oddity === undefined);
	});
	test('without a digit there is nothing to compare', () => {
		for (const text of ['', ' ', '+', 'n/a', '-']) expect(readPhone(text).key).toBe(0);
	});
});
