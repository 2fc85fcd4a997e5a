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
	options: {
		seed: { type: 'string' },
		small: { type: 'boolean' },
		workers: { type: 'string', default: '2' },
		of: { type: 'string' },
	},
});
const [mode = 'timelines', name] = positionals;

interface Tally {
	timelines: number;
	polls: number;
	red: number[];
	promises: Record<string, number>;
	examples: Record<string, string>;
	held: Record<string, number>;
}

async function playTimelines(seeds: Iterable<number>): Promise<Tally> {
	const tally: Tally = { timelines: 0, polls: 0, red: [], promises: {}, examples: {}, held: {} };
	for (const seed of seeds) {
		const { differences, held, polls } = await playSeed(seed).catch((fault: unknown) => ({
			differences: [{ promise: 'thrown', turn: 0, text: fault instanceof Error ? String(fault.stack) : String(fault) }],
			held: [],
			polls: 0,
		}));
		tally.timelines += 1;
		tally.polls += polls;
		for (const one of held) tally.held[one] = (tally.held[one] ?? 0) + 1;
		if (differences.length > 0) tally.red.push(seed);
		for (const promise of new Set(differences.map((one) => one.promise))) {
			tally.promises[promise] = (tally.promises[promise] ?? 0) + 1;
			const first = differences.find((one) => one.promise === promise);
			tally.examples[promise] ??= `seed ${seed} [${first?.turn}] ${first?.text}`;
		}
	}
	return tally;
}

const sum = (a: Record<string, number>, b: Record<string, number>) => {
	for (const [key, value] of Object.entries(b)) a[key] = (a[key] ?? 0) + value;
};

async function playInProcesses(count: number, first: number): Promise<boolean> {
	const started = performance.now();
	const workers = Number(values.workers);
	const tallies = await Promise.all(
		Array.from({ length: workers }, async (_, worker) => {
			const args = ['part', String(count), '--seed', String(first), '--of', `${worker}/${workers}`];
			const child = fork(__filename, args, { execArgv: ['--import', 'tsx'] });
			return await new Promise<Tally>((resolve, reject) => {
				child.on('message', (message) => resolve(message as Tally));
				child.on('exit', (code) => code !== 0 && reject(new Error(`A process ended with code ${code}`)));
			});
		}),
	);
	const all: Tally = { timelines: 0, polls: 0, red: [], promises: {}, examples: {}, held: {} };
	for (const tally of tallies) {
		all.timelines += tally.timelines;
		all.polls += tally.polls;
		all.red.push(...tally.red);
		all.examples = { ...tally.examples, ...all.examples };
		sum(all.promises, tally.promises);
		sum(all.held, tally.held);
	}
	const seconds = ((performance.now() - started) / 1000).toFixed(0);
	console.log(
		`${all.timelines} timelines, ${all.polls} polls, ${seconds} s; ${all.red.length} differ${all.red.length > 0 ? `, such as ${all.red.slice(0, 12).join(', ')}` : ''}`,
	);
	for (const [promise, times] of Object.entries(all.promises))
		console.log(`  ${promise}: ${times}, ${all.examples[promise]}`);
	console.log(
		Object.entries(all.held)
			.map(([one, times]) => `${one} ${((100 * times) / all.timelines).toFixed(1)}%`)
			.join(', '),
	);
	return all.red.length === 0;
}

async function main(): Promise<boolean> {
	switch (mode) {
		case 'seed': {
			const { differences, plan, polls } = await playSeed(Number(name), values.small);
			console.log(
				JSON.stringify(plan, null, 1)
					.replace(/\n\s+/g, ' ')
					.replace(/ \{ "kind"/g, '\n { "kind"'),
			);
			console.log(`${polls} polls`);
			for (const { promise, turn, text } of differences) console.log(`${promise} [${turn}] ${text}`);
			return differences.length === 0;
		}
		case 'part': {
			const [worker = 0, workers = 1] = (values.of ?? '').split('/').map(Number);
			const seeds = Array.from({ length: Number(name) }, (_, index) => Number(values.seed) + index).filter(
				(_, index) => index % workers === worker,
			);
			process.send?.(await playTimelines(seeds), () => process.disconnect());
			return true;
		}
		case 'measure': {
			let isGreen = true;
			for (const [one, measure] of Object.entries(measurements)) {
				if (name !== undefined && name !== one) continue;
				const rows = await measure();
				console.table(rows);
				isGreen &&= Object.values(rows).every((row) => !(Number(row[FAILED]) > 1));
			}
			return isGreen;
		}
		default: {
			const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.seed);
			console.log(`From seed ${seed}`);
			return await playInProcesses(Number(name ?? 20_000), seed);
		}
	}
}

main().then(
	(isGreen) => (process.exitCode = isGreen ? 0 : 1),
	(fault: unknown) => {
		console.error(fault);
		process.exitCode = 1;
	},
);
