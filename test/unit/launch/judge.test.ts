import { answeredPromotionId } from '../../../nodes/RcsPromotion/launch/answeredId';
import { judge, type Verdict } from '../../../nodes/RcsPromotion/launch/judge';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body = ''): Outcome => ({ kind: 'answer', status, headers: {}, body });
const noAnswer = (code: string): Outcome => ({ kind: 'noAnswer', code, detail: '' });
const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';

describe('the verdict on a launch', () => {
	it.each<[string, Outcome, Verdict]>([
		['200 with JSON', answer(200, '{"ok":true}'), 'accepted'],
		['201 with nothing', answer(201), 'accepted'],
		['202 with a short text', answer(202, 'Promotion launched'), 'accepted'],
		['204', answer(204), 'accepted'],
		['200 with JSON cut off', answer(200, '{"promotionId":"4'), 'accepted'],
		['200 with a web page', answer(200, PAGE), 'unknown'],
		['302', answer(302), 'unknown'],
		['304', answer(304), 'unknown'],
		['400', answer(400, '{"error":"name"}'), 'refused'],
		['401', answer(401), 'refused'],
		['404 with a web page', answer(404, PAGE), 'refused'],
		['408', answer(408), 'unknown'],
		['409', answer(409), 'refused'],
		['413', answer(413), 'refused'],
		['429', answer(429), 'refused'],
		['499', answer(499), 'refused'],
		['500', answer(500), 'unknown'],
		['502', answer(502, PAGE), 'unknown'],
		['503', answer(503), 'unknown'],
		['504', answer(504), 'unknown'],
		['a status that does not exist', answer(600), 'unknown'],
		['an informational status', answer(101), 'unknown'],
		['a reset', noAnswer('ECONNRESET'), 'unknown'],
		['a broken pipe', noAnswer('EPIPE'), 'unknown'],
		['a time-out', noAnswer('ECONNABORTED'), 'unknown'],
		['a time-out of the network', noAnswer('ETIMEDOUT'), 'unknown'],
		['Stop', noAnswer('ERR_CANCELED'), 'unknown'],
		['a fault without a code', noAnswer(''), 'unknown'],
		['a connection that was not accepted', noAnswer('ECONNREFUSED'), 'refused'],
		['an address that does not exist', noAnswer('ENOTFOUND'), 'refused'],
		['a certificate that is not trusted', noAnswer('DEPTH_ZERO_SELF_SIGNED_CERT'), 'refused'],
	])('%s: %#', (_what, outcome, verdict) => {
		expect(judge(outcome)).toBe(verdict);
	});
});

describe('the promotion ID in an answer', () => {
	it.each<[string, unknown, string | undefined]>([
		['at the top', { promotionId: 'p-1', template: { id: 't-1' } }, 'p-1'],
		['further down', { result: { promotion: { promotionId: 'p-1' } } }, 'p-1'],
		['in an array of one', { promotions: [{ promotionId: 'p-1' }] }, 'p-1'],
		['not in an array of two', { promotions: [{ promotionId: 'p-1' }, { promotionId: 'p-2' }] }, undefined],
		['in another spelling', { data: { promotion_id: ' p-1 ' } }, 'p-1'],
		['as a number', { promotionId: 42 }, '42'],
		['not as a number that was rounded', { promotionId: 1234567890123456789 }, undefined],
		['not a bare id, which may be anything', { id: 'request-7', status: 'success' }, undefined],
		['not empty', { promotionId: '', data: { promotionId: 'p-1' } }, 'p-1'],
		['not where it leads to another address', { promotionId: ' .. ', data: { promotionId: 'p-1' } }, 'p-1'],
		['not with half of a letter', { promotionId: 'p-\ud83d' }, undefined],
		['the outer one first', { data: { promotionId: 'inner' }, promotionId: 'outer' }, 'outer'],
	])('is found %s', (_where, body, id) => {
		expect(answeredPromotionId(answer(200, JSON.stringify(body)))).toBe(id);
	});

	it('is not looked for in what is no acceptance', () => {
		expect(answeredPromotionId(answer(500, '{"promotionId":"p-1"}'))).toBeUndefined();
		expect(answeredPromotionId(answer(200, 'promotionId p-1'))).toBeUndefined();
		expect(answeredPromotionId(noAnswer('ECONNRESET'))).toBeUndefined();
	});

	it('is not followed into endless depth', () => {
		const deep = (levels: number): unknown => (levels === 0 ? { promotionId: 'p-1' } : { next: deep(levels - 1) });
		expect(answeredPromotionId(answer(200, JSON.stringify(deep(5))))).toBe('p-1');
		expect(answeredPromotionId(answer(200, JSON.stringify(deep(50))))).toBeUndefined();
	});
});
