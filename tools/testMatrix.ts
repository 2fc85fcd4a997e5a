/**
 * npm run test:matrix: the unit and engine tests on the other versions of Node.js that hosts run on; on Node.js 24 expressions are
 * evaluated in an isolate, as hosts that need Node.js 24 do it. Arguments after -- go to jest.
 */
import { reportOn, runJest } from './jestRuns';
import { nodeOfMajor } from './otherNodes';
import { tell } from './plainMessage';

/** What looks at the repository and its programs, which is the same on every Node.js. */
const SAME_EVERYWHERE = ['--testPathIgnorePatterns', 'test/unit/(package|policy|simulator|tools)/'];

async function main(): Promise<number> {
	process.stdout.write('Getting Node.js 22 and 24 (about 370 MB the first time) …\n');
	const args = [...process.argv.slice(2), ...SAME_EVERYWHERE];
	const [node22, node24] = [await nodeOfMajor(22), await nodeOfMajor(24)];
	const outcomes = await runJest([
		{ title: 'Node.js 22', node: node22, args },
		{ title: 'Node.js 24, expressions in an isolate', node: node24, args, env: { TEST_EXPRESSION_ENGINE: 'vm' } },
	]);
	return reportOn(outcomes);
}

main().then(
	(code) => (process.exitCode = code),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
