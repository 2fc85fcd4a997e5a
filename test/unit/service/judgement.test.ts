import { judge } from '../../../nodes/service/judgement';
import type { Outcome } from '../../../nodes/service/types';

const answer = (status: number, body = '', contentType?: string): Outcome => ({
	kind: 'answer',
	status,
	headers: contentType === undefined ? {} : { 'content-type': contentType },
	body,
});
const nested = (levels: number) => `${'[['.repeat(levels / 2)}"[{"${']]'.repeat(levels / 2)}`;
const PAGE = '\n<!DOCTYPE html><html><body>Please sign in</body></html>';

type Row = [write: 'accepted' | 'refused' | 'unknown', read: 'temporary' | 'lasting', outcomes: Outcome[]];

const answers: Row[] = [
	['accepted', 'temporary', [answer(200, '{"status":"sent"}'), answer(201, '[]'), answer(202), answer(204, ' \n')]],
	['accepted', 'temporary', [answer(200, '{}', 'application/json; charset=utf-8'), answer(200, '{}', 'text/JSON')]],
	['accepted', 'temporary', [answer(200, '{}', 'application/vnd.api+json'), answer(200, '', 'text/html')]],
	['accepted', 'temporary', [answer(200, nested(5_000))]],
	['unknown', 'temporary', [answer(200, 'OK'), answer(200, '{"promo'), answer(200, 'sent\n'.repeat(20))]],
	['unknown', 'temporary', [answer(200, 'Error: insufficient credits'), answer(200, '"insufficient credits"')]],
	['unknown', 'temporary', [answer(200, 'true'), answer(200, 'null'), answer(200, '0')]],
	['unknown', 'temporary', [answer(200, '<?xml version="1.0"?><error/>'), answer(200, '<div>Maintenance</div>')]],
	['accepted', 'temporary', [answer(200, '{}', 'text/html'), answer(200, '{}', 'text/plain; charset=utf-8')]],
	['unknown', 'temporary', [answer(200, '{"success":false,"error":{"message":"not approved"}}')]],
	['unknown', 'temporary', ['code', 'statusCode', 'status_code'].map((name) => answer(200, `{"${name}":400}`))],
	['unknown', 'lasting', [answer(200, PAGE), answer(300), answer(302), answer(100), answer(600)]],
	['refused', 'lasting', [400, 401, 404, 409, 425, 499].map((status) => answer(status))],
	['refused', 'lasting', [answer(404, PAGE)]],
	['refused', 'temporary', [answer(429)]],
	['unknown', 'temporary', [answer(408), answer(500), answer(503, PAGE)]],
];

const noAnswers: Array<[Row[0], Row[1], codes: string[]]> = [
	['refused', 'temporary', ['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND']],
	['refused', 'lasting', ['ERR_INVALID_URL', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']],
	['refused', 'lasting', ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
	['refused', 'lasting', ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_BLOCKED_BY_N8N']],
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
		expect([outcome, judge(outcome)]).toEqual([outcome, { writeOutcome: write, isTemporary: read === 'temporary' }]);
	}
});

it('Any number of brackets is judged', () => {
	expect(judge(answer(200, `{"error":${nested(100_000)}}`)).writeOutcome).toBe('unknown');
	expect(judge(answer(200, nested(1_000_000))).writeOutcome).toBe('accepted');
});
