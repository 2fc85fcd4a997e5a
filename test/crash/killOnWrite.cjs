/** Loaded into n8n before anything else: ends it at the very write of a state that says something was emitted, before the execution exists. */
const { existsSync } = require('node:fs');
const Module = require('node:module');

const load = Module._load;
Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const service = /workflow-static-data\.service(\.js)?$/.test(request) && exported.WorkflowStaticDataService;
	if (service && !service.prototype.endsOnWrite) {
		const { saveStaticDataById } = service.prototype;
		service.prototype.endsOnWrite = true;
		service.prototype.saveStaticDataById = async function (workflowId, data) {
			await saveStaticDataById.call(this, workflowId, data);
			const emitted = JSON.stringify(data).includes('"batches":[{');
			if (emitted && existsSync(process.env.KILL_ON_WRITE)) process.kill(process.pid, 'SIGKILL');
		};
	}
	return exported;
};
