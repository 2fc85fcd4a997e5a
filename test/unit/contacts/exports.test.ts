/**
 * The exports of the tools that our users have: naming the field with the phone, and the one with the name, is all it takes, and what goes
 * out is right. Without it the list is refused, with the fields to choose from.
 */
import { exportedFiles, exportedItems, type ToolExport } from './exports';
import { checkFile, checkRows, phonesOf, type Given } from './support';

const exports = [...exportedFiles, ...exportedItems];

/** For a card that greets by name. */
const references = [{ column: 'name' as const, where: 'Card 1, variable 1' }];

async function check({ file, items = [], country = '', encoding }: ToolExport, fields: Given['fields']) {
	const given: Given = { fields, country, references, encoding };
	return file === undefined ? await checkRows(items, given) : await checkFile(file, given);
}

test.each(exports)('two names make the right file: $tool', async (given) => {
	const { sends, leftOut = 0 } = given;
	const result = await check(given, given.fields);
	expect([result.refusals, result.warnings]).toEqual([[], []]);
	expect(result.first.map(({ name, phone }) => [name, phone])).toEqual(sends);
	expect(phonesOf(result)).toEqual(sends.map(([, phone]) => phone));
	expect(result.recipients).toMatchObject({ rows: sends.length + leftOut, ready: sends.length, leftOut });
});

test.each(exports)('one that is missing is refused, and the list has it: $tool', async (given) => {
	for (const kind of ['phone', 'name'] as const) {
		const { refusals } = await check(given, { ...given.fields, [kind]: 'no such field' });
		const said = refusals.map(({ message }) => message).join();
		expect(said).toContain('"no such field". The ');
		for (const part of given.fields[kind].split(', ')) expect(plain(said)).toContain(plain(part.trim()));
	}
});

/** A name in a path may be written in two ways. */
const plain = (text: string) => text.toLowerCase().replace(/\['|'\]|[.\\]/g, '');
