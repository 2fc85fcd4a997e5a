import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { Expression } from 'n8n-workflow';
import { binaryModes } from '../../harness/binaryStore';
import { Engine } from '../../harness/engine';
import { AGENT_NAME } from '../../harness/tool';

const packageDirectory = join(__dirname, '../../harness/fixture');

describe('the engine of the tests', () => {
	let engine: Engine;
	let server: Server;
	let baseUrl: string;
	const seen: Array<{ url?: string; key?: string | string[] }> = [];

	beforeAll(async () => {
		server = createServer((request, response) => {
			seen.push({ url: request.url, key: request.headers['x-key'] });
			if (request.url === '/test') response.writeHead(302, { location: '/elsewhere' }).end();
			else response.setHeader('content-type', 'application/json').end(JSON.stringify({ answered: request.url }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		engine = await Engine.start({ packageDirectory });
		engine.credentials('probeApi', { baseUrl, header: 'x-key', key: 'secret' });
	});

	afterAll(async () => {
		await engine.stop();
		server.close();
	});

	it('runs one node over its items', async () => {
		const result = await engine.run({
			parameters: { text: '={{ $json.name }}' },
			items: [{ json: { name: 'Ada' } }, { json: { name: 'Grace' } }],
		});
		expect(result.error).toBeUndefined();
		expect(result.json.map(({ text }) => text)).toEqual(['Ada', 'Grace']);
		expect(result.hints.map(({ message }) => message)).toEqual(['2 items looked at']);
	});

	const modes = [
		...[
			'manual',
			'trigger',
			'webhook',
			'evaluation',
			'chat',
			'integrated',
			'cli',
			'error',
			'internal',
			'agent',
			'retry',
		],
		'a mode of later hosts',
	];
	it.each(modes)('runs in mode %s', async (mode) => {
		const result = await engine.run({ mode });
		expect(result.json[0]?.mode).toBe(mode);
	});

	it('runs workflows published or not, and a node by itself', async () => {
		expect((await engine.run({})).json[0]).toMatchObject({ published: true });
		expect((await engine.run({ published: false, loop: 2 })).json[0]).toMatchObject({ published: false });
		expect((await engine.run({ published: false, nodes: [{}] })).json[0]).toMatchObject({ published: false });
		const byItself = { mode: 'internal', workflowId: '', published: false };
		expect((await engine.run(byItself)).json[0]).toMatchObject({ workflowId: '', published: false });
		const remembering = await engine.run({ ...byItself, parameters: { action: 'remember', text: 'once' } });
		expect(remembering.status).toBe('error');
	});

	it('says of no retried execution that its workflow is published, as n8n does', async () => {
		const nodes = [{ name: 'First' }, { parameters: { action: 'failUntil', count: 2 } }, { name: 'Last' }];
		const failed = await engine.run({ nodes });
		expect(failed.output(0, { node: 'First' })[0]?.json.published).toBe(true);
		const retried = await engine.retry(failed);
		expect(retried.output(0, { node: 'Last' })[0]?.json).toMatchObject({ mode: 'retry', published: false });
	});

	it('cuts the input with Execute Once', async () => {
		const result = await engine.run({ executeOnce: true, items: [{ json: {} }, { json: {} }] });
		expect(result.json[0]?.inputs).toBe(1);
	});

	it('keeps the context of the node over the tries of Retry On Fail', async () => {
		const result = await engine.run({ parameters: { action: 'failUntil', count: 3 }, retryOnFail: true, maxTries: 3 });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([{ tries: 3 }]);
	});

	it('keeps the context of the node over Retry of the execution', async () => {
		const request = { parameters: { action: 'failUntil', count: 2 } };
		const failed = await engine.run(request);
		expect(failed.error).toMatchObject({ name: 'NodeApiError', message: 'Try 1 was not enough' });
		expect(failed.status).toBe('error');
		const retried = await engine.retry(failed);
		expect(retried.error).toBeUndefined();
		expect(retried.json).toEqual([{ tries: 2 }]);
		expect(retried.mode).toBe('retry');
		expect((await engine.run(request)).error).toBeDefined();
	});

	it('retries with a changed workflow', async () => {
		const failed = await engine.run({ parameters: { action: 'failUntil', count: 9 } });
		const retried = await engine.retry(failed, {
			nodes: [{ name: 'Start', type: 'harness.start' }, { parameters: { action: 'failUntil', count: 2 } }],
		});
		expect(retried.json).toEqual([{ tries: 2 }]);
	});

	it('counts the run index up in a loop', async () => {
		const result = await engine.run({ loop: 3 });
		expect(result.runs()).toHaveLength(3);
		expect(result.output(0, { run: 2 })[0]?.json.runIndex).toBe(2);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'goes on after a failed item: %s',
		async (onError) => {
			const result = await engine.run({
				parameters: { action: 'failUntil', count: 2 },
				onError,
				items: [{ json: {} }, { json: {} }],
			});
			expect(result.error).toBeUndefined();
			const { items, errorItems } = result;
			const [failed, succeeded] = onError === 'continueErrorOutput' ? [errorItems[0], items[0]] : items;
			expect(failed?.json).toEqual({ error: 'Try 1 was not enough' });
			expect(succeeded?.json).toEqual({ tries: 2 });
		},
	);

	it('evaluates expressions the way the test run is meant to', () => {
		if (!('getActiveImplementation' in Expression)) return;
		expect(Expression.getActiveImplementation()).toBe(process.env.TEST_EXPRESSION_ENGINE ?? 'legacy');
	});

	it('hands dates of expressions to the node as dates', async () => {
		const seen: unknown[] = [];
		engine.nodeTypes.add('harness.dates', {
			description: {
				...engine.nodeTypes.getByName(engine.nodeTypes.defaultType).description,
				properties: ['now', 'date'].map((name) => ({ displayName: name, name, type: 'dateTime', default: '' })),
			},
			async execute() {
				for (const name of ['now', 'date']) seen.push(this.getNodeParameter(name, 0));
				return [[]];
			},
		});
		const parameters = { now: '={{ DateTime.fromMillis(0) }}', date: '={{ new Date(0) }}' };
		await engine.run({ type: 'harness.dates', parameters });
		expect(seen.map((value) => [DateTime.isDateTime(value) || value instanceof Date, Number(value)])).toEqual([
			[true, 0],
			[true, 0],
		]);
	});

	it('runs several nodes and shows any of them', async () => {
		const result = await engine.run({
			nodes: [
				{ name: 'First', parameters: { text: 'one' } },
				{ parameters: { text: "={{ $('First').item.json.text }} two" } },
			],
			resultOf: 'Node 2',
		});
		expect(result.output(0, { node: 'First' })[0]?.json.text).toBe('one');
		expect(result.json[0]?.text).toBe('one two');
	});

	it('authenticates and keeps the key out of what is stored', async () => {
		const result = await engine.run({ parameters: { action: 'request', text: 'hello' } });
		expect(result.json).toEqual([{ answered: '/hello' }]);
		expect(seen.at(-1)).toEqual({ url: '/hello', key: 'secret' });
		expect(result.stored()).toContain('/hello');
		expect(result.stored()).not.toContain('secret');
	});

	it('stops a running execution', async () => {
		const running = engine.begin({ parameters: { action: 'wait' } });
		await new Promise((resolve) => setTimeout(resolve, 50));
		running.cancel();
		expect((await running.finished).status).toBe('canceled');
	});

	it('remembers over executions what was processed', async () => {
		const request = { parameters: { action: 'remember', text: 'once' } };
		expect((await engine.run(request)).json).toEqual([{ isNew: true }]);
		expect((await engine.run(request)).json).toEqual([{ isNew: false }]);
	});

	it('answers the form', async () => {
		const found = await engine.editor.call('listSearch', 'search', { parameters: { text: 'from the form' } }, 'filter');
		expect(found.results).toEqual([{ name: 'from the form filter', value: 'found' }]);
	});

	it.each(['request', 'subNode'] as const)('is called by an agent: %s', async (way) => {
		const result = await engine.runTool({
			way,
			parameters: { text: "={{ $fromAI('who') }}" },
			calls: [{ who: 'Ada' }],
		});
		expect(result.error).toBeUndefined();
		const [answer] = result.output(0, { node: AGENT_NAME, run: result.runs(AGENT_NAME).length - 1 });
		const [told] = JSON.parse((answer?.json.answers as string[])[0] ?? '') as [{ nodeType: string; text: string }];
		expect(told).toMatchObject({ nodeType: 'n8n-nodes-probe.probeTool', text: 'Ada' });
	});
});

it('takes over from an earlier engine what was processed', async () => {
	const request = { parameters: { action: 'remember', text: 'once' } };
	const before = await Engine.start({ packageDirectory });
	expect((await before.run(request)).json).toEqual([{ isNew: true }]);
	await before.stop();
	const after = await Engine.start({ packageDirectory, processedData: before.processedData });
	expect((await after.run(request)).json).toEqual([{ isNew: false }]);
	await after.stop();
	const foreign = await Engine.start({ packageDirectory });
	expect((await foreign.run(request)).json).toEqual([{ isNew: true }]);
	await foreign.stop();
});

describe.each(binaryModes)('files in mode %s', (binaryMode) => {
	it('come and go through the store', async () => {
		const engine = await Engine.start({ packageDirectory, binaryMode });
		const item = await engine.fileItem('phone\r\n+15551234567\r\n');
		const prefix = { memory: undefined, filesystem: 'filesystem-v2', database: 'database' }[binaryMode];
		expect(item.binary?.data?.id?.split(':')[0]).toBe(prefix);
		const result = await engine.run({ parameters: { action: 'readFile' }, items: [item] });
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([{ bytes: 21, text: 'phone\r\n+15551234567\r\n' }]);
		const copy = result.binary[0]?.copy;
		if (!copy) throw new Error('The node put out no file');
		expect(copy.id?.split(':')[0]).toBe(prefix);
		expect((await engine.readBinary(copy)).toString()).toBe('phone\r\n+15551234567\r\n');
		await engine.stop();
	});
});
