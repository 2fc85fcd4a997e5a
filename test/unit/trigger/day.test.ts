import { playDay } from '../../model/day';

it('a day of polls with three outages stays within its bounds and tells every completion', async () => {
	const promotions = 40;
	const day = await playDay(promotions);
	process.stdout.write(`Day of the trigger: ${JSON.stringify(day)}\n`);
	expect(day).toMatchObject({
		polls: 1440,
		listCalls: 1440,
		completed: promotions,
		settled: promotions,
		redelivered: 0,
	});
	// Each runs for three hours, in which its figures move every ten minutes, and then rests.
	expect(day.statisticsCalls).toBeLessThan(promotions * 350);
	// One for each outage that lasts; the short one is told by nobody.
	expect(day.failedExecutions).toBe(2);
	expect(day.largestStateBytes).toBeLessThan(30_000);
}, 400_000);
