import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../simulator';
import { withFailure } from './support/host';
import { byId, failedItem, worlds, type World } from './support/world';

const { underEveryPersonality, inOneWorld, inManyWorlds } = worlds();

const aPromotion = ({ simulator }: World) => simulator.addPromotion({ name: 'A', counters: { sent: 7 } }).promotionId;

/** Each read of the service, by an operation that makes exactly one of it. */
const reads = [
	{ endpoint: 'list', operation: 'promotion.getAll' },
	{ endpoint: 'stats', operation: 'statistics.get' },
] as const;

const inWords = (error?: { message: string; description?: string | null }) =>
	`${error?.message}. ${error?.description}`;

describe.each(reads)('reading the $endpoint', ({ endpoint, operation }) => {
	const passing: Array<[string, Fault]> = [
		['asked to wait a second', { kind: 'rateLimit', retryAfter: { seconds: 1 } }],
		['asked to wait until a time', { kind: 'rateLimit', retryAfter: { dateInSeconds: 2 } }],
		['asked to wait, not for how long', { kind: 'rateLimit', retryAfter: 'none' }],
		['trouble at the service', { kind: 'status', status: 503 }],
		['a connection that is reset', { kind: 'reset' }],
		['an answer shorter than announced', { kind: 'truncate', how: 'shortOfContentLength' }],
		['an answer whose last chunk is missing', { kind: 'truncate', how: 'withoutLastChunk' }],
		['an answer that is no JSON', { kind: 'invalidJson' }],
		['an answer of another form', { kind: 'status', status: 200, body: '{"count":0}' }],
		['an empty answer', { kind: 'status', status: 200, body: '' }],
	];
	for (const [what, fault] of passing) {
		underEveryPersonality(`is tried again after ${what}`, async (world) => {
			const promotionId = aPromotion(world);
			world.simulator.misbehave({ endpoint, fault });
			const started = Date.now();
			const { json, error } = await world.run(operation, { promotionId: byId(promotionId) });
			expect(error).toBeUndefined();
			expect(json).toEqual([expect.objectContaining({ promotionId })]);
			expect(world.requests(endpoint)).toBe(2);
			if (fault.kind === 'rateLimit' && fault.retryAfter !== 'none') {
				expect(Date.now() - started).toBeGreaterThanOrEqual(950);
			}
		});
	}

	underEveryPersonality('gives up after some tries, in words', async (world) => {
		const promotionId = aPromotion(world);
		world.simulator.misbehave({ endpoint, times: 'always', fault: { kind: 'status', status: 500 } });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '500',
			...withFailure({ cause: 'temporarily-unavailable' }),
		});
		expect(inWords(error)).toContain('Try again later');
		expect(world.requests(endpoint)).toBe(4);
	});

	underEveryPersonality('does not wait an hour, but says that it would have to', async (world) => {
		const promotionId = aPromotion(world);
		world.simulator.misbehave({ endpoint, fault: { kind: 'rateLimit', retryAfter: { seconds: 3600 } } });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error).toMatchObject({
			httpCode: '429',
			...withFailure({ cause: 'rate-limited', retryAfterMs: 3_600_000 }),
		});
		expect(inWords(error)).toContain('in 60 minutes');
		expect(world.requests(endpoint)).toBe(1);
	});

	const settled: Array<[string, Fault, RegExp]> = [
		[
			'a refusal',
			{ kind: 'status', status: 400, body: '{"message":"no"}' },
			/refused to list the promotions: “no”|refused to read the statistics .*: “no”/,
		],
		['a web page with status 200', { kind: 'html' }, /web page.*check 'Base URL'/is],
		['a redirect to another host', { kind: 'redirect', status: 302 }, /redirect.*not followed.*check 'Base URL'/is],
		['a redirect that would keep the method', { kind: 'redirect', status: 308 }, /redirect.*not followed/is],
	];
	for (const [what, fault, words] of settled) {
		underEveryPersonality(`is not tried again after ${what}`, async (world) => {
			const promotionId = aPromotion(world);
			world.simulator.misbehave({ endpoint, times: 'always', fault });
			const { error } = await world.run(operation, { promotionId: byId(promotionId) });
			expect(inWords(error)).toMatch(words);
			expect(world.requests(endpoint)).toBe(1);
			expect(world.simulator.foreignRequests()).toEqual([]);
		});
	}

	underEveryPersonality('is not tried again with a key that is refused', async (world) => {
		const promotionId = aPromotion(world);
		world.simulator.configure({ apiKey: 'another key' });
		const { error } = await world.run(operation, { promotionId: byId(promotionId) });
		expect(error).toMatchObject(withFailure({ cause: 'credential-invalid' }));
		expect(inWords(error)).toContain("check 'API Key'");
		expect(world.requests(endpoint)).toBe(1);
	});

	const echoes = (['json', 'nested', 'text', 'html'] as const).flatMap((shape) =>
		[200, 400, 401, 500].map((status) => ({ shape, status })),
	);
	inManyWorlds('shows the key to nobody when the service repeats it', echoes, async (world, { shape, status }) => {
		const promotionId = aPromotion(world);
		world.simulator.misbehave({ endpoint, times: 'always', fault: { kind: 'echoKey', status, shape } });
		const [stopped, continued] = await Promise.all(
			(['stopWorkflow', 'continueRegularOutput'] as const).map(
				async (onError) => await world.run(operation, { promotionId: byId(promotionId) }, { onError }),
			),
		);
		expect(stopped?.error).toBeDefined();
		failedItem(continued?.items[0]);
	});
});

describe('an answer that succeeds and repeats the key', () => {
	const uploadedList = {
		recipients: 'uploadedList',
		sendMode: 'always',
		targetListName: 'Customers',
		promotionName: 'Spring Sale',
		templateName: 'spring_sale',
		templateId: 't-1',
		templateLanguage: 'en',
		cardsMode: 'none',
	};
	const answers: Array<[operation: string, parameters: INodeParameters, hiddenIn: string]> = [
		['promotion.getAll', { simplify: false }, 'repeated'],
		['promotion.get', { simplify: false }, 'repeated'],
		['statistics.get', { simplify: false }, 'repeated'],
		['statistics.getAll', { simplify: false }, 'repeated'],
		['promotion.stop', {}, 'response'],
		['promotion.cancel', {}, 'response'],
		['promotion.launch', uploadedList, 'response'],
	];
	for (const [operation, parameters, hiddenIn] of answers) {
		underEveryPersonality(`shows it to nobody: ${operation}`, async (world) => {
			const { promotionId } = world.simulator.addPromotion({ phase: 'preparation', counters: { sent: 7 } });
			world.simulator.misbehave({ times: 'always', fault: { kind: 'repeatKey' } });
			const { json, error } = await world.run(operation, { promotionId: byId(promotionId), ...parameters });
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			// A launch may be answered with nothing at all.
			if (json[0]?.[hiddenIn] !== null) expect(JSON.stringify(json[0]?.[hiddenIn])).toContain('[hidden]');
		});
	}
});

describe('whatever shape a refusal has', () => {
	const bodies: Array<[string, string, string?]> = [
		['a message', '{"message":"List too long"}', 'List too long'],
		['an error that is text', '{"error":"List too long"}', 'List too long'],
		['an error that is an object', '{"error":{"code":17,"message":"List too long"}}', 'List too long'],
		['errors in lists', '{"errors":[[{"details":[{"text":"List too long"}]}]]}', 'List too long'],
		['a list', '["List too long","and late"]', 'List too long; and late'],
		['a text in quotes', '"List too long"', 'List too long'],
		['plain text', 'List too long', 'List too long'],
		['a web page', '<html><head><title>List too long</title></head></html>', 'List too long'],
		['nothing', '', undefined],
		['null', 'null', undefined],
		['true', 'true', undefined],
		['an empty object', '{}', undefined],
		['XML', '<fault>List too long</fault>', 'List too long'],
		['broken JSON', '{"message": "List too', 'List too'],
		['a message deep down', `${'{"data":'.repeat(5)}{"message":"List too long"}${'}'.repeat(5)}`, 'List too long'],
		['very much text', 'x'.repeat(100_000), 'xxx'],
		['bytes', '\u0000\u0001\uFFFD', undefined],
	];
	for (const [what, body, reason] of bodies) {
		inOneWorld(`it becomes one readable sentence: ${what}`, async (world) => {
			world.simulator.misbehave({ endpoint: 'list', fault: { kind: 'status', status: 422, body } });
			const { error } = await world.run('promotion.getAll');
			expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '422' });
			expect(error?.message).toMatch(/^The service refused to list the promotions(: “.+”)?$/);
			expect(error?.message).toContain(reason ?? '');
			expect(error?.description).toBe("Check 'Base URL' and 'Account ID' in the credential. (HTTP 422)");
			expect(error?.message).not.toMatch(/undefined|\[object|null|\p{Cc}/u);
			expect(error?.message.length).toBeLessThan(400);
		});
	}
});

describe('On Error', () => {
	const items = (ids: string[]) => ids.map((id) => ({ json: { id } }));
	const onlyGet = { promotionId: byId('={{ $json.id }}') };

	underEveryPersonality('Stop Workflow ends at the first failed item, naming it', async (world) => {
		const good = aPromotion(world);
		const { error, items: rows } = await world.run('statistics.get', onlyGet, { items: items([good, 'unknown']) });
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(rows).toEqual([]);
	});

	inOneWorld('a fault of all items names none of them', async (world) => {
		const contacts = [{ json: { phone: '+491511234567' } }, { json: { phone: '+491511234568' } }];
		const noList = { recipients: 'inputItems', options: { doNotContact: '={{ $json.nothing }}' } };
		const { error } = await world.run('contactList.check', noList, { items: contacts });
		expect(error?.message).toContain("'Do Not Contact'");
		expect(error?.context).not.toHaveProperty('itemIndex');
	});

	underEveryPersonality('Continue leaves a failed item in its place', async (world) => {
		const good = aPromotion(world);
		const result = await world.run('statistics.get', onlyGet, {
			items: items([good, 'unknown', good]),
			onError: 'continueRegularOutput',
		});
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(result.items.map(({ json }) => json.sent)).toEqual([7, undefined, 7]);
		expect(failedItem(result.items[1]).message).toBeTruthy();
	});

	underEveryPersonality('Continue (using error output) sends it down there', async (world) => {
		const good = aPromotion(world);
		const result = await world.run('statistics.get', onlyGet, {
			items: items([good, 'unknown', good]),
			onError: 'continueErrorOutput',
		});
		expect(result.items.map(({ json }) => json.sent)).toEqual([7, 7]);
		expect(result.errorItems).toHaveLength(1);
		const { message, item } = failedItem(result.errorItems[0]);
		expect(message).toBeTruthy();
		expect(item.pairedItem).toEqual({ item: 1 });
	});

	underEveryPersonality('an unusable credential fails the node in any case', async (world) => {
		const credentials = world.engine.credentials('rcsPromotionApi', {
			baseUrl: 'http://service.example',
			accountId: world.simulator.accountId,
			apiKey: world.simulator.apiKey,
		});
		const parameters = { resource: 'promotion', operation: 'getAll' };
		const { error } = await world.engine.run({ credentials, parameters });
		expect(inWords(error)).toMatch(/Base URL.*https:\/\//);
		expect(world.simulator.requests()).toEqual([]);
	});
});

describe('Stop of the execution', () => {
	inOneWorld('cuts a wait for the service short', async (world) => {
		world.simulator.misbehave({
			endpoint: 'list',
			times: 'always',
			fault: { kind: 'rateLimit', retryAfter: { seconds: 20 } },
		});
		const running = world.engine.begin({
			credentials: world.credentials,
			parameters: { resource: 'promotion', operation: 'getAll' },
		});
		await world.simulator.waitForRequest({ endpoint: 'list', stage: 'answered' });
		await new Promise((resolve) => setTimeout(resolve, 100));
		const stopped = Date.now();
		running.cancel();
		const { error } = await running.finished;
		expect(error).toBeDefined();
		expect(Date.now() - stopped).toBeLessThan(1_500);
		expect(world.requests('list')).toBe(1);
	});
});

describe('the address of the service', () => {
	inOneWorld(
		'may have a path prefix and a trailing slash',
		async ({ engine, simulator }) => {
			simulator.addPromotion({ name: 'A' });
			const { baseUrl, accountId, apiKey } = simulator;
			const credentials = engine.credentials('rcsPromotionApi', {
				baseUrl: ` ${baseUrl}/ `,
				accountId: ` ${accountId} `,
				apiKey,
			});
			const { json } = await engine.run({ credentials, parameters: { resource: 'promotion', operation: 'getAll' } });
			expect(json.map(({ name }) => name)).toEqual(['A']);
		},
		{ basePath: '/gateway/eu' },
	);
});
