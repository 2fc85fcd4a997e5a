/** Several runs of the tests one after the other, and what became of each. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from './progress';

const ROOT = join(__dirname, '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

export interface TestRun {
	title: string;
	/** The Node.js to run on. */
	node: string;
	args: string[];
	env?: NodeJS.ProcessEnv;
}

export interface TestOutcome {
	title: string;
	passed: boolean;
	/** In jest's own words; undefined when it ended before it could say. */
	tests?: { numPassedTests: number; numFailedTests: number };
	milliseconds: number;
}

export async function runJest(runs: TestRun[]): Promise<TestOutcome[]> {
	const outcomes: TestOutcome[] = [];
	const folder = await mkdtemp(join(tmpdir(), 'rcs-promotion-jest-'));
	try {
		for (const [index, run] of runs.entries()) {
			process.stdout.write(`\n=== ${run.title}\n`);
			const started = performance.now();
			const file = join(folder, `${index}.json`);
			const code = await exitCodeOf({ ...run, args: [...run.args, '--json', `--outputFile=${file}`] });
			const tests = await readFile(file, 'utf8').then(
				(text) => JSON.parse(text) as NonNullable<TestOutcome['tests']>,
				() => undefined,
			);
			const passed = code === 0;
			outcomes.push({ title: run.title, passed, milliseconds: performance.now() - started, ...(tests && { tests }) });
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	return outcomes;
}

/** Prints a line for each run, and gives the exit code for all of them. */
export function reportOn(outcomes: TestOutcome[]): number {
	const lines = outcomes.map(({ title, passed, tests, milliseconds }) => {
		const count = tests ? `, ${tests.numPassedTests} tests passed, ${tests.numFailedTests} failed` : '';
		return `${passed ? 'passed' : 'FAILED'}  ${title}${count} (${duration(milliseconds)})`;
	});
	process.stdout.write(`\n${lines.join('\n')}\n`);
	return outcomes.every(({ passed }) => passed) ? 0 : 1;
}

async function exitCodeOf({ node, args, env }: TestRun): Promise<number> {
	// Some hosts load parts of themselves as ES modules, which jest can do with this switch only.
	const child = spawn(node, ['--experimental-vm-modules', JEST, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	return await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}
