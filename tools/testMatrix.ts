/**
 * npm run test:matrix: the unit and engine tests on the other versions of Node.js that hosts run on; on Node.js 24 expressions are
 * evaluated in an isolate, as hosts that need Node.js 24 do it. Arguments after -- go to jest.
 */
import { join } from 'node:path';
import { reportOn, runJest } from './jestRuns';
import { exists, ensureInstalled } from './privateInstall';
import { PlainMessage, tell } from './plainMessage';

async function nodeOfMajor(folder: string, major: number): Promise<string> {
	const home = join(folder, 'node_modules', `node-${major}-${process.platform}-${process.arch}`);
	const node = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (await exists(node)) return node;
	if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
	throw new PlainMessage(
		`No package brings Node.js ${major} for ${process.platform} on ${process.arch}. Run "npm test" with a Node.js ${major} of your own instead.`,
	);
}

async function main(): Promise<number> {
	process.stdout.write('Getting Node.js 22 and 24 (about 370 MB the first time) …\n');
	const folder = await ensureInstalled({ name: 'node-versions', manifestDir: join(__dirname, 'node-versions') });
	const args = process.argv.slice(2);
	const [node22, node24] = [await nodeOfMajor(folder, 22), await nodeOfMajor(folder, 24)];
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
