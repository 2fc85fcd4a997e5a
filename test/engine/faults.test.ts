/**
 * Every operation under everything that can happen to a connection, as long as it lasts: what the user reads, how often the service was
 * asked, and what it took on. The snapshot beside this file is the table.
 */
import type { INodeParameters } from 'n8n-workflow';
import { launchTiming } from '../../nodes/RcsPromotion/launch/sendOnce';
import { PATIENT } from '../../nodes/service/retry';
import { startSimulator, type Fault } from '../../simulator';
import type { EndpointName } from '../../simulator/types';
import { Engine } from '../harness/engine';
import type { RunResult } from '../harness/runResult';
import { operations } from '../unit/policy/form';
import { startDistrustedServer } from './support/distrusted';
import { examples } from './policy/examples';
import { World } from './support/world';

interface Circumstance {
	what: string;
	fault?: Fault;
	/** Another address than the simulator's. */
	baseUrl?: () => string;
	/** The address that the simulator listens on. */
	host?: string;
}

const LIMIT = 64 * 1024 * 1024;
let distrusted: Awaited<ReturnType<typeof startDistrustedServer>>;

const status = (code: number, body?: string): Fault => ({
	kind: 'status',
	status: code,
	...(body === undefined ? {} : { body }),
});

const circumstances: Circumstance[] = [
	{ what: 'nothing', fault: undefined },
	{ what: '300 ms of latency', fault: { kind: 'latency', milliseconds: 300 } },
	{ what: '429, Retry-After in seconds', fault: { kind: 'rateLimit', retryAfter: { seconds: 1 } } },
	{ what: '429, Retry-After as a date', fault: { kind: 'rateLimit', retryAfter: { dateInSeconds: 2 } } },
	{ what: '429, Retry-After of an hour', fault: { kind: 'rateLimit', retryAfter: { seconds: 3600 } } },
	...[500, 502, 503].map((code) => ({ what: String(code), fault: status(code) })),
	{ what: 'reset before the request was read', fault: { kind: 'reset', moment: 'onArrival' } },
	{ what: 'reset after the request was taken', fault: { kind: 'reset', moment: 'afterAccepting' } },
	{ what: 'half-closed before an answer', fault: { kind: 'halfClose', moment: 'afterAccepting' } },
	{ what: 'cut short of its length', fault: { kind: 'truncate', how: 'shortOfContentLength' } },
	{ what: 'cut within its chunks', fault: { kind: 'truncate', how: 'brokenChunk' } },
	{ what: 'in drops', fault: { kind: 'trickle', bytes: 64, everyMs: 1 } },
	{ what: 'another content type', fault: { kind: 'contentType', contentType: 'image/png' } },
	{ what: 'a web page', fault: { kind: 'html' } },
	{ what: 'empty', fault: status(200, '') },
	{ what: 'more than 64 MB', fault: { kind: 'pad', bytes: LIMIT } },
	{ what: 'invalid JSON', fault: { kind: 'invalidJson' } },
	{ what: 'invalid UTF-8', fault: { kind: 'latin1' } },
	{ what: 'redirect to the same host', fault: { kind: 'redirect', location: '/elsewhere' } },
	{ what: 'redirect to another host', fault: { kind: 'redirect' } },
	{ what: 'gzip', fault: { kind: 'compress', encoding: 'gzip' } },
	{ what: 'br', fault: { kind: 'compress', encoding: 'br' } },
	{ what: 'gzip, cut short', fault: { kind: 'compress', encoding: 'gzip', keepFraction: 0.6 } },
	{ what: 'a certificate nobody trusts', baseUrl: () => distrusted.baseUrl },
	{ what: 'an unknown host', baseUrl: () => 'https://no-such-host.invalid' },
	{ what: 'a port where nobody listens', baseUrl: () => 'http://127.0.0.1:9' },
	{ what: 'an IPv6 address', host: '::1' },
];

interface Seen {
	operation: string;
	what: string;
	outcome: string;
	requests: string;
	ledger: number;
}

const asking = operations.filter(({ id }) => id !== 'contactList.check');
const writing = asking.filter(({ definition }) => definition.writes).map(({ id }) => id);
const endpoints: EndpointName[] = ['list', 'stats', 'report', 'patch', 'launch'];
const extra: Record<string, INodeParameters> = {
	'promotion.launch': { sendMode: 'always' },
	'promotion.waitForCompletion': { timeoutMinutes: 0.2, intervalSeconds: 5 },
};

describe('every operation under every fault', () => {
	let engine: Engine;
	const seen: Seen[] = [];
	const usual = { ...PATIENT, lookAfterMs: launchTiming.lookAfterMs };

	beforeAll(async () => {
		engine = await Engine.start();
		distrusted = await startDistrustedServer();
		PATIENT.firstDelayMs = 10;
		launchTiming.lookAfterMs = usual.lookAfterMs.map((ms) => ms / 100);
		await playAll(circumstances.filter(isLight), 24);
		await playAll(
			circumstances.filter((circumstance) => !isLight(circumstance)),
			2,
		);
	}, 600_000);

	afterAll(async () => {
		PATIENT.firstDelayMs = usual.firstDelayMs;
		launchTiming.lookAfterMs = usual.lookAfterMs;
		await distrusted.stop();
		await engine.stop();
	});

	const isLight = ({ fault }: Circumstance) => fault?.kind !== 'pad';

	/** Much of it is waiting, so several at once. */
	async function playAll(what: Circumstance[], atOnce: number): Promise<void> {
		const waiting = what.flatMap((circumstance) => asking.map(({ id }) => ({ id, circumstance })));
		const worker = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) seen.push(await play(next.id, next.circumstance));
		};
		await Promise.all(Array.from({ length: atOnce }, worker));
	}

	async function play(operation: string, { what, fault, baseUrl, host }: Circumstance): Promise<Seen> {
		const simulator = await startSimulator({ accountId: 'acme', ...(host === undefined ? {} : { host }) });
		try {
			const address = baseUrl?.() ?? simulator.baseUrl;
			const { parameters, items } = await examples[operation]!.prepare(new World(engine, simulator));
			if (simulator.promotions().length > 0) simulator.update('id-1', { name: 'Café' });
			const isWrite = writing.includes(operation);
			const endpoint: EndpointName[] = isWrite ? ['patch', 'launch'] : ['list', 'stats', 'report'];
			if (fault) simulator.misbehave({ endpoint, times: 'always', fault });
			// The account that this run takes is the one saved last.
			const world = new World(engine, { ...simulator, baseUrl: address });
			const result = await world.run(operation, { ...parameters, ...extra[operation] }, { items });
			for (const { headers } of simulator.foreignRequests()) expect(headers).toEqual({});
			const counted = endpoints.map((name) => [name, simulator.requests({ endpoint: name }).length] as const);
			const requests = counted
				.filter(([, count]) => count > 0)
				.map(([name, count]) => `${name} ${many(operation, count)}`);
			return {
				operation,
				what,
				outcome: outcomeOf(result, address),
				requests: requests.join(', '),
				ledger: simulator.ledger().length,
				...(operation === 'report.download' && what.startsWith('cut') ? whenever(result, requests) : {}),
			};
		} finally {
			await simulator.stop();
		}
	}

	/** Wait for Completion looks again and again until its time is over, a little earlier or later. */
	const many = (operation: string, count: number) =>
		operation.includes('wait') && count > 1 ? 'again' : String(count);

	function outcomeOf({ error, json }: RunResult, address: string): string {
		if (error) {
			expect(`${error.message} ${error.description}`).not.toMatch(/undefined|\[object|\bnull\b|NaN/);
			expect(error.description).toMatch(/[.)]$/);
			return error.message
				.replaceAll(address, 'ADDRESS')
				.replaceAll(/(127\.0\.0\.1|localhost):\d+/g, 'HOST')
				.replaceAll(/[\d,]+ bytes/g, 'N bytes');
		}
		const [first = {}] = json;
		const told = ['outcome', 'confirmed', 'complete', 'statisticsError', 'duplicateSuspected']
			.filter((name) => first[name] !== undefined)
			.map((name) => `${name}: ${JSON.stringify(first[name])}`);
		return ['✓', ...told].join(' ');
	}

	/** A file is opened before the first bytes are read, so the cut may come earlier (and is tried again) or later (and is told at once). */
	function whenever({ error }: RunResult, requests: string[]): Pick<Seen, 'outcome' | 'requests'> {
		expect(error?.message).toMatch(
			/^The (connection to the service was lost|report ended early: the connection was lost after [\d,]+ bytes)$/,
		);
		expect(requests.join(', ')).toMatch(/^report [1-4]$/);
		return { outcome: 'The connection was lost, before or after the first bytes', requests: 'report 1 to 4' };
	}

	const of = (what: string, operation?: string) =>
		seen.filter((row) => row.what === what && (operation === undefined || row.operation === operation));

	it('are all there', () => {
		expect(seen).toHaveLength(circumstances.length * asking.length);
		for (const row of of('nothing')) expect([row.operation, row.outcome.slice(0, 1)]).toEqual([row.operation, '✓']);
		for (const row of of('an IPv6 address'))
			expect(row).toEqual({ ...of('nothing', row.operation)[0], what: row.what });
		for (const what of ['gzip', 'br', 'in drops', '300 ms of latency', 'another content type']) {
			for (const row of of(what))
				expect([what, row.operation, row.outcome.slice(0, 1)]).toEqual([what, row.operation, '✓']);
		}
	});

	it('send a write once, and take nothing for unsent that was taken', () => {
		for (const row of seen) {
			const writes = /(patch|launch) (\d+)/.exec(row.requests)?.[2] ?? '0';
			expect([row.what, row.operation, Number(writes) <= (writing.includes(row.operation) ? 1 : 0)]).toEqual([
				row.what,
				row.operation,
				true,
			]);
			if (row.ledger > 0) expect(row.outcome).not.toMatch(/nothing was sent|received nothing/i);
			// An empty answer with a status of success says yes, as far as the service's document goes.
			if (writing.includes(row.operation) && row.outcome.startsWith('✓') && row.what !== 'empty')
				expect([row.what, row.ledger]).toEqual([row.what, 1]);
		}
	});

	it('read at most four times', () => {
		for (const row of seen.filter(({ operation }) => !writing.includes(operation))) {
			const counts = [...row.requests.matchAll(/\d+/g)].map(Number);
			expect([row.what, row.operation, Math.max(0, ...counts) <= 4]).toEqual([row.what, row.operation, true]);
		}
	});

	it('let no request through to a host whose certificate is not trusted', () => expect(distrusted.requests).toBe(0));

	it('come out as this table says', () => {
		const written = table();
		expect(`\n${written}`).toMatchSnapshot();
	});

	/** Operations that fare alike share a row. */
	function table(): string {
		const order = asking.map(({ id }) => id);
		const lines = circumstances.flatMap(({ what }) => {
			const alike = new Map<string, Seen[]>();
			for (const row of of(what).toSorted((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation))) {
				const key = [row.outcome, row.requests, row.ledger].join(' | ');
				alike.set(key, [...(alike.get(key) ?? []), row]);
			}
			return [...alike].map(([key, rows]) => `${what} | ${rows.map(({ operation }) => operation).join(', ')} | ${key}`);
		});
		return `${['fault | operations | what comes of it | requests | taken', ...lines].join('\n')}\n`;
	}
});
