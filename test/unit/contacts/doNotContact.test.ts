/** Whoever stands anywhere in Do Not Contact gets nothing: by the number alone, whatever a field is called, in any spelling. */
import fc from 'fast-check';
import { readDoNotContact } from '../../../nodes/RcsPromotion/contacts/doNotContact';
import { describeOptOuts } from '../../../nodes/RcsPromotion/contacts/contactIssues';
import { allCountries, anyMobile, asDialed, exampleOf, withPlus, withZeros } from './spellings';
import { checkRows, codes, phonesOf, refusalOf } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const LANDLINE = '+4930901820';
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index) }));

/** Whether this contact is left out by that list. */
async function isLeftOut(e164: string, list: unknown): Promise<boolean> {
	const number = Number(e164.slice(1));
	return (await readDoNotContact(list, [number])).leavesOut(number);
}

describe('a contact is left out whose number stands', () => {
	test.each<[where: string, list: unknown]>([
		['in a text', phoneOf(1)],
		['in one of many lines', `+1 555 000 0000\n${phoneOf(1)}, +1 555 000 0001; \n\n`],
		['in a list', ['+15550000000', null, '', phoneOf(1)]],
		['in lists within', [[phoneOf(1)], []]],
		['in an item', [{ json: { phone: phoneOf(1) }, pairedItem: 0 }]],
		['in one item', { json: { phone: phoneOf(1) } }],
		['in one object', { whatever: phoneOf(1) }],
		['in a number', 491701234501],
		['in a national number', [{ n: 1701234501 }]],
		['in a field called json of a plain object', [{ json: { id: 7 }, phone: phoneOf(1) }]],
		['beside an item that Always Output Data leaves', [{ json: {} }, { json: { phone: phoneOf(1) } }]],
		['in a nested field', [{ json: { id: 7, properties: { phone: { value: phoneOf(1) } } } }]],
		['deep in a record', [{ a: { b: { c: { d: { contact: { mobile: phoneOf(1) } } } } } }]],
		['beside a landline', [{ Phone: LANDLINE, Direct: phoneOf(1) }]],
		['in the second of two fields', [{ phone: phoneOf(8), owner: { phone: phoneOf(1) } }]],
		['in an inbound event', { body: { From: phoneOf(1), ToPhone: '+15550000000', Body: 'STOP' }, headers: {} }],
		['in a sentence', [{ body: `Please remove ${phoneOf(1)} from your list. Thanks, Ann` }]],
		['behind a word', [{ phone: `Mutter: ${phoneOf(1)}` }, { phone: `Tel.:${phoneOf(1)}` }]],
		['before an extension', [{ Phone: `${phoneOf(1)}x12` }]],
		['with several in one text', [{ phones: `${phoneOf(8)}; ${phoneOf(1)} / ${phoneOf(9)}` }]],
		['after another with a slash between', [{ phone: '01701234508/01701234501' }]],
		['after another with a space between', [{ phone: '01701234508 01701234501' }]],
		['as the name of a field', [{ [phoneOf(1)]: 'opted out' }]],
		['as the digits of a name of a field', { optOuts: { '491701234501': true } }],
		['in JSON as text', [{ body: JSON.stringify([{ from: phoneOf(1), text: 'STOP' }]) }]],
		['in JSON as the whole text', JSON.stringify({ optOuts: [{ from: '0170 1234501' }] })],
		['in CSV as text', `name;phone;date\nAnn;"0170/1234501";01.02.2026\n`],
		['in HTML', [{ html: '<td>+49&nbsp;170&nbsp;1234501</td>' }]],
		['in HTML as the whole text', '<table><tr><td>Ann</td><td>+49&nbsp;170&nbsp;1234501</td></tr></table>'],
		['in an address of the web', [{ url: 'https://example.com/unsubscribe?phone=%2B491701234501&x=1' }]],
		['in an address of WhatsApp', [{ from: '491701234501@s.whatsapp.net' }]],
		['in a set or a map', [new Set([phoneOf(1)]), new Map([['phone', phoneOf(1)]])]],
		['in a list in an item', [{ json: { phone: [phoneOf(8), phoneOf(1)] } }]],
	])('%s', async (_, doNotContact) => {
		const result = await checkRows([...people(3), { phone: '' }], { doNotContact });
		expect([result.refusals, phonesOf(result)]).toEqual([[], [phoneOf(0), phoneOf(2)]]);
		expect(result.recipients).toMatchObject({ rows: 4, ready: 2, doNotContact: 1, leftOut: 1 });
		expect(result.leftOut).toContainEqual({ line: 2, name: undefined, phone: phoneOf(1), reason: 'doNotContact' });
	});

	test.each([
		...['0170 1234501', '0170/1234501', '(0170) 12 34 501', '0170-1234-501', '0170.1234501', '0170_1234501'],
		...["0170'1234'501", '0170’1234501', '0170\t1234501', '0170     1234501', '0170 - 1234501', '0170\u00a01234501'],
		...['+49\u200b170\u200b1234501', '\u202a+491701234501\u202c', '0170–1234501', '0170−1234501', '+49 (0)170 1234501'],
		...['00491701234501', '+490170 1234501', '17O1234501', '+49 17o 1234501', '01701234501', '="+491701234501"'],
		...[
			'０１７０１２３４５０１',
			'（＋４９）１７０／１２３４５０１',
			'٠١٧٠١٢٣٤٥٠١',
			'+४९ १७० १२३४५०१',
			'0170&#32;1234501',
			'0170&#x2F;1234501',
		],
		...['0170&ndash;1234501', 'tel:+491701234501', '491701234501.0', '011 49 170 1234501', '0049/170/1234501'],
	])('however it is written: %s', async (text) => {
		for (const list of [text, [text], [{ json: { x: text } }], [{ x: `Ann, ${text}, Ulm` }]])
			expect([text, await isLeftOut(phoneOf(1), list)]).toEqual([text, true]);
	});

	test('however it is written, in every country, and whoever else stands there', async () => {
		const countries = allCountries.filter((country) => exampleOf(country).own.length > 6);
		const by = fc.constantFrom('', ' ', '-', '/', '.', '\u00a0');
		const wrap = fc.constantFrom<(text: string) => unknown>(
			(text) => text,
			(text) => [{ json: { whatever: text } }],
			(text) => [{ note: `Called ${text}, wants no more messages.` }],
			(text) => [{ a: [{ b: LANDLINE }, { c: text }] }],
			(text) => [{ [text]: true }],
		);
		await fc.assert(
			fc.asyncProperty(anyMobile(countries), by, fc.nat(), wrap, async (mobile, between, at, inList) => {
				// Shorter ones count with their country code only.
				const dialed = mobile.own.length < 7 ? [] : asDialed(mobile, between);
				const spellings = [...withPlus(mobile, between), ...withZeros(mobile, between), ...dialed];
				const text = spellings[at % spellings.length] ?? '';
				expect([text, await isLeftOut(mobile.e164, inList(text))]).toEqual([text, true]);
			}),
			{ numRuns: 1500, seed: 7 },
		);
	});

	test.each([
		['+5491123456789', '011 15 2345-6789'],
		['+5491123456789', '+54 11 2345-6789'],
		['+5491123456789', '11 2345 6789'],
		['+5492966123456', '02966 15 123456'],
		['+5511987654321', '(11) 8765-4321'],
		['+5511987654321', '011 98765-4321'],
		['+525512345678', '+52 1 55 1234 5678'],
		['+525512345678', '044 55 1234 5678'],
		['+2250712345678', '712345678'],
		['+4512345678', '12 34 56 78'],
		['+4512345678', '0045 12345678'],
		['+37061234567', '861234567'],
		['+29051234', '+290 51234'],
	])('%s as %s, as it is dialed there', async (e164, text) => {
		expect(await isLeftOut(e164, [{ x: text }])).toBe(true);
	});
});

describe('a contact is not left out', () => {
	test.each([
		['of another number', phoneOf(1), `${phoneOf(2)} +491701234511`],
		['by the number without its last digit', phoneOf(1), '0170 123450'],
		['by the number with digits behind it', phoneOf(1), '0170 12345012'],
		['by digits with a word or too much space between', phoneOf(1), '0170 x 1234501, 0170      1234502'],
		['by digits with a line break or a comma between', phoneOf(1), '0170\n1234501, 0170,1234501'],
		['by eight digits within more', '+4512345678', '9912345678 and 2012345678'],
		['by five digits without the country code', '+29051234', '51234 and 1234551234'],
	])('%s', async (_, e164, text) => {
		expect(await isLeftOut(e164, [{ x: text, y: phoneOf(99) }])).toBe(false);
	});

	test('by chance: of 2,000 contacts against 1,000 records full of digits, none', async () => {
		const digits = (seed: number, length: number) =>
			String((seed * 7_919_317 + 104_729) % 10 ** length).padStart(length, '0');
		const records = Array.from({ length: 1_000 }, (_, at) => ({
			id: digits(at + 1, 8),
			created: `2026-0${1 + (at % 9)}-1${at % 10}T0${at % 10}:1${at % 6}:2${at % 10}.${digits(at, 3)}Z`,
			amount: `${digits(at + 3, 4)}.${digits(at + 4, 2)}`,
			zip: digits(at + 5, 5),
			ms: 1_700_000_000_000 + at * 86_400_123,
			uuid: `${digits(at, 8)}-${digits(at + 2, 4)}-4a1b-9c2d-${digits(at + 6, 6)}abcdef`,
		}));
		const contacts = Array.from({ length: 2_000 }, (_, at) => ({ phone: `+49151${digits(at * 31 + 7, 8)}` }));
		const unique = new Set(contacts.map(({ phone }) => phone)).size;
		expect((await checkRows(contacts, { doNotContact: records })).recipients.ready).toBe(unique);
	});
});

describe('it is said', () => {
	test.each<[string, unknown]>([
		['an empty list', []],
		['what Always Output Data leaves', [{ json: {}, pairedItem: 0 }]],
	])('that nobody was left out by %s', async (_, doNotContact) => {
		const result = await checkRows(people(2), { doNotContact });
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 2 }, doNotContact: { entries: 0, leftOut: 0 } });
		expect(codes(describeOptOuts(result.doNotContact, false))).toEqual(['noOptOuts']);
	});

	test('how many entries there are, and how many contacts that left out', async () => {
		const list = [{ json: { phone: phoneOf(1) } }, { json: { phone: '' } }, { json: {} }, { phone: phoneOf(1) }, 'x'];
		const { doNotContact, issues } = await checkRows([...people(3), { phone: '0049170 1234501' }], {
			doNotContact: list,
		});
		expect([doNotContact, codes(issues)]).toEqual([{ entries: 4, leftOut: 1 }, ['duplicate']]);
		expect(describeOptOuts(doNotContact, true)).toMatchObject([
			{ level: 'info', message: "'Do Not Contact' has 4 entries; 1 contact left out" },
		]);
		expect((await checkRows(people(1))).doNotContact).toBeNull();
	});

	test('that a list left nobody out: a question where a person is looking', async () => {
		const { doNotContact } = await checkRows(people(1), { doNotContact: [phoneOf(9)] });
		expect(describeOptOuts(doNotContact, true)).toMatchObject([
			{
				level: 'warning',
				message: "'Do Not Contact' has 1 entry, and none of them is one of these contacts",
				advice: 'Does the list hold the phone numbers?',
			},
		]);
		expect(describeOptOuts(doNotContact, false)).toMatchObject([{ level: 'info' }]);
	});

	test('nothing of entries without a number beside others, nor of an API that has not failed', async () => {
		const list = [
			{ json: { id: 'rec1', createdTime: '2026-01-01T10:00:00.000Z', fields: { Phone: phoneOf(1) } } },
			{ json: { id: 'rec2', fields: { City: 'Ulm' } } },
			{ json: { error: false, phone: phoneOf(2) } },
			{ json: { error: null, phone: phoneOf(2) }, error: undefined },
			{ json: { error: '', phone: 0 } },
		];
		expect(await checkRows(people(4), { doNotContact: list })).toMatchObject({
			refusals: [],
			recipients: { ready: 2, doNotContact: 2 },
		});
	});
});

describe('it is refused', () => {
	const file = { data: { mimeType: 'text/csv', data: 'cGhvbmU=' } };
	const none = 'none of them holds a phone number';
	test.each<[unknown, string]>([
		['', "'Do Not Contact' is empty → Enter phone numbers, or an expression"],
		[' \n', 'is empty'],
		[null, 'is empty'],
		[[null, null], none],
		[['', ''], none],
		['nobody', none],
		[0, none],
		[true, none],
		[[{ json: { phone: '' } }], none],
		[[{ json: { email: 'a@example.com', since: '2026-03-01', at: '2026-03-01T10:00:00.000+01:00' } }], none],
		[[{ json: { since: '01.03.2026 10:15', until: '3/1/26', at: 1_772_355_600_000, ref: '12-34' } }], none],
		[[{ json: { phone: '017012' } }], none],
		[[new Date()], none],
		[
			[{ phone: phoneOf(2) }, { Mobile: '4.9170E+11' }],
			'Item 2 of \'Do Not Contact\' holds "4.9170E+11", a number that a spreadsheet has shortened',
		],
		['4,9E+11', 'holds "9E+11'],
		[[{ x: '4,9E+11' }], 'holds "4,9E+11"'],
		[
			[{ json: {}, binary: file }],
			"Item 1 of 'Do Not Contact' holds a file, but no phone number → Before this node, read the file with an Extract from File node.",
		],
		[[{ json: { phone: phoneOf(1) } }, { json: { id: 7 }, binary: file }], "Item 2 of 'Do Not Contact' holds a file"],
		[
			[{ json: {} }, { json: { error: 'Timeout' } }],
			'Item 2 of \'Do Not Contact\' comes from a step that failed: "Timeout"',
		],
		[[{ json: { phone: phoneOf(1), error: { message: 'boom' } } }], 'comes from a step that failed: "boom"'],
		[[{ json: {}, error: { message: 'boom' } }], 'Item 1 of \'Do Not Contact\' comes from a step that failed: "boom"'],
		[[{ json: { phone: phoneOf(1) }, error: 'boom' }], 'comes from a step that failed: "boom"'],
		[[{ phone: phoneOf(1), error: true }], 'comes from a step that failed: "true"'],
		[
			'[object Object],[object Object]',
			'contains "[object Object]" instead of phone numbers → Remove every space and line break before {{ and after }}',
		],
		[['[object Object]'], 'contains "[object Object]"'],
	])('%j', async (doNotContact, message) => {
		expect(await refusalOf(checkRows(people(2), { doNotContact }))).toContain(message);
		const lifted = checkRows(people(2), { doNotContact, checkContacts: 'leaveOut' });
		expect(await refusalOf(lifted)).toContain(message);
	});

	test('not with seven digits together, beside a date or without', async () => {
		for (const phone of ['1234567', '12 34 567', 'since 2026-03-01: 123-4567'])
			expect((await checkRows(people(2), { doNotContact: [{ phone }] })).refusals).toEqual([]);
	});
});
