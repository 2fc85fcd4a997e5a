/** Runs in every test file before anything of n8n is loaded: the developer's own n8n must neither steer nor be touched by a test. */

const foreignSettings =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|NODES_|GENERIC_|WEBHOOK_|HTTPS?_PROXY|ALL_PROXY|NO_PROXY)/i;
for (const name of Object.keys(process.env)) {
	if (foreignSettings.test(name)) delete process.env[name];
}

// Engine.start() names a folder of its own; without it nothing may fall back to ~/.n8n.
process.env.N8N_USER_FOLDER = '/nonexistent';
process.env.N8N_ENCRYPTION_KEY = 'encryption-key-of-the-tests';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.GENERIC_TIMEZONE = 'UTC';

// Older hosts keep intervals alive that would keep jest from exiting.
const startInterval = globalThis.setInterval;
globalThis.setInterval = Object.assign((...parameters: Parameters<typeof setInterval>) => {
	const timer = startInterval(...parameters);
	timer.unref();
	return timer;
}, startInterval);
