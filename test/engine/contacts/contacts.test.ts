/** Contacts as the nodes read them: what a check says of them, and who really gets a message, whatever our own output says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { fromFile, fromItems, fromList, launched, launchList, quickLaunches } from '../launch/support';
import { worlds, type World } from '../support/world';

const FILE = { recipients: 'csvFile' };
const ITEMS = { recipients: 'inputItems' };
const GOOD = 'name,phone\r\nAnn,+491701234567\r\nBo,+491701234568\r\n';
const A = '+491701234501';
const B = '+491701234502';
const C = '+491701234503';

const csv = async ({ engine }: World, text: string | Buffer, fileName?: string): Promise<INodeExecutionData> =>
	await engine.fileItem(text, fileName);

const mapped = (value: Record<string, unknown> | null) =>
	({ columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] } }) as unknown as INodeParameters;

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
				wouldLaunch: true,
				columnsUsed: { name: 'name', phone: 'phone' },
				preview: [
					{ name: 'Ann', phone: '+491701234567' },
					{ name: 'Bo', phone: '+491701234568' },
				],
				recipients: {
					...{ rows: 2, ready: 2, sent: 0, duplicatesRemoved: 0, invalid: 0, landlines: 0, leftOut: 0 },
					...{ doNotContact: 0, doNotContactNumbers: null },
				},
				refusals: [],
				warnings: [],
				notes: [],
				encoding: 'UTF-8',
				delimiter: 'comma',
				changes: [],
			},
		]);
		expect(Object.keys(result.json[0] ?? {}).slice(0, 3)).toEqual(['wouldLaunch', 'columnsUsed', 'preview']);
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('of more than one chunk is read whole, and in its encoding', async (world) => {
		const count = 20_000;
		const rows = Array.from(
			{ length: count },
			(_, index) => `Jürgen ${index},+4917${String(index).padStart(8, '0')}\n`,
		);
		const text = `name,phone\n${rows.join('')}`;
		const items = [await csv(world, Buffer.from(text, 'utf8')), await csv(world, Buffer.from(text, 'latin1'))];
		const result = await world.run('contactList.check', FILE, { items });
		expect(result.json).toMatchObject([
			{ wouldLaunch: true, recipients: { rows: count } },
			{ wouldLaunch: false, refusals: [{ code: 'undecodable', lines: [2] }] },
		]);
		const options = { encoding: 'utf8OrWindows1252' };
		const chosen = await world.run('contactList.check', { ...FILE, options }, { items: items.slice(1) });
		expect(chosen.json).toMatchObject([{ wouldLaunch: true, recipients: { rows: count }, encoding: 'windows-1252' }]);
	});
});

describe('a check', () => {
	const { inOneWorld } = worlds();

	inOneWorld('of files answers for each item, and one that would be refused is an answer', async (world) => {
		const items = [await csv(world, GOOD), await csv(world, 'phone;name\n"x;1\n'), await csv(world, '')];
		const result = await world.run('contactList.check', FILE, { items });
		expect(result.json).toMatchObject([
			{ wouldLaunch: true, recipients: { rows: 2, ready: 2 } },
			{ wouldLaunch: false, recipients: { rows: null, ready: null }, refusals: [{ code: 'brokenQuotes', lines: [2] }] },
			{ wouldLaunch: false, refusals: [{ code: 'noRows' }] },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	inOneWorld.each([
		{ count: 1000, warnings: 0 },
		{ count: 1001, warnings: 1 },
	])(
		'of $count contacts says whether a launch wants a higher Maximum Recipients',
		async (world, { count, warnings }) => {
			const rows = Array.from({ length: count }, (_, index) => `Ann,+4917${String(index).padStart(8, '0')}\n`);
			const items = [await csv(world, `name,phone\n${rows.join('')}`)];
			const { json } = await world.run('contactList.check', FILE, { items });
			expect(json[0]).toMatchObject({ wouldLaunch: true, recipients: { ready: count } });
			expect(json[0]?.warnings).toHaveLength(warnings);
			if (warnings > 0)
				expect(JSON.stringify(json[0]?.warnings)).toContain("unless its 'Maximum Recipients' is raised");
		},
	);

	inOneWorld('of a file that is sent unchanged ignores options that the form hides then', async (world) => {
		const items = [await csv(world, `name;phone;mobile\nAnn;${A};${B}\n`)];
		// n8n drops what a form hides, and these change nothing in a file that is not read.
		const options = { sendFileUnchanged: true, checkContacts: 'leaveOut', fileColumns: { phone: 'mobile' } };
		const { json } = await world.run('contactList.check', { ...FILE, options }, { items });
		expect(json).toMatchObject([{ wouldLaunch: true, columnsUsed: {}, recipients: { rows: 1, ready: 1 } }]);
	});

	inOneWorld('of a file cannot come from an AI agent', async ({ engine, credentials }) => {
		const parameters = { resource: 'contactList', operation: 'check', ...FILE };
		const result = await engine.runTool({ parameters, credentials });
		expect(JSON.stringify(result.runs())).toContain('An AI agent cannot provide a CSV file');
	});

	inOneWorld('of input items is one for all of them', async (world) => {
		const result = await world.run('contactList.check', ITEMS, { items: people });
		expect(result.json).toMatchObject([
			{
				wouldLaunch: true,
				columnsUsed: { phone: 'Mobile' },
				recipients: { rows: 3, ready: 2 },
				notes: [{ code: 'duplicate', lines: [3] }],
			},
		]);
		expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	inOneWorld('is refused with a country that differs from item to item, as in a launch', async ({ run }) => {
		const contacts = ['DE', 'DE', 'AT'].map((code) => ({ json: { phone: '0170 1234567', code } }));
		const parameters = { recipients: 'inputItems', country: '={{ $json.code }}' };
		for (const operation of ['contactList.check', 'contactList.findInvalid']) {
			const { error } = await run(operation, parameters, { items: contacts });
			expect(error?.message).toBe("'Country' differs from contact to contact");
		}
	});

	inOneWorld('is refused with Execute Once, which would leave one', async (world) => {
		const result = await world.run('contactList.check', ITEMS, { items: people, executeOnce: true });
		expect(result.error).toMatchObject({
			message: "'Execute Once' keeps only the first contact",
			description: expect.stringContaining("Turn off 'Execute Once'") as string,
		});
	});

	inOneWorld.each(['Germany', '49', 'D'])('takes no %s for a country', async (world, country) => {
		const { error } = await world.run('contactList.check', { ...ITEMS, country }, { items: people });
		expect(error?.message).toContain(`'Country' is "${country}"`);
	});

	inOneWorld('does not read Do Not Contact into nothing', async (world) => {
		const check = async (doNotContact: unknown) =>
			await world.run('contactList.check', { ...ITEMS, options: { doNotContact } } as never, { items: people });
		/** An option that is empty is no value of the form; one that cannot be read is a finding. */
		const faultOf = async (doNotContact: unknown) => {
			const { error, json } = await check(doNotContact);
			const [refusal] = (json[0]?.refusals ?? []) as Array<{ message: string; advice: string }>;
			return error?.message ?? `${refusal?.message} ${refusal?.advice}`;
		};
		const listed = await check('={{ $input.all().map(item => item.json.Mobile).slice(0, 1) }}');
		expect(listed.json).toMatchObject([{ recipients: { rows: 3, ready: 1, doNotContact: 2 } }]);
		expect((await check('={{ [] }}')).json).toMatchObject([{ recipients: { ready: 2 } }]);
		for (const nothing of ['', ' ', '={{ null }}', '={{ $json.optOuts }}']) {
			expect(await faultOf(nothing)).toMatch(/^'Do Not Contact' is empty/);
		}
		expect(await faultOf('={{ [null, null] }}')).toContain('none of them holds a phone number');
		for (const other of ['nobody', '={{ 0 }}', '={{ true }}', '={{ [{ phone: "+4917" }] }}']) {
			expect(await faultOf(other)).toContain('none of them holds a phone number');
		}
		expect(await faultOf('={{ $now }}')).toMatch(/^Entry 1 of 'Do Not Contact'/);
		expect(await faultOf('0170 1234567')).toMatch(/"0170…".*'Country'/);
	});
});

describe('mapped by hand', () => {
	const { inOneWorld } = worlds();
	const check = async (
		world: World,
		value: Record<string, unknown> | null,
		items = people,
		options: INodeParameters = {},
		country = '',
	) => (await world.run('contactList.check', { ...ITEMS, ...mapped(value), country, options }, { items })).json[0];

	inOneWorld('each column takes its expression', async (world) => {
		const columns = {
			name: '={{ $json.who }}',
			phone: '={{ "+" + $json.number }}',
			language: '={{ $json.lang.code + "x" }}',
		};
		expect(await check(world, columns)).toMatchObject({
			wouldLaunch: true,
			recipients: { rows: 3, ready: 3, invalid: 0 },
			columnsUsed: { name: 'who', phone: '{{ "+" + $json.number }}', language: '{{ $json.lang.code + "x" }}' },
			preview: [{ name: 'Ann', phone: '+491701234567', language: 'dex' }, {}, {}],
			warnings: [],
		});
	});

	inOneWorld('the pasted expression answers the question', async (world) => {
		const items = [
			{ json: { 'Mobile Phone': '', billing: { phone: A }, phones: [{ value: C }] } },
			{ json: { 'Mobile Phone': B } },
			{ json: { phones: [{ value: C }] } },
		];
		const [asked] = (await world.run('contactList.check', ITEMS, { items })).json;
		const [{ code, advice }] = asked?.refusals as [{ code: string; advice: string }];
		expect(code).toBe('severalPhones');
		const expression = advice.slice(advice.indexOf('{{'));
		expect(expression).toBe('{{ $json["Mobile Phone"] || $json.phones?.[0]?.value }}');
		const answer = await check(world, { phone: `=${expression}` }, items);
		expect(answer).toMatchObject({ wouldLaunch: true, recipients: { rows: 3, ready: 2, duplicatesRemoved: 1 } });
		expect(answer?.preview).toEqual([{ phone: C }, { phone: B }]);
	});

	inOneWorld('what is not mapped, and what is no text, is named', async (world) => {
		const unmapped = {
			wouldLaunch: false,
			refusals: [{ code: 'noPhoneColumn', message: "'Phone' under 'Values to Send' is empty" }],
		};
		expect(await check(world, null)).toMatchObject(unmapped);
		expect(await check(world, { name: '={{ $json.who }}', phone: '' })).toMatchObject(unmapped);
		expect(await check(world, { phone: '={{ $json.lang }}' })).toMatchObject({
			wouldLaunch: false,
			refusals: [{ code: 'notText', lines: [1, 2, 3] }],
		});
		expect(await check(world, { phone: '={{ $json.Mobile }}', name: '={{ $json.lang }}' })).toMatchObject({
			wouldLaunch: true,
			notes: [{ code: 'duplicate' }, { code: 'notText', lines: [1, 2] }],
		});
	});

	inOneWorld('a text that was typed instead of dragging a field reaches nobody, and is shown', async (world) => {
		expect(await check(world, { phone: 'Mobile' })).toMatchObject({
			refusals: [{ code: 'nobodyLeft' }, { code: 'notOneNumber', message: expect.stringContaining('Mobi…') as string }],
		});
		expect(await check(world, { phone: A })).toMatchObject({ wouldLaunch: true, recipients: { ready: 1 } });
	});

	inOneWorld("each contact's own country counts before that of all", async (world) => {
		const items = [
			{ phone: '06 12 34 56 78', country: 'fr' },
			{ phone: '0170 1234502', country: '' },
			{ phone: '0170 1234503', country: 'Germany' },
			{ phone: '0043 664 1234567', country: 'Germany' },
		].map((json) => ({ json }));
		const columns = { phone: '={{ $json.phone }}', country: '={{ $json.country }}' };
		const answer = await check(world, columns, items, { checkContacts: 'leaveOut' }, 'DE');
		expect(answer).toMatchObject({
			recipients: { rows: 4, ready: 2, leftOut: 2 },
			preview: [{ phone: '+33612345678' }, { phone: B }],
			columnsUsed: { phone: 'phone' },
		});
		expect(JSON.stringify(answer?.notes)).toContain('not a two-letter code');
	});

	inOneWorld('the columns to choose fields for are fixed', async ({ engine }) => {
		const { fields } = await engine.editor.call('resourceMapping', 'contactColumns');
		// n8n's editor adds it where it is missing, after a run, which then looks outdated.
		for (const { removed } of fields) expect(removed).toBe(false);
		expect(fields.map(({ id, required }) => [id, required])).toEqual([
			['phone', true],
			['name', false],
			['language', false],
			['businesssubscriberid', false],
			['country', false],
		]);
	});
});

/** A contact with each kind of phone number that CRMs hold. */
const PEOPLE: Array<[name: string, phone: string]> = [
	['Ann', A],
	['Bo', '0170 1234502'],
	['Cy', 'n/a'],
	['Di', ''],
	['Ed', "'+491701234505"],
	['Flo', '+49 170 123-45 06'],
	['Gus', '00491701234507'],
	['Hal', '123'],
	['Ida', '491701234508.0'],
	['Jo', 'tel:+33 6 12 34 56 78'],
];
const WITH_CODE = { Ann: A, Ed: '+491701234505', Flo: '+491701234506', Gus: '+491701234507', Jo: '+33612345678' };
const WITH_COUNTRY = { ...WITH_CODE, Bo: B };

describe('a message goes', () => {
	const { inOneWorld } = worlds();
	quickLaunches();
	const leaveOut = { checkContacts: 'leaveOut' };

	const sentBy = (world: World) => {
		const [launch, ...others] = world.simulator.launches();
		expect(others).toEqual([]);
		const { columns = [], firstRows = [], rows } = launch?.file?.contents ?? {};
		const cell = (cells: string[], column: string) => cells[columns.indexOf(column)] ?? '';
		return { rows, sent: Object.fromEntries(firstRows.map((cells) => [cell(cells, 'name'), cell(cells, 'phone')])) };
	};
	const asCsv = (rows: Array<[string, string]>) =>
		`name,phone\r\n${rows.map((row) => `${row.join(',')}\r\n`).join('')}`;
	const launchOf = async (
		world: World,
		source: string,
		rows: Array<[string, string]>,
		options: INodeParameters,
		country = '',
	) => {
		const [form, items] =
			source === 'a CSV file'
				? [fromFile, [await csv(world, asCsv(rows))]]
				: [fromItems, rows.map(([name, phone]) => ({ json: { name, phone } }))];
		return await world.run('promotion.launch', { ...form, country, options }, { items });
	};

	describe.each(['a CSV file', 'input items'])('of %s', (source) => {
		inOneWorld.each<{ what: string; country?: string; options: INodeParameters; gets: Record<string, string> }>([
			{ what: 'Leave Out Invalid sends to the right numbers only', options: leaveOut, gets: WITH_CODE },
			{
				what: 'Country sends what it can read in one form, and nothing else',
				country: 'DE',
				options: leaveOut,
				gets: WITH_COUNTRY,
			},
			{
				what: 'Do Not Contact leaves out who is listed, however the number is written',
				options: { ...leaveOut, doNotContact: "={{ ['0049 170 123 45 01', '+491701234507'] }}" },
				gets: { Ed: WITH_CODE.Ed, Flo: WITH_CODE.Flo, Jo: WITH_CODE.Jo },
			},
			{
				what: 'Country and Do Not Contact compare the numbers as they are sent',
				country: 'DE',
				options: { ...leaveOut, doNotContact: '0170 1234502\n+33612345678' },
				gets: { Ann: A, Ed: WITH_CODE.Ed, Flo: WITH_CODE.Flo, Gus: WITH_CODE.Gus },
			},
		])('to nobody else: $what', async (world, { country = '', options, gets }) => {
			const row = launched(await launchOf(world, source, PEOPLE, options, country));
			const { rows, sent } = sentBy(world);
			expect(sent).toEqual(gets);
			expect(row.recipients).toMatchObject({ rows: PEOPLE.length, sent: rows });
		});
	});

	inOneWorld('to the one field that is chosen, for contacts with two', async (world) => {
		const items = [
			{ json: { properties: { firstname: 'Ann', phone: '+4930901820', mobilephone: A } } },
			{ json: { properties: { firstname: 'Bo', phone: B, mobilephone: '' } } },
		];
		const { error } = await world.run('promotion.launch', fromItems, { items });
		expect(error?.message).toContain(
			'2 fields hold different phone numbers: properties.mobilephone (+491…4501, 1 contact) and properties.phone (+493…1820, 2 contacts)',
		);
		const phone = '{{ $json.properties?.mobilephone || $json.properties?.phone }}';
		expect(error?.description).toContain(phone);
		expect(world.requests('launch')).toBe(0);
		const columns = mapped({ phone: `=${phone}`, name: '={{ $json.properties.firstname }}' });
		launched(await world.run('promotion.launch', { ...fromItems, ...columns }, { items }));
		expect(sentBy(world).sent).toEqual({ Ann: A, Bo: B });
	});

	inOneWorld.each([{ sendMode: 'dryRun' }, { testPhones: C }])(
		'once other fields with phone numbers were named, in a dry run and in a test: %j',
		async (world, parameters) => {
			const items = [{ json: { mobile: A, 'Phone (old)': A, sms_count: 12 } }];
			const result = await world.run('promotion.launch', { ...fromItems, ...parameters }, { items, mode: 'manual' });
			const named = "Other fields hold phone numbers, too, but none that differs from 'mobile': Phone (old)";
			expect(result.json[0]?.notes).toEqual([expect.stringContaining(named)]);
			expect(result.hints).toContainEqual(
				expect.objectContaining({ type: 'info', message: expect.stringContaining(named) as string }),
			);
		},
	);

	inOneWorld(
		'in the form in which digits with their country code are written, where the user says so',
		async (world) => {
			const items = ['491701234501', B, '00491701234503'].map((phone, index) => ({
				json: { name: `P${index}`, phone },
			}));
			const none = await world.run('promotion.launch', fromItems, { items: items.slice(0, 1) });
			expect(`${none.error?.message} ${none.error?.description}`).toMatch(/does not begin with \+ or 00.*'Country'/);
			expect(world.requests('launch')).toBe(0);
			launched(await world.run('promotion.launch', { ...fromItems, country: 'included' }, { items }));
			expect(sentBy(world).sent).toEqual({ P0: '491701234501', P1: B, P2: C });
		},
	);

	inOneWorld('to the contacts of a file in a form of its own, in the form of the service', async (world) => {
		const file = `Handynummer;Vorname;Ort\n${PEOPLE.map(([name, phone]) => `${phone};${name};Köln\n`).join('')};;\n`;
		const items = [await csv(world, Buffer.from(file, 'latin1'))];
		const options = { ...leaveOut, encoding: 'utf8OrWindows1252', doNotContact: '+491701234506' };
		const row = launched(await world.run('promotion.launch', { ...fromFile, country: 'DE', options }, { items }));
		expect(world.simulator.launches()[0]?.file?.contents).toMatchObject({
			encoding: 'utf-8',
			delimiter: ',',
			columns: ['name', 'phone'],
		});
		const { Flo, ...others } = WITH_COUNTRY;
		expect(sentBy(world).sent).toEqual(others);
		expect(row.recipients).toMatchObject({ doNotContact: Flo === undefined ? 0 : 1 });
	});

	inOneWorld('to a file as it is with Send File Unchanged', async (world) => {
		const file = `phone;mobile\n${A};1\n${B};2\n`;
		const items = [await csv(world, file)];
		const row = launched(
			await world.run('promotion.launch', { ...fromFile, options: { sendFileUnchanged: true } }, { items }),
		);
		expect(JSON.stringify(row.warnings)).toContain('were not checked');
		expect(world.simulator.launches()[0]?.file?.contents).toMatchObject({
			delimiter: ';',
			columns: ['phone', 'mobile'],
		});
	});

	inOneWorld.each([A, `={{ ['${A}'] }}`, '={{ [] }}'])(
		'to no uploaded list with Do Not Contact (%s), as n8n sees nobody to leave out',
		async (world, doNotContact) => {
			const { error } = await launchList(world, { options: { doNotContact } });
			expect(error?.message).toContain("'Do Not Contact' cannot be used with an uploaded list");
			expect(world.requests('launch')).toBe(0);
		},
	);

	inOneWorld('to an uploaded list, whatever was set for contacts before', async (world) => {
		const options = { ...leaveOut, maximumRecipients: 1 };
		launched(await launchList(world, { country: 'DE', options }));
		expect(world.simulator.launches()[0]).toMatchObject({ form: 'json', targetListName: fromList.targetListName });
	});
});

describe('a check is what a launch does first', () => {
	const { inOneWorld } = worlds();
	const template = { templateName: 'spring', templateId: 't-1', templateLanguage: 'en', cardsMode: 'none' };
	const odd: INodeParameters[] = [
		{},
		...['', 'off', 'STRICT', '={{ null }}'].map((checkContacts) => ({ checkContacts })),
		...['|', 'semicolon', '={{ ";" }}'].map((delimiter) => ({ delimiter })),
		...['UTF-8', 'windows-1252', 'utf8OrWindows1252', '={{ null }}'].map((encoding) => ({ encoding })),
		...['true', '={{ [] }}'].map((sendFileUnchanged) => ({ sendFileUnchanged })),
		...['+491701234567', 'nobody', '={{ [] }}'].map((doNotContact) => ({ doNotContact })),
		...[{ phone: 'Name' }, { phone: 'Nobody' }, { name: '={{ null }}' }].map((fileColumns) => ({ fileColumns })),
		{ checkContacts: 'leaveOut', sendFileUnchanged: true },
	];

	const countries = ['de', 'Germany', '={{ 49 }}', '={{ {} }}', '={{ null }}'].map((country) => ({ country }));

	inOneWorld.each([...odd.map((options) => ({ options })), ...countries])('with %j', async (world, given) => {
		const file = 'Name;Phone\nAnn;+49 170 1234567\nBo;0170 1234568\nCy;0049 170 1234567\nDi;+491701234569\n';
		const items = [await csv(world, file)];
		const checked = await world.run('contactList.check', { ...FILE, ...given }, { items });
		const parameters = { ...FILE, ...template, promotionName: 'Spring', sendMode: 'dryRun', ...given };
		const dryRun = await world.run('promotion.launch', parameters, { items });
		const [check] = checked.json as Array<{
			wouldLaunch: boolean;
			recipients: object;
			refusals: Array<{ message: string }>;
		}>;
		if (check?.wouldLaunch === true) {
			expect(dryRun.json[0]?.recipients).toEqual(check.recipients);
			return;
		}
		expect(dryRun.error?.message).toBe(check?.refusals[0]?.message ?? checked.error?.message);
		expect(dryRun.error?.message).not.toBeUndefined();
	});
});
