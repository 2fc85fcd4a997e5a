import { ExpressionError, type NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import type { Occasion } from '../../../nodes/RcsPromotionTrigger/occasion';
import { explainOutcome, toNodeApiError } from '../../../nodes/service/errors';
import { toTriggerError, isTemporaryError, Problem } from '../../../nodes/RcsPromotionTrigger/problem';
import type { Outcome } from '../../../nodes/service/types';
import { Clock } from '../../model/clock';
import { Database } from '../../model/host';
import { WorldProcess } from '../../model/trigger';
import { ALL, World, type StatisticsTrouble } from '../../model/world';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const node = {} as INode;
const faultOf = (outcome: Outcome) =>
	toNodeApiError(node, explainOutcome(outcome, { action: 'list the promotions' }, 0), (text) => text);
const noAnswer = (code: string) => faultOf({ kind: 'noAnswer', code, detail: '' });
const refused = (status: number, headers = {}) => faultOf({ kind: 'answer', status, headers, body: '' });
const answered = (isTemporary: boolean) => refused(isTemporary ? 500 : 400);

/**
 * One letter for each poll, a minute apart: p fails by what passes, m by what a person can mend, s by what passes for some alone, E like p
 * and M like m with events, a dot is a good one, and a space asks for nothing.
 */
function told(polls: string, occasion: Occasion = 'schedule'): number[] {
	const problem = new Problem();
	return Array.from(polls).flatMap((poll, minute) => {
		const now = minute * MINUTE;
		if (poll === '.') problem.recordSuccess();
		else if (poll !== ' ') problem.recordFailure(answered(/[pEs]/.test(poll)), now, occasion, poll === 's');
		if (/[EM]/.test(poll) || problem.unreported === undefined) return [];
		problem.markReported(now);
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
])('%s', (_, polls, expected) => {
	expect(told(polls)).toEqual(expected);
});

it('a clock that is set back does not silence it', () => {
	const problem = new Problem();
	for (const hour of [10, 8]) {
		problem.recordFailure(answered(false), hour * HOUR, 'schedule');
		expect(problem.unreported).toBeDefined();
		problem.markReported(hour * HOUR);
	}
});

it('a first poll that may be a registration is told of at its second failure, whatever the cause', () => {
	expect(told('mm', 'maybe registration by n8n')).toEqual([1]);
});

it.each<[string, boolean, unknown]>([
	['what the service may overcome', true, answered(true)],
	['a wrong key', false, refused(401)],
	['a wrong address', false, refused(404)],
	['a name that was not found', true, noAnswer('ENOTFOUND')],
	['a certificate', false, noAnswer('CERT_HAS_EXPIRED')],
	['what stands in the form', false, new NodeOperationError(node, 'wrong')],
	['what a person can correct', false, new UserError('wrong')],
	['an expression', false, new ExpressionError('wrong')],
	['a fault that nobody foresaw', true, new TypeError('wrong')],
])('%s passes by itself: %s', (_, passes, error) => {
	expect(isTemporaryError(error)).toBe(passes);
});

describe('what the service asks for', () => {
	const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

	it.each<[string, NodeApiError, minutes: number]>([
		['429 without a time', refused(429), 0],
		['429 with a time', refused(429, retryAfter(600)), 10],
		['429 with a long time', refused(429, retryAfter(86_400)), 60],
		['503 with a time', refused(503, retryAfter(600)), 10],
		['503 without a time', refused(503), 0],
		['500', refused(500, retryAfter(600)), 0],
		['401', refused(401), 0],
	])('%s', (_, fault, minutes) => {
		const problem = new Problem();
		problem.rememberRateLimit(fault, HOUR);
		const last = HOUR + Math.max(0, minutes * MINUTE - 1);
		expect(problem.findActiveRateLimit(last)).toBe(minutes > 0 ? fault : undefined);
		expect(problem.findActiveRateLimit(last + 1)).toBeUndefined();
		// The clock was set back: it would wait for longer than was asked for.
		expect(problem.findActiveRateLimit(HOUR - 1)).toBeUndefined();
	});

	it.each([
		[refused(429, retryAfter(600)), { cause: 'rate-limited', retryAfterMs: 10 * MINUTE }],
		[refused(503, retryAfter(600)), { cause: 'rate-limited', retryAfterMs: 10 * MINUTE }],
		[refused(429, retryAfter(86_400)), { cause: 'rate-limited', retryAfterMs: HOUR }],
		[refused(401), { cause: 'temporarily-unavailable' }],
	])('is passed on to hosts that back off by themselves, and nothing is permanent: %#', (fault, failure) => {
		expect((toTriggerError(fault, node) as NodeApiError).failure).toEqual(failure);
	});
});

describe('what a check cannot say by failing, because it has events,', () => {
	let clock: Clock;
	beforeEach(() => (clock = new Clock()));
	afterEach(() => clock.restore());

	/** So many campaigns run; what each minute's check tells, and whether it failed. */
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
			const { items, thrown } = await process.begin().finish();
			return { says: items.map(({ checkProblem }) => checkProblem), thrown: thrown?.message };
		};
		return { world, process, check };
	}
	const nineOfTen: StatisticsTrouble = { kind: 'refused', which: 2 ** 9 - 1 };
	const refused =
		/^The figures of 9 of 10 promotions could not be read \(“.*”, “.*”, “.*” and 6 more\): The service did not let/;

	it('stands in each of its items, until a check without events can fail with it, once a day', async () => {
		const { world, process, check } = await watching(10, ['countersChanged']);
		world.statisticsTrouble = nineOfTen;
		const moves = (figures: number) => () => Object.assign(world.actual[9] ?? {}, { figures });
		for (let minute = 1; minute < 12 * 60; minute++) {
			expect(await check(moves(minute % 90))).toEqual({ says: [expect.stringMatching(refused)], thrown: undefined });
		}
		expect(process.log.length).toBeGreaterThan(0);
		expect(await check()).toEqual({ says: [], thrown: expect.stringMatching(refused) as string });
		expect(await check(moves(95))).toEqual({ says: [undefined], thrown: undefined });
		for (let minute = 1; minute < 20 * 60; minute++) expect((await check()).thrown).toBeUndefined();
		const later = Array.from({ length: 6 * 60 }, () => check);
		const messages: unknown[] = [];
		for (const one of later) messages.push((await one()).thrown);
		expect(messages.filter((message) => message !== undefined)).toHaveLength(1);
	});

	it('is said beside each completion whose figures are refused, and not again once they can be read', async () => {
		const { world, check } = await watching(10, ['completed']);
		world.statisticsTrouble = { kind: 'refused', which: ALL };
		const completes = (index: number) => () => Object.assign(world.actual[index] ?? {}, { status: 'Completed' });
		const message = /^The figures of 1 of 1 promotions could not be read \(“Spring sale”\): The service did not let/;
		expect((await check(completes(0))).says).toEqual([expect.stringMatching(message)]);
		expect((await check()).thrown).toMatch(message);
		world.statisticsTrouble = undefined;
		expect(await check(completes(1), 120)).toEqual({ says: [undefined], thrown: undefined });
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
		for (let hour = 0; hour < 72; hour++) expect(await check(undefined, 60)).toEqual({ says: [], thrown: undefined });
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
		expect(await check()).toEqual({ says: [], thrown: undefined });
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
