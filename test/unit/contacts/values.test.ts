/** The values that contacts are sent with, and to whom they belong. */
import { checkRows, codes, leaveOut, people, phoneOf, phonesOf, type Given } from './support';

describe('a text shows a value', () => {
	const references = [{ column: 'name' as const, where: 'Card 1, variable 1' }];
	const fields = { phone: 'phone', name: 'name' };
	const named = (...names: unknown[]) => names.map((name, index) => ({ phone: phoneOf(index), name }));

	test.each<[name: unknown, isEmpty: boolean]>([
		...['', '…', 'null', 'undefined undefined', '[object Object]', null, false, Infinity].map(
			(name): [unknown, boolean] => [name, true],
		),
		...['Infinity', 'Nullmeier', "'t Hooft", '李', 7].map((name): [unknown, boolean] => [name, false]),
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

	test('of many who are left out, those who are not are still named', async () => {
		const rows = named(...Array.from({ length: 13 }, (_, index) => (index === 12 ? 'Ann' : '')));
		const doNotContact = rows.slice(0, 11);
		const { warnings } = await checkRows(rows, { references, fields, doNotContact });
		expect(warnings).toMatchObject([{ message: expect.stringMatching(/^Item 12: /) as string, lines: [12] }]);
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

	test('and so does a phone or a country that is no text, shown or not', async () => {
		const rows = [...people(2), { phone: [phoneOf(8), phoneOf(9)] }, { phone: '0170 1234507', land: { code: 'AT' } }];
		const { leftOut } = await checkRows(rows, { fields: { phone: 'phone', country: 'land' }, country: 'DE' });
		expect(leftOut).toMatchObject([
			{ line: 3, reason: 'notText', field: 'phone' },
			{ line: 4, reason: 'notText', field: 'country' },
		]);
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
