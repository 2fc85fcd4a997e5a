import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { worlds, type World } from '../support/world';

const GOOD = 'name,phone\r\nAnn,+491701234567\r\nBo,+491701234568\r\n';

const csv = async ({ engine }: World, text: string | Buffer, fileName?: string): Promise<INodeExecutionData> =>
	await engine.fileItem(text, fileName);

const byHand = (value: Record<string, unknown> | null) =>
	({
		source: 'inputItems',
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
		const result = await world.run('contactList.check', {}, { items: [await csv(world, GOOD)] });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([
			{
				ready: true,
				rows: 2,
				sent: 2,
				duplicatesRemoved: 0,
				invalid: 0,
				columns: ['name', 'phone'],
				columnsUsed: { name: 'name', phone: 'phone' },
				encoding: 'UTF-8',
				delimiter: 'comma',
				refusals: [],
				warnings: [],
				asItIs: true,
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
		const result = await world.run('contactList.check', {}, { items });
		expect(result.json).toMatchObject([
			{ ready: true, rows: count, encoding: 'UTF-8' },
			{ ready: true, rows: count, encoding: 'windows-1252' },
		]);
	});
});

describe('a CSV file', () => {
	const { inOneWorld } = worlds();

	inOneWorld('is checked for each item, and one that would be refused is an answer', async (world) => {
		const items = [await csv(world, GOOD), await csv(world, 'phone;name\n"x;1\n'), await csv(world, '')];
		const result = await world.run('contactList.check', {}, { items });
		expect(result.error).toBeUndefined();
		expect(result.json.map(({ ready, rows, sent }) => ({ ready, rows, sent }))).toEqual([
			{ ready: true, rows: 2, sent: 2 },
			{ ready: false, rows: null, sent: null },
			{ ready: false, rows: 0, sent: 0 },
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
			const missing = await world.run('contactList.check', {}, { items });
			expect(missing.error).toMatchObject({
				message: 'The item has no file in the field "data"',
				description: 'Its files are in: attachment, other. Enter one of these names in Input Binary Field.',
			});
			const none = await world.run('contactList.check', {}, { items: [{ json: {} }] });
			expect(none.error?.description).toMatch(/^It has no file at all\. Add a node before this one/);
			const found = await world.run('contactList.check', { binaryPropertyName: 'attachment' }, { items });
			expect(found.json).toMatchObject([{ ready: true }]);
		},
	);

	inOneWorld('without any option is checked as the form shows it', async (world) => {
		const items = [await csv(world, 'phone\n+491701234567\n+491701234567\n+491701234568\n')];
		for (const options of [{}, { checkContacts: 'warn' }, { removeDuplicates: true }, { delimiter: 'auto' }]) {
			const { json } = await world.run('contactList.check', { options }, { items });
			expect(json).toMatchObject([{ ready: true, rows: 3, sent: 2, duplicatesRemoved: 1, asItIs: false }]);
		}
	});

	inOneWorld('is checked as its options say', async (world) => {
		const items = [await csv(world, 'name;phone\nAnn;+491701234567\nAnn;+491701234567\n')];
		const check = async (options: INodeParameters) =>
			(await world.run('contactList.check', { options }, { items })).json[0];
		expect(await check({ checkContacts: 'strict' })).toMatchObject({ ready: false, refusals: [{ code: 'duplicate' }] });
		expect(await check({ removeDuplicates: false })).toMatchObject({ ready: true, sent: 2, asItIs: true });
		expect(await check({ delimiter: 'comma' })).toMatchObject({ ready: false, refusals: [{ code: 'noPhoneColumn' }] });
		expect(await check({ delimiter: 'comma', checkContacts: 'off' })).toMatchObject({ ready: true });
		expect(await check({ removeDuplicates: false, normalizeFile: true })).toMatchObject({
			asItIs: false,
			warnings: [{}],
		});
	});

	inOneWorld('cannot come from an AI agent', async ({ engine, credentials }) => {
		const parameters = { resource: 'contactList', operation: 'check' };
		const result = await engine.runTool({ parameters, credentials });
		expect(JSON.stringify(result.runs())).toContain('An AI agent has no file to hand over to this tool');
	});
});

describe('input items', () => {
	const { inOneWorld } = worlds();

	inOneWorld('are checked together, and the answer belongs to all of them', async (world) => {
		const result = await world.run('contactList.check', { source: 'inputItems' }, { items: people });
		expect(result.error).toBeUndefined();
		expect(result.json).toMatchObject([
			{
				ready: true,
				rows: 3,
				sent: 2,
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
				rows: 3,
				sent: 3,
				invalid: 0,
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
			expect({ path, ...plain, columnsUsed: null }).toEqual({ path, ...resolved, columnsUsed: null });
			expect(plain).toMatchObject({ rows: shapes.length, columnsUsed: { name: 'First Name' } });
		}
	});

	inOneWorld('name what is not mapped, and what is no text', async (world) => {
		const check = async (columns: Record<string, unknown> | null) =>
			(await world.run('contactList.check', byHand(columns), { items: people })).json[0];
		const unmapped = {
			ready: false,
			refusals: [{ code: 'noPhoneColumn', message: expect.stringContaining('Under Columns') as string }],
		};
		expect(await check(null)).toMatchObject(unmapped);
		expect(await check({ name: '={{ $json.who }}', phone: '' })).toMatchObject(unmapped);
		expect(await check({ phone: '={{ $json.Mobile }}', name: '={{ $json.lang }}' })).toMatchObject({
			ready: false,
			refusals: [
				{
					code: 'notText',
					lines: [0, 1, 2],
					message: expect.stringContaining('"name" is a list or an object') as string,
				},
			],
		});
	});

	inOneWorld('are refused with Execute Once, which would leave one', async (world) => {
		const circumstances = { items: people, executeOnce: true };
		const result = await world.run('contactList.check', { source: 'inputItems' }, circumstances);
		expect(result.error).toMatchObject({
			message: 'Execute Once leaves only the first contact',
			description: expect.stringContaining('Switch Execute Once off') as string,
		});
	});

	inOneWorld('mapped by hand are quick, many as they are', async (world) => {
		const many = Array.from({ length: 50_000 }, (_, index) => ({
			json: { n: `N${index}`, p: 491_700_000_000 + index },
		}));
		const started = performance.now();
		const result = await world.run('contactList.check', byHand({ name: '={{ $json.n }}', phone: '={{ $json.p }}' }), {
			items: many,
		});
		expect(result.json).toMatchObject([{ ready: true, rows: 50_000, sent: 50_000 }]);
		expect(performance.now() - started).toBeLessThan(15_000);
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
