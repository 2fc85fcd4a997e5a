import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { exampleFiles, readExample } from '../../../demo/examples';
import { readOptions } from '../../../demo/options';
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

describe('the examples', () => {
	const folder = resolve(__dirname, '../../../examples');

	it('hold nothing of an instance, and get the credential only when they are set up', async () => {
		const files = await exampleFiles();
		expect(files.length).toBeGreaterThan(0);
		for (const file of files) {
			const stored = JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowJson;
			expect(Object.keys(stored).sort()).toEqual(['connections', 'name', 'nodes', 'pinData', 'settings']);
			expect(stored.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
			const ready = await readExample(file, { id: 'chosen', name: 'Chosen', type: 'rcsPromotionApi' });
			const ours = ready.nodes.filter(({ type }) => type.startsWith('n8n-nodes-rcs-promotion.'));
			expect(ours.length).toBeGreaterThan(0);
			for (const node of ours) expect(node.credentials).toEqual({ rcsPromotionApi: { id: 'chosen', name: 'Chosen' } });
		}
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
