/** What a check says of contacts, as the nodes read them. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { setups, type Setup } from '../support/setup';

const fields = { phoneField: 'phone', nameField: 'name' };
const FILE = { recipients: 'csvFile', ...fields };
const ITEMS = { recipients: 'inputItems', phoneField: 'Mobile' };
const GOOD = 'name,phone\r\nAnn,+491701234567\r\nBo,+491701234568\r\n';

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

	withService.each([1000, 1001])('of %d contacts says if a launch wants Maximum Recipients', async (setup, count) => {
		const rows = Array.from({ length: count }, (_, index) => `Ann,+4917${String(index).padStart(8, '0')}\n`);
		const items = [await csv(setup, `name,phone\n${rows.join('')}`)];
		const { json } = await setup.run('contactList.check', FILE, { items });
		expect(json[0]).toMatchObject({ wouldLaunch: true, recipients: { ready: count } });
		const isSaid = JSON.stringify(json[0]?.warnings).includes("unless its 'Maximum Recipients' is raised");
		expect(isSaid).toBe(count > 1000);
	});

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

	withService.each(['Germany', '49'])('takes no %s for a country', async (setup, country) => {
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
		for (const nothing of [' ', '={{ $json.optOuts }}'])
			expect((await check(nothing)).error?.message).toMatch(/^'Do Not Contact' is empty/);
		// A space behind an expression makes text of its items.
		expect((await check('={{ $input.all() }} ')).json).toMatchObject([
			{ wouldLaunch: false, refusals: [{ message: expect.stringContaining('"[object Object]"') as string }] },
		]);
		expect(JSON.stringify((await check('={{ $now }}')).json)).toContain('none of them holds a phone');
	});
});

describe('Phone Field', () => {
	const { withService } = setups();
	const check = async (setup: Setup, phoneField: string, parameters: INodeParameters = {}) =>
		await setup.run('contactList.check', { ...ITEMS, phoneField, ...parameters }, { items: people });

	withService.each(['={{ $json.Mobile }}', "={{ $('Start').item.json.Mobile }}", '{{ $json.Mobile }}', '$json.Mobile'])(
		'takes the name of a field, not its value: %s',
		async (setup, given) => {
			const { error } = await check(setup, given);
			expect(error).toMatchObject({
				message: "'Phone Field' takes the name of a field, not its value",
				description: "Switch it to 'Fixed' and drag the field into it, or type its name.",
			});
			const options = { moreFields: { languageField: given } };
			expect((await check(setup, 'Mobile', { options })).error?.message).toContain("'Language Field' takes the name");
		},
	);

	withService('takes a constant by expression, and refuses one that gives nothing', async (setup) => {
		expect((await check(setup, '={{ "Mob" + "ile" }}')).json).toMatchObject([{ fieldsUsed: { phone: 'Mobile' } }]);
		for (const nothing of ['={{ undefined }}', '={{ "" }}'])
			expect((await check(setup, nothing)).error?.message).toMatch(/^'Phone Field' (is empty|contains "undefined")/);
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

describe('a check is what a launch does first', () => {
	const { withService } = setups();
	const template = { templateName: 'spring', templateId: 't-1', templateLanguage: 'en', cardsMode: 'none' };
	const odd: INodeParameters[] = [
		{},
		...['', 'STRICT', '={{ null }}'].map((checkContacts) => ({ options: { checkContacts } })),
		...['UTF-8', 'utf8OrWindows1252'].map((encoding) => ({ options: { encoding } })),
		...['+491701234567', 'nobody', '={{ [] }}'].map((doNotContact) => ({ options: { doNotContact } })),
		...['Nobody', ''].map((languageField) => ({ options: { moreFields: { languageField } } })),
		...['de', '={{ 49 }}', '={{ {} }}', '={{ null }}'].map((country) => ({ country })),
		...['Nobody', '={{ null }}', 'Name'].map((phoneField) => ({ phoneField })),
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
