/** n8n's queue mode as examples/queue-mode starts it: a main process, a webhook process and two workers, over Redis and PostgreSQL. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateN8n } from '../../tools/n8n/privateN8n';
import { startN8n, type RunningN8n } from '../../tools/n8n/realN8n';
import { freePort } from '../../tools/run';
import { startQueueServices, type QueueServices } from '../crash/queueServices';
import { argsOf, environmentOf } from './compose';

export const WORKERS = ['worker-1', 'worker-2'] as const;
export type WorkerName = (typeof WORKERS)[number];

export interface Cluster {
	main: RunningN8n;
	/** Where the webhooks of published workflows are answered. */
	webhooks: RunningN8n;
	/** The address that people know, and that would lead to both. */
	address: string;
	workers: Record<WorkerName, RunningN8n>;
	query: QueueServices['query'];
	/** Where the main process runs a workflow as n8n's assistant does. */
	assistantPort: number;
	/** The executions that a worker says it has begun. */
	begunBy(worker: WorkerName): Promise<string[]>;
	stop(): Promise<void>;
}

/** Beside what users set. */
const FOR_THE_TEST = {
	// A worker that was killed is noticed after this time.
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	// Workers do what the editor starts, as always from n8n 3 on, which has no such setting any more.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
};

/** Each process has a folder and an installed package of its own, as on machines of their own. */
export async function startCluster(folder: string, n8n: PrivateN8n, tarball: string): Promise<Cluster> {
	const services = await startQueueServices(folder);
	const assistantPort = await freePort();
	const started: RunningN8n[] = [];
	const stop = async () => {
		await Promise.all(started.map(async (running) => await running.stop()));
		await services.stop();
	};
	const address = `http://127.0.0.1:${await freePort()}/`;
	const others = {
		...services.places,
		N8N_ENCRYPTION_KEY: 'encryption-key-of-the-queue-test',
		N8N_EDITOR_BASE_URL: address,
		N8N_WEBHOOK_URL: address,
	};
	const start = async (service: string, name = service): Promise<RunningN8n> => {
		const port = await freePort();
		const running = await startN8n({
			n8n,
			tarball,
			args: argsOf(service),
			port,
			userFolder: join(folder, name),
			logFile: join(folder, `${name}.log`),
			env: {
				...environmentOf(service, others),
				...FOR_THE_TEST,
				WEBHOOK_URL: undefined,
				QUEUE_HEALTH_CHECK_PORT: String(port),
				...(name === 'main'
					? { NODE_OPTIONS: `--require ${join(__dirname, 'asAssistant.cjs')}`, ASSISTANT_PORT: String(assistantPort) }
					: {}),
			},
		});
		started.push(running);
		return running;
	};
	try {
		// First alone, for it prepares the database.
		const main = await start('main');
		const webhooks = await start('webhook');
		const [first, second] = [await start('worker', 'worker-1'), await start('worker', 'worker-2')];
		return {
			main,
			webhooks,
			address,
			workers: { 'worker-1': first, 'worker-2': second },
			query: services.query,
			assistantPort,
			begunBy: async (worker) => {
				const log = await readFile(join(folder, `${worker}.log`), 'utf8');
				return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id ?? '');
			},
			stop,
		};
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}
