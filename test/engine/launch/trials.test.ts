/** What reaches few or nobody: tests and dry runs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { worlds, type World } from '../support/world';
import {
	contacts,
	csv,
	launched,
	launchFile,
	launchItems,
	launchList,
	onOwn,
	OWN,
	phone,
	phonesReached,
	quickLaunches,
	strangers,
	writes,
} from './support';

const { inOneWorld, inWorld } = worlds();
quickLaunches();

describe('Send To, without being set', () => {
	inOneWorld('sends to nobody in mode manual, or to the test phones, and says why', async (world) => {
		const mode = 'manual';
		const result = await launchItems(world, {}, { items: contacts(2), mode });
		expect(launched(result)).toMatchObject({
			outcome: 'dryRun',
			launched: false,
			recipients: { rows: 2, ready: 2, handedOver: 0 },
			fieldsUsed: { phone: 'phone', name: 'name' },
			message: expect.stringContaining("This is a test, and 'Test Phones' is empty") as string,
			body: { name: 'Spring Sale', promotionType: 'IMMEDIATE', template: { name: 'spring_sale' } },
		});
		const hints = result.hints.map(({ message }) => message).join();
		expect(hints).toContain("enter your number in 'Test Phones'");
		expect(hints).toContain('schedule, form or webhook and publish it');
		expect(writes(world)).toEqual([]);
		launched(await launchItems(world, onOwn, { items: contacts(12), mode }));
		expect(phonesReached(world)).toEqual(OWN);
	});

	inOneWorld.each<INodeParameters>([
		{ additionalBodyFields: '{"audience": "everybody"}' },
		{ descriptiveProperties: { targetAudience: 'all' } },
		{ descriptiveProperties: { uploadedListId: 'everybody' } },
	])('sends to nobody in a test with %j, which could reach others', async (world, options) => {
		const row = launched(await launchItems(world, { ...onOwn, options }, { mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'dryRun', launched: false });
		expect(row.message).toContain('could make the service send to other phones, too');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('tests neither leave a record of what was sent, nor mind one', async (world) => {
		for (const promotionName of ['A', 'B']) {
			launched(await launchFile(world, { ...onOwn, promotionName }, { mode: 'manual' }));
		}
		launched(await launchFile(world, { promotionName: 'C' }));
		launched(await launchFile(world, { ...onOwn, promotionName: 'D' }, { mode: 'manual' }));
		expect((await launchFile(world, { promotionName: 'E' })).error?.message).toContain(
			'This node has sent, or tried to send, ',
		);
		expect(world.requests('launch')).toBe(4);
	});
});

describe('a test', () => {
	inOneWorld('that is tried again does not go out again, and what it did stays to be seen', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const given = { mode: 'manual', retryOnFail: true, maxTries: 2 };
		const tried = await launchItems(world, { ...onOwn, promotionName: '=Sale {{ $now.toMillis() }}' }, given);
		expect(launched(tried)).toMatchObject({ outcome: 'reconciled' });

		// A later item fails, so n8n's Retry comes to the first once more.
		const items = [await world.engine.fileItem(csv(3)), { json: {} }];
		const parameters = { ...onOwn, promotionName: '=Sale {{ $itemIndex }}', options: { maximumLaunches: 2 } };
		const failed = await launchFile(world, parameters, { items, mode: 'manual' });
		expect(failed.error?.message).toContain('No file found');
		const nodes = failed.setup.nodes.map((node) => ({ ...node, onError: 'continueRegularOutput' as const }));
		const retried = await world.engine.retry(failed, { ...failed.setup, nodes });
		expect(retried.json[0]).toMatchObject({ outcome: 'alreadyLaunched' });
		expect(retried.hints.map(({ message }) => message).join()).toMatch(
			/nothing was sent again: This was a test: .* Handed over for 2 test phones as "Sale 0 \[test /,
		);
		expect(phonesReached(world)).toEqual([...OWN, ...OWN]);
	});

	inOneWorld('marks promotion and list, leaves the name free, and can be repeated', async (world) => {
		world.simulator.addPromotion({ name: 'Winter Sale' });
		const marked = /^Spring Sale \[test \d\d:\d\d:\d\d\]$/;
		for (const _ of [1, 2]) {
			const result = await launchItems(world, onOwn, { mode: 'manual' });
			const row = launched(result);
			expect(row.promotionName).toMatch(marked);
			expect(row.message).toMatch(
				/^This was a test: your contacts got nothing\. Handed over for 2 test phones as "Spring Sale \[test /,
			);
			expect(result.hints[0]?.message).toBe(row.message);
			expect(row.recipients).toMatchObject({ ready: 3, handedOver: 2 });
			for (const message of [row.message, ...(row.notes as string[])])
				expect(result.hints.map((hint) => [hint.message, hint.type])).toContainEqual([message, 'info']);
		}
		for (const { body, targetListName } of world.simulator.launches()) {
			expect(body.name).toMatch(marked);
			expect(targetListName).toMatch(marked);
		}
		// A name that exists does not stop a test, which has one of its own.
		launched(await launchItems(world, { ...onOwn, promotionName: 'Winter Sale' }, { mode: 'manual' }));
		expect(strangers(world)).toEqual([]);
		const live = launched(await launchItems(world));
		expect(live).toMatchObject({ outcome: 'launched', promotionName: 'Spring Sale' });
		expect(world.simulator.launches()).toHaveLength(4);
	});
});

describe('a dry run', () => {
	inOneWorld('shows first who would get what, and what stands in the way of it', async (world) => {
		const result = await launchItems(world, { sendMode: 'dryRun' });
		const row = launched(result);
		// In the order in which people read it.
		expect(Object.keys(row)).toEqual([
			...['outcome', 'launched', 'message', 'promotionName', 'promotionId', 'status', 'template', 'recipients'],
			...['fieldsUsed', 'warnings', 'notes', 'preview', 'body', 'accountId'],
		]);
		const [first, ...others] = result.hints.map(({ message }) => message);
		expect(row.message).toBe("Nothing was sent. 3 of 3 contacts would get it. 'Send To' is set to 'Nobody (Dry Run)'.");
		// For the person who runs it, not for those whom a workflow shows its output.
		expect(first).toBe(`${String(row.message)} To send, set 'Send To' to 'Everyone, When Published'.`);
		expect(others).toEqual([expect.stringMatching(/phone.*name/i)]);
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('to an uploaded list says so in a sentence', async (world) => {
		const { message } = launched(await launchList(world, { sendMode: 'dryRun' }));
		expect(message).toContain('Nothing was sent. The uploaded list "Customers March" would get it. ');
	});

	inOneWorld('says how many would get it, and a live run how many got it', async (world) => {
		const twice = { items: [...contacts(3), ...contacts(1)] };
		const dry = await launchItems(world, { sendMode: 'dryRun' }, twice);
		expect(dry.hints[0]?.message).toContain('3 of 4 contacts would get it.');
		const live = await launchItems(world, { promotionName: 'Spring Sale' }, twice);
		const { message, status } = launched(live);
		expect(message).toMatch(/^Handed over for 3 contacts as "Spring Sale"; the service answered/);
		expect(message).toContain(`The list shows it as “${String(status)}”.`);
		expect(live.hints).toContainEqual(expect.objectContaining({ message, type: 'info' }));
	});

	inOneWorld('says how many entries Do Not Contact has, and whom they left out', async (world) => {
		const options = { doNotContact: [1, 2, 3, 4].map(phone) };
		const { hints } = await launchItems(world, { sendMode: 'dryRun', options }, { items: contacts(3) });
		const [hint] = hints.filter(({ message }) => message.includes('Do Not Contact'));
		expect(hint).toMatchObject({ type: 'info', message: expect.stringMatching(/4 .*2 /) as string });
	});

	inOneWorld(
		'asks where a person looks, and Do Not Contact left out nobody; a live run only says so',
		async (world) => {
			const options = { doNotContact: phone(77) };
			const typeIn = async (parameters: INodeParameters, mode: string) =>
				(await launchItems(world, { options, ...parameters }, { mode })).hints.find(({ message }) =>
					message.includes('Do Not Contact'),
				)?.type;
			expect(await typeIn({ sendMode: 'dryRun' }, 'manual')).toBe('warning');
			expect(await typeIn(onOwn, 'manual')).toBe('warning');
			expect(await typeIn({}, 'trigger')).toBe('info');
		},
	);

	inOneWorld('leaves the stops of a live run at the top of its hints', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const items = [...contacts(30), { json: { phone: 'n/a' } }];
		const { hints } = await launchItems(world, { sendMode: 'dryRun' }, { items });
		const [first, second] = hints.map(({ message }) => message);
		// The hint below says what to do.
		expect(first).toBe(
			"Nothing was sent. 'Send To' is set to 'Nobody (Dry Run)'. To send, set 'Send To' to 'Everyone, When Published'.",
		);
		expect(hints.slice(0, 2).map(({ type }) => type)).toEqual(['info', 'warning']);
		expect(second).toContain('A live run would not send: A promotion named "Spring Sale"');
	});

	inOneWorld('is what comes of a test without test phones, and it asks the same', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const row = launched(await launchItems(world, {}, { mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'dryRun', warnings: [expect.stringContaining('already exists')] });
	});
});

describe('Send To, when it is set', () => {
	inOneWorld('is obeyed by tests and live runs', async (world) => {
		for (const mode of ['manual', 'trigger']) {
			const never = launched(await launchItems(world, { sendMode: 'dryRun' }, { mode }));
			expect(never).toMatchObject({
				outcome: 'dryRun',
				message: expect.stringContaining('Nobody (Dry Run)') as string,
			});
		}
		expect(writes(world)).toEqual([]);
		launched(await launchItems(world, { sendMode: 'always' }, { items: contacts(30), mode: 'manual' }));
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('dry runs of many items share one hint', async (world) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(world, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode: 'manual' });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints.length).toBeLessThan(4);
	});

	inOneWorld('a value that is not among the choices sends nothing', async (world) => {
		const { error } = await launchFile(world, { sendMode: 'sometimes' });
		expect(error?.message).toContain("'Send To' is");
		expect(writes(world)).toEqual([]);
	});
});

const cards = {
	card: [
		{
			headerImageUrl: 'https://example.com/spring.jpg',
			variables: {
				variable: [
					{ source: 'column', column: 'name' },
					{ source: 'text', text: 'See you soon' },
				],
			},
		},
	],
};
const withOwn = (testPhones: unknown = OWN.join()): INodeParameters => ({ cards, testPhones }) as INodeParameters;
const sentRows = (world: World) => world.simulator.launches().map(({ file }) => file?.contents);

describe('Test Phones', () => {
	inOneWorld('get the test of a list of any size, with the values of its first contacts', async (world) => {
		const row = launched(await launchItems(world, withOwn(), { items: contacts(5000), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { rows: 5000, ready: 5000, handedOver: 2 } });
		const [file, ...others] = sentRows(world);
		expect(others).toEqual([]);
		expect(file?.rows).toBe(2);
		expect(phonesReached(world)).toEqual(OWN);
		const column = file?.columns.indexOf('phone') ?? -1;
		expect(file?.firstRows.map((cells) => cells[1 - column])).toEqual(['Contact 0', 'Contact 1']);
		expect(world.simulator.launches()[0]?.body.name).toMatch(/\[test /);
	});

	inOneWorld(
		"get it without the contact's own ID, which may be used by a variable in live runs alone",
		async (world) => {
			const people = contacts(3).map(({ json }, index) => ({
				json: { ...json, businesssubscriberid: `own-${index}` },
			}));
			const withId = { ...withOwn(), options: { moreFields: { businessSubscriberIdField: 'businesssubscriberid' } } };
			launched(await launchItems(world, withId, { items: people, mode: 'manual' }));
			expect(sentRows(world)[0]?.columns).toEqual(['name', 'phone']);
			const ofOwnId = { card: [{ variables: { variable: [{ source: 'column', column: 'businesssubscriberid' }] } }] };
			const parameters = { ...withId, promotionName: 'With ID', cards: ofOwnId };
			const row = launched(await launchItems(world, parameters, { items: people, mode: 'manual' }));
			expect(row).toMatchObject({
				outcome: 'dryRun',
				message: expect.stringContaining(
					"This is a test, and Card 1, variable 1 uses the contact's own ID, which must not be sent with your phone.",
				) as string,
			});
			expect(sentRows(world)).toHaveLength(1);
			launched(await launchItems(world, parameters, { items: people }));
			expect(sentRows(world)[1]?.columns).toEqual(['name', 'phone', 'businesssubscriberid']);
		},
	);

	inOneWorld('get it in place of fewer contacts, too, and from a file', async (world) => {
		const items = [await world.engine.fileItem(csv(3))];
		const four = [...OWN, '+4915112345670', '+4915112345671'];
		launched(await launchFile(world, withOwn(four.join()), { items, mode: 'manual' }));
		expect(phonesReached(world)).toEqual(four);
	});

	inOneWorld.each(['always', 'dryRun'])('are not read where Send To is %s', async (world, sendMode) => {
		const given = { ...withOwn('nobody'), sendMode };
		expect(launched(await launchItems(world, given)).outcome).toBe(sendMode === 'always' ? 'launched' : 'dryRun');
	});

	inOneWorld.each([
		{ written: '+49 170 1234501\n0049 170 1234501\n+491701234501', sent: ['+491701234501'] },
		{ written: '+491701234501, +491701234502', sent: ['+491701234501', '+491701234502'] },
		{
			written: contacts(10)
				.map(({ json }) => String(json.phone))
				.join(),
			sent: contacts(10).map(({ json }) => String(json.phone)),
		},
	])('$written are $sent, each once', async (world, { written, sent }) => {
		const row = launched(await launchItems(world, withOwn(written), { items: contacts(30, 100), mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', recipients: { handedOver: sent.length } });
		expect((row.preview as IDataObject[]).map((contact) => contact.phone)).toEqual(sent);
		expect(phonesReached(world)).toEqual(sent);
	});

	inOneWorld(
		'get a test that says whom a live run would reach, but only of a run that would not stop',
		async (world) => {
			const items = contacts(3);
			const given = { ...withOwn(), options: { doNotContact: phone(0), ifNameExists: 'fail' } };
			const reasonOf = async () => String(launched(await launchItems(world, given, { items, mode: 'manual' })).notes);
			expect(await reasonOf()).toContain(
				'A live run would go to 2 of 3 contacts. The name "Spring Sale" is still free',
			);
			world.simulator.addPromotion({ name: 'Spring Sale' });
			expect(await reasonOf()).not.toMatch(/would go to|still free/);
			given.options.ifNameExists = 'launch';
			expect(await reasonOf()).toMatch(/would go to 2 of 3 contacts\.(,|$)/);
		},
	);

	inOneWorld('get the test of a launch that would stop when it is live, and it says so', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const stopsShown = async (options: INodeParameters) => {
			const parameters = { ...withOwn(), options };
			const row = launched(await launchItems(world, parameters, { items: contacts(30), mode: 'manual' }));
			expect(row).toMatchObject({ outcome: 'launched', recipients: { handedOver: 2 } });
			return (row.warnings as string[]).filter((warning) => warning.startsWith('A live run would'));
		};
		const stop = (why: string) => expect.stringContaining(`A live run would not send: ${why}`) as string;
		expect(await stopsShown({ maximumRecipients: 29 })).toEqual([
			stop("There are 30 contacts, more than 'Maximum Recipients' (29)"),
			stop('A promotion named "Spring Sale" already exists'),
		]);
		expect(await stopsShown({ maximumRecipients: 30, ifNameExists: 'launch' })).toEqual([]);
	});

	inOneWorld.each(['', ' \n , '])('are none where they are %p', async (world, none) => {
		const row = launched(await launchItems(world, withOwn(none), { mode: 'manual' }));
		expect(row.message).toContain("'Test Phones' is empty");
		expect(writes(world)).toEqual([]);
	});

	inOneWorld.each([
		{ testPhones: '+4915112345678\nAda', message: 'contains "Ada"' },
		{ testPhones: '12', message: 'contains "12"' },
		{ testPhones: '+49 30 901820', message: 'contains "+49 30 901820", which is a landline and gets no RCS messages' },
		{ testPhones: '2025550101', message: 'contains "2025550101", which has no country code' },
		{ testPhones: Array.from({ length: 11 }, (_, index) => phone(index)).join(), message: 'has 11 phone numbers' },
	])('$testPhones are refused, but not in a live run, which does not use them', async (world, given) => {
		const circumstances = { mode: 'manual', items: contacts(1) };
		const { error } = await launchItems(world, withOwn(given.testPhones), circumstances);
		expect(error?.message).toContain(`'Test Phones' ${given.message}`);
		expect(writes(world)).toEqual([]);
		launched(await launchItems(world, withOwn(given.testPhones)));
	});

	inOneWorld.each<{ what: string; given: INodeParameters }>([
		{ what: 'an uploaded list', given: { recipients: 'uploadedList', targetListName: 'Customers' } },
		{ what: 'a file sent unchanged', given: { recipients: 'csvFile', options: { sendFileUnchanged: true } } },
	])('are not read for $what, whose form hides Country', async (world, { given }) => {
		for (const mode of ['manual', 'trigger']) {
			const result = await launchFile(world, { ...given, testPhones: '0151 12345678' }, { mode });
			expect(launched(result).outcome).toBe(mode === 'manual' ? 'dryRun' : 'launched');
		}
	});
});

inOneWorld('an expression never makes a contact a test phone', async (world) => {
	const given = { mode: 'manual', items: contacts(1) };
	const { error } = await launchItems(world, withOwn('={{ $json.phone }}'), given);
	// Most versions of n8n take it for plain text.
	expect(error?.message).toMatch(/'Test Phones' (contains {{ }} as plain text|cannot be an expression)/);
	expect(writes(world)).toEqual([]);
});

describe('the preview of a dry run', () => {
	inOneWorld('shows the first three contacts with their cards filled in', async (world) => {
		const row = launched(await launchItems(world, { cards, sendMode: 'dryRun' }, { items: contacts(500) }));
		expect(row.recipients).toMatchObject({ rows: 500, ready: 500, handedOver: 0 });
		expect(row.preview).toEqual(
			[0, 1, 2].map((index) => ({
				name: `Contact ${index}`,
				phone: phone(index),
				cards: [`Card 1: Contact ${index} · See you soon · picture spring.jpg`],
			})),
		);
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('shows what is in a file, and nothing of an uploaded list', async (world) => {
		const items = [await world.engine.fileItem(csv(2))];
		expect(launched(await launchFile(world, { sendMode: 'dryRun' }, { items })).preview).toHaveLength(2);
		expect(launched(await launchList(world, { sendMode: 'dryRun' })).preview).toBeNull();
	});
});

describe('the template that a launch returns', () => {
	const headerImageUrl = 'https://example.com/spring.jpg';
	const header = { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: headerImageUrl } };
	const body = {
		type: 'BODY',
		variables: [
			{ type: 'text', value: 'Spring' },
			{ type: 'text', value: '${name}' },
		],
	};
	const variable = [
		{ source: 'text', text: 'Spring' },
		{ source: 'column', column: 'name' },
	];

	it.each<[what: string, given: INodeParameters, components: unknown, cards: string[] | undefined]>([
		[
			'with a carousel',
			{ cards: { card: [{ headerImageUrl, variables: { variable } }] } },
			[{ type: 'CAROUSEL', cards: [{ card_index: 0, components: [body, header] }] }],
			['Card 1: Spring · Anna · picture spring.jpg'],
		],
		[
			'of a single card',
			{ cardsMode: 'json', cardsJson: JSON.stringify([header, body]) },
			[header, body],
			['Card: picture spring.jpg · Spring · Anna'],
		],
		['without cards', { cardsMode: 'none' }, undefined, undefined],
	])('is what a next launch sends: %s', async (_, given, components, cards) => {
		await inWorld({ personality: 'grove' }, async (world) => {
			const items = [{ json: { phone: '+4915100000001', name: 'Anna' } }];
			const [dryRun] = (await launchItems(world, { sendMode: 'dryRun', ...given }, { items })).json;
			const template = dryRun?.template as IDataObject;
			expect(template.components).toEqual(components);
			expect((dryRun?.preview as IDataObject[])[0]?.cards).toEqual(cards);
			// As an expression finds it: undefined where there are no cards.
			const next: INodeParameters = {
				templateName: '={{ $json.template.name }}',
				templateId: '={{ $json.template.id }}',
				templateLanguage: '={{ $json.template.language }}',
				cardsMode: 'json',
				cardsJson: '={{ $json.template.components }}',
			};
			const withTemplate = items.map(({ json }) => ({ json: { ...json, template } }));
			const test = launched(await launchItems(world, { ...next, ...onOwn }, { items: withTemplate, mode: 'manual' }));
			const live = launched(await launchItems(world, next, { items: withTemplate }));
			for (const row of [test, live]) expect(row.template).toEqual(template);
			expect(world.simulator.launches().map(({ body: sent }) => sent.template)).toEqual([template, template]);
		});
	});

	it('can be tested where the service wants the account ID in the body', async () => {
		await inWorld({ personality: 'grove' }, async (world) => {
			const options = { additionalBodyFields: JSON.stringify({ businessId: world.simulator.accountId }) };
			launched(await launchItems(world, { ...onOwn, options }, { items: contacts(3), mode: 'manual' }));
			expect(phonesReached(world)).toEqual(OWN);
			expect(world.simulator.launches()[0]?.body).toMatchObject({ businessId: world.simulator.accountId });
		});
	});
});
