/**
 * `npm run test:sabotage`: harms our own code, one small patch at a time, and demands that a named test turns red. Two patches at once,
 * each in a copy of its own. `npm run test:sabotage -- <id> …` tries only those.
 */
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { REPOSITORY, run, runMain, seconds } from '../tools/run';
import {
	applyEdits,
	caughtBy,
	greenBefore,
	type JestResult,
	type Sabotage,
	type Target,
} from './harness/sabotagePatch';
import { UnknownNames } from './harness/unknownNames';

const LANES = 2;
const LIMIT_MS = 300_000;

function chosen(ids: string[]): Sabotage[] {
	const folder = join(REPOSITORY, 'test/sabotage');
	const all = readdirSync(folder).flatMap(
		(file) => (require(join(folder, file)) as { sabotages: Sabotage[] }).sabotages,
	);
	const unknown = ids.filter((id) => !all.some((one) => one.id === id));
	if (unknown.length === 0) return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
	throw new Error(`No patch has the name ${unknown.join(', ')}. There are: ${all.map(({ id }) => id).join(', ')}`);
}

const LEFT_OUT = ['node_modules', '.git', 'dist'];

/** With the installed packages as a link. */
function scratchCopy(): string {
	// The real path, as jest compares paths and some systems link their folder for temporary files.
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sabotage-')));
	cpSync(REPOSITORY, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(REPOSITORY, path)) });
	symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'), 'junction');
	return folder;
}

/** Undefined when the tests did not end in time: a harm may well hang them. */
async function jest(folder: string, { files, tests }: Target, limitMs = LIMIT_MS): Promise<JestResult | undefined> {
	const result = join(folder, 'jest-result.json');
	await rm(result, { force: true });
	const program = ['--experimental-vm-modules', join(folder, 'node_modules/jest/bin/jest.js'), '--ci', '--runInBand'];
	const output = ['--forceExit', '--silent', '--json', `--outputFile=${result}`];
	const cache = `--cacheDirectory=${join(folder, '.jest-cache')}`;
	const paths = files.map((file) => join(folder, file));
	const args = [...program, ...output, cache, '--testNamePattern', tests, '--runTestsByPath', ...paths];
	const ended = await run(process.execPath, args, { cwd: folder, timeout: limitMs });
	if (ended.code === null) return undefined;
	const text = await readFile(result, 'utf8').catch(() => undefined);
	if (text === undefined) throw new Error(`jest gave no result:\n${ended.output}`);
	return JSON.parse(text) as JestResult;
}

async function tryOne(folder: string, { edits, caughtBy: target }: Sabotage, unknownNames: UnknownNames) {
	let undo: () => void;
	try {
		const unknown = unknownNames.find(edits);
		if (unknown.length > 0) return { caught: false, detail: `the harm cannot run: ${unknown.join(' ')}` };
		undo = applyEdits(folder, edits);
	} catch (thrown) {
		return { caught: false, detail: `the patch no longer applies: ${(thrown as Error).message}` };
	}
	try {
		return caughtBy(await jest(folder, target), target);
	} finally {
		undo();
	}
}

/** All named tests without any harm, those of the first half of the files in the first copy, and so on. */
async function unharmed(folders: string[], sabotages: Sabotage[]): Promise<JestResult> {
	const files = [...new Set(sabotages.flatMap(({ caughtBy: target }) => target.files))];
	const tests = sabotages.map(({ caughtBy: target }) => `(${target.tests})`).join('|');
	const parts = await Promise.all(
		folders.map(async (folder, lane) => {
			const own = files.filter((_, index) => index % folders.length === lane);
			return own.length > 0 ? await jest(folder, { files: own, tests }, LIMIT_MS * 2) : undefined;
		}),
	);
	return { testResults: parts.flatMap((part) => part?.testResults ?? []) };
}

async function main(): Promise<number> {
	const sabotages = chosen(process.argv.slice(2));
	const folders = Array.from({ length: Math.min(LANES, sabotages.length) }, scratchCopy);
	try {
		console.log(`${sabotages.length} patches in ${folders.length} lanes. First their tests without any harm …`);
		const before = await unharmed(folders, sabotages);
		const unknownNames = new UnknownNames(REPOSITORY);
		const waiting = [...sabotages];
		let survived = 0;
		const lane = async (folder: string) => {
			for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
				const begunAt = performance.now();
				const green = greenBefore(before, one.caughtBy);
				const { caught, detail } = green.caught ? await tryOne(folder, one, unknownNames) : green;
				if (!caught) survived++;
				const took = seconds(performance.now() - begunAt);
				console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${one.id} (${took}): ${one.promise}`);
				console.log(`         ${caught ? 'red: ' : ''}${detail}`);
			}
		};
		await Promise.all(folders.map(lane));
		console.log(`\nSabotage: ${sabotages.length - survived} passed, ${survived} failed`);
		return survived === 0 ? 0 : 1;
	} finally {
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	}
}

runMain(main);
