/** npx tsx test/model/main.ts [--timelines 20000] [--seed 1], which npm run test:long plays with fewer; --days 3 plays a quiet day and busy ones instead. */
import { parseArgs } from 'node:util';
import { playBusyDays, playQuietDay } from './days';
import { findRare, runModel } from './run';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { timelines: { type: 'string', default: '20000' }, seed: { type: 'string' }, days: { type: 'string' } },
	});
	if (values.days !== undefined) {
		const quiet = await playQuietDay();
		console.table({ quiet, busy: await playBusyDays({ days: Number(values.days), perDay: 500, hours: 5 }) });
		return;
	}
	const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
	console.log(`Playing ${values.timelines} timelines with seed ${seed}`);
	const started = performance.now();
	const shares = await runModel({ timelines: Number(values.timelines), seed });
	const texts = [...shares].map(([name, share]) => `${name} ${(100 * share).toFixed(1)}%`);
	console.log(`${texts.join(', ')}; ${((performance.now() - started) / 1000).toFixed(0)} s`);
	const rare = findRare(shares);
	if (rare.length > 0) throw new Error(`Too few timelines have ${rare.join(', ')}`);
}

main().catch((fault: unknown) => {
	console.error(fault instanceof Error ? fault.message : fault);
	if (fault instanceof Error && fault.cause !== undefined) console.error(String(fault.cause));
	process.exitCode = 1;
});
