/** Packages that only developers need, each folder of them pinned by a lock file and installed once into the user's cache. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, inTurn, npm } from './run';

interface PrivateInstall {
	name: string;
	/** The folder with package.json and package-lock.json. */
	manifestDir: string;
	npmArgs?: string[];
	/** Runs once after npm, such as compiling one native module. When it throws, the download is kept. */
	afterInstall?: (folder: string) => Promise<void>;
}

const MANIFESTS = ['package.json', 'package-lock.json'];

/** Gives the folder, which changes with the lock file. An install that was cut off is done again. */
export async function ensureInstalled(install: PrivateInstall): Promise<string> {
	const { name, manifestDir, npmArgs = [], afterInstall } = install;
	const hash = createHash('sha256');
	for (const file of MANIFESTS) hash.update(await readFile(join(manifestDir, file)));
	hash.update(JSON.stringify([process.platform, process.arch, npmArgs]));
	const title = `${name}-${hash.digest('hex').slice(0, 12)}`;
	const folder = join(CACHE, title);
	const [downloaded, ready] = [join(folder, '.packages-installed'), join(folder, '.ready')];
	if (existsSync(ready)) return folder;
	await inTurn(title, async () => {
		if (existsSync(ready)) return;
		if (!existsSync(downloaded)) {
			await rm(folder, { recursive: true, force: true });
			await mkdir(folder, { recursive: true });
			for (const file of MANIFESTS) await copyFile(join(manifestDir, file), join(folder, file));
			// Quiet, because npm warns of each package that asks for a newer Node.js than the one that installs it.
			const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...npmArgs];
			await npm(`Installing into ${folder}`, args, { cwd: folder, show: 'stderr' });
			await writeFile(downloaded, '');
		}
		await afterInstall?.(folder);
		await writeFile(ready, '');
	});
	return folder;
}
