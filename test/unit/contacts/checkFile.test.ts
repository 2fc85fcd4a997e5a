import type { ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import iconv from 'iconv-lite';
import { checkFile } from '../../../nodes/RcsPromotion/contacts/checkFile';
import { bytesOf, check, codes, sourceOf, textOf, usual } from './support';

const GOOD = 'name,phone,language,businesssubscriberid\r\nAnn,+491701234567,de,B1\r\n"Doe, Bo",+491701234568,en,B2\r\n';

describe('a good file', () => {
	test('goes out byte for byte, and the result says what it is', async () => {
		for (const chunkSize of [1, 7, 65_536]) {
			const { result, file } = await check(GOOD, {}, chunkSize);
			expect(result).toEqual({
				recipients: { rows: 2, ready: 2, duplicatesRemoved: 0, invalid: 0, leftOut: 0, suppressed: 0 },
				preview: [
					{ name: 'Ann', phone: '+491701234567', language: 'de', businesssubscriberid: 'B1' },
					{ name: 'Doe, Bo', phone: '+491701234568', language: 'en', businesssubscriberid: 'B2' },
				],
				columns: ['name', 'phone', 'language', 'businesssubscriberid'],
				columnsUsed: {
					name: 'name',
					phone: 'phone',
					language: 'language',
					businesssubscriberid: 'businesssubscriberid',
				},
				encoding: 'UTF-8',
				delimiter: 'comma',
				refusals: [],
				warnings: [],
				recipientsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
				changes: [],
			});
			expect(file).toMatchObject({ fileName: 'my contacts.csv', mimeType: 'text/csv' });
			expect(await textOf(file)).toBe(GOOD);
			expect(await textOf(file)).toBe(GOOD);
		}
	});

	test.each<[string, Buffer]>([
		['a byte order mark', Buffer.from(`\ufeff${GOOD}`)],
		['UTF-16LE', iconv.encode(GOOD, 'utf16-le', { addBOM: true })],
		['UTF-16BE', iconv.encode(GOOD, 'utf16-be', { addBOM: true })],
		['UTF-16LE without mark', iconv.encode(GOOD, 'utf16-le')],
		['Windows-1252', iconv.encode(GOOD.replace('Ann', 'Jürgen € Œuvre'), 'win1252')],
		['semicolons', Buffer.from(GOOD.replaceAll(',', ';'))],
		['tabs', Buffer.from(GOOD.replaceAll(',', '\t'))],
		['LF alone', Buffer.from(GOOD.replaceAll('\r\n', '\n'))],
		['CR alone', Buffer.from(GOOD.replaceAll('\r\n', '\r'))],
		['a sep= line', Buffer.from(`sep=,\r\n${GOOD}`)],
		['empty lines', Buffer.from(`\r\n\r\n${GOOD}\r\n\r\n`)],
		['no line break at its end', Buffer.from(GOOD.trimEnd())],
		['names in capitals, and columns of its own', Buffer.from('Company,PHONE,Name\nx,+491701234567,Ann\n')],
		['line breaks inside quotation marks', Buffer.from('name,phone\n"An\n\nn",+491701234567\n')],
	])('with %s goes out byte for byte while Normalize File is off', async (_name, bytes) => {
		const { result, file } = await check(bytes, { normalizeFile: false }, 5);
		expect(result).toMatchObject({ refusals: [], changes: [] });
		expect((await bytesOf(file)).equals(bytes)).toBe(true);
	});

	test('is told to be in a form that not every reader understands', async () => {
		const windows = iconv.encode('Name;Phone \nJürgen;+491701234567\n', 'win1252');
		const { result } = await check(Buffer.concat([Buffer.from('sep=;\n'), windows]), { normalizeFile: false });
		expect(result).toMatchObject({ encoding: 'windows-1252', delimiter: 'semicolon', columns: ['Name', 'Phone '] });
		expect(result.warnings).toEqual([
			{
				code: 'otherForm',
				message:
					'The file is sent unchanged, but the service may expect a different format. To convert it, turn on \'Normalize File\' (encoding windows-1252 → UTF-8, delimiter semicolon → comma, line "sep=" removed, spaces around column names removed).',
				count: 0,
				lines: [],
			},
		]);
	});

	test('is read once, and each reading is closed', async () => {
		const source = sourceOf(GOOD, 10);
		await checkFile(source, usual);
		expect(source).toMatchObject({ opened: 1, closed: 1 });
		for (const content of ['', 'PK\x03\x04 and so on', `PK\x03\x04${'x'.repeat(100_000)}`, 'name\nJ\x81']) {
			const other = sourceOf(Buffer.from(content, 'latin1'), 1000);
			await checkFile(other, usual);
			expect(other.closed).toBe(other.opened);
		}
	});
});

describe('a file in another form', () => {
	const normal = 'name,phone,note\r\nJürgen,+491701234567,"a,b"\r\n';
	test.each<[string, Buffer, string[]]>([
		[
			'Windows-1252 and semicolons',
			iconv.encode('Name; PHONE;note\nJürgen;+491701234567;a,b\n', 'win1252'),
			['encoding windows-1252 → UTF-8', 'delimiter semicolon → comma', 'spaces around column names removed'],
		],
		[
			'UTF-16 and tabs',
			iconv.encode('Name\tphone\tnote\nJürgen\t+491701234567\ta,b\n', 'utf16-le', { addBOM: true }),
			['encoding UTF-16LE → UTF-8', 'delimiter tab → comma'],
		],
		[
			'a byte order mark and a sep= line',
			Buffer.from('\ufeffsep=;\r\nName;phone;note\r\nJürgen;+491701234567;"a,b"'),
			['byte order mark removed', 'delimiter semicolon → comma', 'line "sep=" removed'],
		],
		[
			'other names of the columns, and lines without any value',
			Buffer.from('First Name,Phone Number,note\n,,\nJürgen,+491701234567,"a,b"\n,,\n ,,\n'),
			['column "First Name" → name', 'column "Phone Number" → phone', '3 empty rows removed'],
		],
		[
			'several phone numbers in one cell',
			Buffer.from('name,phone,note\nJürgen,+491701234567 ::: +491701234568,"a,b"\n'),
			['the first of several phone numbers kept (1 contact)'],
		],
		[
			'spaces around the names of columns',
			Buffer.from('name, phone ,note\nJürgen,+491701234567,"a,b"\n'),
			['spaces around column names removed'],
		],
	])('with %s becomes UTF-8 with commas, and what changed is told', async (_name, bytes, changes) => {
		for (const chunkSize of [3, 65_536]) {
			const { result, file } = await check(bytes, {}, chunkSize);
			expect(result).toMatchObject({ refusals: [], warnings: [], changes, recipients: { rows: 1, ready: 1 } });
			expect(await textOf(file)).toBe(normal);
		}
	});
	test('goes out alike whether it holds a duplicate or not', async () => {
		const once = iconv.encode('Name;Mobile\nJürgen;+491701234567\n', 'win1252');
		const twice = Buffer.concat([once, iconv.encode('Jörg;+491701234567\n', 'win1252')]);
		expect(await textOf((await check(once)).file)).toBe('name,phone\r\nJürgen,+491701234567\r\n');
		expect(await textOf((await check(twice)).file)).toBe('name,phone\r\nJürgen,+491701234567\r\n');
	});
	test('takes the mobile number first, and another where a contact has none', async () => {
		const text = 'Name,Phone,MobilePhone,Fax\nAnn,+49301234567,+491701234567,1\nBo,+49301234568,,2\n';
		const { result, file } = await check(text);
		expect(result.columnsUsed).toEqual({ name: 'Name', phone: 'MobilePhone, Phone' });
		expect(await textOf(file)).toBe(
			'Name,phone,Fax\r\nAnn,+491701234567,1\r\nBo,+49301234568,2\r\n'.replace('Name', 'name'),
		);
	});
	test('in the form of the service keeps every byte, but for lines left out', async () => {
		const text = 'NAME,Phone\n\n"Jürgen",  +49 170 1234567\n,\n\n"a\r\nb",+491701234568\r\nc,+491701234568';
		const { result, file } = await check(text, {}, 2);
		expect(result).toMatchObject({ recipients: { rows: 3, ready: 2 }, changes: ['1 empty row removed'] });
		expect(await textOf(file)).toBe('NAME,Phone\n\n"Jürgen",  +49 170 1234567\n\n"a\r\nb",+491701234568\r\n');
	});
	test.each([
		['UTF-16LE', 'utf16-le'],
		['UTF-16BE', 'utf16-be'],
		['windows-1252', 'win1252'],
	])('stays in %s while Normalize File is off, and loses lines only', async (encoding, name) => {
		const written = (text: string) => iconv.encode(text, name, { addBOM: encoding !== 'windows-1252' });
		const bytes = written('phone;name\r\n1234567;Jürgen\r\n1234567;Jörg\r\n;\r\n1234568;Änne');
		const { result, file } = await check(bytes, { normalizeFile: false }, 3);
		expect(result).toMatchObject({ encoding, recipients: { rows: 3, ready: 2, duplicatesRemoved: 1 } });
		expect(await bytesOf(file)).toEqual(written('phone;name\r\n1234567;Jürgen\r\n1234568;Änne'));
	});
	test('is asked to be renamed while Normalize File is off', async () => {
		const { result } = await check('First Name,Mobile\nAnn,1234567\n', { normalizeFile: false });
		expect(result.refusals[0]?.message).toBe(
			'Line 1: no column is named "phone". The file has: First Name, Mobile. Turn on \'Normalize File\', or rename "Mobile" to phone.',
		);
	});
	test.each([
		['name;Country code;phone\nAnn;49;1701234502\nBo;+33;612345678\n', 'Country code', [2, 3]],
		['name,phone,dial_code\nAnn,+491701234501,49\nBo,612345678,33\n', 'dial_code', [3]],
		['name,area_code,phone\nAnn,49170,1234501\n', 'area_code', [2]],
		['name,Country Code,Area Code,phone\nAnn,49,170,1234501\n', 'Country Code, Area Code', [2]],
	])(
		'is refused while Normalize File is off where codes stand apart from the number: %j',
		async (text, names, lines) => {
			for (const checkContacts of ['warn', 'strict', 'leaveOut'] as const) {
				const { result } = await check(text, { normalizeFile: false, checkContacts });
				const code = result.refusals.find(({ message }) => message.includes('separate column'));
				expect(code).toMatchObject({ code: 'codeApart', lines });
				expect(code?.message).toContain(`(${names})`);
				expect(code?.message).toContain("Turn on 'Normalize File'");
			}
			const { result, file } = await check(text, { normalizeFile: false, checkContacts: 'off' });
			expect(codes(result.warnings)).toContain('codeApart');
			expect(await textOf(file)).toBe(text);
			expect(codes((await check(text)).result.refusals)).toEqual([]);
		},
	);
	test.each([
		'name,Country code,phone\nAnn,49,+491701234501\nBo,,+33612345678\n',
		'name,Country code,phone\nAnn,DE,+491701234501\n',
		'name,Mobile,Country code,phone\nAnn,1701234501,49,+491701234501\n',
	])('goes out while Normalize File is off where each number is whole: %j', async (text) => {
		const { result, file } = await check(text, { normalizeFile: false });
		expect(result.refusals).toEqual([]);
		expect(await textOf(file)).toBe(text);
	});
	test('takes the country of each contact for numbers without a country code', async () => {
		const text =
			'name,phone,Country\nAnn,06 12 34 56 78,France\nBo,0170 1234567,Deutschland\nCy,0170 1234568,\nDi,41 23 45 67,NO\n';
		const { result, file } = await check(text, { phoneFormat: 'international', country: 'DK', checkContacts: 'off' });
		expect((await textOf(file)).split('\r\n').map((row) => row.split(',')[1])).toEqual([
			'phone',
			'+33612345678',
			'+491701234567',
			'0170 1234568',
			'41 23 45 67',
			undefined,
		]);
		expect(result.recipients).toMatchObject({ invalid: 2 });
	});
});

describe('duplicates', () => {
	const list = [
		'name,phone',
		'Ann,+49 170 1234567',
		'"B\r\no",0049-170-1234568',
		'Ann again,00491701234567',
		'"Bo\n""2""",+491701234568',
		'Cy,+491701234569',
	];
	test('the first row wins, the others are cut out, and nothing else changes', async () => {
		for (const lineBreak of ['\n', '\r\n']) {
			const { result, file } = await check(`${list.join(lineBreak)}${lineBreak}`, {}, 3);
			expect(result).toMatchObject({
				recipients: { rows: 5, ready: 3, duplicatesRemoved: 2 },
				refusals: [],
				changes: [],
			});
			expect(result.warnings).toMatchObject([{ code: 'duplicate', count: 2, lines: [5, 6] }]);
			const kept = [0, 1, 2, 5].map((index) => list[index] ?? '');
			expect(await textOf(file)).toBe(kept.join(lineBreak) + lineBreak);
		}
	});
	test('a file with semicolons is written with commas', async () => {
		const { result, file } = await check(list.join('\n').replaceAll(',', ';'), {}, 3);
		expect(result).toMatchObject({ recipients: { ready: 3 }, delimiter: 'semicolon' });
		expect(codes(result.warnings)).toEqual(['duplicate']);
		expect(await textOf(file)).toBe(
			'name,phone\r\nAnn,+49 170 1234567\r\n"B\r\no",0049-170-1234568\r\nCy,+491701234569\r\n',
		);
	});
	test('are kept and told when their removal is off', async () => {
		const { result, file } = await check(list.join('\n'), { removeDuplicates: false });
		expect(result).toMatchObject({ recipients: { rows: 5, ready: 5, duplicatesRemoved: 0 } });
		expect(result.warnings).toMatchObject([{ code: 'duplicate', count: 2 }]);
		expect(result.warnings[0]?.message).toContain('Both would get the message');
		expect(await textOf(file)).toBe(list.join('\n'));
	});
	test('contacts without a number are not each other’s duplicates', async () => {
		const { result } = await check('name,phone\nAnn,\nBo,\nCy,n/a\nDi,n/a\n', { checkContacts: 'off' });
		expect(result.recipients).toMatchObject({ rows: 4, ready: 4, invalid: 4 });
	});
	test('are not removed from a file that cannot be read reliably, and that is told', async () => {
		for (const damage of ['"x" y,1\n', 'J\u0081,1234569\n']) {
			const bytes = Buffer.from(`name,phone\nAnn,1234567\nBo,1234567\n${damage}`, 'latin1');
			const { result, file } = await check(bytes, { checkContacts: 'off' });
			expect(result).toMatchObject({ recipients: { duplicatesRemoved: 0 }, changes: [], refusals: [] });
			expect(codes(result.warnings)).toContain('notRewritten');
			expect((await bytesOf(file)).equals(bytes)).toBe(true);
		}
	});
});

test('a file without header is never written anew, its first contact would become the header', async () => {
	const text = 'Ann;1234567\nBo;1234568\n';
	const { result, file } = await check(text, { checkContacts: 'off' });
	expect(result).toMatchObject({ recipients: { rows: 2, ready: 2 }, changes: [] });
	expect(codes(result.warnings)).toContain('notRewritten');
	expect(await textOf(file)).toBe(text);
});

describe('the digest of the recipients', () => {
	const digestOf = async (text: string, options = {}) => (await check(text, options)).result.recipientsDigest;
	test('is the same for the same phones in any order, spelling and company', async () => {
		const digest = await digestOf('name,phone\nAnn,+491701234567\nBo,+491701234568\n');
		expect(await digestOf('phone;language\n0049 170 1234568;de\n49-170-1234567;en\n')).toBe(digest);
		expect(await digestOf('phone\n+491701234567\n+491701234568\n+491701234567\n')).toBe(digest);
	});
	test('differs by one phone', async () => {
		const digest = await digestOf('phone\n+491701234567\n+491701234568\n');
		expect(await digestOf('phone\n+491701234567\n')).not.toBe(digest);
		expect(await digestOf('phone\n+491701234567\n+491701234569\n')).not.toBe(digest);
	});
	test('is that of the bytes where the phones are not known', async () => {
		const off = { checkContacts: 'off' };
		const digests = ['name\nAnn\n', 'name\nBo\n', 'phone\n1234567\n"x" y\n', 'phone\n1234567\n"x" z\n'];
		expect(new Set(await Promise.all(digests.map((text) => digestOf(text, off)))).size).toBe(4);
		expect(await digestOf('name\nAnn\n', off)).toBe(await digestOf('name\nAnn\n', off));
	});
});

test('a file that changes between check and sending is not sent whole', async () => {
	const shorter = GOOD.slice(0, -10);
	for (const later of [shorter, `${GOOD}Eve,+491701234599,en,B9\r\n`]) {
		for (const options of [usual, { ...usual, normalizeFile: true }]) {
			let content = GOOD;
			const source = { fileName: 'x.csv', open: async () => await sourceOf(content, 20).open() };
			const { file } = await checkFile(source, options);
			content = later;
			await expect(bytesOf(file)).rejects.toThrow('The file changed after it was checked');
		}
	}
});

describe('Check Contacts decides what stands in the way', () => {
	const rows = (count: number, odd: number) =>
		`name,phone\n${Array.from({ length: count }, (_, index) => `N${index},${index < odd ? 'x' : 491_700_000_000 + index}`).join('\n')}\n`;
	const shown = [{ column: 'name' as const, place: 'Card 1, variable 1' }];
	test.each<[string, string, typeof shown, { warn: string[]; strict: string[] }]>([
		['5% odd phones', rows(100, 5), shown, { warn: [], strict: ['oddPhone'] }],
		['6% odd phones', rows(100, 6), shown, { warn: ['manyOddPhones'], strict: ['manyOddPhones', 'oddPhone'] }],
		['a duplicate', 'phone\n1234567\n1234567\n', [], { warn: [], strict: ['duplicate'] }],
		['an empty value the template shows', 'name,phone\n ,1234567\n', shown, { warn: [], strict: ['emptyValue'] }],
		['an empty value the template does not show', 'name,phone\n ,1234567\n', [], { warn: [], strict: [] }],
		['no column', 'phone\n1234567\n', shown, { warn: ['missingColumn'], strict: ['missingColumn'] }],
		['odd rows', 'name,phone\na,1234567,x\n', shown, { warn: ['columnCount'], strict: ['columnCount'] }],
		['nothing at all', 'name,phone\na,1234567\n', shown, { warn: [], strict: [] }],
	])('%s', async (_name, text, references, expected) => {
		const warn = await check(text, { references, checkContacts: 'warn' });
		const strict = await check(text, { references, checkContacts: 'strict' });
		const off = await check(text, { references, checkContacts: 'off' });
		expect({ warn: codes(warn.result.refusals), strict: codes(strict.result.refusals) }).toEqual(expected);
		expect(off.result.refusals).toEqual([]);
		const all = (result: typeof off.result) => codes([...result.refusals, ...result.warnings]).sort();
		expect(all(off.result)).toEqual(all(strict.result));
		expect(all(warn.result)).toEqual(all(strict.result));
		for (const { result, file } of [warn, strict, off]) expect(file === undefined).toBe(result.refusals.length > 0);
	});
});

test.each<[string, Partial<ContactCheckOptions>, string, string]>([
	["'+49", { checkContacts: 'leaveOut' }, 'Left out.', "'Leave Out Invalid'"],
	["'+49170", { phoneFormat: 'international' }, "'Leave Out Invalid'", "Set 'Phone Format'"],
	[
		"'+491701234567",
		{ phoneFormat: 'asIs' },
		"Add the option 'Phone Format' and set it to 'International'",
		"'Leave Out Invalid'",
	],
])('%s with %j is told what is left to do', async (phone, options, says, doesNot) => {
	const { result } = await check(`name,phone\nAnn,${phone}\nBo,+491701234568\n`, options);
	const told = [...result.refusals, ...result.warnings].map(({ message }) => message).join(' ');
	expect(told).toContain(says);
	expect(told).not.toContain(doesNot);
});

test('a header of one title names no empty columns', async () => {
	const { result } = await check('Customer export,,\nname,phone,city\nAnn,+491701234567,Ulm\n');
	expect(result.refusals.map(({ message }) => message).join()).toContain('The file has: Customer export.');
});
