import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Clock } from './clock';
import { play, type Happenings } from './play';
import { timeline } from './timelines';

export interface ModelRun {
	seed: number;
	timelines: number;
	/** Share of the timelines that held each of these. */
	shares: Record<keyof Happenings, number>;
}

/** Every timeline is checked; the first that fails is made as short as it can be, and thrown with its seed. */
export async function runModel({ timelines, seed }: { timelines: number; seed: number }): Promise<ModelRun> {
	const counts: Partial<Record<keyof Happenings, number>> = {};
	let played = 0;
	const clock = new Clock();
	try {
		const property = fc.asyncProperty(timeline, async (given) => {
			const happenings = await play(given, clock);
			played += 1;
			// Node.js lets go of much only between two turns, and the timelines by themselves are a single one.
			await nextTurn();
			for (const [name, held] of Object.entries(happenings) as Array<[keyof Happenings, boolean]>) {
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

/** How many of the timelines have to hold what is hard, and what is seldom. */
export const leastShares = {
	lostState: 0.1,
	overlap: 0.1,
	failedStatistics: 0.1,
	backwards: 0.1,
	settled: 0.05,
	stalled: 0.05,
	massAbsence: 0.01,
	edited: 0.3,
	discarded: 0.1,
	clockBack: 0.1,
	killedInOverlap: 0.05,
	oldEnters: 0.05,
	madeRoom: 0.01,
	scopeMoves: 0.1,
} satisfies Partial<ModelRun['shares']>;

export function tooRare({ shares }: ModelRun): string[] {
	const names = Object.keys(leastShares) as Array<keyof typeof leastShares>;
	return names.filter((name) => shares[name] < leastShares[name]).map((name) => `${name} ${shares[name]}`);
}

export function reportOf({ seed, timelines, shares }: ModelRun): string {
	const parts = Object.entries(shares).map(([name, share]) => `${name} ${(100 * share).toFixed(1)}%`);
	return `${timelines} timelines, seed ${seed}: ${parts.join(', ')}`;
}
