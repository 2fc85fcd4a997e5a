import { answeredPromotionId } from '../../../nodes/RcsPromotion/launch/answeredId';
import { namesFailure } from '../../../nodes/service/namedFailure';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body = ''): Outcome => ({ kind: 'answer', status, headers: {}, body });
const noAnswer = (code: string): Outcome => ({ kind: 'noAnswer', code, detail: '' });

describe('a success that names a failure', () => {
	it.each<unknown>([
		{ success: false, error: { message: 'template not approved' } },
		{ success: 'false' },
		{ ok: false, message: 'no' },
		{ error: 'template not approved' },
		{ error: { code: 17 } },
		{ errors: ['template not approved'] },
		{ errors: [{ field: 'name', message: 'too long' }], promotionId: 'p-1' },
		{ status: 'failed' },
		{ status: 'FAILED', promotionId: 'p-1' },
		{ status: 'Error: template' },
		{ status: 'rejected' },
		{ statusCode: 422, message: 'template not approved' },
		{ code: '400' },
		{ data: { success: false } },
		{ response: { errors: ['x'] } },
		{ hasErrors: true },
		{ status: 'ERROR_TEMPLATE_NOT_FOUND' },
		{ status: 'validation_error' },
		{ status: 'VALIDATION_FAILED' },
		{ status: 'NOT_APPROVED' },
		{ result: 'not_accepted' },
		{ status: false },
		{ status: 'false' },
		{ isSuccess: false },
		{ is_success: 'false' },
		{ valid: false },
		{ launched: false },
		{ created: false },
		{ type: 'error', message: 'x' },
		{ stat: 'fail' },
		{ responseStatus: 'FAILED' },
		{ ack: 'Failure' },
		{ responseCode: 'ERR-1' },
		{ message: 'Internal server error' },
		{ message: 'Template not approved' },
		{ code: 40001 },
		{ code: -1 },
		{ errcode: 40013, errmsg: 'invalid credential' },
		[{ success: false }],
		{ response: { data: { success: false } } },
		{ head: { status: 'failure' } },
		{ result: { status: { code: 400 } } },
		{ results: [{ status: 400 }] },
		'Internal Server Error',
		'error: bad template',
		false,
	])('%j', (body) => {
		expect(namesFailure({ body: JSON.stringify(body) })).toBe(true);
	});

	it.each([
		'Error: template not approved',
		'FAILED',
		'Rejected - template',
		'Internal Server Error',
		'502 Bad Gateway',
		'Service Unavailable',
		'no healthy upstream',
		'Template not approved',
		'The promotion could not be launched: template not accepted',
		'Invalid template id',
		'Failed to launch',
		'ERROR 1045',
		'NOK',
		'<error>bad</error>',
		'<div>Maintenance</div>',
		'false',
	])('%s', (body) => {
		expect(namesFailure({ body })).toBe(true);
	});

	it.each<unknown>([
		{},
		[],
		{ promotionId: 'p-1' },
		{ success: true, error: null },
		{ success: true, error: '', errors: [] },
		{ error: false, promotionId: 'p-1' },
		{ error: {}, errors: {} },
		{ errors: { contacts: [], template: null } },
		{ error: 'none' },
		{ errorCode: 0 },
		{ status: 'Preparing', failed: 0 },
		{ status: 'success', code: 200 },
		{ status: 200 },
		{ result: 'ok', name: 'Failed payments: a reminder' },
		{ name: 'Error', message: 'Error codes explained', template: { name: 'failed' } },
		{ promotion: { name: 'Invalid vouchers', status: 'Running', error: null } },
		{ template: { status: 'failed' } },
		{ failedContacts: 3, message: '3 contacts failed' },
		{ status: 'NOT_STARTED', promotionType: 'IMMEDIATE' },
		{ status: 'no_errors', code: 0 },
		{ sent: 0, delivered: 0 },
		{ message: 'Campaign "Failed payments" accepted', id: 7 },
		[{ success: true }],
		'accepted',
		true,
		null,
	])('is not seen in %j', (body) => {
		expect(namesFailure({ body: JSON.stringify(body) })).toBe(false);
	});

	it.each([
		'Promotion launched',
		'Launched. Errors will be mailed',
		'failed payments reminder launched',
		'OK',
		'7f3a',
		'',
	])('is not seen in the text %j', (body) => {
		expect(namesFailure({ body })).toBe(false);
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
		['not as a word for nothing', { promotionId: 'null', data: { promotionId: 'p-1' } }, 'p-1'],
		['not as zero or less', { promotionId: 0, data: { promotionId: '-12' } }, undefined],
		['with a zero or another word for nothing in it', { promotionId: '0a1b-null' }, '0a1b-null'],
		['with a number at its end', { promotionId: 'p-10' }, 'p-10'],
		['beside empty fields', { error: null, data: { promotionId: 'p-1' } }, 'p-1'],
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
