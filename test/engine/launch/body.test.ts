/** The body that a launch sends: what the form adds to it, and what it refuses. */
import type { INodeParameters } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';
import { launched, launchFile, launchItems, launchList, quickLaunches } from './support';

const { withService } = setups();
quickLaunches();

describe('the body', () => {
	const body = async (setup: Setup, options: INodeParameters) => {
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

	withService.each<{ says: string; options: INodeParameters }>([
		{ says: '{{ }}', options: { descriptiveProperties: { content: '{"title": "Hi {{ name }}"}' } } },
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

	withService('that may reach others counts nobody whom it cannot see, and warns', async (setup) => {
		const options = { descriptiveProperties: { targetAudience: 'all' } };
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

	withService('with a time to come is not sent now', async (setup) => {
		const options = { additionalBodyFields: '{"scheduleTime": "1924970400"}' };
		setup.simulator.configure({ allowUnknownBodyFields: true });
		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain('a promotion of type IMMEDIATE would probably be sent at once');
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each(['targetListName', 'promotionName'])('is not sent without %p', async (setup, name) => {
		for (const value of ['={{ "" }}', '={{ $json.missing }}', '={{ " " }}']) {
			const { error } = await launchList(setup, { [name]: value });
			expect(error?.message).toContain('is empty');
		}
		const { error } = await launchList(setup, { [name]: '={{ $now }}' });
		expect(error?.message).toMatch(/is not text|is a list, an object or a date/);
		expect(setup.simulator.requests()).toEqual([]);
	});

	withService.each(['Offer\nto nobody', 'Offer \u202eelas gnirpS'])(
		'has a name that a person reads as it is: %j',
		async (setup, promotionName) => {
			const { error } = await launchList(setup, { promotionName: `=${promotionName}` });
			expect(error?.message).toContain("'Promotion Name' contains a line break, a tab or an invisible sign");
			expect(setup.simulator.requests()).toEqual([]);
		},
	);

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
