import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { manifestFindings } from '../../../tools/package/manifest';
import { namingFindings, surprisingFiles } from '../../../tools/package/packedFiles';
import { foreignLoads, loadsIn } from '../../../tools/package/requires';

const repository = join(__dirname, '../../..');
let folder: string;

function write(files: Record<string, string>): string[] {
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	return Object.keys(files);
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'package-checks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what a file loads', () => {
	test.each<[string, Array<string | undefined>]>([
		["const a = require('luxon');", ['luxon']],
		["// require('fs')\nconst text = \"require('net')\"; /* import('http') */", []],
		['function later() { return require(`csv-parse`); }', ['csv-parse']],
		["const name = 'fs'; require(name);", [undefined]],
		["require('f' + 's');", [undefined]],
		["const load = require; load('fs');", [undefined]],
		["module.require('fs'); const o = { require: 1 };", ['fs']],
		['module.require.call(module, name);', [undefined]],
		["await import('node:fs');", ['node:fs']],
		["import a from 'x'; export * from 'y';", ['x', 'y']],
	])('%s', (code, modules) => {
		expect(loadsIn(code).map(({ module }) => module)).toEqual(modules);
	});

	test('only files of the package, n8n-workflow, luxon and crypto may be loaded', () => {
		const files = write({
			'dist/nodes/A/A.node.js':
				"require('../b'); require('../folder'); require('n8n-workflow'); require('luxon'); require('crypto');",
			'dist/nodes/b.js':
				"\n\nrequire('csv-parse'); require('fs'); require('../../package.json'); require('./missing'); require('../../../c');",
			'dist/nodes/folder/index.js': 'require(process.argv[2]);',
		});
		expect(foreignLoads(folder, files)).toEqual([
			'dist/nodes/b.js:3 loads csv-parse',
			'dist/nodes/b.js:3 loads fs',
			'dist/nodes/b.js:3 loads ../../package.json',
			'dist/nodes/b.js:3 loads ./missing',
			'dist/nodes/b.js:3 loads ../../../c',
			'dist/nodes/folder/index.js:1 loads a module by a computed name',
		]);
	});
});

describe('which files are packed', () => {
	const manifest = { n8n: { credentials: ['dist/credentials/C.credentials.js'], nodes: ['dist/nodes/A/A.node.js'] } };
	const packed = [
		'package.json',
		'README.md',
		'LICENSE.md',
		'dist/index.js',
		'dist/credentials/C.credentials.js',
		'dist/nodes/A/A.node.js',
		'dist/nodes/vendor/csvParse.js',
		'dist/nodes/vendor/libphonenumber.js',
		'dist/nodes/A/A.node.json',
		'dist/nodes/A/a.svg',
	];
	beforeEach(() => {
		const source = [
			'nodes/A/A.node.ts',
			'nodes/A/A.node.json',
			'nodes/A/a.svg',
			'nodes/A/parts/b.svg',
			'nodes/unused.svg',
		];
		write({ ...Object.fromEntries(source.map((file) => [file, ''])), 'package.json': JSON.stringify(manifest) });
	});

	test('exactly those that follow from the source', () => {
		expect(surprisingFiles(folder, packed)).toEqual([]);
	});
	test.each([
		'dist/nodes/unused.svg',
		'dist/simulator/main.js',
		'dist/nodes/A/A.node.js.map',
		'dist/nodes/A/parts/b.svg',
		'dist/nodes/old.js',
		'.env',
	])('%s is a surprise', (file) => {
		expect(surprisingFiles(folder, [...packed, file]).join('\n')).toContain(file);
	});
	test.each(packed)('%s is missed', (file) => {
		expect(
			surprisingFiles(
				folder,
				packed.filter((one) => one !== file),
			),
		).toEqual([`${file} should be packed and is not`]);
	});
	test('a test beside a node is refused even though it follows from the source', () => {
		write({ 'nodes/A/test.svg': '' });
		expect(surprisingFiles(folder, [...packed, 'dist/nodes/A/test.svg'])).toHaveLength(1);
	});
	test('a node lies in a folder of its name, with its codex', () => {
		expect(namingFindings(packed)).toEqual([]);
		expect(namingFindings(['dist/nodes/B/A.node.js'])).toHaveLength(2);
	});
});

describe('package.json', () => {
	const ours = () =>
		JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Record<string, unknown> & {
			n8n: { nodes: string[]; credentials: string[] };
		};
	const packed = () => ['dist/index.js', ...ours().n8n.nodes, ...ours().n8n.credentials];

	test('ours meets every demand', () => {
		expect(manifestFindings(ours(), packed())).toEqual([]);
	});
	test.each<[string, Record<string, unknown>]>([
		['name', { name: 'rcs-promotion' }],
		['dependencies', { dependencies: { luxon: '*' } }],
		['peerDependencies', { peerDependencies: { 'n8n-workflow': '^2' } }],
		['files', { files: ['dist', 'test'] }],
		['license', { license: 'ISC' }],
		['author', { author: 'Somebody' }],
		['homepage', { homepage: undefined }],
		['repository', { repository: 'here' }],
		['directory', { repository: { url: 'git+https://a.example/b.git', directory: 'c' } }],
		['description', { description: '' }],
		['keywords', { keywords: ['n8n'] }],
		['main', { main: 'dist/main.js' }],
		['n8nNodesApiVersion', { n8n: { ...ours().n8n, n8nNodesApiVersion: 2 } }],
		['strict', { n8n: { ...ours().n8n, strict: false } }],
		['placeholder', { description: 'Nodes of <your company>' }],
		['overrides', { overrides: {} }],
		['postinstall', { scripts: { postinstall: 'node x' } }],
		['not packed', { n8n: { ...ours().n8n, nodes: [...ours().n8n.nodes, 'dist/nodes/B/B.node.js'] } }],
		['does not name it', { n8n: { ...ours().n8n, nodes: ours().n8n.nodes.slice(1) } }],
	])('%s is noticed', (what, change) => {
		const findings = manifestFindings({ ...ours(), ...change }, packed());
		expect(findings).toHaveLength(1);
		expect(findings[0]).toContain(what);
	});
});
