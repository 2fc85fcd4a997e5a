import { check, codes, refusalOf, textOf } from './support';

const P = '+491701234567';
const L = '+4930901820';

test.each([1, 2_000, 20_000])(
	'a file whose two phone columns differ only after %d rows is asked about',
	async (count) => {
		const alike = `phone,mobile\n${`${P},${P}\n`.repeat(count)}`;
		const { result, file } = await check(`${alike}${P},${L}\n`);
		expect(file).toBeUndefined();
		expect(codes(result.refusals)).toEqual(['severalPhones']);
		expect(await textOf((await check(alike)).file)).toContain(P);
	},
);

test('a name in File Columns that two columns have is not guessed', async () => {
	const text = `Cell No,Cell No\n${P},${L}\n`;
	expect(refusalOf(await check(text, { fileColumns: { phone: 'Cell No' } }))).toContain('Cell No');
	expect(refusalOf(await check(text, { fileColumns: { phone: 'cell_no' } }))).toContain('cell_no');
});

test('a NUL in a file taken for UTF-8 is refused, and Encoding named', async () => {
	for (const chunkSize of [1, 65_536]) {
		const found = refusalOf(await check(`phone,name\n${P},A\n${L},B\0\n`, {}, chunkSize));
		expect(found).toContain('Line 3: some characters cannot be read as UTF-8');
		expect(found).toContain("'Encoding'");
	}
});

test('the question shows numbers of a contact whose fields differ', async () => {
	const rows = `${P},${P}\n`.repeat(5);
	expect(refusalOf(await check(`phone,mobile\n${rows}${P},${L}\n`))).toContain(
		'mobile (+493…1820, 6 contacts) and phone (+491…4567, 6 contacts)',
	);
});
