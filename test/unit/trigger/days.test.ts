/** Days of polls, one a minute: what they ask for, what they tell, and of which trouble. */
import { DAY, play, playBusyDays } from '../../model/days';
import { ALL, type Actual } from '../../model/world';
import { allEvents } from './timeline';

const one = (status: Actual['status'], ageMinutes: number): Actual => ({
	listed: true,
	status,
	figures: 0,
	ageMinutes,
});
const ENDED = 20;
/** Those that ended, and 50 that run and rest. */
const account = () => [
	...Array.from({ length: ENDED }, (_, index) => one('Completed', 50 * DAY - index)),
	...Array.from({ length: 50 }, (_, index) => one('Running', DAY - index)),
];
const HOUR = 60;

it('a quiet day costs a list request a minute, and no more where only completions are to be told', async () => {
	const day = await play({ minutes: DAY, events: ['completed'], start: account() });
	expect(day).toMatchObject({ listCalls: DAY, statisticsCalls: 0, items: [], failures: [] });
}, 120_000);

it('a quiet day costs about as many requests for statistics where all events are to be told', async () => {
	const day = await play({ minutes: DAY, events: allEvents, start: account() });
	expect(day).toMatchObject({ listCalls: DAY, items: [], failures: [] });
	expect(day.statisticsCalls).toBeLessThanOrEqual(3150);
	// Nothing starves.
	expect(day.statisticsCalls).toBeGreaterThan(50 * 24);
}, 120_000);

it('a check of 10,000 listed, of which 100 run and move, makes 51 requests', async () => {
	const ended = Array.from({ length: 9900 }, (_, index) => one('Completed', 50 * DAY - index));
	const running = Array.from({ length: 100 }, (_, index) => one('Running', 100 - index));
	const played = await play({
		minutes: 4,
		events: allEvents,
		start: [...ended, ...running],
		happens: ({ actual }, minute) => actual.slice(-100).forEach((moving) => (moving.figures = minute)),
	});
	expect(played).toMatchObject({ listCalls: 4, statisticsCalls: 4 * 50, failures: [] });
}, 120_000);

it('a busy day tells everything in the first poll that can see it, each once', async () => {
	const day = await playBusyDays({ days: 1, perDay: 96, hours: 3 });
	expect(day).toMatchObject({ longestDelay: 0, missing: [], twice: 0, failures: [] });
	expect(day.events).toBeGreaterThan(1000);
}, 120_000);

it('a day with three outages tells two of them, and every completion', async () => {
	/** A short one, one of an hour, and one that comes and goes. */
	const isDown = (minute: number) =>
		minute === 200 || (minute >= 500 && minute < 560) || (minute >= 900 && minute < 960 && minute % 3 !== 0);
	const day = await play({
		minutes: DAY,
		events: ['completed'],
		start: Array.from({ length: 40 }, (_, index) => one('Running', index)),
		listTrouble: (minute) => (isDown(minute) ? 'down' : undefined),
		happens(world, minute) {
			const ending = world.actual[minute / 30];
			if (ending) ending.status = 'Completed';
		},
	});
	expect(day.items).toHaveLength(40 - 1);
	expect(day.failures).toHaveLength(2);
}, 120_000);

describe('a service that asks for an hour of peace', () => {
	it('on the list gets it, and the outage is told once', async () => {
		const { listCalls, failures } = await play({
			minutes: HOUR,
			events: ['completed'],
			start: account(),
			listTrouble: () => 'limited for an hour',
		});
		expect(listCalls).toBeLessThanOrEqual(2);
		expect(failures).toEqual([expect.stringMatching(/^The service is limiting requests/)]);
	});

	it('on statistics gets it, no status event is late, and the outage is told once', async () => {
		const hour = await play({
			minutes: HOUR,
			events: ['completed', 'countersChanged'],
			start: account(),
			statisticsTrouble: () => ({ kind: 'limited', which: ALL, minutes: 60 }),
			happens(world, minute) {
				const ending = world.actual[ENDED + minute];
				if (ending && minute % 4 === 0) ending.status = 'Completed';
			},
		});
		expect(hour.listCalls).toBe(HOUR);
		expect(hour.statisticsCalls).toBeLessThanOrEqual(10);
		expect(hour.items.map(({ event, statisticsStale }) => [event, statisticsStale])).toEqual(
			Array(12).fill(['completed', true]),
		);
		expect(hour.toldAt).toEqual(Array.from({ length: 12 }, (_, index) => 4 * (index + 1)));
		expect(hour.failures).toEqual([expect.stringMatching(/^The service is limiting requests/)]);
	});

	it('when 200 complete at once, is asked no more than a few times', async () => {
		const start = Array.from({ length: 200 }, (_, index) => one('Running', index));
		const minute = await play({
			minutes: 1,
			events: ['completed'],
			start,
			statisticsTrouble: () => ({ kind: 'limited', which: ALL }),
			happens: (world) => world.actual.forEach((actual) => (actual.status = 'Completed')),
		});
		expect(minute.items).toHaveLength(200);
		expect(minute.statisticsCalls).toBeLessThanOrEqual(10);
	});
});
