import type { ContactCheckOptions } from '../../../nodes/RcsPromotion/contacts/types';
import { checkFile } from '../../../nodes/RcsPromotion/contacts/checkFile';
import { DoNotContact } from '../../../nodes/RcsPromotion/contacts/doNotContact';
import { phoneReader } from '../../../nodes/RcsPromotion/contacts/phones';
import { check, codes, sourceOf, textOf, usual } from './support';

describe('what is not a CSV file', () => {
	test.each([
		['<!DOCTYPE html><html>', 'a web page'],
		['\ufeff\r\n  <html lang="de">', 'a web page'],
		['<?xml version="1.0"?>', 'a web page'],
		['{"contacts": []}', 'JSON'],
		['{\n  "contacts": []}', 'JSON'],
		['\ufeff[{"phone": "+491701234567"}]', 'JSON'],
		['[\n  {"phone": "+491701234567"}\n]', 'JSON'],
		['%PDF-1.7', 'a PDF'],
	])('%j is refused whatever Check Contacts says', async (text, kind) => {
		for (const checkContacts of ['off', 'warn', 'strict', 'leaveOut'] as const) {
			const { result, file } = await check(text, { checkContacts });
			expect(result).toEqual({
				recipients: { rows: 0, ready: 0, duplicatesRemoved: 0, invalid: 0, leftOut: 0, suppressed: 0 },
				preview: [],
				columns: [],
				columnsUsed: {},
				encoding: null,
				delimiter: null,
				refusals: [expect.objectContaining({ code: 'notCsv', message: expect.stringContaining(kind) as string })],
				warnings: [],
				recipientsDigest: '',
				changes: [],
			});
			expect(file).toBeUndefined();
		}
	});

	test.each([
		'phone,note\n+491701234567,<html>\n',
		'phone,payload\n+491701234567,"{""id"": 7}"\n',
		'phone,tags\n+491701234567,"[{""id"": 7}]"\n',
		'{name},phone\nAnn,+491701234567\n',
		'[name],phone\nAnn,+491701234567\n',
		'<name>,phone\nAnn,+491701234567\n',
	])('%j is one', async (text) => {
		const { result } = await check(text);
		expect(result).toMatchObject({ refusals: [], recipients: { ready: 1 } });
	});
});

test('a file that cannot be read any further says why', async () => {
	const source = sourceOf('');
	source.open = async () =>
		await Promise.resolve(
			(async function* () {
				yield await Promise.resolve(Buffer.from('phone\n'));
				throw new Error('The disk is gone');
			})(),
		);
	await expect(checkFile(source, usual)).rejects.toThrow('The disk is gone');
});

describe('a file with a fault', () => {
	test('in its first line is named by it', async () => {
		const { result } = await check('"x" y,phone\nAnn,+491701234567\n');
		expect(result).toMatchObject({ columns: [], columnsUsed: {}, recipients: { rows: null, ready: null } });
		expect(result.refusals).toHaveLength(1);
		expect(result.refusals[0]?.message).toMatch(/^Line 1\b/);
	});
	test('has unknown counts, and says no more than that where nothing would be changed', async () => {
		const { result, file } = await check('phone\n+491701234567\n"x" y\n', { checkContacts: 'off' });
		expect(result.recipients).toMatchObject({ rows: null, ready: null, leftOut: 0 });
		expect(codes(result.warnings)).not.toContain('notRewritten');
		expect(file).toBeDefined();
	});
});

test.each<[string, string, Partial<ContactCheckOptions>, boolean]>([
	['cannot be read to its end', 'phone\n+491701234567\n"x" y\n', {}, true],
	['has no column of phone numbers', 'name\nAnn\n', {}, true],
	['has two of them', 'phone,phone\n+491701234567,+491701234568\n', { normalizeFile: false }, true],
	['is in order', 'phone\n+491701234567\n', { normalizeFile: false }, false],
])(
	'a list of numbers to leave out stops a file that %s, also where nothing is checked',
	async (_, text, options, stops) => {
		const doNotContact = new DoNotContact(phoneReader({ phoneFormat: 'asIs', country: '' }));
		const { result, file } = await check(text, { ...options, doNotContact, checkContacts: 'off' });
		expect(codes(result.refusals).includes('notRewritten')).toBe(stops);
		expect(file === undefined).toBe(stops);
		expect((await check(text, { ...options, checkContacts: 'off' })).file).toBeDefined();
	},
);

test('phone numbers are not made international in a file that is sent unchanged', async () => {
	const text = 'phone\n0170 1234567\n';
	const international = { phoneFormat: 'international', country: 'DE', checkContacts: 'off' } as const;
	const { result, file } = await check(text, { ...international, normalizeFile: false });
	expect(codes(result.refusals)).toEqual(['notRewritten']);
	expect(result.refusals[0]?.message).toContain("'Normalize File'");
	expect(file).toBeUndefined();
	expect(await textOf((await check(text, international)).file)).toBe('phone\r\n+491701234567\r\n');
});

test.each([
	{ file: 'name,phone\rAnn,+491701234567\r', change: 'line breaks of an old Mac replaced' },
	{ file: '\n\r\nname,phone\nAnn,+491701234567\n', change: 'empty lines above the column names removed' },
	{ file: 'sep=,\n\nname,phone\nAnn,+491701234567\n', change: 'empty lines above the column names removed' },
])('$change, as other programs would see something else', async ({ file, change }) => {
	const converted = await check(file);
	expect(converted.result.changes).toContain(change);
	expect(await textOf(converted.file)).toBe('name,phone\r\nAnn,+491701234567\r\n');
	const asItIs = await check(file, { normalizeFile: false });
	expect(codes(asItIs.result.warnings)).toContain('otherForm');
	expect(await textOf(asItIs.file)).toBe(file);
});

test('a value with a line break of an old Mac is no reason to convert a file', async () => {
	const file = 'name,phone\n"Ann\rDoe",+491701234567\n';
	const { result, file: sent } = await check(file);
	expect([result.changes, await textOf(sent)]).toEqual([[], file]);
});

test('a file that is refused is not said to be sent', async () => {
	const { result, file } = await check('name, phone\n"Ann", "+491701234567"\n"Bob", "+491701234567"\n');
	expect(codes(result.refusals)).toContain('brokenQuotes');
	expect(codes(result.warnings)).not.toContain('notRewritten');
	expect(file).toBeUndefined();
});

test('another column that might be meant is named, but not where the same name stands twice', async () => {
	const rival = await check('Mobile,Cell,name\n+491701234567,+491701234568,Ann\n');
	expect(rival.result.warnings).toMatchObject([{ code: 'ambiguousMapping' }]);
	expect(rival.result.warnings[0]?.message).toMatch(/Mobile.*Cell/);
	const twice = await check('phone,phone\n+491701234567,+491701234568\n', { checkContacts: 'off' });
	expect(codes(twice.result.warnings)).toContain('repeatedColumn');
	expect(codes(twice.result.warnings)).not.toContain('ambiguousMapping');
});

test('a file found under another name than the one asked for goes out with a remark', async () => {
	const remark = "Taken from 'data_0'";
	const { result, file } = await checkFile({ ...sourceOf('phone\n+491701234567\n'), remark }, usual);
	expect(result.warnings).toEqual([{ code: 'otherBinaryField', message: remark, count: 0, lines: [] }]);
	expect(file).toBeDefined();
});
