import { judge } from '../../../nodes/service/judgement';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body = ''): Outcome => ({ kind: 'answer', status, headers: {}, body });
const noAnswer = (code: string): Outcome => ({ kind: 'noAnswer', code, detail: '' });
const PAGE = '\n<!DOCTYPE html><html><body>Please sign in</body></html>';

const outcomes: Array<[string, Outcome]> = [
	['200 with JSON', answer(200, '{"promotionId":"p"}')],
	['200 with a text', answer(200, 'OK')],
	['202 with nothing', answer(202)],
	['200 with JSON that is cut off', answer(200, '{"promo')],
	['200 with JSON that names a failure', answer(200, '{"success":false,"error":{"message":"not approved"}}')],
	['200 with a web page', answer(200, PAGE)],
	['302', answer(302)],
	['400', answer(400)],
	['401', answer(401)],
	['404', answer(404)],
	['404 with a web page', answer(404, PAGE)],
	['408', answer(408)],
	['409', answer(409)],
	['425', answer(425)],
	['429', answer(429)],
	['499', answer(499)],
	['500', answer(500)],
	['503 with a web page', answer(503, PAGE)],
	['100', answer(100)],
	['600', answer(600)],
	...[
		'ECONNREFUSED',
		'EAI_AGAIN',
		'ENOTFOUND',
		'ERR_INVALID_URL',
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ECONNRESET',
		'ETIMEDOUT',
		'ECONNABORTED',
		'EPIPE',
		'HPE_INVALID_CHUNK_SIZE',
		'ERR_CANCELED',
		'ERR_ANSWER_TOO_LARGE',
	].map((code): [string, Outcome] => [code, noAnswer(code)]),
	['a fault without a code', noAnswer('')],
];

it('judges every outcome alike for launch, stop, retry, waiting and the trigger', () => {
	const rows = outcomes.map(([what, outcome]) => {
		const { write, isTemporary } = judge(outcome);
		return `${what.padEnd(34)} | ${write.padEnd(8)} | ${isTemporary ? 'temporary' : 'lasting'}`;
	});
	expect(`\n${['outcome'.padEnd(34) + ' | a write  | a read', ...rows].join('\n')}\n`).toMatchInlineSnapshot(`
		"
		outcome                            | a write  | a read
		200 with JSON                      | accepted | temporary
		200 with a text                    | accepted | temporary
		202 with nothing                   | accepted | temporary
		200 with JSON that is cut off      | accepted | temporary
		200 with JSON that names a failure | unknown  | temporary
		200 with a web page                | unknown  | lasting
		302                                | unknown  | lasting
		400                                | refused  | lasting
		401                                | refused  | lasting
		404                                | refused  | lasting
		404 with a web page                | refused  | lasting
		408                                | unknown  | temporary
		409                                | refused  | lasting
		425                                | refused  | lasting
		429                                | refused  | temporary
		499                                | refused  | lasting
		500                                | unknown  | temporary
		503 with a web page                | unknown  | temporary
		100                                | unknown  | lasting
		600                                | unknown  | lasting
		ECONNREFUSED                       | refused  | temporary
		EAI_AGAIN                          | refused  | temporary
		ENOTFOUND                          | refused  | lasting
		ERR_INVALID_URL                    | refused  | lasting
		CERT_HAS_EXPIRED                   | refused  | lasting
		DEPTH_ZERO_SELF_SIGNED_CERT        | refused  | lasting
		SELF_SIGNED_CERT_IN_CHAIN          | refused  | lasting
		UNABLE_TO_VERIFY_LEAF_SIGNATURE    | refused  | lasting
		ERR_TLS_CERT_ALTNAME_INVALID       | refused  | lasting
		ECONNRESET                         | unknown  | temporary
		ETIMEDOUT                          | unknown  | temporary
		ECONNABORTED                       | unknown  | temporary
		EPIPE                              | unknown  | temporary
		HPE_INVALID_CHUNK_SIZE             | unknown  | temporary
		ERR_CANCELED                       | unknown  | lasting
		ERR_ANSWER_TOO_LARGE               | unknown  | lasting
		a fault without a code             | unknown  | lasting
		"
	`);
});
