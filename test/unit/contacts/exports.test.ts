/**
 * The exports of the tools that our users have: naming the field with the phone, and the one with the name, is all it takes, and what goes
 * out is right. Without it the list is refused, with the fields to choose from.
 */
import { exportedFiles } from './exports/files';
import { exportedItems } from './exports/items';
import type { ToolExport } from './exports/toolExport';
import { checkFile, checkRows, phonesOf, refusalOf, type Given } from './support';

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
	expect(result.recipients).toEqual({
		...{ rows: sends.length + leftOut, ready: sends.length, handedOver: 0, leftOut },
		...{ duplicatesRemoved: 0, invalid: 0, doNotContact: 0 },
	});
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

/** Two marks that were never meant, so that what stands between them is one value. */
test('no stray quotation marks swallow people in silence, whatever the file and the column', async () => {
	let tried = 0;
	for (const { file = '', fields, country = '' } of exportedFiles) {
		const text = file.toString('latin1');
		const [header = '', ...rows] = text.trimEnd().split('\r\n');
		const by = header.includes(';') ? ';' : ',';
		// Marks that are meant would be closed by these.
		if (text.includes('"') || rows.length < 2) continue;
		const people = [...rows, ...rows].filter((row) => /(?:\d\W?){9}/.test(row));
		for (let column = 0; column < header.split(by).length; column++) {
			const marked = people.map((row, at) => {
				const cells = row.split(by);
				if (at === 0) cells[column] = `"${cells[column] ?? ''}`;
				if (at === 2) cells[column] = `${cells[column] ?? ''}"`;
				return cells.join(by);
			});
			const said = await refusalOf(checkFile([header, ...marked].join('\n'), { fields, country }));
			expect(said).toMatch(/^Line 2: (a value holds whole rows|the row has more values|a quotation mark)/);
			tried++;
		}
	}
	expect(tried).toBeGreaterThan(80);
});

test('there is no tool of the twenty commonest that is missing', () => {
	const tools =
		'HubSpot, Salesforce, Pipedrive, Zoho, Mailchimp, Brevo, ActiveCampaign, Klaviyo, Shopify, WooCommerce, Stripe, Google Sheets, Airtable, Google Contacts, Outlook, Typeform, Google Forms, Tally, Meta lead ads, Excel in German';
	for (const tool of tools.split(', ')) expect(exports.some(({ tool: one }) => one.includes(tool))).toBe(true);
});
