/**
 * npm run bench                       all cases, as a table
 * npm run bench -- report-filter-1m   a case by its name, also with another number of rows, such as report-filter-20k
 *
 * --json prints one JSON object. Ends with code 1 when a limit is missed.
 *
 * Our node and the floors run in one process, the peer in another, in the engine of the n8n that hosts/ pins; the services are in others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrivateN8n } from '../tools/n8n/privateN8n';
import { installAsUserPackage, pack } from '../tools/pack';
import { runMain } from '../tools/run';
import { caseNamed, findCases } from './parts/benchCase';
import { broken, compare, type CaseResult } from './parts/compare';

runMain(async () => {
	const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
	const chosen = positionals.length === 0 ? findCases() : positionals.map(caseNamed);
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const n8n = await ensurePrivateN8n();
		const packageDirectory = await installAsUserPackage(await pack(folder), join(folder, 'nodes'));
		const cases: CaseResult[] = [];
		const missed: string[] = [];
		for (const one of chosen) {
			const result = await compare(one, { n8n, packageDirectory });
			cases.push(result);
			missed.push(...broken(one, result));
		}
		if (values.json) console.log(JSON.stringify({ cases }, null, 2));
		else console.table(cases.map(({ figures: _figures, ...times }) => times));
		if (!values.json) for (const { name, figures } of cases) console.log(name, figures);
		for (const text of missed) console.error(`Not reached: ${text}`);
		return missed.length === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
