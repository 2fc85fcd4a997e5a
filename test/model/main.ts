/**
 * npx tsx test/model/main.ts timelines [count] [--seed 1]   random ones, in two processes
 *                            seed 17 [--small]   one of them, and how it differs; as small as it can be
 *                            measure [name]      what it costs and how often it fails
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FAILED, measurements } from './measure';
import { playSeed } from './run';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { seed: { type: 'string' }, small: { type: 'boolean' }, part: { type: 'string' } },
});
const [mode = 'timelines', name] = positionals;
const PARTS = 2;

interface Played {
	polls: number;
	differ: number;
}

/** Every second one, say. What differs is shown at once. */
async function playPart(first: number, count: number, part: number): Promise<Played> {
	const all = { polls: 0, differ: 0 };
	for (let seed = first + part; seed < first + count; seed += PARTS) {
		const { differences, polls } = await playSeed(seed);
		all.polls += polls;
		if (differences.length > 0) all.differ += 1;
		for (const { promise, turn, text } of differences.slice(0, 1))
			console.log(`seed ${seed}: ${promise} [${turn}] ${text}`);
	}
	return all;
}

async function playTimelines(first: number, count: number): Promise<boolean> {
	console.log(`From seed ${first}`);
	const started = performance.now();
	const parts = Array.from({ length: PARTS }, async (_, part) => {
		const args = ['timelines', String(count), '--seed', String(first), '--part', String(part)];
		const child = fork(__filename, args, { execArgv: ['--import', 'tsx'] });
		return await new Promise<Played>((resolve, reject) => {
			child.on('message', (message) => resolve(message as Played));
			child.on('exit', (code) => code !== 0 && reject(new Error(`A process ended with code ${code}`)));
		});
	});
	const played = await Promise.all(parts);
	const [polls, differ] = (['polls', 'differ'] as const).map((key) => played.reduce((sum, one) => sum + one[key], 0));
	const seconds = Math.round((performance.now() - started) / 1000);
	console.log(`${count} timelines, ${polls} polls, ${seconds} s; ${differ} differ`);
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
	const [count, first] = [Number(name ?? 20_000), Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))];
	if (values.part === undefined) return await playTimelines(first, count);
	process.send?.(await playPart(first, count, Number(values.part)), () => process.disconnect());
	return true;
}

main().then(
	(isGreen) => (process.exitCode = isGreen ? 0 : 1),
	(fault: unknown) => {
		console.error(fault);
		process.exitCode = 1;
	},
);
