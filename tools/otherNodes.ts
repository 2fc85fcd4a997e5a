import { join } from 'node:path';
import { PlainMessage } from './plainMessage';
import { ensureInstalled, exists } from './privateInstall';

/** The program of another version of Node.js, installed into the user's cache when it is not there yet. */
export async function nodeOfMajor(major: 22 | 24): Promise<string> {
	const folder = await ensureInstalled({ name: 'node-versions', manifestDir: join(__dirname, 'node-versions') });
	const home = join(folder, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
	const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (await exists(node)) return node;
	if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
	throw new PlainMessage(
		`No package brings Node.js ${major} for ${process.platform} on ${process.arch}. Run "npm test" with a Node.js ${major} of your own instead.`,
	);
}
