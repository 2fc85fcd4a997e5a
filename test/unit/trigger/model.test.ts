import { findRare, runModel } from '../../model/run';

/** Always the same ones, so that a red run is a change of ours; npx tsx test/model/main.ts plays others. */
const SEEDS = [1, 2, 3, 4, 5];
const TIMELINES = 40;

describe('keeps its promises in random timelines, whatever fails, overlaps or dies', () => {
	const runs: Array<Map<string, number>> = [];

	it.each(SEEDS)(
		'seed %i',
		async (seed) => {
			runs.push(await runModel({ timelines: TIMELINES, seed }));
		},
		300_000,
	);

	it('with enough of what is hard', () => {
		const names = new Set(runs.flatMap((shares) => [...shares.keys()]));
		const mean = (name: string) => runs.reduce((sum, shares) => sum + (shares.get(name) ?? 0), 0) / runs.length;
		// findRare says what each needs.
		expect(findRare(new Map([...names].map((name) => [name, mean(name)])))).toEqual([]);
	});
});
