import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cacheFolder';
import { END_WITH_PARENT, runProgram, type RunResult } from './childProcess';
import { exclusively } from './exclusively';
import { hasCode, PlainMessage } from './plainMessage';

export interface PrivateInstall {
	/** Names the folder in the user's cache: `<name>-<hash of the manifest, its lock file and this platform>`. */
	name: string;
	/** The folder with package.json and package-lock.json. */
	manifestDir: string;
	npmArgs?: string[];
	/** Runs once after npm, in the installed folder, such as compiling one native module. */
	afterInstall?: (step: InstallStep) => Promise<void>;
	onProgress?: (detail: string) => void;
	signal?: AbortSignal;
	/** For tests. */
	cache?: string;
}

export interface InstallStep {
	folder: string;
	logFile: string;
	npm: (args: string[], env?: NodeJS.ProcessEnv) => Promise<RunResult>;
	onProgress: (detail: string) => void;
}

const PACKAGES_DONE = '.packages-installed';
const ALL_DONE = '.ready';
const COUNT_EVERY_MS = 2_000;

export async function installFolder({ name, manifestDir, npmArgs = [], cache }: PrivateInstall): Promise<string> {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) hash.update(await readFile(join(manifestDir, file)));
	hash.update(JSON.stringify([process.platform, process.arch, npmArgs]));
	return join(cache ?? cacheFolder(), `${name}-${hash.digest('hex').slice(0, 12)}`);
}

/**
 * Installs a private package with its lock file into the user's cache, once, and gives its folder. Safe to call from
 * several programs at once; an install that was cut off is noticed by its missing mark and done again, and what was
 * finished before `afterInstall` threw is kept, so that a missing compiler does not cost the download twice.
 */
export async function ensureInstalled(install: PrivateInstall): Promise<string> {
	const folder = await installFolder(install);
	if (await exists(join(folder, ALL_DONE))) return folder;
	const onProgress = install.onProgress ?? (() => undefined);
	await exclusively(`${folder}.lock`, async () => await installOnce(install, folder, onProgress), {
		onWait: () => onProgress('waiting for the same install in another program'),
		signal: install.signal,
	});
	return folder;
}

async function installOnce(
	install: PrivateInstall,
	folder: string,
	onProgress: (detail: string) => void,
): Promise<void> {
	if (await exists(join(folder, ALL_DONE))) return;
	const logFile = `${folder}.log`;
	const step: InstallStep = {
		folder,
		logFile,
		onProgress,
		npm: async (args, env = {}) =>
			await npm(args, { cwd: folder, env, logFile, ...(install.signal ? { signal: install.signal } : {}) }),
	};
	if (!(await exists(join(folder, PACKAGES_DONE)))) {
		if (await exists(folder)) onProgress('an earlier install stopped half way, starting it again');
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		for (const file of ['package.json', 'package-lock.json'])
			await copyFile(join(install.manifestDir, file), join(folder, file));
		await installPackages(install, step);
		await writeFile(join(folder, PACKAGES_DONE), '');
	}
	await install.afterInstall?.(step);
	await writeFile(join(folder, ALL_DONE), '');
	await rm(logFile, { force: true });
}

async function installPackages(install: PrivateInstall, step: InstallStep): Promise<void> {
	const expected = await expectedPackages(step.folder);
	const timer = setInterval(() => {
		countPackages(step.folder, expected)
			.then((count) => step.onProgress(`${count} of ${expected.length} packages`))
			.catch(() => undefined);
	}, COUNT_EVERY_MS);
	try {
		const result = await step.npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(install.npmArgs ?? [])]);
		if (result.code !== 0) throw new PlainMessage(whyNpmStopped(result.output, step.logFile));
	} finally {
		clearInterval(timer);
	}
}

export async function npm(
	args: string[],
	options: { cwd: string; logFile: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<RunResult> {
	const own = process.env.npm_execpath;
	const byPath: [string, string[]] = process.platform === 'win32' ? ['npm.cmd', args] : ['npm', args];
	// Under `npm run` the very same npm is used, whatever else is on the path.
	const [command, all] = own?.endsWith('.js') ? [process.execPath, [own, ...args]] : byPath;
	try {
		return await runProgram(command, all, {
			...options,
			env: { ...cleanEnvironment(), ...endingWithUs(), ...options.env },
		});
	} catch (thrown) {
		if (!hasCode(thrown, 'ENOENT')) throw thrown;
		throw new PlainMessage(
			'npm was not found. It comes with Node.js: install Node.js from https://nodejs.org and run this again.',
		);
	}
}

/** An npm that outlived a killed program would write into the folder that the next one is about to fill. */
function endingWithUs(): NodeJS.ProcessEnv {
	const preload = `--require ${JSON.stringify(END_WITH_PARENT)}`;
	return { END_WITH_PARENT: 'at once', NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ') };
}

/** npm hands its own settings for this repository to what it runs; the private package must not inherit them. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const inherited =
		/^(npm_(lifecycle|package)_|npm_(config_(ignore_scripts|local_prefix|nodedir|workspace.*)|command|execpath)$|INIT_CWD$)/i;
	const kept = Object.entries(process.env).filter(([key]) => !inherited.test(key));
	return Object.fromEntries(kept);
}

const NO_NETWORK =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network request to)\b/;

export function whyNpmStopped(output: string, logFile: string): string {
	const host = /https?:\/\/([^\s/'"]+)/.exec(output)?.[1];
	const details = `The whole story is in ${logFile}`;
	if (/\bENOSPC\b/.test(output)) {
		return `The disk is full: installing needs about 3 GB in ${join(logFile, '..')}. Free some space and run this again.`;
	}
	if (NO_NETWORK.test(output)) {
		return `npm could not reach ${host ?? 'its registry'}. Check the network (and the proxy settings, if you use one), then run this again. ${details}`;
	}
	if (/\b(ETARGET|E404)\b/.test(output)) {
		return `The npm registry in use does not have all packages. Check "npm config get registry", then run this again. ${details}`;
	}
	return `npm did not finish installing. ${details}`;
}

/** Top-level packages only: enough to tell how far npm is, and quick to look at. */
async function expectedPackages(folder: string): Promise<string[]> {
	const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { optional?: boolean }>;
	};
	return Object.entries(lock.packages)
		.filter(([path, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !entry.optional)
		.map(([path]) => path);
}

async function countPackages(folder: string, expected: readonly string[]): Promise<number> {
	const present = await Promise.all(expected.map(async (path) => await exists(join(folder, path, 'package.json'))));
	return present.filter(Boolean).length;
}

/** Which of these programs cannot be found on the path. */
export async function missingPrograms(names: readonly string[][], path: string): Promise<string[]> {
	const folders = path.split(delimiter).filter(Boolean);
	const available = new Set(
		(await Promise.all(folders.map(async (path) => await readdir(path).catch((): string[] => [])))).flat(),
	);
	return names.filter((choices) => !choices.some((name) => available.has(name))).map(([first]) => first!);
}

export async function exists(path: string): Promise<boolean> {
	return await stat(path).then(
		() => true,
		() => false,
	);
}
