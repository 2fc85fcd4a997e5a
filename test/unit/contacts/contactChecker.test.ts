import fc from 'fast-check';
import { CODE_INCLUDED } from '../../../nodes/RcsPromotion/contacts/phone';
import {
	contactColumns,
	type CheckStrictness,
	type ContactCheckOptions,
} from '../../../nodes/RcsPromotion/contacts/types';
import { check, checkRows, codes, refusalOf, textOf } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const people = (count: number, odd: string[] = []) => [
	...odd.map((phone) => ({ phone })),
	...Array.from({ length: count - odd.length }, (_, index) => ({ phone: phoneOf(index) })),
];
const sentOf = async (file: Parameters<typeof textOf>[0]) => (await textOf(file)).trimEnd().split('\r\n').slice(1);

const odds = (count: number, phone = '0170 1234567') => Array.from({ length: count }, () => phone);

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
])('numbers that differ in %s alone are those of two people', async (_, phones) => {
	const { result, file } = await checkRows(phones.map((phone) => ({ phone })));
	expect(result.recipients.duplicatesRemoved).toBe(0);
	expect(file && (await sentOf(file))).toEqual(phones);
});

describe('a contact with an odd number, or none, gets nothing', () => {
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
		const { result, file } = await checkRows(people(count, [...odds(odd), ...odds(missing, '')]), {
			strictness: checkContacts,
		});
		expect(codes(result.refusals)).toEqual(stops);
		expect(result.recipients).toMatchObject({
			rows: count,
			ready: count - odd - missing,
			sent: 0,
			duplicatesRemoved: 0,
			invalid: odd,
			landlines: 0,
			leftOut: odd + missing,
			doNotContact: 0,
			doNotContactNumbers: null,
		});
		expect(file === undefined).toBe(stops.length > 0);
		if (file) expect(await sentOf(file)).toEqual(people(count - odd - missing).map(({ phone }) => phone));
	});

	test('each kind is told once, with its count, the first ten and what to do', async () => {
		const { result } = await checkRows(people(300, ['', ...odds(12)]));
		const [missing, national] = result.notes;
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
			"Left out. Write such numbers with + and the country code, or set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code'.",
		);
	});

	test('a stop says what is wrong with each kind', async () => {
		const { result } = await checkRows(people(10, ['n/a', '4.9E+11', '0170 1234567', '+49 1', '']));
		expect(result.refusals.map(({ message, advice }) => `${message} → ${advice}`)).toEqual([
			"4 of 9 phone numbers look wrong → See below what to correct; Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.",
			'Item 1: "n/a" is not a phone number, or contains more than one → Enter a single phone number.',
			'Item 2: the phone number "4.9E…" was shortened or given decimals by a spreadsheet → In the spreadsheet, format the column as text, correct the numbers, and export it again.',
			"Item 3: the phone number \"0170…\" does not begin with + or 00, so its country is not known → Write such numbers with + and the country code, or set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code'.",
			'Item 4: the phone number "+49 …" has too many or too few digits for a phone number → Correct it. If there are many, check \'Country\'.',
			'Item 5: there is no phone number → Fill it in.',
		]);
		expect(result.refusals[0]).toMatchObject({ code: 'manyOddPhones', count: 4 });
		const [single] = (await checkRows(people(10, ['n/a']))).result.refusals;
		expect(single?.message).toBe('1 of 10 phone numbers looks wrong');
	});
});

describe('landlines, toll-free and premium numbers get nothing', () => {
	const landline = (index: number) => ({ phone: `+49 30 9018${20 + index}` });
	const mixed = (landlines: number, mobiles: number) => [
		...people(mobiles),
		...Array.from({ length: landlines }, (_, index) => landline(index)),
	];
	test.each<[CheckStrictness, landlines: number, mobiles: number, stops: string[]]>([
		['warn', 0, 4, []],
		['warn', 2, 2, []],
		['warn', 3, 2, ['manyLandlines', 'landline']],
		['warn', 4, 0, ['manyLandlines', 'landline']],
		['strict', 1, 99, ['landline']],
		['strict', 0, 99, []],
		['leaveOut', 99, 1, []],
		['leaveOut', 2, 0, ['manyLandlines', 'landline']],
	])('%s: %d landlines beside %d mobile phones', async (checkContacts, landlines, mobiles, stops) => {
		const { result, file } = await checkRows(mixed(landlines, mobiles), { strictness: checkContacts });
		expect(codes(result.refusals)).toEqual(stops);
		expect(result.recipients).toMatchObject({ ready: mobiles, invalid: 0, landlines, leftOut: landlines });
		if (stops.length === 0) expect(await sentOf(file)).toEqual(people(mobiles).map(({ phone }) => phone));
	});

	test('are told on their own, and do not count as numbers that look wrong', async () => {
		const { result } = await checkRows(mixed(2, 20));
		expect(result.notes).toEqual([
			{
				code: 'landline',
				message:
					'Item 21: the phone number "+49 …" is a landline, toll-free or premium number, which gets no RCS messages. This applies to 2 contacts: items 21, 22',
				advice: "Left out. Find a mobile number. If it is one, check 'Country'.",
				count: 2,
				lines: [21, 22],
			},
		]);
	});

	test('of a list read in the wrong country, say so', async () => {
		const french = ['06 12 34 56 78', '06 12 34 56 79', '07 12 34 56 78', '06 22 34 56 78'].map((phone) => ({ phone }));
		const { result } = await checkRows(french, { country: 'DE' });
		expect(result.refusals[0]).toMatchObject({
			message: '4 of 4 phone numbers are landlines, toll-free or premium numbers, which get no RCS messages',
			advice: expect.stringContaining("Check 'Country': it is set to Germany.") as string,
		});
		expect((await checkRows(french, { country: 'FR' })).result.recipients.ready).toBe(4);
	});

	test('an opt-out with a landline counts as an opt-out', async () => {
		const { result } = await checkRows(mixed(1, 2), { doNotContact: [landline(0).phone] });
		expect(result.recipients).toMatchObject({ ready: 2, doNotContact: 1, landlines: 0 });
	});

	test('a number of Argentina without the 9 is sent, with one hint', async () => {
		const { result, file } = await checkRows([{ phone: '+54 11 2345-6789' }, { phone: '+54 9 11 2345-6780' }]);
		expect(await sentOf(file)).toEqual(['+541123456789', '+5491123456780']);
		expect(result.notes).toMatchObject([
			{
				code: 'withoutNine',
				count: 1,
				message: 'Item 1: the Argentine phone number "+54 …" has no 9 after +54, so it may be a landline',
			},
		]);
	});
});

test('duplicates always go, the first stays, in whatever spelling', async () => {
	const rows = [
		{ phone: phoneOf(1), name: 'Ann' },
		{ phone: '0049 (0)170 1234501', name: 'Bo' },
		{ phone: phoneOf(2), name: 'Cy' },
	];
	for (const checkContacts of ['warn', 'strict', 'leaveOut'] as const) {
		const { result, file } = await checkRows(rows, { strictness: checkContacts });
		expect(await sentOf(file)).toEqual([`Ann,${phoneOf(1)}`, `Cy,${phoneOf(2)}`]);
		expect(codes(result.notes)).toEqual(['duplicate']);
		expect(result.notes[0]).toMatchObject({ count: 1, lines: [2] });
	}
});

test('the sample is that of the people who get it', async () => {
	const sampleOf = async (...phones: string[]) =>
		(await checkRows(phones.map((phone) => ({ phone })))).result.fingerprint;
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
		['#REF!', true],
		['#DIV/0!', true],
		['#NAME?', true],
		['*|FNAME|*', true],
		['{{contact.firstname}}', true],
		['Dear {{name}}', true],
		['Wow!', false],
		['#winner', false],
		['李', false],
		['Deal 5k', false],
	])('%j is empty: %s', async (name, isEmpty) => {
		for (const [checkContacts, stops] of [
			['warn', false],
			['leaveOut', false],
			['strict', true],
		] as const) {
			const { result } = await checkRows(withNames('Bo', name), { references, strictness: checkContacts });
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

test.each(['name', 'phone'])(
	'a line break within the %s is refused with its item where it is shown, and one at its end is not sent',
	async (column) => {
		const [ann, bo] = [
			{ name: 'Ann', phone: phoneOf(1) },
			{ name: 'Bo\r\n', phone: `${phoneOf(2)}\r` },
		];
		const broken = { ...ann, [column]: `${phoneOf(3)}\nBo` };
		for (const checkContacts of ['warn', 'leaveOut'] as const) {
			const label = column === 'name' ? 'Name' : 'Phone';
			const references = [{ column: 'name' as const, where: 'Card 1, title' }];
			const found = refusalOf(await checkRows([ann, bo, broken], { strictness: checkContacts, references }));
			const unused = await checkRows([ann, bo, broken], { strictness: checkContacts });
			expect(unused.result.refusals.length).toBe(column === 'name' ? 0 : 1);
			expect(found).toContain(`Item 3: the value for '${label}' has a line break in it → Remove the line break.`);
		}
		expect(await sentOf((await checkRows([ann, bo])).file)).toEqual([`Ann,${phoneOf(1)}`, `Bo,${phoneOf(2)}`]);
	},
);

test('of a file, two stray quotation marks that make one value of many rows are refused with their line', async () => {
	const rows = Array.from({ length: 100 }, (_, index) => `Ann ${index},${phoneOf(index)},x`);
	for (const at of [10, 60]) rows[at] = `"${rows[at]}`.replace(/^"(Ann \d+)/, at === 10 ? '"$1' : '$1"');
	const found = await check(`name,phone,note\n${rows.join('\n')}\n`);
	expect(refusalOf(found)).toContain("Line 12: the value for 'Name' has a line break in it");
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
	expect(result.firstRecipients).toHaveLength(10);
	expect(result.firstRecipients[0]).toEqual({ name: 'A"0, x', phone: '+491701234500', language: 'de' });
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
		['items', [{ json: { phone: '+49 170 1234501' }, pairedItem: 0 }, { json: { Handy: '+15550000000' } }], ''],
		['items with a nested phone', [{ json: { id: 7, properties: { phone: { value: '+491701234501' } } } }], ''],
		[
			'items of several shapes',
			[{ json: { contact: { phones: [{ value: phoneOf(1) }] } } }, { json: { tel: phoneOf(9) } }],
			'',
		],
		['one item', { json: { phone: '+491701234501', email: 'a@example.com' } }, ''],
		['one object', { Phone: '+491701234501' }, ''],
		['objects', [{ mobile: '+49 170 1234501', phone: '0049 170 1234501' }], ''],
		['an item that Always Output Data leaves', [{ json: {} }, { json: { phone: phoneOf(1) } }], ''],
		['national numbers in items', [{ json: { phone: '0170 1234501' } }], 'DE'],
		['a number', 491701234501, CODE_INCLUDED],
		['a national number with a country', '0170 1234501', 'DE'],
	])('spares who is listed: %s', async (_, listed, country) => {
		const { result, file } = await checkRows([...people(3), { phone: '' }], {
			...except(listed, country),
			strictness: 'leaveOut',
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

	test.each<[string, unknown]>([
		['an empty list', []],
		['what Always Output Data leaves', [{ json: {}, pairedItem: 0 }]],
	])('says that it holds nobody: %s', async (_, listed) => {
		const { result } = await checkRows(people(2), except(listed));
		expect(result.recipients).toMatchObject({ ready: 2, doNotContact: 0, doNotContactNumbers: 0 });
		expect(result.warnings).toMatchObject([
			{ code: 'noOptOuts', message: "'Do Not Contact' holds no phone number, so no one was left out" },
		]);
	});

	test('counts its numbers, each once, and says how many entries have none', async () => {
		const listed = [{ json: { phone: phoneOf(1) } }, { json: { phone: '' } }, { json: { phone: null } }];
		const { result } = await checkRows(people(3), except([...listed, phoneOf(1), phoneOf(8)]));
		expect(result.recipients).toMatchObject({ ready: 2, doNotContact: 1, doNotContactNumbers: 2 });
		expect(result.warnings).toMatchObject([
			{
				code: 'optOutsWithoutNumber',
				message: "2 items of 'Do Not Contact' have an empty phone number, and so leave no one out",
			},
		]);
		expect((await checkRows(people(1))).result).toMatchObject({
			recipients: { doNotContactNumbers: null },
			warnings: [],
		});
	});

	test('of a service that leaves out empty fields is read, and what an API says of no failure is none', async () => {
		const listed = [
			{ json: { id: 1, fields: { Name: 'Ann', Phone: phoneOf(1) } } },
			{ json: { id: 2, fields: { Name: 'Bo' } } },
			{ json: { id: 3, fields: { Phone: phoneOf(0) } } },
			{ json: { error: false, phone: phoneOf(2) } },
		];
		const { result } = await checkRows(people(4), except(listed));
		expect(result.recipients).toMatchObject({ ready: 1, doNotContact: 3, doNotContactNumbers: 3 });
		expect(codes(result.warnings)).toEqual(['optOutsWithoutNumber']);
		const other = await checkRows(
			people(4),
			except([...listed, { json: { id: 4, fields: { WhatsApp: phoneOf(3) } } }]),
		);
		expect(refusalOf(other)).toContain("Item 5 of 'Do Not Contact' has no field with one of the usual names");
	});

	test('with and without the 9 of Argentina is one person', async () => {
		const [with9, without] = ['+54 9 11 2345-6789', '+54 11 2345-6789'];
		for (const [contact, optOut] of [
			[with9, without],
			[without, with9],
		]) {
			const { result } = await checkRows([{ phone: contact }, ...people(1)], except([optOut]));
			expect(result.recipients).toMatchObject({ ready: 1, doNotContact: 1 });
		}
		const { result } = await checkRows([{ phone: with9 }, { phone: without }]);
		expect(result.recipients).toMatchObject({ ready: 1, duplicatesRemoved: 1 });
	});

	test('whose number stands in any place of the table never gets a message', async () => {
		const fields = fc.constantFrom('phone', 'Mobile', 'Handynummer', 'Teléfono', 'MobilePhone');
		const wraps = fc.constantFrom<(field: string, number: string) => object>(
			(field, number) => ({ [field]: number, name: 'Ann' }),
			(field, number) => ({ id: 7, properties: { [field]: { value: number } } }),
			(field, number) => ({ fields: { [field]: number } }),
			(field, number) => ({ body: { [field]: number, name: 'x' }, headers: {} }),
			(field, number) => ({ billing: { [field]: number }, total: 3 }),
			(_, number) => ({ phones: [{ type: 'work', value: number }] }),
			(_, number) => ({ contact: { phones: [{ value: number }] } }),
			(_, number) => ({ attributes: { SMS: number } }),
		);
		const entry = fc.tuple(fc.nat(5), fields, wraps, fc.boolean());
		await fc.assert(
			fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 5 }), async (entries) => {
				const listed = entries.map(([who, field, wrap, isItem]) => {
					const json = wrap(field, phoneOf(who));
					return isItem ? { json, pairedItem: { item: 0 } } : json;
				});
				const { file } = await checkRows(people(7), except(listed));
				const blocked = new Set(entries.map(([who]) => phoneOf(who)));
				expect(await sentOf(file)).toEqual(people(7).flatMap(({ phone }) => (blocked.has(phone) ? [] : [phone])));
			}),
			{ numRuns: 200, seed: 7 },
		);
	});
	test('nobody is left: nothing goes out', async () => {
		for (const checkContacts of ['warn', 'leaveOut', 'strict'] as const) {
			const found = await checkRows(people(2), { ...except([phoneOf(0), phoneOf(1)]), strictness: checkContacts });
			expect(refusalOf(found)).toBe("No one is left to send to: 2 are listed in 'Do Not Contact' → Check that list.");
		}
	});
	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \n', 'is empty'],
		[null, 'none of them holds a phone number'],
		[[null, ''], 'none of them holds a phone number'],
		[[{ json: { phone: '' } }], 'none of them holds a phone number'],
		['nobody', 'Entry 1 of \'Do Not Contact\': "nobo…" is not a phone number, or contains more than one → Correct it'],
		[
			'+491701234501\n0170 1234502',
			'Entry 2 of \'Do Not Contact\': the phone number "0170…" does not begin with + or 00',
		],
		[
			'15112345678',
			"does not begin with + or 00, so its country is not known → Write it with + and the country code, or set 'Country'.",
		],
		// As expressions give it that look for a field which is not there.
		[[undefined, '+491701234501'], "Entry 1 of 'Do Not Contact' holds no phone number"],
		[[phoneOf(1), true], 'Entry 2 of \'Do Not Contact\': "true" is not a phone number'],
		[[phoneOf(1), '+551187654321'], 'has too many or too few digits for a phone number → Correct it, or remove it'],
		[[phoneOf(1), { json: { phone: 'n/a' } }], 'Item 2 of \'Do Not Contact\': "n/a" is not a phone number'],
		[[{ json: { phone: { number: 7 } } }], 'holds a phone number only in "phone.number", which may be'],
		[[{ json: { WhatsApp: phoneOf(1) } }], "Item 1 of 'Do Not Contact' has no field with one of the usual names"],
		[
			[{ json: { phone: phoneOf(1) } }, { json: { email: 'a@example.com' } }],
			'for a phone number. It has: email → Before',
		],
		[[{ json: { owner: { phone: phoneOf(1) } } }], 'holds a phone number only in "owner.phone", which may be'],
		[
			[{ phone: phoneOf(2) }, { phone: '', lead: { phone: phoneOf(1) } }],
			'Item 2 of \'Do Not Contact\' holds a phone number only in "lead.phone"',
		],
		[
			[{ billing: { phone: phoneOf(1) }, shipping: { phone: phoneOf(2) } }],
			'different phone numbers in "billing.phone" and "shipping.phone"',
		],
		[
			[{ json: {} }, { json: { error: 'Timeout' } }],
			'Item 2 of \'Do Not Contact\' comes from a step that failed: "Timeout"',
		],
		[[{ json: { phone: phoneOf(1), error: { message: 'boom' } } }], 'comes from a step that failed: "boom"'],
		[[{ json: {}, error: { message: 'boom' } }], 'Item 1 of \'Do Not Contact\' comes from a step that failed: "boom"'],
		[[{ json: { phone: phoneOf(1) }, error: 'boom' }], 'comes from a step that failed: "boom"'],
		// They have no fields, and look empty.
		[new Set([phoneOf(1)]), "Entry 1 of 'Do Not Contact' holds no phone number"],
		[[phoneOf(1), new Map([['phone', phoneOf(2)]])], "Entry 2 of 'Do Not Contact' holds no phone number"],
		[[phoneOf(1), new Date()], "Entry 2 of 'Do Not Contact' holds no phone number"],
		[
			[{ json: { mobile: phoneOf(1), phone: phoneOf(2) } }],
			'Item 1 of \'Do Not Contact\' has different phone numbers in "mobile" and "phone" → Before this node',
		],
		[
			'[object Object],[object Object]',
			'contains "[object Object]" instead of phone numbers → Remove every space and line break before {{ and after }}',
		],
	])('refuses %j', async (value, message) => {
		expect(refusalOf(await checkRows(people(2), except(value)))).toContain(message);
	});
});

/** As exports, CRMs and shops name them. */
const CONSENT_FIELDS = [
	...['buyer_accepts_marketing', 'SMS Consent Status', 'marketing_status', 'unsubscribed_from_sms', 'hs_sms_opt_out'],
	...[
		'phone_blacklisted',
		'werbeeinwilligung',
		'newsletter_abgemeldet',
		'werbesperre',
		'widerruf',
		'dsgvo',
		'Désabonné',
	],
	...[
		'Consentimiento',
		'Baja',
		'unsubscribed',
		'SMS Opt-In',
		'opt_in',
		'optedOut',
		'HasOptedOutOfEmail',
		'do_not_contact',
	],
	...[
		'Do Not Call',
		'doNotDisturb',
		'DND',
		'DNC',
		'consent_date',
		'Is Subscribed',
		'gdprConsentAt',
		'Consenso',
		'Zustimmung',
	],
];
const OTHER_FIELDS = [
	...[
		'status',
		'shop_type',
		'stop_time',
		'top_tags',
		'Gewerbe',
		'Bewerber',
		'optional',
		'adopted_at',
		'businesssubscriberid',
	],
	...[
		'Option',
		'optimum',
		'donor',
		'domain',
		'market',
		'market_segment',
		'news',
		'Werbeagentur',
		'Abholung',
		'shopDomain',
	],
	...['Donauweg', 'basket', 'lastName', 'city', 'created_at', 'dn_card', 'notes', 'Widmung'],
];

test('fields about consent are named in one hint, and nobody is left out by them', async () => {
	const told = async (fields: string[], wrap: (json: object) => object = (json) => json) => {
		const filled = wrap(Object.fromEntries(fields.map((name) => [name, 'no'])));
		const { result } = await checkRows([{ ...filled, phone: phoneOf(1) }, { phone: phoneOf(2) }]);
		expect(result.recipients.ready).toBe(2);
		return result.notes.filter(({ code }) => code === 'consent').map(({ message, advice }) => [message, advice]);
	};
	for (const name of CONSENT_FIELDS) {
		expect(await told([name])).toEqual([
			[
				`Fields that may say who agreed to get messages were not read: ${name}`,
				"No one is left out because of them. To leave people out, add a Filter node before this one, or use 'Do Not Contact' in 'Options'.",
			],
		]);
	}
	expect(await told(OTHER_FIELDS)).toEqual([]);
	const nested = (json: object) => ({
		subscriptions: { sms: { marketing: json } },
		properties: { hs_email_optout: { value: 'x' } },
	});
	expect(await told(['consent'], nested)).toEqual([
		[
			expect.stringContaining(
				'who agreed to get messages were not read: subscriptions.sms.marketing.consent, properties.hs_email_optout.value',
			),
			expect.anything(),
		],
	]);
	expect((await told(CONSENT_FIELDS))[0]?.[0]).toMatch(/, and \d+ more$/);
});
