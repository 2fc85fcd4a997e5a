import fc from 'fast-check';
import { CODE_INCLUDED } from '../../../nodes/RcsPromotion/contacts/phone';
import {
	contactColumns,
	type CheckStrictness,
	type ContactCheckOptions,
} from '../../../nodes/RcsPromotion/contacts/types';
import { checkRows, codes, refusalOf, textOf } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const people = (count: number, odd: string[] = []) => [
	...odd.map((phone) => ({ phone })),
	...Array.from({ length: count - odd.length }, (_, index) => ({ phone: phoneOf(index) })),
];
const sentOf = async (file: Parameters<typeof textOf>[0]) => (await textOf(file)).trimEnd().split('\r\n').slice(1);

const odds = (count: number, phone = '0170 1234567') => Array.from({ length: count }, () => phone);

/** After the country code, so that each is a number. */
const likeButForOneDigit = (phone: string) =>
	Array.from({ length: phone.length - 4 }, (_, index) => {
		const [before, after] = [phone.slice(0, index + 4), phone.slice(index + 5)];
		return `${before}${(Number(phone[index + 4]) + 1) % 10}${after}`;
	});

test.each([
	['their country', ['+4917012345678', '+4317012345678', '+14155550132', '+524155550132']],
	['one digit', ['+491701234567', ...likeButForOneDigit('+491701234567')]],
	['one digit of a long number', ['+4915112345678', ...likeButForOneDigit('+4915112345678')]],
])('numbers that differ in %s alone are those of two people', async (_, phones) => {
	const { result, file } = await checkRows(phones.map((phone) => ({ phone })));
	expect(result.recipients.duplicatesRemoved).toBe(0);
	expect(file && (await sentOf(file))).toEqual(phones);
});

describe('whoever has an odd number, or none, gets nothing', () => {
	test.each<[CheckStrictness, count: number, odd: number, missing: number, stops: string[]]>([
		['warn', 20, 1, 0, []],
		['warn', 19, 1, 0, ['manyOddPhones', 'noCountry']],
		['warn', 100, 5, 0, []],
		['warn', 100, 6, 0, ['manyOddPhones', 'noCountry']],
		['warn', 1, 1, 0, ['nobodyLeft', 'noCountry']],
		['warn', 100, 0, 99, []],
		['warn', 21, 1, 1, []],
		['warn', 20, 1, 1, ['manyOddPhones', 'noCountry', 'noNumber']],
		['strict', 100, 0, 0, []],
		['strict', 100, 1, 0, ['noCountry']],
		['strict', 100, 0, 1, ['noNumber']],
		['leaveOut', 2, 1, 0, []],
		['leaveOut', 100, 98, 1, []],
		['leaveOut', 3, 2, 1, ['nobodyLeft', 'noCountry', 'noNumber']],
	])('%s: of %d contacts %d odd, %d without a number', async (checkContacts, count, odd, missing, stops) => {
		const { result, file } = await checkRows(people(count, [...odds(odd), ...odds(missing, '')]), { checkContacts });
		expect(codes(result.refusals)).toEqual(stops);
		expect(result.recipients).toEqual({
			rows: count,
			ready: count - odd - missing,
			sent: 0,
			duplicatesRemoved: 0,
			invalid: odd,
			leftOut: odd + missing,
			doNotContact: 0,
		});
		expect(file === undefined).toBe(stops.length > 0);
		if (file) expect(await sentOf(file)).toEqual(people(count - odd - missing).map(({ phone }) => phone));
	});

	test('each kind is told once, with its count, the first ten and what to do', async () => {
		const { result } = await checkRows(people(300, ['', ...odds(12)]));
		const [missing, national] = result.warnings;
		expect(missing).toEqual({
			code: 'noNumber',
			message: 'Item 1: there is no phone number',
			advice: 'Left out.',
			count: 1,
			lines: [1],
		});
		expect(national).toMatchObject({ count: 12, lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] });
		expect(national?.message).toBe(
			'Item 2: the phone number "0170…" does not begin with + or 00, so its country is not known. This applies to 12 contacts: items 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 2 more',
		);
		expect(national?.advice).toBe(
			"Left out. Write such numbers with + and the country code, or add the option 'Country': the country of these numbers, or 'Numbers Without + Include the Country Code'.",
		);
	});

	test('a stop says what is wrong with each kind', async () => {
		const { result } = await checkRows(people(10, ['n/a', '4.9E+11', '0170 1234567', '+49 1', '']));
		expect(result.refusals.map(({ message, advice }) => `${message} → ${advice}`)).toEqual([
			"4 of 9 phone numbers look wrong → See below what to correct; Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.",
			'Item 1: "n/a" is not a phone number, or contains more than one → Enter a single phone number.',
			'Item 2: the phone number "4.9E…" was shortened or given decimals by a spreadsheet → In the spreadsheet, format the column as text, correct the numbers, and export it again.',
			"Item 3: the phone number \"0170…\" does not begin with + or 00, so its country is not known → Write such numbers with + and the country code, or add the option 'Country': the country of these numbers, or 'Numbers Without + Include the Country Code'.",
			'Item 4: the phone number "+49 …" has too many or too few digits for a phone number → Correct it. If there are many and you added the option \'Country\', check it.',
			'Item 5: there is no phone number → Fill it in.',
		]);
		expect(result.refusals[0]).toMatchObject({ code: 'manyOddPhones', count: 4 });
		const [single] = (await checkRows(people(10, ['n/a']))).result.refusals;
		expect(single?.message).toBe('1 of 10 phone numbers looks wrong');
	});
});

test('duplicates always go, the first stays, in whatever spelling', async () => {
	const rows = [
		{ phone: phoneOf(1), name: 'Ann' },
		{ phone: '0049 (0)170 1234501', name: 'Bo' },
		{ phone: phoneOf(2), name: 'Cy' },
	];
	for (const checkContacts of ['warn', 'strict', 'leaveOut'] as const) {
		const { result, file } = await checkRows(rows, { checkContacts });
		expect(await sentOf(file)).toEqual([`Ann,${phoneOf(1)}`, `Cy,${phoneOf(2)}`]);
		expect(codes(result.warnings)).toEqual(['duplicate']);
		expect(result.warnings[0]).toMatchObject({ count: 1, lines: [2] });
	}
});

test('the sample is that of the people who get it', async () => {
	const sampleOf = async (...phones: string[]) => (await checkRows(phones.map((phone) => ({ phone })))).result.sample;
	expect(await sampleOf(phoneOf(1), phoneOf(2))).toEqual(await sampleOf('00491701234502', phoneOf(1)));
	expect(await sampleOf(phoneOf(1), '')).toEqual(await sampleOf(phoneOf(1)));
	expect(await sampleOf(phoneOf(1))).not.toEqual(await sampleOf(phoneOf(2)));
});

test('numbers with their country code go out as they are where the user says so, and a plus stays', async () => {
	const rows = [{ phone: 491_701_234_501 }, { phone: '+49 170 1234502' }, { phone: '00491701234501' }];
	const { result, file } = await checkRows(rows, { country: CODE_INCLUDED });
	expect(await sentOf(file)).toEqual(['491701234501', '+491701234502']);
	expect(result.recipients).toMatchObject({ ready: 2, duplicatesRemoved: 1 });
});

describe('what a card shows', () => {
	const references = [
		{ column: 'name' as const, where: 'Card 1, title' },
		{ column: 'name' as const, where: 'Card 2, title' },
	];
	const withNames = (...names: unknown[]) => names.map((name, index) => ({ phone: phoneOf(index), name }));
	test('a column that is missing is refused, with what there is', async () => {
		expect(refusalOf(await checkRows([{ phone: phoneOf(1), City: 'x' }], { references }))).toBe(
			"Card 1, title (and 1 more) uses the contact field 'Name', but there is none beside \"phone\"; the contacts have: phone, City → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag fields into 'Phone' and 'Name', or use fixed text instead.",
		);
	});
	test.each<[unknown, boolean]>([
		['', true],
		[' ', true],
		['-', true],
		['null', true],
		['N/A', true],
		['undefined undefined', true],
		['[object Object]', true],
		[null, true],
		[Infinity, true],
		['Ann', false],
		['Infinity', false],
		['Nullmeier', false],
		["'t Hooft", false],
		// The name of an order in a shop, not of a person.
		['#1001', true],
		[0, true],
		['№ 5', true],
		['李', false],
		['Deal 5k', false],
	])('%j is empty: %s', async (name, isEmpty) => {
		for (const [checkContacts, stops] of [
			['warn', false],
			['leaveOut', false],
			['strict', true],
		] as const) {
			const { result } = await checkRows(withNames('Bo', name), { references, checkContacts });
			const found = stops ? result.refusals : result.warnings;
			expect(codes(found)).toEqual(isEmpty ? ['emptyValue'] : []);
		}
	});
	test('a column empty for all is as good as none, from three contacts on', async () => {
		expect(codes((await checkRows(withNames('', '-', 'null'), { references })).result.refusals)).toEqual([
			'emptyValue',
		]);
		expect(codes((await checkRows(withNames('', ''), { references })).result.refusals)).toEqual([]);
		expect(codes((await checkRows(withNames('', '', '', 'Ann'), { references })).result.refusals)).toEqual([]);
	});
});

test('a value that is no text is refused', async () => {
	const found = await checkRows([
		{ phone: phoneOf(1), name: 'Ann' },
		{ phone: phoneOf(2), name: { first: 'Bo' } },
	]);
	expect(refusalOf(found)).toContain("Item 2: the value for 'Name' is a list, an object or a date");
});

test('a value of 1 MB is sent, and a longer one is refused', async () => {
	const withName = async (length: number) => await checkRows([{ phone: phoneOf(1), name: 'x'.repeat(length) }]);
	expect((await withName(1024 * 1024)).result.refusals).toEqual([]);
	expect(refusalOf(await withName(1024 * 1024 + 1))).toContain(
		"Item 1: the value for 'Name' is a list, an object or a date, or longer than 1 MB",
	);
});

test('what goes out is the columns of the service in their order, and the first ten are kept', async () => {
	const rows = Array.from({ length: 12 }, (_, index) => ({
		lang: 'de',
		phone: `00${491_701_234_500 + index}`,
		id: 1,
		name: `A"${index}, x`,
	}));
	const { result, file } = await checkRows(rows);
	expect((await sentOf(file))[4]).toBe('"A""4, x",+491701234504,de');
	expect(Object.keys(result.columnsUsed)).toEqual(contactColumns.slice(0, 3));
	expect(result.first).toHaveLength(10);
	expect(result.first[0]).toEqual({ name: 'A"0, x', phone: '+491701234500', language: 'de' });
	expect(result).toMatchObject({
		encoding: null,
		delimiter: null,
		changes: ['12 phone numbers in international form'],
	});
});

const except = (doNotContact: unknown, country = ''): Partial<ContactCheckOptions> => ({ country, doNotContact });

describe('Do Not Contact', () => {
	test.each<[string, unknown, string]>([
		['another spelling', '0049 (0)170 1234501', ''],
		['lines, commas and semicolons', '+1 555 000 0000\n+491701234501, +1 555 000 0001; \n\n', ''],
		['a list', ['+49 0170 1234501', '+15550000000', null, ''], ''],
		['lists within', [['+491701234501'], []], ''],
		['a number', 491701234501, CODE_INCLUDED],
		['a national number with a country', '0170 1234501', 'DE'],
	])('spares who is listed: %s', async (_, listed, country) => {
		const { result, file } = await checkRows([...people(3), { phone: '' }], {
			...except(listed, country),
			checkContacts: 'leaveOut',
		});
		expect(await sentOf(file)).toEqual([phoneOf(0), phoneOf(2)]);
		expect(result.recipients).toMatchObject({ rows: 4, ready: 2, doNotContact: 1, leftOut: 1 });
	});

	test('nobody who is listed is ever sent to, however the two are written', async () => {
		const last = fc.integer({ min: 0, max: 9 });
		const spelled = fc.tuple(last, fc.constantFrom('+49170', '0049 170 ', '+49 (0)170 ', '0170/', '+49 0170-', '170 '));
		const phones = fc.array(spelled, { minLength: 1, maxLength: 12 });
		const text = ([end, before]: [number, string]) => `${before}123450${end}`;
		await fc.assert(
			fc.asyncProperty(phones, fc.array(spelled, { maxLength: 4 }), async (contacts, listed) => {
				const rows = contacts.map((one) => ({ phone: text(one) }));
				const { file } = await checkRows(rows, except(listed.map(text), 'DE'));
				const blocked = new Set(listed.map(([end]) => end));
				const wanted = [...new Set(contacts.map(([end]) => end))].filter((end) => !blocked.has(end));
				expect(file ? await sentOf(file) : []).toEqual(wanted.map((end) => `+49170123450${end}`));
			}),
			{ numRuns: 300, seed: 7 },
		);
	});

	test('takes an empty list', async () =>
		expect((await checkRows(people(2), except([]))).result.recipients.ready).toBe(2));
	test('nobody is left: nothing goes out', async () => {
		for (const checkContacts of ['warn', 'leaveOut', 'strict'] as const) {
			const found = await checkRows(people(2), { ...except([phoneOf(0), phoneOf(1)]), checkContacts });
			expect(refusalOf(found)).toBe("No contacts are left: 2 listed in 'Do Not Contact' → Check that list.");
		}
	});
	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \n', 'is empty'],
		[null, 'is empty'],
		[[null, ''], 'is empty'],
		['nobody', 'Entry 1 of \'Do Not Contact\' is "nobo…", which is not a phone number'],
		['+491701234501\n0170 1234502', 'Entry 2 of \'Do Not Contact\' is "0170…", which is not a phone number with'],
		['15112345678', 'Entry 1 of \'Do Not Contact\' is "1511…", which is not a phone number with a country code'],
		[[undefined, '+491701234501'], 'Entry 1 of \'Do Not Contact\' is "unde…"'],
		[[{ phone: '+491701234501' }], 'Entry 1 of \'Do Not Contact\' is "{"ph…"'],
		[{}, 'is "{}"'],
		[true, 'is "true"'],
	])('refuses %j', async (value, message) => {
		expect(refusalOf(await checkRows(people(2), except(value)))).toContain(message);
	});
});

test.each<[object[], message: string | undefined]>([
	[[{ unsubscribed: true }, { unsubscribed: 'Yes' }, { unsubscribed: false }], '2 in "unsubscribed"'],
	[[{ 'SMS Opt-In': 'no' }, { 'SMS Opt-In': '' }], '1 in "SMS Opt-In"'],
	[[{ properties: { hs_email_optout: { value: 'true' } } }], '1 in "properties.hs_email_optout.value"'],
	// What is not clearly a yes may be a no.
	[[{ opt_in: 'Non' }, { opt_in: 'maybe' }, { opt_in: 'Sí' }, { opt_in: null }], '2 in "opt_in"'],
	[[{ do_not_contact: '2026-03-01' }, { do_not_contact: 'Não' }, { do_not_contact: 'x' }], '2 in "do_not_contact"'],
	[[{ opt_in: 1, do_not_contact: 0 }], '0 in "opt_in" and 0 in "do_not_contact"'],
	[[{ optional: false, consent_date: '2026-01-01' }], undefined],
])('fields about consent are named, and nobody is left out by them: %j', async (fields, message) => {
	const rows = fields.map((more, index) => ({ ...more, phone: phoneOf(index) }));
	const { result } = await checkRows(rows);
	expect(result.recipients.ready).toBe(rows.length);
	const told = result.warnings.filter(({ code }) => code === 'consent');
	expect(told.map(({ message: text, advice }) => [text, advice])).toEqual(
		message === undefined
			? []
			: [
					[
						`Consent is not checked here. Contacts who may have said no: ${message}`,
						'They get the message all the same. To leave people out, add a Filter node before this one.',
					],
				],
	);
});
