import iconv from 'iconv-lite';
import type { ContactCheckOptions, EncodingChoice } from '../../../nodes/RcsPromotion/contacts/types';
import { bytesOf, check, checkFile, codes, fileOf, refusalOf, textOf } from './support';

const P = '+491701234567';
const R = '+491701234568';
const inForm = `name,phone\r\nJürgen,${P}\r\n`;
const withMark = (text: string, encoding: string) => iconv.encode(text, encoding, { addBOM: true });

describe('a file always goes out as our columns, whatever else it holds', () => {
	test.each<[string, string, string[]]>([
		[inForm, inForm, []],
		[`phone\n${P}`, `phone\r\n${P}\r\n`, []],
		[`"phone","name"\n"${P}","Say ""hi"", 名前"\n\n`, `name,phone\r\n"Say ""hi"", 名前",${P}\r\n`, []],
		[`name,phone,Company\nAnn,${P},ACME\n`, `name,phone\r\nAnn,${P}\r\n`, ['1 unused column left out']],
		[
			`phone,language,businesssubscriberid,name\r\n${P},de,1,Ann\r\n`,
			`name,phone,language,businesssubscriberid\r\nAnn,${P},de,1\r\n`,
			[],
		],
	])('%j', async (text, sent, changes) => {
		const { result, file } = await check(text);
		expect(await textOf(file)).toBe(sent);
		expect(result).toMatchObject({ changes, refusals: [], encoding: 'UTF-8', delimiter: 'comma' });
	});
});

describe('a header', () => {
	test.each(['   ', '""', '"";""'])('below a line without values is found, with its delimiter: %j', async (line) => {
		expect((await check(`${line}\nname;phone\nAnn;${P}\n`)).result.columnsUsed.phone).toBe('phone');
	});
	test.each(['utf8', 'utf16-le'])('of any length up to 1 MB is read whole, in %s', async (encoding) => {
		const [before, after] = ['name,', ',phone of my boss,phone\n'];
		const headerOf = (bytes: number) => `${before}${'x'.repeat(bytes - before.length - after.length)}${after}`;
		// In UTF-8, a mark would count as part of the row.
		const encoded = (text: string) => iconv.encode(text, encoding, { addBOM: encoding !== 'utf8' });
		const longest = encoded(`${headerOf(1024 * 1024)}Ann,,,${P}\n`);
		expect(await textOf((await check(longest)).file)).toBe(`name,phone\r\nAnn,${P}\r\n`);
		const tooLong = encoded(`${headerOf(1024 * 1024 + 1)}Ann,,${R},${P}\n`);
		expect(refusalOf(await check(tooLong))).toContain('Line 1: the row is longer than 1 MB');
		// Cut after 64 KB, its last name would be that of a phone.
		const cut = `name,${'x'.repeat(65_536 - 'name,,phone'.length)},phone of my boss\nAnn,,${P}\n`;
		expect(refusalOf(await check(encoded(cut)))).toContain('phone of my boss (+491…4567, 1 contact)');
	});
	test('has its names without invisible characters', async () => {
		const { result } = await check(`name,\u200bRufnr\nAnn,${P}\n`, { fileColumns: { phone: 'Rufnr' } });
		expect(result.refusals).toEqual([]);
	});
});

describe('a file is written anew', () => {
	const written = `name,phone\r\nJürgen,${P}\r\n`;
	test.each<[string, string | Uint8Array, string[], string?]>([
		['a byte order mark', withMark(inForm, 'utf8'), []],
		['UTF-16 little', withMark(inForm, 'utf16-le'), ['encoding UTF-16LE → UTF-8']],
		['UTF-16 big', withMark(inForm, 'utf16-be'), ['encoding UTF-16BE → UTF-8']],
		['semicolons', `name;phone\nJürgen;${P}\n`, ['delimiter semicolon → comma']],
		['tabs', `name\tphone\nJürgen\t${P}\n`, ['delimiter tab → comma']],
		['tabs and quotation marks', `"name"\t"phone"\n"Jürgen"\t"${P}"\n`, ['delimiter tab → comma']],
		['pipes', `name|phone\nJürgen|${P}\n`, ['delimiter pipe → comma']],
		['other names', `Vorname,Phone\nJürgen,${P}\n`, ['column "Vorname" → name', 'column "Phone" → phone']],
		['spaces around', `name, phone\nJürgen,${P}\n`, []],
		['lines above', `\n,\nname,phone\nJürgen,${P}\n`, []],
		['empty rows', `name,phone\nJürgen,${P}\n,\n , \n`, []],
		['another column of the name', `name,phone,PHONE\nJürgen,${P},${P}\n`, ['1 unused column left out']],
		[
			'a further column',
			`name;phone;City\nJürgen;${P};Köln\n`,
			['delimiter semicolon → comma', '1 unused column left out'],
		],
		[
			'a delimiter in quotation marks',
			`"name";"phone"\n"Jürgen; ""J"", x";${P}\n`,
			['delimiter semicolon → comma'],
			`name,phone\r\n"Jürgen; ""J"", x",${P}\r\n`,
		],
	])('%s', async (_, content, changes, text = written) => {
		for (const chunkSize of [1, 3, 65_536]) {
			const { result, file } = await check(content, {}, chunkSize);
			expect(result.refusals).toEqual([]);
			expect(result.changes).toEqual(changes);
			expect(await textOf(file)).toBe(text);
			expect(await textOf(file)).toBe(text);
		}
	});
	test('a duplicate is left out, and all else stays as it was', async () => {
		const { result, file } = await check(`name,phone\nAnn,${P}\nBo,0049 170 1234567\n"Cy ""D""",${R}\n`);
		expect(await textOf(file)).toBe(`name,phone\r\nAnn,${P}\r\n"Cy ""D""",${R}\r\n`);
		expect(result.recipients).toMatchObject({
			rows: 3,
			ready: 2,
			sent: 0,
			duplicatesRemoved: 1,
			invalid: 0,
			landlines: 0,
			leftOut: 0,
			doNotContact: 0,
			doNotContactNumbers: null,
		});
		expect(result.notes).toMatchObject([
			{ code: 'duplicate', count: 1, lines: [3], advice: 'Only the first one is kept.' },
		]);
	});
	test('numbers become international', async () => {
		const text = `phone\n0170 1234567\n${R}\n0170 1234568\n`;
		const { result, file } = await check(text, { country: 'DE' });
		expect(await textOf(file)).toBe(`phone\r\n${P}\r\n${R}\r\n`);
		expect(result).toMatchObject({
			changes: ['1 phone number in international form'],
			recipients: { duplicatesRemoved: 1 },
		});
	});
});

describe('Encoding', () => {
	const latin = iconv.encode(inForm, 'win1252');
	test.each<[EncodingChoice, Uint8Array]>([
		['utf8OrWindows1252', latin],
		['utf8OrWindows1252', Buffer.from(inForm)],
		['utf8OrWindows1252', iconv.encode(inForm, 'utf16-le', { addBOM: true })],
		['detect', iconv.encode(inForm, 'utf16-le', { addBOM: true })],
		['detect', iconv.encode(inForm, 'utf16-be', { addBOM: true })],
		['detect', Buffer.from(inForm)],
	])('%s reads the encodings that it names', async (encoding, bytes) => {
		for (const chunkSize of [1, 65_536]) {
			const { file } = await check(bytes, { encoding }, chunkSize);
			expect(await textOf(file)).toBe(inForm);
		}
	});
	test('that is UTF-8, otherwise Windows-1252, looks at the whole file', async () => {
		const rows = Array.from({ length: 5000 }, (_, index) => `${491_701_234_500 + index},Ann`).join('\n');
		const bytes = iconv.encode(`phone,name\n${rows}\n+491711111111,René`, 'win1252');
		const { file } = await check(bytes, { encoding: 'utf8OrWindows1252', country: 'included' });
		expect(await textOf(file)).toMatch(/\r\nRené,\+491711111111\r\n$/);
		// Cut in the middle of a letter, it is no UTF-8.
		const cut = Buffer.from(`phone,name\n${P},Ren\u00e9`).subarray(0, -1);
		expect(await textOf((await check(cut, { encoding: 'utf8OrWindows1252' })).file)).toBe(
			`name,phone\r\nRenÃ,${P}\r\n`,
		);
	});
	test.each<[string, Uint8Array, Partial<ContactCheckOptions>, string]>([
		['Windows-1252', latin, {}, 'Line 2: some characters cannot be read as UTF-8'],
		[
			'letters already lost',
			Buffer.from(`name,phone\nJ\ufffdrgen,${P}\n`),
			{},
			'Line 2: some characters cannot be read as UTF-8',
		],
		['a NUL', Buffer.from(`${inForm}Bo,${R}\0\n`), {}, 'Line 3: some characters cannot be read as UTF-8'],
		[
			'UTF-16 without its mark',
			iconv.encode(inForm, 'utf16-le', { addBOM: false }),
			{ delimiter: 'comma' },
			'cannot be read as UTF-8',
		],
		[
			'UTF-8 cut in a letter',
			Buffer.from(`${inForm}Jü`).subarray(0, -1),
			{},
			'Line 3: some characters cannot be read as UTF-8',
		],
		[
			'no letter of Windows-1252',
			Buffer.from([...Buffer.from('phone\r\n1\r\n'), 0x81]),
			{ encoding: 'utf8OrWindows1252' },
			'Line 3: some characters cannot be read as windows-1252',
		],
		[
			'a column name in Windows-1252',
			Buffer.from(`name,T\xe9l x\nAnn,${P}\n`, 'latin1'),
			{ fileColumns: { phone: 'Tél x' } },
			'Line 1: some characters cannot be read as UTF-8',
		],
	])('%s is refused, and the option named', async (_, bytes, options, message) => {
		for (const chunkSize of [1, 65_536]) {
			const found = refusalOf(await check(bytes, options, chunkSize));
			if (message.startsWith('Line')) expect(found).toContain(message);
			expect(
				found.includes("add the option 'Encoding'") || found.includes('No column has one of the usual names'),
			).toBe(true);
		}
	});
});

describe('a file is refused', () => {
	test.each<[string, string | Uint8Array, string]>([
		['an empty file', '', 'The file is empty'],
		['blank lines', '\n\n , \n', 'The file is empty'],
		['a spreadsheet', Buffer.from('504b0304', 'hex'), 'This is an Excel or other spreadsheet file, not a CSV file'],
		['an older spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an Excel or other spreadsheet file'],
		['only a header', 'name,phone\n', 'There are no contacts'],
		['old line breaks', `phone,name\r${P},Ann\r`, 'The file was saved with the line breaks of old Macs'],
		['no header', `Ann,${P}\nBo,${R}\n`, 'Line 1: the first row already holds a contact, so the columns have no names'],
		[
			'a row too short',
			`name,phone\nAnn,${P}\nBo\n`,
			'Line 3: the row has more or fewer values than the header has columns',
		],
		['a row too long', `name,phone\n"A\nnn",${P},x\n`, 'Line 2: the row has more or fewer values'],
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
			"The column names contain , and ;, so it is unclear what separates the columns → Add the option 'Delimiter' and choose it.",
		],
	])('%s', async (_, content, message) => expect(refusalOf(await check(content))).toContain(message));

	test('a delimiter that is not plain is read as it is chosen', async () => {
		const { result } = await check(`"a";x,y;phone\n1;2;${P}\n`, { delimiter: 'semicolon' });
		expect(result).toMatchObject({ delimiter: 'semicolon', firstRecipients: [{ phone: P }] });
	});
});

describe('Send File Unchanged', () => {
	const asIs = { sendFileUnchanged: true };
	const odd = `Kunde;Rufnr;phone\n${P};1;x\n0170;2;x\n${P};3;\n`;
	test('the bytes go out as they are; rows are counted, and a warning says that nothing was checked', async () => {
		const { result, file } = await check(odd, asIs);
		expect((await bytesOf(file)).toString()).toBe(odd);
		expect(result).toMatchObject({
			columnsUsed: {},
			firstRecipients: [],
			changes: [],
			refusals: [],
			recipients: { rows: 3, ready: 3, duplicatesRemoved: 0, invalid: null, leftOut: 0 },
		});
		expect(codes(result.warnings)).toEqual(['notChecked']);
	});
	test('a fault of its structure is refused', async () => {
		expect(refusalOf(await check('a,b\n1\n', asIs))).toContain(
			'Line 2: the row has more or fewer values than the header',
		);
		expect(refusalOf(await check('a,b\n', asIs))).toContain('There are no contacts');
		expect(refusalOf(await check('a,b\n"1,2\n', asIs))).toContain('quotation mark');
		expect(refusalOf(await check('a,b\n1,\0\n', asIs))).toContain('cannot be read as UTF-8');
	});
	test.each<[string, Partial<ContactCheckOptions>]>([
		["'Check Contacts'", { checkMode: 'leaveOut' }],
		["'Check Contacts'", { checkMode: 'strict' }],
		["'Do Not Contact'", { doNotContact: [] }],
		["'Country'", { country: 'DE' }],
		["'File Columns'", { fileColumns: { phone: 'mobile' } }],
	])('%s is refused', async (what, options) => {
		expect(refusalOf(await check(odd, { ...asIs, ...options }))).toContain(
			`${what} cannot be used together with 'Send File Unchanged'`,
		);
	});
	test('it is known by its bytes', async () => {
		const sampleOf = async (text: string) => (await check(text, asIs)).result.fingerprint;
		expect(await sampleOf('a\n1\n')).toEqual(await sampleOf('a\n1\n'));
		expect(await sampleOf('a\n1\n')).not.toEqual(await sampleOf('a\n2\n'));
	});
});

test('each reading is closed, and there is no more than one where nothing is asked or changed', async () => {
	for (const [text, readings] of [
		[inForm, 3], // the beginning, the review, the sending
		[`phone,mobile\n${P},\n`, 4], // which of the two
	] as const) {
		const file = fileOf(text, 5);
		const { file: outgoing } = await checkFile(file);
		await bytesOf(outgoing);
		expect([file.opened, file.closed]).toEqual([readings, readings]);
	}
});

test('a file that changes between check and sending is not sent whole, nor beyond its announced length', async () => {
	for (const [before, after] of [
		[inForm, `${inForm}Bo,${R}\r\n`],
		[inForm, inForm.replace('Jürgen', 'Jürgen Long')],
		[inForm, inForm.replace('Jürgen', 'J')],
	] as const) {
		let text: string = before;
		const source = { fileName: 'x.csv', open: async () => await fileOf(text).open() };
		const { file } = await checkFile(source);
		text = after;
		let given = 0;
		const sending = async () => {
			for await (const chunk of file?.chunks() ?? []) given += chunk.length;
		};
		await expect(sending()).rejects.toThrow('The file changed after it was checked');
		expect(given).toBeLessThanOrEqual(file?.byteLength ?? 0);
	}
});
