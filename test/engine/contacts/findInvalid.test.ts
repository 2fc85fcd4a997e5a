/** For mending the CRM: each contact that would get nothing, with the reason, as a launch of the same list decides. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';

const { withService } = setups();

const good = (index: number) => ({ id: `ok-${index}`, phone: `+4915112345${100 + index}`, name: `Ann ${index}` });

/** Contacts as a CRM holds them, with what is wrong with each of them. */
const faults: Array<[phone: string, reason: string]> = [
	['', 'noNumber'],
	['unbekannt', 'noNumber'],
	['0151 12345678', 'noCountry'],
	['4.91512E+12', 'spreadsheet'],
	['4915112345678.0', 'spreadsheet'],
	['+49 151 12345678 / +49 151 12345679', 'notOneNumber'],
	['+49 151 123456781234567', 'impossible'],
	['+49 30 901820', 'landline'],
	['+49 151 12345100', 'duplicate'],
	['+49 (0)151 99999999', 'doNotContact'],
];

/** 60 faulty contacts among 180. */
const contacts = Array.from({ length: 60 }, (_, index) => {
	const [phone, reason] = faults[index % faults.length]!;
	// Twice the same number would be a duplicate.
	const written = reason === 'landline' ? `+49 30 9018${10 + index}` : phone;
	const isRepeated = reason === 'doNotContact' && index >= faults.length;
	return [good(index * 2), { id: `bad-${index}`, phone: written, name: 'Bo' }, good(index * 2 + 1)].map((json) => ({
		json: json,
		wanted: json.id.startsWith('bad') ? (isRepeated ? 'duplicate' : reason) : undefined,
	}));
}).flat();

/** Those that have opted out come last, because their number is looked for once all are read. */
const wanted = contacts
	.flatMap(({ json, wanted: reason }, index) => (reason ? [{ reason, phone: json.phone, index }] : []))
	.sort((one, other) => Number(one.reason === 'doNotContact') - Number(other.reason === 'doNotContact'));
const doNotContact = '+4915199999999';
const fields = { phoneField: 'phone', nameField: 'name' };
const all = { ...fields, returnAll: true, options: { doNotContact } };

const find = async (
	{ run }: Setup,
	parameters: IDataObject,
	items: INodeExecutionData[] = contacts.map(({ json }) => ({ json })),
) => await run('contactList.findInvalid', { recipients: 'inputItems', ...fields, ...parameters }, { items });

const findInFile = async (setup: Setup, text: string, parameters: IDataObject = {}) => {
	const items = [await setup.engine.fileItem(text)];
	return await setup.run('contactList.findInvalid', { recipients: 'csvFile', ...fields, ...parameters }, { items });
};

const rows = contacts.map(({ json: { id, phone, name } }) => `${id},"${phone}",${name}\n`);
const csv = `id,phone,name\n${rows.join('')}`;

withService('finds the faulty ones of a list of items, each paired with its own item', async (setup) => {
	const { json, items } = await find(setup, all);
	expect(json.map(({ reason }) => reason)).toEqual(wanted.map(({ reason }) => reason));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(wanted.map(({ index }) => ({ item: index })));
	for (const { message, advice, name } of json) {
		expect(message).toMatch(/^["A-Z]/);
		expect(advice).toMatch(/\.$/);
		expect(name).toBe('Bo');
	}
	expect(Object.keys(json[0]!)).toEqual(['item', 'name', 'phone', 'message', 'advice', 'reason']);
});

withService('finds the same ones of a file, each with its line', async (setup) => {
	const result = await findInFile(setup, csv, all);
	expect(result.json).toMatchObject(wanted.map(({ reason, index }) => ({ reason, line: index + 2 })));
	expect(result.items[0]?.pairedItem).toEqual({ item: 0 });
});

withService('finds just those that a launch would leave out', async (setup) => {
	const { json } = await find(setup, all);
	const parameters = { recipients: 'inputItems', ...fields, options: { doNotContact } };
	const items = contacts.map(({ json: contact }) => ({ json: contact }));
	const checked = await setup.run('contactList.check', parameters, { items });
	const { rows: count, ready } = checked.json[0]?.recipients as { rows: number; ready: number };
	expect(json).toHaveLength(count - ready);
});

withService.each([
	{ limit: 1, length: 1 },
	{ limit: 60, length: 60 },
	{ limit: 61, length: 60 },
])('finds up to a limit of $limit', async (setup, { limit, length }) => {
	expect((await find(setup, { limit, options: { doNotContact } })).json).toHaveLength(length);
});

withService('finds none, and says so', async (setup) => {
	const { json, hints } = await find(setup, {}, [{ json: good(1) }, { json: good(2) }]);
	expect(json).toEqual([]);
	expect(hints.map(({ message }) => message)).toContain('No contact would be left out.');
});

withService('finds rows and values that cannot be read', async (setup) => {
	const long = await findInFile(setup, 'name,phone\nAnn,+4915112345678,x\n');
	expect(long.json).toMatchObject([
		{ reason: 'tooManyValues', line: 2, message: expect.stringContaining('more values than') as string },
	]);
	const tags = ['+4915112345678', '+4915112345679'];
	const list = await find(setup, { phoneField: 'tags', nameField: '' }, [{ json: { tags } }]);
	expect(list.json).toMatchObject([
		{ reason: 'notText', message: expect.stringContaining("'Phone' is a list") as string },
	]);
});

withService.each<{ what: string; text: string; parameters?: IDataObject; message: string }>([
	{ what: 'without any contact', text: 'name,phone\n', message: 'There are no contacts' },
	{ what: 'without the field', text: 'name,tel\nAnn,1\n', message: 'The file has no column "phone"' },
	{
		what: 'whose opt-outs cannot be read',
		text: 'name,phone\nAnn,+4915112345678\n',
		parameters: { options: { doNotContact: 'nobody' } },
		message: 'none of them holds a phone number',
	},
	{ what: 'with a broken row', text: 'name,phone\nAnn,x\n"Bo,+4915112345678\n', message: 'Line 3: a quotation mark' },
])('refuses a list $what, as a launch does', async (setup, { text, parameters, message }) => {
	const { json, error } = await findInFile(setup, text, parameters);
	expect([json, error?.message]).toEqual([[], expect.stringContaining(message)]);
});
