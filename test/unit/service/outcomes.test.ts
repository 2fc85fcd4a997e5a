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
	kind: 'answer',
	status,
	headers,
	body,
});
const now = Date.parse('2026-01-01T00:00:00Z');

describe('The reason that the service gives', () => {
	it.each([
		['{"message":"Not in preparation"}', 'Not in preparation'],
		['{"error":{"code":17,"detail":"Not in preparation"}}', 'Not in preparation'],
		['{"errors":[{"title":"A"},{"title":"B"}]}', 'A; B'],
		['[["deep",["words"]]]', 'deep; words'],
		['{"code":409,"oddName":"words"}', 'words'],
		['"words"', 'words'],
		['{"code":409}', ''],
		['409', ''],
		['{"Code":"E-17","Message":"Not in preparation"}', 'Not in preparation'],
		['{"message":" ","detail":"Not in preparation"}', 'Not in preparation'],
		['{"errors":[],"hint":"Not in preparation"}', 'Not in preparation'],
		['{"errors":["a","b","c","d","e","f"]}', 'a; b; c; d; e'],
		['{"error":404}', '404'],
		[' plain  \n\u0007 words\n', 'plain words'],
		['<html><head><title>502 Bad Gateway</title></head></html>', '502 Bad Gateway'],
		['<html><title>404</title><body><h1>no such promotion</h1></body></html>', '404: no such promotion'],
		['<html><title></title><h1 class="big">Error 503</h1></html>', 'Error 503'],
		['<html><title>Gone</title><h1> Gone\n</h1></html>', 'Gone'],
		['<html><body><h1>Maintenance until 9:00</h1></body></html>', 'Maintenance until 9:00'],
		['', ''],
		['null', ''],
		['{"message":"Authorization failed"}', 'Authorization failed'],
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
		['["Ana"]', ''],
		['{"message":"No report","name":"Ana"}', 'No report'],
	])('%j: %j', (body, quoted) => {
		expect(quoteSafely(body)).toBe(quoted);
	});
});

describe('A message', () => {
	const purpose: Purpose = { action: 'stop promotion 42', advice: 'Stop it earlier.', promotionId: '42' };
	const later = { cause: 'temporarily-unavailable' };
	const noAnswer = (code: string): Outcome => ({ kind: 'noAnswer', code, detail: '' });
	const redirect = answer(302, '', { location: 'https://elsewhere.example/x' });
	const keyRefused = /^Could not stop promotion 42\. .* check 'API Key'.* \(HTTP 401\)$/;
	const tooLate = answer(409, '{"message":"too late"}');
	const cases: Array<[string, Outcome, message: RegExp, description: RegExp, failure: object | undefined]> = [
		['wrong key', answer(401, 'no'), /does not accept this API Key for this Account ID: “no”$/, keyRefused, undefined],
		[
			'forbidden',
			answer(403),
			/did not let this account stop promotion 42/,
			/^Open the credential and check 'API Key'/,
			undefined,
		],
		['unknown promotion', answer(404), /does not know promotion 42/, /Check 'Promotion ID'/, undefined],
		[
			'refusal',
			tooLate,
			/^The service refused to stop promotion 42: “too late”$/,
			/^Stop it earlier\. \(HTTP 409\)$/,
			undefined,
		],
		['too many', answer(429), /is limiting requests/, /Try again later/, { cause: 'rate-limited' }],
		[
			'outage',
			answer(503),
			/^The service reported an internal error$/,
			/^Could not stop promotion 42\. Try again/,
			later,
		],
		['gateway', answer(504), /^The service did not answer in time$/, /Try again later/, later],
		['redirect', redirect, /redirect to elsewhere\.example, which was not followed/, /check 'Base URL'/, undefined],
		[
			'web page',
			answer(200, '<html></html>'),
			/^The service sent a web page$/,
			/maintenance.*check 'Base URL'/,
			undefined,
		],
		['cut answer', answer(200, '{"a":'), /could not be read/, /cut off/, later],
		['reset', noAnswer('ECONNRESET'), /was lost/, /\(ECONNRESET\)$/, later],
		['time-out', noAnswer('ECONNABORTED'), /did not answer in time/, /Try again later/, later],
		['no host', noAnswer('ENOTFOUND'), /was not found/, /check 'Base URL'/, later],
		['wrong address', noAnswer('ERR_INVALID_URL'), /was not found/, /check 'Base URL'/, undefined],
	];

	it.each(cases)('for a %s says what happened and what to do', (_, outcome, message, description, failure) => {
		const error = toNodeApiError(node, explainOutcome(outcome, purpose, now), (text) => text);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.failure).toEqual(failure);
		expect(`${error.message} ${error.description}`).not.toMatch(/authorization/i);
	});

	it('says how long to wait, where the service does', () => {
		const error = toNodeApiError(
			node,
			explainOutcome(answer(429, '', { 'retry-after': '7' }), purpose, now),
			(text) => text,
		);
		expect(error.description).toContain('Try again in 7 seconds');
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
	});

	it('shows no key, whether the service repeats it or we would', () => {
		const hide = hideKeyInMessages('secret/key+1');
		const echoed = answer(400, '{"message":"key secret/key+1"}');
		const error = toNodeApiError(node, explainOutcome(echoed, { ...purpose, action: 'stop secret/key+1' }, now), hide);
		expect(error.message).toBe('The service refused to stop [hidden]: “key [hidden]”');
		const unreached = { ...answer(502, 'Bad gateway secret/key+1') };
		const later = toNodeApiError(
			node,
			explainOutcome(unreached, { ...purpose, action: 'stop secret/key+1' }, now),
			hide,
		);
		expect(later.description).toContain('Could not stop [hidden]');
		expect(`${later.message} ${String(later.description)}`).not.toContain('secret');
		expect(JSON.stringify([error, error.messages, error.cause, error.errorResponse])).not.toContain('secret');
	});

	it('keeps our words where they contain what n8n takes for a code of the system', () => {
		const explained = explainOutcome(answer(409), { action: 'stop promotion "ENOENT, EPERM"' }, now);
		expect(toNodeApiError(node, explained, (text) => text).message).toBe(
			'The service refused to stop promotion "ENOENT, EPERM"',
		);
	});
});

describe('What breaks a connection', () => {
	function circular(): Error {
		const fault = new Error('outer');
		return Object.assign(fault, { cause: fault });
	}

	it.each<[string, unknown, string]>([
		[
			'a cause with a code',
			Object.assign(new Error('outer'), { cause: { code: 'ECONNREFUSED', message: 'inner' } }),
			'ECONNREFUSED',
		],
		['a code where older hosts keep the status', { message: 'reset', httpCode: 'ECONNRESET' }, 'ECONNRESET'],
		[
			'an answer cut off, of which older hosts keep the status',
			{ message: 'stream has been aborted', httpCode: '200' },
			'ECONNRESET',
		],
		['a status alone', { message: 'refused', httpCode: '409' }, ''],
		['a fault that is its own cause', circular(), ''],
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
	const reset: Outcome = { kind: 'noAnswer', code: 'ECONNRESET', detail: '' };
	const good: ReadResult<string> = { outcome: answer(200), value: 'read' };

	const cases: Array<[string, Array<ReadResult<string>>, number, number[]]> = [
		['good at once', [good], 1, []],
		['good after a reset', [{ outcome: reset }, good], 2, [500]],
		[
			'good after outages',
			[{ outcome: answer(500) }, { outcome: answer(502) }, { outcome: answer(503) }, good],
			4,
			[500, 1000, 2000],
		],
		['never good', Array<ReadResult<string>>(9).fill({ outcome: answer(500) }), 4, [500, 1000, 2000]],
		['asked to wait', [{ outcome: answer(429, '', { 'retry-after': '20' }) }, good], 2, [20_000]],
		[
			'asked to wait until a date',
			[{ outcome: answer(503, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }) }, good],
			2,
			[9000],
		],
		[
			'asked to wait as long as is bearable',
			[{ outcome: answer(429, '', { 'retry-after': '60' }) }, good],
			2,
			[60_000],
		],
		['asked to wait a second longer', [{ outcome: answer(429, '', { 'retry-after': '61' }) }, good], 1, []],
		['cut, then whole', [{ outcome: answer(200, '{"a":') }, good], 2, [500]],
		['a web page', [{ outcome: answer(200, '<html></html>') }, good], 1, []],
		['refused', [{ outcome: answer(401) }, good], 1, []],
		['redirected', [{ outcome: answer(302) }, good], 1, []],
		['cancelled', [{ outcome: { kind: 'noAnswer', code: 'ERR_CANCELED', detail: '' } }, good], 1, []],
		[
			'of a host that is not found for a moment',
			[{ outcome: { kind: 'noAnswer', code: 'ENOTFOUND', detail: '' } }, good],
			2,
			[500],
		],
		['at a bad certificate', [{ outcome: { kind: 'noAnswer', code: 'CERT_HAS_EXPIRED', detail: '' } }, good], 1, []],
	];

	it.each(cases)('%s', async (_, outcomes, tries, expectedWaits) => {
		const { clock, waits } = fakeClock();
		let calls = 0;
		const tried = await withRetries(async () => await Promise.resolve(outcomes[calls++]!), policy, clock);
		expect(calls).toBe(tries);
		expect(waits).toEqual(expectedWaits);
		expect(tried).toBe(outcomes[tries - 1]);
	});

	it.each([
		[0, [250, 500, 1000]],
		[1, [750, 1500, 3000]],
	])('that many make at once is not repeated by all at the same moment (%p)', async (chance, expectedWaits) => {
		const { clock, waits } = fakeClock();
		await withRetries(async () => ({ outcome: reset }), policy, { ...clock, random: () => chance });
		expect(waits).toEqual(expectedWaits);
	});

	it.each([
		[answer(429), 1],
		[answer(429, '', { 'retry-after': '1' }), 1],
		[answer(503, '', { 'retry-after': '1' }), 1],
		[answer(503), 4],
	])('of a poll ends with the first answer that limits requests: %j', async (outcome, tries) => {
		let calls = 0;
		await withRetries(
			async () => {
				calls++;
				return await Promise.resolve({ outcome });
			},
			{ ...policy, endsWhenRateLimited: true },
			fakeClock().clock,
		);
		expect(calls).toBe(tries);
	});

	it('starts no new try when its time is over', async () => {
		const { clock, waits } = fakeClock();
		let calls = 0;
		const read = async () => {
			calls++;
			return await Promise.resolve({ outcome: answer(429, '', { 'retry-after': '25' }) });
		};
		await withRetries(read, policy, clock);
		expect([calls, waits]).toEqual([3, [25_000, 25_000]]);
	});

	it('ends at once when the execution is cancelled during a wait', async () => {
		let calls = 0;
		const clock = { ...fakeClock().clock, pause: async () => await Promise.resolve(false) };
		await withRetries(async () => await Promise.resolve({ outcome: (calls++, reset) }), policy, clock);
		expect(calls).toBe(1);
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
		expect(readRetryAfterMs(answer(429, '', { 'retry-after': header }), now)).toBe(ms);
	});
});
