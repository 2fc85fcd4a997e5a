import { DataDeduplicationService } from 'n8n-core';
import { failedItem, worlds } from '../support/world';
import { contacts, csv, launched, launchFile, launchItems, launchList, quickLaunches, SPEED } from './support';

const { inOneWorld, underEveryPersonality } = worlds();
quickLaunches();
const quick = { speed: SPEED };
/** Campaigns told apart by their names. */
const perItem = { promotionName: '=Sale {{ $itemIndex }}', options: { ifSentBefore: 'launch' } };

describe('Maximum Recipients', () => {
	inOneWorld('is 1000 without being set', async (world) => {
		const { error } = await launchItems(world, {}, { items: contacts(1001) });
		expect(error?.message).toContain('There are 1,001 contacts, more than Maximum Recipients (1,000)');
		expect(error?.message).toContain('(1,001 contacts were not sent)');
		expect(world.requests('launch')).toBe(0);
		expect(launched(await launchItems(world, {}, { items: contacts(1000) })).recipients).toMatchObject({ sent: 1000 });
	});

	inOneWorld('counts after duplicates are removed', async (world) => {
		const items = [...contacts(1000), ...contacts(5)];
		const row = launched(await launchItems(world, {}, { items }));
		expect(row.recipients).toEqual({ rows: 1005, sent: 1000, duplicatesRemoved: 5, invalid: 0 });
		const kept = await launchItems(world, { options: { removeDuplicates: false } }, { items });
		expect(kept.error?.message).toContain('1,005 contacts');
	});

	inOneWorld('0 means no limit, nothing else does', async (world) => {
		launched(await launchItems(world, { maximumRecipients: 0 }, { items: contacts(1500) }));
		for (const maximumRecipients of ['', '={{ $json.missing }}', '={{ null }}', -1, 1.5, 'many']) {
			const { error } = await launchItems(world, { maximumRecipients, promotionName: 'B' }, { items: contacts(1500) });
			expect(error?.message).toContain('Maximum Recipients must be a whole number');
		}
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld('cannot be kept where contacts cannot be counted', async (world) => {
		const broken = await world.engine.fileItem('name,phone\r\n"Ada,+15551000001\r\nBob,+15551000002\r\n');
		const parameters = { options: { checkContacts: 'off' } };
		const { error } = await launchFile(world, parameters, { items: [broken] });
		expect(error?.message).toContain('cannot be counted');
		expect(world.requests('launch')).toBe(0);
		launched(await launchFile(world, { ...parameters, maximumRecipients: 0 }, { items: [broken] }));
	});
});

describe('Maximum Launches', () => {
	inOneWorld('stops 500 items with a file each after the first', async (world) => {
		const file = await world.engine.fileItem(csv(3));
		const items = Array.from({ length: 500 }, () => file);
		const { error } = await launchFile(world, perItem, { items });
		expect(error?.message).toContain('Maximum Launches is 1');
		expect(error?.message).toContain('"Sale 1" was not sent');
		expect(error?.description).toContain('"Sale 0"');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('stops 500 items with an uploaded list after the first', async (world) => {
		const items = Array.from({ length: 500 }, () => ({ json: {} }));
		const { error } = await launchList(world, perItem, { items });
		expect(error?.message).toContain('Maximum Launches is 1');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('counts over all rounds of a loop', async (world) => {
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: { ifSentBefore: 'launch' } };
		const { error } = await launchList(world, { ...parameters, maximumLaunches: 2 }, { loop: 5 });
		expect(error?.message).toContain('Maximum Launches is 2');
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['Sale 0', 'Sale 1']);
	});

	inOneWorld('lets as many go as it says, each paired to its item, and tells how many there were', async (world) => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		const result = await launchList(world, { ...perItem, maximumLaunches: 3 }, { items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json, pairedItem }) => [json.promotionName, json.outcome, pairedItem])).toEqual(
			[0, 1, 2].map((item) => [`Sale ${item}`, 'launched', { item }]),
		);
		expect(result.hints.map(({ message }) => message).join()).toContain('has made 3 launches');
	});

	inOneWorld('goes on with the failed items where On Error says so', async (world) => {
		const items = Array.from({ length: 3 }, () => ({ json: {} }));
		const result = await launchList(world, perItem, { items, onError: 'continueRegularOutput' });
		expect(result.json[0]).toMatchObject({ outcome: 'launched' });
		for (const item of result.items.slice(1)) expect(failedItem(item).message).toContain('Maximum Launches is 1');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is not used up by what was refused', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		const items = Array.from({ length: 2 }, () => ({ json: {} }));
		const result = await launchList(world, perItem, { items, onError: 'continueRegularOutput' });
		failedItem(result.items[0]);
		expect(result.json[1]).toMatchObject({ outcome: 'launched', promotionName: 'Sale 1' });
	});
});

describe('If Name Exists', () => {
	underEveryPersonality(
		'stops without being set, whatever the case and the blanks of the name',
		async (world) => {
			world.simulator.addPromotion({ name: ' SPRING sale ', phase: 'completed' });
			const { error } = await launchFile(world);
			expect(error?.message).toContain('There is already a promotion named "Spring Sale"');
			expect(world.requests('launch')).toBe(0);
		},
		quick,
	);

	inOneWorld('returns the newest listed one', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale', createdAt: Date.now() - 100_000 });
		const { promotionId } = world.simulator.addPromotion({ name: 'Spring Sale', createdAt: Date.now() - 5_000 });
		const row = launched(await launchFile(world, { options: { ifNameExists: 'return' } }));
		expect(row).toMatchObject({ outcome: 'existing', launched: false, promotionId, promotionIdSource: 'list' });
		expect(world.requests('launch')).toBe(0);
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
			const result = await launchFile(world, { maximumLaunches: 5 }, { items, onError: 'continueRegularOutput' });
			expect(result.json[0]?.outcome).toBe('launched');
			expect(failedItem(result.items[1]).message).toContain('already a promotion named');
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
		expect(error?.message).toContain('within the last 24 hours');
		expect(error?.message).toContain('"Once More" was not launched to 3 contacts');
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
		expect((await launchList(world, { promotionName: 'B' })).error?.message).toContain('within the last 24 hours');
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
			expect((await launchFile(world)).error?.message).toContain('within the last 24 hours');
			expect(world.requests('launch')).toBe(2);
			expect(simulator.launches()).toHaveLength(0);
		},
		quick,
	);

	underEveryPersonality(
		'stops a second execution that begins while the first waits for its answer',
		async (world) => {
			world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
			const first = launchFile(world);
			await world.simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
			const second = await launchFile(world, { promotionName: 'The Same Again' });
			expect(second.error?.message).toContain('within the last 24 hours');
			world.simulator.releaseHeld();
			launched(await first);
			expect(world.simulator.launches()).toHaveLength(1);
		},
		quick,
	);

	inOneWorld('asks to save the workflow where n8n cannot remember', async (world) => {
		const failing = jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
			.mockRejectedValue(new Error('FOREIGN KEY constraint failed'));
		const { error } = await launchFile(world);
		failing.mockRestore();
		expect(error?.description).toContain('Save the workflow first');
		expect(error?.message).not.toContain('FOREIGN');
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld.each([0, 0.5, '', 'a day', 10_000])('refuses to look back %p hours', async (world, sentBeforeHours) => {
		const { error } = await launchFile(world, { options: { sentBeforeHours } });
		expect(error?.message).toContain('Hours to Look Back must be a number');
		expect(world.requests('launch')).toBe(0);
	});
});

describe('the same to the same people', () => {
	const allOff = { ifNameExists: 'launch', ifSentBefore: 'launch' };

	inOneWorld('is never sent twice in one execution, whatever the options allow', async (world) => {
		const file = await world.engine.fileItem(csv(3));
		const result = await launchFile(world, { maximumLaunches: 100, options: allOff }, { items: [file, file] });
		expect(result.error?.message).toContain('launched the same to the same recipients already');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('is never sent twice in a loop', async (world) => {
		const result = await launchItems(world, { maximumLaunches: 100, options: allOff }, { loop: 3 });
		expect(result.error?.message).toContain('launched the same to the same recipients already');
		expect(world.simulator.launches()).toHaveLength(1);
	});

	inOneWorld('differs by a word in the body', async (world) => {
		const parameters = { promotionName: '=Round {{ $runIndex }}', maximumLaunches: 100, options: allOff };
		expect((await launchItems(world, parameters, { loop: 3 })).error).toBeUndefined();
		expect(world.simulator.launches().map(({ body }) => body.name)).toEqual(['Round 0', 'Round 1', 'Round 2']);
	});
});
