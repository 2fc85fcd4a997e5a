/** Days of checks, one a minute, held to the same promises as random timelines. */
import { Clock, START } from './clock';
import { EVERYTHING, modelledEvents, type Form } from './form';
import { Player } from './play';
import { World, type Actual } from './world';

const DAY = 1440;

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

/** A trigger that watches these promotions; what it asked for, and how many events came of it. */
async function watch(start: readonly Actual[], days: number, play: (player: Player) => Promise<void>) {
	const clock = new Clock();
	try {
		const form = { events: modelledEvents, options, scope: EVERYTHING };
		const player = new Player(clock, new World(start, START), 'memory', form);
		await player.activate('activate');
		await play(player);
		return { checks: days * DAY, ...player.requests, events: player.database.items().length };
	} finally {
		clock.restore();
	}
}

/** Nothing happens to 50 that run and 20 that are over. It asks for figures less and less often, and yet at least once an hour. */
export async function playQuietDay() {
	const some = (count: number, status: Actual['status'], ageMinutes: number) =>
		Array.from({ length: count }, () => ({ listed: true, status, figures: 0, ageMinutes }));
	const found = await watch([...some(20, 'Completed', 50 * DAY), ...some(50, 'Running', DAY)], 1, async (player) => {
		for (let minute = 0; minute < DAY; minute++) await player.goodPoll(1);
	});
	const isRight =
		found.events === 0 && found.list <= DAY + 1 && found.statistics <= 50 * 65 && found.statistics >= 50 * 24;
	if (!isRight) throw new Error(`A quiet day: ${JSON.stringify(found)}`);
	return found;
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
	const start = Array.from({ length: running }, (_, index) => begins(index));
	return await watch(start, days, async (player) => {
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
	});
}
