/** Days of checks, one a minute: what they tell, and what they ask for. */
import { DAY, playBusyDays, watching } from '../../model/days';
import { modelledEvents } from '../../model/form';
import type { Player } from '../../model/play';
import { ALL, type Actual, type ListTrouble, type StatisticsTrouble } from '../../model/world';

const some = (count: number, status: Actual['status'], ageMinutes: number): Actual[] =>
	Array.from({ length: count }, () => ({ listed: true, status, figures: 0, ageMinutes }));

interface Account {
	start: Actual[];
	events?: string[];
	minutes: number;
	listTrouble?: ListTrouble;
	statisticsTrouble?: StatisticsTrouble;
	happens?: (player: Player, minute: number) => void;
}

async function played({ start, events, minutes, happens, ...troubles }: Account): Promise<Player> {
	const { clock, player } = await watching(start, events);
	player.requests.list = 0;
	player.requests.statistics = 0;
	for (let minute = 1; minute <= minutes; minute++) {
		happens?.(player, minute);
		await player.take({ kind: 'poll', minutes: 1, fate: null, ...troubles });
	}
	clock.restore();
	return player;
}

it('a busy day keeps all promises', async () => {
	const { events } = await playBusyDays({ days: 1, perDay: 48, hours: 3 });
	expect(events).toBeGreaterThan(500);
}, 120_000);

it.each([
	['and no more where only completions are to be told', ['completed'], 0],
	['and less and less often for figures', modelledEvents, 1600],
])(
	'six quiet hours cost a list request a minute, %s',
	async (_, events, most) => {
		const start = [...some(20, 'Completed', 50 * DAY), ...some(50, 'Running', DAY)];
		const { requests, database } = await played({ start, events, minutes: DAY });
		expect(requests.list).toBe(DAY);
		expect(requests.statistics).toBeLessThanOrEqual(2 * most);
		expect(requests.statistics).toBeGreaterThanOrEqual(most / 2);
		expect([database.items(), database.failures]).toEqual([[], []]);
	},
	120_000,
);

describe('a service that asks for an hour of peace', () => {
	it('on the list gets it', async () => {
		const start = some(3, 'Running', 5);
		const { requests } = await played({ start, minutes: 60, listTrouble: 'limited for an hour' });
		expect(requests.list).toBeLessThanOrEqual(2);
	});

	it('on statistics gets it, and no status event is late', async () => {
		const { requests, database } = await played({
			start: some(60, 'Running', 5),
			events: ['completed', 'countersChanged'],
			minutes: 59,
			statisticsTrouble: { kind: 'limited', which: ALL, minutes: 60 },
			happens: ({ world }, minute) => Object.assign(world.actual[minute] ?? {}, { status: 'Completed' }),
		});
		expect(requests.list).toBe(59);
		expect(requests.statistics).toBeLessThanOrEqual(10);
		expect(database.items().map(({ statisticsStale }) => statisticsStale)).toEqual(Array(59).fill(true));
	});

	it('when 200 complete at once, is asked no more than a few times', async () => {
		const { requests, database } = await played({
			start: some(200, 'Running', 5),
			events: ['completed'],
			minutes: 1,
			statisticsTrouble: { kind: 'limited', which: ALL },
			happens: ({ world }) => world.actual.forEach((actual) => (actual.status = 'Completed')),
		});
		expect(database.items()).toHaveLength(200);
		expect(requests.statistics).toBeLessThanOrEqual(10);
	});
});
