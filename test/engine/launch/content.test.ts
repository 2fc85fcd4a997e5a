import type { INodeParameters } from 'n8n-workflow';
import { worlds } from '../support/world';
import { contacts, launched, launchFile, launchItems, launchList, quickLaunches } from './support';

const { inOneWorld } = worlds();
quickLaunches();

describe('options that were never added', () => {
	inOneWorld('check the contacts, and stop at a list that looks wrong', async (world) => {
		const items = [await world.engine.fileItem('name,contact\nAda,+15551000001\n')];
		expect((await launchFile(world, {}, { items })).error?.message).toContain('no column is named "phone"');
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('let one odd phone number pass and tell it', async (world) => {
		const items = [...contacts(30), { json: { name: 'Bob', phone: '12' } }];
		const result = await launchItems(world, {}, { items });
		const row = launched(result);
		expect(row.recipients).toMatchObject({ rows: 31, ready: 31, sent: 31, duplicatesRemoved: 0, invalid: 1 });
		expect(row.warnings).toEqual([expect.stringContaining('fewer than 7 digits')]);
		expect(result.hints.map(({ message }) => message).join()).toContain('fewer than 7 digits');
	});

	inOneWorld('remove duplicates, and leave the other lines of the file as they are', async (world) => {
		const file = 'name,phone,note\n"A, a",+15551000001,x\nB,1 555 100 0001,y\nC,+15551000002,z\n';
		const row = launched(await launchFile(world, {}, { items: [await world.engine.fileItem(file)] }));
		expect(row.recipients).toMatchObject({ rows: 3, ready: 2, sent: 2, duplicatesRemoved: 1, invalid: 0 });
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual([
			['A, a', '+15551000001', 'x'],
			['C', '+15551000002', 'z'],
		]);
	});

	inOneWorld('send a file of any form as UTF-8 with commas, unless that is switched off', async (world) => {
		const content = Buffer.from('First Name;Mobile\nJosé;+15551000001\n;\n', 'latin1');
		const row = launched(await launchFile(world, {}, { items: [await world.engine.fileItem(content)] }));
		expect(row.changes).toEqual([
			'encoding windows-1252 → UTF-8',
			'delimiter semicolon → comma',
			'column "First Name" → name',
			'column "Mobile" → phone',
			'1 empty row removed',
		]);
		expect(world.simulator.launches()[0]?.file?.contents).toMatchObject({
			encoding: 'utf-8',
			delimiter: ',',
			columns: ['name', 'phone'],
			firstRows: [['José', '+15551000001']],
		});
		const plain = Buffer.from('name;phone\nJosé;+15551000001\n', 'latin1');
		const off = { promotionName: 'B', options: { normalizeFile: false, ifSentBefore: 'launch' } };
		const asItIs = launched(await launchFile(world, off, { items: [await world.engine.fileItem(plain)] }));
		expect((asItIs.warnings as string[]).join()).toContain('Normalize File');
		expect(world.simulator.launches()[1]?.file).toMatchObject({ bytes: plain.length });
	});

	inOneWorld('are the only file there is, under whatever name, and that is told', async (world) => {
		const { binary } = await world.engine.fileItem('name,phone\nAda,+15551000001\n');
		const items = [{ json: {}, binary: { Contact_list: binary?.data as never } }];
		const row = launched(await launchFile(world, {}, { items }));
		expect(row.warnings).toEqual(["There is no file in 'data', so the only one was taken: 'Contact_list'."]);
		expect(world.simulator.launches()[0]?.file?.contents?.rows).toBe(1);
	});
});

describe('options that were set', () => {
	inOneWorld('Strict stops at one odd phone number', async (world) => {
		const items = [...contacts(30), { json: { name: 'Bob', phone: '12' } }];
		const { error } = await launchItems(world, { options: { checkContacts: 'strict' } }, { items });
		expect(error?.message).toContain('fewer than 7 digits');
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld.each(['checkContacts', 'delimiter', 'ifNameExists', 'ifSentBefore', 'removeDuplicates', 'normalizeFile'])(
		'%p with a value that is none of its choices sends nothing',
		async (world, option) => {
			const { error } = await launchFile(world, { options: { [option]: 'perhaps' } });
			expect(error?.message).toMatch(/is "perhaps", which is not one of its options|is neither on nor off/);
			expect(world.simulator.requests()).toEqual([]);
		},
	);

	inOneWorld('a file field that is not there is answered with those that are', async (world) => {
		const file = (await world.engine.fileItem('phone\n+15551000001\n')).binary?.data as never;
		const items = [{ json: {}, binary: { data: file, other: file } }];
		const { error } = await launchFile(world, { binaryPropertyName: 'file' }, { items });
		expect(error?.message).toBe("No file found in 'file'");
		expect(error?.description).toContain('The files are in: data, other.');
	});
});

describe('the body', () => {
	const body = async (world: Parameters<typeof launchList>[0], options: INodeParameters) => {
		const parameters = { options: { ifSentBefore: 'launch', ifNameExists: 'launch', ...options } };
		const result = await launchList(world, parameters);
		return { error: result.error, body: world.simulator.launches().at(-1)?.body };
	};

	inOneWorld('takes every descriptive property under its own name', async (world) => {
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
		const sent = await body(world, { descriptiveProperties });
		expect(sent.error).toBeUndefined();
		expect(sent.body).toMatchObject({
			...descriptiveProperties,
			content: { title: 'Hello', media: { url: 'https://example.com/a.jpg' } },
			suggestions: [{ text: 'Open' }],
		});
	});

	inOneWorld('leaves out what was added and not filled in', async (world) => {
		const empty = { campaignName: '', content: '{}', suggestions: '[]', scheduledTime: '', mediaUrl: '' };
		const sent = await body(world, { descriptiveProperties: empty, additionalBodyFields: '' });
		expect(sent.error).toBeUndefined();
		expect(Object.keys(sent.body ?? {}).sort()).toEqual(
			['channelType', 'name', 'promotionBase', 'promotionTemplateType', 'promotionType', 'template'].sort(),
		);
	});

	inOneWorld.each<{ message: string; given: INodeParameters }>([
		{ message: "'Content' is not a JSON object", given: { content: '[1]' } },
		{ message: "'Suggestions' is not a JSON array", given: { suggestions: '{"text": "Open"}' } },
		{ message: 'not one of its options', given: { messageType: 'letter' } },
		{ message: 'not one of its options', given: { mediaHeight: 'tall' } },
		{ message: 'not one of its options', given: { targetAudience: 'everyone' } },
		{ message: "'Media URL' is not a web address", given: { mediaUrl: 'spring.jpg' } },
		{ message: "'Scheduled Time' is not a date", given: { scheduledTime: 'soon' } },
	])('refuses $given: $message', async (world, { message, given }) => {
		const { error } = await body(world, { descriptiveProperties: given });
		expect(error?.message).toContain(message);
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('refuses a time for what would be sent at once', async (world) => {
		const { error } = await body(world, { descriptiveProperties: { scheduledTime: '2030-03-31T18:00:00' } });
		expect(error?.message).toContain('would probably be sent at once');
		expect(error?.description).toContain('Schedule Trigger');
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('writes a time as ISO 8601 in the zone of the workflow', async ({ engine, credentials }) => {
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

	inOneWorld('takes additional fields, and their word over the fixed ones', async (world) => {
		world.simulator.configure({ allowUnknownBodyFields: true });
		const sent = await body(world, { additionalBodyFields: '{"brand": {"id": 7}}' });
		expect(sent.body).toMatchObject({ brand: { id: 7 }, promotionType: 'IMMEDIATE' });
		const dry = await launchList(world, {
			sendMode: 'dryRun',
			options: { additionalBodyFields: '{"promotionBase": "FLOW"}' },
		});
		expect(dry.json[0]?.body).toMatchObject({ promotionBase: 'FLOW', promotionType: 'IMMEDIATE' });
	});

	inOneWorld.each(['name', 'template', 'channelType'])(
		'lets additional fields not say %p again',
		async (world, field) => {
			const { error } = await body(world, { additionalBodyFields: JSON.stringify({ [field]: 'x' }) });
			expect(error?.message).toContain(`contains "${field}"`);
			expect(world.simulator.requests()).toEqual([]);
		},
	);

	inOneWorld.each(['[1]', 'name: x', '"text"', '7'])('refuses additional fields that are %p', async (world, value) => {
		const { error } = await body(world, { additionalBodyFields: value });
		expect(error?.message).toBe("'Additional Body Fields' is not a JSON object");
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld.each(['targetListName', 'promotionName', 'templateName', 'templateId', 'templateLanguage'])(
		'is not sent without %p',
		async (world, name) => {
			for (const value of ['={{ "" }}', '={{ $json.missing }}', '={{ " " }}']) {
				const { error } = await launchList(world, { [name]: value });
				expect(error?.message).toContain('is empty');
			}
			const { error } = await launchList(world, { [name]: '={{ $now }}' });
			expect(error?.message).toMatch(/is not text|is a list, an object or a date/);
			expect(world.simulator.requests()).toEqual([]);
		},
	);

	inOneWorld('carries no carousel where there is none', async (world) => {
		launched(await launchList(world, { cardsMode: 'none' }));
		expect(world.simulator.launches()[0]?.body.template).toEqual({ name: 'spring_sale', id: 't-1', language: 'en' });
		const { error } = await launchList(world, { promotionName: 'B', cards: {} });
		expect(error?.message).toMatch(/card/i);
		expect(world.requests('launch')).toBe(1);
	});
});
