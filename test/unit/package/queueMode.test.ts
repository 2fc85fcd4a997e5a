import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { queueEnvironment } from '../../crash/queueServices';

const root = join(__dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
	image: string;
	command?: string;
	environment?: Record<string, string>;
	volumes?: string[];
	entrypoint?: string[];
}

describe('examples/queue-mode/docker-compose.yml', () => {
	const { services } = parse(text('examples/queue-mode/docker-compose.yml'), { merge: true }) as {
		services: Record<string, Service>;
	};
	const processes = ['main', 'webhook', 'worker'].map((name) => services[name] as Service);

	test('starts the n8n that the queue test starts', () => {
		const { n8n } = (JSON.parse(text('demo/package.json')) as { dependencies: Record<string, string> }).dependencies;
		for (const { image } of [...processes, services.install!]) expect(image).toBe(`docker.n8n.io/n8nio/n8n:${n8n}`);
		expect(processes.map(({ command }) => command)).toEqual([undefined, 'webhook', 'worker --concurrency=5']);
	});

	test('sets each process as the queue test sets it', () => {
		const places = /_(HOST|PORT|DATABASE|USER)$/;
		for (const { environment = {} } of processes) {
			expect(environment).toEqual(processes[0]!.environment);
			for (const [name, value] of Object.entries(queueEnvironment(1, 2))) {
				expect([name, environment[name]]).toEqual([name, places.test(name) ? expect.any(String) : value]);
			}
			expect(environment.N8N_ENCRYPTION_KEY).toContain('N8N_ENCRYPTION_KEY');
			expect(environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
			expect(services).toHaveProperty(String(environment.QUEUE_BULL_REDIS_HOST));
			expect(services).toHaveProperty(String(environment.DB_POSTGRESDB_HOST));
		}
	});

	test('puts the package where every process looks for it', () => {
		for (const { volumes } of processes) expect(volumes).toEqual(['nodes:/home/node/.n8n/nodes']);
		expect(services.install!.volumes).toContain('nodes:/nodes');
		expect(services.install!.entrypoint).toContain('/nodes');
	});
});
