import { reportOf, runModel, tooRare } from '../../model/run';

const TIMELINES = 400;

it('tells every change of random timelines once, whatever fails, overlaps or dies', async () => {
	// Another seed each time; one that failed can be given again by npm run test:model -- --seed.
	const seed = Math.floor(Math.random() * 2 ** 31);
	process.stdout.write(`Model of the trigger: seed ${seed}\n`);
	const run = await runModel({ timelines: TIMELINES, seed });
	process.stdout.write(`Model of the trigger: ${reportOf(run)}\n`);
	expect(run.timelines).toBeGreaterThanOrEqual(TIMELINES);
	expect(tooRare(run)).toEqual([]);
}, 120_000);
