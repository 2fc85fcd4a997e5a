import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Clock } from './clock';
import { modelledEvents } from './form';
import { play } from './play';
import { timeline } from './timelines';

export interface ModelRun {
	seed: number;
	timelines: number;
	/** Share of the timelines that held each of these, and in which each event was expected. */
	shares: Record<string, number>;
}

/** Every timeline is checked; the first that fails is made as short as it can be, and thrown with its seed. */
export async function runModel({ timelines, seed }: { timelines: number; seed: number }): Promise<ModelRun> {
	const counts = new Map<string, number>();
	let played = 0;
	const clock = new Clock();
	try {
		const property = fc.asyncProperty(timeline, async (given) => {
			const { events, ...happenings } = await play(given, clock);
			played += 1;
			// Node.js lets go of much only between two turns, and the timelines by themselves are a single one.
			await nextTurn();
			const held = Object.entries(happenings).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
			for (const name of [...held, ...events]) counts.set(name, (counts.get(name) ?? 0) + 1);
		});
		await fc.assert(property, { numRuns: timelines, seed });
	} finally {
		clock.restore();
	}
	const shares = Object.fromEntries([...counts].map(([name, count]) => [name, count / played]));
	return { seed, timelines: played, shares };
}

/** How many of the timelines have to hold what is hard, and what is seldom. */
const LEAST_SHARES: Record<string, number> = {
	lostState: 0.1,
	busy: 0.1,
	tooLate: 0.1,
	failedStatistics: 0.1,
	limitedStatistics: 0.03,
	missingCounters: 0.05,
	failedList: 0.1,
	replica: 0.1,
	oldCopyOfEnd: 0.01,
	backAgain: 0.05,
	emptyStart: 0.03,
	lostExecution: 0.01,
	unwritten: 0.02,
	edited: 0.3,
	discarded: 0.1,
	failedActivation: 0.02,
	missingSelection: 0.01,
	clockBack: 0.05,
	clockAhead: 0.05,
	silentEntry: 0.05,
	silentLimit: 0.01,
	scopeMoves: 0.05,
	fewDaysOff: 0.02,
	longOff: 0.01,
	reportedList: 0.05,
	reportedStatistics: 0.05,
	reportedChoice: 0.01,
	reportedLate: 0.01,
	// An event is expected in none if story.ts does not tell it, or if what it needs never happens in world.ts.
	...Object.fromEntries(modelledEvents.map((event) => [event, 0.02])),
};

const inPercent = (share: number) => `${(100 * share).toFixed(1)}%`;

export const tooRare = ({ shares }: Pick<ModelRun, 'shares'>): string[] =>
	Object.entries(LEAST_SHARES).flatMap(([name, least]) => {
		const share = shares[name] ?? 0;
		return share < least ? [`${name} (${inPercent(share)}, not ${inPercent(least)})`] : [];
	});

export function reportOf({ seed, timelines, shares }: ModelRun): string {
	const parts = Object.entries(shares).map(([name, share]) => `${name} ${inPercent(share)}`);
	return `${timelines} timelines, seed ${seed}: ${parts.join(', ')}`;
}
