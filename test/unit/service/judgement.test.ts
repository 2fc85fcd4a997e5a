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
	...['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'].map(
		(code): [string, Outcome] => [code, noAnswer(code)],
	),
	...['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'HPE_INVALID_CHUNK_SIZE', 'ERR_CANCELED'].map(
		(code): [string, Outcome] => [code, noAnswer(code)],
	),
	['a fault without a code', noAnswer('')],
];

it('judges every outcome alike for launch, stop, retry, waiting and the trigger', () => {
	const rows = outcomes.map(([what, outcome]) => {
		const { write, mayPass } = judge(outcome);
		return `${what.padEnd(34)} | ${write.padEnd(8)} | ${mayPass ? 'may pass' : 'stays'}`;
	});
	expect(`\n${['outcome'.padEnd(34) + ' | a write  | a read', ...rows].join('\n')}\n`).toMatchInlineSnapshot(`
		"
		outcome                            | a write  | a read
		200 with JSON                      | accepted | may pass
		200 with a text                    | accepted | may pass
		202 with nothing                   | accepted | may pass
		200 with JSON that is cut off      | accepted | may pass
		200 with JSON that names a failure | unknown  | may pass
		200 with a web page                | unknown  | stays
		302                                | unknown  | stays
		400                                | refused  | stays
		401                                | refused  | stays
		404                                | refused  | stays
		404 with a web page                | refused  | stays
		408                                | unknown  | may pass
		409                                | refused  | stays
		425                                | refused  | stays
		429                                | refused  | may pass
		499                                | refused  | stays
		500                                | unknown  | may pass
		503 with a web page                | unknown  | may pass
		100                                | unknown  | stays
		600                                | unknown  | stays
		ECONNREFUSED                       | refused  | may pass
		EAI_AGAIN                          | refused  | may pass
		ENOTFOUND                          | refused  | stays
		CERT_HAS_EXPIRED                   | refused  | stays
		ERR_TLS_CERT_ALTNAME_INVALID       | refused  | stays
		ECONNRESET                         | unknown  | may pass
		ETIMEDOUT                          | unknown  | may pass
		ECONNABORTED                       | unknown  | may pass
		EPIPE                              | unknown  | may pass
		HPE_INVALID_CHUNK_SIZE             | unknown  | may pass
		ERR_CANCELED                       | unknown  | stays
		a fault without a code             | unknown  | stays
		"
	`);
});
