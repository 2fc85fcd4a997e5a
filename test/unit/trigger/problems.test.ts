import { ExpressionError, type NodeApiError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import type { Occasion } from '../../../nodes/RcsPromotionTrigger/occasion';
import { explainOutcome, toNodeApiError } from '../../../nodes/service/errors';
import { toTriggerError, isTemporaryError, Problem } from '../../../nodes/RcsPromotionTrigger/problems';
import type { Outcome } from '../../../nodes/service/types';

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
		return /[EM]/.test(poll) || problem.takeReport(now) === undefined ? [] : [minute];
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
	['what events hide, although it is over', 'EE. ', [2]],
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
		expect(problem.takeReport(hour * HOUR)).toBeDefined();
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
