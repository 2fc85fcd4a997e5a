/** For mending the CRM: each contact that would get nothing or a message without a name, and what a launch of the same list says. */
import type { IDataObject } from 'n8n-workflow';
import { toolAnswer } from '../../harness/tool';
import { worlds, type World } from '../support/world';

const { inOneWorld } = worlds();

const good = (index: number) => ({ id: `ok-${index}`, phone: `+4915112345${100 + index}`, name: `Ann ${index}` });

/** Contacts as a CRM holds them, with what is wrong with each of them. */
const faults: Array<[phone: unknown, name: unknown, reason: string, landline: boolean | null]> = [
	['', 'Bo', 'noNumber', null],
	['0151 12345678', 'Bo', 'noCountry', null],
	['4.91512E+12', 'Bo', 'spreadsheet', null],
	['4915112345678.0', 'Bo', 'spreadsheet', null],
	['unbekannt', 'Bo', 'notOneNumber', null],
	['+49 151 12345678 / +49 151 12345679', 'Bo', 'notOneNumber', null],
	['+49 151 123456781234567', 'Bo', 'impossible', null],
	['+49 30 901820', 'Bo', 'landline', true],
	['+49 151 12345100', 'Twin', 'duplicate', false],
	['+49 (0)151 99999999', 'Bo', 'doNotContact', false],
	['+49 151 88888888', '', 'noName', false],
	['+49 151 88888889', 'null', 'noName', false],
	['+49 151 88888890', '#1001', 'noName', false],
];

/** 60 faulty contacts among 180. */
const contacts = Array.from({ length: 60 }, (_, index) => {
	const [phone, name, reason, landline] = faults[index % faults.length]!;
	const round = Math.floor(index / faults.length);
	// A number that is right on its own would else be a duplicate the second time.
	const isAlone = ['noName', 'landline'].includes(reason);
	const written = isAlone ? String(phone).replace(/8(?=\d*$)/, String(round)) : phone;
	return [good(index * 2), { id: `bad-${index}`, phone: written, name }, good(index * 2 + 1)].map((json) => ({
		json: json as IDataObject,
		wanted: json.id.startsWith('bad') ? { reason, landline } : undefined,
	}));
}).flat();

const wanted = contacts.flatMap(({ json, wanted: what }, index) =>
	what ? [{ ...what, phone: json.phone, index }] : [],
);
const doNotContact = '+4915199999999';
const all = { returnAll: true, options: { doNotContact } };

const find = async ({ run }: World, parameters: IDataObject, items = contacts.map(({ json }) => ({ json }))) =>
	await run('contactList.findInvalid', parameters as never, { items });

const csv = `id,phone,name\n${contacts.map(({ json: { id, phone, name } }) => `${id as string},"${phone as string}",${name as string}\n`).join('')}`;

inOneWorld('finds the faulty ones of a list of items, each paired with its own item', async (world) => {
	const { json, items } = await find(world, { recipients: 'inputItems', ...all });
	expect(json).toHaveLength(60);
	expect(json).toMatchObject(wanted.map(({ reason, landline, phone }) => ({ reason, landline, phone })));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(wanted.map(({ index }) => ({ item: index })));
	for (const { message, advice } of json) {
		expect(message).toMatch(/^["A-Z]/);
		expect(advice).toMatch(/\.$/);
	}
	expect(Object.keys(json[0]!)).toEqual(['item', 'name', 'phone', 'message', 'advice', 'reason', 'landline']);
});

inOneWorld('finds the same ones of a file, each with its line', async (world) => {
	const items = [await world.engine.fileItem(csv)];
	const result = await world.run('contactList.findInvalid', { recipients: 'csvFile', ...all }, { items });
	expect(result.json).toMatchObject(
		wanted.map(({ reason, landline, phone, index }) => ({ reason, landline, phone, line: index + 2 })),
	);
	expect(result.items[0]?.pairedItem).toEqual({ item: 0 });
});

inOneWorld('finds just those that a launch would leave out or warn of', async (world) => {
	const { json } = await find(world, { recipients: 'inputItems', ...all });
	const checked = await world.run(
		'contactList.check',
		{ recipients: 'inputItems', options: { doNotContact } },
		{ items: contacts.map(({ json: contact }) => ({ json: contact })) },
	);
	const { rows, ready } = checked.json[0]?.recipients as { rows: number; ready: number };
	expect(json.filter(({ reason }) => reason !== 'noName')).toHaveLength(rows - ready);
});

inOneWorld('finds a landline by the country of each contact', async (world) => {
	const value = { phone: '={{ $json.phone }}', country: '={{ $json.country }}' };
	const people = [
		{ phone: '030 901820', country: 'DE' },
		{ phone: '06 6982 1234', country: 'IT' },
		{ phone: '347 123 4567', country: 'IT' },
	];
	const parameters = { recipients: 'inputItems', columns: { mappingMode: 'defineBelow', value } };
	const { json } = await find(
		world,
		parameters,
		people.map((contact) => ({ json: contact })),
	);
	expect(json.map(({ phone, reason }) => [phone, reason])).toEqual([
		['030 901820', 'landline'],
		['06 6982 1234', 'landline'],
	]);
});

inOneWorld('finds up to a limit, after which nothing more is read', async (world) => {
	for (const [limit, length] of [
		[1, 1],
		[59, 59],
		[60, 60],
		[61, 60],
	]) {
		const { json } = await find(world, { recipients: 'inputItems', limit: limit!, options: { doNotContact } });
		expect(json).toHaveLength(length!);
	}
	// The broken row comes after the first faulty contact, and is not reached.
	const items = [await world.engine.fileItem(`phone\nx\n${'+4915112345678\n'.repeat(50_000)}"broken\n`)];
	const { json, error } = await world.run('contactList.findInvalid', { recipients: 'csvFile', limit: 1 }, { items });
	expect({ json, error }).toMatchObject({ json: [{ reason: 'notOneNumber', line: 2 }], error: undefined });
});

inOneWorld('refuses a file without any contact, like a launch of it', async (world) => {
	const items = [await world.engine.fileItem('name,phone\n')];
	const { json, error } = await world.run('contactList.findInvalid', { recipients: 'csvFile' }, { items });
	expect({ json, message: error?.message }).toEqual({ json: [], message: 'There are no contacts' });
});

inOneWorld('finds none, and says so', async (world) => {
	const items = [{ json: good(1) }, { json: good(2) }];
	const { json, hints } = await find(world, { recipients: 'inputItems' }, items);
	expect(json).toEqual([]);
	expect(hints.map(({ message }) => message)).toContain('Every contact would get the message.');
});

inOneWorld('finds none, and says so to an AI model, which sees no hints', async ({ engine, credentials }) => {
	const columns = { mappingMode: 'defineBelow', value: { phone: "={{ $fromAI('phone') }}" } };
	const answerFor = async (phone: string) => {
		const parameters = { resource: 'contactList', operation: 'findInvalid', recipients: 'inputItems', columns };
		return JSON.parse(toolAnswer(await engine.runTool({ credentials, parameters, calls: [{ phone }] }))) as unknown;
	};
	expect(await answerFor('+4915112345678')).toEqual([{ note: 'Every contact would get the message.' }]);
	expect(await answerFor('none')).toEqual([expect.objectContaining({ reason: 'notOneNumber' })]);
});

inOneWorld('finds rows and values that cannot be read', async (world) => {
	const items = [await world.engine.fileItem('name,phone\nAnn,+4915112345678,x\n')];
	const file = await world.run('contactList.findInvalid', { recipients: 'csvFile' }, { items });
	expect(file.json).toMatchObject([
		{ reason: 'columnCount', line: 2, message: expect.stringContaining('more or fewer') as string },
	]);
	const value = { phone: '={{ $json.tags }}' };
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const list = await find(world, { recipients: 'inputItems', columns }, [
		{ json: { tags: ['+4915112345678', '+4915112345679'] } },
	]);
	expect(list.json).toMatchObject([
		{ reason: 'notText', message: expect.stringContaining("'Phone' is a list") as string },
	]);
});

inOneWorld('refuses a list that cannot be read at all, as a launch does', async (world) => {
	const { error } = await find(world, { recipients: 'inputItems' }, [{ json: { who: 'Ann' } }]);
	expect(error).toMatchObject({
		message: expect.stringContaining('No field has one of the usual names') as string,
		description: expect.stringContaining('Map Each Column Manually') as string,
	});
});

inOneWorld('refuses a list whose phone is not certain, as a launch does, and finds swallowed rows', async (world) => {
	const { error } = await find(world, { recipients: 'inputItems' }, [
		{ json: { phone: '+4915112345678', 'Phone 2': '+4915112345679' } },
	]);
	expect(error?.message).toContain('2 fields hold different phone numbers');
	const text = 'name,phone,note\nAnn,+4915112345678,"x\nBo,+4915112345679,y\nCy,+4915112345670,z"\n';
	const items = [await world.engine.fileItem(text)];
	const { json } = await world.run('contactList.findInvalid', { recipients: 'csvFile' }, { items });
	expect(json).toMatchObject([{ reason: 'swallowedRows', line: 2, name: 'Ann' }]);
});

inOneWorld('does not name numbers that are right in the country that is set', async (world) => {
	const items = [{ json: { phone: '0151/12345678' } }, { json: { phone: '030/901820' } }];
	const { json } = await find(world, { recipients: 'inputItems', country: 'DE' }, items);
	expect(json).toMatchObject([{ reason: 'landline', phone: '030/901820' }]);
});
