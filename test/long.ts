/**
 * npm run test:long   what takes too long for npm test: the suites that read TEST_LONG, with their large numbers, random timelines of
 *                     the trigger beside an oracle, a week of small faults, and whether the pictures of the docs are of
 *                     today. --timelines 20000 plays more than the usual 2,000.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { REPOSITORY, runMain, runParts } from '../tools/run';

runMain(async () => {
	const { timelines } = parseArgs({ options: { timelines: { type: 'string', default: '2000' } } }).values;
	const grep = ['grep', '-l', 'process.env.TEST_LONG', '--', 'test/*.test.ts'];
	const suites = spawnSync('git', grep, { cwd: REPOSITORY, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
	if (suites.length === 0) throw new Error('No suite reads process.env.TEST_LONG.');
	const parts = {
		'long suites': ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runTestsByPath', ...suites],
		[`${timelines} timelines`]: ['--import', 'tsx', 'test/model/main.ts', 'timelines', timelines],
		pictures: ['--import', 'tsx', 'demo/pictures.ts', 'check'],
		'a week of small faults': ['--import', 'tsx', 'test/model/main.ts', 'measure', 'week'],
	};
	const own = { node: process.execPath, env: { TEST_LONG: '1' } };
	return await runParts(Object.entries(parts).map(([title, args]) => ({ ...own, title, args })));
});
