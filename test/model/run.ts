import fc from 'fast-check';
import { Clock, play, type Hardships } from './play';
import { timeline } from './timelines';

export interface ModelRun {
	seed: number;
	timelines: number;
	/** Share of the timelines that held each hardship. */
	shares: Record<keyof Hardships, number>;
}

/** Every timeline is checked; the first that fails is made as short as it can be, and thrown with its seed. */
export async function runModel({ timelines, seed }: { timelines: number; seed: number }): Promise<ModelRun> {
	const counts: Partial<Record<keyof Hardships, number>> = {};
	let played = 0;
	const clock = new Clock();
	try {
		const property = fc.asyncProperty(timeline, async (given) => {
			const hardships = await play(given, clock);
			played += 1;
			for (const [name, held] of Object.entries(hardships) as Array<[keyof Hardships, boolean]>) {
				counts[name] = (counts[name] ?? 0) + (held ? 1 : 0);
			}
		});
		await fc.assert(property, { numRuns: timelines, seed });
	} finally {
		clock.restore();
	}
	const shares = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / played]));
	return { seed, timelines: played, shares: shares as ModelRun['shares'] };
}

export const LEAST_SHARE = 0.1;
export const required = ['lostState', 'overlap', 'failedStatistics', 'backwards'] as const;

export function reportOf({ seed, timelines, shares }: ModelRun): string {
	const parts = Object.entries(shares).map(([name, share]) => `${name} ${(100 * share).toFixed(1)}%`);
	return `${timelines} timelines, seed ${seed}: ${parts.join(', ')}`;
}
