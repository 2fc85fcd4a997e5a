/** npm run test:day: a day of polls, one a minute, of 5,000 promotions of which 200 are active, with three outages, and what it costs. */
import { Clock } from './clock';
import { Database, Process } from './host';
import { World, type Actual } from './world';

export interface Day {
	polls: number;
	listCalls: number;
	statisticsCalls: number;
	events: number;
	completed: number;
	settled: number;
	redelivered: number;
	/** Executions that failed, each of which a person is told of. */
	failedExecutions: number;
	largestStateBytes: number;
}

const MINUTES = 1440;
/** In this time they begin, one after the other. */
const BEGINNINGS = 1200;
/** A short one, one of an hour, and one that comes and goes. */
const isDown = (minute: number) =>
	minute === 200 || (minute >= 500 && minute < 560) || (minute >= 900 && minute < 960 && minute % 3 !== 0);

export async function playDay(promotions = 200, over = 4800): Promise<Day> {
	const clock = new Clock();
	try {
		const start = Array.from({ length: promotions + over }, (_, index): Actual => {
			const status = index < promotions ? 'Running' : 'Completed';
			// About 500 a day.
			return { listed: true, status, figures: 0, ageMinutes: index * 3 };
		});
		const world = new World(start, clock.now);
		const database = new Database();
		const options = { summary: true };
		const parameters = { events: ['completed', 'settled', 'stalled', 'thresholdCrossed'], scope: 'all', options };
		const process = new Process(world, database, 'memory', parameters);
		await process.begin({ activation: true }).finish();
		const day = { listCalls: 0, statisticsCalls: 0, failedExecutions: 0, largestStateBytes: 0 };
		for (let minute = 1; minute <= MINUTES; minute++) {
			clock.now += 60_000;
			// Each runs for three hours of its own within the day, failing a little.
			world.actual.slice(0, promotions).forEach((one, index) => {
				const begun = minute - Math.floor((index * BEGINNINGS) / promotions);
				if (begun < 0 || begun > 180) return;
				if (begun % 10 === 0) one.figures = Math.min(20, begun / 10);
				if (begun === 180) one.status = 'Completed';
			});
			const outcome = await process.begin({ listFails: isDown(minute), listStatus: 503 }).finish();
			day.listCalls += 1;
			day.statisticsCalls += outcome.readings.size;
			if (outcome.threw) day.failedExecutions += 1;
			day.largestStateBytes = Math.max(day.largestStateBytes, JSON.stringify(database.state).length);
		}
		const items = database.executions.flatMap((execution) => execution.items);
		return {
			polls: MINUTES,
			...day,
			events: items.length,
			completed: items.filter(({ event }) => event === 'completed').length,
			settled: items.filter(({ event }) => event === 'settled').length,
			redelivered: items.filter(({ redelivered }) => redelivered === true).length,
		};
	} finally {
		clock.restore();
	}
}
