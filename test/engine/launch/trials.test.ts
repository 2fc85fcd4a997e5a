/** What reaches few or nobody: tests and dry runs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setups } from '../support/setup';
import {
	CARD,
	contacts,
	csv,
	hintsOf,
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

const { withService, inSetup } = setups();
quickLaunches();

const mode = 'manual';

describe('a test', () => {
	withService('goes to nobody in mode manual, or to the test phones, and says why', async (setup) => {
		const result = await launchItems(setup, {}, { items: contacts(2), mode });
		expect(launched(result)).toMatchObject({
			outcome: 'dryRun',
			launched: false,
			recipients: { rows: 2, ready: 2, handedOver: 0 },
			message: expect.stringContaining("This is a test, and 'Test Phones' is empty") as string,
			body: { name: 'Spring Sale', promotionType: 'IMMEDIATE', template: { name: 'spring_sale' } },
		});
		expect(hintsOf(result)[0]).toMatch(/enter your number in 'Test Phones'.*form or webhook, and publish it/);
		expect(writes(setup)).toEqual([]);
		launched(await launchItems(setup, onOwn, { items: contacts(12), mode }));
		expect(phonesReached(setup)).toEqual(OWN);
	});

	withService('that could reach others goes to nobody', async (setup) => {
		const options = { descriptiveProperties: { targetAudience: 'all' } };
		const { outcome, message } = launched(await launchItems(setup, { ...onOwn, options }, { mode }));
		expect([outcome, message]).toEqual([
			'dryRun',
			expect.stringContaining('make the service send to other phones, too'),
		]);
		expect(writes(setup)).toEqual([]);
	});

	withService('neither leaves a record of what was sent, nor minds one', async (setup) => {
		for (const promotionName of ['A', 'B']) launched(await launchFile(setup, { ...onOwn, promotionName }, { mode }));
		launched(await launchFile(setup, { promotionName: 'C' }));
		launched(await launchFile(setup, { ...onOwn, promotionName: 'D' }, { mode }));
		const { error } = await launchFile(setup, { promotionName: 'E' });
		expect(error?.message).toContain('This node has sent, or tried to send, ');
		expect(setup.requests('launch')).toBe(4);
	});

	withService('that is tried again does not go out again, and what it did stays to be seen', async (setup) => {
		// A later item fails, so n8n's Retry comes to the first once more.
		const items = [await setup.engine.fileItem(csv(3)), { json: {} }];
		const promotionName = '=Sale {{ $itemIndex }} {{ $now.toMillis() }}';
		const failed = await launchFile(
			setup,
			{ ...onOwn, promotionName, options: { maximumLaunches: 2 } },
			{ items, mode },
		);
		expect(failed.error?.message).toContain('No file found');
		expect(failed.error?.description).toMatch(
			/^This one was not sent\. Already handed over in this execution: "Sale 0 /,
		);
		const nodes = failed.setup.nodes.map((node) => ({ ...node, onError: 'continueRegularOutput' as const }));
		const retried = await setup.engine.retry(failed, { ...failed.setup, nodes });
		expect(retried.json[0]).toMatchObject({ outcome: 'alreadyLaunched' });
		expect(hintsOf(retried)[0]).toMatch(
			/nothing was sent again: This was a test: .* Handed over for 2 test phones as "Sale 0 \d+ \[test /,
		);
		expect(phonesReached(setup)).toEqual(OWN);
	});

	withService('marks promotion and list, leaves the name free, and can be repeated', async (setup) => {
		const marked = /^Spring Sale \[test \d\d:\d\d:\d\d\]$/;
		for (const _ of [1, 2]) {
			const result = await launchItems(setup, onOwn, { mode });
			const row = launched(result);
			expect(row.promotionName).toMatch(marked);
			expect(row.message).toMatch(
				/^This was a test: your contacts got nothing\. Handed over for 2 test phones as "Spring Sale \[test /,
			);
			for (const message of [row.message, ...(row.notes as string[])])
				expect(result.hints).toContainEqual(expect.objectContaining({ message, type: 'info' }));
		}
		for (const { body, targetListName } of setup.simulator.launches())
			for (const name of [body.name, targetListName]) expect(name).toMatch(marked);
		expect(strangers(setup)).toEqual([]);
		const live = launched(await launchItems(setup));
		expect(live).toMatchObject({ outcome: 'launched', promotionName: 'Spring Sale' });
	});
});

describe('a dry run', () => {
	const sendMode = 'dryRun';

	withService('shows first who would get what, and what stands in the way of it', async (setup) => {
		const result = await launchItems(setup, { sendMode });
		const row = launched(result);
		// In the order in which people read it.
		expect(Object.keys(row)).toEqual([
			...['outcome', 'launched', 'message', 'promotionName', 'promotionId', 'status', 'template', 'recipients'],
			...['fieldsUsed', 'warnings', 'notes', 'preview', 'body', 'accountId'],
		]);
		expect(row.message).toBe("Nothing was sent. 3 of 3 contacts would get it. 'Send To' is set to 'Nobody (Dry Run)'.");
		// For the person who runs it, not for those whom a workflow shows its output.
		const first = `${String(row.message)} To send, set 'Send To' to 'Everyone, When Published'.`;
		expect(hintsOf(result)).toEqual([first, expect.stringMatching(/phone.*name/i)]);
		expect(writes(setup)).toEqual([]);
		const { message } = launched(await launchList(setup, { sendMode }));
		expect(message).toContain('Nothing was sent. The uploaded list "Customers March" would get it. ');
	});

	withService('says how many would get it, and a live run how many got it', async (setup) => {
		const twice = { items: [...contacts(3), ...contacts(1)] };
		expect(hintsOf(await launchItems(setup, { sendMode }, twice))[0]).toContain('3 of 4 contacts would get it.');
		const live = await launchItems(setup, {}, twice);
		const { message, status } = launched(live);
		expect(message).toMatch(/^Handed over for 3 contacts as "Spring Sale"; the service answered/);
		expect(message).toContain(`The list shows it as “${String(status)}”.`);
		expect(live.hints).toContainEqual(expect.objectContaining({ message, type: 'info' }));
	});

	withService(
		'asks where a person looks, and Do Not Contact left out nobody; a live run only says so',
		async (setup) => {
			const options = { doNotContact: phone(77) };
			const typeIn = async (parameters: INodeParameters, runMode: string) =>
				(await launchItems(setup, { options, ...parameters }, { mode: runMode })).hints.find(({ message }) =>
					message.includes('Do Not Contact'),
				)?.type;
			expect(await typeIn({ sendMode }, mode)).toBe('warning');
			expect(await typeIn(onOwn, mode)).toBe('warning');
			expect(await typeIn({}, 'trigger')).toBe('info');
		},
	);

	withService('leaves the stops of a live run at the top of its hints', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const items = [...contacts(30), { json: { phone: 'n/a' } }];
		const { hints } = await launchItems(setup, { sendMode }, { items });
		const says = "Nothing was sent. 'Send To' is set to 'Nobody (Dry Run)'. To send, set 'Send To' to ";
		expect(hints.slice(0, 2)).toMatchObject([
			{ type: 'info', message: `${says}'Everyone, When Published'.` },
			{ type: 'warning', message: expect.stringContaining('A live run would not send: A promotion named') as string },
		]);
	});

	withService('of many items shares one hint', async (setup) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(setup, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints.length).toBeLessThan(4);
	});

	withService('shows the first three contacts with their cards filled in', async (setup) => {
		const row = launched(await launchItems(setup, { cards: CARD, sendMode }, { items: contacts(500) }));
		expect(row.preview).toEqual(
			[0, 1, 2].map((index) => ({
				name: `Contact ${index}`,
				phone: phone(index),
				cards: [`Card 1: Contact ${index} · See you soon · picture spring.jpg`],
			})),
		);
	});
});

describe('the template that a launch returns', () => {
	const header = { type: 'HEADER', format: 'IMAGE', media: { mediaUrl: 'https://example.com/spring.jpg' } };
	const variables = ['${name}', 'See you soon'].map((value) => ({ type: 'text', value }));
	const body = { type: 'BODY', variables };

	it.each<[what: string, given: INodeParameters, components: unknown, cards: string[] | undefined]>([
		[
			'with a carousel',
			{ cards: CARD },
			[{ type: 'CAROUSEL', cards: [{ card_index: 0, components: [body, header] }] }],
			['Card 1: Anna · See you soon · picture spring.jpg'],
		],
		[
			'of a single card',
			{ cardsMode: 'json', cardsJson: JSON.stringify([header, body]) },
			[header, body],
			['Card: picture spring.jpg · Anna · See you soon'],
		],
		['without cards', { cardsMode: 'none' }, undefined, undefined],
	])('is what a next launch sends: %s', async (_, given, components, cards) => {
		await inSetup({ personality: 'grove' }, async (setup) => {
			const items = [{ json: { phone: '+4915100000001', name: 'Anna' } }];
			const [dryRun] = (await launchItems(setup, { sendMode: 'dryRun', ...given }, { items })).json;
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
			for (const parameters of [{ ...next, ...onOwn }, next]) {
				const runMode = parameters === next ? 'trigger' : mode;
				const row = launched(await launchItems(setup, parameters, { items: withTemplate, mode: runMode }));
				expect(row.template).toEqual(template);
			}
			expect(setup.simulator.launches().map(({ body: sent }) => sent.template)).toEqual([template, template]);
		});
	});
});
