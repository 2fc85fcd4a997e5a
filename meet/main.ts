/** npm run -s meet   Says what the nodes make of a real service. See docs/meet.md. */
import { errorWithCode } from './context';
import { meet } from './meet';

const stopped = new AbortController();
const stop = () => {
	// Asked twice, a person does not want to read what was learned.
	if (stopped.signal.aborted) process.exit(130);
	stopped.abort(errorWithCode('ERR_CANCELED'));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

void meet({
	args: process.argv.slice(2),
	env: process.env,
	input: process.stdin,
	write: (line) => console.log(line),
	signal: stopped.signal,
}).then((code) => process.exit(code));
