import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { connectControl, type RemoteControl } from './control';
import type { SimulatorDescription, StartOptions } from './types';

export interface SimulatorProcess extends SimulatorDescription {
	apiKey: string;
	pid: number;
	control: RemoteControl;
	stop(): Promise<void>;
}

/** Starts the simulator as a process of its own, which ends with this one whatever happens to it. */
export async function startSimulatorProcess(options: StartOptions = {}): Promise<SimulatorProcess> {
	const program = path.join(__dirname, 'main.ts');
	const loader = pathToFileURL(require.resolve('tsx')).href;
	const child = spawn(process.execPath, ['--import', loader, program, ...asArguments(options)], {
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const exited = once(child, 'exit');
	// A pipe that breaks because the child is gone is what `exited` tells already.
	child.stdin.on('error', () => undefined);
	let complaints = '';
	child.stderr.on('data', (piece: Buffer) => {
		complaints += piece.toString('utf8');
	});
	const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
	const started = await Promise.race([
		firstLine.then(([line]) => line),
		exited.then(() => {
			throw new Error(`The simulator ended before it was ready. It said: ${complaints.trim()}`);
		}),
	]);
	child.stderr.removeAllListeners('data').pipe(process.stderr, { end: false });
	const description = JSON.parse(started) as SimulatorDescription & { apiKey: string };
	if (description.controlUrl === null || child.pid === undefined) throw new Error('The simulator has no control port.');
	return {
		...description,
		pid: child.pid,
		control: connectControl(description.controlUrl),
		stop: async () => {
			child.stdin.end();
			await exited;
		},
	};
}

function asArguments(options: StartOptions): string[] {
	const given: string[] = ['--json', '--exit-with-parent', '--port', String(options.port ?? 0)];
	const add = (name: string, value: string | number | undefined) => {
		if (value !== undefined) given.push(`--${name}`, String(value));
	};
	add('host', options.host);
	add('personality', options.personality);
	add('speed', options.speed);
	add('api-key', options.apiKey);
	add('account-id', options.accountId);
	add('base-path', options.basePath);
	add('control-port', options.controlPort);
	for (const [name, value] of Object.entries(options.settings ?? {}))
		add('setting', `${name}=${JSON.stringify(value)}`);
	return given;
}
