import fc from 'fast-check';
import Papa from 'papaparse';
import type { ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import { checkRows, codes, expectRowsApart, textOf } from './support';

const shown = [{ column: 'name' as const, place: 'Card 1, variable 1' }];

test('a file with the mapped columns only: UTF-8, comma, CR LF', async () => {
	const { result, file } = checkRows([
		{ Phone: '+49 170 1234567', email: 'a@example.com', FirstName: 'Jürgen "J"' },
		{ Phone: '+49 170 1234568', email: 'b@example.com', FirstName: ' Doe, Ann\n' },
		{ Phone: '0049-170-1234567', FirstName: 'again' },
	]);
	expect(result).toEqual({
		recipients: { rows: 3, ready: 2, duplicatesRemoved: 1, invalid: 0, leftOut: 0, suppressed: 0 },
		preview: [
			{ name: 'Jürgen "J"', phone: '+49 170 1234567' },
			{ name: ' Doe, Ann\n', phone: '+49 170 1234568' },
		],
		columns: ['name', 'phone'],
		columnsUsed: { name: 'FirstName', phone: 'Phone' },
		encoding: null,
		delimiter: null,
		refusals: [],
		warnings: [
			{
				code: 'duplicate',
				message:
					"Item 3 (in n8n's expressions: 2): an earlier contact has the same phone number. Only the first of them is kept.",
				count: 1,
				lines: [2],
			},
		],
		recipientsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
		changes: [],
	});
	expect(file).toMatchObject({ fileName: 'contacts.csv', mimeType: 'text/csv' });
	expect(await textOf(file)).toBe('name,phone\r\n"Jürgen ""J""",+49 170 1234567\r\n" Doe, Ann\n",+49 170 1234568\r\n');
});

test.each([
	['all wrong', ['n/a', 'none'], 'Check whether "phone" really holds the phone numbers.'],
	[
		'most wrong',
		['n/a', 'none', '+4915123456789'],
		`Check whether "phone" really holds the phone numbers. To send to the others, set 'Check Contacts' to 'Leave Out Invalid'.`,
	],
	['half wrong', ['n/a', '+4915123456789'], "To send to the others, set 'Check Contacts' to 'Leave Out Invalid'."],
])('what to do about phone numbers: %s', (_, phones, advice) => {
	const [refusal] = checkRows(phones.map((phone) => ({ phone }))).result.refusals;
	expect(refusal?.message.split('+ - . ( ). ')[1]).toBe(advice);
});

test('several contacts in a later item stop the launch, with what to do', () => {
	const companies = Array.from({ length: 40 }, (_, index) => ({ contacts: [{ phone: `+4917012345${10 + index}` }] }));
	const last = { contacts: [{ phone: '+491701234598' }, { phone: '+491701234599' }] };
	expect(checkRows([...companies, last]).result.refusals).toMatchObject([
		{
			message: expect.stringContaining(
				'Item 41 holds a list of 2 contacts in "contacts". Add a Split Out node',
			) as string,
		},
	]);
	expect(checkRows([...companies, { contacts: [] }]).result.refusals).toEqual([]);
});

test('the answers of a form are no list of contacts', () => {
	const answers = [
		{ type: 'text', text: 'Ann' },
		{ type: 'phone_number', phone_number: '+491701234567' },
	];
	const [refusal] = checkRows([{ form_response: { answers } }]).result.refusals;
	expect(refusal?.message).not.toContain('Split Out');
});

test.each(['{{ $json.name }}', '{{first_name}}', 'Ann *|LNAME|*'])('a merge tag is no value: %s', (name) => {
	const { warnings } = checkRows(
		[
			{ phone: '+491701234567', name },
			{ phone: '+491701234568', name: 'Bo {x}' },
		],
		{
			references: shown,
		},
	).result;
	expect(warnings).toMatchObject([{ code: 'emptyValue', count: 1 }]);
});

test('Leave Out Invalid says how the numbers could be kept', () => {
	const people = ['0170 1234501', '0170 1234502', '+491701234503'].map((phone) => ({ phone }));
	const { warnings } = checkRows(people, { checkContacts: 'leaveOut' }).result;
	expect(warnings[0]?.message).toContain("Left out. Add the options 'Phone Format' (International) and 'Country'");
});

describe('numbers without + that probably lack their country code', () => {
	const warned = (phones: string[], options: Partial<ContactCheckOptions> = {}) =>
		checkRows(
			phones.map((phone) => ({ phone })),
			options,
		).result.warnings.filter(({ code }) => code === 'missingCountryCodes');

	test.each([
		['of the US', ['(415) 555-0132', '2125550177', '305.555.0199']],
		['of the US, one of which could be Moroccan by its length', ['212555017701', '4155550132', '3055550199']],
		['of India', ['98765 43210', '99887 76655']],
		['of Spain, nine digits that could be Australian by their number', ['612 345 678', '698765432']],
		['of Brazil', ['(11) 91234-5678', '11912345679']],
		['of Denmark', ['20 12 34 56', '20123457']],
		['of Poland', ['501 234 567', '501-234-568']],
		['of China', ['138 1234 5678']],
		['of no country at all', ['1234567', '123456789012345']],
		['only after some with +', ['+14155550132', '+14155550133', '4155550134']],
	])('%s', (_, phones) => {
		expect(warned(phones)).toEqual([
			expect.objectContaining({ message: expect.stringContaining("'Phone Format' (International)") as string }),
		]);
	});

	const digitsOf = (start: string, count: number) =>
		Array.from({ length: count }, (_, index) => `${start}${1000 + index}`);

	test.each([
		['a fifth', 20, 1],
		['four fifths', 80, 0],
	])('told by the whole list: %s, the first ones, have their code', (_, withCode, warnings) => {
		expect(warned([...digitsOf('1415555', withCode), ...digitsOf('415555', 100 - withCode)])).toHaveLength(warnings);
	});

	test.each([
		['with + or 00', ['+1 415 555 0132', '0049 151 23456789']],
		['with + or 00 in brackets', ['(+45) 20123456', '(0045) 20123457']],
		['of Germany, as digits', ['4915123456789', '49 151 23456789']],
		['of the US, as digits', ['14155550132', '1 (212) 555-0177']],
		['of short countries, as digits', ['4520123456', '4791234567', '6591234567', '35679123456']],
		['half of them', ['4155550132', '14155550133']],
		['none at all', []],
	])('not: %s', (_, phones) => {
		expect(warned(phones)).toEqual([]);
	});

	test('together with the wrong numbers that stop the launch', () => {
		const items = ['(415) 555-0132', '415-555-0133', '415.555.0134', '415 555 0135', '555-01'].map((phone) => ({
			phone,
		}));
		const codes = (checkContacts: ContactCheckOptions['checkContacts']) => {
			const { refusals, warnings } = checkRows(items, { checkContacts }).result;
			return [refusals, warnings].map((findings) => findings.map(({ code }) => code));
		};
		const both = ['missingCountryCodes', 'manyOddPhones'];
		expect(codes('warn')).toEqual([both, ['oddPhone']]);
		expect(codes('strict')).toEqual([[...both, 'oddPhone'], []]);
		expect(codes('leaveOut')).toEqual([[], [...both, 'oddPhone']]);
	});

	test('no more once they are made international', () => {
		expect(warned(['(415) 555-0132'], { phoneFormat: 'international', country: 'US' })).toEqual([]);
	});
});

test('Strict stops at what may be wrong, not at what is only remarked', () => {
	const people = ['1', '2', '3'].map((end) => ({ name: 'Name', phone: `+49170123456${end}` }));
	const { refusals, warnings } = checkRows(people, { checkContacts: 'strict', country: 'DE' }).result;
	expect(refusals).toEqual([]);
	expect(warnings.map(({ code }) => code)).toEqual(['countryUnused', 'sameForAll']);
});

test('only values that a card shows are missed, each by its own cards', () => {
	const references = [...shown, { column: 'language' as const, place: 'Card 2, variable 3' }];
	const people = [{ phone: '+491701234567', name: '', language: '' }];
	expect(codes(checkRows(people, { references: shown }).result.warnings)).toEqual(['emptyValue']);
	const [refusal] = checkRows([{ phone: '+491701234567', name: 'Ann' }], { references }).result.refusals;
	expect(refusal?.message).toMatch(/^Card 2, variable 3 shows \${language}, but the contacts have no "language"/);
});

test('phone numbers stay text, also those given as numbers', async () => {
	const { file } = checkRows([{ phone: 491701234567 }, { phone: '+49 170 1234567' }, { phone: 49170123456n }], {
		removeDuplicates: false,
	});
	expect(await textOf(file)).toBe('phone\r\n491701234567\r\n+49 170 1234567\r\n49170123456\r\n');
	const { result } = checkRows([{ phone: 4.9170123456789e21 }, { phone: 1.5 }], { checkContacts: 'strict' });
	expect(result.refusals.map(({ message }) => message)).toEqual([
		expect.stringContaining('2 of 2 phone numbers look wrong.'),
		expect.stringContaining('shortened by a spreadsheet'),
		expect.stringContaining('fewer than 7 digits'),
	]);
});

test('a column that holds a text in no item is not sent, one that has some is', async () => {
	const people = [
		{ phone: '+491701234567', name: { tags: 2 }, language: 'de' },
		{ phone: '+491701234568', name: null, language: null },
	];
	const { result, file } = checkRows(people);
	expect(result.columns).toEqual(['phone', 'language']);
	expect(await textOf(file)).toBe('phone,language\r\n+491701234567,de\r\n+491701234568,\r\n');
});

test('nothing filled in is empty, however a CRM writes it', async () => {
	const people = [
		{ phone: '+491701234567', name: false },
		{ phone: '+491701234568', name: null },
		{ phone: '+491701234569' },
		{ phone: '+491701234560', name: 7 },
	];
	expect(await textOf(checkRows(people).file)).toBe(
		'name,phone\r\n,+491701234567\r\n,+491701234568\r\n,+491701234569\r\n7,+491701234560\r\n',
	);
});

test('each item may name the country of its number', async () => {
	const people = [
		{ phone: '06 12 34 56 78', country: 'France' },
		{ phone: '0170 1234567', country: 'DE' },
		{ phone: '0170 1234568' },
	];
	const { result, file } = checkRows(people, { phoneFormat: 'international', checkContacts: 'leaveOut' });
	expect(await textOf(file)).toBe('phone\r\n+33612345678\r\n+491701234567\r\n');
	expect(result.recipients).toMatchObject({ rows: 3, ready: 2, leftOut: 1 });
});

test.each([999, 1000, 2001])('%d contacts are written one after the other', async (count) => {
	const phones = Array.from({ length: count }, (_, index) => `+4917012${String(10_000 + index)}`);
	const { file } = checkRows(phones.map((phone) => ({ phone })));
	expect(await textOf(file)).toBe(`phone\r\n${phones.join('\r\n')}\r\n`);
});

test('the digest is that of a file with the same phones', () => {
	const digest = (phones: string[]) => checkRows(phones.map((phone) => ({ phone }))).result.recipientsDigest;
	expect(digest(['+491701234567', '+491701234568'])).toBe(digest(['00491701234568', '491701234567', '491701234567']));
	expect(digest(['+491701234567'])).not.toBe(digest(['+491701234568']));
	expect(digest(['n/a'])).not.toBe(digest(['none']));
});

describe('refused whatever the settings are', () => {
	test.each<[string, object[], string, string]>([
		[
			'no phone anywhere',
			[{ email: 'a', name: 'b' }],
			'noPhoneColumn',
			"No field of the input items looks like a phone number. They have: email, name. Set 'Contact Mapping' to 'Manual'",
		],
		['empty items', [{}], 'noPhoneColumn', 'They have: nothing.'],
		[
			'a phone in an object of unknown shape',
			[{ phone: '1234567' }, { phone: { home: '1234567' } }],
			'notText',
			'Item 2 (in n8n\'s expressions: 1): the value for "phone" is a list, an object or a date, not text.',
		],
		[
			'a name in an object',
			[{ phone: '1234567', properties: { firstname: { de: 'Ann' } } }],
			'notText',
			'Item 1 (in n8n\'s expressions: 0): the value for "name" is a list, an object or a date',
		],
	])('%s', (_name, rows, code, says) => {
		for (const checkContacts of ['off', 'warn', 'strict'] as const) {
			const { result, file } = checkRows(rows, { checkContacts, references: shown });
			expect(file).toBeUndefined();
			expect(result.refusals.filter((refusal) => refusal.code === code)).toEqual([
				expect.objectContaining({ message: expect.stringContaining(says) as string }),
			]);
			expect(codes([...result.refusals, ...result.warnings]).filter((each) => each === code)).toHaveLength(1);
		}
	});
});

describe('refused unless the check is off', () => {
	test.each<[string, object[], string, string]>([
		[
			'a column the template shows',
			[{ phone: '1234567' }],
			'missingColumn',
			'Card 1, variable 1 shows ${name}, but the contacts have no "name", only: phone. Map a field to it',
		],
		[
			'half a letter',
			[{ phone: '1234567', name: 'a\ud83d' }],
			'undecodable',
			"Item 1 (in n8n's expressions: 0): a value is cut off in the middle",
		],
		[
			'missing phones',
			[{ phone: '+4915123456789', name: 'a' }, { name: 'b' }],
			'manyOddPhones',
			'1 of 2 phone numbers look wrong. First: item 2, which has none.',
		],
	])('%s', (_name, rows, code, says) => {
		for (const checkContacts of ['warn', 'strict'] as const) {
			const { result, file } = checkRows(rows, { checkContacts, references: shown });
			expect(file).toBeUndefined();
			expect(result.refusals[0]).toMatchObject({ code, message: expect.stringContaining(says) as string });
		}
		const { result, file } = checkRows(rows, { checkContacts: 'off', references: shown });
		expect(file).toBeDefined();
		expect(codes(result.warnings)).toContain(code);
	});
});

test('a choice between several fields is told', () => {
	const { result } = checkRows([{ 'Mobile Phone': '+4915123456781', mobile: '+4915123456782' }]);
	expect(result.warnings).toMatchObject([
		{
			code: 'ambiguousMapping',
			message:
				"\"phone\" is taken from Mobile Phone, but mobile might be the right one. Set 'Contact Mapping' to 'Manual' to choose another field.",
		},
	]);
});

test('whatever the items hold is read back by another parser', async () => {
	const value = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 8 }),
		fc.array(fc.constantFrom(',', '"', '\n', '\r', ';', ' ', 'x'), { maxLength: 5 }).map((list) => list.join('')),
	);
	const person = fc.record({
		name: value,
		phone: fc.integer({ min: 1_000_000, max: 999_999_999 }).map((phone) => `+${phone}`),
		language: value,
	});
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(person, { minLength: 1, maxLength: 8, selector: ({ phone }) => phone }),
			async (people) => {
				const { file } = checkRows(people, { checkContacts: 'off' });
				const { data, errors } = Papa.parse<string[]>(await textOf(file), {
					delimiter: ',',
					newline: '\r\n',
					skipEmptyLines: true,
				});
				expect(errors).toEqual([]);
				expectRowsApart(await textOf(file), people.length + 1);
				expect(data).toEqual([
					['name', 'phone', 'language'],
					...people.map(({ name, phone, language }) => [name, phone, language]),
				]);
			},
		),
		{ numRuns: 1000 },
	);
});
