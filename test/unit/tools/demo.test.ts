import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { deactivated, exampleFiles, readExample, withSinks } from '../../../demo/examples';
import { readOptions } from '../../../demo/options';
import { recipes } from '../../../demo/recipes';
import { table } from '../../../demo/table';
import { demandPort, freePort, isPortFree } from '../../../tools/ports';
import type { WorkflowJson } from '../../../tools/n8n/restClient';
import { duration } from '../../../tools/progress';
import { PlainMessage } from '../../../tools/plainMessage';

describe('the options of the demo', () => {
	it.each([
		[['--once'], { once: true, watch: false, help: false }],
		[['--port', '5690'], { once: false, watch: false, help: false, port: 5690 }],
		[['--keep=/tmp/x'], { once: false, watch: false, help: false, keep: resolve('/tmp/x') }],
		[
			['--keep', '--watch'],
			{ once: false, watch: true, help: false, keep: expect.stringContaining('n8n-nodes-rcs-promotion') },
		],
	])('%j', (args, options) => expect(readOptions(args)).toEqual(options));

	it.each([[['--prot', '1']], [['--port', '80']], [['--port', 'x']], [['now']]])('%j is refused in words', (args) =>
		expect(() => readOptions(args)).toThrow(PlainMessage),
	);
});

describe('a result table', () => {
	it('aligns texts to the left, numbers to the right, and shows what is missing', () => {
		const columns = [
			{ title: 'Name', field: 'name' },
			{ title: 'Sent', field: 'counters.sent' },
		];
		const rows = [{ name: 'Spring sale', counters: { sent: 1200 } }, { name: 'New' }];
		expect(table(columns, rows).split('\n')).toEqual([
			'Name          Sent',
			'──────────────────',
			'Spring sale   1200',
			'New              –',
		]);
	});
});

describe('the recipes', () => {
	const folder = resolve(__dirname, '../../../examples');
	const chosen = { id: 'chosen', name: 'Chosen', type: 'rcsPromotionApi' };
	const stored = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowJson;
	const nodeOf = ({ nodes }: WorkflowJson, name: string) => nodes.find((node) => node.name === name);

	it('are all run, and each is in the docs with its picture', async () => {
		const files = await exampleFiles();
		expect(recipes.map(({ file }) => file).sort()).toEqual(files);
		const page = await readFile(join(folder, '../docs/recipes.md'), 'utf8');
		for (const file of files) {
			const { name } = await stored(file);
			expect(page).toContain(`### ${name}\n\n![${name}](images/${file.replace('.json', '.png')})`);
			expect(page).toContain(`(../examples/${file})`);
		}
	});

	it('hold nothing of an instance, and get the credential only when they are set up', async () => {
		for (const file of await exampleFiles()) {
			const workflow = await stored(file);
			expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'pinData', 'settings']);
			expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
			const ready = await readExample(file, chosen);
			const ours = ready.nodes.filter(({ type }) => type.startsWith('n8n-nodes-rcs-promotion.'));
			expect(ours.length).toBeGreaterThan(0);
			for (const node of ours) expect(node.credentials).toEqual({ rcsPromotionApi: { id: 'chosen', name: 'Chosen' } });
		}
	});

	it('explain themselves in a title and three sentences', async () => {
		for (const file of await exampleFiles()) {
			const { name, nodes } = await stored(file);
			const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
			const [title, text = ''] = String(notes[0]?.parameters.content).split('\n');
			expect([title, notes.length]).toEqual([`## ${name}`, 1]);
			expect([file, text.split(/(?<=[.!?”])\s+(?=[A-Z*“])/).length]).toEqual([file, 3]);
		}
	});

	it('let items pass where another account is needed, or put out what would have been sent', async () => {
		const workflow = await readExample('completed-to-slack.json', chosen);
		expect(nodeOf(deactivated(workflow), 'Tell the team')).toMatchObject({ disabled: true });
		expect(nodeOf(withSinks(workflow), 'Tell the team')).toMatchObject({
			type: 'n8n-nodes-base.set',
			parameters: { assignments: { assignments: [{ name: 'text', value: '={{ $json.summaryText }}' }] } },
		});
		const pinned = await readExample('crm-rows-check-launch.json', chosen);
		expect(nodeOf(withSinks(pinned), 'Find customers')).toEqual(nodeOf(pinned, 'Find customers'));
	});
});

describe('ports', () => {
	it('a taken one is refused with the way out', async () => {
		const server = createServer();
		const port = await freePort();
		expect(await isPortFree(port)).toBe(true);
		await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
		await expect(demandPort(port, '--port')).rejects.toThrow(`Port ${port} is taken`);
		await new Promise((done) => server.close(done));
	});
});

describe('a duration', () => {
	it.each([
		[320, '0.3 s'],
		[42_000, '42 s'],
		[185_000, '3 min 5 s'],
	])('%d ms is %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));
});
