import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompose } from '../../queue/compose';

/** What can be read only; the queue test starts n8n with what is in it. */
describe('examples/queue-mode', () => {
	const { services, configs } = readCompose();
	const n8n = ['main', 'webhook', 'worker'] as const;
	const text = readFileSync(join(__dirname, '../../../hosts/n8n/package.json'), 'utf8');
	const { dependencies } = JSON.parse(text) as { dependencies: { n8n: string } };

	it('runs the n8n of the tests, the same in each process', () => {
		const ofAll = ({ image, environment, volumes, healthcheck }: (typeof services)[string]) => [
			...[image, environment, volumes, healthcheck],
		];
		for (const name of n8n) expect(ofAll(services[name]!)).toEqual(ofAll(services.main!));
		const image = `docker.n8n.io/n8nio/n8n:${dependencies.n8n}`;
		expect([services.main?.image, services.install?.image]).toEqual([image, image]);
	});

	it('sets nothing that n8n 3 no longer has, and what it asks for', () => {
		const { environment = {}, volumes = [] } = services.main!;
		const gone = ['OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS', 'N8N_BINARY_DATA_STORAGE_PATH', 'WEBHOOK_URL'];
		expect(gone.filter((name) => name in environment)).toEqual([]);
		expect(volumes.filter((volume) => /binaryData/.test(volume))).toEqual([]);
		// Without these, files would be in memory, and this package off.
		expect(environment.N8N_DEFAULT_BINARY_DATA_MODE).toBe('database');
		expect(environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	});

	it('waits for what a process needs until it is healthy, and restarts what has ended', () => {
		const conditions = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on));
		for (const [name, { condition }] of conditions) {
			expect([name, condition]).toEqual([
				name,
				name === 'install' ? 'service_completed_successfully' : 'service_healthy',
			]);
			if (name !== 'install') expect([name, services[name]?.healthcheck]).toEqual([name, expect.anything()]);
		}
	});

	it('has one address, whose port is the only one that is open', () => {
		const {
			N8N_EDITOR_BASE_URL: editor,
			N8N_WEBHOOK_URL: webhook,
			WEBHOOK_URL: outdated,
		} = services.main!.environment!;
		expect([webhook, outdated]).toEqual([editor, undefined]);
		const { port } = new URL(editor!);
		const open = Object.entries(services).filter(([, { ports }]) => ports);
		expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', [`127.0.0.1:${port}:${port}`]]]);
		expect(configs.proxy?.content).toMatch(new RegExp(`^:${port} \\{`));
	});
});
