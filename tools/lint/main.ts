/** npm run lint   ESLint, Prettier and the compiler over everything; also where one of them is red, so that one run shows all there is to do. */
import { join } from 'node:path';
import { REPOSITORY, runMain, runParts } from '../run';

const SHIPPED = ['nodes', 'credentials', 'index.ts'];
/** What one file may say depends on others where types are asked for, so that only the rest is kept from one run to the next. */
const cached = (name: string) => ['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/${name}`];
const eslint = ['eslint/bin/eslint.js', '--max-warnings', '0'];

const parts = {
	'ESLint, what ships': [...eslint, ...SHIPPED],
	'ESLint, the rest': [...eslint, ...cached('eslint'), '.', ...SHIPPED.flatMap((path) => ['--ignore-pattern', path])],
	Prettier: ['prettier/bin/prettier.cjs', '--check', ...cached('prettier'), '.'],
	Compiler: [
		'typescript/bin/tsc',
		'-p',
		'tsconfig.check.json',
		'--incremental',
		'--tsBuildInfoFile',
		'.cache/compiler',
	],
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
