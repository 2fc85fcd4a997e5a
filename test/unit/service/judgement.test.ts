import { judge } from '../../../nodes/service/judgement';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body = ''): Outcome => ({ kind: 'answer', status, headers: {}, body });
const PAGE = '\n<!DOCTYPE html><html><body>Please sign in</body></html>';

type Row = [write: 'accepted' | 'refused' | 'unknown', read: 'temporary' | 'lasting', outcomes: Outcome[]];

const answers: Row[] = [
	['accepted', 'temporary', [answer(200, '{"promotionId":"p"}'), answer(200, 'OK'), answer(202)]],
	['accepted', 'temporary', [answer(200, '{"promo')]],
	['unknown', 'temporary', [answer(200, '{"success":false,"error":{"message":"not approved"}}')]],
	['unknown', 'lasting', [answer(200, PAGE), answer(302), answer(100), answer(600)]],
	['refused', 'lasting', [400, 401, 404, 409, 425, 499].map((status) => answer(status))],
	['refused', 'lasting', [answer(404, PAGE)]],
	['refused', 'temporary', [answer(429)]],
	['unknown', 'temporary', [answer(408), answer(500), answer(503, PAGE)]],
];

const noAnswers: Array<[Row[0], Row[1], codes: string[]]> = [
	['refused', 'temporary', ['ECONNREFUSED', 'EAI_AGAIN']],
	['refused', 'lasting', ['ENOTFOUND', 'ERR_INVALID_URL', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']],
	['refused', 'lasting', ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
	['refused', 'lasting', ['ERR_TLS_CERT_ALTNAME_INVALID']],
	['unknown', 'temporary', ['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'HPE_INVALID_CHUNK_SIZE']],
	['unknown', 'lasting', ['ERR_CANCELED', 'ERR_ANSWER_TOO_LARGE', '']],
];

const rows: Row[] = [
	...answers,
	...noAnswers.map(([write, read, codes]): Row => [
		write,
		read,
		codes.map((code) => ({ kind: 'noAnswer', code, detail: '' })),
	]),
];

it.each(rows)('A write is %s, and a read has a %s fault, after %j', (write, read, outcomes) => {
	for (const outcome of outcomes) {
		expect([outcome, judge(outcome)]).toEqual([outcome, { write, isTemporary: read === 'temporary' }]);
	}
});
