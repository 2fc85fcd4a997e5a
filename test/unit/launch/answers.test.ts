import { saysFailure } from '../../../nodes/service/judgement';
import { findAnsweredIds } from '../../../nodes/service/promotions';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body: string): Outcome => ({ kind: 'answer', status, headers: {}, body });

describe('a success that names a failure', () => {
	it.each<[unknown, boolean]>([
		[{ success: false, error: { message: 'template not approved' } }, true],
		[{ ok: false, message: 'no' }, true],
		[{ error: 'template not approved' }, true],
		[{ error: true }, true],
		[{ error: { code: 17 } }, true],
		[{ errors: ['template not approved'] }, true],
		[{ statusCode: 400 }, true],
		[{ status: 503 }, true],
		[{ code: 40001 }, true],
		[{ promotionId: 'p-1', errorMessage: 'template not approved' }, true],
		[{ response: { data: { success: false } } }, true],
		[[{ success: false }], true],
		[{}, false],
		[null, false],
		[{ promotionId: 'p-1' }, false],
		[{ success: true, error: null, errors: [] }, false],
		[{ error: false, errors: { contacts: [], template: null } }, false],
		[{ errorCode: '0000', errorMessage: 'OK' }, false],
		[{ error: { code: 0, message: 'OK' } }, false],
		[{ errorCount: 0, errors: [] }, false],
		[{ error: { code: null, message: 'template not approved' } }, true],
		[{ statusCode: 399, code: 0 }, false],
		[{ status: 'Preparing', failed: 0 }, false],
		[{ name: 'Error 500', message: 'Failed payments: a reminder' }, false],
		[{ a: { b: { c: { success: false } } } }, false],
		['error: bad template', false],
	])('%j: %p', (body, names) => {
		expect(saysFailure({ body: JSON.stringify(body) })).toBe(names);
	});

	it.each(['Error: template not approved', '', '<html>Error</html>'])('is no text: %j', (body) => {
		expect(saysFailure({ body })).toBe(false);
	});
});

describe('the promotion ID in an answer', () => {
	const findAnsweredId = (outcome: Outcome) => findAnsweredIds(outcome).join(' and ') || null;
	it.each<[string, unknown, string | null]>([
		['at the top', { promotionId: 'p-1', template: { id: 't-1' } }, 'p-1'],
		['one level below', { result: { promotionId: 'p-1' } }, 'p-1'],
		['in an array of one', [{ promotionId: 'p-1' }], 'p-1'],
		['not two levels below', { result: { promotion: { promotionId: 'p-1' } } }, null],
		['not in the template', { template: { promotionId: 'p-0' } }, null],
		['beside the template', { Template: { promotionId: 'p-0' }, data: { promotionId: 'p-1' } }, 'p-1'],
		['in another spelling', { data: { promotion_id: ' p-1 ' } }, 'p-1'],
		['as a number', { promotionId: 42 }, '42'],
		['not as a number that was rounded', { promotionId: 1234567890123456789 }, null],
		['not a bare id, which may be anything', { id: 'request-7', status: 'success' }, null],
		['not as a word for nothing', { promotionId: 'null', data: { promotionId: 'p-1' } }, 'p-1'],
		['with a zero or another word for nothing in it', { promotionId: '0a1b-null' }, '0a1b-null'],
		['not empty', { promotionId: '', data: { promotionId: 'p-1' } }, 'p-1'],
		['not where it leads to another address', { promotionId: ' .. ', data: { promotionId: 'p-1' } }, 'p-1'],
		['not with half of a letter', { promotionId: 'p-\ud83d' }, null],
		['once, however often it is said', { data: { promotionId: 'p-1' }, promotionId: 'p-1' }, 'p-1'],
		['as often as there are several', { data: { promotionId: 'inner' }, promotionId: 'outer' }, 'outer and inner'],
	])('is found %s', (_where, body, id) => {
		expect(findAnsweredId(answer(200, JSON.stringify(body)))).toBe(id);
	});

	it('is not looked for in what is no acceptance', () => {
		expect(findAnsweredId(answer(500, '{"promotionId":"p-1"}'))).toBeNull();
		expect(findAnsweredId(answer(200, 'promotionId p-1'))).toBeNull();
		expect(findAnsweredId({ kind: 'noAnswer', code: 'ECONNRESET', detail: '' })).toBeNull();
	});
});
