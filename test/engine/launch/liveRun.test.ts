/**
 * Which runs are live, and so reach everyone. Eleven contacts are more than a test may ever reach, so that the outcome alone tells.
 */
import type { RunResult } from '../../harness/runResult';
import { worlds, type World } from '../support/world';
import { contacts, launched, launchItems, quickLaunches } from './support';

const { inManyWorlds } = worlds();
quickLaunches();

type Circumstances = Parameters<typeof launchItems>[2];

async function outcomeOf(world: World, circumstances: Circumstances): Promise<unknown> {
	const before = world.requests('launch');
	const { outcome } = launched(await launchItems(world, {}, { items: contacts(11), ...circumstances }));
	expect(world.requests('launch') - before).toBe(outcome === 'launched' ? 1 : 0);
	return outcome;
}

const live = ['trigger', 'webhook', 'integrated', 'cli', 'error'];
const tests = ['manual', 'chat', 'evaluation', 'internal', 'agent', 'retry', 'a mode to come'];
/** What n8n's MCP server and its assistant leave, and its agents: the input as pinned data of the trigger. */
const pinned = { pinData: { Start: contacts(11) } };
const manualData = { userId: 'user-1', source: 'instance_ai' as const };
const byHand = [
	{ who: 'the MCP server', left: pinned },
	{ who: 'the assistant', left: { ...pinned, manualData } },
	{ who: 'the assistant without input', left: { manualData } },
];

describe('a run of a published workflow', () => {
	inManyWorlds('is live in these modes', live, async (world, mode) => {
		expect(await outcomeOf(world, { mode })).toBe('launched');
	});

	inManyWorlds('is a test in every other mode', tests, async (world, mode) => {
		expect(await outcomeOf(world, { mode })).toBe('dryRun');
	});

	describe.each(byHand)('by $who', ({ left }) => {
		inManyWorlds('is a test in every mode', live, async (world, mode) => {
			expect(await outcomeOf(world, { mode, left })).toBe('dryRun');
		});
	});

	inManyWorlds('is the same in every round of a loop', ['trigger', 'manual'], async (world, mode) => {
		const options = { maximumLaunches: 9, refuseRepeatsWithinHours: 0 };
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options };
		const result = await launchItems(world, parameters, { items: contacts(11), mode, loop: 3 });
		const outcomes = result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome);
		if (mode === 'manual') expect(outcomes).toEqual(['dryRun', 'dryRun', 'dryRun']);
		else expect(outcomes[0]).toBe('launched');
	});
});

describe('a run that n8n says is not published', () => {
	inManyWorlds('is live on a worker, where its trigger stored it', ['trigger', 'webhook'], async (world, mode) => {
		expect(await outcomeOf(world, { mode, published: false })).toBe('launched');
	});

	describe.each(byHand)('by $who', ({ left }) => {
		inManyWorlds('is a test', ['trigger', 'webhook'], async (world, mode) => {
			expect(await outcomeOf(world, { mode, published: false, left })).toBe('dryRun');
		});
	});
});

describe.each([1, 2, 3])('a sub-workflow, %d levels deep', (calls) => {
	inManyWorlds('is live where the first run is', ['trigger', 'webhook', 'cli', 'error'], async (world, mode) => {
		expect(await outcomeOf(world, { mode, calls })).toBe('launched');
	});

	inManyWorlds('is a test where the first run is one', tests, async (world, mode) => {
		expect(await outcomeOf(world, { mode, calls })).toBe('dryRun');
	});

	inManyWorlds('is a test where nobody but an assistant started the first run', byHand, async (world, { left }) => {
		expect(await outcomeOf(world, { mode: 'webhook', calls, left })).toBe('dryRun');
	});
});

describe('Retry', () => {
	/** Fails before the node has noted anything in the execution, is corrected, and retried. */
	async function retried(world: World, circumstances: Circumstances): Promise<RunResult> {
		const failed = await launchItems(world, { recipients: 'nobody' }, { items: contacts(11), ...circumstances });
		expect(failed.error?.message).toContain("'Recipients' is");
		const written = JSON.stringify(failed.setup).replace('"nobody"', '"inputItems"');
		const corrected = JSON.parse(written) as typeof failed.setup;
		const result = await world.engine.retry(failed, corrected);
		expect(result.mode).toBe('retry');
		return result;
	}

	inManyWorlds('of a run that was live is live', live, async (world, mode) => {
		expect(launched(await retried(world, { mode })).outcome).toBe('launched');
	});

	inManyWorlds('of a test is a test', tests, async (world, mode) => {
		expect(launched(await retried(world, { mode })).outcome).toBe('dryRun');
		expect(world.requests('launch')).toBe(0);
	});

	inManyWorlds('of a run that an assistant started is a test', byHand, async (world, { left }) => {
		expect(launched(await retried(world, { mode: 'webhook', left })).outcome).toBe('dryRun');
		expect(world.requests('launch')).toBe(0);
	});

	inManyWorlds('follows to the first execution', ['manual', 'trigger'], async (world, mode) => {
		const outcome = launched(await retried(world, { mode, calls: 2 })).outcome;
		expect(outcome).toBe(mode === 'manual' ? 'dryRun' : 'launched');
	});
});
