/** Days of checks, one a minute, of accounts where much happens or nothing, held to the same promises as random timelines. */
import { Clock, START } from './clock';
import { EVERYTHING, modelledEvents, type Form } from './form';
import { Player } from './play';
import { World, type Actual } from './world';

export const DAY = 1440;

const options: Form['options'] = {
	maximumStatisticsCalls: 50,
	minimumChange: 1,
	counters: [],
	watchAfterCompletionHours: 2,
	finalAfterMinutes: 60,
	stalledAfterMinutes: 120,
	emitExisting: false,
	highLimit: 50,
};

/** A trigger that watches these promotions, on a clock that the caller has to give back. */
export async function watching(start: readonly Actual[], events = modelledEvents) {
	const clock = new Clock();
	const player = new Player(clock, new World(start, START), 'memory', { events, options, scope: EVERYTHING });
	await player.activate('activate');
	return { clock, player };
}

/** So many are created a day, and each runs for some hours, in which its figures move every ten minutes. */
export async function playBusyDays({ days, perDay, hours }: { days: number; perDay: number; hours: number }) {
	const runs = hours * 60;
	const every = DAY / perDay;
	const running = Math.floor(runs / every);
	// They were there before, the last of them just created.
	const beginOf = (index: number) => Math.ceil((index - running + 1) * every);
	const begins = (index: number): Actual => ({
		listed: true,
		status: 'Running',
		figures: 0,
		ageMinutes: -beginOf(index),
	});
	const { clock, player } = await watching(Array.from({ length: running }, (_, index) => begins(index)));
	try {
		const { actual } = player.world;
		for (let minute = 1; minute <= days * DAY; minute++) {
			while (beginOf(actual.length) <= minute) actual.push(begins(actual.length));
			actual.forEach((one, index) => {
				const age = minute - beginOf(index);
				if (age % 10 === 0 && age < runs) one.figures = Math.min(20, Math.floor(age / 30));
				if (age === runs) one.status = 'Completed';
			});
			await player.goodPoll(1);
		}
		await player.end();
	} finally {
		clock.restore();
	}
	return { checks: days * DAY, ...player.requests, events: player.database.items().length };
}
