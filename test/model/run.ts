import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Clock } from './clock';
import { modelledEvents } from './form';
import { play } from './play';
import { timeline } from './timelines';

/** Every timeline is checked; the first that fails is made as short as it can be, and thrown with its seed. Returns the share of the timelines that held each of what is hard. */
export async function runModel({ timelines, seed }: { timelines: number; seed: number }): Promise<Map<string, number>> {
	const shares = new Map<string, number>();
	const clock = new Clock();
	try {
		const property = fc.asyncProperty(timeline, async (given) => {
			const held = await play(given, clock);
			// Node.js lets go of much only between two turns, and the timelines by themselves are a single one.
			await nextTurn();
			for (const name of held) shares.set(name, (shares.get(name) ?? 0) + 1 / timelines);
		});
		await fc.assert(property, { numRuns: timelines, seed });
	} finally {
		clock.restore();
	}
	return shares;
}

/** What too few of the timelines held, in percent of them. */
export function findRare(shares: ReadonlyMap<string, number>): string[] {
	const least: Record<string, number> = {
		...Object.fromEntries(
			['outage', 'expression', 'save', 'busy', 'tooLate', 'clock', 'address', 'twice', 'restart'].map((step) => [
				step,
				10,
			]),
		),
		...Object.fromEntries(
			['off for days', 'failed activation', 'lost state', 'reported list', 'reported statistics'].map((one) => [
				one,
				5,
			]),
		),
		cumulative: 3,
		separate: 3,
		'lost execution': 1,
		'reported choice': 1,
		...Object.fromEntries(modelledEvents.map((event) => [event, 3])),
	};
	return Object.entries(least).flatMap(([name, percent]) => {
		const share = 100 * (shares.get(name) ?? 0);
		return share < percent ? [`${name} (${share.toFixed(1)}%, not ${percent}%)`] : [];
	});
}
