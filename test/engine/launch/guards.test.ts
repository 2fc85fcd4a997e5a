/** What stops a live run, and is shown by a dry run. */
import { setTimeout as pause } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startSimulator } from '../../../simulator';
import { afterStart } from '../../harness/workflow';
import { launchesOfProcess } from '../../../nodes/RcsPromotion/launch/memory';
import { Engine } from '../../harness/engine';
import { failedItem, quickWaits, Setup, setups } from '../support/setup';
import {
	contacts,
	csv,
	fromItems,
	launched,
	launchFile,
	launchItems,
	launchList,
	OWN,
	phone,
	phonesReached,
	quickLaunches,
	SPEED,
	writes,
} from './support';

const { withService, underEveryPersonality } = setups();
quickWaits();
quickLaunches();
const quick = { speed: SPEED };
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

	withService('there is none where all is well', async (setup) => {
		const options = { maximumRecipients: 3 };
		expect(launched(await launchItems(setup, { sendMode: 'dryRun', options })).warnings).toEqual([]);
		expect(launched(await launchItems(setup, { options })).warnings).toEqual([]);
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

	withService.each([0, -1, '={{ 0 }}', '={{ $json.missing }}', '', 1.5])(
		'is at least 1, and never lifted by what gives nothing: %p',
		async (setup, maximumRecipients) => {
			const { error } = await launchItems(setup, { options: { maximumRecipients } }, { items: contacts(1500) });
			expect(error?.message).toMatch(/'Maximum Recipients' (must be a whole number of 1 or more|is empty)/);
			expect(writes(setup)).toEqual([]);
		},
	);

	withService('1 lets one contact go, and not two', async (setup) => {
		const options = { maximumRecipients: 1 };
		expect((await launchItems(setup, { options }, { items: contacts(2) })).error?.message).toContain('There are 2');
		launched(await launchItems(setup, { options }, { items: contacts(1) }));
		expect(phonesReached(setup)).toEqual([phone(0)]);
	});
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

	withService('counts what a round would add to the rounds before', async (setup) => {
		const own = '{{ $runIndex }} {{ $itemIndex }}';
		const parameters = { ...upTo(3), promotionName: `=Sale ${own}`, targetListName: `=List ${own}` };
		const { error } = await launchList(setup, parameters, { items: empty(2), loop: 2 });
		expect(error?.message).toBe(
			"This node would make 4 launches in this execution, more than 'Maximum Launches' (3) allows",
		);
		expect(setup.simulator.launches()).toHaveLength(2);
	});

	withService('is not used up by what was refused', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		const result = await launchList(setup, perRound, { loop: 2, onError: 'continueRegularOutput' });
		expect(failedItem(result.output(0, { run: 0 })[0]).message).toMatch(
			/^"Sale 0" was not launched to the uploaded list "List 0": /,
		);
		expect(result.output(0, { run: 1 })[0]?.json).toMatchObject({ outcome: 'launched', promotionName: 'Sale 1' });
	});
});

describe('If Name Exists', () => {
	withService(
		'stops without being set, whatever the case, the blanks and the spelling of the name',
		async (setup) => {
			for (const [index, [listed, name]] of [
				[' SPRING sale ', 'Spring Sale'],
				['E\u0301te\u0301', 'Été'],
				['Winter\u00a0 Sale', 'Winter Sale'],
			].entries()) {
				setup.simulator.addPromotion({ name: listed });
				const items = [await setup.engine.fileItem(csv(index + 1))];
				const { error } = await launchFile(setup, { promotionName: name as string }, { items });
				expect(error?.message).toContain(`A promotion named "${name}" already exists`);
				expect(error?.description).toMatch(/^Nothing was sent\. If it is the same campaign, .*change 'Promotion Name'/);
			}
			expect(setup.requests('launch')).toBe(0);
		},
		quick,
	);

	withService('is not held back by a campaign of another channel, nor does one count as found', async (setup) => {
		const others = [{ promotionId: 'w-1', name: 'Spring Sale', channelType: 'whatsapp', status: 'Running' }];
		const body = JSON.stringify({ promotions: others });
		const list = { kind: 'status', status: 200, body, contentType: 'application/json' } as const;
		setup.simulator.addFault({ endpoint: 'list', fault: list, times: 'always' });
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 200, body: '{}' } });
		const row = launched(await launchFile(setup));
		expect(row).toMatchObject({ outcome: 'launched', promotionId: null, warnings: [expect.any(String)] });
		expect(setup.requests('launch')).toBe(1);
	});

	withService('launches anyway, and returns the new promotion, not the old one', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ name: 'Spring Sale' });
		const options = { ifNameExists: 'launch' };
		expect(launched(await launchFile(setup, { options, sendMode: 'dryRun' })).warnings).toEqual([]);
		const row = launched(await launchFile(setup, { options }));
		expect(row).toMatchObject({ outcome: 'launched', promotionId: setup.simulator.launches()[0]?.promotionId });
		expect(row.promotionId).not.toBe(promotionId);
		expect(row.warnings).toEqual([]);
	});

	withService(
		'knows what this execution has launched before the list shows it',
		async (setup) => {
			const items = [await setup.engine.fileItem(csv(3)), await setup.engine.fileItem(csv(4, 100))];
			const given = { options: { maximumLaunches: 5 } };
			const result = await launchFile(setup, given, { items, onError: 'continueRegularOutput' });
			expect(result.json[0]?.outcome).toBe('launched');
			expect(failedItem(result.items[1]).message).toMatch(
				/was launched on .* and the list of promotions does not show it yet/,
			);
			expect(setup.simulator.launches()).toHaveLength(1);
		},
		{ settings: { listDelayMs: 'never' } },
	);

	withService('sends nothing when the list cannot be read, whatever the options say', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'noPromotionsArray' }, times: 'always' });
		const options = { ifNameExists: 'launch', refuseRepeats: false };
		const { error } = await launchFile(setup, { options });
		expect(error?.description).toContain('Nothing was sent');
		expect(setup.requests('launch')).toBe(0);
		setup.simulator.removeFault();
		// What did not leave was not recorded as sent.
		launched(await launchFile(setup));
	});
});

const REPEATED = 'This node has sent, or tried to send, the template "spring_sale" to ';

/** Another engine stands for another n8n process, or for the same one after a restart: only what n8n stored is the same. */
async function inAnotherProcess(setup: Setup, test: (setup: Setup) => Promise<void>): Promise<void> {
	const engine = await Engine.start({ processedData: setup.engine.processedData });
	launchesOfProcess.clear();
	const { baseUrl, accountId, apiKey } = setup.simulator;
	const credentials = engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
	const there: Setup = Object.assign(new Setup(engine, setup.simulator), { credentials, workflowId: setup.workflowId });
	await test(there);
	await engine.stop();
}

const noLimit = { options: { maximumRecipients: 100_000 } };

describe('Refuse Repeats', () => {
	withService('goes by the people, the template and the account, whatever else is different', async (setup) => {
		launched(await launchFile(setup));
		const reordered = [
			await setup.engine.fileItem(`phone,name\n${[2, 0, 1].map((n) => `+1 (415) 200-000${n},Someone`).join('\n')}`),
		];
		const said = `${REPEATED}3 of these 3 contacts within the last 20 hours`;
		for (const parameters of [
			{ promotionName: 'Once More' },
			{ promotionName: '=Sale {{ $now.toMillis() }}' },
			{ promotionName: 'A typo', templateId: 't-2' },
			{ promotionName: 'In German', templateLanguage: 'de' },
			{ promotionName: 'Other cards', cards: { card: [{ headerImageUrl: 'https://example.com/other.jpg' }] } },
			{ promotionName: 'Same Template', templateName: ' Spring_Sale ' },
			{ promotionName: 'Another list', options: { contactListName: 'VIP' } },
		]) {
			const { error } = await launchFile(setup, parameters, { items: reordered });
			expect(error?.message.replace('Spring_Sale', 'spring_sale')).toContain(said);
			expect(error?.description).toContain('take out those who already got it');
		}
		expect(setup.requests('launch')).toBe(1);
		launched(await launchFile(setup, { promotionName: 'B', templateName: 'summer_sale' }));
		const simulator = await startSimulator({ accountId: 'another', speed: SPEED });
		const { baseUrl, accountId, apiKey } = simulator;
		const credentials = setup.engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
		launched(await launchFile(setup, {}, { credentials } as object));
		await simulator.stop();
	});

	withService.each([1, 32, 1_000])(
		'knows %d people again when a tenth of them changed, in another process too, and lets others go',
		async (setup, count) => {
			const changed = Math.floor(count / 10);
			const people = async ({ engine }: Setup, from: number, more = 0) => ({
				items: [await engine.fileItem(`${csv(count - more, from + more)}${csv(more, 500_000).replace(/.*\r\n/, '')}`)],
			});
			launched(await launchFile(setup, { promotionName: 'First', ...noLimit }, await people(setup, 0)));
			const refused = async (there: Setup) => {
				const { error } = await launchFile(
					there,
					{ promotionName: 'Again', ...noLimit },
					await people(there, 0, changed),
				);
				expect(error?.message).toContain(REPEATED);
				expect(error?.message).toMatch(
					count === 1
						? /to this contact within the last 20 hours$/
						: count <= 32
							? new RegExp(`to ${count - changed} of these ${count} contacts within`)
							: /to about (8\d|9\d|100)% of these 1,000 contacts within/,
				);
			};
			await refused(setup);
			await inAnotherProcess(setup, async (there) => {
				await refused(there);
				launched(await launchFile(there, { promotionName: 'Others', ...noLimit }, await people(there, 200_000)));
			});
			expect(setup.requests('launch')).toBe(2);
		},
	);

	withService('goes by the name of an uploaded list', async (setup) => {
		launched(await launchList(setup));
		expect((await launchList(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
		expect(
			(await launchList(setup, { promotionName: 'C', targetListName: ' customers march' })).error?.message,
		).toContain(`${REPEATED}this list within the last 20 hours`);
		launched(await launchList(setup, { promotionName: 'D', targetListName: 'Customers April' }));
	});

	withService('switched off lets a repeat go, which counts for the next launch all the same', async (setup) => {
		const off = { options: { refuseRepeats: false } };
		launched(await launchFile(setup, off));
		expect((await launchFile(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
		launched(await launchFile(setup, { promotionName: 'C', ...off }));
		expect(setup.requests('launch')).toBe(2);
	});

	withService(
		'forgets a launch that was plainly refused, and keeps one whose outcome is not known',
		async (setup) => {
			const { simulator } = setup;
			simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
			expect((await launchFile(setup)).error?.message).toContain('was not launched to 3 contacts');
			simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset' } });
			expect((await launchFile(setup)).error?.message).toContain('It is not known');
			expect((await launchFile(setup, { promotionName: 'B' })).error?.message).toContain(REPEATED);
			expect(setup.requests('launch')).toBe(2);
			expect(simulator.launches()).toHaveLength(0);
		},
		quick,
	);

	withService('stops a second execution that begins while the first still reads the list', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' } });
		const first = launchFile(setup);
		await setup.simulator.waitForRequest({ endpoint: 'list' });
		const second = await launchFile(setup, { promotionName: 'The Same Again' });
		expect(second.error?.message).toContain(REPEATED);
		setup.simulator.releaseHeld();
		launched(await first);
		expect(setup.simulator.launches()).toHaveLength(1);
	});

	withService('is of the last 16 to 20 hours, so that a daily campaign never meets yesterday’s', async (setup) => {
		const now = Date.now.bind(Date);
		const launchedAgo = async (hoursAgo: number, promotionName: string, from: number) => {
			const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - hoursAgo * 3_600_000);
			const items = [await setup.engine.fileItem(csv(3, from))];
			launched(await launchFile(setup, { promotionName }, { items }));
			clock.mockRestore();
			return String((await launchFile(setup, { promotionName: `${promotionName} again` }, { items })).error?.message);
		};
		expect(await launchedAgo(15.9, 'A', 0)).toContain(REPEATED);
		for (const [index, hours] of [20, 23, 24].entries())
			expect(await launchedAgo(hours, `B ${index}`, 100 * (index + 1))).toBe('undefined');
	});

	withService('tells what is known below the limit as a warning, in a live run and in a dry run', async (setup) => {
		const four = { items: contacts(4) };
		const ten = { items: contacts(10) };
		launched(await launchItems(setup, { promotionName: 'Earlier' }, four));
		const told = '4 of these 10 contacts got the template "spring_sale" from this node within the last 20 hours.';
		const dry = await launchItems(setup, { sendMode: 'dryRun' }, ten);
		expect(launched(dry).warnings).toEqual([told]);
		expect(dry.json[0]?.message).toContain('10 of 10 contacts would get it.');
		const live = await launchItems(setup, {}, ten);
		expect(launched(live).warnings).toEqual([told]);
		expect(live.hints).toContainEqual(expect.objectContaining({ message: told, type: 'warning' }));
		expect(setup.requests('launch')).toBe(2);
		const off = await launchItems(setup, { promotionName: 'Off', options: { refuseRepeats: false } }, ten);
		expect(launched(off).warnings).toEqual([]);
	});

	withService('tells of overlapping pages of a loop', async (setup) => {
		const page = async (from: number) => await setup.engine.fileItem(csv(10, from));
		const items = [await page(0), await page(6)];
		const options = { maximumLaunches: 2, refuseRepeats: false };
		const { json, error } = await launchFile(setup, { promotionName: '=Page {{ $itemIndex }}', options }, { items });
		expect(error).toBeUndefined();
		expect(json[1]?.warnings).toEqual([
			'4 of these 10 contacts got the template "spring_sale" with the same cards in this execution.',
		]);
	});

	withService('is recorded again where another process overwrote it before the launch left', async (setup) => {
		const { workflow, nodeName } = await launchFile(setup, { promotionName: 'A' });
		const items = [await setup.engine.fileItem(csv(4, 100))];
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
		const listed = setup.requests('list');
		const launching = launchFile(setup, { promotionName: 'B' }, { items });
		await setup.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && setup.requests('list') > listed);
		const place = { workflow, node: workflow.getNode(nodeName) };
		await setup.engine.processedData.clearAllProcessedItems('node', place as never);
		setup.simulator.releaseHeld();
		launched(await launching);
		expect((await launchFile(setup, { promotionName: 'C' }, { items })).error?.message).toContain(REPEATED);
	});

	withService(
		'asks to save the workflow where n8n cannot remember launches, unless repeats are allowed',
		async (setup) => {
			const failing = jest
				.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
				.mockRejectedValue(new Error('FOREIGN KEY constraint failed'));
			const { error } = await launchFile(setup);
			const dryRun = launched(await launchFile(setup, { sendMode: 'dryRun' }));
			const off = await launchFile(setup, { promotionName: 'Off', options: { refuseRepeats: false } });
			failing.mockRestore();
			expect(dryRun.warnings).toContainEqual(expect.stringContaining('Save the workflow first'));
			expect(error?.description).toContain('Save the workflow first');
			expect(error?.message).not.toContain('FOREIGN');
			expect(launched(off).outcome).toBe('launched');
			expect(setup.requests('launch')).toBe(1);
		},
	);
});

describe('the same to the same people', () => {
	const allOff = { ifNameExists: 'launch', refuseRepeats: false };
	const SAID =
		'This execution has sent, or tried to send, the template "spring_sale" with the same cards to 3 of these 3 contacts';
	const options = { ...allOff, maximumLaunches: 100 };

	withService('is never sent twice by items or rounds of one execution, whatever the options allow', async (setup) => {
		const file = await setup.engine.fileItem(csv(3));
		const named = { promotionName: '=Sale {{ $itemIndex }} {{ $runIndex }}', options };
		expect((await launchFile(setup, named, { items: [file, file] })).error?.message).toBe(SAID);
		const perRound = { ...named, promotionName: '=Sale {{ $runIndex }}' };
		expect((await launchItems(setup, perRound, { loop: 3 })).error?.message).toContain(SAID);
		expect(setup.simulator.launches()).toHaveLength(2);
		// Other cards make it another message, and so do other people.
		const headerImageUrl = '=https://example.com/{{ $runIndex }}.jpg';
		const otherCards = { ...perRound, cards: { card: [{ headerImageUrl }] } };
		expect((await launchItems(setup, otherCards, { loop: 3 })).error).toBeUndefined();
		const others = [0, 100, 200].map(async (from) => await setup.engine.fileItem(csv(3, from)));
		expect((await launchFile(setup, named, { items: await Promise.all(others) })).error).toBeUndefined();
	});

	withService('is known by half of them, whichever launches they were in', async (setup) => {
		const one = async (from: number) => await setup.engine.fileItem(csv(1, from));
		const items = await Promise.all([0, 1, 2].map(one));
		const named = { promotionName: '=Sale {{ $itemIndex }}', options };
		const six = [...items, await setup.engine.fileItem(csv(6))];
		expect((await launchFile(setup, named, { items: six })).error?.message).toContain('to 3 of these 6 contacts');
		const seven = [...items, await setup.engine.fileItem(csv(7))];
		expect((await launchFile(setup, named, { items: seven })).error).toBeUndefined();
	});

	const twoNodes = async (setup: Setup, [first, second]: [INodeParameters, INodeParameters], mode?: 'manual') => {
		const node = (name: string, parameters: INodeParameters) => ({
			name,
			parameters: {
				...{ resource: 'promotion', operation: 'launch', ...fromItems, options: allOff },
				promotionName: `=${name} {{ $now.toMillis() }}`,
				...parameters,
			},
			credentials: setup.credentials,
		});
		const both = ['First', 'Second'].map((name) => ({ node: name, type: 'main' as const, index: 0 }));
		const { nodes } = afterStart(node('First', first));
		return await setup.engine.run({
			workflowId: setup.workflowId,
			nodes: [...nodes, node('Second', second)],
			connections: { Start: { main: [both] } },
			items: contacts(3),
			mode,
		});
	};

	withService(
		'another message of the same name is refused in another node, too, before the list shows the first',
		async (setup) => {
			const promotionName = 'Spring Sale';
			const cards = { card: [{ headerImageUrl: 'https://example.com/other.jpg' }] };
			const fail = { promotionName, options: { ...allOff, ifNameExists: 'fail' } };
			const result = await twoNodes(setup, [fail, { ...fail, cards }]);
			expect(result.error?.message).toContain('"Spring Sale" was launched on ');
			expect(result.error?.message).toContain(' by the node "First" ');
			expect(setup.simulator.launches()).toHaveLength(1);
		},
		{ settings: { listDelayMs: 'never' } },
	);

	withService.each(['careful', 'dryRun'])(
		'is never sent twice by two nodes of one execution (%s)',
		async (setup, sendMode) => {
			const result = await twoNodes(setup, [{}, { sendMode }]);
			if (sendMode === 'careful') expect(result.error?.message).toContain(SAID);
			else expect(String(result.json[0]?.warnings)).toContain(SAID);
			expect(setup.simulator.launches()).toHaveLength(1);
		},
	);

	withService('is the same whatever ID and language its template is said to have', async (setup) => {
		for (const parameters of [{ templateId: 't-2' }, { templateLanguage: 'de' }, { templateName: ' Spring_Sale' }]) {
			const { error } = await twoNodes(setup, [{}, parameters]);
			expect(error?.message.toLowerCase()).toContain(SAID.toLowerCase());
		}
		expect(setup.simulator.launches()).toHaveLength(3);
	});

	withService('may go out in two parts, by two nodes', async (setup) => {
		const without = (...blocked: number[]) => ({ options: { doNotContact: blocked.map(phone).join('\n') } });
		const result = await twoNodes(setup, [without(1, 2), without(0)]);
		expect(result.error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([phone(0), phone(1), phone(2)]);
	});

	withService('does not count what went to test phones', async (setup) => {
		const result = await twoNodes(setup, [{ testPhones: OWN.join() }, { sendMode: 'always' }], 'manual');
		expect(result.error).toBeUndefined();
		expect(phonesReached(setup)).toEqual([...OWN, phone(0), phone(1), phone(2)]);
	});
});

/** One lead at a time, as webhooks deliver them: many executions of one workflow that overlap. */
describe('leads by webhook', () => {
	const AT_ONCE = 8;
	const lead = (index: number) => [{ json: { name: `Lead ${index}`, phone: phone(index) } }];
	const own = { promotionName: '=Welcome {{ $json.phone }}' };

	async function post(setup: Setup, count: number, parameters: INodeParameters = {}) {
		const errors: Array<string | undefined> = [];
		let next = 0;
		const worker = async () => {
			for (let index = next++; index < count; index = next++) {
				const result = await launchItems(setup, { ...own, ...parameters }, { items: lead(index), mode: 'webhook' });
				errors[index] = result.error?.message;
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		return errors;
	}

	withService(
		'posted twice, eight at once, reach each phone once',
		async (setup) => {
			expect((await post(setup, 60)).filter(Boolean)).toEqual([]);
			const again = await post(setup, 60, { promotionName: '=Once more {{ $json.phone }}' });
			for (const message of again) expect(message).toContain(REPEATED);
			expect(new Set(phonesReached(setup)).size).toBe(60);
			expect(setup.simulator.launches()).toHaveLength(60);
		},
		quick,
	);

	withService('that the service refuses may be sent again', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 422 }, times: 20 });
		expect((await post(setup, 20)).filter(Boolean)).toHaveLength(20);
		expect((await post(setup, 20)).filter(Boolean)).toEqual([]);
		expect(new Set(phonesReached(setup)).size).toBe(20);
	});

	underEveryPersonality(
		'under one name are no suspects of one another',
		async (setup) => {
			const oneName = { promotionName: 'Welcome', options: { ifNameExists: 'launch' } };
			// If the answers cannot be read, the list alone cannot tell launches of one name apart.
			const unknown = "The service's answer could not be read";
			const messages = (await post(setup, 30, oneName)).filter(Boolean);
			for (const message of messages) expect(message).toContain(unknown);
			expect(setup.simulator.launches()).toHaveLength(30);
			const last = await launchItems(setup, oneName, { items: lead(99) });
			if (messages.length > 0) expect(last.error?.message).toContain(unknown);
			else expect(String(launched(last).warnings)).not.toContain('launched twice');
		},
		quick,
	);
});

/** The list shows nothing yet, as for some seconds after each launch. */
const lagging = { settings: { listDelayMs: 'never' as const } };

describe('a name that another workflow of this n8n has just launched', () => {
	/** A copy of the workflow, whose record holds nothing of the first. */
	const inCopy = async (setup: Setup, parameters: INodeParameters = {}) =>
		await launchItems(setup, { ...parameters, options: { refuseRepeats: false } });
	const minutesLater = async (minutes: number, test: () => Promise<void>) => {
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
		await test();
		clock.mockRestore();
	};

	withService(
		'is refused before the list shows it, with the place where it was launched',
		async (setup) => {
			launched(await launchItems(setup));
			const { error } = await inCopy(setup);
			expect(error?.message).toMatch(
				/"Spring Sale" was launched on \w{3} \d+, \d\d:\d\d:\d\d by the node "[^"]+" in execution \S+, and the list of promotions does not show it yet$/,
			);
			expect(setup.simulator.launches()).toHaveLength(1);
			launched(await inCopy(setup, { promotionName: 'Summer Sale' }));
		},
		lagging,
	);

	withService(
		'is refused for an hour while the list does not show it, and not longer',
		async (setup) => {
			launched(await launchItems(setup));
			for (const minutes of [3, 59])
				await minutesLater(minutes, async () => {
					expect((await inCopy(setup)).error?.message).toContain('does not show it yet');
				});
			expect(setup.simulator.launches()).toHaveLength(1);
			await minutesLater(61, async () => {
				launched(await inCopy(setup));
			});
		},
		lagging,
	);

	withService(
		'is free at once if the service refused it',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 422 } });
			expect((await launchItems(setup)).error?.message).toContain('was not launched');
			launched(await inCopy(setup));
		},
		lagging,
	);

	withService(
		'is refused while the first still waits for its answer',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
			const first = launchItems(setup);
			await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0 });
			const { error } = await inCopy(setup);
			expect(error?.message).toContain('and it is not known yet whether it was launched');
			setup.simulator.releaseHeld();
			launched(await first);
			expect(setup.simulator.launches()).toHaveLength(1);
		},
		lagging,
	);

	withService(
		'is launched once where two have read the list at the same moment',
		async (setup) => {
			const { simulator } = setup;
			simulator.addFault({ endpoint: 'list', fault: { kind: 'hold' }, times: 2 });
			// Other people, so that only the name can tell.
			const running = [0, 100].map((from) => launchItems(setup, {}, { items: contacts(3, from) }));
			while (setup.requests('list') < 2) await pause(5);
			simulator.releaseHeld();
			const errors = (await Promise.all(running)).map(({ error }) => error?.message);
			expect(errors.filter((message) => message === undefined)).toHaveLength(1);
			expect(errors.join()).toMatch(/it is not known yet whether it was launched|does not show it yet/);
			expect(simulator.launches()).toHaveLength(1);
		},
		lagging,
	);

	withService(
		'that was lost is not called launched, and is free again once a list lacks it an hour later',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			expect((await launchItems(setup)).error?.message).toContain('It is not known');
			const { error } = await inCopy(setup);
			expect(error?.message).toContain('and it is not known whether it was launched');
			expect(`${error?.message} ${error?.description}`).not.toMatch(/already|nothing to do/);
			await minutesLater(59, async () => {
				expect((await inCopy(setup)).error?.message).toContain('and it is not known whether it was launched');
			});
			setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'noPromotionsArray' }, times: 4 });
			await minutesLater(61, async () => {
				expect((await inCopy(setup)).error?.message).toContain('could not check for earlier launches');
				setup.simulator.removeFault();
				launched(await inCopy(setup));
			});
		},
		{ ...lagging, speed: SPEED },
	);

	underEveryPersonality(
		'is free again once it was cancelled, listed or not, and the guard on repeats says what to set',
		async (setup) => {
			const { promotionId } = launched(await launchItems(setup));
			setup.simulator.update(promotionId as string, { phase: 'preparation' });
			const cancelled = await setup.run('promotion.cancel', {
				promotionId: { __rl: true, mode: 'id', value: promotionId as string },
			});
			expect(cancelled.json[0]).toMatchObject({ confirmed: true });
			const { error } = await launchItems(setup);
			expect(error?.message).toContain(REPEATED);
			expect(error?.description).toContain(
				"If the earlier one was cancelled, or to send it again anyway, turn off 'Refuse Repeats' in 'Options' for this run.",
			);
			const again = launched(await launchItems(setup, { options: { refuseRepeats: false } }));
			expect(again).toMatchObject({ promotionName: 'Spring Sale' });
			expect(setup.simulator.launches()).toHaveLength(2);
		},
		quick,
	);
});
