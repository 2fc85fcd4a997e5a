/** What stops a live run, and is shown by a dry run. */
import type { INodeParameters } from 'n8n-workflow';
import { items, quickWaits, setups, type Setup } from '../support/setup';
import { contacts, hintsOf, launched, launchItems, launchList, onOwn, quickLaunches, writes } from './support';

const { withService } = setups();
quickWaits();
quickLaunches();

interface StopCase {
	what: string;
	says: string;
	advice: string;
	options?: INodeParameters;
	prepare?: (setup: Setup) => unknown;
	stopsTests?: true;
}

const stops: StopCase[] = [
	{
		what: 'too many recipients',
		says: "There are 3 contacts, more than 'Maximum Recipients' (2)",
		advice: "raise 'Maximum Recipients'",
		options: { maximumRecipients: 2 },
	},
	{
		what: 'a list that cannot be read',
		says: 'The service does not accept this API Key for this Account ID',
		advice: 'API Key',
		prepare: ({ simulator }) =>
			simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 401 }, times: 'always' }),
		stopsTests: true,
	},
	{
		what: 'a name that is in use',
		says: 'A promotion named "Spring Sale" already exists (',
		advice: "change 'Promotion Name'",
		prepare: ({ simulator }) => simulator.addPromotion({ name: ' SPRING sale ', phase: 'completed' }),
	},
	{
		what: 'what was sent before',
		says: 'This node has sent, or tried to send, the template "spring_sale" to 3 of these 3 contacts within the last 20 hours',
		advice: "turn off 'Refuse Repeats' in 'Options' for this run",
		prepare: async (setup) => launched(await launchItems(setup, { promotionName: 'Earlier' })),
	},
];

describe('every stop', () => {
	const STOP = 'A live run would not send: ';

	withService.each(stops)('$what: a dry run shows the message at which a live run stops', async (setup, given) => {
		const { says, advice, options = {}, prepare, stopsTests } = given;
		await prepare?.(setup);
		const sentBefore = setup.requests('launch');
		const dry = await launchItems(setup, { sendMode: 'dryRun', options });
		const { warnings, message } = launched(dry);
		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain(`Not sent to 3 contacts: ${says}`);
		expect(error?.description).toContain(advice);
		const why = `${error?.message.replace('Not sent to 3 contacts: ', '')}. ${error?.description}`;
		expect(warnings).toEqual([`${STOP}${why}`]);
		expect(hintsOf(dry)).toContain(`${STOP}${why}`);
		expect(message).not.toContain('would get it');
		expect(setup.requests('launch')).toBe(sentBefore);

		const test = await launchItems(setup, { options, ...onOwn }, { mode: 'manual' });
		if (stopsTests) expect(test.error?.message).toBe(error?.message);
		else expect(launched(test).warnings).toContain(`${STOP}${why}`);
		expect(setup.requests('launch')).toBe(sentBefore + (stopsTests ? 0 : 1));
	});

	withService('all of them are in one message', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const options = { maximumRecipients: 2 };
		expect(launched(await launchItems(setup, { sendMode: 'dryRun', options })).warnings).toHaveLength(2);
		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain("more than 'Maximum Recipients' (2)");
		expect(error?.description).toContain('already exists');
		// What was not sent is not remembered as sent.
		launched(await launchItems(setup, { promotionName: 'Another' }));
	});
});

describe('Maximum Recipients', () => {
	withService('is 1000 without being set, after duplicates are removed', async (setup) => {
		const { error } = await launchItems(setup, {}, { items: contacts(1001) });
		expect(error?.message).toContain("There are 1,001 contacts, more than 'Maximum Recipients' (1,000)");
		expect(setup.requests('launch')).toBe(0);
		const { recipients } = launched(await launchItems(setup, {}, { items: [...contacts(1000), ...contacts(5)] }));
		expect(recipients).toMatchObject({ rows: 1005, handedOver: 1000 });
	});

	withService.each([0, '={{ $json.missing }}'])(
		'is at least 1, and never lifted by %p',
		async (setup, maximumRecipients) => {
			const { error } = await launchItems(setup, { options: { maximumRecipients } });
			expect(error?.message).toMatch(/'Maximum Recipients' (must be a whole number of 1 or more|is empty)/);
			expect(writes(setup)).toEqual([]);
		},
	);
});

describe('Maximum Launches', () => {
	/** Campaigns to lists of their own. */
	const each = (index: string, maximumLaunches?: number) => ({
		promotionName: `=Sale {{ ${index} }}`,
		targetListName: `=List {{ ${index} }}`,
		options: { refuseRepeats: false, ...(maximumLaunches && { maximumLaunches }) },
	});
	const upTo = (maximumLaunches?: number) => each('$itemIndex', maximumLaunches);
	const says = "This node would make 3 launches in this execution, more than 'Maximum Launches' (2) allows";

	withService('stops all items before the first where they are one too many, and no fewer', async (setup) => {
		const three = { items: items(3) };
		const { error } = await launchList(setup, upTo(2), three);
		expect([error?.message, error?.description]).toEqual([says, expect.stringMatching(/^Nothing was sent\. /)]);
		const going = await launchList(setup, upTo(2), { ...three, onError: 'continueRegularOutput' });
		for (const { json } of going.items)
			expect(json).toEqual({ error: says, advice: error?.description?.replaceAll('<br>', '\n') });
		const dry = await launchList(setup, { ...upTo(2), sendMode: 'dryRun' }, three);
		for (const { warnings } of dry.json) expect(String(warnings)).toContain(says);
		expect(writes(setup)).toEqual([]);
		const result = await launchList(setup, upTo(3), three);
		expect(result.items.map(({ json, pairedItem }) => [json.promotionName, json.outcome, pairedItem])).toEqual(
			[0, 1, 2].map((item) => [`Sale ${item}`, 'launched', { item }]),
		);
		const counts = hintsOf(result).filter((hint) => hint.includes('has made'));
		expect(counts).toEqual([expect.stringContaining('has made 3 launches')]);
	});

	withService('is 1 without being set', async (setup) => {
		const { error } = await launchList(setup, upTo(), { items: items(2) });
		expect(error?.message).toContain("more than 'Maximum Launches' (1) allows");
		expect(writes(setup)).toEqual([]);
	});

	withService('counts over all rounds of a loop, names what was sent before, and keeps its output', async (setup) => {
		const result = await launchList(setup, each('$runIndex', 2), { loop: 5 });
		expect(result.error?.message).toBe(says);
		const sent = setup.simulator.launches();
		const named = sent.map(({ promotionId }, index) => `"Sale ${index}" (${promotionId})`).join(', ');
		expect(result.error?.description).toContain(
			`This one was not sent. Already handed over in this execution: ${named}.`,
		);
		expect(sent.map(({ body }) => body.name)).toEqual(['Sale 0', 'Sale 1']);
		expect(result.output(0, { run: 0 })[0]?.json).toMatchObject({ outcome: 'launched', promotionName: 'Sale 0' });
	});

	withService.each([
		{ fault: { kind: 'status', status: 422 }, message: '"Sale 1" was not launched to' },
		{ fault: { kind: 'reset' }, message: 'It is not known whether "Sale 1" was launched to' },
	] as const)('where the service fails a later one, what was sent before is named: $message', async (setup, given) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: given.fault, skip: 1 });
		const { error } = await launchList(setup, upTo(2), { items: items(2) });
		const [first] = setup.simulator.launches();
		expect(error?.message).toContain(given.message);
		expect(error?.description).toContain(`Already handed over in this execution: "Sale 0" (${first?.promotionId}).`);
		expect(error?.description).not.toContain('Nothing was sent');
	});
});
