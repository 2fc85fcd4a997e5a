import { CODE_INCLUDED } from '../../../nodes/RcsPromotion/contacts/phone';
import { contactColumns, type CheckMode } from '../../../nodes/RcsPromotion/contacts/types';
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
	test.each<[CheckMode, count: number, odd: number, missing: number, stops: string[]]>([
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
			checkMode: checkContacts,
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

	test('each kind is listed once, with its count, its first ten contacts and what to do', async () => {
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
	test.each<[CheckMode, landlines: number, mobiles: number, stops: string[]]>([
		['warn', 0, 4, []],
		['warn', 2, 2, []],
		['warn', 3, 2, ['manyLandlines', 'landline']],
		['warn', 4, 0, ['manyLandlines', 'landline']],
		['strict', 1, 99, ['landline']],
		['strict', 0, 99, []],
		['leaveOut', 99, 1, []],
		['leaveOut', 2, 0, ['manyLandlines', 'landline']],
	])('%s: %d landlines beside %d mobile phones', async (checkContacts, landlines, mobiles, stops) => {
		const { result, file } = await checkRows(mixed(landlines, mobiles), { checkMode: checkContacts });
		expect(codes(result.refusals)).toEqual(stops);
		expect(result.recipients).toMatchObject({ ready: mobiles, invalid: 0, landlines, leftOut: landlines });
		if (stops.length === 0) expect(await sentOf(file)).toEqual(people(mobiles).map(({ phone }) => phone));
	});

	test('have a note of their own, and do not count as numbers that look wrong', async () => {
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
		const { result, file } = await checkRows(rows, { checkMode: checkContacts });
		expect(await sentOf(file)).toEqual([`Ann,${phoneOf(1)}`, `Cy,${phoneOf(2)}`]);
		expect(codes(result.notes)).toEqual(['duplicate']);
		expect(result.notes[0]).toMatchObject({ count: 1, lines: [2] });
	}
});

test('the sample is that of the people who get it', async () => {
	const sampleOf = async (...phones: string[]) =>
		(await checkRows(phones.map((phone) => ({ phone })))).result.fingerprint;
	expect(await sampleOf(phoneOf(1), phoneOf(2))).toEqual(await sampleOf('+49 (0)170 1234502', phoneOf(1)));
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
			const { result } = await checkRows(withNames('Bo', name), { references, checkMode: checkContacts });
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
			const found = refusalOf(await checkRows([ann, bo, broken], { checkMode: checkContacts, references }));
			const unused = await checkRows([ann, bo, broken], { checkMode: checkContacts });
			expect(unused.result.refusals.length).toBe(column === 'name' ? 0 : 1);
			expect(found).toContain(`Item 3: the value for '${label}' has a line break in it → Remove the line break.`);
		}
		expect(await sentOf((await checkRows([ann, bo])).file)).toEqual([`Ann,${phoneOf(1)}`, `Bo,${phoneOf(2)}`]);
	},
);

describe('a value of a file with several lines', () => {
	/** Rows of which some are within quotation marks that were never meant: from one stray mark to the next. */
	const withStrayMarks = (rows: string[], [from, to]: [number, number], column: number) =>
		rows.map((row, at) => {
			const cells = row.split(',');
			if (at === from) cells[column] = `"${cells[column]}`;
			if (at === to) cells[column] = `${cells[column]}"`;
			return cells.join(',');
		});
	const rows = Array.from({ length: 100 }, (_, index) => `Ann ${index},${phoneOf(index)},x,y`);
	test.each([
		['used by nothing', 'phone,name'],
		['used by nothing, at the end', 'name,phone'],
	])('that has swallowed rows is refused with its line: a column %s', async (_what, columns) => {
		for (const column of [0, 2, 3]) {
			const text = withStrayMarks(rows, [10, 60], column).join('\n');
			const header = columns === 'name,phone' ? 'name,phone,note,more' : 'title,phone,name,more';
			for (const checkContacts of ['warn', 'leaveOut'] as const) {
				const found = await check(`${header}\n${text}\n`, { checkMode: checkContacts });
				expect(refusalOf(found)).toBe(
					'Line 12: a value holds whole rows, because a quotation mark (") was never closed → Close the quotation mark or remove it, or export the file again.',
				);
			}
		}
	});
	test('that has swallowed rows of another delimiter or country is refused, too', async () => {
		const text = `Name;Telefon;Notiz\nAnn;0170 1234501;"ruft zurück\nBo;0170 1234502;nein\nCy;0170 1234503;ja"\n`;
		expect(refusalOf(await check(text, { country: 'DE' }))).toContain('Line 2: a value holds whole rows');
	});
	test.each([
		['phone,note', `${phoneOf(1)},"Called on Monday\nwants a call, soon\nnot ${phoneOf(9)}, he says"`],
		['note,phone', `"Dear Ann,\n1, 2, 3 and 4\n",${phoneOf(1)}`],
		['name,phone,address', `Ann,${phoneOf(1)},"Main Street 1\n12345 Town\nGermany"`],
	])('that is a note passes: %s', async (header, row) => {
		const { result, file } = await check(`${header}\n${row}\n`);
		expect(result.refusals).toEqual([]);
		expect(await textOf(file)).toContain(phoneOf(1));
	});
});

test.each([
	['a number from JSON', { businesssubscriberid: 9_007_199_254_740_993 }],
	['what a spreadsheet shows of it', { businesssubscriberid: '6.65001E+18' }],
])('a subscriber ID too long to be exact is refused, not sent as another one: %s', async (_what, id) => {
	expect(refusalOf(await checkRows([{ phone: phoneOf(1), ...id }]))).toBe(
		"Item 1: the value for 'Business Subscriber ID' is a number too long to be exact → Keep it as text where it comes from: in a spreadsheet, format the column as text and export it again.",
	);
	const junk = { phone: 12_345_678_901_234_567_890, name: 1e21 };
	const { file } = await checkRows([{ phone: phoneOf(1), businesssubscriberid: '9007199254740993' }, junk], {
		checkMode: 'leaveOut',
	});
	expect(await textOf(file)).toContain(`${phoneOf(1)},9007199254740993`);
});

test('a value that cannot be sent stops no launch if no text uses its column', async () => {
	const rows = [
		{ phone: phoneOf(1), language: ['en'] },
		{ phone: phoneOf(2), language: 'de' },
	];
	const { result, file } = await checkRows(rows);
	expect(result.refusals).toEqual([]);
	expect(result.notes).toMatchObject([{ code: 'notText', lines: [1] }]);
	expect(await textOf(file)).toBe(`phone,language\r\n${phoneOf(1)},\r\n${phoneOf(2)},de\r\n`);
	const references = [{ column: 'language' as const, where: 'Card 1, title' }];
	expect(refusalOf(await checkRows(rows, { references }))).toContain("Item 1: the value for 'Language' is a list");
});

test('a value that is no text is refused', async () => {
	const references = [{ column: 'name' as const, where: 'Card 1, title' }];
	const rows = [
		{ phone: phoneOf(1), name: 'Ann' },
		{ phone: phoneOf(2), name: { first: 'Bo' } },
	];
	const found = await checkRows(rows, { references });
	expect(refusalOf(found)).toContain("Item 2: the value for 'Name' is a list, an object or a date");
});

test('a value of 1 MB is sent, and a longer one is refused', async () => {
	const references = [{ column: 'name' as const, where: 'Card 1, title' }];
	const withName = async (length: number) =>
		await checkRows([{ phone: phoneOf(1), name: 'x'.repeat(length) }], { references });
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

test('fields about consent are named in one note, and no contact is left out because of them', async () => {
	const notesOn = async (fields: string[], wrap: (json: object) => object = (json) => json) => {
		const filled = wrap(Object.fromEntries(fields.map((name) => [name, 'no'])));
		const { result } = await checkRows([{ ...filled, phone: phoneOf(1) }, { phone: phoneOf(2) }]);
		expect(result.recipients.ready).toBe(2);
		return result.notes.filter(({ code }) => code === 'consent').map(({ message, advice }) => [message, advice]);
	};
	for (const name of CONSENT_FIELDS) {
		expect(await notesOn([name])).toEqual([
			[
				`Fields that may say who agreed to get messages were not read: ${name}`,
				"No one is left out because of them. To leave people out, add a Filter node before this one, or use 'Do Not Contact' in 'Options'.",
			],
		]);
	}
	expect(await notesOn(OTHER_FIELDS)).toEqual([]);
	const nested = (json: object) => ({
		subscriptions: { sms: { marketing: json } },
		properties: { hs_email_optout: { value: 'x' } },
	});
	expect(await notesOn(['consent'], nested)).toEqual([
		[
			expect.stringContaining(
				'who agreed to get messages were not read: subscriptions.sms.marketing.consent, properties.hs_email_optout.value',
			),
			expect.anything(),
		],
	]);
	expect((await notesOn(CONSENT_FIELDS))[0]?.[0]).toMatch(/, and \d+ more$/);
});
