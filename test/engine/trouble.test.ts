/** What may happen between the nodes and the service, and what comes of it. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { quickLaunches } from './launch/support';
import { nextPause, pace } from '../harness/clock';
import type { Fault } from '../../simulator';
import { operations } from '../unit/policy/form';
import { examples } from './policy/examples';
import { startDistrustedServer } from './support/distrusted';
import { withFailure } from './support/host';
import { withRawServer, type Answering } from './support/rawServer';
import { byId, failedItem, quickWaits, Setup, setups } from './support/setup';

const { withService, casesAtOnce, underEveryPersonality } = setups();
quickWaits();

const aPromotion = ({ simulator }: Setup) => simulator.addPromotion({ name: 'A', counters: { sent: 7 } }).promotionId;

const inWords = (error?: { message: string; description?: string | null }) =>
	`${error?.message}. ${error?.description}`;

/** Each read of the service, by an operation that makes exactly one of it. */
const reads = [
	{ endpoint: 'list', operation: 'promotion.getAll' },
	{ endpoint: 'stats', operation: 'statistics.get' },
] as const;

describe.each(reads)('reading the $endpoint', ({ endpoint, operation }) => {
	const read = async (setup: Setup, faults: { fault: Fault; times?: 'always' }) => {
		const promotionId = aPromotion(setup);
		setup.simulator.addFault({ endpoint, ...faults });
		return await setup.run(operation, { promotionId: byId(promotionId) });
	};

	const passing: Fault[] = [
		{ kind: 'rateLimit', retryAfter: { seconds: 1 } },
		{ kind: 'rateLimit', retryAfter: { dateInSeconds: 2 } },
		{ kind: 'rateLimit', retryAfter: 'none' },
		{ kind: 'status', status: 503 },
		{ kind: 'reset' },
		{ kind: 'truncate', how: 'shortOfContentLength' },
		{ kind: 'truncate', how: 'withoutLastChunk' },
		{ kind: 'invalidJson' },
		{ kind: 'status', status: 200, body: '{"count":0}' },
		{ kind: 'status', status: 200, body: '' },
	];
	casesAtOnce('is tried again after what may pass', passing, async (setup, fault) => {
		const { json, error } = await read(setup, { fault });
		expect([error, json.length, setup.requests(endpoint)]).toEqual([undefined, 1, 2]);
	});

	underEveryPersonality('gives up after some tries, in words', async (setup) => {
		const { error } = await read(setup, { times: 'always', fault: { kind: 'status', status: 500 } });
		const failure = withFailure({ cause: 'temporarily-unavailable' });
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '500', ...failure });
		expect(inWords(error)).toContain('Try again later');
		expect(setup.requests(endpoint)).toBe(4);
	});

	withService('does not wait an hour, but says that it would have to', async (setup) => {
		const { error } = await read(setup, { fault: { kind: 'rateLimit', retryAfter: { seconds: 3600 } } });
		const failure = withFailure({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(error).toMatchObject({ httpCode: '429', ...failure });
		expect(inWords(error)).toContain('in 60 minutes');
		expect(setup.requests(endpoint)).toBe(1);
	});

	const settled: Array<[fault: Fault, words: RegExp]> = [
		[{ kind: 'status', status: 400, body: '{"message":"no"}' }, /refused to (list|read) .*: “no”/],
		[{ kind: 'html' }, /web page.*check 'Base URL'/is],
		[{ kind: 'redirect', status: 302 }, /redirect.*not followed.*check 'Base URL'/is],
		[{ kind: 'redirect', status: 308 }, /redirect.*not followed/is],
	];
	casesAtOnce('is not tried again after what lasts', settled, async (setup, [fault, words]) => {
		const { error } = await read(setup, { times: 'always', fault });
		expect(inWords(error)).toMatch(words);
		expect(setup.requests(endpoint)).toBe(1);
		expect(setup.simulator.foreignRequests()).toEqual([]);
	});

	underEveryPersonality('is not tried again with a key that is refused', async (setup) => {
		const promotionId = aPromotion(setup);
		setup.simulator.configure({ apiKey: 'another key' });
		const { error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(inWords(error)).toContain("check 'API Key'");
		expect(setup.requests(endpoint)).toBe(1);
	});
});

/** That no output, message or stored execution holds the key is looked for after each run of a setup. */
describe.each(operations.filter(({ resource }) => resource !== 'contactList'))('$id', ({ id, definition }) => {
	quickLaunches();

	const quick: INodeParameters =
		id === 'promotion.launch' ? { sendMode: 'always' } : { timeoutMinutes: 0.5, intervalSeconds: 5 };
	const troubled = definition.writes ? (['patch', 'launch'] as const) : (['list', 'stats', 'report'] as const);
	const runUnder = async (setup: Setup, fault?: Fault, at: Partial<typeof setup.simulator> = {}) => {
		const { parameters, items } = await examples[id]!.prepare(setup);
		if (fault) setup.simulator.addFault({ endpoint: [...troubled], times: 'always', fault });
		const there = new Setup(setup.engine, { ...setup.simulator, ...at });
		return await there.run(id, { simplify: false, ...parameters, ...quick }, { items });
	};

	const echoes = (['json', 'nested', 'text', 'html'] as const).flatMap((shape) =>
		[200, 400].map((status): Fault => ({ kind: 'echoKey', status, shape })),
	);
	casesAtOnce('shows the key to nobody when the service repeats it', echoes, async (setup, fault) => {
		await runUnder(setup, fault);
		expect(troubled.flatMap((endpoint) => setup.simulator.requests({ endpoint, stage: 'answered' }))).not.toEqual([]);
	});

	withService('shows the key to nobody where an answer that succeeds repeats it', async (setup) => {
		const { error, json } = await runUnder(setup, { kind: 'repeatKey' });
		expect(error).toBeUndefined();
		const shows = /^promotion\.(get|getAll|stop|cancel|launch)$|^statistics\.get/.test(id);
		expect([id, JSON.stringify(json).includes('[hidden]')]).toEqual([id, shows]);
	});

	withService('follows no redirect with the key', async (setup) => {
		const { error } = await runUnder(setup, { kind: 'redirect', status: 307 });
		expect(inWords(error)).toMatch(/answered with a redirect to .*, which was not followed/);
		expect(setup.simulator.foreignRequests()).toEqual([]);
	});

	const harmless: Fault[] = [
		{ kind: 'compress', encoding: 'gzip' },
		{ kind: 'compress', encoding: 'br' },
		{ kind: 'trickle', bytes: 64, everyMs: 1 },
		{ kind: 'contentType', contentType: 'image/png' },
	];
	casesAtOnce('does not mind how an answer is packed', harmless, async (setup, fault) => {
		expect((await runUnder(setup, fault)).error).toBeUndefined();
	});

	withService('sends nothing to a host whose certificate is not trusted', async (setup) => {
		const distrusted = await startDistrustedServer();
		const { error } = await runUnder(setup, undefined, { baseUrl: distrusted.baseUrl });
		expect(`${error?.message} ${error?.description}`).toMatch(/the certificate of the service is not trusted/i);
		expect(distrusted.requests).toBe(0);
		await distrusted.stop();
	});
});

casesAtOnce('An answer that says of itself that it failed is not believed', ['success', 'ok'], async (setup, name) => {
	const promotionId = aPromotion(setup);
	const promotions = [{ promotionId, name: 'Spring Sale', status: 'Completed' }];
	const zeros = { attempted: 0, failed: 0, sent: 0, delivered: 0, read: 0, interacted: 0, optout: 0 };
	const body = JSON.stringify({ [name]: false, message: 'one of three shards is down', ...zeros, promotions });
	setup.simulator.addFault({ times: 'always', fault: { kind: 'status', status: 200, body } });
	for (const { operation } of reads) {
		const { error } = await setup.run(operation, { promotionId: byId(promotionId) });
		expect(error?.message).toMatch(/^The service refused to .*: “one of three shards is down”$/);
	}
});

describe('On Error', () => {
	const items = (ids: string[]) => ids.map((id) => ({ json: { id } }));
	const onlyGet = { promotionId: byId('={{ $json.id }}') };

	withService('Stop Workflow ends at the first failed item, naming it', async (setup) => {
		const { error, items: rows } = await setup.run('statistics.get', onlyGet, {
			items: items([aPromotion(setup), '?']),
		});
		expect([error?.context?.itemIndex, rows]).toEqual([1, []]);
	});

	withService('a fault of all items names none of them', async (setup) => {
		const contacts = [{ json: { phone: '+491511234567' } }, { json: { phone: '+491511234568' } }];
		const noList = { recipients: 'inputItems', phoneField: 'phone', options: { doNotContact: '={{ $json.nothing }}' } };
		const { error } = await setup.run('contactList.check', noList, { items: contacts });
		expect(error?.message).toContain("'Do Not Contact'");
		expect(error?.context).not.toHaveProperty('itemIndex');
	});

	withService.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s leaves a failed item, paired with its own',
		async (setup, onError) => {
			const good = aPromotion(setup);
			const given = { items: items([good, 'unknown', good]), onError };
			const result = await setup.run('statistics.get', onlyGet, given);
			const failed = onError === 'continueErrorOutput' ? result.errorItems : result.items.splice(1, 1);
			expect(result.items.map(({ json, pairedItem }) => [json.sent, pairedItem])).toEqual([
				[7, { item: 0 }],
				[7, { item: 2 }],
			]);
			expect(failed).toHaveLength(1);
			expect(failedItem(failed[0]).item.pairedItem).toEqual({ item: 1 });
		},
	);
});

withService('Stop of the execution cuts a wait for the service short', async (setup) => {
	const fault: Fault = { kind: 'rateLimit', retryAfter: { seconds: 30 } };
	setup.simulator.addFault({ endpoint: 'list', times: 'always', fault });
	const { share } = pace;
	// Half a minute that is one, so that this cannot be mistaken for a machine that is busy.
	pace.share = 1;
	const parameters = { resource: 'promotion', operation: 'getAll' };
	const isWaiting = nextPause();
	const running = setup.engine.begin({ credentials: setup.credentials, parameters });
	await isWaiting;
	const stopped = performance.now();
	running.cancel();
	expect((await running.finished).error).toMatchObject({ httpCode: '429' });
	pace.share = share;
	expect(performance.now() - stopped).toBeLessThan(15_000);
	expect(setup.requests('list')).toBe(1);
});

withService(
	'The address of the service may have a path prefix and a trailing slash',
	async ({ engine, simulator }) => {
		simulator.addPromotion({ name: 'A' });
		const { baseUrl, accountId, apiKey } = simulator;
		const account = { baseUrl: ` ${baseUrl}/ `, accountId: ` ${accountId} `, apiKey };
		const credentials = engine.credentials('rcsPromotionApi', account);
		const { json } = await engine.run({ credentials, parameters: { resource: 'promotion', operation: 'getAll' } });
		expect(json.map(({ name }) => name)).toEqual(['A']);
	},
	{ basePath: '/gateway/eu' },
);

describe('An answer that is not a report', () => {
	const LIMIT = 64 * 1024 * 1024;
	const LIST = '{"promotions":[{"promotionId":"p-1","name":"A","status":"Completed","createdDate":1}]}';

	/** A list followed by blanks, which belong to it and say nothing; without a length it goes on until nobody listens. */
	async function sendPadded(response: ServerResponse, length: number, sent: { bytes: number }): Promise<void> {
		const blanks = Buffer.alloc(1024 * 1024, ' ');
		const closed = once(response, 'close');
		const write = async (bytes: Buffer) => {
			sent.bytes += bytes.length;
			if (!response.write(bytes)) await Promise.race([once(response, 'drain'), closed]);
		};
		await write(Buffer.from(LIST));
		while (sent.bytes < length && !response.destroyed) {
			await write(blanks.subarray(0, Math.min(blanks.length, length - sent.bytes)));
		}
		response.end();
	}

	const sizes = [
		{ what: 'of 64 MB is read', length: LIMIT, message: undefined, atMost: LIMIT },
		{ what: 'of one byte more is refused', length: LIMIT + 1, message: /larger than 64 MB$/, atMost: 2 * LIMIT },
		{ what: 'without an end is left', length: Infinity, message: /larger than 64 MB$/, atMost: 2 * LIMIT },
	];
	withService.each(sizes)('$what', async ({ engine }, { length, message, atMost }) => {
		const sent = { bytes: 0 };
		const service: Answering = (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			void sendPadded(response, length, sent);
		};
		await withRawServer(engine, service, async ({ run, requests }) => {
			const { error, json } = await run('promotion.getAll');
			if (message) expect(error?.message).toMatch(message);
			else expect([error, json[0]?.promotionId]).toEqual([undefined, 'p-1']);
			expect([requests.length, sent.bytes <= atMost]).toEqual([1, true]);
		});
	});

	withService('that refuses is read as far as it explains', async ({ engine }) => {
		// More than is read of it, and then nothing more arrives.
		const service: Answering = (_request, response) => void response.writeHead(400).write(' '.repeat(1024 * 1024));
		await withRawServer(engine, service, async ({ run, requests }) => {
			expect([(await run('promotion.getAll')).error?.message, requests.length]).toEqual([
				expect.stringContaining('refused'),
				1,
			]);
		});
	});
});
