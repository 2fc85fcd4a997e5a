/** Loaded into n8n before anything else: ends it at the very write of a state that says something was emitted. */
const { readFileSync, unlinkSync } = require('node:fs');
const Module = require('node:module');

/** Each method that writes the state, and where among its parameters the state is. */
const WRITES = [
	{
		file: /workflow-static-data\.service(\.js)?$/,
		name: 'WorkflowStaticDataService',
		method: 'saveStaticDataById',
		state: (_workflowId, state) => state,
	},
	// Within the transaction, which is not committed yet.
	{
		file: /poller-state\.repository(\.js)?$/,
		name: 'PollerStateRepository',
		method: 'advanceCursor',
		state: (_workflowId, _nodeId, state) => state,
	},
	// State and execution are committed, the execution has not begun.
	{
		file: /poll-cursor\.service(\.js)?$/,
		name: 'PollCursorService',
		method: 'commitWithExecution',
		state: ({ cursor }) => cursor,
	},
];

/** The file names the method, and is gone if n8n was ended there. */
function endIfWanted(method) {
	try {
		if (readFileSync(process.env.KILL_ON_WRITE, 'utf8') !== method) return;
		unlinkSync(process.env.KILL_ON_WRITE);
	} catch {
		return;
	}
	process.kill(process.pid, 'SIGKILL');
}

const load = Module._load;
Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const write = WRITES.find(({ file, name }) => file.test(request) && exported[name]);
	if (!write) return exported;
	const { prototype } = exported[write.name];
	const original = prototype[write.method];
	if (original.endsOnWrite) return exported;
	prototype[write.method] = async function (...parameters) {
		const answer = await original.apply(this, parameters);
		if (JSON.stringify(write.state(...parameters)).includes('"batches":[{')) endIfWanted(write.method);
		return answer;
	};
	prototype[write.method].endsOnWrite = true;
	return exported;
};
