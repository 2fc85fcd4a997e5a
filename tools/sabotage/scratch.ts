import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A copy of the working tree to do harm in: what git knows or would take, with the installed packages as a link. */
export async function scratchCopy(repository: string): Promise<string> {
	// The real path, as jest compares paths and some systems link their folder for temporary files.
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sabotage-')));
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const { stdout } = await run('git', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
	const isFile = (file: string) => statSync(join(repository, file), { throwIfNoEntry: false })?.isFile() === true;
	const files = stdout.split('\0').filter((file) => file !== '' && isFile(file));
	for (const folderName of new Set(files.map((file) => dirname(file)))) {
		await mkdir(join(folder, folderName), { recursive: true });
	}
	await Promise.all(files.map(async (file) => await copyFile(join(repository, file), join(folder, file))));
	await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'), 'junction');
	return folder;
}
