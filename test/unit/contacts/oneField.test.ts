/**
 * Whatever the items or the file look like: what goes out is the one phone field of one place, with the names of that place. If any other
 * field that looks like a phone differs, or fills a gap, nothing goes out.
 */
import fc from 'fast-check';
import Papa from 'papaparse';
import { buildExpression } from '../../../nodes/RcsPromotion/contacts/chooseFields';
import { check, checkRows, codes, refusalOf, textOf, type Checked } from './support';

type Path = Array<string | number>;

interface Place {
	phones: Path[];
	names: Path[];
}

/** Fields of the table by their place, written as people and systems write them. The item itself comes first, and each place before the next. */
const places: Place[] = [
	{
		phones: [
			['phone'],
			['PHONE_NUMBER'],
			['Mobile Phone'],
			['Handy-Nr.'],
			['Teléfono'],
			['phones', 0, 'value'],
			['phones', 1, 'value'],
			['phoneNumbers', 'mobile', 0],
		],
		names: [['name'], ['First Name']],
	},
	{
		phones: [
			['properties', 'phone'],
			['properties', 'mobilephone', 'value'],
		],
		names: [['properties', 'firstname']],
	},
	{ phones: [['fields', 'Phone']], names: [['fields', 'Name']] },
	{ phones: [['attributes', 'SMS']], names: [['attributes', 'VORNAME']] },
	{ phones: [['body', 'mobile']], names: [['body', 'name']] },
	{
		phones: [
			['billing', 'phone'],
			['billing', 'mobile'],
		],
		names: [['billing', 'first_name']],
	},
	{ phones: [['default_address', 'phone']], names: [['default_address', 'name']] },
];
/** Fields that look like phones of somebody else, and one that does not. */
const strangers: Path[] = [['sms'], ['Phone 2'], ['shipping', 'mobile'], ['owner', 'phone'], ['Fax']];
const FAX = strangers.length - 1;

const number = fc.integer({ min: 10, max: 49 }).map((last) => 491_701_234_500 + last);
const spelled = number.chain((digits) => {
	const text = String(digits);
	return fc.constantFrom(
		`+${text}`,
		`00${text}`,
		`+${text.slice(0, 2)} ${text.slice(2)}`,
		`+${text.slice(0, 2)} (0)${text.slice(2)}`,
		`0${text.slice(2)}`,
	);
});
const nothing = fc.constantFrom('', ' ', null, undefined, false);
const cell = fc.oneof({ arbitrary: spelled, weight: 4 }, { arbitrary: nothing, weight: 1 });

const fieldsOf = fc.subarray(
	places.flatMap(({ phones }) => phones),
	{ minLength: 1, maxLength: 3 },
);
const columns = (count: number, alike: boolean) =>
	alike
		? cell.map((one) => Array.from({ length: count }, () => one))
		: fc.tuple(...Array.from({ length: count }, () => cell));
const contactsWith = fc
	.record({
		phones: fieldsOf,
		names: fc.subarray(places.flatMap(({ names }) => names)),
		others: fc.subarray(strangers, { maxLength: 2 }),
		alike: fc.boolean(),
	})
	.chain(({ phones, names, others, alike }) =>
		fc
			.array(columns(phones.length + others.length, alike), { minLength: 1, maxLength: 5 })
			.map((rows) => ({ phones, names, others, rows: rows })),
	);

function put(json: Record<string | number, unknown>, path: Path, value: unknown): void {
	let at = json;
	for (const [index, step] of path.slice(0, -1).entries()) {
		at = (at[step] ??= typeof path[index + 1] === 'number' ? [] : {}) as Record<string | number, unknown>;
	}
	at[path.at(-1) as string] = value;
}

/** Computed from the values alone: the last two digits, in which the numbers differ. */
const lastOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(-2) : '');

/** `places`: the place of each field of the table; the columns after these are of other fields. */
function expected(rows: readonly unknown[][], placesOfKnown: readonly number[], isPhone: (column: number) => boolean) {
	const numbers = rows.map((cells) => cells.map(lastOf).map((last, column) => (isPhone(column) ? last : '')));
	const all = numbers.flat().filter(Boolean);
	const differ = numbers.some((cells) => new Set(cells.filter(Boolean)).size > 1);
	const first = Math.min(...placesOfKnown);
	const isComplete = (column: number) =>
		numbers.every((cells) => cells[column] !== '' || cells.every((last) => last === ''));
	const isUsable = placesOfKnown.some((place, column) => place === first && isComplete(column));
	return { asks: all.length > 0 && (differ || !isUsable), numbers: new Set(all) };
}

/** Whose numbers must have gone out; undefined where nothing may, which is checked here. */
function numbersToSend(
	{ result, file }: Checked,
	{ asks, numbers }: ReturnType<typeof expected>,
	seen: { asked: number; sent: number; none: number },
): Set<string> | undefined {
	if (asks) {
		seen.asked++;
		expect(codes(result.refusals)).toEqual(['severalPhones']);
	} else if (numbers.size === 0) seen.none++;
	if (asks || numbers.size === 0) {
		expect(file).toBeUndefined();
		return undefined;
	}
	seen.sent++;
	return numbers;
}

const options = { checkContacts: 'leaveOut', country: 'DE' } as const;
const labelOf = (path: Path) =>
	path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
const placeOf = (path: Path): Place =>
	places.find(({ phones, names }) => [...phones, ...names].some((other) => labelOf(other) === labelOf(path))) as Place;

test('items: the one phone field of one place is used, or nothing goes out', async () => {
	const seen = { asked: 0, sent: 0, none: 0 };
	await fc.assert(
		fc.asyncProperty(contactsWith, async ({ phones, names, others, rows }) => {
			const items = rows.map((cells) => {
				const json = {};
				for (const [at, path] of [...phones, ...others].entries()) put(json, path, cells[at]);
				for (const path of names) put(json, path, `of ${places.indexOf(placeOf(path))}`);
				return json;
			});
			const { result, file } = await checkRows(items, options);
			const placesOfKnown = phones.map((path) => places.indexOf(placeOf(path)));
			const isPhone = (at: number) => at < phones.length || others[at - phones.length] !== strangers[FAX];
			const numbers = numbersToSend({ result, file }, expected(rows, placesOfKnown, isPhone), seen);
			if (!numbers) return;
			const sent = Papa.parse<Record<string, string>>(await textOf(file), { header: true, skipEmptyLines: true }).data;
			expect(new Set(sent.map(({ phone }) => lastOf(phone)))).toEqual(numbers);
			const path = phones.find((steps) => labelOf(steps) === result.columnsUsed.phone) as Path;
			const hasName = names.some((name) => placeOf(name) === placeOf(path));
			for (const { name } of sent) expect(name).toBe(hasName ? `of ${places.indexOf(placeOf(path))}` : undefined);
		}),
		{ numRuns: 1000, seed: 7 },
	);
	expect(Math.min(seen.asked, seen.sent)).toBeGreaterThan(100);
	expect(seen.none).toBeGreaterThan(20);
});

test('files: the one phone column is used, or nothing goes out', async () => {
	const flat = (places[0] as Place).phones.filter((path) => path.length === 1);
	const seen = { asked: 0, sent: 0, none: 0 };
	const table = fc
		.record({ known: fc.subarray(flat, { minLength: 1, maxLength: 3 }), hasOther: fc.boolean(), alike: fc.boolean() })
		.chain(({ known, hasOther, alike }) =>
			fc.array(columns(known.length + Number(hasOther), alike), { minLength: 1, maxLength: 5 }).map((rows) => ({
				known,
				headers: [...known, ...(hasOther ? [['Mobile 2']] : [])],
				rows: rows,
			})),
		);
	await fc.assert(
		fc.asyncProperty(table, async ({ known, headers, rows }) => {
			const texts = rows.map((cells) => ['Ann', ...cells.map((value) => (value === false ? '' : String(value ?? '')))]);
			const text = Papa.unparse([['Name', ...headers.map(([name]) => name)], ...texts]);
			const found = await check(`${text}\r\n`, options);
			const numbers = numbersToSend(
				found,
				expected(
					rows,
					known.map(() => 0),
					() => true,
				),
				seen,
			);
			if (!numbers) return;
			const parsed = Papa.parse<Record<string, string>>(await textOf(found.file), {
				header: true,
				skipEmptyLines: true,
			});
			expect(new Set(parsed.data.map(({ phone }) => lastOf(phone)))).toEqual(numbers);
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
		expect(buildExpression(paths)).toBe(expression);
	});
});

test('a field that differs far below is named, too, and is in the expression', async () => {
	const rows: object[] = Array.from({ length: 1200 }, (_, index) => ({ phone: `+49170123${1000 + index}` }));
	rows[1] = { mobile: '+491701234501', phone: '+491701234502' };
	rows[1199] = { tel: '+491701234503' };
	const { result } = await checkRows(rows);
	expect(result.refusals[0]?.message).toContain('tel (+491…4503, 1 contact)');
	expect(result.refusals[0]?.advice).toContain('{{ $json.mobile || $json.phone || $json.tel }}');
});

const [P, L] = ['+491701234567', '+4930901820'];

test.each([1, 2_000])('a file whose two phone columns differ only after %d rows is asked about', async (count) => {
	const alike = `phone,mobile\n${`${P},${P}\n`.repeat(count)}`;
	// With the numbers of the contact whose fields differ.
	expect(refusalOf(await check(`${alike}${P},${L}\n`))).toMatch(/: mobile \(\+493…1820, .* and phone \(\+491…4567, /);
	expect(await textOf((await check(alike)).file)).toContain(P);
});

test.each(['Cell No', 'cell_no'])(
	'a name in File Columns that two columns have, or none, is asked about: %s',
	async (name) => {
		const found = await check(`Cell No,Cell No\n${P},${L}\n`, { fileColumns: { phone: name } });
		expect(refusalOf(found)).toContain(name);
	},
);

test('an empty list in place of a text is empty', async () => {
	const rows = [{ phone: '+491701234501', name: [] }, { phone: [] }, { phone: '+491701234502', name: 'Ann' }];
	const { file } = await checkRows(rows);
	expect(await textOf(file)).toBe('name,phone\r\n,+491701234501\r\nAnn,+491701234502\r\n');
});

test('of several fields for a name, the first in the table is used, also where it is empty', async () => {
	const references = [{ column: 'name' as const, where: 'Card 1, variable 1' }];
	const people = [1, 2, 3].map((last) => ({ first_name: 'Ann', name: '', phone: `+49170123450${last}` }));
	const ofItems = await checkRows(people, { references });
	expect(ofItems.result.columnsUsed).toEqual({ name: 'name', phone: 'phone' });
	expect(codes(ofItems.result.refusals)).toEqual(['emptyValue']);
	expect((await check(Papa.unparse(people), { references })).result).toMatchObject({
		columnsUsed: { name: 'name' },
		refusals: [{ code: 'emptyValue' }],
	});
});
