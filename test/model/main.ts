/**
 * npx tsx test/model/main.ts timelines [count] [--seed 1]   random ones
 *                            seed 17 [--small]   one of them, and how it differs; as small as it can be
 *                            measure [name]      what it costs and how often it fails
 */
import { parseArgs } from 'node:util';
import { runMain, seconds } from '../../tools/run';
import { FAILED, measurements } from './measure';
import { playSeed } from './run';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { seed: { type: 'string' }, small: { type: 'boolean' } },
});
const [mode = 'timelines', name] = positionals;

/** What differs is shown at once. */
async function playTimelines(first: number, count: number): Promise<boolean> {
	console.log(`From seed ${first}`);
	const started = performance.now();
	let [allPolls, differ] = [0, 0];
	for (let seed = first; seed < first + count; seed++) {
		const { differences, polls } = await playSeed(seed);
		allPolls += polls;
		if (differences.length > 0) differ += 1;
		for (const { promise, turn, text } of differences.slice(0, 1))
			console.log(`seed ${seed}: ${promise} [${turn}] ${text}`);
	}
	console.log(`${count} timelines, ${allPolls} polls, ${seconds(performance.now() - started)}; ${differ} differ`);
	return differ === 0;
}

async function showSeed(seed: number): Promise<boolean> {
	const { differences, plan, polls } = await playSeed(seed, values.small);
	const text = JSON.stringify(plan, null, 1).replace(/\n\s+/g, ' ');
	console.log(`${text.replaceAll(' { "kind"', '\n { "kind"')}\n${polls} polls`);
	for (const { promise, turn, text: what } of differences) console.log(`${promise} [${turn}] ${what}`);
	return differences.length === 0;
}

async function measure(): Promise<boolean> {
	let isGreen = true;
	for (const [one, measureOne] of Object.entries(measurements)) {
		if (name !== undefined && name !== one) continue;
		const rows = await measureOne();
		console.table(rows);
		isGreen &&= Object.values(rows).every((row) => !(Number(row[FAILED]) > 1));
	}
	return isGreen;
}

async function main(): Promise<boolean> {
	if (mode === 'seed') return await showSeed(Number(name));
	if (mode === 'measure') return await measure();
	return await playTimelines(Number(values.seed ?? Math.floor(Math.random() * 2 ** 30)), Number(name ?? 2000));
}

runMain(async () => ((await main()) ? 0 : 1));
