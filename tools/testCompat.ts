/**
 * npm run test:compat: the engine tests inside older engines of n8n, each in a process of its own, since two of them do not
 * get along in one. With -- --whole, end-to-end tests in whole older n8ns instead. Further arguments go to jest.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pinned, writeDown } from './compatibilityTable';
import { runJest, reportOn, type TestRun } from './jestRuns';
import { nodeOfMajor } from './otherNodes';
import { ensureInstalled } from './privateInstall';
import { tell } from './plainMessage';

/** It requires an ES module, which jest can do from this Node.js on. */
const NEEDS_NODE_24 = 'n8n-core-2.0';
const MANIFEST_DIR = join(__dirname, 'n8n-versions');
const WHOLE_DIR = join(__dirname, 'n8n-whole');
/** What a user does in any n8n: install, credential, operations, reports, launches in test and production, a published trigger, the forms. */
const IN_WHOLE_N8N = [
	...['installed', 'credential', 'operations', 'launch', 'trigger', 'triggerLive'],
	...['editor', 'editorTrigger'],
];

async function main(): Promise<number> {
	const whole = process.argv[2] === '--whole';
	const args = process.argv.slice(whole ? 3 : 2);
	const outcomes = await runJest(whole ? await wholeRuns(args) : await engineRuns(args));
	await writeDown(outcomes, args);
	return reportOn(outcomes);
}

async function wholeRuns(args: string[]): Promise<TestRun[]> {
	const files = args.length > 0 ? args : IN_WHOLE_N8N.map((name) => `test/e2e/${name}.test.ts`);
	return (await readdir(WHOLE_DIR)).map((version) => ({
		title: `The packed node in n8n ${pinned(join(WHOLE_DIR, version)).n8n}, end to end`,
		node: process.execPath,
		args: ['--config', join('test', 'e2e', 'jest.config.js'), ...files],
		env: { N8N_MANIFEST: join(WHOLE_DIR, version) },
	}));
}

async function engineRuns(args: string[]): Promise<TestRun[]> {
	process.stdout.write('Getting older engines of n8n (about 900 MB the first time, some minutes) …\n');
	const folder = await ensureInstalled({ name: 'n8n-versions', manifestDir: MANIFEST_DIR });
	const node24 = await nodeOfMajor(24);
	return Object.entries(pinned(MANIFEST_DIR))
		.filter(([alias]) => alias.startsWith('n8n-core-'))
		.map(([alias, version]): TestRun => ({
			title: `Engine tests in ${version.replace('npm:', '').replace('@', ' ')}`,
			node: alias === NEEDS_NODE_24 ? node24 : process.execPath,
			args: ['--config', join('test', 'compat', 'jest.config.js'), ...args],
			env: { HOST_CORE: join(folder, 'node_modules', alias) },
		}));
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
