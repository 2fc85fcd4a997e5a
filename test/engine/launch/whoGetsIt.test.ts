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

	inOneWorld('the (0) after a country code is odd, and no other number', async (world) => {
		const spellings = ['+49 (0)170 1234501', '+491701234501'];
		const { row, phones } = await sentTo(world, spellings, { checkContacts: 'off' });
		expect(phones).toEqual(['+49 (0)170 1234501']);
		expect(row.recipients).toMatchObject({ invalid: 1, duplicatesRemoved: 1 });
		expect(JSON.stringify(row.warnings)).toContain("Set 'Phone Format' to 'International'");
	});
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
