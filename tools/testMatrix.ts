/**
 * npm run test:matrix: the unit and engine tests on the other versions of Node.js that hosts run on; on Node.js 24 expressions are
 * evaluated in an isolate, as hosts that need Node.js 24 do it. With -- --node 22 on that one alone; further arguments go to jest.
 */
import { writeDown } from './compatibilityTable';
import { reportOn, runJest, type TestRun } from './jestRuns';
import { nodeOfMajor } from './otherNodes';
import { PlainMessage, tell } from './plainMessage';

/** What looks at the repository and its programs, which is the same on every Node.js. */
const SAME_EVERYWHERE = ['--testPathIgnorePatterns', 'test/unit/(package|policy|simulator|tools)/'];

async function main(): Promise<number> {
	const [option, only, ...others] = process.argv.slice(2);
	const rest = option === '--node' ? others : process.argv.slice(2);
	const args = [...rest, ...SAME_EVERYWHERE];
	const runs = [
		{ major: 22 as const, title: 'Unit and engine tests on Node.js 22', args },
		{
			major: 24 as const,
			title: 'Unit and engine tests on Node.js 24, expressions in an isolate',
			args,
			env: { TEST_EXPRESSION_ENGINE: 'vm' },
		},
	].filter(({ major }) => option !== '--node' || String(major) === only);
	if (runs.length === 0) throw new PlainMessage(`There is no run on Node.js ${only}: 22 or 24`);
	process.stdout.write('Getting Node.js 22 and 24 (about 370 MB the first time) …\n');
	const chosen: TestRun[] = [];
	for (const { major, ...run } of runs) chosen.push({ ...run, node: await nodeOfMajor(major) });
	const outcomes = await runJest(chosen);
	await writeDown(outcomes, rest);
	return reportOn(outcomes);
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
