/** Three days of an account with 500 campaigns a day, about 100 of them running, which npm run test:long plays, too. */
import { playBusyDays } from './days';

async function main(): Promise<void> {
	const { missing, failures, ...days } = await playBusyDays({ days: 3, perDay: 500, hours: 5 });
	console.table({ ...days, missing: missing.length, failures: failures.length });
	if (missing.length > 0 || days.twice > 0 || days.longestDelay > 0 || failures.length > 0) {
		throw new Error(`Not good: ${[...missing.slice(0, 10), ...failures].join(', ')}`);
	}
}

main().catch((fault: unknown) => {
	console.error(fault);
	process.exitCode = 1;
});
