import { doNotContactList } from '../../../nodes/RcsPromotion/contacts/doNotContact';
import { phoneReader } from '../../../nodes/RcsPromotion/contacts/phones';
import type { CheckStrictness, ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import { checkRows, codes, textOf } from './support';

const peopleWith = (...phones: string[]) => phones.map((phone) => ({ phone }));
const except = (value: unknown, country = ''): Partial<ContactCheckOptions> => ({
	country,
	doNotContact: doNotContactList(value, phoneReader({ phoneFormat: 'international', country }), (message) => {
		throw new Error(message);
	}),
});
const phonesSent = async (file: Parameters<typeof textOf>[0]) => (await textOf(file)).trimEnd().split('\r\n').slice(1);

describe('Do Not Contact', () => {
	test.each<[string, unknown, string, string]>([
		['another spelling', '0049 170 / 1234567', '', '+491701234567'],
		['one of a list', ['+491701234569', '+49 170 1234567'], '', '+491701234567'],
		['a list of rows', [{ phone: '+491701234567' }], '', '+491701234567'],
		['a number of the chosen country', '0170 1234567', 'DE', '+491701234567'],
		['of a contact without its country code', '+491701234567', '', '0170 1234567'],
		['of an Italian landline without its code', '+390669812345', '', '06 6981 2345'],
		['of a contact with a code of three digits', '+3581701234567', '', '0170 1234567'],
		['of the second of two numbers', '+491701234567', '', '+491701234599 / +491701234567'],
	])('spares the contact: %s', async (_, listed, country, phone) => {
		const { result, file } = checkRows(peopleWith(phone, '+491701234500', ''), {
			...except(listed, country),
			checkContacts: 'leaveOut',
		});
		expect(await phonesSent(file)).toEqual(['+491701234500']);
		expect(result.recipients).toMatchObject({ rows: 3, ready: 1, suppressed: 1, leftOut: 1 });
		expect(codes(result.warnings)).not.toContain('countryUnused');
	});

	test.each<[string, object, string, string]>([
		['in columns of their own', { phone: '601 234 567', country_code: '48' }, 'ES', '+48601234567'],
		['of Brazil', { DDI: '55', DDD: '11', celular: '987654321' }, 'BR', '+5511987654321'],
		['an area code', { 'Area Code': '415', Phone: '555-0132' }, '', '+1 415 555 0132'],
		['a country', { phone: '601 234 567', country: 'Poland' }, 'ES', '+48601234567'],
	])('reads an entry as a contact, with what stands apart from its number: %s', (_, entry, country, phone) => {
		const { result } = checkRows(peopleWith(phone, '+491701234500'), except([entry], country));
		expect(result.recipients.suppressed).toBe(1);
	});

	test('reads no number into an entry that has none, and refuses one whose field it does not know', () => {
		const listed = { phone: '+491701234567' };
		const { result } = checkRows(
			peopleWith('+491701234567', '+491701234568'),
			except([{ id: 1701234568, email: 'a@example.com', since: '2024-01-31T10:00:00+00:00' }, listed]),
		);
		expect(result.recipients.suppressed).toBe(1);
		for (const entry of [
			{ From: '+491701234568', Body: 'STOP' },
			{ message: { contact: { id: '0049 170 1234568' } } },
		]) {
			expect(() => except([listed, entry])).toThrow("Entry 2 of 'Do Not Contact' cannot be compared");
		}
	});

	test.each<[string, string]>([
		['one digit more', '+4917012345670'],
		['another country', '+431701234567'],
		['the same end behind another code, said to be complete', '+441701234567'],
	])('does not spare %s', async (_, phone) => {
		const { result, file } = checkRows(peopleWith(phone), except('+491701234567'));
		expect(await phonesSent(file)).toEqual([phone]);
		expect(result.recipients.suppressed).toBe(0);
	});

	test.each<[string, string, string]>([
		['a code of one digit', '+14155550132', '04155550132'],
		['a code of two digits', '+491701234567', '0170 1234567'],
		['a code of three digits', '+353861234567', '086 1234567'],
		['a code before the shortest number', '+49 1234567', '01234567'],
		['an Italian landline, which keeps its 0', '+390612345678', '06 12345678'],
	])('spares a contact written without its country code: %s', async (_, listed, phone) => {
		const { result, file } = checkRows(peopleWith(phone, '+491719999999'), { ...except(listed), checkContacts: 'off' });
		expect(result.recipients.suppressed).toBe(1);
		expect(await phonesSent(file)).toEqual(['+491719999999']);
	});

	test.each<[string, string, string]>([
		['more than a country code is missing', '+491701234567', '01234567'],
		['it may belong to another country', '+491701234567', "'1701234567"],
	])('does not spare a contact like a listed one: %s', (_, listed, phone) => {
		const { result } = checkRows(peopleWith(phone), { ...except(listed), checkContacts: 'off' });
		expect(result.recipients.suppressed).toBe(0);
	});

	test.each<[string, unknown]>([
		['a CRM row', [{ id: 491701234569, name: 'Ann', mobile: '+491701234567' }]],
		["n8n's items", [{ json: { id: 491701234569, phone: '+491701234567' }, pairedItem: 0 }]],
		['an object within', [{ contact: { phone: '+491701234567' }, order: '491701234569' }]],
		['a number in parts', [{ phone: { countryCode: '49', number: '1701234567' } }]],
		['several kinds', [{ phones: { work: '+493012345', mobile: '+491701234567' } }]],
		[
			'a list of labels',
			[
				{
					phone: [
						{ label: 'work', value: '+493012345' },
						{ label: 'mobile', value: '+491701234567' },
					],
				},
			],
		],
		['a value without a name for it', [{ value: '+491701234567' }]],
	])('reads %s', async (_, listed) => {
		const { file } = checkRows(peopleWith('+491701234567', '+491701234569'), except(listed));
		expect(await phonesSent(file)).toEqual(['+491701234569']);
	});

	test('nobody is left: nothing goes out, whatever Check Contacts says', () => {
		for (const checkContacts of ['off', 'warn', 'leaveOut', 'strict'] as const) {
			const options = { ...except(['+491701234567', '+491701234568']), checkContacts };
			const { result, file } = checkRows(peopleWith('+491701234567', '+491701234568'), options);
			expect(file).toBeUndefined();
			expect(result.refusals).toMatchObject([
				{ code: 'nobodyLeft', message: "No contacts are left: 2 listed in 'Do Not Contact'. Check that list." },
			]);
		}
	});

	test.each<[string, Partial<ContactCheckOptions>, string]>([
		[
			'(415) 555-0132',
			{ phoneFormat: 'international' },
			"(415… has no country code. Add the option 'Country' (such as US).",
		],
		[
			"'+491701234567",
			{},
			"'+49… starts with an apostrophe. Add the option 'Phone Format' and set it to 'International' to correct this.",
		],
		[
			'4.9E+11',
			{ phoneFormat: 'international' },
			'4.9E… was shortened by a spreadsheet (like 4.9E+11). Format the column as text there and export it again.',
		],
		[
			'nobody',
			{},
			'nobo… contains characters other than digits, spaces and + - . ( ). Check the field with the phone numbers.',
		],
	])('nobody is left, as all are like %s: what to do', (phone, options, advice) => {
		const { result } = checkRows(peopleWith(phone), { checkContacts: 'leaveOut', ...options });
		expect(result.refusals.map(({ message }) => message)).toEqual([
			`No contacts are left: 1 left out because of their phone number. First: item 1, ${advice}`,
		]);
	});

	test.each<[string, unknown, string]>([
		['words', 'nobody', 'holds no phone number'],
		['nothing', '', 'is empty'],
		['no country code', '+491701234567\n0170 1234568 ext. 5', 'Entry 2 of'],
	])('refuses %s', (_, value, message) => {
		expect(() => except(value)).toThrow(message);
	});

	test('takes an empty list, as of a day without opt-outs', async () => {
		expect(await phonesSent(checkRows(peopleWith('+491701234567'), except([])).file)).toEqual(['+491701234567']);
	});
});

describe('Leave Out Invalid', () => {
	test('sends to everybody else, however many look wrong', async () => {
		const rows = peopleWith('+491701234567', '', '4.91701E+11', '0170 1234567', '+491701234568');
		const { result, file } = checkRows(rows, { checkContacts: 'leaveOut' });
		expect(await phonesSent(file)).toEqual(['+491701234567', '+491701234568']);
		expect(result.recipients).toMatchObject({ rows: 5, ready: 2, invalid: 3, leftOut: 3 });
		expect(result.refusals).toEqual([]);
		expect(codes(result.warnings)).toContain('manyOddPhones');
	});
});

describe('a country that changes no number', () => {
	test.each<[string, Partial<ContactCheckOptions>, boolean]>([
		['is told', { country: 'DE' }, true],
		['not when numbers are made international', { country: 'DE', phoneFormat: 'international' }, false],
		['not without a country', {}, false],
	])('%s', (_, options, isTold) => {
		const { result } = checkRows(peopleWith('+491701234567'), options);
		expect(codes(result.warnings).includes('countryUnused')).toBe(isTold);
	});
	test('numbers made international are counted', () => {
		const options = { country: 'DE', phoneFormat: 'international' } as const;
		expect(checkRows(peopleWith('0170 1234567', '+491701234568', '0170/1234569'), options).result.changes).toEqual([
			'2 phone numbers in international form',
		]);
	});
});

describe('what is the same for all', () => {
	const told = (values: Array<string | undefined>, column = 'name') =>
		checkRows(values.map((value, index) => ({ phone: `+4917012345${10 + index}`, [column]: value })))
			.result.warnings.filter(({ code }) => code === 'sameForAll')
			.map(({ message }) => message);

	test('is told of three contacts or more, with the word that was typed', () => {
		expect(told([' Name ', ' Name ', ' Name '])).toEqual([
			expect.stringContaining('All 3 contacts have the same name: "Name".'),
		]);
		expect(told(['en English', 'en English', 'en English'], 'language')).toHaveLength(1);
		expect(told(['de', 'de', 'de'])).toHaveLength(1);
	});

	test.each<[string, Array<string | undefined>, string?]>([
		['two contacts', ['Ann', 'Ann']],
		['one who differs, at the end', ['Ann', 'Ann', 'Ann', 'Bob']],
		['one who differs, at the beginning', ['Bob', 'Ann', 'Ann', 'Ann']],
		['one who differs, in between', ['Ann', 'Bob', 'Ann', 'Ann']],
		['nobody has one', ['', '', '']],
		['one language', ['de', 'de', 'de'], 'language'],
		['one language of a country', ['pt-BR', 'pt-BR', 'pt-BR'], 'language'],
	])('is not told: %s', (_, values, column = 'name') => {
		expect(told(values, column)).toEqual([]);
	});
});

test('of many contacts three are shown, and of many faults the first ten are named', () => {
	const { result } = checkRows(
		Array.from({ length: 12 }, () => ({ phone: ' 0170 1234567 ' })),
		{
			checkContacts: 'off',
			removeDuplicates: false,
		},
	);
	expect(result.preview).toHaveLength(3);
	const odd = result.warnings.find(({ code }) => code === 'oddPhone');
	expect(odd).toMatchObject({ count: 12, lines: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
	expect(odd?.message).toContain('0170…');
	expect(odd?.message).not.toContain('01701');
});

test.each<[string, boolean]>([
	['', true],
	[' ', true],
	['-', true],
	['null', true],
	['undefined undefined', true],
	[' null  undefined', true],
	['[object Object] [object Object]', true],
	['N/A, N/A', false],
	['Null Ann', false],
	['Ann null', true],
	['null Doe', true],
	['Ann Null', false],
	['NULL', true],
	['Ann undefined', true],
	['Ann Undefined', false],
	['Invalid DateTime', true],
	['#N/A', true],
	['#NV', true],
	['#REF!', true],
	['#DIV/0!', true],
	['#NAME?', true],
	['#BEZUG!', true],
	['#VALEUR!', true],
	['#¡VALOR!', true],
	['#¿NOMBRE?', true],
	['Loading...', true],
	['#1 Fan', false],
	['#TEAM', false],
	['Loading Dock Inc.', false],
	['Nullmeier', false],
	["'t Hooft", false],
	['(Ann)', false],
])('"%s" in a name that a card shows: empty is %s', (name, isEmpty) => {
	const references = [{ column: 'name' as const, place: 'Card 1, title' }];
	const { warnings } = checkRows([{ phone: '+491701234567', name }], { references }).result;
	expect(codes(warnings)).toEqual(isEmpty ? ['emptyValue'] : []);
});

test('a value that is empty for everybody stops a launch as a missing column does, from three contacts on', () => {
	const references = [{ column: 'name' as const, place: 'Card 1, title' }];
	const verdict = (names: string[], checkContacts: CheckStrictness = 'warn') => {
		const rows = names.map((name, index) => ({ phone: `+49170123456${index}`, name }));
		const { refusals, warnings } = checkRows(rows, { references, checkContacts }).result;
		return { refusals: codes(refusals), warnings: codes(warnings) };
	};
	const stops = { refusals: ['emptyValue'], warnings: [] };
	const warns = { refusals: [], warnings: ['emptyValue'] };
	expect(verdict(['', '-', 'null'])).toEqual(stops);
	expect(verdict(['', '', ''], 'leaveOut')).toEqual(stops);
	expect(verdict(['', '', ''], 'off')).toEqual(warns);
	expect(verdict(['', ''])).toEqual(warns);
	expect(verdict(['', '', '', 'Ann'])).toEqual(warns);
	const messageOf = (name: string) =>
		checkRows(
			['0', '1', '2'].map((last) => ({ phone: `+49170123456${last}`, name })),
			{ references },
		).result.refusals[0]?.message;
	expect(messageOf('')).toContain('No contact has a value for "name", but Card 1, title shows it. Check the step');
	expect(messageOf('#N/A')).toContain('No contact has a value for "name" (the first says "#N/A"), but');
});

test('each empty value names the cards that show it, and no others', () => {
	const references = [
		{ column: 'name' as const, place: 'Card 1, title' },
		{ column: 'language' as const, place: 'Card 2, text' },
	];
	const rows = [{ phone: '+491701234567', name: ' N/A ', language: 'de' }];
	const { result } = checkRows([...rows, { phone: '+491701234568', name: 'Ann', language: 'de' }], { references });
	const [warning, ...others] = result.warnings.filter(({ code }) => code === 'emptyValue');
	expect(others).toEqual([]);
	expect(warning?.message).toContain('"name" is "N/A", but Card 1, title shows it.');
});
