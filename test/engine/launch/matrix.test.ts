/**
 * Every misbehaviour × personality × Retry On Fail × On Error × n8n's Retry. The ledger of the service says how often a launch
 * was really taken: 0 or 1, never more, whatever was lost on the way back.
 */
import { createHash } from 'node:crypto';
import type { OnError } from 'n8n-workflow';
import { personalities, startSimulator, type FaultMoment, type FaultRule } from '../../../simulator';
import type { PersonalityName, Settings } from '../../../simulator';
import { launchTiming } from '../../../nodes/RcsPromotion/launch/timing';
import { Engine } from '../../harness/engine';
import type { RunResult } from '../../harness/runResult';
import { World } from '../support/world';
import { csv, launchFile, quickLaunches, SPEED } from './support';

/** What must come of a misbehaviour. `taken` is the count of the ledger at the end of the execution. */
type Expected =
	/** Taken, and the output says so. */
	| 'arrives'
	/** Refused for good. */
	| 'refused'
	/** Refused the first time only: a plain refusal may be sent again. */
	| 'refusedOnce'
	/** Never taken, and nobody can say so: it must not be sent again. */
	| 'lostOnTheWay'
	/** Taken, and found in the list. */
	| 'found'
	/** Taken, and found only by whoever looks a second time. */
	| 'foundLater'
	/** Taken, and the list never shows it: it must not be sent again. */
	| 'neverFound'
	/** The list cannot be read, so nothing is sent. */
	| 'notTried';

interface Misbehaviour {
	what: string;
	rules: FaultRule[];
	expected: Expected;
	settings?: Partial<Settings>;
	/** For those that never answer. */
	answerMs?: number;
}

const moments: Array<[FaultMoment, string]> = [
	['beforeAccepting', 'before'],
	['afterAccepting', 'after'],
];
const at = (moment: FaultMoment): Expected => (moment === 'afterAccepting' ? 'found' : 'lostOnTheWay');
const onLaunch = (fault: FaultRule['fault'], times: FaultRule['times'] = 'always'): FaultRule[] => [
	{ endpoint: 'launch', fault, times },
];

const misbehaviours: Misbehaviour[] = [
	{ what: 'none', rules: [], expected: 'arrives' },
	{ what: 'a slow answer', rules: onLaunch({ kind: 'latency', milliseconds: 100 }), expected: 'arrives' },
	{ what: 'an answer in drops', rules: onLaunch({ kind: 'trickle', bytes: 20, everyMs: 1 }), expected: 'arrives' },
	{ what: 'an answer that is no JSON', rules: onLaunch({ kind: 'invalidJson' }), expected: 'arrives' },
	...[400, 401, 403, 404, 409, 413, 422].map((status) => ({
		what: `status ${status}`,
		rules: onLaunch({ kind: 'status' as const, status }),
		expected: 'refused' as const,
	})),
	{ what: 'the key echoed', rules: onLaunch({ kind: 'echoKey', status: 400, shape: 'nested' }), expected: 'refused' },
	{ what: 'status 400 once', rules: onLaunch({ kind: 'status', status: 400 }, 1), expected: 'refusedOnce' },
	{
		what: 'status 429 once',
		rules: onLaunch({ kind: 'rateLimit', retryAfter: { seconds: 1 } }, 1),
		expected: 'refusedOnce',
	},
	...moments.flatMap(([moment, when]): Misbehaviour[] => [
		...[408, 500, 502, 503, 504].map((status) => ({
			what: `status ${status} ${when} accepting`,
			rules: onLaunch({ kind: 'status', status, moment }),
			expected: at(moment),
		})),
		{ what: `a reset ${when} accepting`, rules: onLaunch({ kind: 'reset', moment }), expected: at(moment) },
		{
			what: `silence ${when} accepting`,
			rules: onLaunch({ kind: 'silence', moment }),
			expected: at(moment),
			answerMs: 3_000,
		},
		{ what: `a web page ${when} accepting`, rules: onLaunch({ kind: 'html', moment }), expected: at(moment) },
		{ what: `a redirect ${when} accepting`, rules: onLaunch({ kind: 'redirect', moment }), expected: at(moment) },
	]),
	{ what: 'a reset on arrival', rules: onLaunch({ kind: 'reset', moment: 'onArrival' }), expected: 'lostOnTheWay' },
	{
		what: 'a reset while uploading',
		rules: onLaunch({ kind: 'resetDuringUpload', afterBytes: 100 }),
		expected: 'lostOnTheWay',
	},
	{
		what: 'an answer cut short',
		rules: onLaunch({ kind: 'truncate', how: 'shortOfContentLength' }),
		expected: 'found',
	},
	{
		what: 'an answer lost and a list that is down for a while',
		rules: [
			...onLaunch({ kind: 'reset', moment: 'afterAccepting' }),
			{ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 3 },
		],
		expected: 'found',
	},
	{
		what: 'an answer lost and a list that is down for longer',
		rules: [
			...onLaunch({ kind: 'reset', moment: 'afterAccepting' }),
			{ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 },
		],
		expected: 'foundLater',
	},
	{
		what: 'an answer lost and a list that never shows it',
		rules: onLaunch({ kind: 'status', status: 500, moment: 'afterAccepting' }),
		settings: { listDelayMs: 'never' },
		expected: 'neverFound',
	},
	{
		what: 'an answer lost and a list without promotions',
		rules: [
			...onLaunch({ kind: 'reset', moment: 'afterAccepting' }),
			{ endpoint: 'list', fault: { kind: 'noPromotionsArray' }, skip: 1, times: 'always' },
		],
		expected: 'neverFound',
	},
	{
		what: 'a list that cannot be read',
		rules: [{ endpoint: 'list', fault: { kind: 'status', status: 403 }, times: 'always' }],
		expected: 'notTried',
	},
];

interface Cell {
	personality: PersonalityName;
	retryOnFail: boolean;
	onError: OnError;
}

const cells: Cell[] = personalities.flatMap(({ name: personality }) =>
	[false, true].flatMap((retryOnFail) =>
		(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => ({
			personality,
			retryOnFail,
			onError,
		})),
	),
);

/** How it ends: [taken by the service, requests that reached it, outcome; undefined for a failed item]. */
type Ending = [taken: number, requests: number, outcome: string[] | undefined];

function endings(expected: Expected, { retryOnFail }: Cell): { atFirst: Ending; afterRetry: Ending } {
	const same = (ending: Ending) => ({ atFirst: ending, afterRetry: ending });
	switch (expected) {
		case 'arrives':
			return same([1, 1, ['launched', 'alreadyLaunched']]);
		case 'refused':
			return { atFirst: [0, retryOnFail ? 2 : 1, undefined], afterRetry: [0, retryOnFail ? 4 : 2, undefined] };
		case 'refusedOnce':
			return retryOnFail
				? same([1, 2, ['launched']])
				: { atFirst: [0, 1, undefined], afterRetry: [1, 2, ['launched']] };
		case 'lostOnTheWay':
			return same([0, 1, undefined]);
		case 'found':
			return same([1, 1, ['launched', 'reconciled']]);
		case 'foundLater':
			return retryOnFail
				? same([1, 1, ['reconciled']])
				: { atFirst: [1, 1, undefined], afterRetry: [1, 1, ['reconciled']] };
		case 'neverFound':
			return same([1, 1, undefined]);
		case 'notTried':
			return same([0, 0, undefined]);
	}
}

const FILE_HASH = createHash('sha256').update(csv(3)).digest('hex');

function check(world: World, result: RunResult, [taken, requests, outcome]: Ending, onError: OnError): void {
	const launches = world.simulator.launches();
	expect({ taken: launches.length, requests: world.requests('launch') }).toEqual({ taken, requests });
	for (const { file } of launches) expect(file?.sha256).toBe(FILE_HASH);
	world.holdToPromises(result);
	if (outcome === undefined) {
		if (onError === 'stopWorkflow') expect(result.error?.message).toMatch(/Spring Sale|list the promotions/);
		else {
			expect(result.error).toBeUndefined();
			const failed = onError === 'continueErrorOutput' ? result.errorItems : result.items;
			expect(failed.map(({ json }) => Object.keys(json))).toEqual([['error']]);
		}
		return;
	}
	expect(result.error).toBeUndefined();
	expect(result.json).toHaveLength(1);
	expect(outcome).toContain(result.json[0]?.outcome);
	expect(result.json[0]).toMatchObject({ launched: true, promotionId: launches[0]?.promotionId });
}

describe('a launch among misbehaviours', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.start();
	});
	afterAll(async () => await engine.stop());
	quickLaunches();
	let account = 0;

	async function runCell({ rules, expected, settings }: Misbehaviour, cell: Cell): Promise<void> {
		const { personality, retryOnFail, onError } = cell;
		const accountId = `matrix-${++account}`;
		const simulator = await startSimulator({ personality, accountId, speed: SPEED, settings });
		try {
			for (const rule of rules) simulator.misbehave(rule);
			const world = new World(engine, simulator);
			const { atFirst, afterRetry } = endings(expected, cell);
			const result = await launchFile(world, {}, { retryOnFail, maxTries: 2, onError });
			check(world, result, atFirst, onError);
			if (result.error) check(world, await engine.retry(result), afterRetry, onError);
		} finally {
			await simulator.stop();
		}
	}

	it.each(misbehaviours)('$what: $expected', async (misbehaviour) => {
		launchTiming.answerMs = misbehaviour.answerMs ?? 10_000;
		const outcomes = await Promise.allSettled(cells.map(async (cell) => await runCell(misbehaviour, cell)));
		const failed = outcomes.flatMap((outcome, index) =>
			outcome.status === 'rejected' ? [`${JSON.stringify(cells[index])}: ${(outcome.reason as Error).message}`] : [],
		);
		expect(failed).toEqual([]);
	});
});
