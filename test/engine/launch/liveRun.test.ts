/** Which runs are live, and so reach all contacts; which are tests; and that every other is refused with the reason. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../harness/runResult';
import { setups, type Setup } from '../support/setup';
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

const { casesAtOnce, withService } = setups();
quickLaunches();

type Circumstances = Parameters<typeof launchItems>[2];
/** Runs the node in one way, with these parameters. */
type Start = (parameters: INodeParameters) => Promise<RunResult>;

const people = contacts(11);
const everyone = people.map(({ json }) => json.phone);

const inRun =
	(setup: Setup, circumstances: Circumstances): Start =>
	async (parameters) =>
		await launchItems(setup, parameters, { items: people, ...circumstances });

/** Test phones are entered, so that a live run could take them for contacts. */
async function expectLive(setup: Setup, start: Start): Promise<void> {
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(phonesReached(setup)).toEqual(everyone);
}

async function expectTest(setup: Setup, start: Start): Promise<void> {
	expect(launched(await start({})).outcome).toBe('dryRun');
	expect(writes(setup)).toEqual([]);
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(strangers(setup)).toEqual([]);
	expect(phonesReached(setup)).toEqual(OWN);
}

/** A run that nobody watches never ends green having sent nothing. */
async function expectRefused(setup: Setup, start: Start, why: string | RegExp = ''): Promise<void> {
	for (const parameters of [{}, onOwn]) {
		const { error, items } = await start(parameters);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Not sent to 11 contacts: This run may not send to everyone: /);
		expect(error?.message).toMatch(why);
		expect(error?.description).toContain("set 'Send To' to 'Everyone, Always'");
	}
	expect(writes(setup)).toEqual([]);
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
	casesAtOnce('is live in these modes', live, async (setup, mode) => {
		await expectLive(setup, inRun(setup, { mode }));
	});

	withService('is a test in mode manual', async (setup) => {
		await expectTest(setup, inRun(setup, { mode: 'manual' }));
	});

	casesAtOnce('is refused in every other mode', others, async (setup, mode) => {
		await expectRefused(setup, inRun(setup, { mode }), `n8n ran it in the mode "${mode}"`);
	});

	withService('is refused as a retry of which n8n does not tell how it began', async (setup) => {
		await expectRefused(setup, inRun(setup, { mode: 'retry' }));
	});

	describe.each(byHand)('by $who', ({ left }) => {
		casesAtOnce('is refused', ['trigger', 'webhook'], async (setup, mode) => {
			await expectRefused(setup, inRun(setup, { mode, left }), BY_ANOTHER);
		});
	});
});

describe('a run that n8n says is not published', () => {
	casesAtOnce('is live on a worker, where its trigger stored it', ['trigger', 'webhook'], async (setup, mode) => {
		await expectLive(setup, inRun(setup, { mode, published: false }));
	});

	describe.each(byHand)('by $who', ({ left }) => {
		casesAtOnce('is refused', ['trigger', 'webhook'], async (setup, mode) => {
			await expectRefused(setup, inRun(setup, { mode, published: false, left }), BY_ANOTHER);
		});
	});
});

describe.each([1, 2, 3])('a sub-workflow, %d levels deep', (calls) => {
	casesAtOnce('is live where the first run is', ['trigger', 'webhook', 'cli', 'error'], async (setup, mode) => {
		await expectLive(setup, inRun(setup, { mode, calls }));
	});

	withService('is a test where the first run is one', async (setup) => {
		await expectTest(setup, inRun(setup, { mode: 'manual', calls }));
	});

	casesAtOnce('is refused where the first run is in any other mode', others, async (setup, mode) => {
		await expectRefused(setup, inRun(setup, { mode, calls }));
	});

	casesAtOnce('is refused where nobody but an assistant started the first run', byHand, async (setup, { left }) => {
		await expectRefused(setup, inRun(setup, { mode: 'webhook', calls, left }));
	});
});

describe('Retry', () => {
	/** Fails before the node has noted anything in the execution, is corrected, and retried. */
	const inRetry =
		(setup: Setup, circumstances: Circumstances): Start =>
		async (parameters) => {
			const failed = await inRun(setup, circumstances)({ ...parameters, recipients: 'nobody' });
			expect(failed.error?.message).toContain("'Recipients' is");
			const written = JSON.stringify(failed.setup).replace('"nobody"', '"inputItems"');
			const corrected = JSON.parse(written) as typeof failed.setup;
			const result = await setup.engine.retry(failed, corrected);
			expect(result.mode).toBe('retry');
			return result;
		};

	casesAtOnce('of a run that was live is live', live, async (setup, mode) => {
		await expectLive(setup, inRetry(setup, { mode }));
	});

	withService('of a test is a test', async (setup) => {
		await expectTest(setup, inRetry(setup, { mode: 'manual' }));
	});

	casesAtOnce('of any other run is refused', others, async (setup, mode) => {
		await expectRefused(setup, inRetry(setup, { mode }));
	});

	casesAtOnce('of a run that an assistant started is refused', byHand, async (setup, { left }) => {
		await expectRefused(setup, inRetry(setup, { mode: 'webhook', left }));
	});

	describe.each([1, 2])('of a run with sub-workflows, %d levels deep, follows to the first execution', (calls) => {
		casesAtOnce('that was live', ['trigger', 'webhook', 'cli', 'error'], async (setup, mode) => {
			await expectLive(setup, inRetry(setup, { mode, calls }));
		});

		withService('that was a test', async (setup) => {
			await expectTest(setup, inRetry(setup, { mode: 'manual', calls }));
		});

		casesAtOnce('that was neither', others, async (setup, mode) => {
			await expectRefused(setup, inRetry(setup, { mode, calls }));
		});
	});
});

describe('a run that n8n cannot show, although it shows others', () => {
	const unreadable = async (setup: Setup, parameters: INodeParameters, circumstances: Circumstances) => {
		setup.engine.executions.isOutOfReach = true;
		const result = await inRun(setup, circumstances)(parameters);
		setup.engine.executions.isOutOfReach = false;
		return result;
	};

	withService.each(['trigger', 'webhook'])('fails, and says so: %s', async (setup, mode) => {
		for (const published of [true, false]) {
			const { error, items } = await unreadable(setup, onOwn, { mode, published });
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'Not sent to 11 contacts: This run may not send to everyone: n8n could not show how it was started',
			);
			expect(writes(setup)).toEqual([]);
		}
		// Nothing was sent, so the next try is no repeat.
		await expectLive(setup, inRun(setup, { mode }));
	});

	withService.each(['trigger', 'webhook'])('is not asked for where it does not matter: %s', async (setup, mode) => {
		expect(launched(await unreadable(setup, { sendMode: 'dryRun' }, { mode })).outcome).toBe('dryRun');
		expect(launched(await unreadable(setup, { sendMode: 'always' }, { mode })).outcome).toBe('launched');
	});
});
