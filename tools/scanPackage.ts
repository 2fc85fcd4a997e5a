/**
 * npm run scan: what n8n's own programs say of this package. Its scanner (@n8n/scan-community-package) looks at the sources and at the
 * packed tarball, as it does once a package is published; `n8n-node lint` looks at a copy that has the two-line configuration which its
 * strict mode insists on, where two findings are known.
 *
 * Two of their dependencies are replaced, see tools/n8n-lint/package.json: @n8n/ai-node-sdk, which brings 700 MB and is not used for this,
 * and TypeScript 7, which typescript-eslint cannot read. n8n-workflow, a peer, is this repository's.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from './childProcess';
import { ensureInstalled, npm } from './privateInstall';
import { buildAndPack, REPOSITORY } from './packageTarball';
import { PlainMessage, tell } from './plainMessage';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(folder: string, patterns: string[]): Promise<{ passed: boolean; message?: string; details?: string }>;
}

const STRICT_CONFIG = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
/** What the sources import and the linter looks for. */
const IMPORTED = ['n8n-workflow', 'luxon', 'csv-parse', 'libphonenumber-js', '@types'];

/** What a terminal understands. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

let failed = 0;

function report(what: string, found: string): void {
	if (found !== '') failed++;
	console.log(`${found === '' ? 'ok  ' : 'RED '} ${what}${found === '' ? '' : `\n${found}`}`);
}

async function scan(scanner: Scanner, what: string, folder: string, patterns: string[]): Promise<void> {
	const { passed, message = '', details = message } = await scanner.analyzePackage(folder, patterns);
	report(`n8n's scanner over the ${what}: ${patterns.join(', ')}`, passed ? '' : details);
}

/** What strict mode says of the two libraries that are loaded on first use, which no `import` can do without waiting. */
const KNOWN = /nodes\/vendor\/(csvParse|libphonenumber)\.ts:\d+:\d+ error A `require\(\)` style import is forbidden/;

/** The sources with the modules that they and n8n's linter need, and nothing else. */
async function copySources(target: string, tools: string): Promise<void> {
	for (const part of ['nodes', 'credentials', 'index.ts', 'package.json', 'tsconfig.json']) {
		await cp(join(REPOSITORY, part), join(target, part), { recursive: true });
	}
	await writeFile(join(target, 'eslint.config.mjs'), STRICT_CONFIG);
	const modules = join(target, 'node_modules');
	await mkdir(modules);
	for (const name of await readdir(join(tools, 'node_modules'))) {
		await symlink(join(tools, 'node_modules', name), join(modules, name));
	}
	for (const name of IMPORTED) {
		await rm(join(modules, name), { force: true });
		await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name));
	}
}

async function lintStrictly(copy: string): Promise<void> {
	const logFile = join(copy, '..', 'lint.log');
	const { output } = await npm(['exec', '--no', '--', 'n8n-node', 'lint'], { cwd: copy, logFile });
	const plain = output.replace(COLORS, '');
	if (!plain.includes('n8n-node lint')) throw new PlainMessage(`n8n-node did not start:\n${plain}`);
	if (/Strict mode violation|Oops|Cannot find/.test(plain)) throw new PlainMessage(plain);
	const found = findingsIn(plain, copy);
	const unknown = found.filter((finding) => !KNOWN.test(finding));
	report(
		`n8n-node lint, strict, over a copy of the sources (${found.length - unknown.length} known)`,
		unknown.join('\n'),
	);
}

/** ESLint names the file above its findings. */
function findingsIn(output: string, folder: string): string[] {
	let file = '';
	return output.split('\n').flatMap((line) => {
		if (line.includes(folder)) file = line.slice(line.indexOf(folder) + folder.length + 1).trim();
		const finding = /^\s*(\d+:\d+)\s+(error|warning)\s+(.*)$/.exec(line);
		return finding ? [`${file}:${finding[1]} ${finding[2]} ${(finding[3] ?? '').replace(/\s+/g, ' ')}`] : [];
	});
}

async function main(): Promise<number> {
	console.log("Getting n8n's scanner and n8n-node (about 120 MB the first time) …");
	const manifestDir = join(__dirname, 'n8n-lint');
	const tools = await ensureInstalled({ name: 'n8n-lint', manifestDir, npmArgs: ['--legacy-peer-deps'] });
	// Asked for as a peer, and large: ours will do.
	const workflow = join(tools, 'node_modules/n8n-workflow');
	await rm(workflow, { force: true });
	await symlink(join(REPOSITORY, 'node_modules/n8n-workflow'), workflow);
	const folder = await mkdtemp(join(tmpdir(), 'scan-package-'));
	try {
		const program = join(tools, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
		const scanner = (await import(pathToFileURL(program).href)) as Scanner;
		const copy = join(folder, 'source');
		await copySources(copy, tools);
		await scan(scanner, 'sources', copy, scanner.SOURCE_FILE_PATTERNS);

		const tarball = await buildAndPack(folder, () => undefined);
		const tar = await runProgram('tar', ['-xzf', tarball], { cwd: folder, logFile: join(folder, 'tar.log') });
		if (tar.code !== 0) throw new PlainMessage(`The tarball could not be unpacked: ${tar.output}`);
		await scan(scanner, 'packed tarball', join(folder, 'package'), ['**/*.js', 'package.json']);

		await lintStrictly(copy);
		return failed === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
