/** npm run -s meet   Answers what the service document leaves open, from a real service. See docs/meet.md. */
import { USUAL_TIMING } from './asker';
import { meet } from './meet';

const stopped = new AbortController();
process.on('SIGINT', () => {
	// Asked twice, a person does not want to read what was learned.
	if (stopped.signal.aborted) process.exit(130);
	stopped.abort();
});
process.on('SIGTERM', () => stopped.abort());

void meet({
	args: process.argv.slice(2),
	env: process.env,
	input: process.stdin,
	write: (line) => console.log(line),
	signal: stopped.signal,
	timing: USUAL_TIMING,
}).then((code) => process.exit(code));
