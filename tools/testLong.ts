/**
 * npm run test:long   what takes too long for npm test: the suites that read TEST_LONG, with their large numbers, random timelines of
 *                     the trigger beside an oracle, and a day of polls. --timelines 20000 plays more than the usual 2,000.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { REPOSITORY, run, runMain, seconds } from './run';

runMain(async () => {
	const { timelines } = parseArgs({ options: { timelines: { type: 'string', default: '2000' } } }).values;
	const grep = ['grep', '-l', 'process.env.TEST_LONG', '--', 'test/*.test.ts'];
	const suites = spawnSync('git', grep, { cwd: REPOSITORY, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
	if (suites.length === 0) throw new Error('No suite reads process.env.TEST_LONG.');
	const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runTestsByPath', ...suites];
	const model = ['--import', 'tsx', 'test/model/main.ts', '--timelines', timelines];
	const day = ['--import', 'tsx', 'test/model/dayMain.ts'];
	const outcomes: Array<{ part: string; outcome: string; took: string }> = [];
	for (const [part, args] of Object.entries({ 'long suites': jest, [`${timelines} timelines`]: model, 'a day': day })) {
		console.log(`\n=== ${part}`);
		const startedAt = performance.now();
		const { code } = await run(process.execPath, args, { env: { ...process.env, TEST_LONG: '1' }, show: 'stdout' });
		outcomes.push({ part, outcome: code === 0 ? 'passed' : 'FAILED', took: seconds(performance.now() - startedAt) });
	}
	console.table(outcomes);
	return outcomes.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
});
