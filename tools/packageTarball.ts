import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder } from './cacheFolder';
import { runProgram } from './childProcess';
import { exclusively } from './exclusively';
import { PlainMessage } from './plainMessage';
import { npm } from './privateInstall';

export const REPOSITORY = resolve(__dirname, '..');

interface PackageManifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	[field: string]: unknown;
}

/** Builds the package and packs it as it would be published; gives the path of the tarball in `folder`. */
export async function buildAndPack(
	folder: string,
	onProgress: (detail: string) => void,
	signal?: AbortSignal,
): Promise<string> {
	const logFile = join(folder, 'build.log');
	const options = { cwd: REPOSITORY, logFile, ...(signal ? { signal } : {}) };
	// Two builds at once in one clone would clear each other's dist.
	return await exclusively(
		join(cacheFolder(), `build-${Buffer.from(REPOSITORY).toString('hex').slice(-40)}.lock`),
		async () => {
			onProgress('compiling');
			const build = await npm(['run', 'build'], options);
			if (build.code !== 0)
				throw new PlainMessage(`The package could not be built. The build said:\n${lastLines(build.output)}`);
			onProgress('packing');
			const pack = await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], options);
			const fileName = pack.output.trim().split('\n').at(-1) ?? '';
			if (pack.code !== 0 || !fileName.endsWith('.tgz')) {
				throw new PlainMessage(`The package could not be packed. npm said:\n${lastLines(pack.output)}`);
			}
			return join(folder, fileName);
		},
		{ onWait: () => onProgress('waiting for another build in this folder'), signal },
	);
}

function lastLines(output: string): string {
	return output.trimEnd().split('\n').slice(-12).join('\n');
}

/**
 * Puts a packed package where n8n puts the community packages a user installs, in the way n8n does it: unpacked, its
 * development and peer dependencies dropped, its own ones installed without scripts, and named in the folder's manifest.
 */
export async function installAsUserPackage(tarball: string, nodesFolder: string): Promise<string> {
	await mkdir(nodesFolder, { recursive: true });
	const logFile = join(nodesFolder, 'install.log');
	const unpacked = await mkdtemp(join(nodesFolder, 'unpacked-'));
	try {
		const tar = await runProgram('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'], {
			cwd: nodesFolder,
			logFile,
		});
		if (tar.code !== 0) throw new PlainMessage(`${tarball} could not be unpacked. What tar printed is in ${logFile}`);
		const manifestFile = join(unpacked, 'package.json');
		const full = JSON.parse(await readFile(manifestFile, 'utf8')) as PackageManifest;
		const dropped = new Set(['devDependencies', 'peerDependencies', 'optionalDependencies']);
		const manifest = Object.fromEntries(Object.entries(full).filter(([field]) => !dropped.has(field)));
		await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
		if (Object.keys(full.dependencies ?? {}).length > 0) {
			const args = [
				'install',
				'--audit=false',
				'--fund=false',
				'--bin-links=false',
				'--ignore-scripts=true',
				'--package-lock=false',
			];
			const install = await npm(args, { cwd: unpacked, logFile });
			if (install.code !== 0)
				throw new PlainMessage(`The dependencies of ${full.name} could not be installed. See ${logFile}`);
		}
		const target = join(nodesFolder, 'node_modules', full.name);
		await rm(target, { recursive: true, force: true });
		await mkdir(join(target, '..'), { recursive: true });
		await rename(unpacked, target);
		await nameInManifest(nodesFolder, full);
		return target;
	} finally {
		await rm(unpacked, { recursive: true, force: true });
	}
}

async function nameInManifest(nodesFolder: string, { name, version }: PackageManifest): Promise<void> {
	const file = join(nodesFolder, 'package.json');
	const empty = { name: 'installed-nodes', private: true, dependencies: {} as Record<string, string> };
	const current = await readFile(file, 'utf8').then(
		(text) => ({ ...empty, ...(JSON.parse(text) as typeof empty) }),
		() => empty,
	);
	await writeFile(
		file,
		JSON.stringify({ ...current, dependencies: { ...current.dependencies, [name]: version } }, null, 2),
	);
}
