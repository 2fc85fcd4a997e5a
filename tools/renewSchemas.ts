/** npm run schemas: writes the output previews anew, from what the nodes put out in n8n's engine. */
import { reportOn, runJest } from './jestRuns';
import { tell } from './plainMessage';

const run = {
	title: 'Output previews',
	node: process.execPath,
	args: ['test/engine/policy/schemas.test.ts', '--maxWorkers=1'],
	env: { RENEW_SCHEMAS: 'yes' },
};

runJest([run]).then(
	(outcomes) => (process.exitCode = reportOn(outcomes)),
	(thrown: unknown) => (process.exitCode = tell(thrown)),
);
