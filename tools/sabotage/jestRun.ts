import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_GROUP, signalTree } from '../childProcess';

/** What we read of jest's --json. */
export interface JestResult {
	numPassedTests: number;
	numFailedTests: number;
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

export interface JestTarget {
	files: string[];
	tests: string;
}

/** Runs the tests in a process of their own. Undefined when they did not end in time: a harm may well hang them. */
export async function runJest(
	folder: string,
	{ files, tests }: JestTarget,
	limitMs: number,
	workers = 1,
): Promise<JestResult | undefined> {
	const outputFile = join(folder, 'jest-result.json');
	await rm(outputFile, { force: true });
	const args = [
		'--experimental-vm-modules',
		join(folder, 'node_modules/jest/bin/jest.js'),
		'--ci',
		`--maxWorkers=${workers}`,
		'--forceExit',
		'--silent',
		'--json',
		`--outputFile=${outputFile}`,
		`--cacheDirectory=${join(folder, '.jest-cache')}`,
		'--testNamePattern',
		tests,
		'--runTestsByPath',
		...files.map((file) => join(folder, file)),
	];
	const log = createWriteStream(join(folder, 'jest.log'));
	const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...OWN_GROUP });
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const stop = () => signalTree(child, 'SIGKILL');
	process.once('exit', stop);
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		stop();
	}, limitMs);
	await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
	clearTimeout(timer);
	process.removeListener('exit', stop);
	log.end();
	if (isLate) return undefined;
	const text = await readFile(outputFile, 'utf8').catch(async () => {
		throw new Error(`jest gave no result:\n${await readFile(join(folder, 'jest.log'), 'utf8')}`);
	});
	return JSON.parse(text) as JestResult;
}
