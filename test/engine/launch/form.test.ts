/** What a launch makes of its form: what it sends of it, and what it asks about instead. */
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setups, type Setup } from '../support/setup';
import {
	contacts,
	csv,
	fromList,
	hintsOf,
	launched,
	launchFile,
	launchItems,
	launchList,
	phone,
	quickLaunches,
} from './support';

const { withService } = setups();
quickLaunches();

const nothingSent = (setup: Setup) => expect(setup.simulator.requests()).toEqual([]);
const rowsOf = (...rows: IDataObject[]) => ({ items: rows.map((json) => ({ json })) });

describe('the body', () => {
	withService('takes every descriptive property under its own name', async (setup) => {
		const descriptiveProperties = {
			...{ campaignName: 'Spring', messageType: 'rich_card', title: 'Title', description: 'Text' },
			...{ mediaUrl: 'https://example.com/a.jpg', mediaHeight: 'TALL' },
			...{ uploadedListId: 'list-7', targetAudience: 'premium' },
			content: '{"title": "Hello", "media": {"url": "https://example.com/a.jpg"}}',
			suggestions: '[{"text": "Open"}]',
		};
		launched(await launchList(setup, { options: { descriptiveProperties } }));
		expect(setup.simulator.launches()[0]?.body).toMatchObject({
			...descriptiveProperties,
			content: { title: 'Hello', media: { url: 'https://example.com/a.jpg' } },
			suggestions: [{ text: 'Open' }],
		});
	});

	withService('writes a time as ISO 8601 in the zone of the workflow', async (setup) => {
		const time = async (scheduledTime: string, timezone: string) => {
			const additionalBodyFields = '{"promotionType": "SCHEDULED"}';
			const options = { descriptiveProperties: { scheduledTime }, additionalBodyFields };
			const parameters = { resource: 'promotion', operation: 'launch', sendMode: 'dryRun', ...fromList, options };
			const nodes = [{ credentials: setup.credentials, parameters }];
			const { json } = await setup.engine.run({ nodes, settings: { timezone } });
			return (json[0]?.body as IDataObject).scheduledTime;
		};
		expect(await time('2030-03-30T18:00:00', 'Europe/Berlin')).toBe('2030-03-30T18:00:00+01:00');
		expect(await time('2030-04-01T18:00:00', 'Europe/Berlin')).toBe('2030-04-01T18:00:00+02:00');
		expect(await time('2030-03-30T18:00:00Z', 'America/New_York')).toBe('2030-03-30T14:00:00-04:00');
		expect(await time('={{ DateTime.fromISO("2030-03-30T18:00:00Z").toISO() }}', 'UTC')).toBe('2030-03-30T18:00:00Z');
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

	withService('carries no carousel where there is none', async (setup) => {
		launched(await launchList(setup, { cardsMode: 'none' }));
		expect(setup.simulator.launches()[0]?.body.template).toEqual({ name: 'spring_sale', id: 't-1', language: 'en' });
	});
});

describe('is asked about, and nothing is sent', () => {
	const card = (text: string) => ({ card: [{ variables: { variable: [{ source: 'text', text }] } }] });
	const ofList = { recipients: 'uploadedList', targetListName: 'L' };
	const body = (additionalBodyFields: string) => ({ options: { additionalBodyFields } });
	const property = (descriptiveProperties: INodeParameters) => ({ options: { descriptiveProperties } });
	const DIFFERS = 'differs from contact to contact';

	const cases: Array<[what: string, says: string, given: INodeParameters]> = [
		['a name of two lines', "'Promotion Name' contains a line break", { promotionName: '=Offer\nto nobody' }],
		['a name that runs backwards', 'or an invisible sign', { promotionName: '=Offer \u202eelas gnirpS' }],
		['no name of a field', "'Phone Field' is empty", { phoneField: '={{ "" }}' }],
		['no name of an uploaded list', "List' is empty", { ...ofList, targetListName: '={{ $json.missing }}' }],
		['a form without cards', 'card', { cards: {} }],
		['a time to come', 'would probably be sent at once', body('{"scheduleTime": "1924970400"}')],
		...['={{ 0 }}', phone(1)].map((doNotContact): [string, string, INodeParameters] => [
			`Do Not Contact for an uploaded list: ${doNotContact}`,
			"'Do Not Contact' cannot be used with an uploaded list",
			{ ...ofList, options: { doNotContact } },
		]),
		[
			'Do Not Contact that an import made fixed text',
			"'Do Not Contact' contains {{ }} as plain text",
			{ options: { doNotContact: "{{ $('Opt-outs').all() }}" } },
		],
		['an option that was left blank', 'Fill it in or remove', { options: { doNotContact: '' } }],
		['{{ }} in JSON beside the cards', '{{ }}', property({ content: '{"title": "Hi {{ name }}"}' })],
		[
			'a column whose field is not chosen',
			"'Name Field' is empty",
			{ ...property({ title: '${name}' }), nameField: '' },
		],
		['a name that differs', `3 contacts: 'Promotion Name' ${DIFFERS}`, { promotionName: '={{ $json.name }}' }],
		['a text of a card that differs', `'Card 1, Variable 1, Text' ${DIFFERS}`, { cards: card('={{ $json.name }}') }],
		['a property that differs', `Fields, Title' ${DIFFERS}`, property({ title: '={{ $json.name }}' })],
		[
			'an expression that was typed as fixed text',
			"'Card 1, Variable 1, Text' contains {{ }} as plain text, and would differ from contact to contact",
			{ cards: card('Hi {{ $json.name }}!') },
		],
	];
	withService.each(cases.map(([what, says, given]) => ({ what, says, given })))(
		'$what',
		async (setup, { says, given }) => {
			const { error } = await launchItems(setup, given);
			expect(`${error?.message} ${error?.description}`.toLowerCase()).toContain(says.toLowerCase());
			nothingSent(setup);
		},
	);

	withService('a binary field that an expression did not find, though there is a file called data', async (setup) => {
		const items = [await setup.engine.fileItem(csv(5))];
		const { error } = await launchFile(setup, { binaryPropertyName: '={{ $json.field }}' }, { items });
		expect(error?.message).toBe("'Input Binary Field' is empty");
		nothingSent(setup);
	});

	withService('one value of many that differs', async (setup) => {
		const promotionName = '={{ $itemIndex === 1234 ? "other" : "same" }}';
		const { error } = await launchItems(setup, { promotionName }, { items: contacts(3000) });
		expect(error?.message).toBe("Not sent to 3,000 contacts: 'Promotion Name' differs from contact to contact");
	});

	withService('all that is wrong with template and body, in one message, each with its place', async (setup) => {
		const variable = ['Hi ${name}', '${firstname}'].map((text) => ({ source: 'text', text }));
		const options = { additionalBodyFields: '{"name": "x"}' };
		const { error } = await launchItems(setup, { cards: { card: [{ variables: { variable } }] }, options });
		expect(error?.message).toMatch(/^Not sent to 3 contacts: Card 1, variable 1: \$\{name\} is part of a longer text/);
		expect(error?.description?.split('<br>')).toEqual([
			'Leave only ${name}, or write the text without it.',
			'• Card 1, variable 2: ${firstname} is not available. Use one of: ${name}, ${phone}, ${language}, ${businesssubscriberid}.',
			expect.stringContaining(`'Additional Body Fields' contains "name"`),
			expect.stringContaining('How many people get it is not known'),
		]);
		nothingSent(setup);
	});
});

describe('an expression', () => {
	withService('may say the same for all, and anything in fields that the form hides', async (setup) => {
		const parameters = {
			promotionName: '=Sale {{ $now.toISO() }}',
			options: { contactListName: '=Customers in {{ $json.city }}' },
			...{ cardsMode: 'none', cardsJson: '={{ $json.name }}' },
		};
		const items = contacts(200).map(({ json }) => ({ json: { ...json, city: 'Oslo' } }));
		expect(launched(await launchItems(setup, parameters, { items })).promotionName).toMatch(/^Sale 20/);
		expect(setup.simulator.launches()[0]?.targetListName).toBe('Customers in Oslo');
	});

	withService('that takes the items of a node is filled in once, however many contacts there are', async (setup) => {
		// What all ways of reading a parameter in n8n come to.
		const context = ExecuteContext.prototype as unknown as { _getNodeParameter(name: string): unknown };
		const read = jest.spyOn(context, '_getNodeParameter');
		const options = { doNotContact: `={{ $input.all().slice(0, 1).concat($items().slice(0, 1)) }}` };
		const { recipients } = launched(await launchItems(setup, { options }, { items: contacts(300) }));
		expect(recipients).toMatchObject({ rows: 300, handedOver: 299, doNotContact: 1 });
		expect(read.mock.calls.filter(([name]) => name.startsWith('options'))).toHaveLength(1);
		read.mockRestore();
	});
});

describe('a run that stops', () => {
	const twice = [{ phone: phone(1) }, { phone: phone(1) }, { phone: phone(2) }];

	withService('counts those who would have got it, or all if something is wrong with them', async (setup) => {
		const leaveOut = { checkContacts: 'leaveOut' };
		const says = async (parameters: INodeParameters) =>
			(await launchItems(setup, { nameField: '', ...parameters }, rowsOf(...twice, { phone: 'unknown' }))).error;
		const limit = await says({ options: { ...leaveOut, maximumRecipients: 1 } });
		expect(limit?.message).toMatch(/^Not sent to 2 contacts: There are 2 /);
		// Nothing of whom it would have left out.
		expect(limit?.description).toBe("To send to all of them, raise 'Maximum Recipients' in 'Options'.");
		const blank = await says({ templateName: '={{ "" }}' });
		expect(blank?.message).toMatch(/^Not sent to 4 contacts: /);
		const nobody = await says({ options: { ...leaveOut, doNotContact: `${phone(1)}, ${phone(2)}` } });
		expect(nobody?.message).toMatch(/^No one is left to send to/);
		expect(setup.requests('launch')).toBe(0);
	});

	withService('because many numbers look wrong tells first what each kind is, then what else to do', async (setup) => {
		const odd = ['ask 12', '4.9E+11', 'ask 34', ''].map((text) => ({ phone: text }));
		const { error } = await launchItems(setup, { nameField: '' }, rowsOf(...twice, ...odd));
		expect(error?.description?.split('<br>').slice(0, 4)).toEqual([
			expect.stringMatching(/^• Item 4: "ask …"/),
			expect.stringMatching(/^• Item 5: .*spreadsheet/),
			expect.stringMatching(/^• Item 7: .*no phone/),
			expect.stringContaining("into 'Phone Field'"),
		]);
		nothingSent(setup);
	});

	withService('shows what contacts hold as it is, though the editor reads HTML', async (setup) => {
		const odd = { phone: '<b>1</b> & 2' };
		const result = await launchItems(setup, { nameField: '', sendMode: 'dryRun' }, rowsOf(...twice, odd));
		expect(hintsOf(result).join()).toContain('&lt;b>1');
		expect(JSON.stringify(result.json)).toContain('<b>1');
		const stopped = await launchItems(setup, { nameField: '' }, rowsOf(odd));
		expect(stopped.error?.description).toContain('&lt;b>1');
		const onError = 'continueRegularOutput';
		const failed = await launchItems(setup, { nameField: '' }, { ...rowsOf(odd), onError });
		expect(failed.json[0]?.advice).toContain('<b>1');
	});
});
