import type { WorkflowExecuteMode } from 'n8n-workflow';
import { AGENT_NAME } from '../../harness/tool';
import { worlds } from '../support/world';
import {
	contacts,
	filledForm,
	fromItems,
	launched,
	launchFile,
	launchItems,
	launchList,
	quickLaunches,
} from './support';

const { inOneWorld } = worlds();
quickLaunches();

const tests: WorkflowExecuteMode[] = ['manual', 'chat', 'evaluation'];
const live: WorkflowExecuteMode[] = ['trigger', 'webhook', 'integrated', 'cli', 'error'];

describe('Send, without being set', () => {
	inOneWorld.each(tests)('sends to ten contacts in mode %s, and to eleven not', async (world, mode) => {
		launched(await launchItems(world, {}, { items: contacts(10), mode }));
		expect(world.requests('launch')).toBe(1);
		const result = await launchItems(world, { promotionName: 'B' }, { items: contacts(11), mode });
		expect(launched(result)).toMatchObject({
			outcome: 'dryRun',
			launched: false,
			promotionId: null,
			recipients: { rows: 11, sent: 11 },
			columnsUsed: { phone: 'phone', name: 'name' },
			reason: expect.stringContaining('at most 10 contacts, and here are 11') as string,
			body: { name: 'B', promotionType: 'IMMEDIATE', template: { name: 'spring_sale' } },
		});
		expect(result.hints.map(({ message }) => message).join()).toContain('Publish the workflow');
		expect(world.requests('launch')).toBe(1);
		expect(world.simulator.requests().length).toBeLessThan(5);
	});

	inOneWorld.each(tests)('sends to no uploaded list in mode %s', async (world, mode) => {
		const row = launched(await launchList(world, {}, { mode }));
		expect(row).toMatchObject({ outcome: 'dryRun', recipients: null });
		expect(row.reason).toContain('cannot be counted');
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld(
		'sends to nobody in a test when the service might take other recipients than the contacts',
		async (world) => {
			for (const added of [
				{ descriptiveProperties: { targetAudience: 'all' } },
				{ descriptiveProperties: { uploadedListId: 'everybody' } },
				{ additionalBodyFields: '{"targetListId": "everybody"}' },
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
		const hintsOf = async (mode: WorkflowExecuteMode) => {
			const result = await launchItems(world, { promotionName: mode }, { items: contacts(2), mode });
			return result.hints.map(({ message }) => message).join();
		};
		expect(await hintsOf('manual')).toContain('each further test run sends them again');
		expect(await hintsOf('trigger')).not.toContain('test run');
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
		expect(failed.error?.message).toContain('Template Name is empty');
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

describe('Send, when it is set', () => {
	inOneWorld.each([...tests, ...live])('Always sends in mode %s', async (world, mode) => {
		launched(await launchItems(world, { sendMode: 'always' }, { items: contacts(30), mode }));
		expect(world.requests('launch')).toBe(1);
	});

	inOneWorld.each([...tests, ...live])('Never sends nothing in mode %s and asks nothing', async (world, mode) => {
		const row = launched(await launchItems(world, { sendMode: 'dryRun' }, { items: contacts(3), mode }));
		expect(row).toMatchObject({ outcome: 'dryRun', reason: expect.stringContaining('Never (Dry Run)') as string });
		expect(world.simulator.requests()).toEqual([]);
	});

	inOneWorld('dry runs of many items share one hint', async (world) => {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const result = await launchList(world, { promotionName: '=Sale {{ $itemIndex }}' }, { items, mode: 'manual' });
		expect(result.json.map(({ outcome }) => outcome)).toEqual(items.map(() => 'dryRun'));
		expect(result.hints).toHaveLength(1);
	});

	inOneWorld('a dry run tells what would stop a live run', async (world) => {
		const row = launched(await launchItems(world, { sendMode: 'dryRun' }, { items: contacts(1200) }));
		expect((row.warnings as string[]).join()).toContain('more than Maximum Recipients (1,000)');
	});

	inOneWorld('a value that is not among the choices sends nothing', async (world) => {
		const { error } = await launchFile(world, { sendMode: 'sometimes' });
		expect(error?.message).toContain('Send has a value');
		expect(world.simulator.requests()).toEqual([]);
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
		expect(world.simulator.requests()).toEqual([]);
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
			parameters: { resource: 'promotion', operation: 'launch', ...filledForm, sendMode: 'always' },
		});
		expect(result.stored()).toContain('An AI agent cannot hand over a CSV file');
		expect(world.simulator.requests()).toEqual([]);
	});
});
