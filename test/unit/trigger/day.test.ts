import { playDay } from '../../model/day';

it('a day of polls with three outages stays within its bounds and tells every completion', async () => {
	const promotions = 40;
	const day = await playDay(promotions, 60);
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
	// Most of it is what came after an outage, with its summaries, as it was sent.
	expect(day.largestStateBytes).toBeLessThan(64 * 1024);
}, 400_000);
