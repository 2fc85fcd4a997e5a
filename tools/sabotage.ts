/**
 * `npm run test:sabotage`: harms our own code in a copy, one small patch at a time, and demands that a test turns red.
 * `npm run test:sabotage -- <id> …` runs only those.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from './packageTarball';
import { PlainMessage, tell } from './plainMessage';
import { duration } from './progress';
import { applyEdits, PatchNoLongerApplies } from './sabotage/edit';
import { runJest } from './sabotage/jestRun';
import { caughtBy, greenBefore, type Verdict } from './sabotage/judge';
import { scratchCopy } from './sabotage/scratch';
import type { Sabotage } from './sabotage/types';

const patchFolder = join(REPOSITORY, 'test/sabotage');
const limitMs = 300_000;

async function chosen(ids: string[]): Promise<Sabotage[]> {
	const files = (await readdir(patchFolder)).filter((file) => file.endsWith('.ts')).sort();
	const modules = await Promise.all(
		files.map(async (file) => (await import(join(patchFolder, file))) as { sabotages: Sabotage[] }),
	);
	const all = modules.flatMap(({ sabotages }) => sabotages);
	const known = all.map(({ id }) => id);
	const twice = known.find((id, index) => known.indexOf(id) !== index);
	if (twice !== undefined) throw new PlainMessage(`Two patches have the name ${twice}`);
	const unknown = ids.filter((id) => !known.includes(id));
	if (unknown.length > 0)
		throw new PlainMessage(`No patch has the name ${unknown.join(', ')}. There are: ${known.join(', ')}`);
	return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}

async function tryOne(folder: string, sabotage: Sabotage): Promise<Verdict> {
	let undo: () => void;
	try {
		undo = applyEdits(folder, sabotage.edits);
	} catch (thrown) {
		if (!(thrown instanceof PatchNoLongerApplies)) throw thrown;
		return { caught: false, detail: `the patch no longer applies: ${thrown.message}` };
	}
	try {
		return caughtBy(await runJest(folder, sabotage.caughtBy, limitMs), sabotage.caughtBy);
	} finally {
		undo();
	}
}

async function sabotageAll(sabotages: Sabotage[], folder: string): Promise<number> {
	const targets = sabotages.map(({ caughtBy: target }) => target);
	const files = [...new Set(targets.flatMap((target) => target.files))];
	const tests = targets.map((target) => `(${target.tests})`).join('|');
	console.log(`${sabotages.length} patches. First the tests without any harm: ${files.length} files …`);
	const startedAt = performance.now();
	const unharmed = await runJest(folder, { files, tests }, limitMs * 2, 2);
	if (!unharmed) throw new PlainMessage('The tests did not end in time although nothing was harmed.');
	console.log(
		`${unharmed.numPassedTests} tests are green, ${unharmed.numFailedTests} are red (${duration(performance.now() - startedAt)})\n`,
	);

	const width = Math.max(...sabotages.map(({ id }) => id.length));
	let survived = 0;
	for (const sabotage of sabotages) {
		const begunAt = performance.now();
		const green = greenBefore(unharmed, sabotage.caughtBy);
		const { caught, detail } = green.caught ? await tryOne(folder, sabotage) : green;
		if (!caught) survived++;
		const seconds = duration(performance.now() - begunAt).padStart(7);
		console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${sabotage.id.padEnd(width)}  ${seconds}  ${sabotage.promise}`);
		console.log(`${' '.repeat(width + 21)}${caught ? 'red: ' : ''}${detail}`);
	}
	return survived;
}

async function main(): Promise<void> {
	const sabotages = await chosen(process.argv.slice(2));
	if (sabotages.length === 0) throw new PlainMessage(`There is no patch in ${patchFolder}.`);
	const folder = await scratchCopy(REPOSITORY);
	try {
		const survived = await sabotageAll(sabotages, folder);
		console.log(
			`\nSabotage: ${sabotages.length - survived} passed, ${survived} failed (a patch that no test notices has failed)`,
		);
		process.exitCode = survived === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main().catch((thrown: unknown) => {
	process.exitCode = tell(thrown);
});
