import type { INode } from 'n8n-workflow';
import { toNoAnswer } from '../../../nodes/service/http';
import { explainOutcome, toNodeApiError, type Purpose } from '../../../nodes/service/errors';
import { quoteSafely, readServiceReason } from '../../../nodes/service/answers';
import { hideKeyInMessages } from '../../../nodes/service/credential';
import type { Clock } from '../../../nodes/service/clock';
import { readRetryAfterMs, withRetries, type ReadResult } from '../../../nodes/service/retry';
import type { Answer, Outcome } from '../../../nodes/service/types';

const node: INode = { id: 'n', name: 'Node', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const answer = (status: number, body = '', headers: Record<string, string> = {}): Answer => ({
	...{ kind: 'answer', status, headers, body },
});
const noAnswer = (code: string): Outcome => ({ kind: 'noAnswer', code, detail: '' });
const limited = (after: string, status = 429) => answer(status, '', { 'retry-after': after });
const now = Date.parse('2026-01-01T00:00:00Z');

describe('The reason that the service gives', () => {
	it.each([
		['{"message":"Not in preparation"}', 'Not in preparation'],
		['{"error":{"code":17,"detail":"Not in preparation"}}', 'Not in preparation'],
		['{"errors":[{"title":"A"},{"title":"B"}]}', 'A; B'],
		['[["deep",["words"]]]', 'deep; words'],
		['"words"', 'words'],
		['{"code":409}', ''],
		['{"Code":"E-17","Message":"Not in preparation"}', 'Not in preparation'],
		['{"errors":[],"hint":"Not in preparation"}', 'Not in preparation'],
		['{"errors":["a","b","c","d","e","f"]}', 'a; b; c; d; e'],
		['{"error":404}', '404'],
		[' plain  \n\u0007 words\n', 'plain words'],
		['<html><title>404</title><body><h1>no such promotion</h1></body></html>', '404: no such promotion'],
		['<html><title></title><h1 class="big">Error 503</h1></html>', 'Error 503'],
		['<html><title>Gone</title><h1> Gone\n</h1></html>', 'Gone'],
		['', ''],
		['null', ''],
	])('in %j is %j', (body, reason) => {
		expect(readServiceReason({ body })).toBe(reason);
	});

	it('is short however long the body', () => {
		expect(readServiceReason({ body: 'x'.repeat(100_000) }).length).toBeLessThanOrEqual(300);
		expect(readServiceReason({ body: '['.repeat(5000) + ']'.repeat(5000) })).toBe('');
	});
});

describe('What is quoted of an answer that might be a report', () => {
	it.each([
		['No report for 1234, nor for 12345', 'No report for 1234, nor for …'],
		['No report yet\nAna,+49 151 12345678,Read', 'No report yet'],
		['Ana;Read;en', ''],
		['{"name":"Ana"', ''],
		['<name>Ana</name>', ''],
		['PK\u0003\u0004 Ana', ''],
		['<html><title>No report for 12345</title></html>', 'No report for …'],
		['["Ana"]', ''],
		['{"message":"No report","name":"Ana"}', 'No report'],
	])('%j: %j', (body, quoted) => {
		expect(quoteSafely(body)).toBe(quoted);
	});
});

describe('A message', () => {
	const purpose: Purpose = { action: 'stop promotion 42', advice: 'Stop it earlier.', promotionId: '42' };
	const later = { cause: 'temporarily-unavailable' };
	const redirect = answer(302, '', { location: 'https://elsewhere.example/x' });
	const page = answer(200, '<html></html>');
	const tooLate = answer(409, '{"message":"too late"}');
	const wrongKey = answer(401, 'no');
	const lasting = undefined;
	const cases: Array<[string, Outcome, message: RegExp, description: RegExp, failure: object | undefined]> = [
		[
			'wrong key',
			wrongKey,
			/does not accept this API Key for this Account ID: “no”$/,
			/^Could not stop promotion 42\. .* check 'API Key'.* \(HTTP 401\)$/,
			lasting,
		],
		[
			'forbidden',
			answer(403),
			/let this account stop promotion 42/,
			/^Open the credential and check 'API Key'/,
			lasting,
		],
		['unknown promotion', answer(404), /does not know promotion 42/, /Check 'Promotion ID'/, lasting],
		['refusal', tooLate, /refused to stop promotion 42: “too late”$/, /^Stop it earlier\. \(HTTP 409\)$/, lasting],
		['too many', answer(429), /is limiting requests/, /Try again later/, { cause: 'rate-limited' }],
		['outage', answer(503), /reported an internal error$/, /^Could not stop promotion 42\. Try again/, later],
		['gateway', answer(504), /^The service did not answer in time$/, /Try again later/, later],
		['redirect', redirect, /redirect to elsewhere\.example, which was not followed/, /check 'Base URL'/, lasting],
		['web page', page, /^The service sent a web page$/, /maintenance.*check 'Base URL'/, lasting],
		['cut answer', answer(200, '{"a":'), /could not be read/, /cut off/, later],
		['reset', noAnswer('ECONNRESET'), /was lost/, /\(ECONNRESET\)$/, later],
		['no host', noAnswer('ENOTFOUND'), /was not found/, /check 'Base URL'/, later],
		['wrong address', noAnswer('ERR_INVALID_URL'), /was not found/, /check 'Base URL'/, lasting],
	];
	const shown = (outcome: Outcome, asked = purpose, hide = (text: string) => text) =>
		toNodeApiError(node, explainOutcome(outcome, asked, now), hide);

	it.each(cases)('for a %s says what happened and what to do', (_, outcome, message, description, failure) => {
		const error = shown(outcome);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.failure).toEqual(failure);
		expect(`${error.message} ${error.description}`).not.toMatch(/authorization/i);
	});

	it('says how long to wait, where the service does', () => {
		const error = shown(limited('7'));
		expect(error.description).toContain('Try again in 7 seconds');
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
	});

	it('shows no key, whether the service repeats it or we would', () => {
		const hide = hideKeyInMessages('secret/key+1');
		const echoed = answer(400, '{"message":"key secret/key+1"}');
		const asked = { ...purpose, action: 'stop secret/key+1' };
		const error = shown(echoed, asked, hide);
		expect(error.message).toBe('The service refused to stop [hidden]: “key [hidden]”');
		const later = shown(answer(502, 'Bad gateway secret/key+1'), asked, hide);
		expect(later.description).toContain('Could not stop [hidden]');
		expect(`${later.message} ${String(later.description)}`).not.toContain('secret');
		expect(JSON.stringify([error, error.messages, error.cause, error.errorResponse])).not.toContain('secret');
	});

	it('keeps our words where they contain what n8n takes for a code of the system', () => {
		const { message } = shown(answer(409), { action: 'stop promotion "ENOENT, EPERM"' });
		expect(message).toBe('The service refused to stop promotion "ENOENT, EPERM"');
	});
});

describe('What breaks a connection', () => {
	const circular: { message: string; cause?: object } = { message: 'outer' };
	circular.cause = circular;

	it.each<[string, unknown, string]>([
		['a cause with a code', { message: 'outer', cause: { code: 'ECONNREFUSED' } }, 'ECONNREFUSED'],
		['a code where older hosts keep the status', { message: 'reset', httpCode: 'ECONNRESET' }, 'ECONNRESET'],
		['a status beside the words', { message: 'stream has been aborted', httpCode: '200' }, 'ECONNRESET'],
		['a status alone', { message: 'refused', httpCode: '409' }, ''],
		['a fault that is its own cause', circular, ''],
		['nothing known', undefined, ''],
	])('is known by %s', (_, error, code) => {
		expect(toNoAnswer(error).code).toBe(code);
	});
});

describe('A read', () => {
	const policy = { tries: 4, totalMs: 60_000 };
	const fakeClock = () => {
		const waits: number[] = [];
		let time = now;
		const clock: Clock = {
			now: () => time,
			random: () => 0.5,
			pause: async (ms) => {
				waits.push(ms);
				time += ms;
				return await Promise.resolve(true);
			},
		};
		return { clock, waits };
	};
	const reset = noAnswer('ECONNRESET');
	const good: ReadResult<string> = { outcome: answer(200), value: 'read' };
	const outages = [500, 502, 503].map((status) => answer(status));

	/** What comes one after the other; after the last of these, a good answer would come. */
	const cases: Array<[string, came: Outcome[], tries: number, waits: number[]]> = [
		['good at once', [], 1, []],
		['good after a reset', [reset], 2, [500]],
		['good after outages', outages, 4, [500, 1000, 2000]],
		['never good', [...outages, ...outages, ...outages], 4, [500, 1000, 2000]],
		['asked to wait', [limited('20')], 2, [20_000]],
		['asked to wait until a date', [limited('Thu, 01 Jan 2026 00:00:09 GMT', 503)], 2, [9000]],
		['asked to wait as long as is bearable', [limited('60')], 2, [60_000]],
		['asked to wait a second longer', [limited('61')], 1, []],
		['cut, then whole', [answer(200, '{"a":')], 2, [500]],
		['a web page', [answer(200, '<html></html>')], 1, []],
		['refused', [answer(401)], 1, []],
		['redirected', [answer(302)], 1, []],
		['cancelled', [noAnswer('ERR_CANCELED')], 1, []],
		['of a host that is not found for a moment', [noAnswer('ENOTFOUND')], 2, [500]],
		['at a bad certificate', [noAnswer('CERT_HAS_EXPIRED')], 1, []],
	];
	/** Reads until it ends, and says how often. */
	async function triesOf(came: Outcome[], clock: Clock, more: Partial<Parameters<typeof withRetries>[1]> = {}) {
		let tries = 0;
		const results = [...came.map((outcome): ReadResult<string> => ({ outcome })), good];
		const last = await withRetries(async () => await Promise.resolve(results[tries++]!), { ...policy, ...more }, clock);
		expect(last).toBe(results[tries - 1]);
		return tries;
	}

	it.each(cases)('%s', async (_, came, tries, expectedWaits) => {
		const { clock, waits } = fakeClock();
		expect([await triesOf(came, clock), waits]).toEqual([tries, expectedWaits]);
	});

	it.each([
		[0, [250, 500, 1000]],
		[1, [750, 1500, 3000]],
	])('that many make at once is not repeated by all at the same moment (%p)', async (chance, expectedWaits) => {
		const { clock, waits } = fakeClock();
		await triesOf(outages, { ...clock, random: () => chance });
		expect(waits).toEqual(expectedWaits);
	});

	it.each([
		[answer(429), 1],
		[limited('1'), 1],
		[limited('1', 503), 1],
		[answer(503), 4],
	])('of a poll ends with the first answer that limits requests: %j', async (outcome, tries) => {
		const came = Array<Outcome>(4).fill(outcome);
		expect(await triesOf(came, fakeClock().clock, { endsWhenRateLimited: true })).toBe(tries);
	});

	it('starts no new try when its time is over', async () => {
		const { clock, waits } = fakeClock();
		const came = Array<Outcome>(4).fill(limited('25'));
		expect([await triesOf(came, clock), waits]).toEqual([3, [25_000, 25_000]]);
	});

	it('ends at once when the execution is cancelled during a wait', async () => {
		const clock = { ...fakeClock().clock, pause: async () => await Promise.resolve(false) };
		expect(await triesOf([reset], clock)).toBe(1);
	});

	it.each([
		['5', 5000],
		['0', 0],
		['1.25', 1250],
		['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
		['2026-01-01T00:00:05Z', 5000],
		['Wed, 31 Dec 2025 00:00:00 GMT', 0],
		['soon', undefined],
		['', undefined],
	])('understands Retry-After %j', (header, ms) => {
		expect(readRetryAfterMs(limited(header), now)).toBe(ms);
	});
});
