import type { INodeParameters } from 'n8n-workflow';
import { AGENT_NAME } from '../../harness/tool';
import { worlds, type World } from '../support/world';
import {
	contacts,
	csv,
	fromFile,
	fromItems,
	launched,
	launchFile,
	launchItems,
	launchList,
	quickLaunches,
	writes,
} from './support';

const { inOneWorld } = worlds();
quickLaunches();

const tests = ['manual', 'chat', 'evaluation', 'internal', 'agent', 'a mode to come'];
const live = ['trigger', 'webhook', 'integrated', 'cli', 'error'];

describe('Send, without being set', () => {
	inOneWorld.each(tests)('sends to ten contacts in mode %s, and to eleven not', async (world, mode) => {
		launched(await launchItems(world, {}, { items: contacts(10), mode }));
		expect(world.requests('launch')).toBe(1);
		const result = await launchItems(world, { promotionName: 'B' }, { items: contacts(11), mode });
		expect(launched(result)).toMatchObject({
			outcome: 'dryRun',
			launched: false,
			promotionId: null,
			recipients: { rows: 11, ready: 11, sent: 0 },
			columnsUsed: { phone: 'phone', name: 'name' },
			reason: expect.stringContaining('at most 10 recipients, and there are 11') as string,
			body: { name: 'B', promotionType: 'IMMEDIATE', template: { name: 'spring_sale' } },
		});
		expect(result.hints.map(({ message }) => message).join()).toContain('publish the workflow');
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld.each(tests)('sends to no uploaded list in mode %s', async (world, mode) => {
		const row = launched(await launchList(world, {}, { mode }));
		expect(row).toMatchObject({ outcome: 'dryRun', recipients: null });
		expect(row.reason).toContain('cannot count');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld(
		'sends to nobody in a test when the service might take other recipients than the contacts',
		async (world) => {
			for (const added of [
				{ descriptiveProperties: { targetAudience: 'all' } },
				{ descriptiveProperties: { uploadedListId: 'everybody' } },
				{ additionalBodyFields: '{"targetListId": "everybody"}' },
				{ additionalBodyFields: '{"tagSearchCriteria": "newsletter"}' },
			]) {
				const row = launched(await launchItems(world, { options: added }, { items: contacts(2), mode: 'manual' }));
				expect(row).toMatchObject({ outcome: 'dryRun', launched: false });
			}
			expect(world.requests('launch')).toBe(0);
		},
	);

	inOneWorld.each(live)('sends to everyone in mode %s', async (world, mode) => {
		launched(await launchItems(world, {}, { items: contacts(30), mode }));
		expect(world.simulator.launches()[0]?.file?.contents?.rows).toBe(30);
	});

	inOneWorld('counts what is left after duplicates', async (world) => {
		const items = [...contacts(10), ...contacts(10)];
		expect(launched(await launchItems(world, {}, { items, mode: 'manual' }))).toMatchObject({ outcome: 'launched' });
	});

	inOneWorld('says after a small test that its messages are real, and nothing of it in a live run', async (world) => {
		const hintsOf = async (mode: string) => {
			const result = await launchItems(world, { promotionName: mode }, { items: contacts(2), mode });
			return result.hints.map(({ message }) => message).join();
		};
		expect(await hintsOf('manual')).toContain('sent to 2 real recipients');
		expect(await hintsOf('trigger')).not.toContain('a test');
		expect(world.requests('launch')).toBe(2);
	});

	inOneWorld('small tests neither leave a record of what was sent, nor mind one', async (world) => {
		for (const promotionName of ['A', 'B']) {
			launched(await launchFile(world, { promotionName }, { mode: 'manual' }));
		}
		launched(await launchFile(world, { promotionName: 'C' }));
		launched(await launchFile(world, { promotionName: 'D' }, { mode: 'manual' }));
		expect((await launchFile(world, { promotionName: 'E' })).error?.message).toContain('within the last');
	});

	inOneWorld('a test that failed stays a test when n8n retries it', async (world) => {
		const items = contacts(11);
		const failed = await launchItems(world, { templateName: '={{ "" }}' }, { items, mode: 'manual' });
		expect(failed.error?.message).toMatch(/Template Name.* is empty/);
		const nodes = failed.setup.nodes.map((node) =>
			'promotionName' in (node.parameters ?? {})
				? { ...node, parameters: { ...node.parameters, templateName: 'spring_sale' } }
				: node,
		);
		const corrected = { ...failed.setup, nodes };
		const retried = await world.engine.retry(failed, corrected);
		expect(retried.mode).toBe('retry');
		expect(launched(retried)).toMatchObject({ outcome: 'dryRun' });
		expect(world.requests('launch')).toBe(0);
	});
});

describe('a test', () => {
	inOneWorld('is what runs a workflow that is not published in the place of its trigger', async (world) => {
		for (const mode of ['trigger', 'webhook']) {
			const row = launched(
				await launchItems(world, { promotionName: mode }, { items: contacts(11), mode, published: false }),
			);
			expect(row).toMatchObject({ outcome: 'dryRun', launched: false });
		}
		expect(world.requests('launch')).toBe(0);
	});

	inOneWorld('is not a Retry of what was live, though n8n then says that nothing is published', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		const failed = await launchItems(world, {}, { items: contacts(11) });
		expect(failed.error).toBeDefined();
		expect(launched(await world.engine.retry(failed))).toMatchObject({ outcome: 'launched' });
	});

	inOneWorld('reaches ten contacts in all, counted over all rounds of a loop', async (world) => {
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: { maximumLaunches: 100 } };
		const result = await launchItems(world, parameters, { items: contacts(4), mode: 'manual', loop: 5 });
		expect(result.error).toBeUndefined();
		expect(result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome)).toEqual([
			'launched',
			'launched',
			'dryRun',
			'dryRun',
			'dryRun',
		]);
		expect(world.simulator.launches().map(({ file }) => file?.contents?.rows)).toEqual([4, 4]);
		expect(result.output(0, { run: 2 })[0]?.json.reason).toContain('in one execution (8 so far)');
	});

	inOneWorld('reaches ten contacts in all, counted over all items', async (world) => {
		const files = [
			await world.engine.fileItem(csv(9)),
			await world.engine.fileItem(csv(2)),
			await world.engine.fileItem(csv(1)),
		];
		const parameters = { promotionName: '=Sale {{ $itemIndex }}', options: { maximumLaunches: 100 } };
		const { json } = await launchFile(world, parameters, { items: files, mode: 'manual' });
		expect(json.map(({ outcome }) => outcome)).toEqual(['launched', 'dryRun', 'launched']);
		expect(world.simulator.launches().map(({ file }) => file?.contents?.rows)).toEqual([9, 1]);
	});

	inOneWorld('is not used up by what was refused', async (world) => {
		world.simulator.misbehave({ endpoint: 'launch', fault: { kind: 'status', status: 400 } });
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options: { maximumLaunches: 100 } };
		const circumstances = { items: contacts(10), mode: 'manual', loop: 2, onError: 'continueRegularOutput' } as const;
		const result = await launchItems(world, parameters, circumstances);
		expect(result.output(0, { run: 1 })[0]?.json.outcome).toBe('launched');
	});

	inOneWorld('marks promotion and list, leaves the name free, and can be repeated', async (world) => {
		world.simulator.addPromotion({ name: 'Winter Sale' });
		const marked = /^Spring Sale \[test \d\d:\d\d:\d\d\]$/;
		for (const _ of [1, 2]) {
			const row = launched(await launchItems(world, {}, { mode: 'manual' }));
			expect(row.promotionName).toMatch(marked);
			expect((row.warnings as string[]).join()).toContain('This was a test, sent to 3 real recipients');
			expect(row.recipients).toMatchObject({ ready: 3, sent: 3 });
		}
		for (const { body, targetListName } of world.simulator.launches()) {
			expect(body.name).toMatch(marked);
			expect(targetListName).toMatch(marked);
		}
		// A name that exists does not stop a test, which has one of its own.
		launched(await launchItems(world, { promotionName: 'Winter Sale' }, { mode: 'manual', items: contacts(2) }));
		const live = launched(await launchItems(world));
		expect(live).toMatchObject({ outcome: 'launched', promotionName: 'Spring Sale' });
		expect(world.simulator.launches()).toHaveLength(4);
	});
});

describe('a dry run asks what a live run would', () => {
	const dry = async (world: World, parameters: INodeParameters = {}, circumstances = {}) => {
		const result = await launchItems(world, { sendMode: 'dryRun', ...parameters }, circumstances);
		const row = launched(result);
		expect(writes(world).length).toBe(world.requests('launch'));
		expect(row).toMatchObject({ outcome: 'dryRun', launched: false, promotionId: null });
		const warnings = row.warnings as string[];
		// What is in the output is also below it.
		for (const warning of warnings) expect(result.hints.map(({ message }) => message)).toContain(warning);
		return warnings;
	};

	inOneWorld('and has nothing to say when all is well', async (world) => {
		expect(await dry(world)).toEqual([]);
		const result = await launchItems(world, { sendMode: 'dryRun' });
		expect(result.hints.map(({ message }) => message)).toEqual([
			"Nothing was sent. 3 contacts are ready. To send, change 'Send'.",
		]);
		expect(Object.keys(launched(result)).slice(0, 5)).toEqual([
			'outcome',
			'launched',
			'promotionName',
			'promotionId',
			'recipients',
		]);
		expect(Object.keys(launched(result)).at(-1)).toBe('accountId');
	});

	inOneWorld('the name', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		expect(await dry(world)).toEqual([
			expect.stringContaining('A live run would stop here: A promotion named "Spring Sale" already exists'),
		]);
		expect(await dry(world, { options: { ifNameExists: 'launch' } })).toEqual([]);
		const { reason } = launched(await launchItems(world, { sendMode: 'dryRun' }));
		expect(reason).toBe(
			"'Send' is set to 'Never (Dry Run)'. A live run would not send either: 1 thing must be corrected first.",
		);
	});

	inOneWorld('what was sent before, without leaving a record', async (world) => {
		expect(await dry(world)).toEqual([]);
		launched(await launchItems(world));
		expect(await dry(world, { promotionName: 'B' })).toEqual([expect.stringContaining('within the last 20 hours')]);
		expect(await dry(world, { promotionName: 'B', options: { ifSentBefore: 'launch' } })).toEqual([]);
	});

	inOneWorld('the same name in two items, whatever its case', async (world) => {
		const names = ['Spring Sale', 'spring sale', 'Summer Sale'];
		const items = names.map((name) => ({ json: { name } }));
		const told = async (options: INodeParameters) => {
			const parameters = { sendMode: 'dryRun', promotionName: '={{ $json.name }}' };
			const run = await launchList(world, { ...parameters, options: { maximumLaunches: 3, ...options } }, { items });
			expect(run.error).toBeUndefined();
			return run.json.map(({ warnings }) => warnings);
		};
		const same = 'Input item 1 has the same promotion name, "spring sale"';
		const stop = expect.stringContaining(`A live run would stop here: ${same}. Give each item`) as string;
		expect(await told({})).toEqual([[], [stop], []]);
		const give = expect.stringContaining(`A live run would not send: ${same}, and 'If Name Exists'`) as string;
		expect(await told({ ifNameExists: 'return' })).toEqual([[], [give], []]);
		expect(await told({ ifNameExists: 'launch' })).toEqual([[], [], []]);
	});

	inOneWorld('first, and says at once that it is not ready', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const items = [...contacts(20), { json: { phone: 'n/a' } }];
		const messages = async (parameters: INodeParameters) =>
			(await launchItems(world, { sendMode: 'dryRun', ...parameters }, { items })).hints.map(({ message }) => message);
		const [first, second, third] = await messages({});
		expect(first).toBe('Nothing was sent. A live run would not send either: 1 thing must be corrected first.');
		expect(second).toContain('A live run would stop here: A promotion named "Spring Sale"');
		expect(third).toContain('Item 21');
		expect((await messages({ options: { maximumRecipients: 5 } }))[0]).toContain('2 things must be corrected first');
	});

	inOneWorld('limits', async (world) => {
		expect(await dry(world, { options: { maximumRecipients: 2 } })).toEqual([
			expect.stringContaining("more than 'Maximum Recipients' (2)"),
		]);
	});

	inOneWorld('whether the service lets it in', async (world) => {
		world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 401 }, times: 'always' });
		expect(await dry(world)).toEqual([expect.stringContaining('API Key')]);
	});

	inOneWorld('a test that is too large, too', async (world) => {
		world.simulator.addPromotion({ name: 'Spring Sale' });
		const warnings = await dry(world, { sendMode: 'careful' }, { items: contacts(11), mode: 'manual' });
		expect(warnings).toEqual([expect.stringContaining('already exists')]);
	});
});

describe('Send, when it is set', () => {
	inOneWorld.each([...tests, ...live])('Always sends in mode %s', async (world, mode) => {
		launched(await launchItems(world, { sendMode: 'always' }, { items: contacts(30), mode }));
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld.each([...tests, ...live])('Never sends nothing in mode %s', async (world, mode) => {
		const row = launched(await launchItems(world, { sendMode: 'dryRun' }, { items: contacts(3), mode }));
		expect(row).toMatchObject({ outcome: 'dryRun', reason: expect.stringContaining('Never (Dry Run)') as string });
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('dry runs of many items share one hint', async (world) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(world, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode: 'manual' });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints.length).toBeLessThan(4);
	});

	inOneWorld('a dry run tells what would stop a live run', async (world) => {
		const row = launched(await launchItems(world, { sendMode: 'dryRun' }, { items: contacts(1200) }));
		expect((row.warnings as string[]).join()).toContain("more than 'Maximum Recipients' (1,000)");
	});

	inOneWorld('a value that is not among the choices sends nothing', async (world) => {
		const { error } = await launchFile(world, { sendMode: 'sometimes' });
		expect(error?.message).toContain("'Send' is");
		expect(writes(world)).toEqual([]);
	});
});

describe.each(['request', 'subNode'] as const)('as a tool: %s', (way) => {
	const parameters = {
		resource: 'promotion',
		operation: 'launch',
		...fromItems,
		contactMapping: 'manual',
		columns: { mappingMode: 'defineBelow', value: { phone: "={{ $fromAI('phone') }}" } },
	};
	const call = { phone: '+15551000001' };

	inOneWorld('sends nothing, however few the contacts', async (world) => {
		const result = await world.engine.runTool({ way, credentials: world.credentials, parameters, calls: [call] });
		expect(result.error).toBeUndefined();
		expect(JSON.stringify(result.stored())).toContain('An AI agent called');
		expect(writes(world)).toEqual([]);
	});

	inOneWorld('sends where Send is set to Always, once for the same call', async (world) => {
		const result = await world.engine.runTool({
			way,
			credentials: world.credentials,
			parameters: { ...parameters, sendMode: 'always', templateId: way },
			calls: [call, call],
		});
		expect(result.error).toBeUndefined();
		expect(world.simulator.launches()).toHaveLength(1);
		expect(world.simulator.launches()[0]?.file?.contents?.firstRows).toEqual([['+15551000001']]);
		const last = result.runs(AGENT_NAME).length - 1;
		const [answer] = result.output(0, { node: AGENT_NAME, run: last });
		expect(JSON.stringify(answer?.json)).toContain('alreadyLaunched');
	});

	inOneWorld('takes no CSV file', async (world) => {
		const result = await world.engine.runTool({
			way,
			credentials: world.credentials,
			parameters: { resource: 'promotion', operation: 'launch', ...fromFile, sendMode: 'always' },
		});
		expect(result.stored().includes('An AI agent cannot hand over a CSV file')).toBe(true);
		expect(writes(world)).toEqual([]);
	});
});
