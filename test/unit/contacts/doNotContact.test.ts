/** Whoever stands anywhere in Do Not Contact gets nothing: by the number alone, whatever a field is called, in any spelling. */
import { readDoNotContact } from '../../../nodes/RcsPromotion/contacts/doNotContact';
import { describeOptOuts } from '../../../nodes/RcsPromotion/contacts/contactIssues';
import { checkRows, codes, phonesOf, refusalOf } from './support';

const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ phone: phoneOf(index) }));

/** Whether this contact is left out by that list. */
async function isLeftOut(e164: string, list: unknown): Promise<boolean> {
	const number = Number(e164.slice(1));
	return (await readDoNotContact(list, [number])).leavesOut(number);
}

describe('a contact is left out whose number stands', () => {
	test.each<[where: string, list: unknown]>([
		['in a text', phoneOf(1)],
		['in a list', ['+15550000000', null, '', phoneOf(1)]],
		['in one object', { whatever: phoneOf(1) }],
		['in a number', 491701234501],
		['in a field called json of a plain object', [{ json: { id: 7 }, phone: phoneOf(1) }]],
		['beside an item that Always Output Data leaves', [{ json: {} }, { json: { phone: phoneOf(1) } }]],
		['as the name of a field', [{ [phoneOf(1)]: 'opted out' }]],
		['in a set or a map', [new Set([phoneOf(1)]), new Map([['phone', phoneOf(1)]])]],
	])('%s', async (_, doNotContact) => {
		const result = await checkRows([...people(3), { phone: '' }], { doNotContact });
		expect([result.refusals, phonesOf(result)]).toEqual([[], [phoneOf(0), phoneOf(2)]]);
		expect(result.recipients).toMatchObject({ rows: 4, ready: 2, doNotContact: 1, leftOut: 1 });
		expect(result.leftOut).toContainEqual({ line: 2, name: undefined, phone: phoneOf(1), reason: 'doNotContact' });
	});
});

test.each([[[0]], [[0, 4_999, 9_999]], [[2, 9_998, 9_999]]])(
	'in a long list, those at %j are left out, and nobody else',
	async (places) => {
		const doNotContact = places.map(phoneOf);
		const result = await checkRows(people(10_000), { doNotContact });
		const others = people(10_000).map(({ phone }) => phone);
		expect(phonesOf(result)).toEqual(others.filter((phone) => !doNotContact.includes(phone)));
		expect(result.leftOut.map(({ line, phone }) => [line, phone])).toEqual(places.map((at) => [at + 1, phoneOf(at)]));
	},
);

describe('a contact is not left out', () => {
	test.each([
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
		[null, 'is empty'],
		[['', ''], none],
		['nobody', none],
		[true, none],
		[[{ json: { email: 'a@example.com', since: '2026-03-01', at: '2026-03-01T10:00:00.000+01:00' } }], none],
		[[{ json: { since: '01.03.2026 10:15', until: '3/1/26', at: 1_772_355_600_000, ref: '12-34' } }], none],
		[[{ json: { phone: '017012' } }], none],
		[[new Date()], none],
		[
			[{ phone: phoneOf(2) }, { Mobile: '4.9170E+11' }],
			'Item 2 of \'Do Not Contact\' holds "4.9170E+11", a number that a spreadsheet has shortened',
		],
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
		[[{ json: {}, error: { message: 'boom' } }], 'Item 1 of \'Do Not Contact\' comes from a step that failed: "boom"'],
		[[{ phone: phoneOf(1), error: true }], 'comes from a step that failed: "true"'],
		[
			'[object Object],[object Object]',
			'contains "[object Object]" instead of phone numbers → Remove every space and line break before {{ and after }}',
		],
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
