import type { INodeCredentials, INodeParameters } from 'n8n-workflow';
import { toolAnswer } from '../harness/tool';
import { operations } from '../unit/policy/form';
import { byId, failedItem, items, quickWaits, setups, type Setup } from './support/setup';

const { underEveryPersonality, withService } = setups();
quickWaits();

/** Whole seconds, so that every unit a service may count in says the same. */
const CREATED = Date.parse('2026-03-31T16:00:00.000Z');
const MINUTE = 60_000;
const SIMPLIFIED = [
	...['name', 'status', 'state', 'createdDate', 'promotionEndTime', 'promotionType', 'promotionId', 'accountId'],
];

describe('Promotion: Get', () => {
	underEveryPersonality('finds one by its id and simplifies it', async ({ simulator, run }) => {
		const { promotionId, status } = simulator.addPromotion({
			name: 'Spring Sale',
			phase: 'completed',
			createdAt: CREATED,
		});
		simulator.addPromotion({ name: 'Another' });
		const { json } = await run('promotion.get', { promotionId: byId(` ${promotionId}\n`) });
		expect(json).toEqual([
			{
				name: 'Spring Sale',
				status,
				state: 'completed',
				createdDate: '2026-03-31T16:00:00.000Z',
				promotionEndTime: expect.stringMatching(/^\d{4}-.*Z$/),
				promotionType: 'IMMEDIATE',
				promotionId,
				accountId: simulator.accountId,
			},
		]);
		expect(Object.keys(json[0] ?? {})).toEqual(SIMPLIFIED);
	});

	underEveryPersonality('gives the answer as it came without Simplify', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({ name: 'Spring Sale', overrides: { error: '', surprise: [1] } });
		const { json } = await run('promotion.get', { promotionId: byId(promotionId), simplify: false });
		expect(json[0]).toMatchObject({
			promotionId,
			name: 'Spring Sale',
			channelType: 'rcs',
			surprise: [1],
			serviceError: '',
		});
		expect(json[0]).not.toHaveProperty('error');
		expect(typeof json[0]?.createdDate).toBe('number');
	});

	withService('asks once for all items of a run', async (setup) => {
		const ids = setup.simulator.addPromotions([{ name: 'A' }, { name: 'B' }]);
		const items = [...ids, ...ids].map((id) => ({ json: { id } }));
		const { json } = await setup.run('promotion.get', { promotionId: byId('={{ $json.id }}') }, { items });
		expect(json.map(({ name }) => name)).toEqual(['A', 'B', 'A', 'B']);
		expect(setup.requests('list')).toBe(1);
	});

	withService('says which promotion is not listed', async ({ simulator, run }) => {
		simulator.addPromotion({});
		const { error } = await run('promotion.get', { promotionId: byId('lost-id') });
		expect(error?.message).toContain('lost-id');
		expect(error?.description).toContain("Check 'Promotion ID'");
	});

	withService.each([null, '', 7.5, {}])('has no state where the status is %j', async ({ simulator, run }, status) => {
		const { promotionId } = simulator.addPromotion({ overrides: { status } });
		const { json } = await run('promotion.get', { promotionId: byId(promotionId) });
		expect(json[0]?.state).toBe(status === 7.5 ? 'active' : null);
	});

	withService('takes a promotion that was chosen from the list', async ({ simulator, run }) => {
		const { promotionId } = simulator.addPromotion({ name: 'A' });
		const chosen = { __rl: true, mode: 'list', value: promotionId, cachedResultName: 'A' };
		expect((await run('promotion.get', { promotionId: chosen as never })).json[0]?.name).toBe('A');
	});
});

/** With On Error: Continue, n8n takes a node that throws for one that succeeded: it hands on the input, and "mark as sent" runs. */
describe.each([
	...operations.map(({ resource, operation, definition }) => ({ resource, operation, definition })),
	{ resource: 'promotion', operation: 'resume', definition: undefined },
	{ resource: 'campaign', operation: 'get', definition: undefined },
])('$resource.$operation', ({ resource, operation, definition }) => {
	const account = { baseUrl: 'http://localhost:1', accountId: 'acme', apiKey: 'a-key-of-a-test' };
	const broken: Array<{ where: string; credentialsIn: (setup: Setup) => INodeCredentials; words: RegExp }> = [
		{
			where: 'the credential was deleted',
			credentialsIn: () => ({ rcsPromotionApi: { id: 'gone', name: 'Gone' } }),
			words: /credential/i,
		},
		{
			where: 'the credential has an empty API key',
			credentialsIn: ({ engine }) => engine.credentials('rcsPromotionApi', { ...account, apiKey: '' }),
			words: /is empty/,
		},
	];
	const isCompare = operation === 'compare';
	const modes: INodeParameters[] =
		definition?.runsOnce && !isCompare ? [{ recipients: 'inputItems' }, { recipients: 'csvFile' }] : [{}];
	const campaign = {
		phoneField: 'phone',
		promotionName: 'Sale',
		templateName: 'sale',
		templateId: 't-1',
		templateLanguage: 'en',
	};

	withService.each(broken)('gives failed items where $where', async (setup, { credentialsIn, words }) => {
		const credentials = credentialsIn(setup);
		for (const mode of modes) {
			const promotions = isCompare ? { promotionIds: ['a', 'b'] } : { promotionId: byId('a') };
			const parameters = { resource, operation, ...promotions, ...campaign, ...mode };
			const isOneForAll = isCompare || mode.recipients === 'inputItems';
			const expected = isOneForAll ? [[{ item: 0 }, { item: 1 }]] : [{ item: 0 }, { item: 1 }];
			for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
				const result = await setup.engine.run({ credentials, parameters, items: items(2), onError });
				const failed = onError === 'continueErrorOutput' ? result.errorItems : result.items;
				if (onError === 'continueErrorOutput') expect(result.items).toEqual([]);
				expect(failed).toHaveLength(expected.length);
				if (onError === 'continueRegularOutput') {
					expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(expected);
					for (const item of failed) {
						expect(failedItem(item).message).toMatch(definition ? words : /does not have the chosen operation/);
					}
				}
			}
			expect((await setup.engine.run({ credentials, parameters })).error).toBeDefined();
		}
		expect(setup.simulator.requests()).toEqual([]);
	});
});

describe('an id that cannot be meant', () => {
	withService.each([
		{ what: 'the sample of the trigger', value: 'sample' },
		{ what: 'an expression without a value', value: '={{ $json.missing }}' },
		{ what: 'a step up the path', value: '..' },
		{ what: 'a number too long to be exact, which may be another promotion', value: '={{ 12345678901234567 }}' },
	])('is refused: $what', async ({ simulator, run }, { value }) => {
		for (const operation of ['promotion.get', 'promotion.stop']) {
			const { error } = await run(operation, { promotionId: byId(value) });
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.message).toMatch(/sample|Promotion/);
		}
		expect(simulator.requests()).toEqual([]);
	});
});

describe('Promotion: Get Many', () => {
	const named = (json: Array<{ name?: unknown }>) => json.map(({ name }) => name);

	underEveryPersonality('puts the newest first and obeys Limit and Return All', async ({ simulator, run }) => {
		simulator.configure({ listNewest: 0 });
		const numbers = Array.from({ length: 60 }, (_, index) => index);
		simulator.addPromotions(numbers.map((n) => ({ name: `N${n}`, createdAt: CREATED + n * MINUTE })));
		const newestFirst = numbers.map((n) => `N${n}`).reverse();
		expect(named((await run('promotion.getAll')).json)).toEqual(newestFirst.slice(0, 50));
		expect(named((await run('promotion.getAll', { limit: 3 })).json)).toEqual(newestFirst.slice(0, 3));
		expect(named((await run('promotion.getAll', { returnAll: true, limit: 3 })).json)).toEqual(newestFirst);
	});

	underEveryPersonality('filters by state, whatever words the service has for it', async ({ simulator, run }) => {
		simulator.addPromotions([
			{ name: 'preparing', phase: 'preparation' },
			{ name: 'running', phase: 'running' },
			{ name: 'completed', phase: 'completed' },
			{ name: 'stopped', phase: 'stopped' },
			{ name: 'shouting', status: ' COMPLETED ' },
			{ name: 'unheard of', status: 'Zzz' },
		]);
		const inState = async (state: string) => named((await run('promotion.getAll', { filters: { state } })).json).sort();
		expect(await inState('active')).toEqual(['preparing', 'running', 'unheard of']);
		expect(await inState('completed')).toEqual(['completed', 'shouting']);
		expect(await inState('paused')).toEqual(['stopped']);
		expect(await inState('cancelled')).toEqual([]);
	});

	underEveryPersonality('filters by name and by the time of creation', async ({ simulator, run }) => {
		simulator.addPromotions([
			{ name: 'Spring 1', createdAt: CREATED - MINUTE },
			{ name: 'Spring 2', createdAt: CREATED },
			{ name: 'Autumn', createdAt: CREATED + MINUTE },
		]);
		const filtered = async (filters: Record<string, string>) =>
			named((await run('promotion.getAll', { filters })).json);
		expect(await filtered({ nameContains: ' sPRING' })).toEqual(['Spring 2', 'Spring 1']);
		expect(await filtered({ nameContains: 'ｓｐｒｉｎｇ\u00a01' })).toEqual(['Spring 1']);
		expect(await filtered({ createdAfter: '2026-03-31T16:00:00.000Z' })).toEqual(['Autumn', 'Spring 2']);
		expect(
			await filtered({ nameContains: 'spring', createdAfter: '={{ "2026-03-31T16:00:00Z".toDateTime() }}' }),
		).toEqual(['Spring 2']);
	});

	withService('reads a time without a zone in the zone of the workflow', async ({ engine, simulator, credentials }) => {
		simulator.addPromotions([{ name: 'at four', createdAt: CREATED }]);
		const found = async (createdAfter: string) => {
			const parameters = { resource: 'promotion', operation: 'getAll', filters: { createdAfter } };
			const { json } = await engine.run({
				nodes: [{ credentials, parameters }],
				settings: { timezone: 'America/New_York' },
			});
			return named(json);
		};
		expect(await found('2026-03-31T12:00:00')).toEqual(['at four']);
		expect(await found('2026-03-31T12:00:01')).toEqual([]);
	});

	withService('says how many have no creation time that a filter could look at', async ({ simulator, run }) => {
		const promotions = [
			{ promotionId: 'p-1', name: 'Known', createdDate: CREATED },
			{ promotionId: 'p-2', name: 'Empty' },
			{ promotionId: 'p-3', name: 'Odd', createdDate: 'recently' },
		];
		const body = JSON.stringify({ promotions });
		simulator.addFault({ endpoint: 'list', times: 'always', fault: { kind: 'status', status: 200, body } });
		const { json, hints } = await run('promotion.getAll', { filters: { createdAfter: '2020-01-01' } });
		expect(named(json)).toEqual(['Known']);
		expect(hints.map(({ message }) => message)).toEqual([
			"2 promotions without a readable creation time left out. To get them, remove 'Created After'.",
		]);
		expect((await run('promotion.getAll', { filters: { nameContains: 'o' } })).hints).toEqual([]);
	});

	withService('gives an AI agent what fits into an answer, and says once how many there are', async (setup) => {
		const { engine, simulator, credentials } = setup;
		simulator.addPromotions(Array.from({ length: 101 }, () => ({ name: 'Spring Sale '.repeat(15) })));
		const rows = async (more: INodeParameters) => {
			const parameters = { resource: 'statistics', operation: 'getAll', ...more };
			return JSON.parse(toolAnswer(await engine.runTool({ credentials, parameters }))) as object[];
		};
		const note = (shown: number) => ({
			note: `These are the first ${shown} of 101. Pass filters, if this tool has any, or use a tool that counts.`,
		});
		const all = await rows({ returnAll: true });
		expect(all.length).toBeLessThan(100);
		expect(all.at(-1)).toEqual(note(all.length - 1));
		// The last that fits is whole.
		expect(JSON.stringify(all)).not.toContain('(left out)');
		expect((await rows({ limit: 7 })).slice(7)).toEqual([note(7)]);
		// A hundred at most, and seven.
		expect(setup.requests('stats')).toBe(107);
	});

	const FOR_MODEL = SIMPLIFIED.filter((name) => !/^(accountId|promotionType)$/.test(name));
	withService.each([
		{ id: 'promotion.getAll', simplified: FOR_MODEL, ofRaw: 'flowId', chosen: ['name', 'createdDate', 'targetSource'] },
		{ id: 'promotion.get', simplified: FOR_MODEL, ofRaw: 'flowId', chosen: ['state', 'flowId'] },
		{ id: 'statistics.getAll', simplified: undefined, ofRaw: 'statsReport', chosen: ['sent', 'optOutRate'] },
		{ id: 'statistics.get', simplified: undefined, ofRaw: 'statsReport', chosen: ['read'] },
	])('$id gives an AI agent the Output it asks for', async (setup, given) => {
		const { engine, simulator, credentials } = setup;
		const { promotionId } = simulator.addPromotion({});
		const [resource = '', operation = ''] = given.id.split('.');
		const keysOf = async (more: INodeParameters) => {
			const parameters = { resource, operation, promotionId: byId(promotionId), ...more };
			const answer = JSON.parse(toolAnswer(await engine.runTool({ credentials, parameters }))) as object[];
			return Object.keys(answer[0] ?? {});
		};
		const simplified = await keysOf({});
		if (given.simplified) expect(simplified).toEqual(given.simplified);
		expect(simplified).not.toContain(given.ofRaw);
		expect(await keysOf({ simplify: false })).toEqual(simplified);
		expect(await keysOf({ output: 'raw' })).toContain(given.ofRaw);
		const selected = await keysOf({ output: 'selectedFields', fields: given.chosen });
		expect(selected.sort()).toEqual([...given.chosen, 'promotionId'].sort());
		const { definition } = operations.find(({ id }) => id === given.id) ?? {};
		const offered = definition?.properties.find(({ name }) => name === 'fields')?.options ?? [];
		const fields = offered.flatMap((option) => ('value' in option ? [String(option.value)] : []));
		expect((await keysOf({ output: 'selectedFields', fields })).sort()).toEqual([...fields, 'promotionId'].sort());
	});

	withService('serves all items of a run with one request, each with its own filters', async (setup) => {
		setup.simulator.addPromotions([{ name: 'A 1' }, { name: 'B 1' }]);
		const filters = { nameContains: '={{ $json.part }}' };
		const items = ['a', 'b', '1', 'none'].map((part) => ({ json: { part } }));
		const result = await setup.run('promotion.getAll', { filters }, { items });
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 2].map((item) => ({ item })));
		expect(named(result.json).slice(0, 2)).toEqual(['A 1', 'B 1']);
		expect(setup.requests('list')).toBe(1);
	});
});

describe('the lists behind Promotion', () => {
	underEveryPersonality('offer what each operation may be meant for, the newest first', async (setup) => {
		const phases = ['preparation', 'running', 'completed', 'stopped'] as const;
		setup.simulator.addPromotions(
			phases.map((phase, index) => ({ promotionId: phase, name: 'Sale', phase, createdAt: CREATED + index * MINUTE })),
		);
		const offered = async (method: string, filter?: string) => {
			const { credentials } = setup;
			const { results } = await setup.engine.editor.call('listSearch', method, { credentials }, filter);
			// Those of one name are told apart.
			for (const { name } of results) expect(name).toMatch(/^Sale \(\w[\w ]*, 2026-03-31 16:0\d\)$/);
			return results.map(({ value }) => value);
		};
		expect(await offered('searchPromotions')).toEqual(['stopped', 'completed', 'running', 'preparation']);
		expect(await offered('searchActivePromotions')).toEqual(['running', 'preparation']);
		expect(await offered('searchCancellablePromotions')).toEqual(['stopped', 'running', 'preparation']);
		expect(await offered('searchPromotions', 'sALE')).toHaveLength(4);
		expect(await offered('searchPromotions', 'running')).toEqual(['running']);
		const { credentials, engine } = setup;
		const { results } = await engine.editor.call('listSearch', 'searchPromotions', { credentials });
		expect(await engine.editor.call('loadOptions', 'getPromotions', { credentials })).toEqual(results);
	});
});
