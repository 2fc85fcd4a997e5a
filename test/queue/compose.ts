/** examples/queue-mode/docker-compose.yml as Docker Compose reads it, for processes on this machine: what a test starts is what users start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../../tools/run';

export interface ComposedService {
	image: string;
	command?: string | string[];
	environment?: Record<string, string>;
	volumes?: string[];
	ports?: string[];
	healthcheck?: { test: string[] };
	depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
	services: Record<string, ComposedService>;
	configs: Record<string, { content: string }>;
}

export const readCompose = (): Compose =>
	parse(readFileSync(join(REPOSITORY, 'examples', 'queue-mode', 'docker-compose.yml'), 'utf8'), {
		merge: true,
	}) as Compose;

/** What a service sets for n8n, but for places and secrets, which are others here. All of those have to be given. */
export function environmentOf(service: string, others: Record<string, string>): Record<string, string> {
	const { environment = {} } = readCompose().services[service] ?? {};
	const isOther = ([name, value]: [string, string]) =>
		/^\$\{/.test(value) || /_(HOST|PORT|DATABASE|USER|URL)$/.test(name);
	const expected = Object.entries(environment).filter(isOther);
	const missing = expected.filter(([name]) => !(name in others)).map(([name]) => name);
	const unknown = Object.keys(others).filter((name) => !(name in environment));
	if (missing.length + unknown.length > 0) {
		throw new Error(`docker-compose.yml, ${service}: not given: ${missing.join()}; not in it: ${unknown.join()}`);
	}
	return { ...environment, ...others };
}

/** The arguments of n8n; without a command, its image starts the main process. */
export function argsOf(service: string): string[] {
	const { command = 'start' } = readCompose().services[service] ?? {};
	return typeof command === 'string' ? command.split(' ') : command;
}
