/** What reaches few or nobody: tests and dry runs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setups } from '../support/setup';
import {
	CARD,
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

const { withService, inSetup } = setups();
quickLaunches();

describe('Send To, without being set', () => {
	withService('sends to nobody in mode manual, or to the test phones, and says why', async (setup) => {
		const mode = 'manual';
		const result = await launchItems(setup, {}, { items: contacts(2), mode });
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
		expect(hints).toContain('schedule, form or webhook, and publish it');
		expect(writes(setup)).toEqual([]);
		launched(await launchItems(setup, onOwn, { items: contacts(12), mode }));
		expect(phonesReached(setup)).toEqual(OWN);
	});

	withService('sends to nobody in a test that could reach others', async (setup) => {
		const options = { descriptiveProperties: { targetAudience: 'all' } };
		const row = launched(await launchItems(setup, { ...onOwn, options }, { mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'dryRun', launched: false });
		expect(row.message).toContain('could make the service send to other phones, too');
		expect(writes(setup)).toEqual([]);
	});

	withService('tests neither leave a record of what was sent, nor mind one', async (setup) => {
		for (const promotionName of ['A', 'B']) {
			launched(await launchFile(setup, { ...onOwn, promotionName }, { mode: 'manual' }));
		}
		launched(await launchFile(setup, { promotionName: 'C' }));
		launched(await launchFile(setup, { ...onOwn, promotionName: 'D' }, { mode: 'manual' }));
		expect((await launchFile(setup, { promotionName: 'E' })).error?.message).toContain(
			'This node has sent, or tried to send, ',
		);
		expect(setup.requests('launch')).toBe(4);
	});
});

describe('a test', () => {
	withService('that is tried again does not go out again, and what it did stays to be seen', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const given = { mode: 'manual', retryOnFail: true, maxTries: 2 };
		const tried = await launchItems(setup, { ...onOwn, promotionName: '=Sale {{ $now.toMillis() }}' }, given);
		expect(launched(tried)).toMatchObject({ outcome: 'reconciled' });

		// A later item fails, so n8n's Retry comes to the first once more.
		const items = [await setup.engine.fileItem(csv(3)), { json: {} }];
		const parameters = { ...onOwn, promotionName: '=Sale {{ $itemIndex }}', options: { maximumLaunches: 2 } };
		const failed = await launchFile(setup, parameters, { items, mode: 'manual' });
		expect(failed.error?.message).toContain('No file found');
		const nodes = failed.setup.nodes.map((node) => ({ ...node, onError: 'continueRegularOutput' as const }));
		const retried = await setup.engine.retry(failed, { ...failed.setup, nodes });
		expect(retried.json[0]).toMatchObject({ outcome: 'alreadyLaunched' });
		expect(retried.hints.map(({ message }) => message).join()).toMatch(
			/nothing was sent again: This was a test: .* Handed over for 2 test phones as "Sale 0 \[test /,
		);
		expect(phonesReached(setup)).toEqual([...OWN, ...OWN]);
	});

	withService('marks promotion and list, leaves the name free, and can be repeated', async (setup) => {
		setup.simulator.addPromotion({ name: 'Winter Sale' });
		const marked = /^Spring Sale \[test \d\d:\d\d:\d\d\]$/;
		for (const _ of [1, 2]) {
			const result = await launchItems(setup, onOwn, { mode: 'manual' });
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
		for (const { body, targetListName } of setup.simulator.launches()) {
			expect(body.name).toMatch(marked);
			expect(targetListName).toMatch(marked);
		}
		// A name that exists does not stop a test, which has one of its own.
		launched(await launchItems(setup, { ...onOwn, promotionName: 'Winter Sale' }, { mode: 'manual' }));
		expect(strangers(setup)).toEqual([]);
		const live = launched(await launchItems(setup));
		expect(live).toMatchObject({ outcome: 'launched', promotionName: 'Spring Sale' });
		expect(setup.simulator.launches()).toHaveLength(4);
	});
});

describe('a dry run', () => {
	withService('shows first who would get what, and what stands in the way of it', async (setup) => {
		const result = await launchItems(setup, { sendMode: 'dryRun' });
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
		expect(writes(setup)).toEqual([]);
	});

	withService('to an uploaded list says so in a sentence', async (setup) => {
		const { message } = launched(await launchList(setup, { sendMode: 'dryRun' }));
		expect(message).toContain('Nothing was sent. The uploaded list "Customers March" would get it. ');
	});

	withService('says how many would get it, and a live run how many got it', async (setup) => {
		const twice = { items: [...contacts(3), ...contacts(1)] };
		const dry = await launchItems(setup, { sendMode: 'dryRun' }, twice);
		expect(dry.hints[0]?.message).toContain('3 of 4 contacts would get it.');
		const live = await launchItems(setup, { promotionName: 'Spring Sale' }, twice);
		const { message, status } = launched(live);
		expect(message).toMatch(/^Handed over for 3 contacts as "Spring Sale"; the service answered/);
		expect(message).toContain(`The list shows it as “${String(status)}”.`);
		expect(live.hints).toContainEqual(expect.objectContaining({ message, type: 'info' }));
	});

	withService(
		'asks where a person looks, and Do Not Contact left out nobody; a live run only says so',
		async (setup) => {
			const options = { doNotContact: phone(77) };
			const typeIn = async (parameters: INodeParameters, mode: string) =>
				(await launchItems(setup, { options, ...parameters }, { mode })).hints.find(({ message }) =>
					message.includes('Do Not Contact'),
				)?.type;
			expect(await typeIn({ sendMode: 'dryRun' }, 'manual')).toBe('warning');
			expect(await typeIn(onOwn, 'manual')).toBe('warning');
			expect(await typeIn({}, 'trigger')).toBe('info');
		},
	);

	withService('leaves the stops of a live run at the top of its hints', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const items = [...contacts(30), { json: { phone: 'n/a' } }];
		const { hints } = await launchItems(setup, { sendMode: 'dryRun' }, { items });
		const [first, second] = hints.map(({ message }) => message);
		// The hint below says what to do.
		expect(first).toBe(
			"Nothing was sent. 'Send To' is set to 'Nobody (Dry Run)'. To send, set 'Send To' to 'Everyone, When Published'.",
		);
		expect(hints.slice(0, 2).map(({ type }) => type)).toEqual(['info', 'warning']);
		expect(second).toContain('A live run would not send: A promotion named "Spring Sale"');
	});
});

describe('Send To, when it is set', () => {
	withService('dry runs of many items share one hint', async (setup) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(setup, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode: 'manual' });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints.length).toBeLessThan(4);
	});
});

describe('the preview of a dry run', () => {
	withService('shows the first three contacts with their cards filled in', async (setup) => {
		const row = launched(await launchItems(setup, { cards: CARD, sendMode: 'dryRun' }, { items: contacts(500) }));
		expect(row.recipients).toMatchObject({ rows: 500, ready: 500, handedOver: 0 });
		expect(row.preview).toEqual(
			[0, 1, 2].map((index) => ({
				name: `Contact ${index}`,
				phone: phone(index),
				cards: [`Card 1: Contact ${index} · See you soon · picture spring.jpg`],
			})),
		);
		expect(setup.requests('launch')).toBe(0);
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
			const test = launched(await launchItems(setup, { ...next, ...onOwn }, { items: withTemplate, mode: 'manual' }));
			const live = launched(await launchItems(setup, next, { items: withTemplate }));
			for (const row of [test, live]) expect(row.template).toEqual(template);
			expect(setup.simulator.launches().map(({ body: sent }) => sent.template)).toEqual([template, template]);
		});
	});
});
