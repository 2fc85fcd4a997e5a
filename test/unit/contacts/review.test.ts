import { doNotContactList, listedPhones } from '../../../nodes/RcsPromotion/contacts/options';
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

describe('whoever has an odd number gets nothing', () => {
	test.each<[CheckStrictness, count: number, odd: number, stops: string[]]>([
		['warn', 20, 1, []],
		['warn', 19, 1, ['manyOddPhones']],
		['warn', 100, 5, []],
		['warn', 100, 6, ['manyOddPhones']],
		['warn', 1, 1, ['nobodyLeft']],
		['strict', 100, 0, []],
		['strict', 100, 1, ['oddPhone']],
		['leaveOut', 2, 1, []],
		['leaveOut', 100, 99, []],
		['leaveOut', 3, 3, ['nobodyLeft']],
	])('%s: of %d contacts %d odd', async (checkContacts, count, odd, stops) => {
		const { result, file } = await checkRows(
			people(
				count,
				Array.from({ length: odd }, (_, index) => `0170 ${index}`),
			),
			{
				checkContacts,
			},
		);
		expect(codes(result.refusals)).toEqual(stops);
		expect(result.recipients).toEqual({
			rows: count,
			ready: count - odd,
			duplicatesRemoved: 0,
			invalid: odd,
			leftOut: odd,
			suppressed: 0,
		});
		expect(file === undefined).toBe(stops.length > 0);
		if (file) expect(await sentOf(file)).toEqual(people(count - odd).map(({ phone }) => phone));
	});

	test('each kind is told once, with the first ten and what to do', async () => {
		const { result } = await checkRows(people(300, ['', ...Array.from({ length: 12 }, () => '0170 1234567')]));
		const [missing, zero] = result.warnings;
		expect(missing).toEqual({
			code: 'oddPhone',
			message: 'Item 1: there is no phone number',
			wayOut: 'Left out.',
			count: 1,
			lines: [0],
		});
		expect(zero).toMatchObject({ count: 12, lines: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
		expect(zero?.message).toBe(
			'Item 2: the phone number 0170… starts with 0 instead of a country code. This applies to 12 contacts: items 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 2 more',
		);
		expect(zero?.wayOut).toBe("Left out. Add the option 'Country' (such as US) to add the country code.");
	});

	test('a stop names the commonest and the way out', async () => {
		const found = await checkRows(people(4, ['n/a', 'none', '']));
		expect(refusalOf(found)).toBe(
			`3 of 4 phone numbers look wrong → First: item 1, n/a contains something other than digits, spaces and + - . ( ). Check that "phone" holds phone numbers with a country code. To send to the others, set 'Check Contacts' to 'Leave Out Invalid'.`,
		);
	});
});

test('duplicates always go, the first stays, and the sample knows numbers alone', async () => {
	const rows = [
		{ phone: phoneOf(1), name: 'Ann' },
		{ phone: '0049 170 1234501', name: 'Bo' },
		{ phone: phoneOf(2), name: 'Cy' },
	];
	for (const checkContacts of ['warn', 'strict', 'leaveOut'] as const) {
		const { result, file } = await checkRows(rows, { checkContacts });
		expect(await sentOf(file)).toEqual([`Ann,${phoneOf(1)}`, `Cy,${phoneOf(2)}`]);
		expect(codes(result.warnings)).toEqual(['duplicate']);
	}
	const sample = async (...phones: string[]) => (await checkRows(phones.map((phone) => ({ phone })))).result.sample;
	expect(await sample(phoneOf(1), phoneOf(2))).toEqual(await sample('00491701234502', phoneOf(1)));
	expect(await sample(phoneOf(1))).not.toEqual(await sample(phoneOf(2)));
});

describe('a number that may lack its country code', () => {
	test.each<[string, boolean]>([
		['2025550101', true],
		['(202) 555-0101', true],
		['+2025550101', false],
		['002025550101', false],
		['12025550101', false],
		['491701234567', false],
	])('%s: %s', async (phone, isTold) => {
		const { result, file } = await checkRows([{ phone }]);
		expect(codes(result.warnings)).toEqual(isTold ? ['noCountryCode'] : []);
		expect(await sentOf(file)).toEqual([phone]);
	});
	test('is told once, and never stops, also in Strict; with Country there is none', async () => {
		const rows = [{ phone: '2025550101' }, { phone: '2025550102' }];
		const { result } = await checkRows(rows, { checkContacts: 'strict' });
		expect(result.refusals).toEqual([]);
		expect(result.warnings).toEqual([
			{
				code: 'noCountryCode',
				message: 'Item 1: the phone number 2025… may lack its country code. This applies to 2 contacts: items 1, 2',
				wayOut: "If so, add the option 'Country' (such as US). Otherwise, it is sent as it is.",
				count: 2,
				lines: [0, 1],
			},
		]);
		expect((await checkRows(rows, { country: 'US' })).result.warnings).toEqual([]);
	});
});

describe('what a card shows', () => {
	const references = [
		{ column: 'name' as const, place: 'Card 1, title' },
		{ column: 'name' as const, place: 'Card 2, title' },
	];
	const withNames = (...names: unknown[]) => names.map((name, index) => ({ phone: phoneOf(index), name }));
	test('a column that is missing is refused, with what there is', async () => {
		expect(refusalOf(await checkRows([{ phone: phoneOf(1), City: 'x' }], { references }))).toBe(
			"Card 1, title (and 1 more) uses the contact field 'Name', but the contacts have none, only: phone, City → Set 'Mapping Column Mode' to 'Map Each Column Manually' and drag fields into 'Phone' and 'Name', or use a fixed text instead.",
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
		['Ann', false],
		['Nullmeier', false],
		["'t Hooft", false],
		[0, false],
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
	expect(refusalOf(found)).toContain('Item 2: the value for name is a list, an object or a date');
});

test('what goes out is the columns of the service in their order, three contacts shown', async () => {
	const rows = Array.from({ length: 5 }, (_, index) => ({
		lang: 'de',
		phone: 491_701_234_500 + index,
		id: 1,
		name: `A"${index}, x`,
	}));
	const { result, file } = await checkRows(rows);
	expect((await sentOf(file))[4]).toBe('"A""4, x",491701234504,de');
	expect(Object.keys(result.columnsUsed)).toEqual(contactColumns.slice(0, 3));
	expect(result.preview).toHaveLength(3);
	expect(result.preview[0]).toEqual({ name: 'A"0, x', phone: '491701234500', language: 'de' });
	expect(result).toMatchObject({ encoding: null, delimiter: null, changes: [] });
});

const except = (value: unknown, country = ''): Partial<ContactCheckOptions> => ({
	country,
	doNotContact: doNotContactList({ value, country, needsCodes: false }, (message, advice) => {
		throw new Error(`${message} → ${advice}`);
	}),
});

describe('Do Not Contact', () => {
	test.each<[string, unknown, string]>([
		['another spelling', '0049 170 1234501', ''],
		['lines, commas and semicolons', '+1 555 000 0000\n+491701234501, +1 555 000 0001; \n\n', ''],
		['a list', ['+49 (170) 1234501', 15550000000, null, ''], ''],
		['lists within', [['+491701234501'], []], ''],
		['a number', 491701234501, ''],
		['a national number with a country', '0170 1234501', 'DE'],
	])('spares who is listed: %s', async (_, listed, country) => {
		const { result, file } = await checkRows([...people(3), { phone: '' }], {
			...except(listed, country),
			checkContacts: 'leaveOut',
		});
		expect(await sentOf(file)).toEqual([phoneOf(0), phoneOf(2)]);
		expect(result.recipients).toMatchObject({ rows: 4, ready: 2, suppressed: 1, leftOut: 1 });
	});
	test('compares digits, and nothing but digits', async () => {
		const { result } = await checkRows(people(3), except(['+4917012345010', '+431701234501', '1701234501']));
		expect(result.recipients.suppressed).toBe(0);
	});
	test.each<[string, string, boolean]>([
		['4155550132', '', true],
		['+14155550133\n(415) 555-0132', '', true],
		['4155550132', 'US', false],
		['+4155550132', '', false],
		['14155550132', '', false],
	])('warns of a number that may lack its country code: %j, country "%s"', async (listed, country, isTold) => {
		const { warnings } = (await checkRows(people(2), except(listed, country))).result;
		expect(codes(warnings)).toEqual(isTold ? ['doNotContactCode'] : []);
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
		[undefined, 'is empty'],
		[[null, ''], 'is empty'],
		['nobody', 'Entry 1 of \'Do Not Contact\' is "nobo…", which is not a phone number'],
		['+491701234501\n0170 1234502', 'Entry 2 of \'Do Not Contact\' is "0170…"'],
		[[{ phone: '+491701234501' }], 'Entry 1 of \'Do Not Contact\' is "{"ph…"'],
		[{}, 'is "{}"'],
		[true, 'is "true"'],
	])('refuses %j', (value, message) => expect(() => except(value)).toThrow(message));
});

test('a list of phones says which entry is none', () => {
	expect([...listedPhones('+491701234501\n\nme', '')]).toEqual([
		{ text: '+491701234501', phone: { text: '+491701234501', key: 491_701_234_501 } },
		{ text: 'me', phone: { text: 'me', key: 0, oddity: 'otherCharacters' } },
	]);
});
