import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { KEPT_MARKS } from '../../../nodes/RcsPromotion/launch/sentBefore';
import { startSimulator } from '../../../simulator';
import { afterStart } from '../../harness/workflow';
import { failedItem, worlds } from '../support/world';
import {
	contacts,
	csv,
	fromItems,
	launched,
	launchFile,
	launchItems,
	launchList,
	quickLaunches,
	SPEED,
} from './support';

const { inOneWorld, underEveryPersonality } = worlds();
quickLaunches();
const quick = { speed: SPEED };
/** Campaigns told apart by their names. */
const perItem = { promotionName: '=Sale {{ $itemIndex }}', options: { ifSentBefore: 'launch' } };

describe('Maximum Recipients', () => {
	inOneWorld('is 1000 without being set', async (world) => {
		const { error } = await launchItems(world, {}, { items: contacts(1001) });
		expect(error?.message).toContain("There are 1,001 contacts, more than 'Maximum Recipients' (1,000)");
		expect(error?.message).toContain('(1,001 contacts received nothing)');
		expect(world.requests('launch')).toBe(0);
		expect(launched(await launchItems(world, {}, { items: contacts(1000) })).recipients).toMatchObject({ sent: 1000 });
	});

	inOneWorld('counts after duplicates are removed', async (world) => {
		const items = [...contacts(1000), ...contacts(5)];
		const row = launched(await launchItems(world, {}, { items }));
		expect(row.recipients).toEqual(
			expect.objectContaining({ rows: 1005, ready: 1000, sent: 1000, duplicatesRemoved: 5, invalid: 0 }),
		);
		const kept = await launchItems(world, { options: { removeDuplicates: false } }, { items });
		expect(kept.error?.message).toContain('1,005 contacts');
	});

	inOneWorld('0 means no limit, nothing else does', async (world) => {
		launched(await launchItems(world, { options: { maximumRecipients: 0 } }, { items: contacts(1500) }));
		for (const maximumRecipients of ['', '={{ $json.missing }}', '={{ null }}', -1, 1.5, 'many']) {
			const { error } = await launchItems(
				world,
				{ options: { maximumRecipients }, promotionName: 'B' },
				{ items: contacts(1500) },
			);
			expect(error?.message).toContain("'Maximum Recipients' must be a whole number");
		}
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('cannot be kept where contacts cannot be counted', async (world) => {
		const broken = await world.engine.fileItem('name,phone\r\n"Ada,+15551000001\r\nBob,+15551000002\r\n');
		const parameters = { options: { checkContacts: 'off' } };
		const { error } = await launchFile(world, parameters, { items: [broken] });
		expect(error?.message).toContain('cannot be counted');
		expect(world.requests('launch')).toBe(0);
		launched(
			await launchFile(world, { options: { ...parameters.options, maximumRecipients: 0 } }, { items: [broken] }),
		);
	});
});

const upTo = (maximumLaunches: number) => ({ ...perItem, options: { ...perItem.options, maximumLaunches } });

describe('Maximum Launches', () => {
	inOneWorld('stops 500 items with a file each before the first', async (world) => {
		const file = await world.engine.fileItem(csv(3));
		const items = Array.from({ length: 500 }, () => file);
		const { error } = await launchFile(world, perItem, { items });
		expect(error?.message).toBe("500 input items would make 500 launches, more than 'Maximum Launches' (1) allows");
		expect(error?.description).toContain('Nothing was sent.');
		expect(world.simulator.launches()).toHaveLength(0);
	});

	inOneWorld('stops as many items as make one launch too many, and no fewer', async (world) => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		expect((await launchList(world, upTo(2), { items })).error?.message).toContain('would make 3 launches');
		expect(world.simulator.launches()).toHaveLength(0);
		expect((await launchList(world, upTo(3), { items })).error).toBeUndefined();
		expect(world.simulator.launches()).toHaveLength(3);
	});

	inOneWorld('counts over all rounds of a loop, and names what was sent before', async (world) => {
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: { ...perItem.options, maximumLaunches: 2 } };
		const { error } = await launchList(world, parameters, { loop: 5 });
		expect(error?.message).toBe('This execution has reached \'Maximum Launches\' (2), so "Sale 2" was not sent');
		const [first, second] = world.simulator.launches();
		expect(error?.description).toContain(
			`This one was not sent. Sent before in this execution: "Sale 0" (${first?.promotionId}), "Sale 1" (${second?.promotionId}).`,
		);
		expect(error?.description).toContain('each round makes its own launch');
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['Sale 0', 'Sale 1']);
	});

	inOneWorld('counts what a round would add to the rounds before', async (world) => {
		const items = Array.from({ length: 2 }, () => ({ json: {} }));
		const parameters = {
			...upTo(3),
			promotionName: '=Sale {{ $runIndex }} {{ $itemIndex }}',
			targetListName: '=L{{ $runIndex }}{{ $itemIndex }}',
		};
		const { error } = await launchList(world, parameters, { items, loop: 2 });
		expect(error?.message).toBe(
			"2 input items would make 2 launches. With the 2 already made, that is more than 'Maximum Launches' (3) allows",
		);
		expect(world.simulator.launches()).toHaveLength(2);
	});

	inOneWorld('and Maximum Recipients are told together', async (world) => {
		const options = { maximumRecipients: 2 };
		const items = [await world.engine.fileItem(csv(3)), await world.engine.fileItem(csv(4))];
		const { error } = await launchFile(world, { options }, { items });
		expect(error?.message).toContain("There are 3 contacts, more than 'Maximum Recipients' (2)");
		expect(error?.description).toContain(
			"2 input items would make 2 launches, more than 'Maximum Launches' (1) allows",
		);
		const dryRun = await launchFile(world, { options, sendMode: 'dryRun' }, { items });
		expect(dryRun.json[0]?.reason).toContain('2 things must be corrected first');
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('keeps the output of the rounds before', async (world) => {
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: perItem.options };
		const result = await launchList(world, parameters, { loop: 3 });
		expect(result.error?.message).toContain('Maximum Launches');
		expect(result.output(0, { run: 0 })[0]?.json).toMatchObject({ outcome: 'launched', promotionName: 'Sale 0' });
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('lets as many go as it says, each paired to its item, and tells how many there were', async (world) => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		const result = await launchList(world, upTo(3), { items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json, pairedItem }) => [json.promotionName, json.outcome, pairedItem])).toEqual(
			[0, 1, 2].map((item) => [`Sale ${item}`, 'launched', { item }]),
		);
		expect(result.hints.map(({ message }) => message).join()).toContain('has made 3 launches');
	});

	inOneWorld('fails every item where On Error says to go on, so that none goes out by chance', async (world) => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		const result = await launchList(world, perItem, { items, onError: 'continueRegularOutput' });
		for (const item of result.items) expect(failedItem(item).message).toContain('would make 3 launches');
		expect(world.simulator.launches()).toHaveLength(0);
	});

	inOneWorld('is not used up by what was refused', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: perItem.options };
		const result = await launchList(world, parameters, { loop: 2, onError: 'continueRegularOutput' });
		failedItem(result.output(0, { run: 0 })[0]);
		expect(result.output(0, { run: 1 })[0]?.json).toMatchObject({ outcome: 'launched', promotionName: 'Sale 1' });
	});

	inOneWorld('an item that fails after others were sent says which', async (world) => {
		const items = [await world.engine.fileItem(csv(3)), { json: {} }];
		const { error } = await launchFile(world, upTo(2), { items });
		const [sent] = world.simulator.launches();
		expect(error?.description).toContain(
			`This one was not sent. Sent before in this execution: "Sale 0" (${sent?.promotionId}).`,
		);
		expect(error?.description).not.toContain('Nothing was sent');
	});
});

describe('If Name Exists', () => {
	underEveryPersonality(
		'stops without being set, whatever the case and the blanks of the name',
		async (world) => {
			world.simulator.addPromotion({ name: ' SPRING sale ', phase: 'completed' });
			const { error } = await launchFile(world);
			expect(error?.message).toContain('A promotion named "Spring Sale" already exists');
			expect(world.requests('launch')).toBe(0);
		},
		quick,
	);

	inOneWorld(
		'does not speak of contacts without a message, as the earlier launch may have reached them',
		async (world) => {
			launched(await launchItems(world, { sendMode: 'always' }));
			const { error } = await launchItems(world, { sendMode: 'always' });
			expect(error?.message).toMatch(/^A promotion named "Spring Sale" already exists \([^ ]+\)$/);
			expect(error?.description).toMatch(/^Nothing was sent\. Change 'Promotion Name'/);
			expect(world.requests('launch')).toBe(1);
		},
	);

	inOneWorld.each([
		{ listed: 'E\u0301te\u0301', name: 'Été' },
		{ listed: 'Spring\u00a0 Sale', name: 'Spring Sale' },
	])('knows $name in another spelling', async (world, { listed, name }) => {
		world.simulator.addPromotion({ name: listed });
		expect((await launchFile(world, { promotionName: name })).error?.message).toContain('already exists');
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('returns the newest listed one', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale', createdAt: Date.now() - 100_000 });
		const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', createdAt: Date.now() - 5_000 });
		const row = launched(await launchFile(world, { options: { ifNameExists: 'return' } }));
		expect(row).toMatchObject({ outcome: 'existing', launched: false, promotionId, promotionIdSource: 'list' });
		expect(world.requests('launch')).toBe(0);
		// What was not sent is not remembered as sent.
		expect(launched(await launchFile(world, { promotionName: 'Summer Sale' }))).toMatchObject({ outcome: 'launched' });
	});

	const dry = (name: string) => `'Send' is set to 'Never (Dry Run)'. A live run would ${name}`;
	inOneWorld.each([
		{ ifNameExists: 'fail', told: 'A live run would stop here: ', reason: dry('not send either: 1 thing must') },
		{
			ifNameExists: 'return',
			told: 'A live run would not send: ',
			reason: dry('return the existing promotion instead'),
		},
		{ ifNameExists: 'launch', told: undefined, reason: "'Send' is set to 'Never (Dry Run)'. To send" },
	])('is told by a dry run, with what a live run would do: $ifNameExists', async (world, expected) => {
		const { ifNameExists, told, reason } = expected;
		const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale' });
		const row = launched(await launchFile(world, { sendMode: 'dryRun', options: { ifNameExists } }));
		expect(row.reason).toContain(reason);
		const isTold = told === undefined ? [] : [`${told}A promotion named "Spring Sale" already exists (${promotionId})`];
		expect(row.warnings).toEqual(isTold.map((text) => expect.stringContaining(text) as string));
	});

	inOneWorld('that gives the existing one is not stopped by what was sent before', async (world) => {
		launched(await launchFile(world));
		const again = { options: { ifNameExists: 'return' } };
		expect(launched(await launchFile(world, { ...again, sendMode: 'dryRun' })).warnings).toEqual([
			expect.stringContaining("'If Name Exists' is set to return the existing promotion"),
		]);
		expect(launched(await launchFile(world, again))).toMatchObject({ outcome: 'existing' });
	});

	inOneWorld('launches all the same, and tells the new one from the old', async (world) => {
		const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale' });
		const row = launched(await launchFile(world, { options: { ifNameExists: 'launch' } }));
		expect(row).toMatchObject({ outcome: 'launched', promotionId: world.simulator.launches()[0]?.promotionId });
		expect(row.promotionId).not.toBe(promotionId);
		expect(row).not.toHaveProperty('duplicateSuspected');
	});

	inOneWorld(
		'knows what this execution has launched before the list shows it',
		async (world) => {
			const items = [await world.engine.fileItem(csv(3)), await world.engine.fileItem(csv(4))];
			const result = await launchFile(
				world,
				{ options: { maximumLaunches: 5 } },
				{ items, onError: 'continueRegularOutput' },
			);
			expect(result.json[0]?.outcome).toBe('launched');
			expect(failedItem(result.items[1]).message).toContain('already exists');
			expect(world.simulator.launches()).toHaveLength(1);
		},
		{ settings: { listDelayMs: 'never' } },
	);

	inOneWorld('sends nothing when the list cannot be read, whatever the options say', async (world) => {
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'noPromotionsArray' }, times: 'always' });
		const options = { ifNameExists: 'launch', ifSentBefore: 'launch' };
		const { error } = await launchFile(world, { options });
		expect(error?.description).toContain('Nothing was sent');
		expect(world.requests('launch')).toBe(0);
		world.simulator.behave();
		// What did not leave was not recorded as sent.
		launched(await launchFile(world));
	});
});

describe('If Sent Before', () => {
	inOneWorld('stops the same template to the same recipients under another name', async (world) => {
		launched(await launchFile(world));
		const reordered = [await world.engine.fileItem(`phone\n${[2, 0, 1].map((n) => `1 (555) 100-000${n}`).join('\n')}`)];
		const { error } = await launchFile(world, { promotionName: 'Once More' }, { items: reordered });
		expect(error?.message).toContain('within the last 20 hours');
		expect(error?.message).toContain('"Once More" was not launched to 3 contacts');
		expect(error?.message).not.toContain('received nothing');
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('lets other recipients, templates and languages go', async (world) => {
		launched(await launchFile(world));
		const other = [await world.engine.fileItem(csv(4))];
		launched(await launchFile(world, { promotionName: 'A' }, { items: other }));
		launched(await launchFile(world, { promotionName: 'B', templateId: 't-2' }));
		launched(await launchFile(world, { promotionName: 'C', templateLanguage: 'de' }));
		expect(world.requests('launch')).toBe(4);
	});

	inOneWorld('goes by the name of an uploaded list', async (world) => {
		launched(await launchList(world));
		expect((await launchList(world, { promotionName: 'B' })).error?.message).toContain('within the last 20 hours');
		launched(await launchList(world, { promotionName: 'C', targetListName: 'Customers April' }));
	});

	inOneWorld('can be switched off', async (world) => {
		launched(await launchFile(world));
		launched(await launchFile(world, { promotionName: 'B', options: { ifSentBefore: 'launch' } }));
	});

	underEveryPersonality(
		'takes its record back after a plain refusal, and keeps it when nobody knows',
		async (world) => {
			const { simulator } = world;
			simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
			expect((await launchFile(world)).error).toBeDefined();
			simulator.misbehave({ endpoint: 'launch', fault: { kind: 'reset' } });
			expect((await launchFile(world)).error?.message).toContain('It is not known');
			expect((await launchFile(world)).error?.message).toContain('within the last 20 hours');
			expect(world.requests('launch')).toBe(2);
			expect(simulator.launches()).toHaveLength(0);
		},
		quick,
	);

	inOneWorld('takes its record back where the name is taken', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		expect((await launchFile(world)).error?.message).toContain('already exists');
		launched(await launchFile(world, { promotionName: 'Another Name' }));
	});

	underEveryPersonality(
		'stops a second execution that begins while the first waits for its answer',
		async (world) => {
			world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
			const first = launchFile(world);
			await world.simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
			const second = await launchFile(world, { promotionName: 'The Same Again' });
			expect(second.error?.message).toContain('within the last 20 hours');
			world.simulator.releaseHeld();
			launched(await first);
			expect(world.simulator.launches()).toHaveLength(1);
		},
		quick,
	);

	inOneWorld.each([
		{ hours: 20, options: {} },
		{ hours: 3, options: { sentBeforeHours: 3 } },
	])('counts the hours to the minute: $hours', async (world, { hours, options }) => {
		const now = Date.now.bind(Date);
		const minute = 60_000;
		const launchedAgo = async (minutes: number, promotionName: string, file: string) => {
			const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - minutes * minute);
			const items = [await world.engine.fileItem(file)];
			launched(await launchFile(world, { promotionName }, { items }));
			clock.mockRestore();
			const again = { promotionName: `${promotionName} again`, options };
			const dryRun = await launchFile(world, { ...again, sendMode: 'dryRun' }, { items });
			const { error } = await launchFile(world, again, { items });
			return [String(dryRun.json[0]?.warnings), String(error?.message)];
		};
		const seen = expect.stringContaining(`within the last ${hours} hours`) as string;
		expect(await launchedAgo(hours * 60 - 2, 'A', csv(3))).toEqual([seen, seen]);
		expect(await launchedAgo(hours * 60 + 2, 'B', csv(4))).toEqual(['', 'undefined']);
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['A', 'B', 'B again']);
	});

	inOneWorld('lets another account go', async (world) => {
		launched(await launchFile(world));
		const other = await startSimulator({ accountId: 'another', speed: SPEED });
		const { baseUrl, accountId, apiKey } = other;
		const credentials = world.engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
		launched(await launchFile(world, {}, { credentials } as object));
		expect(other.launches()).toHaveLength(1);
		await other.stop();
	});

	inOneWorld('says how far back it sees when so much was launched that n8n forgets the rest', async (world) => {
		const first = await launchFile(world, { promotionName: 'A' });
		const { workflow, nodeName } = first;
		const contextData = { workflow, node: workflow.getNode(nodeName) };
		const launchedMeanwhile = async (marks: number, name: string) => {
			const others = Array.from({ length: marks }, (_, index) => `${name} ${index}`);
			const options = { mode: 'entries', maxEntries: KEPT_MARKS } as const;
			await world.engine.processedData.checkProcessedAndRecord(others, 'node', contextData as never, options);
		};
		const again = async (promotionName: string, size: number, parameters: INodeParameters = {}) => {
			const items = [await world.engine.fileItem(csv(size))];
			const result = await launchFile(world, { promotionName, ...parameters }, { items });
			const warnings = (launched(result).warnings as string[]).join();
			expect(result.hints.map(({ message }) => message).join()).toContain(warnings);
			return warnings;
		};
		await launchedMeanwhile(KEPT_MARKS - 1_000, 'some');
		expect(await again('B', 4)).toBe('');
		await launchedMeanwhile(KEPT_MARKS - 5, 'many');
		const says = "remembers only the last hour, so 'If Sent Before' could not check all of the last 20 hours";
		expect(await again('C', 5)).toContain(says);
		expect(await again('D', 6, { sendMode: 'dryRun' })).toContain(says);
		expect(await again('E', 7, { options: { ifSentBefore: 'launch' } })).toBe('');
	});

	inOneWorld(
		'is recorded again where another process of n8n overwrote the record before the launch left',
		async (world) => {
			const { workflow, nodeName } = await launchFile(world, { promotionName: 'A' });
			const items = [await world.engine.fileItem(csv(4))];
			world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
			const listed = world.requests('list');
			const launching = launchFile(world, { promotionName: 'B' }, { items });
			await world.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && world.requests('list') > listed);
			const place = { workflow, node: workflow.getNode(nodeName) };
			await world.engine.processedData.clearAllProcessedItems('node', place as never);
			world.simulator.releaseHeld();
			launched(await launching);
			const { error } = await launchFile(world, { promotionName: 'C' }, { items });
			expect(error?.message).toContain('within the last 20 hours');
		},
	);

	inOneWorld('asks to save the workflow where n8n cannot remember', async (world) => {
		const failing = jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
			.mockRejectedValue(new Error('FOREIGN KEY constraint failed'));
		const { error } = await launchFile(world);
		const dryRun = launched(await launchFile(world, { sendMode: 'dryRun' }));
		failing.mockRestore();
		expect(dryRun.warnings).toContainEqual(expect.stringContaining('Save the workflow first'));
		expect(error?.description).toContain('Save the workflow first');
		expect(error?.message).not.toContain('FOREIGN');
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld.each([0, 0.5, '', 'a day', 10_000])('refuses to look back %p hours', async (world, sentBeforeHours) => {
		const { error } = await launchFile(world, { options: { sentBeforeHours } });
		expect(error?.message).toContain("'Hours to Look Back' must be a number");
		expect(world.requests('launch')).toBe(0);
	});
});

describe('the same to the same people', () => {
	const allOff = { ifNameExists: 'launch', ifSentBefore: 'launch' };

	inOneWorld('is never sent twice in one execution, whatever the options allow', async (world) => {
		const file = await world.engine.fileItem(csv(3));
		const result = await launchFile(world, { options: { ...allOff, maximumLaunches: 100 } }, { items: [file, file] });
		expect(result.error?.message).toContain('already sent the same message to the same recipients');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is never sent twice by two nodes of one execution', async (world) => {
		const launch = { resource: 'promotion', operation: 'launch', ...fromItems, options: allOff };
		const node = (name: string, parameters: INodeParameters = launch) => ({
			name,
			parameters,
			credentials: world.credentials,
		});
		const both = [node('First'), node('Second')].map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
		const { nodes } = afterStart(node('First'));
		const result = await world.engine.run({
			workflowId: world.workflowId,
			nodes: [...nodes, node('Second')],
			connections: { Start: { main: [both] } },
			items: contacts(3),
		});
		expect(result.error?.message).toContain('already sent the same message to the same recipients');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is never sent twice in a loop', async (world) => {
		const result = await launchItems(world, { options: { ...allOff, maximumLaunches: 100 } }, { loop: 3 });
		expect(result.error?.message).toContain('already sent the same message to the same recipients');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('differs by a word in the body', async (world) => {
		const parameters = { promotionName: '=Round {{ $runIndex }}', options: { ...allOff, maximumLaunches: 100 } };
		expect((await launchItems(world, parameters, { loop: 3 })).error).toBeUndefined();
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['Round 0', 'Round 1', 'Round 2']);
	});
});
