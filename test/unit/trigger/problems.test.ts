import { ExpressionError, type NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import type { Occasion, PollCall } from '../../../nodes/RcsPromotionTrigger/occasion';
import { explainOutcome, toNodeApiError } from '../../../nodes/service/errors';
import { toTriggerError, isTemporaryError, Problem } from '../../../nodes/RcsPromotionTrigger/problem';
import { Problems } from '../../../nodes/RcsPromotionTrigger/problems';
import type { Outcome } from '../../../nodes/service/types';
import { Clock } from '../../model/clock';
import { Database } from '../../model/host';
import { WorldProcess } from '../../model/trigger';
import { ALL, World } from '../../model/world';
import { HOUR, MINUTE, settingsOf } from './timeline';

let clock: Clock;
beforeEach(() => (clock = new Clock()));
afterEach(() => clock.restore());

const node = {} as INode;
const NO_NAMES = { account: [], missing: [], slidOut: [], openLimits: [], tooMany: [] };
const faultOf = (outcome: Outcome) =>
	toNodeApiError(node, explainOutcome(outcome, { action: 'list the promotions' }, 0), (text) => text);
const noAnswer = (code: string) => faultOf({ kind: 'noAnswer', code, detail: '' });
const refused = (status: number, headers = {}) => faultOf({ kind: 'answer', status, headers, body: '' });
const answered = (isTemporary: boolean) => refused(isTemporary ? 500 : 400);

/**
 * One letter for each poll, a minute apart: p fails by what passes, m by what a person can mend, s by what passes for some alone, E like p
 * and M like m with events, a dot is a good one, and a space asks for nothing.
 */
function reportedIn(polls: string): number[] {
	const problem = new Problem();
	const startedAt = clock.now;
	return Array.from(polls).flatMap((poll, minute) => {
		clock.now = startedAt + minute * MINUTE;
		if (poll === '.') problem.recordSuccess();
		else if (poll !== ' ') {
			problem.recordFailure(answered(/[pEs]/.test(poll)), { againAfterMs: poll === 's' ? 24 * HOUR : HOUR });
		}
		if (/[EM]/.test(poll) || problem.unreported === undefined) return [];
		problem.markReported();
		return [minute];
	});
}

it.each([
	['a single hiccup', 'p.', []],
	['what goes on', 'ppp.', [1]],
	['what goes on for two hours', 'p'.repeat(122), [1, 61, 121]],
	['what comes and goes in turns', 'p.'.repeat(700), []],
	['what comes and goes in pairs', 'pp.'.repeat(80), [1, 61, 121, 181]],
	['what fails each time, but is asked for at every fifth poll', 'p    '.repeat(30), [5, 65, 125]],
	['what can be mended', 'm', [0]],
	['what can be mended, and is not', 'm'.repeat(61), [0, 60]],
	['what can be mended, on and off', 'm.'.repeat(61), [0, 60, 120]],
	['causes in turns', 'mp'.repeat(60), [0, 60]],
	['what passes, then what can be mended', 'ppm'.repeat(20), [1, 2]],
	['what events hide', 'EEEE ', [4]],
	['what events hide, and can be mended', 'M ', [1]],
	['what events hide, once it is over', 'EE. ', []],
	['a single hiccup with an event', 'E. ', []],
	['what each event hides for three hours', `M${' '.repeat(29)}`.repeat(8), [1, 91, 181]],
	['what some have for two days', 's'.repeat(2 * 1440), [1, 1441]],
	['what some have, then all', `ss${'p'.repeat(70)}`, [1, 61]],
])('trouble is reported neither too late nor too often: %s', (_, polls, expected) => {
	expect(reportedIn(polls)).toEqual(expected);
});

it('news of two checks is reported together if the first one could not fail', () => {
	const problems = new Problems();
	const found = (name: string, occasion: Occasion) => {
		const call: PollCall = { node, occasion, startedAt: 0, deadline: 0 };
		const names = { ...NO_NAMES, slidOut: [name] };
		problems.checkFound(call, { statistics: [], names }, settingsOf({}));
		return problems.report(undefined, false, call, () => undefined).error;
	};
	expect(found('Spring', 'registration by n8n')).toBeUndefined();
	const message = expect.stringContaining('no longer shows “Spring”, “Autumn”') as string;
	expect(found('Autumn', 'schedule')).toMatchObject({ message });
	const next = expect.stringContaining('no longer shows “Winter”') as string;
	expect(found('Winter', 'schedule')).toMatchObject({ message: next });
});

it('trouble is reported again although the clock was set back', () => {
	const problem = new Problem();
	for (const hours of [10, -2]) {
		clock.now += hours * HOUR;
		problem.recordFailure(answered(false));
		expect(problem.unreported).toBeDefined();
		problem.markReported();
	}
});

describe.each<[Occasion, failsIn: number[]]>([
	['schedule', [1]],
	['maybe registration by n8n', [2]],
	['registration by n8n', []],
])(
	'what a check finds fails it at once, or where n8n may be registering the trigger, the next one: %s',
	(occasion, failsIn) => {
		const call: PollCall = { node, occasion, startedAt: 0, deadline: 0 };
		/** The numbers of the checks that fail, of three. */
		const failing = (check: (problems: Problems, number: number) => unknown) => {
			const problems = new Problems();
			return [1, 2, 3].filter((number) => {
				const error = check(problems, number);
				return problems.report(error, false, call, () => undefined).error !== undefined;
			});
		};

		it('a wrong key', () => expect(failing(() => refused(401))).toEqual(failsIn));

		it.each([
			['account', 'once'],
			['slidOut', 'once'],
			['openLimits', 'once'],
			['missing', 'lasts'],
			['tooMany', 'lasts'],
		] as const)('%s, which is found once or as long as it lasts: %s', (kind, found) => {
			const check = (problems: Problems, number: number) => {
				const names = number === 1 || found === 'lasts' ? { ...NO_NAMES, [kind]: ['Sale'] } : NO_NAMES;
				problems.checkFound(call, { statistics: [], names }, settingsOf({}));
			};
			expect(failing(check)).toEqual(failsIn);
		});
	},
);

it.each<[string, boolean, unknown]>([
	['what the service may overcome', true, answered(true)],
	['a wrong key', false, refused(401)],
	['a wrong address', false, refused(404)],
	['a name that was not found', true, noAnswer('ENOTFOUND')],
	['a certificate', false, noAnswer('CERT_HAS_EXPIRED')],
	['what stands in the form', false, new NodeOperationError(node, 'wrong')],
	['what a person can correct', false, new UserError('wrong')],
	['an expression', false, new ExpressionError('wrong')],
	['a fault of our own code', true, new TypeError('wrong')],
])('%s passes by itself: %s', (_, passes, error) => {
	expect(isTemporaryError(error)).toBe(passes);
});

describe('a service that limits requests', () => {
	const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

	it.each<[string, NodeApiError, minutes: number]>([
		['429 without a time', refused(429), 0],
		['429 with a time', refused(429, retryAfter(600)), 10],
		['429 with a long time', refused(429, retryAfter(86_400)), 60],
		['503 with a time', refused(503, retryAfter(600)), 10],
		['503 without a time', refused(503), 0],
		['500', refused(500, retryAfter(600)), 0],
		['401', refused(401), 0],
	])('is left alone for as long as it asks, at most an hour: %s', (_, fault, minutes) => {
		const problem = new Problem();
		problem.rememberRateLimit(fault);
		const begunAt = clock.now;
		const limitAt = (time: number) => {
			clock.now = time;
			return problem.findActiveRateLimit();
		};
		const last = begunAt + Math.max(0, minutes * MINUTE - 1);
		expect(limitAt(last)).toBe(minutes > 0 ? fault : undefined);
		expect(limitAt(last + 1)).toBeUndefined();
		// The clock was set back: it would wait for longer than was asked for.
		expect(limitAt(begunAt - 1)).toBeUndefined();
	});

	it.each([
		[refused(429, retryAfter(600)), { cause: 'rate-limited', retryAfterMs: 10 * MINUTE }],
		[refused(503, retryAfter(600)), { cause: 'rate-limited', retryAfterMs: 10 * MINUTE }],
		[refused(429, retryAfter(86_400)), { cause: 'rate-limited', retryAfterMs: HOUR }],
		[refused(401), { cause: 'temporarily-unavailable' }],
	])('is named as such to an n8n that backs off by itself, and no failure is permanent: %#', (fault, failure) => {
		expect((toTriggerError(fault, node) as NodeApiError).failure).toEqual(failure);
	});

	it('for an hour gets one request for the list in this hour', async () => {
		const { world, check } = await watching(3, ['completed']);
		world.listTrouble = 'limited for an hour';
		const requests = [];
		for (let minute = 1; minute < 60; minute++) requests.push((await check()).requests.list);
		expect(requests).toEqual([1, ...Array<number>(58).fill(0)]);
	});

	it.each([
		['59 that complete one after the other', 59, 60],
		['60 that complete at once', 1, undefined],
	])('is asked for statistics a few times only, and no status event is late: %s', async (_, checks, minutes) => {
		const { world, process, check } = await watching(60, ['completed']);
		world.statisticsTrouble = { kind: 'limited', which: ALL, minutes };
		let requests = 0;
		for (let number = 1; number <= checks; number++) {
			const completing = checks === 1 ? world.actual : world.actual.slice(number, number + 1);
			requests += (await check(() => completing.forEach((one) => (one.status = 'Completed')))).requests.statistics;
		}
		expect(requests).toBeLessThanOrEqual(10);
		const events = process.database.items().map(({ statisticsStale }) => statisticsStale);
		expect(events).toEqual(Array(checks === 1 ? 60 : 59).fill(true));
	});
});

/** So many campaigns run; what each minute's check says, and whether it failed. */
async function watching(count: number, events: string[]) {
	const start = Array.from({ length: count }, () => ({
		listed: true,
		status: 'Running' as const,
		figures: 0,
		ageMinutes: 5,
	}));
	const world = new World(start, clock.now);
	const process = new WorldProcess(world, new Database(), 'memory', { events, scope: 'all' });
	await process.begin('activate').finish();
	const check = async (happens: () => void = () => undefined, minutes = 1) => {
		clock.now += minutes * MINUTE;
		happens();
		const { items, thrown, requests } = await process.begin().finish();
		return { says: items.map(({ checkProblem }) => checkProblem), thrown: thrown?.message, requests };
	};
	return { world, process, check };
}

describe('trouble of a check that has events', () => {
	const nineOfTen = { kind: 'refused', which: 2 ** 9 - 1 } as const;
	const refused =
		/^The figures of 9 of 10 promotions could not be read \(“.*”, “.*”, “.*” and 6 more\): The service did not let/;

	it('stands in each of its items, until a check without events can fail with it, once a day', async () => {
		const { world, process, check } = await watching(10, ['countersChanged']);
		world.statisticsTrouble = nineOfTen;
		const moves = (figures: number) => () => Object.assign(world.actual[9] ?? {}, { figures });
		for (let number = 1; number <= 72; number++) {
			const says = [expect.stringMatching(refused)];
			expect(await check(moves(number), 10)).toMatchObject({ says, thrown: undefined });
		}
		expect(process.log.length).toBeGreaterThan(0);
		expect(await check()).toMatchObject({ says: [], thrown: expect.stringMatching(refused) as string });
		expect(await check(moves(95))).toMatchObject({ says: [undefined], thrown: undefined });
		const failedIn = [];
		for (let hour = 1; hour <= 26; hour++) if ((await check(undefined, 60)).thrown !== undefined) failedIn.push(hour);
		expect(failedIn).toEqual([24]);
	});

	it('is said beside each completion whose figures are refused, and not again once they can be read', async () => {
		const { world, check } = await watching(10, ['completed']);
		world.statisticsTrouble = { kind: 'refused', which: ALL };
		const completes = (index: number) => () => Object.assign(world.actual[index] ?? {}, { status: 'Completed' });
		const message = /^The figures of 1 of 1 promotions could not be read \(“Spring sale”\): The service did not let/;
		expect((await check(completes(0))).says).toEqual([expect.stringMatching(message)]);
		expect((await check()).thrown).toMatch(message);
		world.statisticsTrouble = undefined;
		expect(await check(completes(1), 120)).toMatchObject({ says: [undefined], thrown: undefined });
		expect((await check()).thrown).toBeUndefined();
	});

	it('is not reported once it is over', async () => {
		const { world, check } = await watching(3, ['countersChanged']);
		const moves = (figures: number) => () => Object.assign(world.actual[0] ?? {}, { figures });
		world.statisticsTrouble = { kind: 'web page', which: 2 };
		for (let minute = 1; minute <= 10; minute++) await check(moves(minute));
		world.statisticsTrouble = undefined;
		// The one that failed is read again within five minutes.
		for (let minute = 1; minute <= 6; minute++) await check(moves(10 + minute));
		for (let hour = 0; hour < 72; hour++)
			expect(await check(undefined, 60)).toMatchObject({ says: [], thrown: undefined });
	});

	it('stands in a summary, too', async () => {
		const { world, process, check } = await watching(2, ['countersChanged']);
		process.parameters = { ...process.parameters, options: { summary: true } };
		world.statisticsTrouble = { kind: 'refused', which: 2 };
		await check(() => Object.assign(world.actual[0] ?? {}, { figures: 5 }));
		const [{ summaryText, checkProblem } = {}] = process.database.items();
		expect(String(summaryText)).toContain(String(checkProblem));
	});

	it.each([5, 12])('is said of %i campaigns that vanish at once, and no longer once they are back', async (count) => {
		const { world, check } = await watching(count + 1, ['completed', 'disappeared']);
		const lacks = { lacks: 2 ** count - 1, old: 0, answersAgo: 1, blank: 0 };
		const missing = new RegExp(
			`^The list lacks ${count} promotions that had not ended: “.*”, “.*”, “.*” and ${count - 3} more`,
		);
		world.listTrouble = lacks;
		expect((await check()).thrown).toBeUndefined();
		expect((await check(() => Object.assign(world.actual[count] ?? {}, { status: 'Completed' }))).says).toEqual([
			expect.stringMatching(missing),
		]);
		expect((await check()).thrown).toMatch(missing);
		expect((await check()).thrown).toBeUndefined();
		world.listTrouble = undefined;
		expect(await check()).toMatchObject({ says: [], thrown: undefined });
	});

	it('stands in the log as soon as it begins, although the first failure is no failed execution', async () => {
		const { world, process, check } = await watching(1, ['completed']);
		world.listTrouble = 'down';
		expect((await check()).thrown).toBeUndefined();
		expect(process.log).toEqual([expect.stringMatching(/service/)]);
		expect((await check(undefined, 2)).thrown).toBeDefined();
		expect(process.log).toHaveLength(1);
	});
});
