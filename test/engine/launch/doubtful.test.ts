/** Answers that are lost, late, or say no with a status of success: a launch is taken once or not at all, and nothing else is said. */
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters, OnError } from 'n8n-workflow';
import { personalities, type FaultMoment, type FaultRule } from '../../../simulator';
import type { PersonalityName, Settings } from '../../../simulator';
import { timeouts } from '../../../nodes/service/timeouts';
import { launchesOfProcess, type Launch } from '../../../nodes/RcsPromotion/launch/memory';
import type { RunResult } from '../../harness/runResult';
import { setups, type Setup } from '../support/setup';
import {
	csv,
	fromFile,
	launched,
	launchFile,
	launchItems,
	launchList,
	OWN,
	phone,
	quickLaunches,
	SPEED,
} from './support';

const { withService, inSetup, underEveryPersonality } = setups();
quickLaunches();
const ANSWER_MS = 20_000;
const quick = { speed: SPEED };

/** What must come of a fault. `taken` is the count of the ledger at the end of the execution. */
type Expected =
	/** Taken, and the output says so; found in the list where the service answers in plain text. */
	| 'arrives'
	/** Refused for good. */
	| 'refused'
	/** Refused the first time only: a plain refusal may be sent again. */
	| 'refusedOnce'
	/** Never taken, which cannot be known: it must not be sent again. */
	| 'lostOnTheWay'
	/** Taken, and found in the list. */
	| 'found'
	/** Taken, and found only at the second look. */
	| 'foundLater'
	/** Taken, and the list never shows it: it must not be sent again. */
	| 'neverFound'
	/** The list cannot be read, so nothing is sent. */
	| 'notTried';

interface FaultCase {
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

const faultCases: FaultCase[] = [
	{ what: 'none', rules: [], expected: 'arrives' },
	{ what: 'a slow answer', rules: onLaunch({ kind: 'latency', milliseconds: 100 }), expected: 'arrives' },
	{ what: 'an answer in drops', rules: onLaunch({ kind: 'trickle', bytes: 20, everyMs: 1 }), expected: 'arrives' },
	{ what: 'an answer that is no JSON', rules: onLaunch({ kind: 'invalidJson' }), expected: 'found' },
	...[400, 401, 413].map((status) => ({
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
	...moments.flatMap(([moment, when]): FaultCase[] => [
		...[408, 500, 503].map((status) => ({
			what: `status ${status} ${when} accepting`,
			rules: onLaunch({ kind: 'status', status, moment }),
			expected: at(moment),
		})),
		{ what: `a reset ${when} accepting`, rules: onLaunch({ kind: 'reset', moment }), expected: at(moment) },
		{
			what: `silence ${when} accepting`,
			rules: onLaunch({ kind: 'silence', moment }),
			expected: at(moment),
			answerMs: 1_000,
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

/**
 * Which fault meets which circumstances: every pair of a fault, a personality, Retry On Fail, and a setting of On Error
 * meets at least once, as each six neighbours hold all six combinations of the last two.
 */
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const cellsOf = (row: number): Cell[] =>
	Array.from({ length: 6 }, (_, column) => {
		const { name: personality } = personalities[column % personalities.length]!;
		const turn = row + column;
		return { personality, retryOnFail: turn % 2 === 1, onError: ON_ERROR[turn % 3] as OnError };
	});

/** How it ends: [taken by the service, requests that reached it, outcome; undefined for a failed item]. */
type Ending = [taken: number, requests: number, outcome: string[] | undefined];

function endings(expected: Expected, { retryOnFail }: Cell): { atFirst: Ending; afterRetry: Ending } {
	const same = (ending: Ending) => ({ atFirst: ending, afterRetry: ending });
	switch (expected) {
		case 'arrives':
			return same([1, 1, ['launched', 'alreadyLaunched', 'reconciled']]);
		case 'refused':
			return { atFirst: [0, retryOnFail ? 2 : 1, undefined], afterRetry: [0, retryOnFail ? 4 : 2, undefined] };
		case 'refusedOnce':
			return retryOnFail
				? same([1, 2, ['launched', 'reconciled']])
				: { atFirst: [0, 1, undefined], afterRetry: [1, 2, ['launched', 'reconciled']] };
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

function check(setup: Setup, result: RunResult, [taken, requests, outcome]: Ending, onError: OnError): void {
	const launches = setup.simulator.launches();
	expect({ taken: launches.length, requests: setup.requests('launch') }).toEqual({ taken, requests });
	for (const { file } of launches) expect(file?.sha256).toBe(FILE_HASH);
	setup.holdToPromises(result);
	if (outcome === undefined) {
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
	expect(outcome).toContain(result.json[0]?.outcome);
	expect(result.json[0]).toMatchObject({ launched: true, promotionId: launches[0]?.promotionId });
}

/** A launch that can be looked at while it runs. */
async function begin(setup: Setup, parameters: INodeParameters = {}, mode: 'trigger' | 'manual' = 'trigger') {
	const running = setup.engine.begin({
		workflowId: setup.workflowId,
		credentials: setup.credentials,
		parameters: { resource: 'promotion', operation: 'launch', ...fromFile, ...parameters },
		items: [await setup.engine.fileItem(csv(3))],
		mode,
	});
	/** What n8n would store of it at this moment. */
	const remembered = () => {
		const flow = running.data.executionData?.contextData?.flow ?? {};
		return Object.values(JSON.parse(JSON.stringify(flow.rcsPromotionLaunches ?? {})) as Record<string, Launch>);
	};
	return { ...running, remembered };
}

describe('the memory of an execution', () => {
	withService('is written before the request leaves', async (setup) => {
		const { promotionId } = setup.simulator.addPromotion({ name: 'Another' });
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'onArrival' } });
		const running = await begin(setup);
		await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const launches = running.remembered();
		expect(launches).toEqual([expect.objectContaining({ state: 'sending', listedBefore: [], run: 'run 0' })]);
		expect(JSON.stringify(launches)).not.toContain(promotionId);
		setup.simulator.releaseHeld();
		const result = await running.finished;
		expect(running.remembered()[0]).toMatchObject({ state: 'launched', output: result.json[0] });
	});

	withService('is written again once the service has accepted, before the list is looked at', async (setup) => {
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' }, skip: 1 });
		const running = await begin(setup);
		await setup.simulator.waitForRequest(({ endpoint }) => endpoint === 'list' && setup.requests('list') === 2);
		expect(running.remembered()[0]).toMatchObject({ state: 'launched', output: { launched: true } });
		setup.simulator.releaseHeld();
		expect((await running.finished).json[0]).toMatchObject({ outcome: 'launched' });
	});

	withService.each(['onArrival', 'afterAccepting'] as const)(
		'outlives a kill between request and answer: a retry only looks (%s)',
		async (setup, moment) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment } });
			const running = await begin(setup);
			const isTaken = moment === 'afterAccepting';
			const stage = isTaken ? ({ stage: 'accepted' } as const) : {};
			await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0, ...stage });
			const left = running.asLeft();
			launchesOfProcess.clear();
			const retried = await setup.engine.retry(left);
			if (isTaken) expect(launched(retried)).toMatchObject({ outcome: 'reconciled' });
			else expect(retried.error?.message).toContain('It is not known');
			expect(setup.requests('launch')).toBe(1);
			setup.simulator.releaseHeld();
			await running.finished;
		},
	);

	withService(
		'is not needed where Stop comes before the request: nothing is sent, and the next goes',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'hold', moment: 'onArrival' } });
			const running = await begin(setup);
			await setup.simulator.waitForRequest({ endpoint: 'list' });
			running.cancel();
			setup.simulator.releaseHeld();
			await running.finished;
			expect(setup.requests('launch')).toBe(0);
			launched(await launchFile(setup));
			expect(setup.simulator.launches()).toHaveLength(1);
		},
	);

	withService.each(['trigger', 'manual'] as const)('keeps no name and no number (%s)', async (setup, mode) => {
		const running = await begin(setup, { testPhones: OWN.join() }, mode);
		const { json } = await running.finished;
		// A test shows them, and only there.
		expect(JSON.stringify(json).includes('Contact 0')).toBe(mode === 'manual');
		const kept = JSON.stringify(running.remembered());
		expect(kept).toContain('"state":"launched"');
		for (const value of ['Contact ', ...[0, 1, 2].map(phone), ...OWN].map((text) => text.replace('+', ''))) {
			expect(kept).not.toContain(value);
		}
	});

	withService('is not needed either where Stop comes after the list was read', async (setup) => {
		const table = DataDeduplicationService.getInstance();
		const record = table.checkProcessedAndRecord.bind(table);
		let calls = 0;
		const spy = jest.spyOn(table, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
			const answer = await record(...given);
			// The first was before the list was read.
			if (++calls === 2) running.cancel();
			return answer;
		});
		const running = await begin(setup);
		await running.finished;
		spy.mockRestore();
		expect([calls, setup.requests('list'), setup.requests('launch')]).toEqual([2, 1, 0]);
		expect(running.remembered()).toEqual([]);
		// Nothing was recorded that would stop the next.
		launched(await launchFile(setup));
	});

	underEveryPersonality(
		'outlives Stop: a retry only looks',
		async (setup) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'silence', moment: 'afterAccepting' } });
			const running = await begin(setup);
			await setup.simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
			running.cancel();
			const stopped = await running.finished;
			expect(['canceled', 'error']).toContain(stopped.status);
			expect(['sending', 'unknown']).toContain(running.remembered()[0]?.state);
			expect(launched(await setup.engine.retry(stopped))).toMatchObject({ outcome: 'reconciled' });
			expect(setup.simulator.launches()).toHaveLength(1);
			expect(setup.requests('launch')).toBe(1);
		},
		quick,
	);

	withService('answers a retry after a later item failed with what was launched', async (setup) => {
		const items = [await setup.engine.fileItem(csv(3)), { json: {} }];
		const parameters = {
			promotionName: '=Sale {{ $itemIndex }} {{ $now.toMillis() }}',
			options: { maximumLaunches: 2 },
		};
		const failed = await launchFile(setup, parameters, { items });
		expect(failed.error?.message).toContain("No file found in 'data'");
		const [sent] = setup.simulator.launches();
		expect(failed.error?.description).toContain(
			`This one was not sent. Already handed over in this execution: "${String(sent?.body.name)}" (${sent?.promotionId}).`,
		);
		expect(failed.error?.description).not.toContain('Nothing was sent');
		const retried = await setup.engine.retry(failed);
		expect(retried.error?.message).toContain("No file found in 'data'");
		expect(setup.requests('launch')).toBe(1);
	});

	withService('goes by the place in the execution, which a clock in the name does not change', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const parameters = { promotionName: '=Sale {{ $now.toMillis() }}' };
		const row = launched(await launchFile(setup, parameters, { retryOnFail: true, maxTries: 3 }));
		expect(row).toMatchObject({ outcome: 'reconciled', promotionName: setup.simulator.launches()[0]?.body.name });
		expect(setup.requests('launch')).toBe(1);
	});

	withService('answers also where the form can no longer be read', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const failed = await launchFile(setup);
		expect(failed.error?.message).toContain('It is not known');
		const broken = { templateName: '={{ "" }}' };
		const nodes = failed.setup.nodes.map((node) => ({ ...node, parameters: { ...node.parameters, ...broken } }));
		expect(launched(await setup.engine.retry(failed, { ...failed.setup, nodes }))).toMatchObject({
			outcome: 'reconciled',
		});
	});

	withService('takes each round of a loop for another launch', async (setup) => {
		const parameters = {
			promotionName: '=Round {{ $runIndex }}',
			options: { maximumLaunches: 3 },
			targetListName: '=L{{ $runIndex }}',
		};
		const result = await launchList(setup, parameters, { loop: 3 });
		expect(result.error).toBeUndefined();
		expect(setup.simulator.launches().map(({ body }) => body.name)).toEqual(['Round 0', 'Round 1', 'Round 2']);
	});

	withService('has one launch for all items as one', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 502, moment: 'afterAccepting' } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 503 }, skip: 1, times: 5 });
		const failed = await launchItems(setup);
		expect(failed.error?.message).toMatch(/^It is not known whether "Spring Sale" was launched to 3 contacts: /);
		expect(failed.error?.description).toContain('Look for "Spring Sale"');
		const result = await setup.engine.retry(failed);
		expect(launched(result)).toMatchObject({ outcome: 'reconciled', recipients: { rows: 3, ready: 3, handedOver: 3 } });
		expect(result.items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(setup.requests('launch')).toBe(1);
	});
});

interface AnswerCase {
	kind: string;
	/** What the name of the test shows in place of a long body. */
	what?: string;
	body: string;
	contentType?: string;
	/** Whether the service took the launch, so that the list shows it. */
	isTaken?: true;
	/** unknown: it fails, and says that it is not known. */
	becomes: 'launched' | 'reconciled' | 'unknown';
	/** If it is not that of the list. */
	promotionId?: string;
	/** In the message. */
	says?: string;
}

const quoted = (body: string) => `Handed over for 3 contacts as "Spring Sale"; the service answered: “${body}”`;

/** What the service answers with status 200. */
const answers: AnswerCase[] = [
	{
		...{ kind: 'names a promotion and nothing else', body: '{"promotionId":"1"}', promotionId: '1' },
		...{ becomes: 'launched', says: 'the service answered with promotion 1.' },
	},
	// Whatever else a service says beside an ID, a person reads it: no list of words judges it.
	...[
		{ beside: '"accepted":1,"rejected":49', says: 'accepted: 1, rejected: 49' },
		{ beside: '"message":"Insufficient credits"', says: 'message: Insufficient credits' },
	].map(({ beside, says }) => ({
		...{ kind: 'names a promotion', body: `{"promotionId":"1",${beside}}`, promotionId: '1' },
		...{ becomes: 'launched' as const, says: quoted(says) },
	})),
	...[
		'{"promotionId":"p-7","success":false}',
		'{"promotionId":"p-7","error":"Template was not approved"}',
		'{"data":{"promotionId":"p-7"},"message":"No credits","ok":false}',
		'{"promotionId":"p-7","errorCode":17}',
		'{"promotionId":"p-7","statusCode":422}',
	].map((body) => ({ kind: 'names a promotion and a failure', body, becomes: 'unknown' as const })),
	...[
		['{"promotionId":"p-1","data":{"promotionId":"p-2"}}', quoted('promotionId: p-1, promotionId: p-2')],
		['{"code":-1,"msg":"fail"}', quoted('code: -1, msg: fail')],
		['{"message":"Invalid template"}', quoted('message: Invalid template')],
		['{}', 'Handed over for 3 contacts as "Spring Sale"; the service answered without a word.'],
		['', 'Handed over for 3 contacts as "Spring Sale"; the service answered without a word.'],
	].map(([body = '', says]) => ({
		...{ kind: 'does not say which promotion it is', body, becomes: 'launched' as const, says },
	})),
	...['{"errorCode":"0000"}', '{"promotionId":null,"error":null,"errors":[]}', ''].map((body) => ({
		...{ kind: 'names nothing, and the list shows it', body, isTaken: true as const, becomes: 'launched' as const },
	})),
	...['text/plain', 'text/html'].map((contentType) => ({
		...{ kind: `is labelled as ${contentType}`, body: '{"promotionId":"1","status":"ok"}', contentType },
		...{ promotionId: '1', becomes: 'launched' as const, says: quoted('status: ok') },
	})),
	...[
		{ kind: 'names a failure', body: '{"success":false,"error":{"message":"not approved"}}', says: '“not approved”' },
		{ kind: 'is a text', body: 'Error: insufficient credits', says: 'insufficient credits' },
		{ kind: 'is long', what: '20,000 words', body: 'sent '.repeat(20_000), contentType: 'text/plain' },
	].flatMap((one) => [
		{ ...one, isTaken: true as const, becomes: 'reconciled' as const },
		{ ...one, becomes: 'unknown' as const },
	]),
];

describe('an answer of success', () => {
	withService('that names another launch of ours is about that one, whatever its name', async (setup) => {
		setup.simulator.configure({ listDelayMs: 'never' });
		const { promotionId } = launched(await launchItems(setup));
		const body = JSON.stringify({ promotionId });
		const fault = { kind: 'status', status: 200, body } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault, times: 'always' });
		const { error } = await launchItems(setup, { promotionName: 'Other', templateName: 'other' });
		expect(error?.message).toMatch(/^It is not known whether "Other" was launched .*, which was launched before$/);
		expect(setup.simulator.launches()).toHaveLength(1);
	});

	const cases = answers.map(({ what, ...given }) => ({ what: what ?? given.body, ...given }));
	withService.each(cases)('that $kind: the launch is $becomes, and sent once ($what)', async (setup, given) => {
		const { body, contentType, isTaken, becomes, says = '' } = given;
		const moment = isTaken ? 'afterAccepting' : 'beforeAccepting';
		const fault = { kind: 'status', status: 200, body, contentType, moment } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault, times: 'always' });
		const result = await launchItems(setup, {}, { retryOnFail: true, maxTries: 2 });
		const { error, hints } = result;
		if (becomes === 'unknown') {
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts: ');
			expect(error?.message).toContain(says);
			expect(error?.message.length).toBeLessThan(600);
			expect(error?.description).toMatch(
				/^The launch was sent once, on \w{3} \d{1,2}, \d\d:\d\d:\d\d UTC\. The list does not show/,
			);
		} else {
			const row = launched(result);
			const promotionId = given.promotionId ?? setup.simulator.launches()[0]?.promotionId ?? null;
			expect(row).toMatchObject({ outcome: becomes, launched: true, promotionId });
			expect(row.recipients).toMatchObject({ rows: 3, ready: 3, handedOver: 3 });
			expect([row.message, ...(row.warnings as string[])].join()).toContain(says);
			expect(hints).toContainEqual(expect.objectContaining({ message: row.message, type: 'info' }));
			// One that the answer or the list names needs no person.
			const warns = becomes === 'reconciled' || promotionId === null;
			expect(row.warnings).toHaveLength(warns ? 1 : 0);
			for (const message of row.warnings as string[])
				expect(hints).toContainEqual(expect.objectContaining({ message, type: 'warning' }));
			if (promotionId === null) expect(row.warnings).toEqual([expect.stringContaining('names no promotion')]);
			if (becomes === 'reconciled') expect(String(row.warnings)).toContain('The list shows the promotion');
		}
		// It was sent, or may have been, so the next execution is a repeat.
		const again = await launchItems(setup, { promotionName: 'B' });
		expect(again.error?.message).toContain('This node has sent, or tried to send, ');
		expect(setup.requests('launch')).toBe(1);
	});

	withService.each([
		{ moment: 'beforeAccepting', name: 'Spring Sale' },
		{ moment: 'afterAccepting', name: 'Spring Sale' },
		{ moment: 'beforeAccepting', name: 'Another' },
		{ moment: 'afterAccepting', name: 'Another' },
	] as const)(
		'that names a promotion which was launched before: the list decides (%j)',
		async (setup, { moment, name }) => {
			const { promotionId } = setup.simulator.addPromotion({ name, phase: 'completed' });
			const fault = { kind: 'status', status: 200, body: JSON.stringify({ promotionId }), moment } as const;
			setup.simulator.addFault({ endpoint: 'launch', fault });
			const result = await launchFile(setup, { options: { ifNameExists: 'launch' } });
			const cause = `The service answered with promotion ${promotionId}, which was launched before`;
			const [taken] = setup.simulator.launches();
			if (taken) {
				expect(launched(result)).toMatchObject({ outcome: 'reconciled', promotionId: taken.promotionId });
				expect(launched(result).warnings).toEqual([expect.stringContaining(cause)]);
			} else {
				expect(result.error?.message).toContain(`It is not known whether "Spring Sale" was launched`);
				expect(result.error?.message).toContain(cause);
			}
		},
	);

	withService(
		'that names an earlier launch of this execution, not listed yet: it is not known whether it was launched',
		async (setup) => {
			const { simulator } = setup;
			const items = [await setup.engine.fileItem(csv(3)), await setup.engine.fileItem(csv(3, 100))];
			const options = { ifNameExists: 'launch', maximumLaunches: 2 };
			simulator.addFault({
				endpoint: 'launch',
				fault: { kind: 'status', status: 200, body: '{"promotionId":"1"}' },
				times: 2,
			});
			const { error } = await launchFile(setup, { options }, { items });
			expect(error?.message).toContain('The service answered with promotion 1, which was launched before');
		},
		{ settings: { listDelayMs: 'never' } },
	);

	it('that says no, as some services refuse: nothing was launched', async () => {
		await inSetup({ personality: 'flint', speed: SPEED, settings: { unapprovedTemplates: ['t-1'] } }, async (setup) => {
			const { error } = await launchFile(setup);
			expect(error?.message).toContain('is not approved');
			expect(setup.simulator.launches()).toHaveLength(0);
		});
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

	withService.each([true, false])('is not sent again by a later try: %j', async (setup, isListed) => {
		const body = '{"promotionId":"late","success":false}';
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 200, body } });
		const failed = await launchFile(setup);
		expect(failed.error?.message).toContain('It is not known');
		if (isListed) setup.simulator.addPromotion({ promotionId: 'late', name: 'Spring Sale' });
		const { error, json } = await setup.engine.retry(failed);
		if (isListed) expect(json[0]).toMatchObject({ outcome: 'reconciled', launched: true, promotionId: 'late' });
		else expect(error?.message).toContain('It is not known');
		expect(setup.requests('launch')).toBe(1);
	});

	withService('says of a test, too, what is not known', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 200, body: '' } });
		const row = launched(await launchItems(setup, { testPhones: OWN.join() }, { mode: 'manual' }));
		expect(row).toMatchObject({ outcome: 'launched', promotionId: null, recipients: { handedOver: 2 } });
		expect(row.warnings).toEqual([expect.stringContaining('names no promotion')]);
	});
});

describe('promotions of the same name that another person launches', () => {
	withService('at the same moment make a found one uncertain', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const running = launchFile(setup);
		const { promotionId } = await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const other = simulator.addPromotion({ name: 'Spring Sale' });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset' } });
		simulator.releaseHeld();
		const row = launched(await running);
		expect(row).toMatchObject({ outcome: 'launched', launched: true });
		const [warning] = row.warnings as string[];
		expect(warning).toContain('Check whether the campaign was launched twice');
		for (const id of [promotionId, other.promotionId]) expect(`${warning} ${String(row.promotionId)}`).toContain(id);
	});

	withService('leave a lost launch unknown, and are named', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'latency', milliseconds: 2_000 } });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const running = launchFile(setup);
		await simulator.waitForRequest({ endpoint: 'launch', after: 0 });
		const { promotionId } = simulator.addPromotion({ name: 'Spring Sale' });
		const { error } = await running;
		expect(error?.message).toContain('It is not known');
		expect(error?.description).toContain(promotionId);
		expect(error?.description).toContain(simulator.launches()[0]?.promotionId);
	});
});

it('a lost launch is not looked for in the list of another account, to which the credential was changed', async () => {
	await inSetup(quick, async (setup) => {
		await inSetup({ accountId: 'other' }, async ({ simulator: other }) => {
			other.addPromotion({ name: 'Spring Sale' });
			setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
			const failed = await launchFile(setup);
			const { baseUrl, accountId, apiKey } = other;
			const changed = setup.engine.credentials('rcsPromotionApi', { baseUrl, accountId, apiKey });
			const nodes = failed.setup.nodes.map((node) => ({ ...node, credentials: changed }));
			const { error, json } = await setup.engine.retry(failed, { ...failed.setup, nodes });
			expect(json).toEqual([]);
			expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 3 contacts');
			expect(error?.message).toContain("the credential had another 'Base URL' or 'Account ID' then");
			expect(error?.description).toContain('The list of this account would not show it.');
			expect(other.launches()).toEqual([]);
		});
	});
});

describe('a launch after one of the same name was refused', () => {
	withService('is found in the list when its answer is lost', async (setup) => {
		const { simulator } = setup;
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 422 } });
		expect((await launchFile(setup)).error?.message).toContain('was not launched to 3 contacts');
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		expect(launched(await launchFile(setup))).toMatchObject({
			outcome: 'reconciled',
			promotionId: simulator.launches()[0]?.promotionId,
		});
	});
});

describe('launches of one execution under one name', () => {
	async function loseTheSecond(setup: Setup) {
		const { simulator } = setup;
		const parameters = { options: { maximumLaunches: 2, ifNameExists: 'launch' } };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' }, skip: 1 });
		// The third reading is the one before the second launch, which does not show the first yet.
		const fault = { kind: 'status', status: 200, body: '{"promotions":[]}' } as const;
		simulator.addFault({ endpoint: 'list', fault, skip: 2 });
		const items = [
			await setup.engine.fileItem('phone,name\n+15551000001,Ann\n'),
			await setup.engine.fileItem('phone,name\n+15551000002,Bo\n'),
		];
		const result = await launchFile(setup, parameters, { items });
		expect(simulator.launches()).toHaveLength(1);
		expect(result.error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
		expect(result.error?.description).toContain('The list does not show a new promotion');
		return result;
	}

	withService('a lost second one is not taken for the first', async (setup) => {
		await loseTheSecond(setup);
	});

	withService('nor when another process of n8n retries the execution', async (setup) => {
		const failed = await loseTheSecond(setup);
		launchesOfProcess.clear();
		const { error } = await setup.engine.retry(failed);
		expect(error?.message).toContain('It is not known whether "Spring Sale" was launched to 1 contact');
		expect(error?.description).toContain('The list does not show a new promotion');
		expect(setup.requests('launch')).toBe(2);
	});
});

describe('launches of two executions under one name', () => {
	const options = { ifNameExists: 'launch' };
	/** The first never arrives, and the answer to the second does not name its promotion. */
	async function loseTheFirst(setup: Setup, minutesBefore: number) {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		expect((await launchFile(setup)).error?.message).toContain('It is not known');
		for (const launch of launchesOfProcess.values())
			launch.sentAt = new Date(Date.parse(launch.sentAt) - minutesBefore * 60_000).toISOString();
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(3, 100))] });
		return { second: launched(second), promotionId: setup.simulator.launches()[0]?.promotionId };
	}
	const withoutId = { personality: 'birch' as const, speed: SPEED };

	withService(
		'soon after a lost one: it is not known which of the two the list shows, and it is named',
		async (setup) => {
			const { second, promotionId } = await loseTheFirst(setup, 50);
			expect(second).toMatchObject({ outcome: 'launched', promotionId: null });
			expect(second.warnings).toEqual([expect.stringContaining(`may be it: ${promotionId}.`)]);
		},
		withoutId,
	);

	withService(
		'a day after a lost one it is found in the list',
		async (setup) => {
			const { second, promotionId } = await loseTheFirst(setup, 24 * 60);
			expect(second).toMatchObject({ outcome: 'launched', promotionId, warnings: [] });
		},
		withoutId,
	);

	withService('at the same time do not suspect each other', async (setup) => {
		const { simulator } = setup;
		const options = { ifNameExists: 'launch' };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		const first = launchFile(setup, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(4, 100))] });
		simulator.releaseHeld();
		const rows = [launched(await first), launched(second)];
		expect(rows.map(({ promotionId }) => promotionId)).toEqual(
			simulator.launches().map(({ promotionId }) => promotionId),
		);
		for (const row of rows) expect(row.warnings).toEqual([]);
	});

	withService('a lost one is not taken for the other, whose answer is still to come', async (setup) => {
		const { simulator } = setup;
		const options = { ifNameExists: 'launch' };
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'hold', moment: 'afterAccepting' } });
		simulator.addFault({ endpoint: 'launch', fault: { kind: 'reset', moment: 'beforeAccepting' } });
		// Both have looked before the first is listed.
		simulator.addFault({
			endpoint: 'list',
			fault: { kind: 'status', status: 200, body: '{"promotions":[]}' },
			times: 2,
		});
		const first = launchFile(setup, { options });
		await simulator.waitForRequest({ endpoint: 'launch', after: 0, stage: 'accepted' });
		const second = await launchFile(setup, { options }, { items: [await setup.engine.fileItem(csv(4, 100))] });
		simulator.releaseHeld();
		launched(await first);
		expect(simulator.launches()).toHaveLength(1);
		expect(second.error?.message).toContain('It is not known whether "Spring Sale" was launched to 4 contacts');
	});
});

describe('a launch among faults', () => {
	async function runCell({ rules, expected, settings }: FaultCase, cell: Cell): Promise<void> {
		const { personality, retryOnFail, onError } = cell;
		await inSetup({ personality, speed: SPEED, settings }, async (setup) => {
			for (const rule of rules) setup.simulator.addFault(rule);
			const { atFirst, afterRetry } = endings(expected, cell);
			const result = await launchFile(setup, {}, { retryOnFail, maxTries: 2, onError });
			check(setup, result, atFirst, onError);
			if (result.error) check(setup, await setup.engine.retry(result), afterRetry, onError);
		});
	}

	it('meets every pair of circumstances', () => {
		const cells = faultCases.flatMap((_, row) => cellsOf(row).map((cell) => ({ row, ...cell })));
		const factors = ['row', 'personality', 'retryOnFail', 'onError'] as const;
		for (const one of factors) {
			for (const other of factors.slice(factors.indexOf(one) + 1)) {
				const met = new Set(cells.map((cell) => `${cell[one]} ${cell[other]}`));
				const values = (factor: (typeof factors)[number]) => new Set(cells.map((cell) => cell[factor])).size;
				expect([one, other, met.size]).toEqual([one, other, values(one) * values(other)]);
			}
		}
	});

	it.each(faultCases.map((given, row) => ({ ...given, row })))('$what: $expected', async ({ row, ...given }) => {
		const patience = jest.replaceProperty(timeouts, 'launchAnswerMs', given.answerMs ?? ANSWER_MS);
		const cells = cellsOf(row);
		const outcomes = await Promise.allSettled(cells.map(async (cell) => await runCell(given, cell)));
		const failed = outcomes.flatMap((outcome, index) =>
			outcome.status === 'rejected' ? [`${JSON.stringify(cells[index])}: ${(outcome.reason as Error).message}`] : [],
		);
		patience.restore();
		expect(failed).toEqual([]);
	});
});

describe('409, after something between n8n and the service repeated the request', () => {
	const conflict = (moment: FaultMoment) =>
		({
			endpoint: 'launch',
			fault: { kind: 'status', status: 409, body: '{"message":"already exists"}', moment },
		}) as const;

	withService('is this launch if the list shows a new promotion of its name', async (setup) => {
		setup.simulator.addFault(conflict('afterAccepting'));
		const row = launched(await launchItems(setup));
		const [taken] = setup.simulator.launches();
		expect(row).toMatchObject({ outcome: 'reconciled', launched: true, promotionId: taken?.promotionId });
		expect(String(row.warnings)).toContain('“already exists”');
	});

	withService('is a refusal after two looks that show none', async (setup) => {
		setup.simulator.addFault(conflict('beforeAccepting'));
		const { error } = await launchItems(setup);
		expect(error?.message).toContain('"Spring Sale" was not launched to 3 contacts');
		expect(error?.description).toMatch(/^Nothing was sent to anyone\. /);
		// One before the launch, and two after it.
		expect(setup.requests('list')).toBe(3);
		launched(await launchItems(setup));
	});

	withService('is not known where no list can be read', async (setup) => {
		setup.simulator.addFault(conflict('afterAccepting'));
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 }, skip: 1, times: 'always' });
		const { error } = await launchItems(setup);
		expect(error?.message).toContain('It is not known whether "Spring Sale" was launched');
		expect(error?.description).toContain('The list of promotions could not be read.');
	});
});

describe.each([429, 413])('%i, after the service had accepted it', (status) => {
	const refusal = { kind: 'status', status, moment: 'afterAccepting' } as const;

	/** Between the two looks, which are two seconds apart. */
	it('is not a refusal if the list shows it within two seconds, and Retry sends nothing', async () => {
		await inSetup({ speed: SPEED, settings: { listDelayMs: 1_000 } }, async (setup) => {
			setup.simulator.addFault({ endpoint: 'launch', fault: refusal, times: 'always' });
			const row = launched(await launchItems(setup, {}, { retryOnFail: true, maxTries: 2 }));
			expect(row).toMatchObject({ outcome: 'reconciled', promotionId: setup.simulator.launches()[0]?.promotionId });
			expect(setup.requests('launch')).toBe(1);
		});
	});

	withService('is one while no list can be read, and may be sent again', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status } });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 }, skip: 1, times: 2 });
		expect((await launchItems(setup)).error?.message).toContain('was not launched to 3 contacts');
		launched(await launchItems(setup));
	});
});

describe('what a person reads', () => {
	withService('says of a list that could not be read that it could not be read', async (setup) => {
		const fault = { kind: 'status', status: 200, body: '{"success":true}' } as const;
		setup.simulator.addFault({ endpoint: 'launch', fault });
		setup.simulator.addFault({ endpoint: 'list', fault: { kind: 'status', status: 500 }, skip: 1, times: 'always' });
		const row = launched(await launchItems(setup));
		expect(row.message).toBe('Handed over for 3 contacts as "Spring Sale"; the service answered: “success: true”.');
		expect(row.warnings).toEqual([
			'The service accepted the launch, but its answer names no promotion. The list of promotions could not be read. Find it later with Promotion: Get Many.',
		]);
	});

	withService('says each fact about a wrong key once', async (setup) => {
		setup.simulator.addFault({ endpoint: 'launch', fault: { kind: 'status', status: 401 } });
		const { error } = await launchItems(setup);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/Could not launch/);
	});
});
