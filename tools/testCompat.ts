/**
 * npm run test:compat: the engine tests inside older engines of n8n, each in a process of its own, since two of them do not
 * get along in one. Arguments after -- go to jest.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runJest, reportOn, type TestRun } from './jestRuns';
import { ensureInstalled } from './privateInstall';
import { tell } from './plainMessage';

const MANIFEST_DIR = join(__dirname, 'n8n-versions');

async function main(): Promise<number> {
	process.stdout.write('Getting older engines of n8n (about 900 MB the first time, some minutes) …\n');
	const folder = await ensureInstalled({ name: 'n8n-versions', manifestDir: MANIFEST_DIR });
	const manifest = JSON.parse(await readFile(join(MANIFEST_DIR, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	const runs = Object.entries(manifest.dependencies)
		.filter(([alias]) => alias.startsWith('n8n-core-'))
		.map(([alias, version]): TestRun => ({
			title: version.replace('npm:', '').replace('@', ' '),
			node: process.execPath,
			args: ['--config', join('test', 'compat', 'jest.config.js'), ...process.argv.slice(2)],
			env: { HOST_CORE: join(folder, 'node_modules', alias) },
		}));
	return reportOn(await runJest(runs));
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
