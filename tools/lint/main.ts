/** npm run lint   ESLint, Prettier and the compiler over everything; also where one of them is red, so that one run shows all there is to do. */
import { join } from 'node:path';
import { REPOSITORY, runMain, runParts } from '../run';

const parts = {
	ESLint: ['eslint/bin/eslint.js', '--max-warnings', '0', '.'],
	Prettier: ['prettier/bin/prettier.cjs', '--check', '.'],
	Compiler: ['typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'],
};

runMain(
	async () =>
		await runParts(
			Object.entries(parts).map(([title, [program = '', ...args]]) => ({
				title,
				node: process.execPath,
				args: [join(REPOSITORY, 'node_modules', program), ...args],
			})),
		),
);
