/**
 * npm run test:compat: the engine tests inside older engines of n8n, each in a process of its own, since two of them do not
 * get along in one. Arguments after -- go to jest.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runJest, reportOn, type TestRun } from './jestRuns';
import { nodeOfMajor } from './otherNodes';
import { ensureInstalled } from './privateInstall';
import { tell } from './plainMessage';

/** It requires an ES module, which jest can do from this Node.js on. */
const NEEDS_NODE_24 = 'n8n-core-2.0';
const MANIFEST_DIR = join(__dirname, 'n8n-versions');

async function main(): Promise<number> {
	process.stdout.write('Getting older engines of n8n (about 900 MB the first time, some minutes) …\n');
	const folder = await ensureInstalled({ name: 'n8n-versions', manifestDir: MANIFEST_DIR });
	const manifest = JSON.parse(await readFile(join(MANIFEST_DIR, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	const node24 = await nodeOfMajor(24);
	const runs = Object.entries(manifest.dependencies)
		.filter(([alias]) => alias.startsWith('n8n-core-'))
		.map(([alias, version]): TestRun => ({
			title: version.replace('npm:', '').replace('@', ' '),
			node: alias === NEEDS_NODE_24 ? node24 : process.execPath,
			args: ['--config', join('test', 'compat', 'jest.config.js'), ...process.argv.slice(2)],
			env: { HOST_CORE: join(folder, 'node_modules', alias) },
		}));
	return reportOn(await runJest(runs));
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
