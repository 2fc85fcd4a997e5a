import { phoneReader, readPhone, regularPhoneKey } from '../../../nodes/RcsPromotion/contacts/phones';
import { phoneDigits } from '../../../nodes/service/phoneDigits';

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
		expect(readPhone(text)).toEqual({ text, key: 1_491_701_234_567 });
	});
});

test('spaces of every width may stand in a number, what nobody sees may not', () => {
	const oddityWith = (code: number) => readPhone(`+49${String.fromCharCode(code)}1701234567`).oddity;
	for (const code of [0x09, 0x20, 0xa0, 0x2000, 0x2003, 0x200a, 0x202f])
		expect([code, oddityWith(code)]).toEqual([code, undefined]);
	for (const code of [0x1fff, 0x200b, 0x202e]) expect([code, typeof oddityWith(code)]).toEqual([code, 'string']);
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
		for (const [text, oddity] of [
			['+49/170/1234567', 'otherCharacters'],
			["'+491701234567", 'apostrophe'],
			['whatsapp:+491701234567', 'prefix'],
			['491701234567.0', 'decimal'],
			['\u202a+491701234567\u202c', 'invisible'],
		]) {
			expect(readPhone(text as string)).toEqual({ text, key: readPhone('+491701234567').key, oddity });
		}
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
		['\u202a+491701234567\u202c', 'invisible'],
		["'+491701234567", 'apostrophe'],
		['’+491701234567', 'apostrophe'],
		['tel:+491701234567', 'prefix'],
		['WhatsApp: +491701234567', 'prefix'],
		['491511234567.0', 'decimal'],
		['491511234567,00', 'decimal'],
		['+491511234567.0', 'decimal'],
		['06.12.34.56.00', 'leadingZero'],
		['33.6.12.34.56.00', undefined],
		['015112345678', 'leadingZero'],
		['0151 12345678', 'leadingZero'],
		['+0151 12345678', 'leadingZero'],
		['000491701234567', 'leadingZero'],
		['0049 170 1234567', undefined],
		['0123456', 'leadingZero'],
		['4.91701E+11', 'shortened'],
		['4,91701e11', 'shortened'],
		['+49 170\n1234567', 'otherCharacters'],
		['+491701234567\r\n', 'invisible'],
		['+491701234502/03', 'otherCharacters'],
		['٠١٢٣٤٥٦٧', 'otherDigits'],
		['+49 (0)170 1234567', 'trunkZero'],
		['0049 ( 0 ) 170 1234567', 'trunkZero'],
		['49(0)1701234567', 'trunkZero'],
		['(0) 170 1234567', 'leadingZero'],
		['+1 (415) 555-2671', undefined],
		['2024-01-31', 'notPhone'],
		['2024-01-31 10:15', 'notPhone'],
		['2024-01-31T10:15:00.000Z', 'notPhone'],
		['31.01.2024', 'notPhone'],
		['31/01/2024', 'notPhone'],
		['12/31/2024 11:59 PM', 'notPhone'],
		['03.04.85', 'notPhone'],
		['31121985', 'notPhone'],
		['1700000000000', 'notPhone'],
		['1700000000000.5', 'notPhone'],
		['+1700000000000', undefined],
		['5511912345678', undefined],
		['2015 05 12 34', undefined],
		['20240131', 'notPhone'],
		['20241331', undefined],
		['+20240131', undefined],
		['192.168.100.200', 'notPhone'],
		['10.4.2.1199', 'notPhone'],
		['1.415.555.2671', undefined],
		['415-555-2671', undefined],
		['2015-555-267', undefined],
	])('%j is %s', (text, oddity) => {
		expect(readPhone(text).oddity).toBe(oddity);
		expect(regularPhoneKey(text) > 0).toBe(oddity === undefined);
	});
	test('without a digit there is nothing to compare', () => {
		for (const text of ['', ' ', '+', 'n/a', '-']) expect(readPhone(text).key).toBe(0);
	});
});

describe('the international form', () => {
	test.each([
		['+491701234567', '', '+491701234567'],
		['0049 170 1234567', '', '+491701234567'],
		['+49 (0)170 1234567', '', '+491701234567'],
		["'+49 170 1234567", '', '+491701234567'],
		['tel:+49-170-1234567', '', '+491701234567'],
		['whatsapp:+491701234567', '', '+491701234567'],
		['\u202a+491701234567\u202c', '', '+491701234567'],
		['＋４９１７０１２３４５６７', '', '+491701234567'],
		['090ー1234ー5678', 'JP', '+819012345678'],
		['="01701234567"', 'DE', '+491701234567'],
		['0170 / 123 45 67', 'DE', '+491701234567'],
		['01701234567.0', 'DE', '+491701234567'],
		['٠١٧٠١٢٣٤٥٦٧', 'DE', '+491701234567'],
		['+33 6 12 34 56 78', 'DE', '+33612345678'],
		['06 12 34 56 78', 'FR', '+33612345678'],
		['(415) 555-2671', 'US', '+14155552671'],
		['347 123 4567', 'IT', '+393471234567'],
		['11 91234-5678', 'BR', '+5511912345678'],
		['(+49) 170 1234567', '', '+491701234567'],
		['(+49) 170 1234567', 'FR', '+491701234567'],
		['00 49 170 1234567', '', '+491701234567'],
		['(0049) 170 1234567', '', '+491701234567'],
		['(00) 49 170 1234567', 'DE', '+491701234567'],
		['+39 (0)333 1234569', '', '+393331234569'],
		['+39 (0)6 69812345', '', '+390669812345'],
		['+49 (0)30 901820', '', '+4930901820'],
		['030 901820', 'DE', '+4930901820'],
		['06 6981 2345', 'IT', '+390669812345'],
		['4930901820', 'DE', '+4930901820'],
		['15202345678', 'DE', '+4915202345678'],
		['011 49 170 1234567', 'US', '+491701234567'],
		['20240131', 'DK', '+4520240131'],
		['0049/170/1234567', '', '+491701234567'],
		['06/12/34/56/78', 'FR', '+33612345678'],
		['+33/6/12/34/56/78', '', '+33612345678'],
		['0475/12.34.56', 'BE', '+32475123456'],
		['+43 664/1234567', '', '+436641234567'],
		['+49 – 170 – 1234567\n', '', '+491701234567'],
		// With its country code, without a plus; and what only looks like it.
		['491701234567', 'DE', '+491701234567'],
		['49 1512 3456789', 'DE', '+4915123456789'],
		['393471234567', 'IT', '+393471234567'],
		['3931234567', 'IT', '+393931234567'],
		['1 415 555 2671', 'US', '+14155552671'],
		['55991234567', 'BR', '+5555991234567'],
		['436641234567', 'AT', '+436641234567'],
		['1701234567', 'DE', '+491701234567'],
	])('%s in "%s" is %s', (text, country, number) => {
		const read = phoneReader({ phoneFormat: 'international', country })(text);
		expect(read).toEqual({ text: number, key: regularPhoneKey(number) });
	});
	test.each([
		['0170 1234567', '', 'noCountryCode'],
		['491701234567', '', 'noCountryCode'],
		['+49 12', '', 'tooShort'],
		['+49 170 1234567 1234567', '', 'tooLong'],
		['+999 170 1234567', '', 'impossible'],
		['+49 170 1234567 ext. 5', '', 'otherCharacters'],
		['+49 170 1234567, +49 170 1234568', '', 'otherCharacters'],
		['call +49 170 1234567', 'DE', 'otherCharacters'],
		['4.91701E+11', 'DE', 'shortened'],
		['', 'DE', 'missing'],
		['12345', 'DE', 'tooShort'],
		['33612345678', 'DE', 'ambiguous'],
		['447911123456', 'DE', 'ambiguous'],
		['491701234501', 'IT', 'ambiguous'],
		['393471234567', 'DE', 'ambiguous'],
		['011491701234505', 'DE', 'impossible'],
		['0000000000', 'DE', 'impossible'],
		['20240131', 'DE', 'notPhone'],
		['2024-01-31', 'DK', 'notPhone'],
		['10.4.2.1199', 'DE', 'notPhone'],
		['03/04/1985', 'DE', 'notPhone'],
		['3.4.1985', 'DE', 'notPhone'],
		['1985/04/03', 'US', 'notPhone'],
		['03.04.85', 'DE', 'notPhone'],
		['1700000000000', 'DE', 'notPhone'],
		...[
			'+491701234502/03',
			'+49 170 1234502 / 3',
			'0170 1234502 / 03',
			'0170/1234502/03',
			'0049 170 1234502/1234503',
			'0170 1234502/0171 1234503',
			'0170 1234502\n03',
			'+49 170 1234502\r\n+49 170 1234503',
			'+49 170 1234502 ext. 12',
			'+49 170 1234502 x12',
			'+49 170 1234502x12',
			'+49 170 1234502 ext 12',
			'+49 170 1234502 extension 12',
			'+49 170 1234502 Durchwahl 12',
			'+49 170 1234502 DW 12',
			'tel:+49-170-1234502;ext=12',
			'+491701234502p12',
			'+491701234502w12',
			'+491701234502,,12',
			'+491701234502;12',
			'+491701234502#12',
			'+49 170 1234502 # 12',
			'+491701234502*12',
			'+491701234502~12',
			'+491701234502|03',
			'+491701234502, 03',
			'+491701234502 or 03',
			'0170 1234502 oder 0171 1234503',
			'0170 1234502, 0171 1234503',
			'0170 1234502; 0171 1234503',
			'0170 1234502 | 0171 1234503',
			'0170 1234502 & 03',
			'+49 170 1234502 (Ann)',
		].map((text): [string, string, string] => [text, 'DE', 'otherCharacters']),
	])('%j in "%s" stays as it is: %s', (text, country, oddity) => {
		expect(phoneReader({ phoneFormat: 'international', country })(text)).toMatchObject({ text, oddity });
	});
});

describe('the country of the contact itself', () => {
	const read = (text: string, country: string, ...own: string[]) =>
		phoneReader({ phoneFormat: 'international', country })(text, () => own);
	test.each<[string, string, string[], string]>([
		['06 12 34 56 78', 'DE', ['FR'], '+33612345678'],
		['06 12 34 56 78', '', ['France'], '+33612345678'],
		['0664 1234567', 'DE', ['Österreich'], '+436641234567'],
		['07911 123456', 'DE', ['UK'], '+447911123456'],
		['(415) 555-2671', 'DE', ['USA'], '+14155552671'],
		['33612345678', 'DE', ['fr'], '+33612345678'],
		['+33 6 12 34 56 78', 'DE', ['IT'], '+33612345678'],
		// A billing address abroad does not make a German mobile number another one.
		['0170 1234567', 'DE', ['FR'], '+491701234567'],
		['0170 1234567', 'DE', ['', '-', 'n/a', '57'], '+491701234567'],
		['0170 1234567', 'DE', ['Bayern', 'Germany'], '+491701234567'],
		['0049 170 1234567', 'DE', ['Bayern'], '+491701234567'],
		['491701234567', 'DE', ['Bayern'], '+491701234567'],
		...['Nederland', 'Holland', 'The Netherlands', 'Niederlande', 'Netherlands (NL)', 'NL - Netherlands'].map(
			(name): [string, string, string[], string] => ['0612345678', 'DE', [name], '+31612345678'],
		),
		['0470 12 34 56', 'DE', ['België'], '+32470123456'],
		['0532 123 4567', 'DE', ['Turkey'], '+905321234567'],
		['07911 123456', 'DE', ['England'], '+447911123456'],
		['030 901820', 'DE', ['Germany', 'DE', 'Deutschland'], '+4930901820'],
		['(415) 555-2671', 'US', ['CA'], '+14155552671'],
		['20 12 34 56', 'DK', ['NO'], '+4520123456'],
	])('%s in "%s", of one in %j, is %s', (text, country, own, number) => {
		expect(read(text, country, ...own)).toEqual({ text: number, key: regularPhoneKey(number) });
	});
	test.each<[string, string, string[], string]>([
		['41 23 45 67', 'DK', ['NO'], 'ambiguous'],
		['41 23 45 67', 'DK', ['Norwegen', 'NO'], 'ambiguous'],
		['030 901820', 'DE', ['FR'], 'ambiguous'],
		['030 901820', '', ['DE'], 'ambiguous'],
		['0170 1234567', '', ['Bayern'], 'noCountryCode'],
		['0612345678', 'FR', ['NLD'], 'ambiguous'],
		['0612345678', 'FR', ['Nederland'], 'ambiguous'],
		['0612345678', 'FR', ['+31'], 'ambiguous'],
		['0170 1234567', 'DE', ['XX'], 'ambiguous'],
	])('%s in "%s", of one in %j, is %s', (text, country, own, oddity) => {
		expect(read(text, country, ...own)).toMatchObject({ text, oddity });
	});
	test('only serves to compare numbers that are sent as they are', () => {
		const asIs = phoneReader({ phoneFormat: 'asIs', country: 'DE' });
		expect(asIs('06 12 34 56 78', () => ['FR'])).toEqual({
			text: '06 12 34 56 78',
			key: regularPhoneKey('+33612345678'),
			oddity: 'leadingZero',
		});
	});
});

test('contacts and reports read the same digits', () => {
	for (const text of [
		'+49 170 1234567',
		"'+491701234567",
		'tel:+491701234567',
		'491701234567.0',
		'0049/170/1234567',
		'+49 (0)170 1234567',
	]) {
		expect(phoneDigits(text)).toBe('491701234567');
		expect(readPhone(text).key).toBe(regularPhoneKey('491701234567'));
	}
});
