/** What is wrong with single contacts, and when that stops a launch: both sides of each limit. */
import { throwIfAny } from '../../../nodes/RcsPromotion/issues';
import type { Refusal } from '../../../nodes/service/refusal';
import { checkFile, checkRows, codes, leaveOut, people, phoneOf, phonesOf, refusalOf, type Checked } from './support';

const landlineOf = (index: number) => `+49 30 9018${String(20 + index)}`;
const many = (count: number, phone: string) => Array.from({ length: count }, () => ({ phone }));
const NATIONAL = '0170 1234567';

/** What people read if these stop a launch: the message, and the lines below it. */
function saidOf(refusals: Checked['refusals']): string[] {
	try {
		throwIfAny(refusals);
	} catch (error) {
		const { message, description } = error as Refusal;
		return [message, ...description.split('\n')];
	}
	return [];
}

describe('an odd number leaves out its contact, and from three contacts on more than 5% of them stop', () => {
	test.each<[odd: number, good: number, withoutNumber: number, stops: boolean]>([
		[1, 1, 0, false],
		[2, 20, 0, false],
		[3, 0, 0, true],
		[3, 56, 0, true],
		// 3 of 60 are 5%.
		[3, 57, 0, false],
		[3, 57, 500, false],
		// 3 of 59, beside contacts without a number, which do not count.
		[3, 56, 500, true],
	])('%d beside %d good ones and %d without a number: %s', async (odd, good, withoutNumber, stops) => {
		const rows = [...many(odd, NATIONAL), ...people(good), ...many(withoutNumber, '')];
		const result = await checkRows(rows);
		expect(result.refusals.length > 0).toBe(stops);
		expect(result.recipients).toEqual({
			rows: rows.length,
			ready: good,
			handedOver: 0,
			duplicatesRemoved: 0,
			invalid: odd,
			leftOut: withoutNumber,
			doNotContact: 0,
		});
		expect(phonesOf(result)).toEqual(people(good).map(({ phone }) => phone));
		expect((await checkRows(rows, leaveOut)).refusals.length > 0).toBe(good === 0);
	});

	test('of the numbers before duplicates and opt-outs', async () => {
		const rows = [...many(3, NATIONAL), ...many(40, phoneOf(0)), ...people(17, 1)];
		const result = await checkRows(rows, { doNotContact: people(16, 1).map(({ phone }) => phone) });
		expect(result.refusals).toEqual([]);
		expect(result.recipients).toMatchObject({
			...{ rows: 60, ready: 2, duplicatesRemoved: 39, invalid: 3, leftOut: 0, doNotContact: 16 },
		});
	});

	test('the message names the field, each kind its first contacts, and what else to do comes last', async () => {
		const odd = ['H2', '4.9E+11', NATIONAL, NATIONAL, '+49 1', ''].map((Tel) => ({ Tel, City: 'Ulm' }));
		const rows = [...odd, ...people(5).map(({ phone }) => ({ Tel: phone, City: 'Ulm' }))];
		const { refusals } = await checkRows(rows, { fields: { phone: 'tel' } });
		expect(saidOf(refusals)).toEqual([
			'5 of 10 phone numbers in "Tel" look wrong',
			'• Item 1: "H2" is not a phone number, or contains more than one. Enter a single phone number.',
			'• Item 2: the phone number "4.9E…" was shortened or given decimals by a spreadsheet. In the spreadsheet, format the column as text, correct the numbers, and export it again.',
			"• Item 3: the phone number \"0170…\" does not begin with + or 00, so its country is not known. This applies to 2 contacts: items 3, 4. Set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code', or write them with + and the country code.",
			'• Item 5: the phone number "+49 …" has too many or too few digits for a phone number. Correct it. If there are many, check \'Country\'.',
			'• Item 6: there is no phone number. Fill it in.',
			"If another field holds the phone numbers, drag it into 'Phone Field'. The input has: \"Tel\", \"City\". Contact List: Find Invalid gives you these contacts as items. To send to everyone else, set 'Check Contacts' in 'Options' to 'Leave Out Invalid'.",
		]);
		expect(refusals[0]).toMatchObject({ code: 'manyInvalid', count: 5 });
	});

	test.each<[what: string, country: string, numbers: string[], isCountry: boolean]>([
		['without +, and no country is chosen', '', ['0170 1234501', '0170 1234502', '0170 1234503', 'x'], true],
		['of another country', 'FR', ['0170 12345011', '0170 12345012', '0170 12345013'], true],
		['with another country code', 'DE', ['33612345678', '33612345679', '33612345670'], true],
		['that are landlines in this country', 'DE', ['06 12 34 56 78', '06 12 34 56 79', '06 22 34 56 78'], true],
		['of which a single one is left', '', ['0170 1234501'], true],
		['that are landlines of any country', '', [1, 2, 3].map(landlineOf), false],
		['that are none', 'DE', ['a1', 'b2', 'c3', '12'], false],
	])('of numbers %s, "Check Country" comes first: %s %j %s', async (_, country, numbers, isCountry) => {
		const { refusals } = await checkRows(
			numbers.map((phone) => ({ phone })),
			{ country },
		);
		const [, first = ''] = saidOf(refusals);
		expect(first.startsWith("Check 'Country'.")).toBe(isCountry);
	});

	test('if nothing stops, each kind is a note with its count and first ten contacts', async () => {
		const { notes } = await checkRows([...many(1, ''), ...many(12, NATIONAL), ...people(300)]);
		expect(notes).toEqual([
			{
				code: 'noNumber',
				message: 'Item 1: there is no phone number',
				advice: 'Left out.',
				count: 1,
				lines: [1],
			},
			{
				code: 'noCountry',
				message:
					'Item 2: the phone number "0170…" does not begin with + or 00, so its country is not known. This applies to 12 contacts: items 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 2 more',
				advice:
					"Left out. Set 'Country' to the country of these numbers or to 'Numbers Without + Include the Country Code', or write them with + and the country code.",
				count: 12,
				lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
			},
		]);
	});
});

describe('a landline, toll-free or premium number leaves out its contact, and from three on more than half stop', () => {
	test.each<[landlines: number, mobiles: number, withoutNumber: number, stops: string[]]>([
		[2, 1, 0, []],
		[2, 0, 0, ['nobodyLeft', 'landline']],
		[3, 3, 0, []],
		[3, 2, 0, ['manyLandlines', 'landline']],
		[3, 2, 100, ['manyLandlines', 'noNumber', 'landline']],
		[4, 0, 0, ['manyLandlines', 'landline']],
	])('%d beside %d mobile phones and %d without a number', async (landlines, mobiles, withoutNumber, stops) => {
		const numbers = Array.from({ length: landlines }, (_, index) => ({ phone: landlineOf(index) }));
		const rows = [...people(mobiles), ...many(withoutNumber, ''), ...numbers];
		const result = await checkRows(rows);
		expect(codes(result.refusals).sort()).toEqual([...stops].sort());
		expect(result.recipients).toMatchObject({ ready: mobiles, invalid: 0, leftOut: landlines + withoutNumber });
		expect(phonesOf(result)).toEqual(people(mobiles).map(({ phone }) => phone));
		const lifted = await checkRows(rows, leaveOut);
		expect(lifted.refusals[0]?.code).toBe(mobiles === 0 ? 'nobodyLeft' : undefined);
	});

	test('of a list read in the wrong country the message says so', async () => {
		const french = ['06 12 34 56 78', '06 12 34 56 79', '07 12 34 56 78', '06 22 34 56 78'].map((phone) => ({ phone }));
		const [first] = (await checkRows(french, { country: 'DE' })).refusals;
		expect(first).toMatchObject({
			message: '4 of 4 numbers in "phone" are landlines in Germany, which get no RCS message',
			advice: "Check 'Country'.",
			count: 4,
		});
		expect((await checkRows(french, { country: 'FR' })).recipients.ready).toBe(4);
		const included = await checkRows(many(3, '4930901820'), { country: 'included' });
		expect(included.refusals[0]?.message).toBe('3 of 3 numbers in "phone" are landlines, which get no RCS message');
	});

	test('a number of Argentina without its 9 may be a mobile phone, and is sent as it is', async () => {
		const result = await checkRows([{ phone: '+54 11 2345-6789' }, { phone: '+54 9 11 2345-6789' }]);
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 1, duplicatesRemoved: 1 } });
		expect(phonesOf(result)).toEqual(['+541123456789']);
	});
});

describe('contacts without any number never stop a launch', () => {
	test('but by leaving nobody', async () => {
		const result = await checkRows([...people(1), ...many(999, '')]);
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 1, leftOut: 999, invalid: 0 } });
		for (const [text, given] of [
			[' ', {}],
			['n/a', {}],
			['', leaveOut],
		] as const) {
			const { refusals } = await checkRows(many(4, text), given);
			expect(refusals[0]?.message).toBe('No one is left to send to: 4 have no phone number in "phone"');
		}
	});

	test('and why nobody is left is said', async () => {
		const rows = [{ phone: 'x1' }, { phone: landlineOf(1) }, { phone: '' }, ...people(2)];
		const [first] = (await checkRows(rows, { ...leaveOut, doNotContact: people(2) })).refusals;
		expect(first?.message).toBe(
			'No one is left to send to: 1 has a phone number in "phone", or another value, that cannot be used, 1 has a landline, toll-free or premium number in "phone", 1 has no phone number in "phone" and 2 are listed in \'Do Not Contact\'',
		);
		expect(await refusalOf(checkRows(people(2), { doNotContact: people(2) }))).toBe(
			"No one is left to send to: 2 are listed in 'Do Not Contact' → Check that list.",
		);
	});
});

test('there is nobody to send to in a file with nothing but a header', async () => {
	expect(await refusalOf(checkFile('name,phone\n'))).toBe(
		'There are no contacts → Check the step that creates the list.',
	);
});
