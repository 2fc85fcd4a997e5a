/** What n8n stores its state in, and how to look into it from outside: one file, or PostgreSQL with Redis and a worker. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import type { Setup } from './options';
import { startQueueServices, type Backend } from './queueServices';

const run = promisify(execFile);

export async function startBackend(setup: Setup, n8n: PrivateN8n, folder: string): Promise<Backend> {
	if (setup === 'queue') return await startQueueServices(folder);
	const file = join(folder, '.n8n', 'database.sqlite');
	const look = `
		const { DatabaseSync } = require('node:sqlite');
		const database = new DatabaseSync(${JSON.stringify(file)}, { readOnly: true });
		console.log(database.prepare('select count(*) as rows from execution_entity').get().rows);
	`;
	return {
		env: {},
		hasWorker: false,
		executions: async () => Number((await run(n8n.node, ['--no-warnings', '-e', look])).stdout),
		stop: async () => {},
	};
}
