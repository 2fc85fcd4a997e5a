import iconv from 'iconv-lite';
import type { ContactFindingCode } from '../../../nodes/RcsPromotion/contacts/types';
import { check, codes } from './support';

interface Broken {
	file: string;
	bytes: Buffer;
	code: ContactFindingCode;
	/** The lines named; empty when the file as a whole is meant. */
	lines: number[];
	says: string;
	count?: number;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const good = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `N,+4917012345${String(index + from).padStart(3, '0')}\n`).join('');
const HEADER = 'name,phone\n';

const OF_THE_HEADER: ContactFindingCode[] = ['noRows', 'noHeader', 'noPhoneColumn', 'repeatedColumn', 'missingColumn'];

const broken: Broken[] = [
	{ file: 'nothing', bytes: utf8(''), code: 'empty', lines: [], says: 'The file is empty.' },
	{ file: 'line breaks only', bytes: utf8('\r\n\r\n\n'), code: 'empty', lines: [], says: 'The file is empty.' },
	{ file: 'a byte order mark only', bytes: utf8('\ufeff'), code: 'empty', lines: [], says: 'The file is empty.' },
	{ file: 'a sep= line only', bytes: utf8('sep=;\r\n'), code: 'empty', lines: [], says: 'The file is empty.' },
	{
		file: 'an Excel workbook',
		bytes: latin1('PK\x03\x04\x14\0\x06\0'),
		code: 'notCsv',
		lines: [],
		says: 'This is an Excel or other spreadsheet file, not a CSV file. Save the contacts as "CSV UTF-8"',
	},
	{
		file: 'an old Excel workbook',
		bytes: latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
		code: 'notCsv',
		lines: [],
		says: 'not a CSV file',
	},
	{
		file: 'a header only',
		bytes: utf8(HEADER),
		code: 'noRows',
		lines: [],
		says: 'There are no contacts below the header.',
	},
	{
		file: 'no header',
		bytes: utf8('Ann,+491701234567\nBo,+491701234568\n'),
		code: 'noHeader',
		lines: [1],
		says: 'Add a row above it',
	},
	{
		file: 'one phone without header',
		bytes: utf8('+491701234567'),
		code: 'noHeader',
		lines: [1],
		says: 'Line 1: the first row already holds a contact',
	},
	{
		file: 'no phone column',
		bytes: utf8('name,email\nAnn,a@example.com\n'),
		code: 'noPhoneColumn',
		lines: [1],
		says: 'Line 1: no column is named "phone". The file has: name, email. Rename the one with the phone numbers to phone.',
	},
	{
		file: 'a phone column of another name',
		bytes: utf8('First Name;Home Phone\nAnn;+491701234567\n'),
		code: 'noPhoneColumn',
		lines: [1],
		says: 'Home Phone may not be a mobile number: rename the right one to phone.',
	},
	{
		file: 'the wrong delimiter chosen',
		bytes: utf8('name|phone\nAnn|+491701234567\n'),
		code: 'noPhoneColumn',
		lines: [1],
		says: 'Line 1: The columns are separated by |. Use comma, semicolon or tab.',
	},
	{
		file: 'a header further down',
		bytes: utf8('\n\nsep=;\n;name\n'),
		code: 'noPhoneColumn',
		lines: [3],
		says: 'Line 3: no column is named "phone"',
	},
	{
		file: 'a title above the header',
		bytes: utf8('Contacts Export;;\n;;\nname;phone;city\nAnn;+491701234567;Bonn\n'),
		code: 'noPhoneColumn',
		lines: [1],
		says: 'The file has: Contacts Export. Rename the one with the phone numbers to phone. If the column names are further down, delete the lines above them.',
	},
	{
		file: 'a comment above the header',
		bytes: utf8('# Export of 2026-11-23, all contacts\nname,phone\nAnn,+491701234567\n'),
		code: 'noPhoneColumn',
		lines: [1],
		says: 'If the column names are further down, delete the lines above them.',
	},
	{
		file: 'a web page',
		bytes: utf8('<!DOCTYPE html>\n<html><body>Sign in</body></html>'),
		code: 'notCsv',
		lines: [],
		says: 'This is a web page, not a CSV file.',
	},
	{ file: 'a PDF', bytes: latin1('%PDF-1.7\n'), code: 'notCsv', lines: [], says: 'This is a PDF, not a CSV file.' },
	{
		file: 'JSON',
		bytes: utf8('[{"phone": "+491701234567"}]'),
		code: 'notCsv',
		lines: [],
		says: "set 'Recipients' to 'Input Items'",
	},
	{
		file: 'two phone columns',
		bytes: utf8('phone,Phone\n1234567,1234568\n'),
		code: 'repeatedColumn',
		lines: [1],
		says: 'Line 1: more than one column is named "phone"',
	},
	{
		file: 'a column missing that the template shows',
		bytes: utf8('Phone,Language\n1234567,de\n'),
		code: 'missingColumn',
		lines: [],
		says: 'Card 2, variable 1 (and 1 more) shows ${name}, but the contacts have no "name", only: Phone, Language. Add the column to the file',
	},
	{
		file: 'a row with too many values',
		bytes: utf8(`${HEADER}${good(1)}Doe, Ann,+491701234567\n`),
		code: 'columnCount',
		lines: [3],
		says: 'Line 3: the row has more or fewer values than the 2 columns',
	},
	{
		file: 'a row with too few values',
		bytes: utf8(`${HEADER}"a\n\nb",1234567\nAnn\n`),
		code: 'columnCount',
		lines: [5],
		says: 'Line 5: the row',
	},
	{
		file: 'a quotation mark never closed',
		bytes: utf8(`${HEADER}${good(2)}"Ann,1234567\n${good(3)}`),
		code: 'brokenQuotes',
		lines: [4],
		says: 'Line 4: a quotation mark (") opens a value and is never closed (value 1 of the row)',
	},
	{
		file: 'text after a closing quotation mark',
		bytes: utf8(`${HEADER}${good(1)}"Ann" Doe,1234567\n`),
		code: 'brokenQuotes',
		lines: [3],
		says: 'Line 3: a quotation mark (") in the wrong place',
	},
	{
		file: 'a quotation mark inside a value',
		bytes: utf8(`${HEADER}${good(1)}Ann "A" Doe,1234567\n`),
		code: 'brokenQuotes',
		lines: [3],
		says: 'Line 3: a quotation mark (") inside a value that does not begin with one',
	},
	{
		file: 'a row without an end',
		bytes: utf8(`${HEADER}"${'Ann,1234567\n'.repeat(200_000)}`),
		code: 'brokenQuotes',
		lines: [2],
		says: 'Line 2: the row does not end',
	},
	{
		file: 'a byte that no encoding knows',
		bytes: latin1(`${HEADER}${good(2)}J\x81rgen,1234567\n`),
		code: 'undecodable',
		lines: [4],
		says: 'Line 4: some characters cannot be read',
	},
	{
		file: 'two encodings in one file',
		bytes: Buffer.concat([utf8(`${HEADER}Jürgen,1234567\n`), latin1('J\xfcrgen,1234568\n')]),
		code: 'undecodable',
		lines: [3],
		says: 'Line 3: some characters cannot be read',
	},
	{
		file: 'a letter cut in half at the end',
		bytes: utf8(`${HEADER}Jürgen,1234567\nAnn,1234568ü`).subarray(0, -1),
		code: 'undecodable',
		lines: [3],
		says: 'Save it again as "CSV UTF-8"',
	},
	{
		file: 'UTF-16 with half a letter',
		bytes: iconv.encode(`${HEADER}Ann,1234567\n`, 'utf16-le', { addBOM: true }).subarray(0, -1),
		code: 'undecodable',
		lines: [2],
		says: 'Line 2: some characters cannot be read',
	},
	{
		file: 'zeros in a text',
		bytes: utf8(`${HEADER}Ann\0,1234567\n`),
		code: 'undecodable',
		lines: [2],
		says: 'Line 2: some characters cannot be read',
	},
	{
		file: 'missing phones',
		bytes: utf8(`${HEADER}${good(1)}Ann,\nBo, \n`),
		code: 'oddPhone',
		lines: [3, 4],
		says: "Line 3: there is no phone number. To send to the others, set 'Check Contacts' to 'Leave Out Invalid'. This applies to 2 contacts: lines 3, 4.",
	},
	{
		file: 'rows of delimiters only',
		bytes: utf8(`${HEADER},\n,\n`),
		code: 'noRows',
		lines: [],
		says: 'There are no contacts below the header.',
	},
	{
		file: 'short phones',
		bytes: utf8(`${HEADER}${good(30)}Ann,123 456\n`),
		code: 'oddPhone',
		lines: [32],
		says: 'Line 32: the phone number 123 … has fewer than 7 digits',
	},
	{
		file: 'long phones',
		bytes: utf8(`${HEADER}${good(30)}Ann,1234567890123456\n`),
		code: 'oddPhone',
		lines: [32],
		says: 'Line 32: the phone number 1234… has more than 15 digits',
	},
	{
		file: 'phones that a spreadsheet shortened',
		bytes: utf8(`${HEADER}${good(30)}Ann,4.91701E+11\n`),
		code: 'oddPhone',
		lines: [32],
		says: 'Line 32: the phone number 4.91… was shortened by a spreadsheet',
	},
	{
		file: 'words in the phone column',
		bytes: utf8(`${HEADER}${good(30)}Ann,n/a\n`),
		code: 'oddPhone',
		lines: [32],
		says: 'Line 32: the phone number n/a contains characters other than digits',
	},
	{
		file: 'the columns mixed up',
		bytes: utf8('phone,name\nAnn,1234567\nBo,1234568\n'),
		code: 'manyOddPhones',
		lines: [2, 3],
		says: '2 of 2 phone numbers look wrong. First: line 2, Ann contains characters other',
	},
	{
		file: 'a phone twice',
		bytes: utf8(`${HEADER}${good(3)}"x\ny",+49 170 12345-001\n`),
		code: 'duplicate',
		lines: [5],
		says: 'Line 5: an earlier contact has the same phone number.',
	},
	{
		file: 'a value empty that the template shows',
		bytes: utf8(`${HEADER}${good(1)},1234567\n`),
		code: 'emptyValue',
		lines: [3],
		says: 'Line 3: "name" is empty, but Card 2, variable 1 (and 1 more) shows it.',
	},
	{
		file: 'more odd phones than can be listed',
		bytes: utf8(HEADER + 'N,x\n'.repeat(1234)),
		code: 'oddPhone',
		count: 1234,
		lines: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
		says: 'This applies to 1,234 contacts: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 1,224 more.',
	},
];

const references = [
	{ column: 'name' as const, place: 'Card 2, variable 1' },
	{ column: 'name' as const, place: 'Card 3, variable 1' },
];

test.each(broken.map((each) => [each.file, each] as const))(
	'%s',
	async (_file, { bytes, code, lines, says, count }) => {
		for (const chunkSize of [1000, 65_536]) {
			const { result, file } = await check(bytes, { checkContacts: 'strict', references }, chunkSize);
			expect(file).toBeUndefined();
			const found = result.refusals.find((refusal) => refusal.code === code);
			expect({ codes: codes(result.refusals), lines: found?.lines, message: found?.message }).toEqual({
				codes: expect.arrayContaining([code]) as string[],
				lines,
				message: expect.stringContaining(says) as string,
			});
			expect(found?.count).toBe(count ?? (OF_THE_HEADER.includes(code) ? 0 : lines.length));
		}
	},
);

test('no text uses words that frighten, and none repeats what a contact holds', async () => {
	for (const { bytes } of broken) {
		const { result } = await check(bytes, { checkContacts: 'strict', references });
		for (const { message } of [...result.refusals, ...result.warnings]) {
			expect(message.replaceAll("'Leave Out Invalid'", '')).not.toMatch(/\b(error|problem|failure|mistake|invalid)\b/i);
			expect(message).not.toMatch(/\d{6}/);
			expect(message).toMatch(/[.:]/);
		}
	}
});
