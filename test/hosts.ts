/**
 * npm run test:hosts -- matrix   engine and trigger tests on Node.js 22, and on 24 with expressions in an isolate, as hosts that need
 *                                Node.js 24 evaluate them; --node 24 on that one alone
 * npm run test:hosts -- compat   engine tests inside older engines of n8n, each in a process of its own, since two do not get along in one
 * npm run test:hosts -- whole    end-to-end tests in a whole older n8n
 * npm run test:hosts -- newest   the end-to-end tests that say most of a host, and a kill in each mode, in the n8n that npm would install
 *                                today; --n8n 2.41.1 in that one
 * npm run test:hosts -- lint     the configuration of n8n's own tool, over what we ship
 *
 * Files named after that are run instead. What was run is to be written down in docs/tested.md.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../tools/privateInstall';
import { CACHE, npm, REPOSITORY, runMain, runParts, type Part } from '../tools/run';

/** The versions of n8n and Node.js that we run in. */
const HOSTS = join(REPOSITORY, 'hosts');
const WHOLE = join(HOSTS, 'n8n-1.123');
/** These ask for what came with n8n 2, the recipes too; the others do what a user does in any n8n. */
const NOT_IN_OLDER_N8N = '/(e2e/recipes/.*|agents|agentsOfN8n|host|launchHosts)\\.test';
/** It requires an ES module, which jest can do from this Node.js on. */
const NEEDS_NODE_24 = 'n8n-core-2.0';

async function matrix(files: string[], only?: string): Promise<Part[]> {
	const majors = only === undefined ? [22, 24] : [Number(only)];
	const nodes = await Promise.all(majors.map(nodeOfMajor));
	return majors.map((major, index) => ({
		title: `Engine and trigger tests on Node.js ${major}${major === 24 ? ', expressions in an isolate' : ''}`,
		node: nodes[index]!,
		args: files.length > 0 ? files : ['test/engine/', 'test/unit/trigger/'],
		env: major === 24 ? { TEST_EXPRESSION_ENGINE: 'vm' } : {},
	}));
}

async function compat(files: string[]): Promise<Part[]> {
	const manifestDir = join(HOSTS, 'engines');
	const folder = await ensureInstalled({ name: 'n8n-versions', manifestDir });
	const node24 = await nodeOfMajor(24);
	return Object.entries(pinned(manifestDir))
		.filter(([alias]) => alias.startsWith('n8n-core-'))
		.map(([alias, version]) => ({
			title: `Engine tests in ${version.replace('npm:', '').replace('@', ' ')}`,
			node: alias === NEEDS_NODE_24 ? node24 : process.execPath,
			args: ['--config', 'test/compat/jest.config.js', ...files],
			env: { HOST_CORE: join(folder, 'node_modules', alias) },
		}));
}

function whole(files: string[]): Part[] {
	const others = ['--testPathIgnorePatterns', NOT_IN_OLDER_N8N];
	return [endToEnd(pinned(WHOLE).n8n, WHOLE, files.length > 0 ? files : others)];
}

const endToEnd = (version: string | undefined, manifestDir: string, files: string[]): Part => ({
	title: `The packed node in n8n ${version}, end to end`,
	node: process.execPath,
	args: ['--config', 'test/e2e/jest.config.js', ...files],
	env: { N8N_MANIFEST: manifestDir },
});

/** What our code takes for granted of n8n: how it loads a package, starts runs, calls a node again, and polls. */
const OF_A_HOST = ['installed', 'credential', 'host', 'liveRun', 'launch', 'launchHosts', 'agents'];

/** As npm resolves it today: no lock file of ours has a say, and none of the versions that it pins. */
async function newest(files: string[], named?: string): Promise<Part[]> {
	const version = named ?? (await npm('Asking npm for the newest n8n', ['view', 'n8n', 'version'])).trim();
	console.log(`n8n ${version}`);
	const manifestDir = join(CACHE, 'manifest-of-newest');
	await mkdir(manifestDir, { recursive: true });
	const { optionalDependencies, dependencies } = manifestOf(join(HOSTS, 'n8n'));
	const manifest = { private: true, dependencies: { ...dependencies, n8n: version }, optionalDependencies };
	await writeFile(join(manifestDir, 'package.json'), JSON.stringify(manifest, null, 2));
	rmSync(join(manifestDir, 'package-lock.json'), { force: true });
	const only = ['--package-lock-only', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await npm(`Resolving n8n ${version}`, ['install', ...only], { cwd: manifestDir });
	const ofHost = OF_A_HOST.map((name) => `test/e2e/${name}.test.ts`);
	return [
		...inJest([endToEnd(version, manifestDir, files.length > 0 ? files : ofHost)]),
		{
			title: `n8n ${version} killed in each of its three modes`,
			node: process.execPath,
			args: ['--import', 'tsx', 'test/kill.ts', 'crash', '--kills', '3', '--seed', '7'],
			env: { N8N_MANIFEST: manifestDir },
		},
	];
}

/** ESLint as `n8n-node lint` runs it. In strict mode that stops where eslint.config.mjs is not its own two lines, so a copy has these. */
async function lint(): Promise<Part[]> {
	const manifestDir = join(HOSTS, 'node-cli');
	const folder = await ensureInstalled({ name: 'node-cli', manifestDir });
	const modules = join(folder, 'node_modules');
	// Inside that folder the configuration finds the tool, and the link below gives the code its libraries.
	const copy = await mkdtemp(join(folder, 'shipped-'));
	process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
	const shipped = ['nodes', 'credentials', 'index.ts', 'package.json', 'tsconfig.json'];
	for (const name of shipped) await cp(join(REPOSITORY, name), join(copy, name), { recursive: true });
	await symlink(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'), 'junction');
	const config = 'eslint.config.mjs';
	const template = join(modules, '@n8n/node-cli/dist/template/templates/shared/default', config);
	await copyFile(template, join(copy, config));
	const title = `The lint of @n8n/node-cli ${pinned(manifestDir)['@n8n/node-cli']}`;
	const args = [join(modules, 'eslint/bin/eslint.js'), '--max-warnings', '0', '.'];
	return [{ title, node: process.execPath, args, cwd: copy }];
}

type Versions = Record<string, string>;

function manifestOf(folder: string): { dependencies: Versions; optionalDependencies: Versions } {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof manifestOf>;
}

/** The versions that a folder's package.json asks for. */
const pinned = (folder: string): Versions => manifestOf(folder).dependencies;

async function nodeOfMajor(major: number): Promise<string> {
	const folder = await ensureInstalled({ name: 'node-versions', manifestDir: join(HOSTS, 'node') });
	const home = join(folder, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
	const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (existsSync(node)) return node;
	if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
	throw new Error(`No package brings Node.js ${major} for ${process.platform} on ${process.arch}.`);
}

/** Some hosts load parts of themselves as ES modules, which jest can do with this switch only. */
const inJest = (parts: Part[]): Part[] =>
	parts.map((part) => ({
		...part,
		args: ['--experimental-vm-modules', join(REPOSITORY, 'node_modules/jest/bin/jest.js'), ...part.args],
	}));

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { node: { type: 'string' }, n8n: { type: 'string' } },
	});
	const [what = '', ...files] = positionals;
	const ways: Record<string, () => Part[] | Promise<Part[]>> = {
		matrix: async () => inJest(await matrix(files, values.node)),
		compat: async () => inJest(await compat(files)),
		whole: () => inJest(whole(files)),
		newest: async () => await newest(files, values.n8n),
		lint,
	};
	const parts = await ways[what]?.();
	if (!parts) throw new Error(`Say which: npm run test:hosts -- ${Object.keys(ways).join(' | ')}`);
	return await runParts(parts);
}

runMain(main);
