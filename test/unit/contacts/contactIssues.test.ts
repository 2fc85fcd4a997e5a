/** What is wrong with single contacts, and when that stops a launch: both sides of each limit. */
import { throwIfAny } from '../../../nodes/RcsPromotion/issues';
import type { Refusal } from '../../../nodes/form/refusal';
import { checkFile, checkRows, codes, phonesOf, refusalOf, type Checked, type Given } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const landlineOf = (index: number) => `+49 30 9018${String(20 + index)}`;
const people = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ phone: phoneOf(from + index) }));
const many = (count: number, phone: string) => Array.from({ length: count }, () => ({ phone }));
const NATIONAL = '0170 1234567';

/** What people read if these stop a launch: the message, and the lines below it. */
function saidOf(refusals: Checked['refusals']): string[] {
	try {
		throwIfAny(refusals);
	} catch (error) {
		const { message, description } = error as Refusal;
		return [message, ...description.split('\n')];
	}
	return [];
}

const leaveOut: Given = { checkContacts: 'leaveOut' };

describe('an odd number leaves out its contact, and from three contacts on more than 5% of them stop', () => {
	test.each<[odd: number, good: number, withoutNumber: number, stops: boolean]>([
		[1, 0, 0, true],
		[1, 1, 0, false],
		[2, 1, 0, false],
		[2, 20, 0, false],
		[3, 0, 0, true],
		[3, 1, 0, true],
		[3, 56, 0, true],
		// 3 of 60 are 5%.
		[3, 57, 0, false],
		[3, 57, 500, false],
		// 3 of 59, beside contacts without a number, which do not count.
		[3, 56, 500, true],
		[6, 114, 0, false],
		[6, 113, 0, true],
	])('%d beside %d good ones and %d without a number: %s', async (odd, good, withoutNumber, stops) => {
		const rows = [...many(odd, NATIONAL), ...people(good), ...many(withoutNumber, '')];
		const result = await checkRows(rows);
		expect(result.refusals.length > 0).toBe(stops);
		expect(result.recipients).toEqual({
			rows: rows.length,
			ready: good,
			handedOver: 0,
			duplicatesRemoved: 0,
			invalid: odd,
			leftOut: withoutNumber,
			doNotContact: 0,
		});
		expect(phonesOf(result)).toEqual(people(good).map(({ phone }) => phone));
		expect((await checkRows(rows, leaveOut)).refusals.length > 0).toBe(good === 0);
	});

	test('of the numbers before duplicates and opt-outs', async () => {
		const rows = [...many(3, NATIONAL), ...many(40, phoneOf(0)), ...people(17, 1)];
		const result = await checkRows(rows, { doNotContact: people(16, 1).map(({ phone }) => phone) });
		expect(result.refusals).toEqual([]);
		expect(result.recipients).toMatchObject({
			...{ rows: 60, ready: 2, duplicatesRemoved: 39, invalid: 3, leftOut: 0, doNotContact: 16 },
		});
	});

	test('the message names the field, each kind its first contacts, and what else to do comes last', async () => {
		const odd = ['H2', '4.9E+11', NATIONAL, NATIONAL, '+49 1', ''].map((Tel) => ({ Tel, City: 'Ulm' }));
		const rows = [...odd, ...people(5).map(({ phone }) => ({ Tel: phone, City: 'Ulm' }))];
		const { refusals } = await checkRows(rows, { fields: { phone: 'tel' } });
		expect(saidOf(refusals)).toEqual([
			'5 of 10 phone numbers in "Tel" look wrong',
			'• Item 1: "H2" is not a phone number, or contains more than one. Enter a single phone number.',
			'• Item 2: the phone number "4.9E…" was shortened or given decimals by a spreadsheet. In the spreadsheet, format the column as text, correct the numbers, and export it again.',
			"• Item 3: the phone number \"0170…\" does not begin with + or 00, so its country is not known. This applies to 2 contacts: items 3, 4. Set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code', or write them with + and the country code.",
			'• Item 5: the phone number "+49 …" has too many or too few digits for a phone number. Correct it. If there are many, check \'Country\'.',
			'• Item 6: there is no phone number. Fill it in.',
			"If another field holds the phone numbers, drag it into 'Phone Field'. The input has: \"Tel\", \"City\". Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.",
		]);
		expect(refusals[0]).toMatchObject({ code: 'manyInvalid', count: 5 });
	});

	test.each<[what: string, country: string, numbers: string[], isCountry: boolean]>([
		['without +, and no country is chosen', '', ['0170 1234501', '0170 1234502', '0170 1234503', 'x'], true],
		['of another country', 'FR', ['0170 12345011', '0170 12345012', '0170 12345013'], true],
		['with another country code', 'DE', ['33612345678', '33612345679', '33612345670'], true],
		['that are landlines in this country', 'DE', ['06 12 34 56 78', '06 12 34 56 79', '06 22 34 56 78'], true],
		['of which a single one is left', '', ['0170 1234501'], true],
		['that are landlines of any country', '', [1, 2, 3].map(landlineOf), false],
		['that are none', 'DE', ['a1', 'b2', 'c3', '12'], false],
	])('of numbers %s, "Check Country" comes first: %s %j %s', async (_, country, numbers, isCountry) => {
		const { refusals } = await checkRows(
			numbers.map((phone) => ({ phone })),
			{ country },
		);
		const [, first = ''] = saidOf(refusals);
		expect(first.startsWith("Check 'Country'.")).toBe(isCountry);
	});

	test('if nothing stops, each kind is a note with its count and first ten contacts', async () => {
		const { notes } = await checkRows([...many(1, ''), ...many(12, NATIONAL), ...people(300)]);
		expect(notes).toEqual([
			{
				code: 'noNumber',
				message: 'Item 1: there is no phone number',
				advice: 'Left out.',
				count: 1,
				lines: [1],
			},
			{
				code: 'noCountry',
				message:
					'Item 2: the phone number "0170…" does not begin with + or 00, so its country is not known. This applies to 12 contacts: items 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 2 more',
				advice:
					"Left out. Set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code', or write them with + and the country code.",
				count: 12,
				lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
			},
		]);
	});
});

describe('a landline, toll-free or premium number leaves out its contact, and from three on more than half stop', () => {
	test.each<[landlines: number, mobiles: number, withoutNumber: number, stops: string[]]>([
		[2, 1, 0, []],
		[2, 0, 0, ['nobodyLeft', 'landline']],
		[3, 3, 0, []],
		[3, 2, 0, ['manyLandlines', 'landline']],
		[3, 3, 100, []],
		[3, 2, 100, ['manyLandlines', 'noNumber', 'landline']],
		[4, 0, 0, ['manyLandlines', 'landline']],
	])('%d beside %d mobile phones and %d without a number', async (landlines, mobiles, withoutNumber, stops) => {
		const numbers = Array.from({ length: landlines }, (_, index) => ({ phone: landlineOf(index) }));
		const rows = [...people(mobiles), ...many(withoutNumber, ''), ...numbers];
		const result = await checkRows(rows);
		expect(codes(result.refusals).sort()).toEqual([...stops].sort());
		expect(result.recipients).toMatchObject({ ready: mobiles, invalid: 0, leftOut: landlines + withoutNumber });
		expect(phonesOf(result)).toEqual(people(mobiles).map(({ phone }) => phone));
		const lifted = await checkRows(rows, leaveOut);
		expect(lifted.refusals[0]?.code).toBe(mobiles === 0 ? 'nobodyLeft' : undefined);
	});

	test('of a list read in the wrong country the message says so', async () => {
		const french = ['06 12 34 56 78', '06 12 34 56 79', '07 12 34 56 78', '06 22 34 56 78'].map((phone) => ({ phone }));
		const [first] = (await checkRows(french, { country: 'DE' })).refusals;
		expect(first).toMatchObject({
			message: '4 of 4 numbers in "phone" are landlines in Germany, which get no RCS message',
			advice: "Check 'Country'.",
			count: 4,
		});
		expect((await checkRows(french, { country: 'FR' })).recipients.ready).toBe(4);
		const included = await checkRows(many(3, '4930901820'), { country: 'included' });
		expect(included.refusals[0]?.message).toBe('3 of 3 numbers in "phone" are landlines, which get no RCS message');
	});

	test('a number of Argentina without its 9 may be a mobile phone, and is sent as it is', async () => {
		const result = await checkRows([{ phone: '+54 11 2345-6789' }, { phone: '+54 9 11 2345-6789' }]);
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 1, duplicatesRemoved: 1 } });
		expect(phonesOf(result)).toEqual(['+541123456789']);
	});
});

describe('contacts without any number never stop a launch', () => {
	test('but by leaving nobody', async () => {
		const result = await checkRows([...people(1), ...many(999, '')]);
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 1, leftOut: 999, invalid: 0 } });
		for (const [text, given] of [
			[' ', {}],
			['n/a', {}],
			['', leaveOut],
		] as const) {
			const { refusals } = await checkRows(many(4, text), given);
			expect(refusals[0]?.message).toBe('No one is left to send to: 4 have no phone number in "phone"');
		}
	});

	test('and why nobody is left is said', async () => {
		const rows = [{ phone: 'x1' }, { phone: landlineOf(1) }, { phone: '' }, ...people(2)];
		const [first] = (await checkRows(rows, { ...leaveOut, doNotContact: people(2) })).refusals;
		expect(first?.message).toBe(
			'No one is left to send to: 1 has a phone number in "phone", or another value, that cannot be used, 1 has a landline, toll-free or premium number in "phone", 1 has no phone number in "phone" and 2 are listed in \'Do Not Contact\'',
		);
		expect(await refusalOf(checkRows(people(2), { doNotContact: people(2) }))).toBe(
			"No one is left to send to: 2 are listed in 'Do Not Contact' → Check that list.",
		);
	});
});

describe('a text shows a value', () => {
	const references = [{ column: 'name' as const, where: 'Card 1, variable 1' }];
	const fields = { phone: 'phone', name: 'name' };
	const named = (...names: unknown[]) => names.map((name, index) => ({ phone: phoneOf(index), name }));

	test.each<[name: unknown, isEmpty: boolean]>([
		...['', ' ', '-', '…', 'null', 'undefined undefined', '[object Object]', null, false, Infinity].map(
			(name): [unknown, boolean] => [name, true],
		),
		...['Ann', 'Infinity', 'Nullmeier', "'t Hooft", '李', 'Deal 5k', 7].map((name): [unknown, boolean] => [
			name,
			false,
		]),
	])('%j is a gap: %s', async (name, isEmpty) => {
		const { refusals, warnings } = await checkRows(named('Bo', name), { references, fields });
		expect([refusals, codes(warnings)]).toEqual([[], isEmpty ? ['emptyValue'] : []]);
	});

	test('a few that lack it get it empty, which is a warning with their count', async () => {
		const { warnings, recipients } = await checkRows(named('Ann', '', 'Bo', ''), { references, fields });
		expect(recipients.ready).toBe(4);
		expect(warnings).toMatchObject([
			{
				message: "Item 2: 'Name' is empty, but Card 1, variable 1 shows it. This applies to 2 contacts: items 2, 4",
				advice: 'Fill it in, or use fixed text instead.',
			},
		]);
	});

	test.each<[names: string[], stops: boolean]>([
		[['', ''], false],
		[['', '-', 'null'], true],
		[['', '', '', 'Ann'], false],
	])('all who would get it lack it, from three on: %j %s', async (names, stops) => {
		const result = await checkRows(named(...names), { references, fields });
		expect(codes(result.refusals)).toEqual(stops ? ['emptyValue'] : []);
		expect((await checkRows(named(...names), { ...leaveOut, references, fields })).refusals).toEqual([]);
	});

	test('those who are left out do not count among them, on either side', async () => {
		const rows = named('', '', '', '', 'Ann', 'Bo', 'Cy', 'Di');
		const phones = (from: number, to: number) => rows.slice(from, to).map(({ phone }) => phone);
		const half = { references, fields, doNotContact: [...phones(0, 2), ...phones(4, 6)] };
		const some = await checkRows(rows, half);
		expect([some.refusals, some.warnings]).toMatchObject([[], [{ code: 'emptyValue', count: 2, lines: [3, 4] }]]);
		const all = await checkRows(rows, { references, fields, doNotContact: phones(4, 8) });
		expect(codes(all.refusals)).toEqual(['emptyValue']);
		const none = await checkRows(rows, { references, fields, doNotContact: phones(0, 4) });
		expect([none.refusals, none.warnings]).toEqual([[], []]);
	});
});

describe('a value that cannot be sent leaves out its contact, if a text shows it', () => {
	const fields = { phone: 'phone', language: 'lang', businesssubscriberid: 'id' };
	test.each<[what: string, field: string, value: unknown, label: string, reason: string]>([
		['a list', 'lang', ['en', 'de'], 'Language', 'notText'],
		['an object', 'lang', { code: 'en' }, 'Language', 'notText'],
		['a date', 'lang', new Date(0), 'Language', 'notText'],
		['more than 1 MB', 'lang', 'x'.repeat(1024 * 1024 + 1), 'Language', 'notText'],
		['a number from JSON that is not exact', 'id', 9_007_199_254_740_993, 'Business Subscriber ID', 'inexact'],
		['what a spreadsheet shows of a long ID', 'id', '6.65001E+18', 'Business Subscriber ID', 'inexact'],
		['the same in Europe', 'id', '6,65001E+18', 'Business Subscriber ID', 'inexact'],
	])('%s', async (_, field, value, label, reason) => {
		const rows = [...people(2).map((row) => ({ ...row, lang: 'de', id: '1' })), { phone: phoneOf(9), [field]: value }];
		const column = field === 'id' ? 'businesssubscriberid' : 'language';
		const shown = await checkRows(rows, { fields, references: [{ column, where: 'Card 1, variable 1' }] });
		expect(shown).toMatchObject({ refusals: [], recipients: { ready: 2, invalid: 1 } });
		expect(shown.leftOut).toMatchObject([{ line: 3, reason }]);
		expect(shown.notes[0]?.message).toContain(`Item 3: the value for '${label}'`);
		expect((await checkRows(rows, { fields })).recipients).toMatchObject({ ready: 3, invalid: 0 });
	});

	test('an ID of any length that is exact, and a text of 1 MB, are sent', async () => {
		const row = { phone: phoneOf(1), id: '9007199254740993', lang: 'x'.repeat(1024 * 1024) };
		const references = (['language', 'businesssubscriberid'] as const).map((column) => ({ column, where: 'Card 1' }));
		const { refusals, sent } = await checkRows([row], { fields, references });
		expect(refusals).toEqual([]);
		expect(sent).toContain(',9007199254740993\r\n');
	});

	test('and a phone that is no text is always shown', async () => {
		const { leftOut } = await checkRows([...people(2), { phone: [phoneOf(8), phoneOf(9)] }]);
		expect(leftOut).toMatchObject([{ line: 3, reason: 'notText', field: 'phone' }]);
	});

	test('if many cannot be used, the message does not blame the phone numbers alone', async () => {
		const rows = people(9).map((row, index) => ({ ...row, id: index < 3 ? '6.65E+18' : '1' }));
		const references = [{ column: 'businesssubscriberid' as const, where: 'Card 1' }];
		const { refusals } = await checkRows(rows, { fields: { phone: 'phone', businesssubscriberid: 'id' }, references });
		expect(refusals[0]?.message).toBe(
			'3 of 9 contacts have a phone number in "phone", or another value, that cannot be used',
		);
	});
});

test("each contact's own country counts before that of all", async () => {
	const rows = [
		{ phone: '06 12 34 56 78', land: 'fr' },
		{ phone: '0170 1234502', land: '' },
		{ phone: '0170 1234503', land: 'Germany' },
		{ phone: '0043 664 1234567', land: 'Germany' },
		{ phone: '+43 664 1234567', land: 'Germany' },
		// In the form, this is the entry for numbers with their code.
		{ phone: '491701234504', land: 'included' },
	];
	const result = await checkRows(rows, { ...leaveOut, fields: { phone: 'phone', country: 'land' }, country: 'DE' });
	expect(phonesOf(result)).toEqual(['+33612345678', '+491701234502', '+436641234567']);
	expect(result.notes[0]).toMatchObject({ code: 'unknownCountry', lines: [3, 4, 6] });
});

describe('of several contacts with one number, the first stays', () => {
	test('in whatever spelling', async () => {
		const rows = [
			{ phone: phoneOf(1), name: 'Ann' },
			{ phone: '0049 (0)170 1234501', name: 'Bo' },
			{ phone: phoneOf(2), name: 'Cy' },
		];
		for (const given of [{}, leaveOut]) {
			const result = await checkRows(rows, { ...given, fields: { phone: 'phone', name: 'name' } });
			expect(result.sent).toBe(`name,phone\r\nAnn,${phoneOf(1)}\r\nCy,${phoneOf(2)}\r\n`);
			expect(result.notes).toMatchObject([
				{ code: 'duplicate', count: 1, lines: [2], advice: 'Only the first one is kept.' },
			]);
		}
	});

	/** After the digits that tell mobile numbers from others. */
	const likeButForOneDigit = (phone: string) =>
		Array.from({ length: phone.length - 5 }, (_, index) => {
			const [before, after] = [phone.slice(0, index + 5), phone.slice(index + 6)];
			return `${before}${(Number(phone[index + 5]) + 1) % 10}${after}`;
		});

	test.each([
		['their country', ['+4917012345678', '+14155550132', '+524155550132']],
		['one digit', ['+491701234567', ...likeButForOneDigit('+491701234567')]],
		['one digit of a long number', ['+4915112345678', ...likeButForOneDigit('+4915112345678')]],
	])('and numbers that differ in %s alone are those of two people', async (_, phones) => {
		expect(phonesOf(await checkRows(phones.map((phone) => ({ phone }))))).toEqual(phones);
	});
});

test('phones go out as the credential says', async () => {
	const rows = ['+49 170 1234501', '0170 1234502', '+54 11 2345-6789'].map((phone) => ({ phone }));
	const phonesIn = async (phoneFormat: 'plus' | 'digits') =>
		phonesOf(await checkRows(rows, { phoneFormat, country: 'DE' }));
	expect(await phonesIn('plus')).toEqual(['+491701234501', '+491701234502', '+541123456789']);
	expect(await phonesIn('digits')).toEqual(['491701234501', '491701234502', '541123456789']);
});

test('the fingerprint is that of the people who get it', async () => {
	const of = async (phones: string[], given: Given = {}) =>
		(
			await checkRows(
				phones.map((phone) => ({ phone })),
				given,
			)
		).fingerprint;
	const two = [phoneOf(1), phoneOf(2)];
	expect(await of(two)).toEqual(await of(['+49 (0)170 1234502', phoneOf(1)]));
	expect(await of(two)).toEqual(await of(two, { phoneFormat: 'digits' }));
	expect(await of([phoneOf(1), ''])).toEqual(await of([phoneOf(1)]));
	expect(await of(two, { doNotContact: [phoneOf(2)] })).toEqual(await of([phoneOf(1)]));
	expect(await of([phoneOf(1)])).not.toEqual(await of([phoneOf(2)]));
});

test('contacts are read some hundred at a time, which nothing shows', async () => {
	const rows = people(1_203).map((row, index) => (index >= 1_000 && index % 2 === 0 ? { phone: '+1' } : row));
	const { recipients, leftOut, sent } = await checkRows(rows, leaveOut);
	expect(recipients).toMatchObject({ rows: 1_203, ready: 1_101, invalid: 102 });
	expect(sent.trimEnd().split('\r\n')).toHaveLength(1 + 1_101);
	expect(leftOut.map(({ line }) => line)).toEqual(Array.from({ length: 102 }, (_, index) => 1_001 + 2 * index));
});

test('there is nobody to send to in a file with nothing but a header', async () => {
	expect(await refusalOf(checkFile('name,phone\n'))).toBe(
		'There are no contacts → Check the step that creates the list.',
	);
});
