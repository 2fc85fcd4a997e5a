/** Who really gets a message: what the service took, whatever our own output says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import { fromFile, fromItems, fromList, launched, launchList, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

/** Somebody with each kind of phone number that CRMs hold. */
const PEOPLE: Array<[name: string, phone: string]> = [
	['Ann', '+491701234501'],
	['Bo', '0170 1234502'],
	['Cy', 'n/a'],
	['Di', ''],
	['Ed', "'+491701234505"],
	['Flo', '+49 170 123-45 06'],
	['Gus', '00491701234507'],
	['Hal', '12345'],
	['Ida', '491701234508.0'],
	['Jo', 'tel:+33 6 12 34 56 78'],
];

/** The same people as input items, and as a file in the service's own form. */
const asItems = (): INodeExecutionData[] => PEOPLE.map(([name, phone]) => ({ json: { name, phone } }));
const asCsv = (rows = PEOPLE) => `name,phone\r\n${rows.map((row) => `${row.join(',')}\r\n`).join('')}`;

async function launchFrom(source: string, world: World, options: INodeParameters): Promise<Record<string, string>> {
	const [form, items] =
		source === 'a CSV file' ? [fromFile, [await world.engine.fileItem(asCsv())]] : [fromItems, asItems()];
	const row = launched(await world.run('promotion.launch', { ...form, options }, { items }));
	const [launch, ...others] = world.simulator.launches();
	expect(others).toEqual([]);
	const { columns = [], rows, firstRows = [] } = launch?.file?.contents ?? {};
	expect(row.recipients).toMatchObject({ rows: PEOPLE.length, sent: rows });
	return Object.fromEntries(
		firstRows.map((cells) => [cells[columns.indexOf('name')], cells[columns.indexOf('phone')]] as [string, string]),
	);
}

inOneWorld.each(['automatic', 'manual'])(
	"a contact's own country counts before the option: mapping %s",
	async (world, contactMapping) => {
		const columns = { mappingMode: 'defineBelow', value: { phone: '={{ $json.phone }}' } };
		const items = [
			{ phone: '612 345 678', country: 'Spain' },
			{ phone: '512 345 678', country: 'Polska' },
		].map((json) => ({ json }));
		const form = {
			...fromItems,
			contactMapping,
			...(contactMapping === 'manual' ? { columns } : {}),
			cardsMode: 'none',
		};
		const options = { phoneFormat: 'international', country: 'ES' };
		launched(await world.run('promotion.launch', { ...form, options }, { items }));
		const rows = world.simulator.launches()[0]?.file?.contents?.firstRows;
		expect(rows?.flat()).toEqual(['+34612345678', '+48512345678']);
	},
);

const leaveOut = { checkContacts: 'leaveOut' };
const international = { phoneFormat: 'international', country: 'DE' };
const optedOut = { doNotContact: "={{ ['0049 170 123 45 01', '+491701234507'] }}" };

const ASIS = { Ann: '+491701234501', Flo: '+49 170 123-45 06', Gus: '00491701234507' };
const CORRECTED = {
	Ann: '+491701234501',
	Bo: '+491701234502',
	Ed: '+491701234505',
	Flo: '+491701234506',
	Gus: '+491701234507',
	Ida: '+491701234508',
	Jo: '+33612345678',
};
const without = (sent: Record<string, string>, ...names: string[]) =>
	Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));

describe.each(['a CSV file', 'input items'])('of %s', (source) => {
	inOneWorld.each<{ what: string; options: INodeParameters; gets: Record<string, string> }>([
		{ what: 'Leave Out Invalid sends to the right numbers only', options: leaveOut, gets: ASIS },
		{
			what: 'Do Not Contact leaves out who is listed, however the number is written',
			options: { checkContacts: 'off', ...optedOut },
			gets: without(Object.fromEntries(PEOPLE), 'Ann', 'Gus'),
		},
		{
			what: 'International sends every number it can read in one form, and the others as they are',
			options: { checkContacts: 'off', ...international },
			gets: { ...Object.fromEntries(PEOPLE), ...CORRECTED },
		},
		{
			what: 'International and Leave Out Invalid send what could be corrected, and nothing else',
			options: { ...international, ...leaveOut },
			gets: CORRECTED,
		},
		{
			what: 'Leave Out Invalid and Do Not Contact leave out both',
			options: { ...leaveOut, ...optedOut },
			gets: { Flo: ASIS.Flo },
		},
		{
			what: 'International and Do Not Contact compare the numbers as they are sent',
			options: { ...leaveOut, ...international, doNotContact: '0170-1234502\n+33 612345678' },
			gets: without(CORRECTED, 'Bo', 'Jo'),
		},
	])('$what', async (world, { options, gets }) => {
		expect(await launchFrom(source, world, options)).toEqual(gets);
	});

	inOneWorld('nobody is sent twice because two spellings became one number', async (world) => {
		const twice: Array<[string, string]> = [
			['Ann', '+491701234501'],
			['Ann again', '0170/1234501'],
			['Ann by call', '0049 170 1234501'],
		];
		const [form, items] =
			source === 'a CSV file'
				? [fromFile, [await world.engine.fileItem(asCsv(twice))]]
				: [fromItems, twice.map(([name, phone]) => ({ json: { name, phone } }))];
		const row = launched(await world.run('promotion.launch', { ...form, options: international }, { items }));
		expect(row.recipients).toMatchObject({ rows: 3, sent: 1, duplicatesRemoved: 2 });
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual([['Ann', '+491701234501']]);
	});
});

describe('of numbers that may be read in more than one way', () => {
	const sentTo = async (world: World, phones: string[], options: INodeParameters) => {
		const items = phones.map((number, index) => ({ json: { name: `Contact ${index}`, phone: number } }));
		const row = launched(await world.run('promotion.launch', { ...fromItems, options }, { items }));
		return { row, phones: world.simulator.launches()[0]?.file?.contents?.firstRows.map((cells) => cells[1]) };
	};

	inOneWorld('International never makes one the number of somebody else', async (world) => {
		const foreign = ['33612345678', '447911123456', '011491701234505', '0000000000', '2024-01-31', '10.4.2.1199'];
		const { row, phones } = await sentTo(
			world,
			[...foreign, '491701234501', '(+49) 170 1234502', '00 49 170 1234503'],
			{
				...international,
				...leaveOut,
			},
		);
		expect(phones).toEqual(['+491701234501', '+491701234502', '+491701234503']);
		expect(row.recipients).toMatchObject({ invalid: foreign.length, leftOut: foreign.length });
	});

	inOneWorld('International never makes one number of two', async (world) => {
		const doubtful = [
			'+491701234502/03',
			'0170 1234502 / 03',
			'+49 170 1234502 ext. 12',
			'0170 1234502\n03',
			'03/04/1985',
		];
		const { row, phones } = await sentTo(world, [...doubtful, '0170/1234501'], { ...international, ...leaveOut });
		expect(phones).toEqual(['+491701234501']);
		expect(row.recipients).toMatchObject({ invalid: doubtful.length, leftOut: doubtful.length });
	});

	inOneWorld('International heeds the country of each contact', async (world) => {
		const items = [
			{ json: { name: 'Ann', phone: '06 12 34 56 78', country: 'FR' } },
			{ json: { name: 'Bo', phone: '0170 1234502', country: 'France' } },
			{ json: { name: 'Cy', phone: '030 901820', country: 'AT' } },
			{ json: { name: 'Di', phone: '0170 1234504', country: 'Bayern' } },
			{ json: { name: 'Ed', phone: { number: '0664 1234567', countryCode: 'AT' } } },
		];
		for (const country of ['DE', '']) {
			const options = { ...leaveOut, phoneFormat: 'international', country, ifSentBefore: 'launch' };
			launched(
				await world.run('promotion.launch', { ...fromItems, promotionName: `Sale ${country}`, options }, { items }),
			);
		}
		expect(
			world.simulator.launches().map(({ file }) => file?.contents?.firstRows.map((cells) => cells.join(' '))),
		).toEqual([
			['Ann +33612345678', 'Bo +491701234502', 'Ed +436641234567'],
			['Ann +33612345678', 'Ed +436641234567'],
		]);
	});

	inOneWorld('the (0) after a country code is odd, and no other number', async (world) => {
		const spellings = ['+49 (0)170 1234501', '+491701234501'];
		const { row, phones } = await sentTo(world, spellings, { checkContacts: 'off' });
		expect(phones).toEqual(['+49 (0)170 1234501']);
		expect(row.recipients).toMatchObject({ invalid: 1, duplicatesRemoved: 1 });
		expect(JSON.stringify(row.warnings)).toContain("Add the option 'Phone Format' and set it to 'International'");
	});
});

describe('of numbers in parts, and beside those of others', () => {
	inOneWorld('a country code in a column of its own goes out with the number', async (world) => {
		for (const file of [
			'Name;Country Code;Mobile\nAnn;+49;1701234501\nBo;+33;612345678\n',
			'name,dialcode,phone\nAnn,49,1701234501\nBo,33,612345678\n',
		]) {
			launched(
				await world.run(
					'promotion.launch',
					{ ...fromFile, promotionName: file.slice(5, 12), options: { ifSentBefore: 'launch' } },
					{ items: [await world.engine.fileItem(file)] },
				),
			);
			const { columns = [], firstRows = [] } = world.simulator.launches().at(-1)?.file?.contents ?? {};
			expect(firstRows.map((row) => row[columns.indexOf('phone')])).toEqual(['+49 1701234501', '+33 612345678']);
		}
	});

	inOneWorld('a code in a column of its own stops a file that must not be changed', async (world) => {
		const items = [await world.engine.fileItem('name,dialcode,phone\nAnn,49,1701234501\n')];
		const options = { normalizeFile: false };
		const { error } = await world.run('promotion.launch', { ...fromFile, options }, { items });
		expect(`${error?.message} ${error?.description}`).toContain("Turn on 'Normalize File'");
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('a date beside a number, and a number of the sales rep, reach nobody', async (world) => {
		const items = [
			{ json: { name: 'Ann', SMS: '2024-01-31', phone: '+491701234501' } },
			{ json: { name: 'Bo', phone: '', user: { name: 'Sales Rep', phone: '+491701234509' } } },
			{ json: { name: 'Cy', phone: '', user_name: 'Sales Rep', user_mobile: '+491701234509' } },
			{ json: { name: 'Di', phone: '', assistant_mobile: '+491701234509', 'owner.phone': '+491701234509' } },
		];
		launched(await world.run('promotion.launch', { ...fromItems, options: leaveOut }, { items }));
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual([['Ann', '+491701234501']]);
	});

	const namesCard = {
		cards: {
			card: [
				{
					headerImageUrl: 'https://example.com/spring.jpg',
					variables: { variable: [{ source: 'column', column: 'name' }] },
				},
			],
		},
	};
	inOneWorld.each(['undefined', 'null', 'N/A', '-', '.', '[object Object]', 'undefined undefined', ''])(
		'nobody is greeted as "%s" in Strict',
		async (world, name) => {
			const items = [name, 'Ann'].map((text, index) => ({ json: { name: text, phone: `+49170123450${index}` } }));
			const form = { ...fromItems, ...namesCard };
			const { error } = await world.run(
				'promotion.launch',
				{ ...form, options: { checkContacts: 'strict' } },
				{ items },
			);
			expect(error?.message).toContain('"name" is');
			expect(world.requests('launch')).toBe(0);
			const row = launched(
				await world.run('promotion.launch', { ...form, options: { checkContacts: 'warn' } }, { items }),
			);
			expect(JSON.stringify(row.warnings)).toContain('Card 1');
		},
	);
});

describe('of a CSV file in a form of its own', () => {
	inOneWorld('all three act on what is converted', async (world) => {
		const file = `Handynummer;Vorname;Ort\n${PEOPLE.map(([name, phone]) => `${phone};${name};Köln\n`).join('')};;\n`;
		const items = [await world.engine.fileItem(Buffer.from(file, 'latin1'))];
		const options = { ...leaveOut, ...international, doNotContact: '+491701234506' };
		launched(await world.run('promotion.launch', { ...fromFile, options }, { items }));
		const contents = world.simulator.launches()[0]?.file?.contents;
		expect(contents).toMatchObject({ encoding: 'utf-8', delimiter: ',', columns: ['phone', 'name', 'Ort'] });
		const expected = Object.entries(without(CORRECTED, 'Flo')).map(([name, phone]) => [phone, name, 'Köln']);
		expect(contents?.firstRows).toEqual(expected);
	});
});

const A = '+491701234501';
const B = '+491701234502';
const C = '+491701234503';
const listOf = (entries: unknown): string => `={{ ${JSON.stringify(entries).replaceAll('}', '} ')} }}`;

describe('Do Not Contact', () => {
	const sentTo = async (world: World, options: INodeParameters, phones = [A, B, C]): Promise<string[]> => {
		const items = phones.map((phone, index) => ({ json: { name: `Contact ${index}`, phone } }));
		const row = launched(await world.run('promotion.launch', { ...fromItems, options }, { items }));
		const { columns = [], firstRows = [] } = world.simulator.launches()[0]?.file?.contents ?? {};
		expect(row.recipients).toMatchObject({ suppressed: phones.length - firstRows.length });
		return firstRows.map((cells) => cells[columns.indexOf('phone')] ?? '');
	};

	inOneWorld.each(
		[
			...[['+491701234501, +491701234502'], ['+491701234501\n+491701234502'], [`${A} / ${B}`, '+33612345678']],
			...[`${A} ${B}`, `${A} / ${B}`, `${A} and ${B}`, `${A} ::: ${B}`, `${A} ext. 5\n${B} (Bo)`, `${A}${B}`],
			...['491701234501@s.whatsapp.net\n491701234502@c.us', 'https://wa.me/491701234501 0049 170 1234502'],
			...[
				'491701234501 491701234502',
				'Ann: 49 170 1234501; Bo: 49.170.1234502',
				'\u200e+49 170 1234501\n\u202a+49\u00a0170\u20111234502',
			],
			...[
				[491701234501, 491701234502, null, '', 'n/a', '-', 0],
				[[A], [B]],
			],
			...[
				[{ phone: A, mobile: B }],
				[
					{
						phone: [
							{ label: 'work', value: A },
							{ label: 'mobile', value: B },
						],
					},
				],
			],
			...[[{ phones: [A, B] }], [{ phones: { mobile: A, home: B } }], { json: { phones: `${A}; ${B}` } }],
			...[[{ json: { properties: { phone: { value: A }, hs_whatsapp_phone_number: B } }, pairedItem: { item: 0 } }]],
			...[
				[
					{ phone: A, 'Office Phone': B, createdAt: '2026-01-02T10:11:12Z' },
					{ name: 'Nobody', phone: null },
				],
			],
			...[[{ phone: { countryCode: '49', number: '1701234501' } }, { phoneNumber: B, phone_updated: '02.01.2026' }]],
		].map((list) => ({ list })),
	)('counts every number of %j', async (world, { list }) => {
		const doNotContact = typeof list === 'string' ? list : listOf(list);
		expect(await sentTo(world, { doNotContact })).toEqual([C]);
	});

	inOneWorld.each([
		{ list: '0170 1234502', options: { country: 'DE' }, phones: [A, B] },
		{ list: '0170 1234502', options: international, phones: [A, B] },
		{ list: '1701234502', options: { country: 'de' }, phones: [A, B] },
		{ list: listOf(['0170/1234502', '+33 6 12345678']), options: { country: 'DE' }, phones: [A, B] },
		{ list: B, options: { country: 'DE', checkContacts: 'off' }, phones: [A, '0170 1234502'] },
		{ list: B, options: { checkContacts: 'off' }, phones: [A, '0170 1234502'] },
		{ list: B, options: { checkContacts: 'off' }, phones: [A, `+33612345678 / ${B}`] },
		{ list: '+39 06 12345678', options: { checkContacts: 'off' }, phones: [A, '06 12345678'] },
		{ list: `${B}/03`, options: {}, phones: [A, B] },
		{ list: `${C} / 2`, options: {}, phones: [A, B] },
		{ list: `${B}/03`, options: international, phones: [A, `${B}/04`] },
		{ list: B, options: {}, phones: [A, `${C}/02`] },
		{ list: B, options: {}, phones: [A, '+49 (0)170 1234502'] },
		{ list: B, options: { phoneFormat: 'international' }, phones: [A, '+49 (0)170 1234502'] },
		{ list: '+49 (0)170 1234502', options: {}, phones: [A, B] },
		{ list: '0049(0)170/1234502', options: {}, phones: [A, 'tel:+491701234502'] },
		{ list: '1701234502', options: {}, phones: [A, B] },
		{ list: '1701234502', options: {}, phones: [A, '004917 01234502'] },
		{ list: '1701234502', options: {}, phones: [A, '0049/170 1234502'] },
		{ list: listOf([4155550132]), options: {}, phones: [A, '+14155550132'] },
		{ list: listOf(['(415) 555-0132']), options: { phoneFormat: 'international' }, phones: [A, '1 415 555 0132'] },
		{ list: '+14155550132', options: {}, phones: [A, '(415) 555-0132'] },
		{ list: '+14155550132', options: {}, phones: [A, '415.555.0132'] },
		{ list: '+3545551234', options: {}, phones: [A, '555 1234'] },
	])('$list leaves out $phones.1 with $options', async (world, { list, options, phones }) => {
		expect(await sentTo(world, { checkContacts: 'off', ...options, doNotContact: list }, phones)).toEqual([A]);
	});

	inOneWorld('leaves nobody else out', async (world) => {
		const doNotContact = `${A}\n+491701234504\n+331701234503\n1701234505`;
		expect(await sentTo(world, { doNotContact })).toEqual([B, C]);
	});

	inOneWorld.each([
		{ list: [A, '0170 1234502'], entry: 2 },
		{ list: [A, B, { phone: '0170 1234502' }], entry: 3 },
		{ list: `${A}\n\n0170/1234502`, entry: 2 },
		{ list: [A, '4.9170E+11'], entry: 2 },
		{ list: [A, '49 170 1234502 49 170 1234503'], entry: 2 },
		{ list: [A, '+49170*****02 oder 0151'], entry: 2 },
	])('refuses $list, as it cannot compare entry $entry', async (world, { list, entry }) => {
		const doNotContact = typeof list === 'string' ? list : listOf(list);
		const items = [{ json: { phone: A } }, { json: { phone: C } }];
		for (const phoneFormat of ['asIs', 'international']) {
			const options = { doNotContact, phoneFormat };
			const { error } = await world.run('promotion.launch', { ...fromItems, options }, { items });
			expect(error?.message).toContain(`Entry ${entry} of 'Do Not Contact' `);
			expect(`${error?.message} ${error?.description}`).not.toMatch(/\d{3}/);
			expect(error?.description).toContain("'Country'");
		}
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld.each([
		{ file: `name,phone\nAnn,${A}\nB"o,${B}\nCy,${C}\n`, says: 'Line 3: a quotation mark' },
		{ file: `name,phone\nAnn,x,${A}\nBo,y,${C}\n`, says: 'Line 2: the row has more or fewer values' },
		{ file: `name,number\nAnn,${A}\nCy,${C}\n`, says: 'no column is named "phone"' },
		{ file: `Ann,${A}\nCy,${C}\n`, says: 'Line 1: the first row already holds a contact' },
		{ file: `name,Mobile\nAnn,${A}\nCy,${C}\n`, says: "Turn on 'Normalize File'", normalizeFile: false },
		{ file: `name,phone,phone\nAnn,${A},${C}\n`, says: 'more than one column is named "phone"', normalizeFile: false },
		{
			file: 'name,dialcode,phone\nCy,49,1701234503\n',
			says: 'the country or area code is in a separate column',
			normalizeFile: false,
		},
	])('is not passed over in a file that only a report was asked for: $says', async (world, given) => {
		const { file, says, normalizeFile = true } = given;
		const items = [await world.engine.fileItem(file)];
		const options = { checkContacts: 'off', maximumRecipients: 0, normalizeFile };
		const parameters = { ...fromFile, options: { ...options, doNotContact: C } };
		const { error } = await world.run('promotion.launch', parameters, { items });
		expect(`${error?.message} ${error?.description}`).toContain(says);
		expect(error?.description).toContain("contacts in 'Do Not Contact' cannot be left out");
		expect(world.requests('launch')).toBe(0);
		launched(await world.run('promotion.launch', { ...fromFile, options }, { items }));
	});

	inOneWorld.each([
		'={{ 0 }}',
		'={{ 12 }}',
		'={{ $now }}',
		'={{ $now.toISO() }}',
		'={{ $today.toFormat("dd.MM.yyyy") }}',
		'1,000',
		"={{ ['n/a','-','0'] }}",
		'none',
		'={{ true }}',
		'={{ [new Date()] }}',
	])('%s is no list of phone numbers', async (world, doNotContact) => {
		const { error } = await world.run(
			'promotion.launch',
			{ ...fromItems, options: { doNotContact } },
			{ items: asItems() },
		);
		expect(error?.message).toContain("'Do Not Contact' holds no phone number");
		expect(world.requests('launch')).toBe(0);
	});
});

describe('of a CSV file whose phone numbers might be of others', () => {
	inOneWorld.each([
		{
			file: `Name,Shipping Name,Shipping Phone\nAnn,Ann Doe,${A}\nBo,Someone Else,${B}\n`,
			rows: [['Ann', 'Ann Doe', A]],
		},
		{ file: `customer_name,user_name,user_phone\nAnn,Ann Doe,${A}\n`, rows: [['Ann', 'Ann Doe', A]] },
	])('the column goes out as phone: $file', async (world, { file, rows }) => {
		const items = [await world.engine.fileItem(file)];
		launched(await world.run('promotion.launch', { ...fromFile, options: leaveOut }, { items }));
		const { columns, firstRows } = world.simulator.launches()[0]?.file?.contents ?? {};
		expect(columns?.[2]).toBe('phone');
		expect(firstRows).toEqual(rows);
	});
});

describe('of a CSV file in the form of the service', () => {
	const file = `name,phone\nAnn,${A} ::: ${B}\nCy,${C}\n`;

	inOneWorld.each([
		{
			options: {},
			rows: [
				['Ann', A],
				['Cy', C],
			],
		},
		{
			options: { doNotContact: B },
			rows: [
				['Ann', A],
				['Cy', C],
			],
		},
		{ options: { doNotContact: C }, rows: [['Ann', A]] },
		{ options: { doNotContact: A }, rows: [['Cy', C]] },
		{ options: { normalizeFile: false, checkContacts: 'leaveOut' }, rows: [['Cy', C]] },
		{ options: { normalizeFile: false, checkContacts: 'off', doNotContact: B }, rows: [['Cy', C]] },
	])('a cell with several numbers goes out as it was checked, with $options', async (world, { options, rows }) => {
		const items = [await world.engine.fileItem(file)];
		const row = launched(
			await world.run('promotion.launch', { ...fromFile, options: options as INodeParameters }, { items }),
		);
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual(rows);
		expect(row.recipients).toMatchObject({ sent: rows.length });
	});
});

describe('of an uploaded list', () => {
	inOneWorld.each(['+491701234501', "={{ ['+491701234501'] }}", '={{ [] }}'])(
		'Do Not Contact (%s) stops the launch, as n8n sees nobody to leave out',
		async (world, doNotContact) => {
			const { error } = await launchList(world, { options: { doNotContact } });
			expect(error?.message).toContain("'Do Not Contact' cannot be used with an uploaded list");
			expect(error?.description).toContain("set 'Recipients' to 'Input Items' or 'CSV File'");
			expect(world.requests('launch')).toBe(0);
			// Added and never filled in.
			launched(await launchList(world, { options: { doNotContact: '' } }));
		},
	);

	inOneWorld('what was set for contacts before has no say', async (world) => {
		const options = { ...leaveOut, ...international, maximumRecipients: 1, testRecipients: '+491701234501' };
		launched(await launchList(world, { options }));
		expect(world.simulator.launches()[0]).toMatchObject({ form: 'json', targetListName: fromList.targetListName });
	});
});
