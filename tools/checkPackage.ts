/**
 * `npx tsx tools/checkPackage.ts`: looks at the sources and at the packed tarball (PACKAGE_TARBALL, or one that is packed now) with the
 * eyes of n8n, of its scanner and of npm. Ends with the line "Package checks: N passed, N failed".
 */
import { mkdtemp, readdir, readFile, realpath, rm, stat, symlink, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { pack, unpack } from './pack';
import { REPOSITORY, demand, runMain } from './run';

/** With room for a feature; the check says what makes the size. */
const MAXIMUM_PACKED_BYTES = 180_000;
/** What every n8n has, and shares with the packages it loads. */
const PROVIDED_BY_HOST = ['n8n-workflow', 'luxon'];
/** Of Node.js itself, n8n's rules let a package load this alone: for digests. */
const LOADABLE = [...PROVIDED_BY_HOST, 'crypto'];

let passed = 0;
let failed = 0;

function report(what: string, findings: string[]): void {
	if (findings.length === 0) passed++;
	else failed++;
	console.log(`${findings.length === 0 ? 'ok  ' : 'RED '} ${what}`);
	for (const finding of findings) console.log(`       ${finding}`);
}

async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

/** What n8n's package scanner finds: its rules alone, and no comment in a file can switch one off. */
async function scan(cwd: string, patterns: string[], overrideConfig: Linter.Config[]): Promise<string[]> {
	const settings = { overrideConfigFile: true, allowInlineConfig: false, ignore: false } as const;
	const results = await new ESLint({ cwd, overrideConfig, ...settings }).lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ line, column, ruleId, message }) =>
				`${filePath.slice(cwd.length + 1)}:${line}:${column} ${ruleId ?? 'cannot be parsed'}: ${message}`,
		),
	);
}

/** Exactly what follows from the source: a file that was left beside the nodes does not ship. */
async function filesMeantToShip(): Promise<string[]> {
	const { n8n } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as Manifest;
	const names = n8n.nodes.map((file) => file.split('/').at(-2) ?? '');
	const beside = await Promise.all(
		names.map(async (name) =>
			(await filesBelow(join(REPOSITORY, 'nodes', name)))
				.filter((file) => /^[^/]+\.svg$|^__schema__\/.*\.json$/.test(file) || file === `${name}.node.json`)
				.map((file) => `dist/nodes/${name}/${file}`),
		),
	);
	const libraries = ['csvParse', 'libphonenumber', 'phoneNumberData'].map((name) => `dist/nodes/vendor/${name}.js`);
	const always = ['package.json', 'README.md', 'LICENSE.md', 'dist/index.js'];
	return [...always, ...n8n.credentials, ...n8n.nodes, ...libraries, ...beside.flat()];
}

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** Below a node_modules folder that holds nothing but links to what n8n provides. */
async function placeAlone(tarball: string, place: string): Promise<string> {
	const modules = join(place, 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const name of PROVIDED_BY_HOST)
		await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name), 'junction');
	const alone = join(modules, 'n8n-nodes-rcs-promotion');
	await unpack(tarball, alone);
	return alone;
}

/** Loads the nodes where there is nothing but what n8n provides. Gives the bundled libraries that were loaded at once. */
async function librariesLoadedAtOnce(alone: string, nodes: string[]): Promise<string[]> {
	const program = `
		process.argv.slice(1).forEach((file) => require(file));
		console.log(JSON.stringify(Object.keys(require.cache).filter((file) => /\\bvendor\\b/.test(file))));`;
	const args = ['-e', program, ...nodes.map((file) => join(alone, file))];
	return JSON.parse(await demand('Loading the nodes', process.execPath, args)) as string[];
}

async function checkSource(): Promise<void> {
	const { scannerSourceConfigs } = await import('./lint/scannerRules.mjs');
	const typeScript: Linter.Config = {
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser as Linter.Parser },
	};
	const patterns = ['nodes/**/*.ts', 'credentials/**/*.ts', 'index.ts', 'package.json'];
	report("scanner's rules over the sources", await scan(REPOSITORY, patterns, [typeScript, ...scannerSourceConfigs]));
}

async function checkTarball(tarball: string, folder: string): Promise<void> {
	const alone = await placeAlone(tarball, folder);
	const files = await filesBelow(alone);
	const { size } = await stat(tarball);
	const isSmall = size < MAXIMUM_PACKED_BYTES;
	const what = `packed size: ${inKB(size)} KB, of which ${await largest(alone, files)}`;
	report(what, isSmall ? [] : [`more than ${inKB(MAXIMUM_PACKED_BYTES)} KB`]);
	const meant = await filesMeantToShip();
	report(`files: the ${meant.length} that are meant to ship`, [
		...files
			.filter((file) => !meant.includes(file))
			.map((file) => `${file} is packed, but nothing says that it should be`),
		...meant.filter((file) => !files.includes(file)).map((file) => `${file} should be packed and is not`),
	]);
	const manifest = JSON.parse(await readFile(join(alone, 'package.json'), 'utf8')) as Manifest;
	const { scannerPackedConfigs } = await import('./lint/scannerRules.mjs');
	report("scanner's rules over the packed files", await scan(alone, ['**/*.js', 'package.json'], scannerPackedConfigs));

	const foreign: string[] = [];
	const leaks: string[] = [];
	for (const file of files) {
		const text = await readFile(join(alone, file), 'utf8');
		if (file.endsWith('.js')) foreign.push(...foreignLoads(text).map((load) => `${file}: ${load}`));
		if (text.includes(REPOSITORY)) leaks.push(file);
	}
	report(`loads: files of the package, ${LOADABLE.join(', ')}`, foreign);
	report('no path of this machine in any file', leaks);
	report('both nodes load; bundled libraries only when used', await librariesLoadedAtOnce(alone, manifest.n8n.nodes));
}

const inKB = (bytes: number) => (bytes / 1000).toFixed(1);

async function largest(folder: string, files: string[]): Promise<string> {
	const packed = files.map(async (file) => ({ file, bytes: gzipSync(await readFile(join(folder, file))).length }));
	const sorted = (await Promise.all(packed)).sort((one, other) => other.bytes - one.bytes);
	return sorted
		.slice(0, 5)
		.map(({ file, bytes }) => `${basename(file)} ${inKB(bytes)}`)
		.join(', ');
}

/** What a packed file loads although no n8n may have it, or by a name that only shows when it runs. A test in the repository cannot notice: here, all are installed. */
const foreignLoads = (code: string): string[] =>
	[...code.matchAll(/\b(?:require|import)\s*\(([^)]*)\)/g)].flatMap(([call, name = '']) =>
		/^"\.{1,2}\//.test(name) || LOADABLE.includes(name.slice(1, -1)) ? [] : [call],
	);

runMain(async () => {
	// Its real path, as ESLint names files by it.
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'check-package-')));
	try {
		await checkSource();
		await checkTarball(await pack(folder), folder);
		console.log(`\nPackage checks: ${passed} passed, ${failed} failed`);
		return failed === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
