import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { queueEnvironment } from '../../crash/queueServices';

const text = (path: string) => readFileSync(join(__dirname, '../../..', path), 'utf8');

it('examples/queue-mode starts the n8n of the queue test, each process set as there', () => {
	const { services } = parse(text('examples/queue-mode/docker-compose.yml'), { merge: true }) as {
		services: Record<string, { image: string; environment?: Record<string, string> }>;
	};
	const { n8n } = (JSON.parse(text('demo/package.json')) as { dependencies: { n8n: string } }).dependencies;
	const isPlace = (name: string) => /_(HOST|PORT|DATABASE|USER)$/.test(name);
	const settings = Object.entries(queueEnvironment(1, 2)).filter(([name]) => !isPlace(name));
	for (const name of ['main', 'webhook', 'worker']) {
		expect(services[name]?.image).toBe(`docker.n8n.io/n8nio/n8n:${n8n}`);
		expect(services[name]?.environment).toMatchObject(Object.fromEntries(settings));
	}
});
