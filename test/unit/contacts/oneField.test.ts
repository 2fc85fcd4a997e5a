/** Whatever the items or the file look like: two phone fields that differ send nothing, and what goes out is the one field that is named. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { expressionFor } from '../../../nodes/RcsPromotion/contacts/columns';
import { valueAt } from '../../../nodes/RcsPromotion/contacts/itemRows';
import { check, checkRows, codes, textOf } from './support';
import type { CheckedContacts } from '../../../nodes/RcsPromotion/contacts/types';

type Path = Array<string | number>;

/** Paths of the table, written as people and systems write them; and some that are none. */
const phonePaths: Path[] = [
	['phone'],
	['Phone'],
	['PHONE_NUMBER'],
	['Mobile Phone'],
	['mobile'],
	['Handy-Nr.'],
	['Teléfono'],
	['properties', 'phone'],
	['properties', 'mobilephone', 'value'],
	['fields', 'Phone'],
	['body', 'mobile'],
	['billing', 'phone'],
	['merge_fields', 'PHONE'],
	['attributes', 'SMS'],
	['phones', 0, 'value'],
	['phones', 1, 'value'],
	['phoneNumbers', 'mobile', 0],
];
const otherPaths: Path[] = [
	['Fax'],
	['sms'],
	['shipping', 'mobile'],
	['owner', 'phone'],
	['whatsapp_business_number'],
	['phone type'],
	['id'],
];

const number = fc.integer({ min: 1, max: 40 }).map((last) => 491_701_234_500 + last);
const spelled = number.chain((digits) =>
	fc.constantFrom(
		`+${digits}`,
		String(digits),
		`00${digits}`,
		`+${String(digits).slice(0, 2)} ${String(digits).slice(2)}`,
		digits,
	),
);
const nothing = fc.constantFrom('', ' ', null, undefined, false);
const cell = fc.oneof({ arbitrary: spelled, weight: 4 }, { arbitrary: nothing, weight: 1 });

const contactsWith = fc
	.record({
		phones: fc.subarray(phonePaths, { minLength: 1, maxLength: 3 }),
		others: fc.subarray(otherPaths),
		alike: fc.boolean(),
	})
	.chain(({ phones, others, alike }) =>
		fc
			.array(
				fc.record({
					cells: alike ? cell.map((one) => phones.map(() => one)) : fc.tuple(...phones.map(() => cell)),
					other: fc.tuple(...others.map(() => spelled)),
				}),
				{ minLength: 1, maxLength: 5 },
			)
			.map((rows) => ({ phones, others, rows })),
	);

function put(json: Record<string | number, unknown>, path: Path, value: unknown): void {
	let at = json;
	for (const [index, step] of path.slice(0, -1).entries()) {
		at = (at[step] ??= typeof path[index + 1] === 'number' ? [] : {}) as Record<string | number, unknown>;
	}
	at[path.at(-1) as string] = value;
}

/** Computed from the values alone: the digits of a number. */
const digitsOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '').replace(/^00/, '') : '';

function expected(rows: Array<{ cells: readonly unknown[] }>, count: number) {
	const columns = Array.from({ length: count }, (_, at) => rows.map(({ cells }) => digitsOf(cells[at])));
	const holding = columns.filter((values) => values.some((value) => value !== ''));
	return {
		asks: new Set(holding.map((values) => values.join())).size > 1,
		numbers: new Set((holding[0] ?? []).filter(Boolean)),
	};
}

/** Whose numbers must have gone out; undefined where nothing may, which is checked here. */
function numbersToSend(
	{ result, file }: Pick<CheckedContacts, 'result' | 'file'>,
	{ asks, numbers }: ReturnType<typeof expected>,
	seen: { asked: number; sent: number },
): Set<string> | undefined {
	if (asks) {
		seen.asked++;
		expect(codes(result.refusals)).toEqual(['severalPhones']);
	}
	if (asks || numbers.size === 0) {
		expect(file).toBeUndefined();
		return undefined;
	}
	seen.sent++;
	return numbers;
}

test('items', async () => {
	const seen = { asked: 0, sent: 0 };
	await fc.assert(
		fc.asyncProperty(contactsWith, async ({ phones, others, rows }) => {
			const items = rows.map(({ cells, other }) => {
				const json = {};
				for (const [at, path] of phones.entries()) put(json, path, cells[at]);
				for (const [at, path] of others.entries()) put(json, path, other[at]);
				return json;
			});
			const { result, file } = await checkRows(items, { checkContacts: 'leaveOut' });
			const numbers = numbersToSend({ result, file }, expected(rows, phones.length), seen);
			if (!numbers) return;
			const sent = (await textOf(file)).trimEnd().split('\r\n').slice(1).map(digitsOf);
			expect(new Set(sent)).toEqual(numbers);
			const label = result.columnsUsed.phone as string;
			const path = phones.find(
				(steps) => steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('') === `.${label}`,
			);
			expect(new Set(items.map((json) => digitsOf(valueAt(json, path as Path))).filter(Boolean))).toEqual(numbers);
		}),
		{ numRuns: 600, seed: 7 },
	);
	expect(Math.min(seen.asked, seen.sent)).toBeGreaterThan(100);
});

test('files', async () => {
	const flat = phonePaths.filter((path) => path.length === 1);
	const seen = { asked: 0, sent: 0 };
	const table = fc
		.record({ columns: fc.subarray(flat, { minLength: 1, maxLength: 3 }), alike: fc.boolean() })
		.chain(({ columns, alike }) =>
			fc
				.array(
					(alike ? cell.map((one) => columns.map(() => one)) : fc.tuple(...columns.map(() => cell))).map((cells) => ({
						cells,
					})),
					{ minLength: 1, maxLength: 5 },
				)
				.map((rows) => ({ columns, rows })),
		);
	await fc.assert(
		fc.asyncProperty(table, async ({ columns, rows }) => {
			const texts = rows.map(({ cells }) => [
				'Ann',
				...cells.map((value) => (value === false ? '' : String(value ?? ''))),
			]);
			const text = Papa.unparse([['Name', ...columns.map(([name]) => name)], ...texts]);
			const { result, file } = await check(`${text}\r\n`, { checkContacts: 'leaveOut' });
			const numbers = numbersToSend({ result, file }, expected(rows, columns.length), seen);
			if (!numbers) return;
			const sent = Papa.parse<Record<string, string>>(await textOf(file), { header: true, skipEmptyLines: true }).data;
			expect(new Set(sent.map(({ phone }) => digitsOf(phone)))).toEqual(numbers);
		}),
		{ numRuns: 400, seed: 7 },
	);
	expect(Math.min(seen.asked, seen.sent)).toBeGreaterThan(50);
});

describe('the expression to paste', () => {
	test.each<[Path[], string]>([
		[[['mobilephone'], ['phone']], '{{ $json.mobilephone || $json.phone }}'],
		[[['Mobile Phone']], '{{ $json["Mobile Phone"] }}'],
		[[['a', 'b c', 0], ['d']], '{{ $json.a?.["b c"]?.[0] || $json.d }}'],
	])('%j', (paths, expression) => {
		expect(expressionFor(paths)).toBe(expression);
	});
});

test('of several fields for a name, the first in the table is used, also where it is empty', async () => {
	const references = [{ column: 'name' as const, place: 'Card 1, variable 1' }];
	const people = [1, 2, 3].map((last) => ({ first_name: 'Ann', name: '', phone: `+49170123450${last}` }));
	const ofItems = await checkRows(people, { references });
	expect(ofItems.result.columnsUsed).toEqual({ name: 'name', phone: 'phone' });
	expect(codes(ofItems.result.refusals)).toEqual(['emptyValue']);
	expect((await check(Papa.unparse(people), { references })).result).toMatchObject({
		columnsUsed: { name: 'name' },
		refusals: [{ code: 'emptyValue' }],
	});
});
