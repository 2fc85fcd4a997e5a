/** Launches whose answer is lost or late: each is taken once or not at all, and nothing else is said. */
import { createHash } from 'node:crypto';
import type { OnError } from 'n8n-workflow';
import { personalities, type FaultMoment, type FaultRule, type Settings } from '../../../simulator';
import { timeouts } from '../../../nodes/service/timeouts';
import type { RunResult } from '../../harness/runResult';
import { setups, type Setup } from '../support/setup';
import { csv, launched, launchFile, quickLaunches, SPEED } from './support';

const { inSetup, underEveryPersonality } = setups();
quickLaunches();
const quick = { speed: SPEED };

/** How it ends: [taken by the service, requests that reached it, outcomes; undefined for a failed item]. */
type Ending = [taken: number, requests: number, outcomes?: string[]];
const LAUNCHED = ['launched', 'reconciled'];

/** What must come of a fault after so many tries, by n8n's Retry or by Retry On Fail. */
const endings = {
	/** Taken, and the output says so; found in the list where the service answers in plain text. */
	arrives: () => [1, 1, LAUNCHED],
	refused: (tries) => [0, tries],
	/** A plain refusal may be sent again. */
	refusedOnce: (tries) => (tries === 1 ? [0, 1] : [1, 2, LAUNCHED]),
	/** Never taken, which cannot be known: it must not be sent again. */
	lostOnTheWay: () => [0, 1],
	/** Taken, and found in the list. */
	found: () => [1, 1, LAUNCHED],
	/** Taken, and found only when it is tried again. */
	foundLater: (tries) => (tries === 1 ? [1, 1] : [1, 1, ['reconciled']]),
	/** Taken, and the list never shows it: it must not be sent again. */
	neverFound: () => [1, 1],
	/** The list cannot be read, so nothing is sent. */
	notTried: () => [0, 0],
} satisfies Record<string, (tries: number) => Ending>;
type Expected = keyof typeof endings;

interface FaultCase {
	what: string;
	rules: FaultRule[];
	expected: Expected;
	settings?: Partial<Settings>;
	/** For those that never answer. */
	answerMs?: number;
}

/** Of the launch, each time, unless the rest says otherwise. */
const fault = (
	what: string,
	kind: FaultRule['fault'],
	expected: Expected,
	{
		times = 'always',
		list,
		...others
	}: Partial<FaultCase> & { times?: FaultRule['times']; list?: Partial<FaultRule> } = {},
): FaultCase => {
	const ofList: FaultRule = { endpoint: 'list', fault: { kind: 'status', status: 503 }, ...list };
	return { what, rules: [{ endpoint: 'launch', fault: kind, times }, ...(list ? [ofList] : [])], expected, ...others };
};
const lost = { kind: 'reset', moment: 'afterAccepting' } as const;
const error500 = { kind: 'status', status: 500, moment: 'afterAccepting' } as const;
const moments: Array<[FaultMoment, Expected]> = [
	['beforeAccepting', 'lostOnTheWay'],
	['afterAccepting', 'found'],
];

const faults: FaultCase[] = [
	{ what: 'none', rules: [], expected: 'arrives' },
	fault('an answer in drops', { kind: 'trickle', bytes: 20, everyMs: 1 }, 'arrives'),
	fault('an answer that is no JSON', { kind: 'invalidJson' }, 'found'),
	fault('the key echoed', { kind: 'echoKey', status: 400, shape: 'nested' }, 'refused'),
	fault('status 429 once', { kind: 'rateLimit', retryAfter: { seconds: 1 } }, 'refusedOnce', { times: 1 }),
	...moments.flatMap(([moment, expected]) => [
		fault(`status 503 ${moment}`, { kind: 'status', status: 503, moment }, expected),
		fault(`a reset ${moment}`, { kind: 'reset', moment }, expected),
		fault(`silence ${moment}`, { kind: 'silence', moment }, expected, { answerMs: 1_000 }),
		fault(`a web page ${moment}`, { kind: 'html', moment }, expected),
		fault(`a redirect ${moment}`, { kind: 'redirect', moment }, expected),
	]),
	fault('a reset while uploading', { kind: 'resetDuringUpload', afterBytes: 100 }, 'lostOnTheWay'),
	fault('an answer cut short', { kind: 'truncate', how: 'shortOfContentLength' }, 'found'),
	fault('an answer lost and a list that is down for a while', lost, 'found', { list: { skip: 1, times: 3 } }),
	fault('an answer lost and a list that is down for longer', lost, 'foundLater', { list: { skip: 1, times: 5 } }),
	fault('an answer lost, and never listed', error500, 'neverFound', { settings: { listDelayMs: 'never' } }),
	{
		what: 'a list that cannot be read',
		rules: [{ endpoint: 'list', fault: { kind: 'status', status: 403 }, times: 'always' }],
		expected: 'notTried',
	},
];

const FILE_HASH = createHash('sha256').update(csv(3)).digest('hex');

function check(setup: Setup, result: RunResult, [taken, requests, outcomes]: Ending, onError: OnError): void {
	const launches = setup.simulator.launches();
	expect({ taken: launches.length, requests: setup.requests('launch') }).toEqual({ taken, requests });
	for (const { file } of launches) expect(file?.sha256).toBe(FILE_HASH);
	setup.holdToPromises(result);
	if (outcomes === undefined) {
		if (onError === 'stopWorkflow') expect(result.error?.message).toMatch(/Spring Sale|list the promotions/);
		else {
			expect(result.error).toBeUndefined();
			const failed = onError === 'continueErrorOutput' ? result.errorItems : result.items;
			expect(failed.map(({ json }) => Object.keys(json))).toEqual([['error', 'advice']]);
		}
		return;
	}
	expect(result.error).toBeUndefined();
	expect(result.json).toHaveLength(1);
	expect(outcomes).toContain(result.json[0]?.outcome);
	expect(result.json[0]).toMatchObject({ launched: true, promotionId: launches[0]?.promotionId });
}

describe('a launch among faults', () => {
	const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

	it.each(faults.map((given, row) => ({ ...given, row })))('$what: $expected', async (given) => {
		const { row, rules, expected, settings, answerMs = 20_000 } = given;
		const patience = jest.replaceProperty(timeouts, 'launchAnswerMs', answerMs);
		const runWith = async (retryOnFail: boolean) => {
			// Each case meets another of them.
			const turn = 2 * row + Number(retryOnFail);
			const personality = personalities[turn % personalities.length]!.name;
			const onError = ON_ERROR[turn % ON_ERROR.length]!;
			await inSetup({ personality, speed: SPEED, settings }, async (setup) => {
				for (const rule of rules) setup.simulator.addFault(rule);
				const after = (tries: number) => endings[expected](tries) as Ending;
				const tries = retryOnFail ? 2 : 1;
				const result = await launchFile(setup, {}, { retryOnFail, maxTries: 2, onError });
				check(setup, result, after(tries), onError);
				if (result.error) check(setup, await setup.engine.retry(result), after(2 * tries), onError);
			});
		};
		const both = await Promise.allSettled([false, true].map(runWith));
		patience.restore();
		for (const one of both) if (one.status === 'rejected') throw one.reason as Error;
	});
});

describe('a launch that the list does not show in time', () => {
	const listNever = { settings: { listDelayMs: 'never' as const } };

	underEveryPersonality(
		'is launched if the answer is an acceptance, and else not known',
		async (setup) => {
			const result = await launchFile(setup);
			const [taken, ...others] = setup.simulator.launches();
			expect(others).toEqual([]);
			if (result.error) {
				expect(result.error.message).toContain('It is not known whether');
				expect(result.error.message).toContain("The service's answer could not be read");
				return;
			}
			const row = launched(result);
			expect(row).toMatchObject({ outcome: 'launched', launched: true });
			// Where the answer names nothing, a warning, and nobody sends it again tomorrow.
			if (row.promotionId === null) expect(row.warnings).toEqual([expect.stringContaining('names no promotion')]);
			else expect(row).toMatchObject({ promotionId: taken?.promotionId, warnings: [] });
		},
		{ ...quick, ...listNever },
	);
});

it('a lost launch is not looked for in the list of another account, to which the credential was changed', async () => {
	await inSetup(quick, async (setup) => {
		await inSetup({ accountId: 'other' }, async ({ simulator: other, credentials }) => {
			other.addPromotion({ name: 'Spring Sale' });
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			const failed = await launchFile(setup);
			const nodes = failed.setup.nodes.map((node) => ({ ...node, credentials }));
			const { error, json } = await setup.engine.retry(failed, { ...failed.setup, nodes });
			expect(json).toEqual([]);
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts');
			expect(error?.message).toContain("the credential had another 'Base URL' or 'Account ID' then");
			expect(error?.description).toContain('The list of this account would not show it.');
			expect(other.launches()).toEqual([]);
		});
	});
});
