/** Which runs are live, and so reach all contacts; which are tests; and that every other is refused with the reason. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../harness/runResult';
import { worlds, type World } from '../support/world';
import {
	contacts,
	launched,
	launchItems,
	onOwn,
	OWN,
	phonesReached,
	quickLaunches,
	strangers,
	writes,
} from './support';

const { inManyWorlds, inOneWorld } = worlds();
quickLaunches();

type Circumstances = Parameters<typeof launchItems>[2];
/** Runs the node in one way, with these parameters. */
type Start = (parameters: INodeParameters) => Promise<RunResult>;

const people = contacts(11);
const everyone = people.map(({ json }) => json.phone);

const inRun =
	(world: World, circumstances: Circumstances): Start =>
	async (parameters) =>
		await launchItems(world, parameters, { items: people, ...circumstances });

/** Test phones are entered, so that a live run could take them for contacts. */
async function expectLive(world: World, start: Start): Promise<void> {
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(phonesReached(world)).toEqual(everyone);
}

async function expectTest(world: World, start: Start): Promise<void> {
	expect(launched(await start({})).outcome).toBe('dryRun');
	expect(writes(world)).toEqual([]);
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(strangers(world)).toEqual([]);
	expect(phonesReached(world)).toEqual(OWN);
}

/** A run that nobody watches never ends green having sent nothing. */
async function expectRefused(world: World, start: Start, why: string | RegExp = ''): Promise<void> {
	for (const parameters of [{}, onOwn]) {
		const { error, items } = await start(parameters);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Not sent to 11 contacts: This run may not send to everyone: /);
		expect(error?.message).toMatch(why);
		expect(error?.description).toContain("set 'Send To' to 'Everyone, Always'");
	}
	expect(writes(world)).toEqual([]);
}

const live = ['trigger', 'webhook', 'integrated', 'cli', 'error'];
const others = ['chat', 'evaluation', 'internal', 'agent', 'a mode to come'];
const BY_ANOTHER = 'its own trigger did not start it';
/** What n8n's MCP server and its assistant leave, and its agents: the input as pinned data of the trigger. */
const pinned = { pinData: { Start: people } };
const manualData = { userId: 'user-1', source: 'instance_ai' as const };
const byHand = [
	{ who: 'the MCP server', left: pinned },
	{ who: 'the assistant', left: { ...pinned, manualData } },
	{ who: 'the assistant without input', left: { manualData } },
];

describe('a run of a published workflow', () => {
	inManyWorlds('is live in these modes', live, async (world, mode) => {
		await expectLive(world, inRun(world, { mode }));
	});

	inOneWorld('is a test in mode manual', async (world) => {
		await expectTest(world, inRun(world, { mode: 'manual' }));
	});

	inManyWorlds('is refused in every other mode', others, async (world, mode) => {
		await expectRefused(world, inRun(world, { mode }), `n8n ran it in the mode "${mode}"`);
	});

	inOneWorld('is refused as a retry of which n8n does not tell how it began', async (world) => {
		await expectRefused(world, inRun(world, { mode: 'retry' }));
	});

	describe.each(byHand)('by $who', ({ left }) => {
		inManyWorlds('is refused', ['trigger', 'webhook'], async (world, mode) => {
			await expectRefused(world, inRun(world, { mode, left }), BY_ANOTHER);
		});
	});

	const inRounds = async (world: World, mode: string, more: INodeParameters = {}) => {
		const options = { maximumLaunches: 9, refuseRepeats: false };
		const parameters = { promotionName: '=Sale {{ $runIndex }}', options, ...more };
		const result = await launchItems(world, parameters, { items: people, mode, loop: 3 });
		return result.runs().map((_, run) => result.output(0, { run })[0]?.json.outcome);
	};

	inManyWorlds('is live in a loop', live, async (world, mode) => {
		expect((await inRounds(world, mode, onOwn))[0]).toBe('launched');
		expect(phonesReached(world)).toEqual(everyone);
	});

	inOneWorld('is a test in every round of a loop', async (world) => {
		const mode = 'manual';
		expect(await inRounds(world, mode)).toEqual(['dryRun', 'dryRun', 'dryRun']);
		expect(writes(world)).toEqual([]);
		expect(await inRounds(world, mode, onOwn)).toEqual(['launched', 'launched', 'launched']);
		expect(strangers(world)).toEqual([]);
		expect(phonesReached(world)).toEqual([...OWN, ...OWN, ...OWN]);
	});
});

describe('a run that n8n says is not published', () => {
	inManyWorlds('is live on a worker, where its trigger stored it', ['trigger', 'webhook'], async (world, mode) => {
		await expectLive(world, inRun(world, { mode, published: false }));
	});

	describe.each(byHand)('by $who', ({ left }) => {
		inManyWorlds('is refused', ['trigger', 'webhook'], async (world, mode) => {
			await expectRefused(world, inRun(world, { mode, published: false, left }), BY_ANOTHER);
		});
	});
});

describe.each([1, 2, 3])('a sub-workflow, %d levels deep', (calls) => {
	inManyWorlds('is live where the first run is', ['trigger', 'webhook', 'cli', 'error'], async (world, mode) => {
		await expectLive(world, inRun(world, { mode, calls }));
	});

	inOneWorld('is a test where the first run is one', async (world) => {
		await expectTest(world, inRun(world, { mode: 'manual', calls }));
	});

	inManyWorlds('is refused where the first run is in any other mode', others, async (world, mode) => {
		await expectRefused(world, inRun(world, { mode, calls }));
	});

	inManyWorlds('is refused where nobody but an assistant started the first run', byHand, async (world, { left }) => {
		await expectRefused(world, inRun(world, { mode: 'webhook', calls, left }));
	});
});

describe('Retry', () => {
	/** Fails before the node has noted anything in the execution, is corrected, and retried. */
	const inRetry =
		(world: World, circumstances: Circumstances): Start =>
		async (parameters) => {
			const failed = await inRun(world, circumstances)({ ...parameters, recipients: 'nobody' });
			expect(failed.error?.message).toContain("'Recipients' is");
			const written = JSON.stringify(failed.setup).replace('"nobody"', '"inputItems"');
			const corrected = JSON.parse(written) as typeof failed.setup;
			const result = await world.engine.retry(failed, corrected);
			expect(result.mode).toBe('retry');
			return result;
		};

	inManyWorlds('of a run that was live is live', live, async (world, mode) => {
		await expectLive(world, inRetry(world, { mode }));
	});

	inOneWorld('of a test is a test', async (world) => {
		await expectTest(world, inRetry(world, { mode: 'manual' }));
	});

	inManyWorlds('of any other run is refused', others, async (world, mode) => {
		await expectRefused(world, inRetry(world, { mode }));
	});

	inManyWorlds('of a run that an assistant started is refused', byHand, async (world, { left }) => {
		await expectRefused(world, inRetry(world, { mode: 'webhook', left }));
	});

	describe.each([1, 2])('of a run with sub-workflows, %d levels deep, follows to the first execution', (calls) => {
		inManyWorlds('that was live', ['trigger', 'webhook', 'cli', 'error'], async (world, mode) => {
			await expectLive(world, inRetry(world, { mode, calls }));
		});

		inOneWorld('that was a test', async (world) => {
			await expectTest(world, inRetry(world, { mode: 'manual', calls }));
		});

		inManyWorlds('that was neither', others, async (world, mode) => {
			await expectRefused(world, inRetry(world, { mode, calls }));
		});
	});
});

describe('a run that n8n cannot show, although it shows others', () => {
	const unreadable = async (world: World, parameters: INodeParameters, circumstances: Circumstances) => {
		world.engine.executions.isOutOfReach = true;
		const result = await inRun(world, circumstances)(parameters);
		world.engine.executions.isOutOfReach = false;
		return result;
	};

	inOneWorld.each(['trigger', 'webhook'])('fails, and says so: %s', async (world, mode) => {
		for (const published of [true, false]) {
			const { error, items } = await unreadable(world, onOwn, { mode, published });
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'Not sent to 11 contacts: This run may not send to everyone: n8n could not show how it was started',
			);
			expect(writes(world)).toEqual([]);
		}
		// Nothing was sent, so the next try is no repeat.
		await expectLive(world, inRun(world, { mode }));
	});

	inOneWorld.each([{ who: 'a person or a program', left: {} }, ...byHand])(
		'fails when it is the retry of a run that $who started, since that is not seen',
		async (world, { left }) => {
			const failed = await inRun(world, { mode: 'webhook', left })({ ...onOwn, recipients: 'nobody' });
			const corrected = JSON.stringify(failed.setup).replace('"nobody"', '"inputItems"');
			world.engine.executions.isOutOfReach = true;
			const { error } = await world.engine.retry(failed, JSON.parse(corrected) as typeof failed.setup);
			world.engine.executions.isOutOfReach = false;
			expect(error?.message).toContain('n8n could not show how it was started');
			expect(writes(world)).toEqual([]);
		},
	);

	inOneWorld.each(['trigger', 'webhook'])('is not asked for where it does not matter: %s', async (world, mode) => {
		expect(launched(await unreadable(world, { sendMode: 'dryRun' }, { mode })).outcome).toBe('dryRun');
		expect(launched(await unreadable(world, { sendMode: 'always' }, { mode })).outcome).toBe('launched');
	});
});
