/** Which runs are live, and so reach all contacts; which are tests; and that every other is refused with the reason. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../harness/runResult';
import { setups, type Setup } from '../support/setup';
import { contacts, launched, launchItems, onOwn, OWN, phonesReached, quickLaunches, writes } from './support';

const { casesAtOnce, withService } = setups();
quickLaunches();

type Circumstances = Parameters<typeof launchItems>[2];
/** Runs the node in one way, with these parameters. */
type Start = (parameters: INodeParameters) => Promise<RunResult>;
type Way = (setup: Setup, circumstances: Circumstances) => Start;

const people = contacts(11);

const inRun: Way = (setup, circumstances) => async (parameters) =>
	await launchItems(setup, parameters, { items: people, ...circumstances });

/** Fails before the node has noted anything in the execution, is corrected, and retried. */
const inRetry: Way = (setup, circumstances) => async (parameters) => {
	const failed = await inRun(setup, circumstances)({ ...parameters, recipients: 'nobody' });
	expect(failed.error?.message).toContain("'Recipients' is");
	const corrected = JSON.stringify(failed.setup).replace('"nobody"', '"inputItems"');
	const result = await setup.engine.retry(failed, JSON.parse(corrected) as typeof failed.setup);
	expect(result.mode).toBe('retry');
	return result;
};

/** Test phones are entered, so that a live run could take them for contacts. */
async function expectLive(setup: Setup, start: Start): Promise<void> {
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(phonesReached(setup)).toEqual(people.map(({ json }) => json.phone));
}

async function expectTest(setup: Setup, start: Start): Promise<void> {
	expect(launched(await start({})).outcome).toBe('dryRun');
	expect(writes(setup)).toEqual([]);
	expect(launched(await start(onOwn)).outcome).toBe('launched');
	expect(phonesReached(setup)).toEqual(OWN);
}

/** A run that nobody watches never ends green having sent nothing. */
async function expectRefused(setup: Setup, start: Start, why = ''): Promise<void> {
	for (const parameters of [{}, onOwn]) {
		const { error, items } = await start(parameters);
		expect(items).toEqual([]);
		expect(error?.message).toContain(`Not sent to 11 contacts: This run may not send to everyone: ${why}`);
		expect(error?.description).toContain("set 'Send To' to 'Everyone, Always'");
	}
	expect(writes(setup)).toEqual([]);
}

const triggers = ['trigger', 'webhook'];
const live = [...triggers, 'integrated', 'cli', 'error'];
const others = ['chat', 'evaluation', 'internal', 'agent', 'a mode to come'];
/** What n8n's MCP server and its assistant leave, and its agents: the input as pinned data of the trigger. */
const pinned = { pinData: { Start: people } };
const manualData = { userId: 'user-1', source: 'instance_ai' as const };
const byHand = [
	{ who: 'the MCP server', left: pinned },
	{ who: 'the assistant', left: { ...pinned, manualData } },
	{ who: 'the assistant without input', left: { manualData } },
];

describe('a run', () => {
	casesAtOnce('is live in these modes', live, async (setup, mode) => {
		await expectLive(setup, inRun(setup, { mode }));
	});

	casesAtOnce(
		'is live where its trigger stored it, though a worker calls it not published',
		triggers,
		async (setup, mode) => {
			await expectLive(setup, inRun(setup, { mode, published: false }));
		},
	);

	withService('is a test in mode manual', async (setup) => {
		await expectTest(setup, inRun(setup, { mode: 'manual' }));
	});

	casesAtOnce('is refused in every other mode', others, async (setup, mode) => {
		await expectRefused(setup, inRun(setup, { mode }), `n8n ran it in the mode "${mode}"`);
	});

	describe.each(byHand)('by $who', ({ left }) => {
		const states = triggers.flatMap((mode) => [true, false].map((published) => ({ mode, published })));
		casesAtOnce('is refused, published or not', states, async (setup, state) => {
			await expectRefused(setup, inRun(setup, { ...state, left }), 'its own trigger did not start it');
		});
	});
});

/** Sub-workflows and n8n's Retry follow to the first execution. */
describe.each<{ what: string; start: Way; calls?: number }>([
	...[1, 3].map((calls) => ({ what: `a sub-workflow, ${calls} levels deep`, start: inRun, calls })),
	{ what: 'Retry', start: inRetry },
	{ what: 'Retry of a run with sub-workflows', start: inRetry, calls: 2 },
])('$what', ({ start, calls }) => {
	casesAtOnce('is live where the first run is', [...triggers, 'cli', 'error'], async (setup, mode) => {
		await expectLive(setup, start(setup, { mode, calls }));
	});

	withService('is a test where the first run is one', async (setup) => {
		await expectTest(setup, start(setup, { mode: 'manual', calls }));
	});

	casesAtOnce('is refused where the first run is in any other mode', others, async (setup, mode) => {
		await expectRefused(setup, start(setup, { mode, calls }));
	});

	casesAtOnce('is refused where nobody but an assistant started the first run', byHand, async (setup, { left }) => {
		await expectRefused(setup, start(setup, { mode: 'webhook', calls, left }));
	});
});

withService.each(triggers)(
	'a run that n8n cannot show, although it shows others, fails and says so: %s',
	async (setup, mode) => {
		const unreadable = async (parameters: INodeParameters, published?: boolean) => {
			setup.engine.executions.isOutOfReach = true;
			const result = await inRun(setup, { mode, published })(parameters);
			setup.engine.executions.isOutOfReach = false;
			return result;
		};
		for (const published of [true, false]) {
			const { error, items } = await unreadable(onOwn, published);
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/This run may not send to everyone: n8n could not show how it was started$/);
		}
		// It is not asked for where it does not matter.
		expect(launched(await unreadable({ sendMode: 'dryRun' })).outcome).toBe('dryRun');
		expect(writes(setup)).toEqual([]);
		// Nothing was sent, so the next try is no repeat.
		expect(launched(await unreadable({ sendMode: 'always' })).outcome).toBe('launched');
	},
);
