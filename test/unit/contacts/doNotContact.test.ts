/** Whoever is listed in Do Not Contact gets nothing, and whatever may be a number that cannot be read stops the launch. */
import fc from 'fast-check';
import { checkContacts } from '../../../nodes/RcsPromotion/contacts/checkContacts';
import { CODE_INCLUDED } from '../../../nodes/RcsPromotion/contacts/phone';
import type { ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import { anyLandline, anyMobile, asDialed, withPlus, withZeros, type Mobile } from './spellings';
import { check, checkRows, codes, inTwo, refusalOf, textOf, usual } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const LANDLINE = '+4930901820';
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index) }));
const sentOf = async (file: Parameters<typeof textOf>[0]) => (await textOf(file)).trimEnd().split('\r\n').slice(1);
const except = (doNotContact: unknown, country = ''): Partial<ContactCheckOptions> => ({ country, doNotContact });

const COUNTRIES = ['AT', 'AU', 'BR', 'DE', 'FR', 'GB', 'IN', 'IT', 'JP', 'KH', 'KR', 'NG', 'SG', 'US', 'ZA'];
const one = <T>(choices: readonly T[], at: number): T => choices[at % choices.length] as T;

const withCode = (person: Mobile, _home: string, by: string) => [...withPlus(person, by), ...withZeros(person, by)];
// Within some countries, 00 and a code begin another number, so strangers there are written with +.
const fromHome = (person: Mobile, home: string, by: string) =>
	person.country === home ? [...withPlus(person, by), ...asDialed(person, by)] : withPlus(person, by);
const digitsToo = (person: Mobile, home: string, by: string) => [
	...withCode(person, home, by),
	`${person.code}${person.own}`,
	`${person.code} ${by}${person.own}`,
];

/** What Country is set to, and what can then be written. */
const ways = [
	{ country: () => '', spell: withCode },
	{ country: (home: string) => home, spell: fromHome },
	{ country: () => CODE_INCLUDED, spell: digitsToo },
];

/** Contacts mapped by hand, by an expression that takes this field of an item. */
async function checkMapped(rows: object[], phone: string, field: string, doNotContact: unknown) {
	const items = rows.map((json) => ({ json: json as never }));
	const evaluate = (_: string, index: number) => (rows[index] as Record<string, unknown>)[field];
	const input = { items, executeOnce: false, mapping: { phone }, evaluate };
	return inTwo(await checkContacts(input, { ...usual, doNotContact }));
}

describe('Do Not Contact leaves out everyone who is listed', () => {
	test.each<[string, unknown, string]>([
		['another spelling', '0049 (0)170 1234501', ''],
		['lines, commas and semicolons', '+1 555 000 0000\n+491701234501, +1 555 000 0001; \n\n', ''],
		['a list', ['+49 0170 1234501', '+15550000000', null, ''], ''],
		['lists within', [['+491701234501'], []], ''],
		['texts with more than the number', 'Ann: +1 555 000 0000\nBo (+49 170 1234501)\nCy (0049 170 1234509)', ''],
		['a list of texts with several numbers each', ['+15550000000, +491701234501'], ''],
		['items', [{ json: { phone: '+49 170 1234501' }, pairedItem: 0 }, { json: { Handy: '+15550000000' } }], ''],
		['items with a nested phone', [{ json: { id: 7, properties: { phone: { value: '+491701234501' } } } }], ''],
		['one item', { json: { phone: '+491701234501', email: 'a@example.com' } }, ''],
		['one object', { Phone: '+491701234501' }, ''],
		['an item that Always Output Data leaves', [{ json: {} }, { json: { phone: phoneOf(1) } }], ''],
		['national numbers in items', [{ json: { phone: '0170 1234501' } }], 'DE'],
		['a number', 491701234501, CODE_INCLUDED],
		['a landline and a mobile phone in one record', [{ Phone: LANDLINE, MobilePhone: phoneOf(1) }], ''],
		['a record with the phone of the owner, too', [{ phone: phoneOf(8), owner: { phone: phoneOf(1) } }], ''],
		['a phone that nothing in the table names', [{ json: { 'WhatsApp (private)': phoneOf(1) } }], ''],
		['a field that speaks of the opt-out', [{ json: { unsubscribed_phone: phoneOf(1) } }], ''],
		['a number with a word before it', [{ json: { phone: `Mutter: ${phoneOf(1)}` } }], ''],
		['several in one field', [{ json: { phones: `${phoneOf(8)}; ${phoneOf(1)}` } }], ''],
		['a list in an item, as Aggregate makes it', [{ json: { phone: [phoneOf(8), phoneOf(1)] } }], ''],
		['items in an item', [{ json: { data: [{ phone: phoneOf(8) }, { phone: phoneOf(1) }] } }], ''],
		['deep in a record', [{ json: { a: { b: { c: { d: { contact: { mobile: phoneOf(1) } } } } } } }], ''],
		['a plain object with a field called json', [{ json: { id: 7 }, phone: phoneOf(1) }], ''],
		['a number with a word against it', [{ phone: `Handy:${phoneOf(1)}` }], ''],
		['a number with an abbreviation against it', [{ Telefon: 'Tel.0170-1234501' }], 'DE'],
		['a number with its extension', [{ Phone: `${phoneOf(1)}x12` }], ''],
		['a number with an underscore in it', [{ phone: '0170_1234501' }], 'DE'],
		['a number with an invisible space in it', [{ phone: '+49\u200b1701234501' }], ''],
		['two numbers with a slash between them', [{ phone: '01701234508/01701234501' }], 'DE'],
		['two numbers with a space between them', [{ phone: '01701234508 01701234501' }], 'DE'],
		[
			'a mobile number that looks like a time, in a field that only sounds like a phone',
			[{ 'Handy privat': '1701234501', phone: LANDLINE }],
			'DE',
		],
		['a mobile number that looks like a time', [{ Mobil: 1_714_562_345 }, { Mobil: phoneOf(1) }], 'DE'],
	])('%s', async (_, listed, country) => {
		const { result, file } = await checkRows([...people(3), { phone: '' }], except(listed, country));
		expect(result.refusals).toEqual([]);
		expect(await sentOf(file)).toEqual([phoneOf(0), phoneOf(2)]);
		expect(result.recipients).toMatchObject({ rows: 4, ready: 2, doNotContact: 1, leftOut: 1 });
	});

	test('however the two are written, in every country', async () => {
		const mention = fc.tuple(fc.nat(), fc.nat());
		const given = fc.record({
			persons: fc.uniqueArray(anyMobile(COUNTRIES), { minLength: 2, maxLength: 6, selector: ({ e164 }) => e164 }),
			way: fc.constantFrom(...ways),
			by: fc.constantFrom('', ' ', '-', '/'),
			listed: fc.array(mention, { minLength: 1, maxLength: 17 }),
			blocked: fc.array(mention, { maxLength: 4 }),
			landlines: fc.array(anyLandline(COUNTRIES), { maxLength: 3 }),
			asText: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(given, async ({ persons, way, by, listed, blocked, landlines, asText }) => {
				const home = one(persons, 0).country;
				const mentioned = (mentions: typeof listed) =>
					mentions.map(([who, how]) => {
						const person = one(persons, who);
						return { person, text: one(way.spell(person, home, by), how) };
					});
				const [list, entries] = [mentioned(listed), mentioned(blocked)];
				const texts = entries.map(({ text }) => text);
				const optedOut = new Set(entries.map(({ person }) => person.e164));
				const wanted = [...new Set(list.map(({ person }) => person.e164))].filter((e164) => !optedOut.has(e164));
				const rows = [...list.map(({ text }) => text), ...landlines.map(({ e164 }) => e164)].map((phone) => ({
					phone,
				}));
				const { file } = await checkRows(rows, {
					...except(asText && texts.length > 0 ? texts.join('\n') : texts, way.country(home)),
					checkMode: 'leaveOut',
				});
				// Where digits include the country code, they go out without +.
				expect((file ? await sentOf(file) : []).map((phone) => `+${phone.replace('+', '')}`)).toEqual(wanted);
			}),
			{ numRuns: 300, seed: 7 },
		);
	});

	test('wherever in a record the number stands, and whatever other numbers it holds', async () => {
		const fields = fc.constantFrom('phone', 'Mobile', 'Handynummer', 'Teléfono', 'WhatsApp', 'Phone 2', 'sms_number');
		const wraps = fc.constantFrom<(field: string, number: string) => object>(
			(field, number) => ({ [field]: number, name: 'Ann' }),
			(field, number) => ({ id: 7, properties: { [field]: { value: number } } }),
			(field, number) => ({ fields: { [field]: number, Fax: '+4930111111' } }),
			(field, number) => ({ body: { [field]: number, name: 'x' }, headers: {}, phone: LANDLINE }),
			(field, number) => ({ billing: { [field]: number }, shipping: { phone: '+15550000000' } }),
			(_, number) => ({ phones: [{ type: 'work', value: LANDLINE }, { value: number }] }),
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

	test.each([
		['={{ $json.kontakt }}', { kontakt: phoneOf(1) }],
		['={{ $json["kontakt"].trim() }}', { kontakt: phoneOf(1), phone: LANDLINE }],
		["={{ $json.phone || $json.data?.['kontakt'] }}", { data: { kontakt: phoneOf(1) } }],
		["={{ $('CRM').item.json.kontakt }}", { fields: { kontakt: phoneOf(1) } }],
	])('also by the field that the phone was mapped from, whatever its name: %s', async (phone, optOut) => {
		const rows = people(3).map((one) => ({ kontakt: one.phone }));
		const { file } = await checkMapped(rows, phone, 'kontakt', [{ json: optOut }]);
		expect(await sentOf(file)).toEqual([phoneOf(0), phoneOf(2)]);
	});

	test('of a phone mapped to WhatsApp, the landline and the WhatsApp number of an opt-out count', async () => {
		const rows = people(3).map(({ phone }) => ({ whatsapp: phone, phone: LANDLINE }));
		const optOuts = [{ json: { phone: LANDLINE, whatsapp: phoneOf(1) } }];
		const { file } = await checkMapped(rows, '={{ $json.whatsapp }}', 'whatsapp', optOuts);
		expect(await sentOf(file)).toEqual([phoneOf(0), phoneOf(2)]);
	});

	test('also by the column that File Columns names', async () => {
		const text = `Kontakt\n${phoneOf(0)}\n${phoneOf(1)}\n`;
		const options = { fileColumns: { phone: 'Kontakt' }, doNotContact: [{ json: { Kontakt: phoneOf(1) } }] };
		expect(await sentOf((await check(text, options)).file)).toEqual([phoneOf(0)]);
	});

	test('with and without the 9 of Argentina', async () => {
		const [with9, without] = ['+54 9 11 2345-6789', '+54 11 2345-6789'];
		for (const [contact, optOut] of [
			[with9, without],
			[without, with9],
		]) {
			const { result } = await checkRows([{ phone: contact }, ...people(1)], except([optOut]));
			expect(result.recipients).toMatchObject({ ready: 1, doNotContact: 1 });
		}
	});
});

describe('Do Not Contact says', () => {
	test.each<[string, unknown]>([
		['an empty list', []],
		['what Always Output Data leaves', [{ json: {}, pairedItem: 0 }]],
	])('that it holds no number: %s', async (_, listed) => {
		const { result } = await checkRows(people(2), except(listed));
		expect(result.recipients).toMatchObject({ ready: 2, doNotContact: 0, doNotContactNumbers: 0 });
		expect(result.warnings).toMatchObject([
			{ code: 'noOptOuts', message: "'Do Not Contact' holds no phone number, so no one was left out" },
		]);
	});

	test('how many numbers it holds, each once, and what leaves no one out', async () => {
		const listed = [
			{ json: { phone: phoneOf(1) } },
			{ json: { phone: '' } },
			{ json: { phone: 'n/a' } },
			{ json: { phone: phoneOf(2), mobile: '0170 99' } },
			{ json: { mobile: phoneOf(2), phone: '030 901820' } },
			phoneOf(8),
		];
		const { result } = await checkRows(people(3), except(listed));
		expect(result.recipients).toMatchObject({ ready: 1, doNotContact: 2, doNotContactNumbers: 3 });
		expect(result.warnings).toEqual([]);
		expect(result.notes).toMatchObject([
			{
				code: 'optOutsWithoutNumber',
				message:
					"'Do Not Contact' has 2 items without a phone number and 1 number that cannot be read, which leave no one out",
			},
		]);
		expect((await checkRows(people(1))).result.recipients.doNotContactNumbers).toBeNull();
	});

	test('nothing of entries that lack the field, as Airtable leaves out what is empty, nor of an API that has not failed', async () => {
		const listed = [
			{ json: { id: 'rec1', createdTime: '2026-01-01T10:00:00.000Z', fields: { Name: 'Ann', Phone: phoneOf(1) } } },
			{ json: { id: 'rec2', createdTime: '2026-01-02T10:00:00.000Z', fields: { Name: 'Bo', City: 'Ulm' } } },
			{ json: { id: 'rec3', fields: {} } },
			{ json: { error: false, phone: phoneOf(2) } },
		];
		const { result } = await checkRows(people(4), except(listed));
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 2, doNotContact: 2, doNotContactNumbers: 2 } });
		expect(codes(result.notes)).toEqual(['optOutsWithoutNumber']);
	});

	test('nothing of rows of a report, which have each number twice', async () => {
		const listed = [1, 2].map((who) => ({
			json: { phone: phoneOf(who), name: 'Ann', phoneDigits: phoneOf(who).slice(1) },
		}));
		const { result } = await checkRows(people(4), except(listed));
		expect(result).toMatchObject({ recipients: { ready: 2, doNotContactNumbers: 2 }, notes: [], warnings: [] });
	});

	test('that no one is left, and nothing is sent', async () => {
		for (const checkContacts of ['warn', 'leaveOut', 'strict'] as const) {
			const found = await checkRows(people(2), { ...except([phoneOf(0), phoneOf(1)]), checkMode: checkContacts });
			expect(refusalOf(found)).toBe("No one is left to send to: 2 are listed in 'Do Not Contact' → Check that list.");
		}
	});
});

describe('Do Not Contact refuses what may be a number that cannot be read', () => {
	const file = { data: { mimeType: 'text/csv', data: 'cGhvbmU=' } };
	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \n', 'is empty'],
		[null, 'none of them holds a phone number'],
		[[null, ''], 'none of them holds a phone number'],
		// As expressions give it that look for a field which is not there.
		[[undefined, '+491701234501'], "Entry 1 of 'Do Not Contact': there is no phone number"],
		['nobody', 'none of them holds a phone number'],
		[[{ json: { phone: '' } }], 'none of them holds a phone number'],
		[[{ json: { email: 'a@example.com' } }], 'none of them holds a phone number'],
		[[{ json: { phone: { number: 7 } } }], 'none of them holds a phone number'],
		[
			'+491701234501\n0170 1234502',
			'Entry 2 of \'Do Not Contact\': the phone number "0170…" does not begin with + or 00',
		],
		[
			'15112345678',
			"does not begin with + or 00, so its country is not known → Write it with + and the country code, or set 'Country'.",
		],
		[[phoneOf(1), '+551187654321'], 'has too many or too few digits for a phone number → Correct it, or remove it'],
		[
			[{ json: { phone: phoneOf(1) } }, { json: { 'Phone 2': '0170 1234502' } }],
			"Item 2 of 'Do Not Contact': the phone",
		],
		[
			[{ phone: phoneOf(2) }, { Mobile: '4.9170E+11' }],
			'Item 2 of \'Do Not Contact\': the phone number "4.91…" was shortened',
		],
		[
			[{ phone: phoneOf(2) }, { Telefon: '+49170****501' }],
			'Item 2 of \'Do Not Contact\': "+491…" is not a phone number',
		],
		[[{ phone: phoneOf(2) }, { Telefon: '٠١٧٠١٢٣٤٥٠١' }], "Item 2 of 'Do Not Contact': "],
		[[{ phone: phoneOf(2) }, { Telefon: '0170 1234501 (0170 1234502)' }], "Item 2 of 'Do Not Contact': "],
		[[{ phone: phoneOf(2) }, { Telefon: '+49 17O 1234501' }], 'contains the letter O where a zero belongs'],
		[
			[{ json: { phone: '' } }, { json: { phone: '', kontakt: phoneOf(1) } }],
			'Item 2 of \'Do Not Contact\' holds a phone number only in "kontakt", which has no usual name for one → After the node that this list comes from, add an Edit Fields (Set) node',
		],
		[
			[{ json: {}, binary: file }],
			"Item 1 of 'Do Not Contact' holds a file, but no phone number → Before this node, read",
		],
		[[{ json: { phone: phoneOf(1) } }, { json: { id: 7 }, binary: file }], "Item 2 of 'Do Not Contact' holds a file"],
		[
			[{ json: {} }, { json: { error: 'Timeout' } }],
			'Item 2 of \'Do Not Contact\' comes from a step that failed: "Timeout"',
		],
		[[{ json: { phone: phoneOf(1), error: { message: 'boom' } } }], 'comes from a step that failed: "boom"'],
		[[{ json: {}, error: { message: 'boom' } }], 'Item 1 of \'Do Not Contact\' comes from a step that failed: "boom"'],
		[[{ json: { phone: phoneOf(1) }, error: 'boom' }], 'comes from a step that failed: "boom"'],
		// They have no fields, and look empty.
		[new Set([phoneOf(1)]), "Entry 1 of 'Do Not Contact': there is no phone number"],
		[[phoneOf(1), new Map([['phone', phoneOf(2)]])], "Entry 2 of 'Do Not Contact': there is no phone number"],
		[[phoneOf(1), new Date()], "Entry 2 of 'Do Not Contact': there is no phone number"],
		[
			'[object Object],[object Object]',
			'contains "[object Object]" instead of phone numbers → Remove every space and line break before {{ and after }}',
		],
	])('%j', async (value, message) => {
		expect(refusalOf(await checkRows(people(2), except(value)))).toContain(message);
	});

	test('as it does a number of another name that needs the country to be read as a mobile one', async () => {
		const listed = [{ phone: phoneOf(3) }, { n: '(0170) 1234-501' }];
		expect(refusalOf(await checkRows(people(2), except(listed, 'DE')))).toContain('holds a phone number only in "n"');
	});

	test('as it does a list whose only numbers are times that read as German mobile phones', async () => {
		const listed = [{ phone: null, last_sms_at: '1701234501' }];
		expect(refusalOf(await checkRows(people(2), except(listed, 'DE')))).toContain('none of them holds a phone number');
	});

	test('but for IDs, postcodes, dates and times of an entry without a number', async () => {
		const other = {
			id: 4_917_012_345_678,
			postcode: '01310-100',
			since: '2026-03-01',
			at: 1_772_355_600,
			ref: '12-34-56',
		};
		for (const country of ['', 'DE', 'US', 'BR', CODE_INCLUDED]) {
			const { result } = await checkRows(people(2), except([other, { phone: phoneOf(1) }], country));
			expect(result).toMatchObject({ refusals: [], recipients: { ready: 1 } });
		}
	});
});

/** Processor time: what other programs take does not count. */
const usedMs = () => process.cpuUsage().user / 1000;

/** The longest time in which nothing else could run, as a share of all. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
	const ticks = [usedMs()];
	const ticking = setInterval(() => ticks.push(usedMs()), 1);
	await work();
	clearInterval(ticking);
	ticks.push(usedMs());
	const stretches = ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0));
	return Math.max(...stretches) / ((ticks.at(-1) ?? 0) - (ticks[0] ?? 0));
}

test.each<[string, count: number, () => unknown]>([
	[
		'10,000 numbers in one item',
		10_000,
		() => [{ json: { phone: Array.from({ length: 10_000 }, (_, index) => spelled(index)) } }],
	],
	[
		'20,000 items',
		20_000,
		() =>
			Array.from({ length: 20_000 }, (_, index) => ({
				json: { id: index, properties: { phone: spelled(index), city: 'Ulm' } },
			})),
	],
	[
		'200,000 numbers as text',
		200_000,
		() => Array.from({ length: 200_000 }, (_, index) => `+49${1_510_000_0000 + index}`).join('\n'),
	],
	[
		'200,000 numbers in one field of an item',
		200_000,
		() => [
			{ json: { phone: Array.from({ length: 200_000 }, (_, index) => `+49${15_100_000_000 + index}`).join(', ') } },
		],
	],
	[
		'10,000 numbers in one item that cannot be read',
		0,
		() => [{ json: { phone: Array.from({ length: 10_000 }, (_, index) => `0170 ${1_000_000 + index}`) } }],
	],
])('n8n can go on working while it reads %s', async (_, count, listed) => {
	const value = listed();
	await checkRows(people(1), { doNotContact: [phoneOf(5)] });
	let length = 0;
	const stretch = await longestStretch(async () => {
		const { result } = await checkRows(people(1), except(value));
		expect(result.recipients.doNotContactNumbers ?? 0).toBe(count);
		length = Math.max(...[...result.refusals, ...result.notes].map(({ message }) => message.length), 0);
	});
	// It would be all of it if it never gave way.
	expect(stretch).toBeLessThan(0.9);
	expect(length).toBeLessThan(1_000);
});

/** As people write them: not the form that is read the fastest. */
const spelled = (index: number) => `+49 (0)151 ${10_000_000 + index}`;
