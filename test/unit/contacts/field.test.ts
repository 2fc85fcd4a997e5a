/** The user names a field: which value that is in items and in files, and what is said if it is nobody's. */
import { checkFile, checkRows, phonesOf, refusalOf, type Checked } from './support';

const A = '+491701234501';
const B = '+491701234502';

describe('of items, a name finds', () => {
	test.each<[typed: string, row: object]>([
		['phone', { phone: A, Phone: B }],
		['PHONE ', { phone: A }],
		['Mobile No.', { 'Mobile No.': A }],
		['properties.mobilephone.value', { properties: { mobilephone: { value: A } } }],
		['properties.mobilephone.value', { 'properties.mobilephone.value': A, properties: { mobilephone: { value: B } } }],
		['phones[1].value', { phones: [{ value: B }, { value: A }] }],
		["props['Mobile No.']", { props: { 'Mobile No.': A } }],
		['props["Owner\'s phone"]', { props: { "Owner's phone": A } }],
		["props['Owner\\'s phone']", { props: { "Owner's phone": A } }],
		['props["The \\"other\\" one"]', { props: { 'The "other" one': A } }],
		["['Kontakt Daten'].Telefon", { 'Kontakt Daten': { Telefon: A } }],
		["['a.b'].c", { 'a.b': { c: A } }],
		['Phone, private', { 'Phone, private': A, Phone: B }],
		["props['Phone, private'], phone", { props: { 'Phone, private': A }, phone: B }],
		['mobile, phone', { mobile: A, phone: B }],
		['mobile,phone', { mobile: 'n/a', phone: A }],
		['mobile, phone', { mobile: 0, phone: A }],
		['mobile, phone', { mobile: '+00/000 000', phone: A }],
		['mobile, phone', { mobile: null, phone: A }],
		['mobile, Phone', { mobile: [], phone: A }],
		['work.mobile, phones[0]', { work: null, phones: [A] }],
		['phone', { phone: [[A]] }],
		['constructor', { constructor: A }],
	])('%s', async (typed, row) => {
		const result = await checkRows([row], { fields: { phone: typed } });
		expect([result.refusals, phonesOf(result)]).toEqual([[], [A]]);
	});

	test('whole numbers as text, and the first that is filled in for each contact', async () => {
		const rows = [{ mobile: 491701234501, phone: '1' }, { mobile: '', phone: 491701234502 }, { phone: '' }];
		const result = await checkRows(rows, { fields: { phone: 'mobile, phone' }, country: 'included' });
		expect(phonesOf(result)).toEqual([A, B]);
		expect(result.fieldsUsed).toEqual({ phone: 'mobile, phone' });
	});

	test('of a name the first that has any text, of a phone the first that has a digit other than 0', async () => {
		const rows = [{ phone: 'unknown', mobile: A, first: '-', last: 'Ann' }];
		const result = await checkRows(rows, { fields: { phone: 'phone, mobile', name: 'first, last' } });
		expect(result.sent).toBe(`name,phone\r\n-,${A}\r\n`);
	});

	test('no value of what JavaScript gives every object', async () => {
		expect(await refusalOf(checkRows([{ phone: A }], { fields: { phone: 'toString' } }))).toContain(
			'No contact has a field "toString"',
		);
	});
});

describe('of files, a name finds', () => {
	test.each<[typed: string, text: string]>([
		['phone', `Phone,phone\n${B},${A}\n`],
		['Mobile No.', `Mobile No.,x\n${A},\n`],
		['Phone, private', `"Phone, private",Phone\n${A},${B}\n`],
		['mobile, phone', `phone,mobile\n${B},${A}\n`],
		['Telefon 1', `\u200bTelefon 1;x\n${A};\n`],
		['props[0]', `props[0],x\n${A},\n`],
	])('%s', async (typed, text) => {
		const result = await checkFile(text, { fields: { phone: typed } });
		expect([result.refusals, phonesOf(result)]).toEqual([[], [A]]);
	});

	test('no path, because a row has none', async () => {
		expect(await refusalOf(checkFile(`phone\n${A}\n`, { fields: { phone: '[0]' } }))).toContain(
			'The file has no column "[0]"',
		);
	});
});

describe('a field that no contact has is refused with what there is', () => {
	test('of items: drag it', async () => {
		const rows = [{ Vorname: 'Ann', Mobil: A, address: { city: 'Ulm', 'Mobile No.': B, "It's": 1 }, tags: ['a'] }];
		expect(await refusalOf(checkRows(rows))).toBe(
			'No contact has a field "phone". The input has: "Vorname", "Mobil", "address.city", "address[\'Mobile No.\']", "address.It\'s", "tags[0]" → Drag the field with the phone numbers into \'Phone Field\'. If the contacts are in a CSV file, set \'Recipients\' to \'CSV File\'.',
		);
	});

	test('every name that is shown finds its field when it is typed back', async () => {
		const rows = [
			{ 'a.b': { c: A }, x: { "d'e.f": A, 'g,h': A, 'i]j[': A, k: [{ l: A }] }, 'm, n': A, 'o[0]': A, ' p ': A },
		];
		const said = await refusalOf(checkRows(rows));
		const names = [`['a.b'].c`, `x['d\\'e.f']`, `x['g,h']`, `x['i]j[']`, 'x.k[0].l', 'm, n', 'o[0]'];
		for (const name of names) {
			expect(said).toContain(name);
			expect(phonesOf(await checkRows(rows, { fields: { phone: name } }))).toEqual([A]);
		}
	});

	test('of files: type it', async () => {
		expect(await refusalOf(checkFile(`Vorname;Mobil\nAnn;${A}\n`))).toBe(
			'The file has no column "phone". The file has: "Vorname", "Mobil" → Type the name of the column with the phone numbers into \'Phone Field\'. If the file has a title or sep=; above the names of its columns, delete that line.',
		);
	});

	test('also a name, a language, an ID or a country that was chosen', async () => {
		const fields = { phone: 'phone', name: 'Name', language: 'lang', businesssubscriberid: 'id', country: 'land' };
		const { refusals } = await checkRows([{ phone: A, name: 'x' }], { fields });
		expect(refusals.map(({ message, advice }) => `${message.split('. ')[0]} → ${advice}`)).toEqual([
			"No contact has a field \"lang\" → Drag the field with the languages into 'Language Field' under 'More Fields' in 'Options'.",
			"No contact has a field \"id\" → Drag the field with the IDs into 'Business Subscriber ID Field' under 'More Fields' in 'Options'.",
			"No contact has a field \"land\" → Drag the field with the countries into 'Country Field' under 'More Fields' in 'Options'.",
		]);
	});

	test('one of several is only a warning, and all of them are refused', async () => {
		const fields = { phone: 'mobile, phone' };
		const one = await checkRows([{ phone: A }], { fields });
		expect(phonesOf(one)).toEqual([A]);
		expect(one.warnings).toMatchObject([
			{ code: 'missingPart', message: '\'Phone Field\' names "mobile", which no contact has' },
		]);
		expect(one.fieldsUsed).toEqual({ phone: 'phone' });
		expect(await refusalOf(checkRows([{ tel: A }], { fields }))).toContain(
			'No contact has a field "mobile" or "phone"',
		);
	});

	test('an empty name is said to be empty, also where a column has none', async () => {
		expect(await refusalOf(checkFile(`name,\nAnn,${A}\n`, { fields: { phone: '' } }))).toContain(
			"'Phone Field' is empty",
		);
		expect(await refusalOf(checkRows([{ tel: A }], { fields: { phone: '' } }))).toBe(
			"'Phone Field' is empty. The input has: \"tel\" → Drag the field with the phone numbers into 'Phone Field'. If the contacts are in a CSV file, set 'Recipients' to 'CSV File'.",
		);
	});
});

test('two names that differ only in case or outer spaces are asked about, unless one is exact', async () => {
	const rows = [{ Phone: A, phone: B, ' mobile': A, 'Mobile ': B }];
	expect(await refusalOf(checkRows(rows, { fields: { phone: 'PHONE' } }))).toBe(
		'\'Phone Field\' may mean "Phone" or "phone" → Type the name exactly as it is written.',
	);
	expect(await refusalOf(checkFile(`Phone,phone\n${A},${B}\n`, { fields: { phone: 'PHONE' } }))).toContain('may mean');
	expect(await refusalOf(checkRows(rows, { fields: { phone: 'mobile' } }))).toContain(
		'may mean " mobile" or "Mobile "',
	);
	expect(phonesOf(await checkRows(rows, { fields: { phone: 'phone' } }))).toEqual([B]);
});

test('two columns of one name are refused if it is chosen, and else do no harm', async () => {
	const text = `phone,x,x\n${A},1,2\n`;
	expect(phonesOf(await checkFile(text))).toEqual([A]);
	expect(await refusalOf(checkFile(text, { fields: { phone: 'phone', name: 'x' } }))).toBe(
		'The file has more than one column named "x" → In the file, rename the ones you do not want to use.',
	);
	expect(await refusalOf(checkFile(text, { fields: { phone: 'x, phone' } }))).toContain('named "x"');
});

test('nothing but the chosen fields is read, compared or asked about', async () => {
	const row = { phone: A, 'Phone 2': B, whatsapp: '+491701234503', unsubscribed: 'yes', sms_consent: false, fax: 'x' };
	const { refusals, warnings, notes, sent } = await checkRows([row]);
	expect({ refusals, warnings, notes, sent }).toEqual({
		refusals: [],
		warnings: [],
		notes: [],
		sent: `phone\r\n${A}\r\n`,
	});
});

describe('a text that shows a value of the contact', () => {
	const references = [
		{ column: 'name' as const, where: 'Card 1, variable 1' },
		{ column: 'name' as const, where: 'Card 2, variable 1' },
	];

	test('is refused if no field was chosen for it', async () => {
		expect(await refusalOf(checkRows([{ phone: A, City: 'x' }], { references }))).toBe(
			"Card 1, variable 1 (and 1 more) shows the contact's Name, but 'Name Field' is empty. The input has: \"phone\", \"City\" → Drag the field with the names into 'Name Field', or use fixed text instead.",
		);
	});

	test('goes out with it', async () => {
		const check = async (fields: Record<string, string>): Promise<Checked> =>
			await checkRows([{ phone: A, first: 'Ann' }], { references, fields: { phone: 'phone', ...fields } });
		expect((await check({ name: 'first' })).sent).toBe(`name,phone\r\nAnn,${A}\r\n`);
	});
});
