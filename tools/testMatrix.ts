/**
 * npm run test:matrix: the unit and engine tests on every other version of Node.js that hosts run on, and once with expressions
 * evaluated in an isolate, as production does it. Arguments after -- go to jest.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { duration } from './progress';
import { exists, ensureInstalled } from './privateInstall';
import { PlainMessage, tell } from './plainMessage';

const ROOT = join(__dirname, '..');

interface Run {
	title: string;
	major: number;
	env?: NodeJS.ProcessEnv;
	args?: string[];
}

const runs: Run[] = [
	{ title: 'Node.js 22', major: 22 },
	{ title: 'Node.js 24', major: 24 },
	{
		title: 'Node.js 24, expressions in an isolate',
		major: 24,
		env: { TEST_EXPRESSION_ENGINE: 'vm' },
		args: ['--selectProjects', 'engine'],
	},
];

async function nodeOfMajor(folder: string, major: number): Promise<string> {
	const home = join(folder, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
	const node = process.platform === 'win32' ? join(home, 'bin', 'node.exe') : join(home, 'bin', 'node');
	if (await exists(node)) return node;
	if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
	throw new PlainMessage(
		`No package brings Node.js ${major} for ${process.platform} on ${process.arch}. Run "npm test" with a Node.js ${major} of your own instead.`,
	);
}

async function runTests(node: string, { env, args = [] }: Run): Promise<number> {
	const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(node, ['--experimental-vm-modules', jest, ...process.argv.slice(2), ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	return await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}

async function main(): Promise<number> {
	process.stdout.write('Getting Node.js 22 and 24 (about 370 MB the first time) …\n');
	const folder = await ensureInstalled({ name: 'node-versions', manifestDir: join(__dirname, 'node-versions') });
	const report: string[] = [];
	let failed = 0;
	for (const run of runs) {
		const node = await nodeOfMajor(folder, run.major);
		process.stdout.write(`\n=== ${run.title}\n`);
		const started = performance.now();
		const code = await runTests(node, run);
		if (code !== 0) failed += 1;
		report.push(`${code === 0 ? 'passed' : 'FAILED'}  ${run.title} (${duration(performance.now() - started)})`);
	}
	process.stdout.write(`\n${report.join('\n')}\n`);
	return failed === 0 ? 0 : 1;
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
