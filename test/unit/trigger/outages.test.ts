import { ExpressionError, NodeOperationError, UserError, type INode } from 'n8n-workflow';
import { Outages, isPassing, type Occasion } from '../../../nodes/RcsPromotionTrigger/outages';
import { toNodeApiError } from '../../../nodes/service/errors';

const MINUTE = 60_000;

/** One letter for each poll, a minute apart: p fails by what passes, m by what somebody can mend, a dot is a good one. */
function told(polls: string, occasion: Occasion = 'schedule'): number[] {
	const outages = new Outages();
	return Array.from(polls).flatMap((poll, minute) => {
		const now = minute * MINUTE;
		if (poll === '.') {
			outages.worked(occasion);
			return [];
		}
		outages.failed(now);
		return outages.raises(poll === 'p', now, occasion) ? [minute] : [];
	});
}

it.each([
	['a single hiccup', 'p.', []],
	['what goes on', 'ppp.', [1]],
	['what goes on for two hours', 'p'.repeat(122), [1, 61, 121]],
	['what comes and goes in turns', 'p.'.repeat(700), []],
	['what comes and goes in pairs', 'pp.'.repeat(80), [1, 61, 121, 181]],
	['what can be mended', 'm', [0]],
	['what can be mended, and is not', 'm'.repeat(61), [0, 60]],
	['what can be mended, on and off', 'm.'.repeat(61), [0, 60, 120]],
	['causes in turns', 'mp'.repeat(60), [0, 60]],
	['what passes, then what can be mended', 'ppm'.repeat(20), [1, 2]],
])('%s', (_, polls, expected) => {
	expect(told(polls)).toEqual(expected);
});

it.each(['p', 'm'])('nothing is raised while n8n registers the trigger: %s', (poll) => {
	expect(told(poll.repeat(200), 'registration by n8n')).toEqual([]);
});

it('a person who activates the workflow is told what can be mended each time, and never what passes', () => {
	expect(told('mpm', 'activation by a person')).toEqual([0, 2]);
});

it('a clock that is set back does not silence it', () => {
	const outages = new Outages();
	outages.failed(0);
	expect(outages.raises(false, 10 * 60 * MINUTE, 'schedule')).toBe(true);
	expect(outages.raises(false, 8 * 60 * MINUTE, 'schedule')).toBe(true);
});

it('a first poll that may be a registration is told of at its second failure, whatever the cause', () => {
	expect(told('mm', 'registration?')).toEqual([1]);
});

it('a person who activates it again need not wait for the hour to be over', () => {
	const outages = new Outages();
	outages.failed(0);
	expect(outages.raises(false, 0, 'schedule')).toBe(true);
	outages.worked('activation by a person');
	outages.failed(2 * MINUTE);
	expect(outages.raises(false, 2 * MINUTE, 'schedule')).toBe(true);
});

it('an outage lasts from its first failure to the answer, which ends it', () => {
	const outages = new Outages();
	expect(outages.endingAt(0)).toBeUndefined();
	outages.failed(MINUTE);
	outages.failed(2 * MINUTE);
	expect(outages.endingAt(3 * MINUTE)).toEqual({
		from: '1970-01-01T00:01:00.000Z',
		to: '1970-01-01T00:03:00.000Z',
	});
	outages.worked('schedule');
	expect(outages.endingAt(4 * MINUTE)).toBeUndefined();
});

const node = {} as INode;
const answered = (isTemporary: boolean) =>
	toNodeApiError(node, { message: 'refused', description: '', isTemporary }, (text) => text);

it.each<[string, boolean, unknown]>([
	['what the service may overcome', true, answered(true)],
	['a wrong key', false, answered(false)],
	['what stands in the form', false, new NodeOperationError(node, 'wrong')],
	['what a person can correct', false, new UserError('wrong')],
	['an expression', false, new ExpressionError('wrong')],
	['a fault that nobody foresaw', true, new TypeError('wrong')],
])('%s passes by itself: %s', (_, passes, error) => {
	expect(isPassing(error)).toBe(passes);
});
