/** What a launch sends, and what must be the same for all of its contacts. */
import { createHash } from 'node:crypto';
import { appendFile, rm, truncate } from 'node:fs/promises';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { setups } from '../support/setup';
import { binaryModes } from '../../harness/binaryStore';
import { Engine } from '../../harness/engine';
import { startSimulator } from '../../../simulator';
import { Setup } from '../support/setup';
import { contacts, csv, launched, launchFile, launchItems, launchList, quickLaunches, SPEED } from './support';

const { withService, underEveryPersonality } = setups();
quickLaunches();
/** If the service answers in plain text, the list has to show the launch. */
const LAUNCHED: unknown = expect.stringMatching(/^(launched|reconciled)$/);
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const documentedBody = {
	name: 'Spring Sale',
	promotionType: 'IMMEDIATE',
	promotionBase: 'TEMPLATE',
	promotionTemplateType: 'TEMPLATE',
	template: {
		name: 'spring_sale',
		id: 't-1',
		language: 'en',
		components: [
			{
				type: 'CAROUSEL',
				cards: [
					{
						card_index: 0,
						components: [{ type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://example.com/spring.jpg' } }],
					},
				],
			},
		],
	},
	channelType: 'rcs',
};

describe('what goes over the wire', () => {
	underEveryPersonality(
		'a CSV file goes out byte for byte with the documented body',
		async (setup) => {
			const row = launched(await launchFile(setup));
			const [launch, ...others] = setup.simulator.launches();
			expect(others).toEqual([]);
			expect(launch).toMatchObject({ form: 'multipart', targetListName: 'Spring Sale', body: documentedBody });
			expect(launch?.partOrder).toEqual(['file', 'body']);
			expect(launch?.file).toMatchObject({
				fileName: 'contacts.csv',
				contentType: 'text/csv',
				sha256: sha256(csv(3)),
			});
			expect(launch?.bodyContentType).toBe('application/json');
			expect(launch?.contentLength).toBe(launch?.receivedBytes);
			expect(launch?.headers['transfer-encoding']).toBeUndefined();
			expect(row).toMatchObject({
				outcome: LAUNCHED,
				launched: true,
				accountId: setup.simulator.accountId,
				promotionId: launch?.promotionId,
				promotionName: 'Spring Sale',
				recipients: { rows: 3, ready: 3, handedOver: 3, duplicatesRemoved: 0, invalid: 0 },
				fieldsUsed: { name: 'name', phone: 'phone' },
				warnings: row.outcome === 'launched' ? [] : [expect.stringContaining('The list shows the promotion')],
			});
			expect(row).toHaveProperty('response');
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'items become one file with the chosen fields only',
		async (setup) => {
			const items = contacts(3).map(({ json }) => ({ json: { ...json, secret: 'stays here' } }));
			const result = await launchItems(setup, {}, { items });
			const row = launched(result);
			const [launch] = setup.simulator.launches();
			expect(launch?.file?.contents).toMatchObject({
				encoding: 'utf-8',
				byteOrderMark: false,
				delimiter: ',',
				lineEnding: '\r\n',
				rows: 3,
			});
			expect(launch?.file?.contents?.columns.slice().sort()).toEqual(['name', 'phone']);
			expect(row).toMatchObject({
				outcome: LAUNCHED,
				recipients: { rows: 3, ready: 3, handedOver: 3 },
				promotionId: launch?.promotionId,
			});
			expect(result.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		},
		{ speed: SPEED },
	);

	underEveryPersonality(
		'an uploaded list goes out as JSON',
		async (setup) => {
			const row = launched(await launchList(setup, { targetListName: 'Março & Abril 50% + "more"' }));
			const [launch] = setup.simulator.launches();
			expect(launch).toMatchObject({
				form: 'json',
				targetListName: 'Março & Abril 50% + "more"',
				body: documentedBody,
			});
			const counts = row.recipients as Record<string, unknown>;
			expect(row).toMatchObject({ outcome: LAUNCHED, promotionId: launch?.promotionId });
			// Nobody knows how many they are.
			expect(new Set(Object.values(counts))).toEqual(new Set([null]));
		},
		{ speed: SPEED },
	);

	withService('a blank in the name of the list is one in every reading of the query', async (setup) => {
		launched(await launchList(setup, { targetListName: 'Customers March' }));
		expect(setup.simulator.requests({ endpoint: 'launch' })[0]?.url).toContain('?name=Customers%20March');
	});
});

describe('a file that changes between its check and its sending', () => {
	withService.each([
		{ what: 'shorter', change: async (path: string) => await truncate(path, 30) },
		{ what: 'longer', change: async (path: string) => await appendFile(path, 'Eve,+15559999999\r\n') },
		{ what: 'gone', change: async (path: string) => await rm(path) },
	])('goes out as it was checked when it is $what', async (setup, { change }) => {
		const file = await setup.engine.fileItem(csv(3));
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' } });
		const running = launchFile(setup, {}, { items: [file] });
		await setup.simulator.waitForRequest({ endpoint: 'list', after: 0 });
		await change(Container.get(BinaryDataService).getPath(file.binary?.data?.id ?? ''));
		setup.simulator.releaseHeld();
		launched(await running);
		expect(setup.simulator.launches().map((launch) => launch.file?.sha256)).toEqual([sha256(csv(3))]);
	});
});

describe.each(binaryModes)('a file in mode %s', (binaryMode) => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start({ binaryMode });
	});
	afterAll(async () => await engine.stop());

	it('goes out whole, however large and whatever it is called', async () => {
		const simulator = await startSimulator({ speed: SPEED });
		const setup = new Setup(engine, simulator);
		const content = csv(20_000);
		const binary = await engine.binary(content, { mimeType: 'application/octet-stream' });
		const items = [{ json: {}, binary: { data: { ...binary, fileName: undefined } } }];
		launched(await launchFile(setup, { options: { maximumRecipients: 100_000 } }, { items }));
		expect(simulator.launches()[0]?.file).toMatchObject({
			bytes: Buffer.byteLength(content),
			sha256: sha256(content),
			contentType: 'text/csv',
		});
		expect(simulator.launches()[0]?.file?.fileName).not.toBe('');
		await simulator.stop();
	});
});

describe('the body', () => {
	const body = async (setup: Parameters<typeof launchList>[0], options: INodeParameters) => {
		const parameters = { options: { refuseRepeats: false, ifNameExists: 'launch', ...options } };
		const result = await launchList(setup, parameters);
		return { error: result.error, body: setup.simulator.launches().at(-1)?.body };
	};

	withService('takes every descriptive property under its own name', async (setup) => {
		const descriptiveProperties = {
			campaignName: 'Spring',
			messageType: 'rich_card',
			content: '{"title": "Hello", "media": {"url": "https://example.com/a.jpg"}}',
			title: 'Title',
			description: 'Text',
			mediaUrl: 'https://example.com/a.jpg',
			mediaHeight: 'TALL',
			suggestions: '[{"text": "Open"}]',
			uploadedListId: 'list-7',
			targetAudience: 'premium',
		};
		const sent = await body(setup, { descriptiveProperties });
		expect(sent.error).toBeUndefined();
		expect(sent.body).toMatchObject({
			...descriptiveProperties,
			content: { title: 'Hello', media: { url: 'https://example.com/a.jpg' } },
			suggestions: [{ text: 'Open' }],
		});
	});

	withService.each<{ label: string; given: INodeParameters }>([
		{ label: 'Content', given: { descriptiveProperties: { content: '{}' } } },
		{ label: 'Suggestions', given: { descriptiveProperties: { suggestions: ' [ ] ' } } },
		{ label: 'Additional Body Fields', given: { additionalBodyFields: '{}' } },
		{ label: 'Additional Body Fields', given: { additionalBodyFields: '={{ {} }}' } },
	])('refuses JSON that was added and not filled in: $label', async (setup, { label, given }) => {
		const { error } = await body(setup, given);
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining(`'${label}' is empty`),
			expect.stringContaining('Fill it in or remove it'),
		]);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each<{ message: string; given: INodeParameters }>([
		{ message: "'Content' is not a JSON object", given: { content: '[1]' } },
		{ message: "'Suggestions' is not a JSON array", given: { suggestions: '{"text": "Open"}' } },
		{ message: 'not one of its options', given: { messageType: 'letter' } },
		{ message: 'not one of its options', given: { mediaHeight: 'tall' } },
		{ message: 'not one of its options', given: { targetAudience: 'everyone' } },
		{ message: "'Scheduled Time' is not a date", given: { scheduledTime: 'soon' } },
		{ message: "'Scheduled Time' is empty", given: { scheduledTime: '' } },
		{ message: "'Campaign Name' is empty", given: { campaignName: '' } },
	])('refuses $given: $message', async (setup, { message, given }) => {
		const { error } = await body(setup, { descriptiveProperties: given });
		expect(error?.message).toContain(message);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each<{ says: string; options: INodeParameters }>([
		{ says: '{{ }}', options: { descriptiveProperties: { content: '{"title": "Hi {{ name }}"}' } } },
		{ says: '"undefined"', options: { descriptiveProperties: { content: '={{ ({ title: "Hi " + undefined }) }}' } } },
		{ says: 'text is missing', options: { descriptiveProperties: { suggestions: '[{"text": null}]' } } },
		{ says: '${name} is part of a longer text', options: { descriptiveProperties: { title: 'Hi ${name}' } } },
		{ says: "'Name Field' is empty", options: { descriptiveProperties: { title: '${name}' } } },
		{ says: '$json', options: { additionalBodyFields: '{"footer": "{{ $json.footer"}' } },
	])('holds to the rules for cards beside them, too: $says', async (setup, { says, options }) => {
		const { error } = await launchFile(setup, { nameField: '', options });
		expect(error?.message).toContain(says);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('writes a time as ISO 8601 in the zone of the workflow', async ({ engine, credentials }) => {
		const time = async (scheduledTime: string, timezone: string) => {
			const parameters = {
				resource: 'promotion',
				operation: 'launch',
				sendMode: 'dryRun',
				recipients: 'uploadedList',
				targetListName: 'L',
				promotionName: 'P',
				templateName: 't',
				templateId: 't',
				templateLanguage: 'en',
				cardsMode: 'none',
				options: {
					descriptiveProperties: { scheduledTime },
					additionalBodyFields: '{"promotionType": "SCHEDULED"}',
				},
			};
			const { json } = await engine.run({ nodes: [{ credentials, parameters }], settings: { timezone } });
			return (json[0]?.body as INodeParameters).scheduledTime;
		};
		expect(await time('2030-03-30T18:00:00', 'Europe/Berlin')).toBe('2030-03-30T18:00:00+01:00');
		expect(await time('2030-04-01T18:00:00', 'Europe/Berlin')).toBe('2030-04-01T18:00:00+02:00');
		expect(await time('2030-03-30T18:00:00Z', 'America/New_York')).toBe('2030-03-30T14:00:00-04:00');
		expect(await time('={{ DateTime.fromISO("2030-03-30T18:00:00Z").toISO() }}', 'UTC')).toBe('2030-03-30T18:00:00Z');
	});

	withService('takes additional fields, and their word over the fixed ones', async (setup) => {
		setup.simulator.configure({ allowUnknownBodyFields: true });
		const sent = await body(setup, { additionalBodyFields: '{"brand": {"id": 7}}' });
		expect(sent.body).toMatchObject({ brand: { id: 7 }, promotionType: 'IMMEDIATE' });
		const dry = await launchList(setup, {
			sendMode: 'dryRun',
			options: { additionalBodyFields: '{"promotionBase": "FLOW"}' },
		});
		expect(dry.json[0]?.body).toMatchObject({ promotionBase: 'FLOW', promotionType: 'IMMEDIATE' });
	});

	withService.each<INodeParameters>([
		{ descriptiveProperties: { targetAudience: 'all' } },
		{ descriptiveProperties: { uploadedListId: 'everybody' } },
		{ additionalBodyFields: '{"targetListId": "everybody"}' },
	])('that may reach others counts nobody whom it cannot see, and warns: %j', async (setup, options) => {
		setup.simulator.configure({ allowUnknownBodyFields: true });
		const dry = launched(await launchItems(setup, { sendMode: 'dryRun', options }));
		expect(dry.message).toContain('3 of 3 contacts and whoever the service adds would get it.');
		const row = launched(await launchItems(setup, { options }));
		expect(row.message).toContain('Handed over for 3 contacts and whoever the service adds as "Spring Sale"');
		expect(row.recipients).toMatchObject({ rows: 3, ready: 3, handedOver: null });
		for (const { warnings } of [dry, row])
			expect(warnings).toContainEqual(expect.stringContaining('How many people get it is not known'));
		const { error } = await launchItems(setup, { promotionName: 'B', options: { ...options, maximumRecipients: 2 } });
		expect(error?.message).toContain('There are 3 contacts');
		expect(setup.requests('launch')).toBe(1);
	});

	withService('that only repeats the account ID reaches nobody else', async (setup) => {
		setup.simulator.configure({ allowUnknownBodyFields: true });
		const options = { additionalBodyFields: JSON.stringify({ businessId: setup.simulator.accountId }) };
		const row = launched(await launchItems(setup, { options }));
		expect(row).toMatchObject({ warnings: [], recipients: { handedOver: 3 } });
	});

	withService.each<INodeParameters>([
		{ additionalBodyFields: '{"scheduleTime": "1924970400"}' },
		{ additionalBodyFields: '{"scheduledTime": "2030-03-31T18:00:00Z"}' },
		{ descriptiveProperties: { scheduledTime: '2030-03-31T18:00:00Z' } },
		{ descriptiveProperties: { content: '{"scheduleTime": 1924970400}' } },
	])('with a time to come is not sent now: %j', async (setup, options) => {
		setup.simulator.configure({ allowUnknownBodyFields: true });
		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain('a promotion of type IMMEDIATE would probably be sent at once');
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('with a time to come is not sent now, where cards hold it', async (setup) => {
		const cardsJson = JSON.stringify([{ card_index: 0, scheduleTime: '1924970400', components: [{ type: 'FOOTER' }] }]);
		const { error } = await launchItems(setup, { cardsMode: 'json', cardsJson });
		expect(error?.message).toContain('would probably be sent at once');
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each(['[1]', 'name: x'])('refuses additional fields that are %p', async (setup, value) => {
		const { error } = await body(setup, { additionalBodyFields: value });
		expect(error?.message).toBe("'Additional Body Fields' is not a JSON object");
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each(['targetListName', 'promotionName', 'templateName', 'templateId', 'templateLanguage'])(
		'is not sent without %p',
		async (setup, name) => {
			for (const value of ['={{ "" }}', '={{ $json.missing }}', '={{ " " }}']) {
				const { error } = await launchList(setup, { [name]: value });
				expect(error?.message).toContain('is empty');
			}
			const { error } = await launchList(setup, { [name]: '={{ $now }}' });
			expect(error?.message).toMatch(/is not text|is a list, an object or a date/);
			expect(setup.simulator.requests()).toEqual([]);
		},
	);

	withService.each(['Offer\nto nobody', 'Offer\tnow', 'Offer \u202eelas gnirpS', 'Offer\u2028two'])(
		'has a name that a person reads as it is: %j',
		async (setup, promotionName) => {
			const { error } = await launchList(setup, { promotionName: `=${promotionName}` });
			expect(error?.message).toContain("'Promotion Name' contains a line break, a tab or an invisible sign");
			expect(setup.simulator.requests()).toEqual([]);
		},
	);

	withService('may have a name with signs of several characters', async (setup) => {
		launched(await launchList(setup, { promotionName: 'Offer 👩‍💻 für März' }));
		expect(setup.simulator.launches()[0]?.body.name).toBe('Offer 👩‍💻 für März');
	});

	withService('carries no carousel where there is none', async (setup) => {
		launched(await launchList(setup, { cardsMode: 'none' }));
		expect(setup.simulator.launches()[0]?.body.template).toEqual({ name: 'spring_sale', id: 't-1', language: 'en' });
		const { error } = await launchList(setup, { promotionName: 'B', cards: {} });
		expect(error?.message).toMatch(/card/i);
		expect(setup.requests('launch')).toBe(1);
	});
});

withService('an option that leaves people out is refused for an uploaded list', async (setup) => {
	const nothing = await launchList(setup, { options: { doNotContact: '={{ 0 }}' } });
	expect(nothing.error?.message).toContain("'Do Not Contact' cannot be used with an uploaded list");
	const { error } = await launchList(setup, { options: { doNotContact: '+4915112345678' } });
	expect(error?.message).toContain("'Do Not Contact' cannot be used with an uploaded list");
	expect(setup.simulator.requests()).toEqual([]);
});

describe('all that is wrong with template and body', () => {
	withService('is in one message, each with its place', async (setup) => {
		const variable = [
			{ source: 'text', text: 'Hi ${name}' },
			{ source: 'text', text: '${firstname}' },
		];
		const { error } = await launchItems(setup, {
			cards: { card: [{ variables: { variable } }] },
			options: { additionalBodyFields: '{"name": "x"}' },
		});
		expect(error?.message).toMatch(/^Not sent to 3 contacts: Card 1, variable 1: \$\{name\} is part of a longer text/);
		expect(error?.description?.split('<br>')).toEqual([
			'Leave only ${name}, or write the text without it.',
			'• Card 1, variable 2: ${firstname} is not available. Use one of: ${name}, ${phone}, ${language}, ${businesssubscriberid}.',
			expect.stringContaining(`'Additional Body Fields' contains "name"`),
			expect.stringContaining('How many people get it is not known'),
		]);
		expect(setup.simulator.requests()).toEqual([]);
	});
});

const DIFFERS = '={{ $json.name }}';
const card = (headerImageUrl: string, text: string) => ({
	headerImageUrl,
	variables: {
		variable: [
			{ source: 'text', text: 'same' },
			{ source: 'text', text },
		],
	},
});
const IMAGE = 'https://example.com/a.jpg';

const differences: Array<[label: string, parameters: INodeParameters]> = [
	['Promotion Name', { promotionName: DIFFERS }],
	['Card 2, Variable 2, Text', { cards: { card: [card(IMAGE, 'a'), card(IMAGE, DIFFERS)] } }],
	['Cards as JSON', { cardsMode: 'json', cardsJson: '={{ JSON.stringify([{ card_index: $itemIndex }]) }}' }],
	['Options, Maximum Recipients', { options: { maximumRecipients: '={{ 100 + $itemIndex }}' } }],
	['Options, Provider-Specific Fields, Title', { options: { descriptiveProperties: { title: DIFFERS } } }],
];

describe('what must be the same for all contacts of one launch', () => {
	withService.each(differences.map(([label, parameters]) => ({ label, parameters })))(
		'$label',
		async (setup, { label, parameters }) => {
			const { error } = await launchItems(setup, parameters);
			expect(error?.message).toBe(`Not sent to 3 contacts: '${label}' differs from contact to contact`);
			expect(error?.description).not.toContain('Nothing was sent');
			expect(error?.description).toContain('item 2 has a different value than item 1');
			expect(setup.simulator.requests()).toEqual([]);
		},
	);

	withService('is named where the expression was typed as fixed text', async (setup) => {
		const typed = 'Hi {{ $json.name }}!';
		const inCard = await launchItems(setup, { cards: { card: [card(IMAGE, typed)] } });
		expect(inCard.error?.message).toBe(
			"Not sent to 3 contacts: 'Card 1, Variable 2, Text' contains {{ }} as plain text, and would differ from contact to contact",
		);
		expect(inCard.error?.description).toContain("set 'Filled With' of this variable to 'Contact Field'");
		const inName = await launchItems(setup, { promotionName: typed });
		expect(inName.error?.description).not.toContain("Switch it from 'Fixed' to 'Expression'");
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService('stops a check of the contacts, too', async (setup) => {
		const options = { doNotContact: '={{ $json.phone }}' };
		const { error } = await setup.run(
			'contactList.check',
			{ recipients: 'inputItems', phoneField: 'phone', options },
			{ items: contacts(3) },
		);
		expect(error?.message).toBe("'Options, Do Not Contact' differs from contact to contact");
	});

	withService('names the way out for a text', async (setup) => {
		const { error } = await launchItems(setup, { cards: { card: [card(IMAGE, DIFFERS)] } });
		expect(error?.description).toContain("'Contact Field' and choose a field");
	});

	withService('is found also where only one of many differs', async (setup) => {
		const items = contacts(3000);
		const { error } = await launchItems(
			setup,
			{ options: { maximumRecipients: 100_000 }, promotionName: '={{ $itemIndex === 1234 ? "other" : "same" }}' },
			{ items },
		);
		expect(error?.message).toContain("'Promotion Name' differs");
		expect(error?.message).toMatch(/^Not sent to 3,000 contacts: /);
	});

	withService('is one failed item for all of them', async (setup) => {
		const result = await launchItems(setup, { promotionName: DIFFERS }, { onError: 'continueRegularOutput' });
		expect(result.json).toEqual([
			{ error: expect.stringMatching(/^Not sent to 3 contacts: /) as string, advice: expect.any(String) as string },
		]);
		expect(result.items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	withService('may be an expression that says the same for all', async (setup) => {
		const parameters = {
			promotionName: '=Sale {{ $now.toISO() }}',
			options: { contactListName: '=Customers in {{ $json.city }}' },
			templateName: '={{ "spring" + "_sale" }}',
		};
		const items = contacts(200).map(({ json }) => ({ json: { ...json, city: 'Oslo' } }));
		const row = launched(await launchItems(setup, parameters, { items }));
		expect(row.promotionName).toMatch(/^Sale 20/);
		expect(setup.simulator.launches().map(({ targetListName }) => targetListName)).toEqual(['Customers in Oslo']);
	});

	withService('does not count in fields that the form hides', async (setup) => {
		launched(
			await launchItems(setup, { cardsMode: 'none', cardsJson: DIFFERS, cards: { card: [card(IMAGE, DIFFERS)] } }),
		);
	});
});
