import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { worlds, type World } from '../support/world';

const FILE = { recipients: 'csvFile' };
const GOOD = 'name,phone\r\nAnn,+491701234567\r\nBo,+491701234568\r\n';

const csv = async ({ engine }: World, text: string | Buffer, fileName?: string): Promise<INodeExecutionData> =>
	await engine.fileItem(text, fileName);

const byHand = (value: Record<string, unknown> | null) =>
	({
		recipients: 'inputItems',
		contactMapping: 'manual',
		columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
	}) as unknown as INodeParameters;

const people: INodeExecutionData[] = [
	{ json: { who: 'Ann', Mobile: '+49 170 1234567', number: 491701234567, lang: { code: 'de' } } },
	{ json: { who: 'Bo', Mobile: '+49 170 1234568', number: 491701234568, lang: { code: 'en' } } },
	{ json: { who: 'Cy', Mobile: '0049 170 1234567', number: 491701234569, lang: { code: 'fr' } } },
];

describe.each(binaryModes)('a CSV file in binary mode %s', (binaryMode) => {
	const { inOneWorld } = worlds({ binaryMode });

	inOneWorld('is checked and nothing is sent', async (world) => {
		const result = await world.run('contactList.check', FILE, { items: [await csv(world, GOOD)] });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([
			{
				ready: true,
				recipients: { rows: 2, ready: 2, sent: 0, duplicatesRemoved: 0, invalid: 0, leftOut: 0, suppressed: 0 },
				preview: [
					{ name: 'Ann', phone: '+491701234567' },
					{ name: 'Bo', phone: '+491701234568' },
				],
				columns: ['name', 'phone'],
				columnsUsed: { name: 'name', phone: 'phone' },
				encoding: 'UTF-8',
				delimiter: 'comma',
				refusals: [],
				warnings: [],
				changes: [],
			},
		]);
		for (const endpoint of ['launch', 'list', 'report', 'stats', 'patch'] as const) {
			expect(world.requests(endpoint)).toBe(0);
		}
	});

	inOneWorld('of more than one chunk is read whole', async (world) => {
		const count = 20_000;
		const rows = Array.from(
			{ length: count },
			(_, index) => `Jürgen ${index},+4917${String(index).padStart(8, '0')}\n`,
		);
		const text = `name,phone\n${rows.join('')}`;
		const items = [await csv(world, Buffer.from(text, 'utf8')), await csv(world, Buffer.from(text, 'latin1'))];
		const result = await world.run('contactList.check', FILE, { items });
		expect(result.json).toMatchObject([
			{ ready: true, recipients: { rows: count }, encoding: 'UTF-8' },
			{ ready: true, recipients: { rows: count }, encoding: 'windows-1252' },
		]);
	});
});

describe('a CSV file', () => {
	const { inOneWorld } = worlds();

	inOneWorld('is checked for each item, and one that would be refused is an answer', async (world) => {
		const items = [await csv(world, GOOD), await csv(world, 'phone;name\n"x;1\n'), await csv(world, '')];
		const result = await world.run('contactList.check', FILE, { items });
		expect(result.error).toBeUndefined();
		expect(result.json).toMatchObject([
			{ ready: true, recipients: { rows: 2, ready: 2 } },
			{ ready: false, recipients: { rows: null, ready: null } },
			{ ready: false, recipients: { rows: 0, ready: 0 } },
		]);
		expect(result.json[1]?.refusals).toMatchObject([{ code: 'brokenQuotes', lines: [2] }]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	inOneWorld(
		'is looked for under the name of the field, and a missing one is told with those that exist',
		async (world) => {
			const { engine } = world;
			const file = (await csv(world, GOOD)).binary?.data as IBinaryData;
			const items = [
				{ json: {}, binary: { attachment: file, other: await engine.binary('x', { fileName: 'x.txt' }) } },
			];
			const missing = await world.run('contactList.check', FILE, { items });
			expect(missing.error).toMatchObject({
				message: "No file found in 'data'",
				description: "The files are in: attachment, other. Enter one of these names in 'Input Binary Field'.",
			});
			const none = await world.run('contactList.check', FILE, { items: [{ json: {} }] });
			expect(none.error?.description).toMatch(/set 'Recipients' to 'Input Items'/);
			const found = await world.run('contactList.check', { ...FILE, binaryPropertyName: 'attachment' }, { items });
			expect(found.json).toMatchObject([{ ready: true }]);
		},
	);

	inOneWorld('without any option is checked as the form shows it', async (world) => {
		const items = [await csv(world, 'phone\n+491701234567\n+491701234567\n+491701234568\n')];
		for (const options of [{}, { checkContacts: 'warn' }, { removeDuplicates: true }, { delimiter: 'auto' }]) {
			const { json } = await world.run('contactList.check', { ...FILE, options }, { items });
			expect(json).toMatchObject([{ ready: true, recipients: { rows: 3, ready: 2, duplicatesRemoved: 1 } }]);
		}
	});

	inOneWorld('is checked as its options say', async (world) => {
		const items = [await csv(world, 'name;phone\nAnn;+491701234567\nAnn;+491701234567\n')];
		const check = async (options: INodeParameters) =>
			(await world.run('contactList.check', { ...FILE, options }, { items })).json[0];
		expect(await check({ checkContacts: 'strict' })).toMatchObject({ ready: false, refusals: [{ code: 'duplicate' }] });
		expect(await check({ removeDuplicates: false })).toMatchObject({ ready: true, recipients: { ready: 2 } });
		expect(await check({ delimiter: 'comma' })).toMatchObject({ ready: false, refusals: [{ code: 'noPhoneColumn' }] });
		expect(await check({ delimiter: 'comma', checkContacts: 'off' })).toMatchObject({ ready: true });
		expect(await check({ normalizeFile: false })).toMatchObject({ changes: [], warnings: [{}, { code: 'otherForm' }] });
	});

	inOneWorld('cannot come from an AI agent', async ({ engine, credentials }) => {
		const parameters = { resource: 'contactList', operation: 'check', recipients: 'csvFile' };
		const result = await engine.runTool({ parameters, credentials });
		expect(JSON.stringify(result.runs())).toContain('An AI agent has no file to hand over to this tool');
	});
});

describe('input items', () => {
	const { inOneWorld } = worlds();

	inOneWorld('are checked together, and the answer belongs to all of them', async (world) => {
		const result = await world.run('contactList.check', { recipients: 'inputItems' }, { items: people });
		expect(result.error).toBeUndefined();
		expect(result.json).toMatchObject([
			{
				ready: true,
				recipients: { rows: 3, ready: 2 },
				columns: ['phone'],
				columnsUsed: { phone: 'Mobile' },
				warnings: [{ code: 'duplicate', lines: [2] }],
			},
		]);
		expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(world.requests('list')).toBe(0);
	});

	inOneWorld('are mapped by hand', async (world) => {
		const columns = {
			name: '={{ $json.who }}',
			phone: '={{ $json.number }}',
			language: '={{ $json.lang.code + "x" }}',
		};
		const result = await world.run('contactList.check', byHand(columns), { items: people });
		expect(result.json).toMatchObject([
			{
				ready: true,
				recipients: { rows: 3, ready: 3, invalid: 0 },
				columns: ['name', 'phone', 'language'],
				columnsUsed: { name: 'who', phone: 'number', language: '{{ $json.lang.code + "x" }}' },
			},
		]);
	});

	inOneWorld('are mapped by a plain path just as n8n resolves it', async (world) => {
		const shapes: unknown[] = [
			...[{ b: '+491701234567' }, { b: 491701234568 }, { b: 'x' }, { b: null }, { b: '' }, { b: true }, { c: 1 }],
			...[{ b: { c: 1 } }, { b: ['1234567'] }, '1234567', null, undefined, ['1234567'], 5],
		];
		const items = shapes.map((a) => ({ json: { a, 'First Name': 'Ann' } as never }));
		for (const path of ['a.b', 'a["b"]', "a['b']", 'a[0]', 'a.length', 'a', 'b', 'a.b.c']) {
			const check = async (phone: string) =>
				(await world.run('contactList.check', byHand({ phone, name: '={{ $json["First Name"] }}' }), { items })).json;
			const [plain] = await check(`={{ $json.${path} }}`);
			const [resolved] = await check(`={{ ($json.${path}) }}`);
			const alike = (found: unknown) => JSON.stringify(found).replace(/Check whether .+? really/g, '');
			expect(alike({ ...plain, columnsUsed: null })).toBe(alike({ ...resolved, columnsUsed: null }));
			expect(plain).toMatchObject({ recipients: { rows: shapes.length }, columnsUsed: { name: 'First Name' } });
		}
	});

	inOneWorld('name what is not mapped, and what is no text', async (world) => {
		const check = async (columns: Record<string, unknown> | null) =>
			(await world.run('contactList.check', byHand(columns), { items: people })).json[0];
		const unmapped = {
			ready: false,
			refusals: [{ code: 'noPhoneColumn', message: expect.stringContaining("Under 'Values to Send'") as string }],
		};
		expect(await check(null)).toMatchObject(unmapped);
		expect(await check({ name: '={{ $json.who }}', phone: '' })).toMatchObject(unmapped);
		expect(await check({ phone: '={{ $json.Mobile }}', name: '={{ $json.lang }}' })).toMatchObject({
			ready: false,
			refusals: [
				{
					code: 'notText',
					lines: [0, 1, 2],
					message: expect.stringContaining('"name" is a list, an object or a date') as string,
				},
			],
		});
	});

	inOneWorld.each([
		{ typed: 'Mobile' },
		{ typed: '{{ $json.Mobile }}' },
		{ typed: 'Phone 1 - Value' },
		{ typed: '{{ $json.phone_2 }}' },
		{ typed: '=Mobile', told: 'Mobile' },
		{ typed: '123456' },
	])('name the text "$typed" that was typed instead of dragging a field', async (world, { typed, told = typed }) => {
		for (const checkContacts of ['warn', 'leaveOut', 'off']) {
			const parameters = { ...byHand({ phone: typed }), options: { checkContacts } };
			const { json } = await world.run('contactList.check', parameters, { items: people });
			expect(json[0]).toMatchObject({
				ready: false,
				refusals: [
					{
						code: 'noPhoneColumn',
						message: `'Phone' holds the text "${told}" instead of a field. Clear it, then drag the field with the phone numbers from the input into it.`,
					},
				],
			});
		}
		for (const phone of ['+49 170 1234567', '=+49 170 1234567', '1234567', '={{ $json.number }}']) {
			const { json } = await world.run('contactList.check', byHand({ phone }), { items: people });
			expect(json[0]).toMatchObject({ ready: true });
		}
	});

	inOneWorld('name the first number where nobody is left', async (world) => {
		const parameters = { ...byHand({ phone: '={{ $json.who }}' }), options: { checkContacts: 'leaveOut' } };
		const { json } = await world.run('contactList.check', parameters, { items: people });
		expect((json[0]?.refusals as Array<{ message: string }>).map(({ message }) => message)).toEqual([
			'No contacts are left: 3 left out because of their phone number. First: item 1, Ann contains characters other than digits, spaces and + - . ( ). Check the field with the phone numbers.',
		]);
	});

	inOneWorld('are refused with Execute Once, which would leave one', async (world) => {
		const circumstances = { items: people, executeOnce: true };
		const result = await world.run('contactList.check', { recipients: 'inputItems' }, circumstances);
		expect(result.error).toMatchObject({
			message: "'Execute Once' keeps only the first contact",
			description: expect.stringContaining("Turn off 'Execute Once'") as string,
		});
	});

	inOneWorld('without a phone number get nothing with Leave Out Invalid, and the rest does', async (world) => {
		const items = [
			...people,
			{ json: { Mobile: 'n/a' } },
			{ json: { who: 'Di' } },
			{ json: { Mobile: '0170 1234560' } },
		];
		const parameters = { recipients: 'inputItems', options: { checkContacts: 'leaveOut' } };
		const { json } = await world.run('contactList.check', parameters, { items });
		expect(json).toMatchObject([
			{ ready: true, recipients: { rows: 6, ready: 2, duplicatesRemoved: 1, invalid: 3, leftOut: 3, suppressed: 0 } },
		]);
		expect(JSON.stringify(json[0]?.warnings)).toContain('3 of 6 phone numbers look wrong');
		const nobody = await world.run('contactList.check', parameters, { items: items.slice(3) });
		expect(nobody.json).toMatchObject([{ ready: false, refusals: [{ code: 'nobodyLeft' }] }]);
	});

	inOneWorld('that Do Not Contact lists get nothing, in whatever form it comes', async (world) => {
		const check = async (doNotContact: unknown) =>
			await world.run('contactList.check', { recipients: 'inputItems', options: { doNotContact } } as never, {
				items: people,
			});
		for (const list of [
			'0049-170-1234567',
			'+1 555 0000000\n+49 170 1234567',
			'+1 555 0000000, tel:+491701234567',
			'={{ ["+49 170 1234567"] }}',
			'={{ [491701234567] }}',
			'={{ [{ phone: "+49 170 1234567" }] }}',
			'={{ [{ json: { properties: { mobilephone: { value: "+49 170 1234567" } } } }] }}',
			'={{ $input.all().map(item => item.json.Mobile).slice(0, 1) }}',
			'={{ 491701234567 }}',
		]) {
			const { json, error } = await check(list);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ recipients: { rows: 3, ready: 1, duplicatesRemoved: 0, suppressed: 2 } }]);
		}
		expect((await check('={{ [] }}')).json).toMatchObject([{ recipients: { ready: 2, suppressed: 0 } }]);
		// An option that was added and not filled in.
		expect((await check('')).json).toMatchObject([{ recipients: { ready: 2, suppressed: 0 } }]);
		for (const nothing of [' ', '={{ null }}', '={{ $json.optOuts }}', '={{ undefined }}', '={{ "" }}']) {
			expect((await check(nothing)).error?.message).toBe("'Do Not Contact' is empty");
		}
		for (const other of ['={{ [null, null] }}', 'nobody', '={{ {} }}', '={{ [{ email: "a@example.com" }] }}']) {
			expect((await check(other)).error?.message).toBe("'Do Not Contact' holds no phone number");
		}
	});

	inOneWorld('are sent in international form, with the country that is chosen', async (world) => {
		const items = [{ json: { Mobile: '0170 1234567' } }, { json: { Mobile: "'+33 6 12 34 56 78" } }];
		const check = async (options: INodeParameters) =>
			await world.run('contactList.check', { recipients: 'inputItems', options }, { items });
		const asIs = (await check({})).json[0];
		expect(asIs).toMatchObject({
			ready: false,
			refusals: [
				{
					message: expect.stringContaining(
						"2 of 2 phone numbers look wrong. First: item 2, '+33… starts with an apostrophe.",
					) as string,
				},
			],
		});
		expect((await check({ phoneFormat: 'international', country: 'de' })).json).toMatchObject([
			{ ready: true, preview: [{ phone: '+491701234567' }, { phone: '+33612345678' }] },
		]);
		expect((await check({ phoneFormat: 'international' })).json).toMatchObject([
			{ ready: false, refusals: [{ message: expect.stringContaining('has no country code') as string }] },
		]);
		expect((await check({ phoneFormat: 'international', country: 'uk' })).error).toBeUndefined();
		expect((await check({ phoneFormat: 'international', country: 'Germany' })).error?.message).toContain(
			'\'Country\' is "Germany"',
		);
	});

	inOneWorld('that all get the same word are told', async (world) => {
		const check = async (columns: Record<string, unknown>, items = people) =>
			(await world.run('contactList.check', byHand(columns), { items })).json[0];
		const typed = { name: 'Name', phone: '={{ $json.number }}', language: 'de' };
		expect(await check(typed)).toMatchObject({
			warnings: [
				{ code: 'sameForAll', message: expect.stringContaining('All 3 contacts have the same name: "Name"') as string },
			],
		});
		expect(await check(typed, people.slice(0, 2))).toMatchObject({ warnings: [] });
		expect(await check({ ...typed, name: '={{ $json.who }}' })).toMatchObject({ warnings: [] });
	});

	inOneWorld('mapped by hand are quick, many as they are', async (world) => {
		const timeOf = async (contacts: number, name: string) => {
			const items = Array.from({ length: contacts }, (_, index) => ({
				json: { n: `N${index}`, p: 491_700_000_000 + index },
			}));
			const started = performance.now();
			const { json } = await world.run('contactList.check', byHand({ name, phone: '={{ $json.p }}' }), { items });
			expect(json).toMatchObject([{ ready: true, recipients: { rows: contacts, ready: contacts } }]);
			return performance.now() - started;
		};
		const computed = await timeOf(12_000, '={{ $json.n.trim() }}');
		expect(await timeOf(50_000, '={{ $json.n }}')).toBeLessThan(computed);
	});

	inOneWorld('have fixed columns to choose fields for', async ({ engine }) => {
		const { fields } = await engine.editor.call('resourceMapping', 'contactColumns');
		expect(fields.map(({ id, required }) => ({ id, required }))).toEqual([
			{ id: 'phone', required: true },
			{ id: 'name', required: false },
			{ id: 'language', required: false },
			{ id: 'businesssubscriberid', required: false },
		]);
	});
});

describe('a check is what a launch does first', () => {
	const { inOneWorld } = worlds();
	const template = { templateName: 'spring', templateId: 't-1', templateLanguage: 'en', cardsMode: 'none' };
	const odd: INodeParameters[] = [
		...['', 'perhaps', 'STRICT', '={{ null }}', '={{ undefined }}', '={{ 1 }}'].map((checkContacts) => ({
			checkContacts,
		})),
		...['false', 'true', 'no', '={{ "false" }}', '={{ null }}', '={{ 0 }}'].map((removeDuplicates) => ({
			removeDuplicates,
		})),
		...['|', 'semicolon', '={{ ";" }}', '={{ null }}'].map((delimiter) => ({ delimiter })),
		...['false', '={{ [] }}', '={{ "" }}'].map((normalizeFile) => ({ normalizeFile })),
		...['international', 'e164', '={{ null }}'].map((phoneFormat) => ({ phoneFormat })),
		...['de', 'Germany', '={{ 49 }}', '={{ {} }}'].map((country) => ({ country, phoneFormat: 'international' })),
		...['+491701234567', 'nobody', '={{ null }}', '={{ [] }}', '={{ {} }}'].map((doNotContact) => ({ doNotContact })),
		{ checkContacts: 'leaveOut', phoneFormat: 'international', normalizeFile: false },
	];

	inOneWorld.each(odd.map((options) => ({ options })))('with %j', async (world, { options }) => {
		const file = 'Name;Phone\nAnn;+49 170 1234567\nBo;0170 1234568\nCy;0049 170 1234567\nDi;+491701234569\n';
		const items = [await csv(world, file)];
		const checked = await world.run('contactList.check', { ...FILE, options }, { items });
		const parameters = { ...FILE, ...template, promotionName: 'Spring', sendMode: 'dryRun', options };
		const launched = await world.run('promotion.launch', parameters, { items });
		const [check] = checked.json as Array<{ ready: boolean; recipients: object; refusals: Array<{ message: string }> }>;
		if (check?.ready === true) {
			expect(launched.error).toBeUndefined();
			expect(launched.json[0]?.recipients).toEqual(check.recipients);
			return;
		}
		expect(launched.error?.message).toBe(check?.refusals[0]?.message ?? checked.error?.message);
		expect(launched.error?.message).not.toBeUndefined();
	});
});
