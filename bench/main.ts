/**
 * npm run bench                       prints a table
 * npm run bench -- --json [case …]    prints one JSON object; names choose cases
 *
 * --samples 9 runs each side nine times; --package <folder> measures an unpacked package instead of building this one.
 * Ends with code 1 when a limit is missed.
 *
 * Each side of a case runs in a process of its own, in the engine of the n8n that demo/ pins; the simulated service is in another.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { buildAndPack, installAsUserPackage } from '../tools/packageTarball';
import { tell as tellWhyItStopped } from '../tools/plainMessage';
import type { CaseResult } from './frame/benchCase';
import { compare } from './frame/compare';
import { caseNamed, findCases } from './frame/findCases';
import { broken, table } from './frame/table';

const FEWEST_SAMPLES = 5;

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			json: { type: 'boolean', default: false },
			samples: { type: 'string', default: String(FEWEST_SAMPLES) },
			package: { type: 'string' },
		},
		allowPositionals: true,
	});
	const cases = positionals.length === 0 ? findCases() : positionals.map(caseNamed);
	const samples = Math.max(FEWEST_SAMPLES, Number(values.samples) || FEWEST_SAMPLES);
	// Standard output is for the result alone.
	const tell = (text: string) => void process.stderr.write(`${text}\n`);
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const n8n = await ensurePrivateN8n({ onProgress: tell });
		const packageDirectory =
			values.package ?? (await installAsUserPackage(await buildAndPack(folder, tell), join(folder, 'nodes')));
		const results: CaseResult[] = [];
		for (const benchCase of cases) results.push(await compare(benchCase, { n8n, packageDirectory, samples, tell }));
		if (values.json) process.stdout.write(`${JSON.stringify({ cases: results }, null, 2)}\n`);
		else process.stdout.write(`\n${table(results)}\n`);
		const missed = cases.flatMap((benchCase, index) => broken(benchCase, results[index] as CaseResult));
		for (const text of missed) tell(`Not reached: ${text}`);
		return missed.length === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main().then(
	(code) => process.exit(code),
	(thrown: unknown) => process.exit(tellWhyItStopped(thrown)),
);
