/** How files are read, what is refused of them, and what goes out. */
import iconv from 'iconv-lite';
import { buildTestFile } from '../../../nodes/RcsPromotion/contacts/outgoingFile';
import { countRows } from '../../../nodes/RcsPromotion/contacts/contactsInFile';
import { checkFile, checkRows, fileOf, phonesOf, refusalOf, type Given } from './support';

const P = '+491701234567';
const R = '+491701234568';
const fields = { phone: 'phone', name: 'name' };
const inForm = `name,phone\r\nJürgen,${P}\r\n`;
const withMark = (text: string, encoding: string) => iconv.encode(text, encoding, { addBOM: true });

describe('a file goes out in UTF-8, with commas and our columns alone', () => {
	test.each<[string, string | Uint8Array, string?]>([
		['with a byte order mark', withMark(inForm, 'utf8')],
		['UTF-16', withMark(inForm, 'utf16-be')],
		['semicolons', `name;phone\nJürgen;${P}\n`],
		['tabs and quotation marks', `"name"\t"phone"\n"Jürgen"\t"${P}"\n`],
		['pipes', `name|phone\nJürgen|${P}\n`],
		['spaces around', `name, phone\nJürgen, ${P} \n`],
		['lines above', `\n,\n"",""\nname,phone\nJürgen,${P}\n`],
		['empty rows', `name,phone\nJürgen,${P}\n,\n , \n\n`],
		['more columns', `Company;phone;name;City\nACME;${P};Jürgen;Köln\n`],
		['a further empty value', `name,phone\nJürgen,${P},\n`],
		[
			'a delimiter in quotation marks',
			`"name";"phone"\n"Jürgen; ""J"", x";${P}\n`,
			`name,phone\r\n"Jürgen; ""J"", x",${P}\r\n`,
		],
		['a line break in a value', `name,phone\n"Jürgen\r\n\nX",${P}\n`, `name,phone\r\nJürgen X,${P}\r\n`],
		['a formula that keeps digits', `name,phone\nJürgen,"=""${P}"""\n`],
	])('%s', async (_, content, sent = inForm) => {
		const result = await checkFile(content, { fields });
		expect([result.refusals, result.sent]).toEqual([[], sent]);
	});

	test('all four in their order, and nothing else of an item', async () => {
		const rows = [{ id: 7, lang: 'de', phone: `00${P.slice(1)}`, name: 'A", x', land: 'DE', secret: 'x' }];
		const all = { phone: 'phone', name: 'name', language: 'lang', businesssubscriberid: 'id', country: 'land' };
		expect((await checkRows(rows, { fields: all })).sent).toBe(
			`name,phone,language,businesssubscriberid\r\n"A"", x",${P},de,7\r\n`,
		);
	});

	test('the first ten are kept as they go out', async () => {
		const rows = Array.from({ length: 12 }, (_, index) => ({
			phone: `+4917012345${10 + index}`,
			name: `A"${index}, x`,
		}));
		const { first } = await checkRows(rows, { fields, doNotContact: [rows[0]?.phone] });
		expect(first).toHaveLength(10);
		expect(first.slice(0, 2)).toEqual([
			{ name: 'A"1, x', phone: '+491701234511' },
			{ name: 'A"2, x', phone: '+491701234512' },
		]);
	});
});

test('a row with fewer values has empty ones at its end, and one with more is a fault', async () => {
	const short = await checkFile(`phone,name,City\n${P}\n${R},Ann\n`, { fields });
	expect(short).toMatchObject({ refusals: [], sent: `name,phone\r\n,${P}\r\nAnn,${R}\r\n` });
	const long = `phone,name\n${R},Ann\n${P},Ann,x\n`;
	for (const checkContacts of ['stop', 'leaveOut'] as const) {
		expect(await refusalOf(checkFile(long, { fields, checkContacts }))).toBe(
			'Line 3: the row has more values than the header has columns → Put a value that contains the delimiter in quotation marks, or export the file again.',
		);
	}
});

describe('a quotation mark that is closed some rows later has swallowed them', () => {
	const phoneOf = (index: number) => `+${491_701_234_500 + index}`;
	const message =
		'a value holds whole rows, because a quotation mark (") was never closed → Close the quotation mark or remove it, or export the file again.';

	test.each<[by: string, column: number, columns: number]>([
		[',', 0, 4],
		[',', 3, 4],
		[';', 2, 4],
		['\t', 2, 4],
		[',', 0, 1],
	])(
		'with %j in column %d of %d, and is refused with its line, also in a file that is sent unchanged',
		async (by, column, columns) => {
			const rows = Array.from({ length: 100 }, (_, index) => [phoneOf(index), 'Ann', 'x', 'y'].slice(0, columns));
			const [first = [], last = []] = [rows[10], rows[60]];
			first[column] = `"${first[column]}`;
			last[column] = `${last[column]}"`;
			const header = ['phone', 'name', 'note', 'more'].slice(0, columns);
			const text = [header, ...rows].map((row) => row.join(by)).join('\n');
			for (const checkContacts of ['stop', 'leaveOut'] as const)
				expect(await refusalOf(checkFile(text, { checkContacts }))).toBe(`Line 12: ${message}`);
			expect(await refusalOf(countRows(fileOf(text), 'detect'))).toBe(`Line 12: ${message}`);
		},
	);

	/** Numbers as they are dialed in a country, rows that lack their last values, and one with a second phone. */
	test.each<[country: string, text: string]>([
		['DE', 'Name;phone;Notiz\nAnn;0170 1234501;"ruft zurück\nBo;0170 1234502;nein"\nCy;0170 1234503;ja\n'],
		['DK', 'name,phone,note\nAnn,20123456,"x\nBo,20123457,y\nCy,20 12 34 58,z"\n'],
		['EE', 'name,phone,note\nAnn,5123456,"x\nBo,5123457,y"\n'],
		['DE', 'name,phone,note,city\nAnn,0170 1234501,"x\nBo,0170 1234502\nCy,0170 1234503,z"\n'],
		['', `name,phone,note,city\n"Ann,${P},x\nBo",${R}\n`],
		['', `name,phone,note\nAnn,${P},"x\nBo,'${R},y"\n`],
		['', `name,phone,office,note\nAnn,${P},${R},"x\nBo,${P},,y"\n`],
	])('from %s: %j', async (country, text) => {
		expect(await refusalOf(checkFile(text, { country }))).toContain('Line 2: a value holds whole rows');
		expect(await refusalOf(countRows(fileOf(text), 'detect'))).toContain('Line 2: a value holds whole rows');
	});

	test('whether the contact before them has a number or not', async () => {
		const text = 'name,phone,note\nAnn,,"x\nBo,20123457,y"\n';
		expect(await refusalOf(checkFile(text, { country: 'DK' }))).toContain('Line 2: a value holds whole rows');
	});

	test('but two numbers in one cell are a fault of that contact', async () => {
		const result = await checkFile(`name,phone\nAnn,"${P}\n${R}"\nBo,${phoneOf(7)}\n`);
		expect([result.refusals, phonesOf(result)]).toEqual([[], [phoneOf(7)]]);
	});

	test.each([
		['phone,note,x', `${P},"Called on Monday\nwants a call, soon\nnot ${R}, he says",y`],
		['name,phone,note', `Ann,${P},"Call her husband:\nBo (husband), ${R}, or\nher work, ${R}"`],
		['name,phone,note', `Ann,${P},"Calls\nAnn,2026-01-12,nobody\nAnn,12.01.2026 10:15,again"`],
		['name,phone,address', `Ann,${P},"Main Street 1,\n12345-6789 Town,DC"`],
		['name,phone,items', `Ann,${P},"4006381333931,2\n4006381333948,1"`],
		['name,items,phone', `Ann,"4006381333931,Pen\n4006381333948,Ink",${P}`],
		['name,note,phone', `Ann,"Bo, ${R}\nher boss",${P}`],
		['phone,name', `${P},"Ann,\n${R}"`],
	])('but a note over several lines passes: %s', async (header, row) => {
		const text = `${header}\n${row}\n`;
		const result = await checkFile(text);
		expect([result.refusals, phonesOf(result), await countRows(fileOf(text), 'detect')]).toEqual([[], [P], 1]);
	});
});

describe('Encoding', () => {
	const latin = iconv.encode(inForm, 'win1252');
	const otherwise: Given = { fields, encoding: 'utf8OrWindows1252' };
	test.each<[Given, Uint8Array]>([
		[otherwise, latin],
		[otherwise, Buffer.from(inForm)],
		[otherwise, withMark(inForm, 'utf16-le')],
		[{ fields }, Buffer.from(inForm)],
	])('%j reads what it names', async (given, bytes) => {
		expect((await checkFile(bytes, given)).sent).toBe(inForm);
	});

	test('that is UTF-8, otherwise Windows-1252, looks at the whole file', async () => {
		const rows = Array.from({ length: 5000 }, (_, index) => `+${491_701_234_500 + index},Ann`).join('\n');
		const bytes = iconv.encode(`phone,name\n${rows}\n+491711111111,René`, 'win1252');
		expect((await checkFile(bytes, otherwise)).sent).toMatch(/\r\nRené,\+491711111111\r\n$/);
		// Cut in the middle of a letter, it is no UTF-8.
		const cut = Buffer.from(`phone,name\n${P},Ren\u00e9`).subarray(0, -1);
		expect((await checkFile(cut, otherwise)).sent).toBe(`name,phone\r\nRenÃ,${P}\r\n`);
	});

	test.each<[string, Uint8Array, string, Given?]>([
		['Windows-1252', latin, 'Line 2: some characters cannot be read as UTF-8'],
		['letters already lost', Buffer.from(`name,phone\nJ\ufffdrgen,${P}\n`), 'Line 2: some characters'],
		['a NUL', Buffer.from(`${inForm}Bo,${R}\0\n`), 'Line 3: some characters'],
		['UTF-16 without its mark', iconv.encode(inForm, 'utf16-le', { addBOM: false }), 'Line 1: some characters'],
		['UTF-8 cut in a letter', Buffer.from(`${inForm}Jü`).subarray(0, -1), 'Line 3: some characters'],
		[
			'no letter of Windows-1252',
			Buffer.from([...Buffer.from('name,phone\r\n1\r\n'), 0x81]),
			'Line 3: some characters cannot be read as windows-1252',
			otherwise,
		],
	])('%s is refused, and the option named', async (_, bytes, message, given = { fields }) => {
		const said = await refusalOf(checkFile(bytes, given));
		expect(said).toContain(message);
		expect(said).toContain("add the option 'Encoding' and choose 'UTF-8, Otherwise Windows-1252'");
	});
});

describe('a file is refused', () => {
	test.each<[string, string | Uint8Array, string]>([
		['an empty file', '', 'The file is empty'],
		['blank lines', '\n\n , \n', 'The file is empty'],
		['a spreadsheet', Buffer.from('504b0304', 'hex'), 'This is an Excel or other spreadsheet file, not a CSV file'],
		['an older spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an Excel or other spreadsheet file'],
		[
			'a quotation mark never closed',
			`name,phone\nAnn,${P}\n"Bo,${R}\n`,
			'Line 3: a quotation mark (") is in the wrong place or never closed',
		],
		['text after a quotation mark', `name,phone\n"Bo" x,${R}\n`, 'Line 2: a quotation mark (") is in the wrong place'],
		['a quotation mark within', `name,phone\nB"o,${R}\n`, 'Line 2: a quotation mark (") is in the wrong place'],
		[
			'two delimiters',
			'name,first;phone\n',
			"The column names contain , and ;, so it is unclear what separates the columns → Rename the columns, or read the file with an Extract from File node and set 'Recipients' to 'Input Items'.",
		],
	])('%s', async (_, content, message) => expect(await refusalOf(checkFile(content))).toContain(message));

	test('a header of more than 1 MB, and no shorter one', async () => {
		const headerOf = (bytes: number) => `name,${'x'.repeat(bytes - 'name,,phone\n'.length)},phone\n`;
		expect(phonesOf(await checkFile(`${headerOf(1024 * 1024)}Ann,,${P}\n`))).toEqual([P]);
		expect(await refusalOf(checkFile(`${headerOf(1024 * 1024 + 1)}Ann,,${P}\n`))).toContain(
			'Line 1: the row is longer than 1 MB',
		);
	});
});

test('of a file that is sent unchanged, the rows are counted and faults of its structure refused', async () => {
	const count = async (text: string) => await countRows(fileOf(text), 'detect');
	expect(await count(`Kunde;Rufnr;phone\n${P};1;x\n0170;2\n\n${P};3;\n`)).toBe(3);
	expect(await count('a,b\n')).toBe(0);
	expect(await refusalOf(count('a,b\n1\n1,2,3\n'))).toContain('Line 3: the row has more values than the header');
	expect(await refusalOf(count('a,b\n"1,2\n'))).toContain('quotation mark');
	expect(await refusalOf(count('a,b\n1,\0\n'))).toContain('cannot be read as UTF-8');
});

describe('the file of a test', () => {
	const people = [
		{ name: 'Ann "A", x', phone: P, businesssubscriberid: '7' },
		{ name: 'Bo', phone: R, businesssubscriberid: '8' },
	];
	const textOf = (phones: string[], contacts = people) =>
		Buffer.concat(buildTestFile(contacts, phones).file.chunks).toString('utf8');

	test('has the own phones with the values of the first contacts, but for their IDs', () => {
		expect(textOf(['+4915112345601', '+4915112345602', '+4915112345603'])).toBe(
			'name,phone\r\n"Ann ""A"", x",+4915112345601\r\nBo,+4915112345602\r\n"Ann ""A"", x",+4915112345603\r\n',
		);
	});

	test('holds no more than ten phones, whatever it is given', () => {
		const phones = Array.from({ length: 12 }, (_, index) => `+4915112345${600 + index}`);
		expect(textOf(phones).trimEnd().split('\r\n')).toHaveLength(11);
	});
});
