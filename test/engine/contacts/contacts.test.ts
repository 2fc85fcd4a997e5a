/** Contacts as the nodes read them: what a check says of them, and who really gets a message, whatever our own output says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { fromFile, fromItems, fromList, launched, launchList, quickLaunches } from '../launch/support';
import { setups, type Setup } from '../support/setup';

const fields = { phoneField: 'phone', nameField: 'name' };
const FILE = { recipients: 'csvFile', ...fields };
const ITEMS = { recipients: 'inputItems', phoneField: 'Mobile' };
const GOOD = 'name,phone\r\nAnn,+491701234567\r\nBo,+491701234568\r\n';
const A = '+491701234501';
const B = '+491701234502';
const C = '+491701234503';

const csv = async ({ engine }: Setup, text: string | Buffer): Promise<INodeExecutionData> =>
	await engine.fileItem(text);

const people: INodeExecutionData[] = [
	{ json: { who: 'Ann', Mobile: '+49 170 1234567', lang: { code: 'de' } } },
	{ json: { who: 'Bo', Mobile: '+49 170 1234568', lang: { code: 'en' } } },
	{ json: { who: 'Cy', Mobile: '0049 170 1234567', lang: { code: 'fr' } } },
];

describe.each(binaryModes)('a CSV file in binary mode %s', (binaryMode) => {
	const { withService } = setups({ binaryMode });

	withService('is checked and nothing is sent', async (setup) => {
		const result = await setup.run('contactList.check', FILE, { items: [await csv(setup, GOOD)] });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([
			{
				wouldLaunch: true,
				recipients: {
					...{ rows: 2, ready: 2, handedOver: 0, duplicatesRemoved: 0, invalid: 0, leftOut: 0, doNotContact: 0 },
				},
				fieldsUsed: { phone: 'phone', name: 'name' },
				preview: [
					{ name: 'Ann', phone: '+491701234567' },
					{ name: 'Bo', phone: '+491701234568' },
				],
				refusals: [],
				warnings: [],
				notes: [],
			},
		]);
		expect(result.hints).toContainEqual(
			expect.objectContaining({ type: 'info', message: 'Phone from phone, Name from name' }),
		);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('of more than one chunk is read whole, and in its encoding', async (setup) => {
		const count = 20_000;
		const rows = Array.from({ length: count }, (_, at) => `Jürgen ${at},+4917${String(at).padStart(8, '0')}\n`);
		const text = `name,phone\n${rows.join('')}`;
		const items = [await csv(setup, Buffer.from(text, 'utf8')), await csv(setup, Buffer.from(text, 'latin1'))];
		const result = await setup.run('contactList.check', FILE, { items });
		expect(result.json).toMatchObject([
			{ wouldLaunch: true, recipients: { rows: count } },
			{ wouldLaunch: false, refusals: [{ code: 'undecodable', lines: [2] }] },
		]);
		const options = { encoding: 'utf8OrWindows1252' };
		const chosen = await setup.run('contactList.check', { ...FILE, options }, { items: items.slice(1) });
		expect(chosen.json).toMatchObject([{ wouldLaunch: true, preview: [{ name: 'Jürgen 0' }, {}, {}] }]);
	});
});

describe('a check', () => {
	const { withService } = setups();

	withService('of files answers for each item, and one that would be refused is an answer', async (setup) => {
		const items = [await csv(setup, GOOD), await csv(setup, 'phone;name\n"x;1\n'), await csv(setup, '')];
		const result = await setup.run('contactList.check', FILE, { items });
		expect(result.json).toMatchObject([
			{ wouldLaunch: true, recipients: { rows: 2, ready: 2 } },
			{ wouldLaunch: false, recipients: null, refusals: [{ code: 'brokenQuotes', lines: [2] }] },
			{ wouldLaunch: false, refusals: [{ code: 'noRows' }] },
		]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	withService.each([
		{ count: 1000, warnings: 0 },
		{ count: 1001, warnings: 1 },
	])(
		'of $count contacts says whether a launch wants a higher Maximum Recipients',
		async (setup, { count, warnings }) => {
			const rows = Array.from({ length: count }, (_, index) => `Ann,+4917${String(index).padStart(8, '0')}\n`);
			const items = [await csv(setup, `name,phone\n${rows.join('')}`)];
			const { json } = await setup.run('contactList.check', FILE, { items });
			expect(json[0]).toMatchObject({ wouldLaunch: true, recipients: { ready: count } });
			expect(json[0]?.warnings).toHaveLength(warnings);
			if (warnings > 0)
				expect(JSON.stringify(json[0]?.warnings)).toContain("unless its 'Maximum Recipients' is raised");
		},
	);

	withService('of input items is one for all of them', async (setup) => {
		const result = await setup.run('contactList.check', ITEMS, { items: people });
		expect(result.json).toMatchObject([
			{
				wouldLaunch: true,
				fieldsUsed: { phone: 'Mobile' },
				recipients: { rows: 3, ready: 2 },
				notes: [{ code: 'duplicate', lines: [3] }],
			},
		]);
		expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	withService('is refused with a country that differs from item to item, as in a launch', async ({ run }) => {
		const contacts = ['DE', 'DE', 'AT'].map((code) => ({ json: { phone: '0170 1234567', code } }));
		const parameters = { recipients: 'inputItems', phoneField: 'phone', country: '={{ $json.code }}' };
		for (const operation of ['contactList.check', 'contactList.findInvalid']) {
			const { error } = await run(operation, parameters, { items: contacts });
			expect(error?.message).toBe("'Country' differs from contact to contact");
		}
	});

	withService('is refused with Execute Once, which would leave one', async (setup) => {
		const result = await setup.run('contactList.check', ITEMS, { items: people, executeOnce: true });
		expect(result.error).toMatchObject({
			message: "'Execute Once' keeps only the first contact",
			description: expect.stringContaining("Turn off 'Execute Once'") as string,
		});
	});

	withService.each(['Germany', '49', 'D'])('takes no %s for a country', async (setup, country) => {
		const { error } = await setup.run('contactList.check', { ...ITEMS, country }, { items: people });
		expect(error?.message).toContain(`'Country' is "${country}"`);
	});

	withService('does not read Do Not Contact into nothing', async (setup) => {
		const check = async (doNotContact: unknown) =>
			await setup.run('contactList.check', { ...ITEMS, options: { doNotContact } } as never, { items: people });
		const listed = await check('={{ $input.all().slice(0, 1) }}');
		expect(listed.json).toMatchObject([
			{
				recipients: { rows: 3, ready: 1, duplicatesRemoved: 1, doNotContact: 1 },
				notes: [{ code: 'duplicate' }, { message: "'Do Not Contact' has 1 entry; 1 contact left out" }],
			},
		]);
		expect((await check('={{ [] }}')).json).toMatchObject([
			{ recipients: { ready: 2 }, warnings: [{ code: 'noOptOuts' }] },
		]);
		for (const nothing of ['', ' ', '={{ null }}', '={{ $json.optOuts }}'])
			expect((await check(nothing)).error?.message).toMatch(/^'Do Not Contact' is empty/);
		// A space behind an expression makes text of its items.
		expect((await check('={{ $input.all() }} ')).json).toMatchObject([
			{ wouldLaunch: false, refusals: [{ message: expect.stringContaining('"[object Object]"') as string }] },
		]);
		for (const other of ['nobody', '={{ 0 }}', '={{ [null] }}', '={{ $now }}'])
			expect((await check(other)).json).toMatchObject([
				{
					wouldLaunch: false,
					refusals: [{ message: expect.stringContaining('none of them holds a phone') as string }],
				},
			]);
	});
});

describe('Phone Field', () => {
	const { withService } = setups();
	const check = async (setup: Setup, phoneField: string, parameters: INodeParameters = {}) =>
		await setup.run('contactList.check', { ...ITEMS, phoneField, ...parameters }, { items: people });

	withService.each([
		'={{ $json.Mobile }}',
		'={{ $json["Mobile"] }}',
		"={{ $('Start').item.json.Mobile }}",
		'{{ $json.Mobile }}',
		'$json.Mobile',
	])('takes the name of a field, not its value: %s', async (setup, given) => {
		const { error } = await check(setup, given);
		expect(error).toMatchObject({
			message: "'Phone Field' takes the name of a field, not its value",
			description: "Switch it to 'Fixed' and drag the field into it, or type its name.",
		});
		const options = { moreFields: { languageField: given } };
		expect((await check(setup, 'Mobile', { options })).error?.message).toContain("'Language Field' takes the name");
	});

	withService('takes a constant by expression, and refuses one that gives nothing', async (setup) => {
		expect((await check(setup, '={{ "Mob" + "ile" }}')).json).toMatchObject([{ fieldsUsed: { phone: 'Mobile' } }]);
		for (const nothing of ['={{ undefined }}', '={{ "" }}', '={{ $vars.field }}'])
			expect((await check(setup, nothing)).error?.message).toMatch(/^'Phone Field' (is empty|contains "undefined")/);
	});

	withService('that names none of the fields is an answer with those there are', async (setup) => {
		expect((await check(setup, 'phone')).json).toMatchObject([
			{
				wouldLaunch: false,
				refusals: [
					{
						code: 'missingField',
						message: 'No contact has a field "phone". The input has: "who", "Mobile", "lang.code"',
						advice:
							"Drag the field with the phone numbers into 'Phone Field'. If the contacts are in a CSV file, set 'Recipients' to 'CSV File'.",
					},
				],
			},
		]);
	});

	withService('and the other fields are named in the answer', async (setup) => {
		const parameters = { nameField: 'WHO', options: { moreFields: { languageField: 'lang.code' } } };
		const { json, hints } = await check(setup, 'phone, mobile', parameters);
		expect(json).toMatchObject([
			{
				fieldsUsed: { phone: 'Mobile', name: 'who', language: 'lang.code' },
				preview: [{ name: 'Ann', phone: '+491701234567', language: 'de' }, {}],
				warnings: [{ code: 'missingPart' }],
			},
		]);
		expect(hints.map(({ message }) => message)).toContain('Phone from Mobile, Name from who, Language from lang.code');
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
	const { withService } = setups();
	quickLaunches();
	const leaveOut = { checkContacts: 'leaveOut' };

	const sentBy = (setup: Setup) => {
		const [launch, ...others] = setup.simulator.launches();
		expect(others).toEqual([]);
		const { columns = [], firstRows = [], rows } = launch?.file?.contents ?? {};
		const cell = (cells: string[], column: string) => cells[columns.indexOf(column)] ?? '';
		return { rows, sent: Object.fromEntries(firstRows.map((cells) => [cell(cells, 'name'), cell(cells, 'phone')])) };
	};
	const asCsv = (rows: Array<[string, string]>) =>
		`name,phone\r\n${rows.map((row) => `${row.join(',')}\r\n`).join('')}`;
	const launchOf = async (setup: Setup, source: string, parameters: INodeParameters, options: INodeParameters) => {
		const [form, items] =
			source === 'a CSV file'
				? [fromFile, [await csv(setup, asCsv(PEOPLE))]]
				: [fromItems, PEOPLE.map(([name, phone]) => ({ json: { name, phone } }))];
		return await setup.run('promotion.launch', { ...form, ...parameters, options }, { items });
	};

	describe.each(['a CSV file', 'input items'])('of %s', (source) => {
		withService.each<{ what: string; country?: string; options: INodeParameters; gets: Record<string, string> }>([
			{ what: 'Leave Out Invalid sends to the right numbers only', options: leaveOut, gets: WITH_CODE },
			{
				what: 'Country sends what it can read in one form, and nothing else',
				country: 'DE',
				options: leaveOut,
				gets: WITH_COUNTRY,
			},
			{
				what: 'Do Not Contact leaves out who is listed, however the number is written',
				options: { ...leaveOut, doNotContact: "={{ ['0049 170 123 45 01', 'Tel. 0170/1234507'] }}" },
				gets: { Ed: WITH_CODE.Ed, Flo: WITH_CODE.Flo, Jo: WITH_CODE.Jo },
			},
		])('to nobody else: $what', async (setup, { country = '', options, gets }) => {
			const row = launched(await launchOf(setup, source, { country }, options));
			const { rows, sent } = sentBy(setup);
			expect(sent).toEqual(gets);
			expect(row.recipients).toMatchObject({ rows: PEOPLE.length, ready: rows, handedOver: rows });
		});

		withService('to nobody if many look wrong, and the message names the field and what there is', async (setup) => {
			const { error } = await launchOf(setup, source, {}, {});
			expect(error?.message).toContain('3 of 8 phone numbers in "phone" look wrong');
			expect(error?.description).toMatch(/The (file|input) has: "name", "phone"/);
			expect(setup.requests('launch')).toBe(0);
		});
	});

	withService(
		'to all if Do Not Contact names none of them, which is asked where a person is looking',
		async (setup) => {
			const options = { doNotContact: '+4917099887766' };
			const launch = async (sendMode: string) =>
				await setup.run(
					'promotion.launch',
					{ ...fromItems, sendMode, options },
					{ items: [{ json: { name: 'Ann', phone: A } }] },
				);
			const dryRun = await launch('dryRun');
			expect(JSON.stringify(launched(dryRun).warnings)).toContain('Does the list hold the phone numbers?');
			const live = await launch('always');
			expect(live.hints.filter(({ type }) => type === 'warning')).toEqual([]);
			expect(sentBy(setup).sent).toEqual({ Ann: A });
		},
	);

	withService('to the field that is chosen, and for contacts without it to the next', async (setup) => {
		const items = [
			{ json: { properties: { firstname: 'Ann', phone: '+4930901820', mobilephone: A } } },
			{ json: { properties: { firstname: 'Bo', phone: B, mobilephone: '' } } },
		];
		const parameters = { phoneField: 'properties.mobilephone, properties.phone', nameField: 'properties.firstname' };
		const row = launched(await setup.run('promotion.launch', { ...fromItems, ...parameters }, { items }));
		expect(sentBy(setup).sent).toEqual({ Ann: A, Bo: B });
		expect(row.fieldsUsed).toEqual({ phone: 'properties.mobilephone, properties.phone', name: 'properties.firstname' });
	});

	withService('in digits only, if the credential says so', async (setup) => {
		const { baseUrl, accountId, apiKey } = setup.simulator;
		const account = { baseUrl, accountId, apiKey, phoneFormat: 'digits' };
		const credentials = setup.engine.credentials('rcsPromotionApi', account);
		const items = [A, `00${B.slice(1)}`].map((phone, index) => ({ json: { name: `P${index}`, phone } }));
		launched(await setup.run('promotion.launch', fromItems, { items, credentials } as never));
		expect(sentBy(setup).sent).toEqual({ P0: A.slice(1), P1: B.slice(1) });
	});

	withService('to numbers with their country code and no plus, if the user says so', async (setup) => {
		const items = ['491701234501', B, '00491701234503'].map((phone, index) => ({
			json: { name: `P${index}`, phone },
		}));
		const none = await setup.run('promotion.launch', fromItems, { items: items.slice(0, 1) });
		expect(`${none.error?.message} ${none.error?.description}`).toMatch(/does not begin with \+ or 00.*'Country'/s);
		expect(setup.requests('launch')).toBe(0);
		launched(await setup.run('promotion.launch', { ...fromItems, country: 'included' }, { items }));
		expect(sentBy(setup).sent).toEqual({ P0: A, P1: B, P2: C });
	});

	withService('to the contacts of a file in a form of its own, in the form of the service', async (setup) => {
		const file = `Handynummer;Vorname;Ort\n${PEOPLE.map(([name, phone]) => `${phone};${name};Köln\n`).join('')};;\n`;
		const items = [await csv(setup, Buffer.from(file, 'latin1'))];
		const options = { ...leaveOut, encoding: 'utf8OrWindows1252', doNotContact: '+491701234506' };
		const form = { ...fromFile, country: 'DE', phoneField: 'Handynummer', nameField: 'Vorname' };
		const row = launched(await setup.run('promotion.launch', { ...form, options }, { items }));
		expect(setup.simulator.launches()[0]?.file?.contents).toMatchObject({
			encoding: 'utf-8',
			delimiter: ',',
			columns: ['name', 'phone'],
		});
		const { Flo, ...others } = WITH_COUNTRY;
		expect([Flo, sentBy(setup).sent]).toEqual(['+491701234506', others]);
		expect(row.recipients).toMatchObject({ doNotContact: 1 });
	});

	withService('to a file as it is with Send File Unchanged', async (setup) => {
		const items = [await csv(setup, `phone;mobile\n${A};1\n${B};2\n`)];
		const parameters = { ...fromFile, options: { sendFileUnchanged: true } };
		const row = launched(await setup.run('promotion.launch', parameters, { items }));
		expect(JSON.stringify(row.warnings)).toContain('were not checked');
		expect(row.recipients).toMatchObject({ rows: 2, ready: 2, invalid: null, doNotContact: null });
		expect(setup.simulator.launches()[0]?.file?.contents).toMatchObject({
			delimiter: ';',
			columns: ['phone', 'mobile'],
		});
	});

	withService('to no such file whose quotation marks have swallowed rows', async (setup) => {
		const items = [await csv(setup, `name,phone,note\nAnn,${A},"x\nBo,${B},y\nCy,${C},z"\n`)];
		const parameters = { ...fromFile, options: { sendFileUnchanged: true } };
		const { error } = await setup.run('promotion.launch', parameters, { items });
		expect(error?.message).toContain('Line 2: a value holds whole rows');
		expect(setup.requests('launch')).toBe(0);
	});

	withService.each([A, `={{ ['${A}'] }}`, '={{ [] }}'])(
		'to no uploaded list with Do Not Contact (%s), as n8n sees nobody to leave out',
		async (setup, doNotContact) => {
			const { error } = await launchList(setup, { options: { doNotContact } });
			expect(error?.message).toContain("'Do Not Contact' cannot be used with an uploaded list");
			expect(setup.requests('launch')).toBe(0);
		},
	);

	withService('to an uploaded list, whatever was set for contacts before', async (setup) => {
		const options = { ...leaveOut, maximumRecipients: 1 };
		launched(await launchList(setup, { country: 'DE', options }));
		expect(setup.simulator.launches()[0]).toMatchObject({ form: 'json', targetListName: fromList.targetListName });
	});
});

describe('a check is what a launch does first', () => {
	const { withService } = setups();
	const template = { templateName: 'spring', templateId: 't-1', templateLanguage: 'en', cardsMode: 'none' };
	const odd: INodeParameters[] = [
		{},
		...['', 'off', 'STRICT', '={{ null }}'].map((checkContacts) => ({ options: { checkContacts } })),
		...['UTF-8', 'utf8OrWindows1252', '={{ null }}'].map((encoding) => ({ options: { encoding } })),
		...['+491701234567', 'nobody', '={{ [] }}'].map((doNotContact) => ({ options: { doNotContact } })),
		...['Nobody', '', '={{ null }}'].map((languageField) => ({ options: { moreFields: { languageField } } })),
		...['de', 'Germany', '={{ 49 }}', '={{ {} }}', '={{ null }}'].map((country) => ({ country })),
		...['Phone', 'Nobody', '={{ null }}', 'Name'].map((phoneField) => ({ phoneField })),
	];

	withService.each(odd)('with %j', async (setup, given) => {
		const file = 'Name;Phone\nAnn;+49 170 1234567\nBo;0170 1234568\nCy;0049 170 1234567\nDi;+491701234569\n';
		const items = [await csv(setup, file)];
		const parameters = { ...FILE, ...given };
		const checked = await setup.run('contactList.check', parameters, { items });
		const launch = { ...parameters, ...template, promotionName: 'Spring', sendMode: 'dryRun' };
		const dryRun = await setup.run('promotion.launch', launch, { items });
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
