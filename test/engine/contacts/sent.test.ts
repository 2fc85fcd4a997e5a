/** Who really gets a message, whatever our own output says. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fromFile, fromItems, fromList, launched, launchList, quickLaunches } from '../launch/support';
import { setups, type Setup } from '../support/setup';

const A = '+491701234501';
const B = '+491701234502';

const csv = async ({ engine }: Setup, text: string | Buffer): Promise<INodeExecutionData> =>
	await engine.fileItem(text);

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

	withService('in digits only, if the credential says so', async (setup) => {
		const { baseUrl, accountId, apiKey } = setup.simulator;
		const account = { baseUrl, accountId, apiKey, phoneFormat: 'digits' };
		const credentials = setup.engine.credentials('rcsPromotionApi', account);
		const items = [A, `00${B.slice(1)}`].map((phone, index) => ({ json: { name: `P${index}`, phone } }));
		launched(await setup.run('promotion.launch', fromItems, { items, credentials } as never));
		expect(sentBy(setup).sent).toEqual({ P0: A.slice(1), P1: B.slice(1) });
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

	withService.each([A, '={{ [] }}'])(
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
