/**
 * npm run bench                       prints a table
 * npm run bench -- report-filter-1m   a case by its name, also with another number of rows, such as report-filter-20k
 * npm run bench -- --growth           how time and memory grow with the number of rows, for our node
 *
 * --json prints one JSON object; --samples 9 runs each side nine times; --package <folder> measures an unpacked package instead of
 * building this one. Ends with code 1 when a limit is missed.
 *
 * Our node and the floors run in one process, each peer in another, in the engine of the n8n that demo/ pins; the services are in others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { installAsUserPackage, pack } from '../tools/pack';
import { runMain } from '../tools/run';
import type { CaseResult } from './frame/benchCase';
import { compare, type Circumstances } from './frame/compare';
import { caseNamed, findCases, sized, type SizedCase } from './frame/findCases';
import { broken, growthTable, table } from './frame/table';

const FEWEST_SAMPLES = 5;
const FRESH_SAMPLES = 3;
const GROWTH = [10_000, 100_000, 1_000_000, 5_000_000];

// Standard output is for the result alone.
const tell = (text: string) => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			json: { type: 'boolean', default: false },
			growth: { type: 'boolean', default: false },
			samples: { type: 'string', default: String(FEWEST_SAMPLES) },
			package: { type: 'string' },
		},
		allowPositionals: true,
	});
	const chosen = positionals.length === 0 ? findCases() : positionals.map(caseNamed);
	const samples = Math.max(FEWEST_SAMPLES, Number(values.samples) || FEWEST_SAMPLES);
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const n8n = await ensurePrivateN8n();
		const packageDirectory = values.package ?? (await installAsUserPackage(await pack(folder), join(folder, 'nodes')));
		const circumstances = { n8n, packageDirectory, samples, freshSamples: FRESH_SAMPLES, tell };
		const results = values.growth
			? await measured(atEachSize(chosen), { ...circumstances, samples: 3, freshSamples: 1, onlySides: ['ours', 'f1'] })
			: await measured(chosen, circumstances);
		const cases = results.map(({ result }) => result);
		if (values.json) process.stdout.write(`${JSON.stringify({ cases }, null, 2)}\n`);
		else process.stdout.write(`\n${values.growth ? growthTable(results) : table(cases)}\n`);
		if (values.growth) return 0;
		const missed = results.flatMap((one) => broken(one.sized, one.result));
		for (const text of missed) tell(`Not reached: ${text}`);
		return missed.length === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const atEachSize = (cases: SizedCase[]) =>
	GROWTH.flatMap((rows) => cases.filter((one) => one.benchCase.grows).map(({ benchCase }) => sized(benchCase, rows)));

async function measured(cases: SizedCase[], circumstances: Circumstances) {
	const results: Array<{ sized: SizedCase; result: CaseResult }> = [];
	for (const one of cases) results.push({ sized: one, result: await compare(one, circumstances) });
	return results;
}

runMain(main);
