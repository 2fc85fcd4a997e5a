/**
 * `npx tsx tools/pack.ts <folder>` builds the package and packs it into the folder. PACKAGE_TARBALL=<file> hands a packed package to
 * whatever needs one (checkPackage, demo, bench, test:e2e, test:kill), which then builds none.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { demand, inTurn, npm, REPOSITORY, runMain } from './run';

const GULP = join(REPOSITORY, 'node_modules', 'gulp', 'bin', 'gulp.js');

/** The packed package: the one in PACKAGE_TARBALL, or one that is built now and packed as it would be published. */
export async function pack(folder: string): Promise<string> {
	const given = process.env.PACKAGE_TARBALL;
	if (!given) return await buildAndPack(folder);
	if (!existsSync(given)) throw new Error(`There is no packed package ${given}.`);
	return resolve(given);
}

async function buildAndPack(folder: string): Promise<string> {
	// Two builds at once in one clone would clear each other's dist.
	const name = `build-${createHash('sha256').update(REPOSITORY).digest('hex').slice(0, 12)}`;
	return await inTurn(name, async () => {
		await mkdir(folder, { recursive: true });
		await demand('The build', process.execPath, [GULP]);
		const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(folder)];
		const [packed] = JSON.parse(await npm('npm pack', args)) as Array<{ filename: string }>;
		return join(folder, packed!.filename);
	});
}

export async function unpack(tarball: string, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await demand('tar', 'tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** Puts a packed package where n8n puts the community packages that a user installs, and names it in the folder's manifest as n8n does. */
export async function installAsUserPackage(tarball: string, nodesFolder: string): Promise<string> {
	const target = join(nodesFolder, 'node_modules', 'n8n-nodes-rcs-promotion');
	await unpack(tarball, target);
	const file = join(target, 'package.json');
	const full = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	const dropped = ['devDependencies', 'peerDependencies', 'optionalDependencies'];
	const manifest = Object.fromEntries(Object.entries(full).filter(([field]) => !dropped.includes(field)));
	await writeFile(file, JSON.stringify(manifest, null, 2));
	const installed = { name: 'installed-nodes', private: true, dependencies: { [String(full.name)]: full.version } };
	await writeFile(join(nodesFolder, 'package.json'), JSON.stringify(installed, null, 2));
	return target;
}

if (require.main === module) {
	runMain(async () => {
		const [folder] = process.argv.slice(2);
		if (folder === undefined) throw new Error('Say where to: npx tsx tools/pack.ts <folder>');
		console.log(await buildAndPack(folder));
	});
}
