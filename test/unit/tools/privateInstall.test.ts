import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { whySqliteIsMissing } from '../../../tools/n8n/privateN8n';
import { ensureInstalled, exists, installFolder, whyNpmStopped } from '../../../tools/privateInstall';

/** Installs with the real npm; the package needs nothing, so nothing is downloaded. */
describe('a private install', () => {
	let root: string;
	let manifestDir: string;
	let cache: string;

	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), 'private-install-'));
		manifestDir = join(root, 'manifest');
		cache = join(root, 'cache');
		await mkdir(manifestDir);
		const manifest = { name: 'tiny', version: '1.0.0', private: true };
		await writeFile(join(manifestDir, 'package.json'), JSON.stringify(manifest));
		const lock = {
			...manifest,
			lockfileVersion: 3,
			requires: true,
			packages: { '': { name: 'tiny', version: '1.0.0' } },
		};
		await writeFile(join(manifestDir, 'package-lock.json'), JSON.stringify(lock));
	});
	afterEach(async () => await rm(root, { recursive: true, force: true, maxRetries: 3 }));

	const timesDone = async (folder: string) =>
		(await readFile(join(folder, 'done.log'), 'utf8').catch(() => '')).split('\n').filter(Boolean).length;
	const install = (afterInstall?: () => Promise<void>, notes: string[] = []) => ({
		name: 'tiny',
		manifestDir,
		cache,
		onProgress: (detail: string) => notes.push(detail),
		afterInstall: async ({ folder }: { folder: string }) => {
			await afterInstall?.();
			await writeFile(join(folder, 'done.log'), 'done\n', { flag: 'a' });
		},
	});

	it('is done once, and its folder changes with the lock file', async () => {
		const folder = await ensureInstalled(install());
		expect(await ensureInstalled(install())).toBe(folder);
		expect(await timesDone(folder)).toBe(1);
		expect(folder.startsWith(join(cache, 'tiny-'))).toBe(true);
		await writeFile(join(manifestDir, 'package-lock.json'), '{}');
		expect(await installFolder(install())).not.toBe(folder);
	});

	it('is done once when several want it at the same time', async () => {
		const [folder] = await Promise.all([
			ensureInstalled(install()),
			ensureInstalled(install()),
			ensureInstalled(install()),
		]);
		expect(await timesDone(folder)).toBe(1);
	});

	it('keeps the packages when the step after them does not succeed', async () => {
		const missing = new Error('no compiler');
		await expect(ensureInstalled(install(async () => await Promise.reject(missing)))).rejects.toBe(missing);
		const folder = await installFolder(install());
		await writeFile(join(folder, 'downloaded'), '');
		await ensureInstalled(install());
		expect(await exists(join(folder, 'downloaded'))).toBe(true);
		expect(await timesDone(folder)).toBe(1);
	});

	it('starts again, and says so, when an earlier one stopped half way through the packages', async () => {
		const folder = await installFolder(install());
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'half'), '');
		const notes: string[] = [];
		await ensureInstalled(install(undefined, notes));
		expect(notes.join()).toContain('stopped half way');
		expect(await exists(join(folder, 'half'))).toBe(false);
	});

	it('takes over from a program that was killed in the middle', async () => {
		const repository = resolve(__dirname, '../../..');
		const program = join(root, 'killed.cjs');
		await writeFile(
			program,
			`require(${JSON.stringify(join(repository, 'node_modules/tsx/dist/cjs/index.cjs'))});
			const { ensureInstalled } = require(${JSON.stringify(join(repository, 'tools/privateInstall.ts'))});
			void ensureInstalled({ name: 'tiny', manifestDir: ${JSON.stringify(manifestDir)}, cache: ${JSON.stringify(cache)},
				afterInstall: () => new Promise((resolve) => { console.log('in the middle'); setTimeout(resolve, 60_000); }) });`,
		);
		const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
		const ended = new Promise<string>((done) => child.once('exit', () => done('ended')));
		const reached = new Promise<string>((done) => child.stdout.once('data', () => done('in the middle')));
		expect(await Promise.race([reached, ended])).toBe('in the middle');
		child.kill('SIGKILL');
		await ended;
		const folder = await installFolder(install());
		expect(await exists(`${folder}.lock`)).toBe(true);
		await ensureInstalled(install());
		expect(await timesDone(folder)).toBe(1);
		expect(await exists(`${folder}.lock`)).toBe(false);
	}, 60_000);
});

describe('why an install stopped', () => {
	it.each([
		[
			'npm error code ENOTFOUND\nnpm error network request to https://registry.example.org/n8n failed',
			'npm could not reach registry.example.org',
		],
		['npm error code ECONNREFUSED', 'npm could not reach its registry'],
		['npm error code ENOSPC', 'The disk is full'],
		['npm error code ETARGET\nnpm error notarget No matching version', 'does not have all packages'],
		['npm error code EWHATEVER', 'npm did not finish installing'],
	])('%s', (output, sentence) => expect(whyNpmStopped(output, '/cache/n8n.log')).toContain(sentence));
});

describe('why SQLite could not be prepared', () => {
	let empty: string;
	beforeAll(async () => {
		empty = await mkdtemp(join(tmpdir(), 'no-programs-'));
	});
	afterAll(async () => await rm(empty, { recursive: true, force: true }));

	it('names the packages of Debian and the tools of a Mac', async () => {
		expect(await whySqliteIsMissing('x.log', empty, 'linux')).toMatch(
			/python3, make, g\+\+ is not installed.*apt-get install python3 make g\+\+/,
		);
		expect(await whySqliteIsMissing('x.log', empty, 'darwin')).toContain('xcode-select --install');
		expect(await whySqliteIsMissing('x.log', empty, 'win32')).toContain('Visual Studio Build Tools');
	});

	it('names only what is missing', async () => {
		await writeFile(join(empty, 'python3'), '');
		await writeFile(join(empty, 'make'), '');
		expect(await whySqliteIsMissing('x.log', empty, 'linux')).toMatch(/machine, and g\+\+ is not installed/);
	});

	it('points at the log when nothing is missing', async () => {
		await writeFile(join(empty, 'g++'), '');
		expect(await whySqliteIsMissing('x.log', empty, 'linux')).toContain('x.log');
	});
});
