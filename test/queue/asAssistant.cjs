/** Loaded into n8n before anything else: runs a workflow as n8n's AI assistant does, by the assistant's own code, without a model. */
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { json } = require('node:stream/consumers');

async function runAsAssistant({ workflowId, input }) {
	const program = process.argv[1];
	const ofN8n = createRequire(program);
	const { Container } = ofN8n('@n8n/di');
	const { UserRepository } = ofN8n('@n8n/db');
	const dist = join(dirname(program), '..', 'dist');
	const { InstanceAiAdapterService } = require(join(dist, 'modules', 'instance-ai', 'instance-ai.adapter.service.js'));
	const user = await Container.get(UserRepository).findOneOrFail({ where: {}, relations: ['role'] });
	return await Container.get(InstanceAiAdapterService).createContext(user).executionService.run(workflowId, input);
}

const port = Number(process.env.ASSISTANT_PORT);
if (port > 0 && process.argv.includes('start')) {
	createServer(async (request, response) => {
		try {
			response.end(JSON.stringify(await runAsAssistant(await json(request))));
		} catch (thrown) {
			response.statusCode = 500;
			response.end(String(thrown?.stack));
		}
	})
		.listen(port, '127.0.0.1')
		.unref();
}
