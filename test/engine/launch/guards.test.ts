/** What stops a live run, and is shown by a dry run. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { quickWaits, setups, type Setup } from '../support/setup';
import { contacts, launched, launchItems, launchList, OWN, quickLaunches, writes } from './support';

const { withService } = setups();
quickWaits();
quickLaunches();

/** Campaigns to lists of their own. */
const perItem = {
	promotionName: '=Sale {{ $itemIndex }}',
	targetListName: '=List {{ $itemIndex }}',
	options: { refuseRepeats: false },
};

const perRound = { ...perItem, promotionName: '=Sale {{ $runIndex }}', targetListName: '=List {{ $runIndex }}' };

interface StopCase {
	what: string;
	says: string;
	advice: string;
	options?: INodeParameters;
	prepare?: (setup: Setup) => unknown;
	/** Each its own launch, in place of three contacts. */
	lists?: number;
	holdsTests: boolean;
}

const stops: StopCase[] = [
	{
		what: 'too many recipients',
		says: "There are 3 contacts, more than 'Maximum Recipients' (2)",
		advice: "raise 'Maximum Recipients'",
		options: { maximumRecipients: 2 },
		holdsTests: false,
	},
	{
		what: 'a list that cannot be read',
		says: 'The service does not accept this API Key for this Account ID',
		advice: 'API Key',
		prepare: (setup) =>
			setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 401 }, times: 'always' }),
		holdsTests: true,
	},
	{
		what: 'a name that is in use',
		says: 'A promotion named "Spring Sale" already exists (',
		advice: "change 'Promotion Name'",
		prepare: (setup) => setup.simulator.addPromotion({ name: ' SPRING sale ', phase: 'completed' }),
		holdsTests: false,
	},
	{
		what: 'what was sent before',
		says: 'This node has sent, or tried to send, the template "spring_sale" to 3 of these 3 contacts within the last 20 hours',
		advice: "turn off 'Refuse Repeats' in 'Options' for this run",
		prepare: async (setup) => launched(await launchItems(setup, { promotionName: 'Earlier' })),
		holdsTests: false,
	},
];

describe('every stop', () => {
	const STOP = 'A live run would not send: ';

	withService.each(stops)('$what: a dry run shows the message at which a live run stops', async (setup, given) => {
		const { says, advice, options = {}, prepare, holdsTests } = given;
		// One time for all that is compared, which names the minute.
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		await prepare?.(setup);
		const sentBefore = setup.requests('launch');
		const dry = await launchItems(setup, { sendMode: 'dryRun', options });
		const [warning, ...others] = launched(dry).warnings as string[];
		expect(others).toEqual([]);
		expect(warning).toContain(STOP);
		expect(dry.hints.map(({ message }) => message)).toContain(warning);
		expect(dry.json[0]?.message).not.toContain('would get it');

		const { error } = await launchItems(setup, { options });
		expect(error?.message).toContain(says);
		expect(error?.message).toMatch(/^Not sent to 3 contacts: /);
		expect(error?.description).toContain(advice);
		const message = error?.message.replace('Not sent to 3 contacts: ', '') ?? '';
		expect(warning?.replace(STOP, '')).toBe(`${message}. ${error?.description}`);
		expect(setup.requests('launch')).toBe(sentBefore);

		const test = await launchItems(setup, { options, testPhones: OWN.join() }, { mode: 'manual' });
		expect(test.error?.message).toEqual(holdsTests ? error?.message : undefined);
		if (!holdsTests) expect(launched(test).warnings).toContain(warning);
		expect(setup.requests('launch')).toBe(sentBefore + (holdsTests ? 0 : 1));
		clock.mockRestore();
	});

	withService('all of them are in one message', async (setup) => {
		setup.simulator.addPromotion({ name: 'Spring Sale' });
		const options = { maximumRecipients: 2 };
		const dry = launched(await launchItems(setup, { sendMode: 'dryRun', options }));
		expect(dry.warnings).toHaveLength(2);
		const { error } = await launchItems(setup, { options });
		for (const [says, where] of [
			["more than 'Maximum Recipients' (2)", error?.message],
			['already exists', error?.description],
		])
			expect(where).toContain(says);
		// What was not sent is not remembered as sent.
		launched(await launchItems(setup, { promotionName: 'Another' }));
	});
});

describe('Maximum Recipients', () => {
	withService('is 1000 without being set, after duplicates are removed', async (setup) => {
		const { error } = await launchItems(setup, {}, { items: contacts(1001) });
		expect(error?.message).toContain("There are 1,001 contacts, more than 'Maximum Recipients' (1,000)");
		expect(setup.requests('launch')).toBe(0);
		const items = [...contacts(1000), ...contacts(5)];
		expect(launched(await launchItems(setup, {}, { items })).recipients).toMatchObject({
			rows: 1005,
			handedOver: 1000,
		});
	});

	withService.each([0, '={{ $json.missing }}'])(
		'is at least 1, and never lifted by what gives nothing: %p',
		async (setup, maximumRecipients) => {
			const { error } = await launchItems(setup, { options: { maximumRecipients } }, { items: contacts(1500) });
			expect(error?.message).toMatch(/'Maximum Recipients' (must be a whole number of 1 or more|is empty)/);
			expect(writes(setup)).toEqual([]);
		},
	);
});

const upTo = (maximumLaunches: number) => ({ ...perItem, options: { ...perItem.options, maximumLaunches } });

const empty = (count: number): INodeExecutionData[] => Array.from({ length: count }, () => ({ json: {} }));

describe('Maximum Launches', () => {
	withService('stops all items before the first where they are one too many, and no fewer', async (setup) => {
		const says = "This node would make 3 launches in this execution, more than 'Maximum Launches' (2) allows";
		const { error } = await launchList(setup, upTo(2), { items: empty(3) });
		expect([error?.message, error?.description]).toEqual([says, expect.stringMatching(/^Nothing was sent\. /)]);
		const onError = 'continueRegularOutput';
		for (const item of (await launchList(setup, upTo(2), { items: empty(3), onError })).items)
			expect(item.json).toEqual({ error: says, advice: error?.description?.replaceAll('<br>', '\n') });
		const dry = await launchList(setup, { ...upTo(2), sendMode: 'dryRun' }, { items: empty(3) });
		for (const { warnings } of dry.json) expect(String(warnings)).toContain(says);
		expect(writes(setup)).toEqual([]);
		const result = await launchList(setup, upTo(3), { items: empty(3) });
		expect(result.items.map(({ json, pairedItem }) => [json.promotionName, json.outcome, pairedItem])).toEqual(
			[0, 1, 2].map((item) => [`Sale ${item}`, 'launched', { item }]),
		);
		expect(result.hints.map(({ message }) => message).join()).toContain('has made 3 launches');
	});

	withService('is 1 without being set', async (setup) => {
		const { error } = await launchList(setup, perItem, { items: empty(2) });
		expect(error?.message).toContain("more than 'Maximum Launches' (1) allows");
		expect(writes(setup)).toEqual([]);
	});

	withService('counts over all rounds of a loop, names what was sent before, and keeps its output', async (setup) => {
		const parameters = { ...perRound, options: upTo(2).options };
		const result = await launchList(setup, parameters, { loop: 5 });
		const { error } = result;
		expect(error?.message).toBe(
			"This node would make 3 launches in this execution, more than 'Maximum Launches' (2) allows",
		);
		const [first, second] = setup.simulator.launches();
		expect(error?.description).toContain(
			`This one was not sent. Already handed over in this execution: "Sale 0" (${first?.promotionId}), "Sale 1" (${second?.promotionId}).`,
		);
		expect(setup.simulator.launches().map(({ body }) => body.name)).toEqual(['Sale 0', 'Sale 1']);
		expect(result.output(0, { run: 0 })[0]?.json).toMatchObject({ outcome: 'launched', promotionName: 'Sale 0' });
	});

	withService.each([
		{ fault: { kind: 'status', status: 422 }, says: '"Sale 1" was not launched to' },
		{ fault: { kind: 'reset' }, says: 'It is not known whether "Sale 1" was launched to' },
	] as const)('where the service fails a later one, what was sent before is named: $says', async (setup, given) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: given.fault, skip: 1 });
		const { error } = await launchList(setup, upTo(2), { items: empty(2) });
		const [first] = setup.simulator.launches();
		expect(error?.message).toContain(given.says);
		expect(error?.description).toContain(`Already handed over in this execution: "Sale 0" (${first?.promotionId}).`);
		expect(error?.description).not.toContain('Nothing was sent');
	});
});
