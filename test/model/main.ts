/** npx tsx test/model/main.ts [--timelines 20000] [--seed 1], which npm run test:long plays with fewer. */
import { parseArgs } from 'node:util';
import { reportOf, runModel, tooRare } from './run';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { timelines: { type: 'string', default: '20000' }, seed: { type: 'string' } },
	});
	const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
	console.log(`Playing ${values.timelines} timelines with seed ${seed}`);
	const started = performance.now();
	const run = await runModel({ timelines: Number(values.timelines), seed });
	console.log(`${reportOf(run)}; ${((performance.now() - started) / 1000).toFixed(0)} s`);
	const rare = tooRare(run);
	if (rare.length > 0) throw new Error(`Too few timelines have ${rare.join(', ')}`);
}

main().catch((fault: unknown) => {
	console.error(fault instanceof Error ? fault.message : fault);
	if (fault instanceof Error && fault.cause !== undefined) console.error(String(fault.cause));
	process.exitCode = 1;
});
