import { readFileSync } from 'node:fs';
import { startSimulator, type FaultRule } from '../../../simulator';
import { GAPS } from '../../../meet/gaps';
import { API_KEY, CONFIRMED, EVERYTHING, fillAccount, meetService, recordingOf } from './support';

/** Whatever a service does, it ends by itself, soon, and says what it could not learn. */

const BOUND_MS = 10_000;
const timing = { requestMs: 300, readsMs: 4_000, longestWaitMs: 300 };

const always = (rule: Omit<FaultRule, 'times'>): FaultRule => ({ ...rule, times: 'always' });

const everything: Array<[what: string, rule: FaultRule, says: RegExp]> = [
	['never answers', always({ fault: { kind: 'silence' } }), /did not answer within 1 s/],
	['resets each connection', always({ fault: { kind: 'reset' } }), /did not answer \(ECONNRESET\)/],
	[
		'limits, and asks for a minute',
		always({ fault: { kind: 'rateLimit', retryAfter: { seconds: 60 } } }),
		/limits requests, so it was left alone/,
	],
	[
		'limits, and says nothing',
		always({ fault: { kind: 'rateLimit', retryAfter: 'none' } }),
		/limits requests, so it was left alone/,
	],
	['sends a web page', always({ fault: { kind: 'html' } }), /HTTP 200 with a web page/],
	['cuts each answer off', always({ fault: { kind: 'truncate', how: 'shortOfContentLength' } }), /was cut off/],
	[
		'goes silent within each answer',
		always({ fault: { kind: 'truncate', how: 'silent' } }),
		/did not answer within 1 s/,
	],
	['sends no JSON', always({ fault: { kind: 'invalidJson' } }), /HTTP 200 with plain text/],
	['sends another object', always({ fault: { kind: 'noPromotionsArray' } }), /holds no list/],
	['redirects', always({ fault: { kind: 'redirect' } }), /redirected \(HTTP 307\)/],
	['has an outage', always({ fault: { kind: 'status', status: 503 } }), /HTTP 503/],
	['refuses the key', always({ fault: { kind: 'status', status: 401 } }), /check RCS_API_KEY/],
];

it.each(everything)('a service that %s', async (_what, rule, says) => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	service.misbehave(rule);
	const met = await meetService(service, { args: EVERYTHING, typed: CONFIRMED, timing });
	expect(met.tookMs).toBeLessThan(BOUND_MS);
	expect(met.code).toBe(1);
	expect(met.text).toBeUndefined();
	expect(met.output).toMatch(says);
	const known = /(\d+) of \d+ are known/.exec(met.output)?.[1];
	// A redirect and a limit are answers, too.
	expect(Number(known)).toBeLessThanOrEqual(2);
	expect(service.launches()).toEqual([]);
	expect(service.foreignRequests()).toEqual([]);
	await service.stop();
});

it('a service that is not there', async () => {
	const service = await startSimulator({ apiKey: API_KEY });
	await service.stop();
	const met = await meetService(service, { timing });
	expect(met.tookMs).toBeLessThan(BOUND_MS);
	expect(met.output).toMatch(/did not answer \(ECONNREFUSED\)/);
	expect(met.code).toBe(1);
});

const inPart: Array<[what: string, rule: FaultRule, lacks: string[]]> = [
	[
		'statistics are silent',
		always({ endpoint: 'stats', fault: { kind: 'silence' } }),
		['statisticsAnswer', 'retryEntries'],
	],
	[
		'reports are cut off',
		always({ endpoint: 'report', fault: { kind: 'truncate', how: 'shortOfContentLength' } }),
		['reportAnswer', 'reportEnd'],
	],
	['reports are a web page', always({ endpoint: 'report', fault: { kind: 'html' } }), ['reportAnswer', 'reportWords']],
	[
		'statistics are limited',
		always({ endpoint: 'stats', fault: { kind: 'rateLimit', retryAfter: { seconds: 1 } } }),
		['statisticsAnswer'],
	],
];

it.each(inPart)('only %s: the rest is learned', async (_what, rule, lacks) => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	service.misbehave(rule);
	const met = await meetService(service, { timing });
	await service.stop();
	expect(met.tookMs).toBeLessThan(BOUND_MS);
	expect(met.code).toBe(0);
	const { answers } = recordingOf(met);
	for (const gap of lacks)
		expect([gap, answers[gap]]).toEqual([gap, { notKnown: expect.stringContaining('the service') as string }]);
	for (const gap of ['listAnswer', 'listOrder', 'statusWords', 'timestampUnit'])
		expect(answers[gap]).toHaveProperty('value');
});

it('names the limit that it met, and how long it asks to wait', async () => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	service.misbehave({ endpoint: 'list', skip: 1, fault: { kind: 'rateLimit', retryAfter: { seconds: 1 } } });
	const met = await meetService(service, { timing: { longestWaitMs: 2_000 } });
	await service.stop();
	expect(recordingOf(met).answers.limits).toEqual({ value: { status: 429, retryAfter: 'seconds' } });
	expect(met.output).toContain('HTTP 429 after 1 requests, Retry-After as seconds: 1 s.');
	expect(recordingOf(met).answers.listSteady).toEqual({ value: 'same' });
});

describe('a launch without an answer', () => {
	it('is sent once, and found in the list', async () => {
		const service = await startSimulator({ apiKey: API_KEY, speed: 60 });
		service.misbehave({ endpoint: 'launch', fault: { kind: 'reset', moment: 'afterAccepting' } });
		const met = await meetService(service, { args: EVERYTHING.slice(0, 4), typed: 'launch 1' });
		expect(service.launches()).toHaveLength(1);
		await service.stop();
		expect(recordingOf(met).answers.launchAnswer?.notKnown).toMatch(/did not answer.*the list shows/);
		expect(recordingOf(met).answers.statusOrder).toEqual({ value: ['Preparing', 'Running', 'Completed'] });
	});

	it('ends by itself if the campaign never ends', async () => {
		const service = await startSimulator({ apiKey: API_KEY });
		const met = await meetService(service, {
			args: [...EVERYTHING.slice(0, 4), '--minutes', '0.02'],
			typed: 'launch 1',
		});
		await service.stop();
		expect(met.tookMs).toBeLessThan(BOUND_MS);
		expect(met.output).toContain('"Preparing" (it was not watched to its end)');
		expect(recordingOf(met).answers.afterCompleted).toHaveProperty('notKnown');
	});
});

it('never writes over an earlier recording, which may know more', async () => {
	const service = await startSimulator({ apiKey: API_KEY });
	const first = await meetService(service);
	const again = await meetService(service, { args: ['--file', first.file] });
	await service.stop();
	expect(again.output).toContain(first.file.replace('.json', '-2.json'));
	expect(readFileSync(first.file, 'utf8')).toBe(first.text);
});

it('says in short what works, what does not, and what is not known', async () => {
	const service = await startSimulator({ apiKey: API_KEY });
	fillAccount(service);
	service.misbehave({ endpoint: 'report', fault: { kind: 'status', status: 403 }, times: 'always' });
	const { output } = await meetService(service);
	await service.stop();
	const inShort = output.slice(output.indexOf('In short'));
	expect(inShort).toContain('Reading the list: works\n');
	expect(inShort).toContain('Reading reports: not known (the service answered with HTTP 403');
	expect(inShort).toContain('Launching: not known (not tried');
});

it('what is not tried is not known, gap by gap', async () => {
	const service = await startSimulator({ apiKey: API_KEY });
	const met = await meetService(service);
	await service.stop();
	const { answers } = recordingOf(met);
	expect(Object.keys(answers)).toEqual(Object.keys(GAPS));
	for (const gap of ['launchAnswer', 'listedAfter', 'stopBefore', 'cancelledListed', 'afterCompleted']) {
		expect(answers[gap]).toEqual({ notKnown: expect.stringContaining('not tried') as string });
	}
	expect(answers.listOrder).toHaveProperty('notKnown');
	expect(answers.reportEnd).toEqual({ notKnown: 'no promotion is listed' });
});
