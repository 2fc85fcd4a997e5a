import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Everything the program prints is appended here. */
	logFile: string;
	signal?: AbortSignal;
}

export interface RunResult {
	code: number;
	/** The last part of what it printed, enough to tell why it ended. */
	output: string;
}

const KEPT_OUTPUT = 40_000;
const PATIENCE_MS = 2_000;

/** To be loaded into Node.js programs that hold file descriptor 3, with END_WITH_PARENT saying how they shall end. */
export const END_WITH_PARENT = join(__dirname, 'endWithParent.cjs');

/** Runs a program to its end, with its children, keeping what it printed. Stops all of them when the signal fires. */
export async function runProgram(command: string, args: string[], options: RunOptions): Promise<RunResult> {
	options.signal?.throwIfAborted();
	const log = createWriteStream(options.logFile, { flags: 'a' });
	log.write(`$ ${command} ${args.join(' ')}\n`);
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		...OWN_GROUP,
	});
	let output = '';
	const keep = (chunk: Buffer) => {
		log.write(chunk);
		output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
	};
	child.stdout!.on('data', keep);
	child.stderr!.on('data', keep);
	const kill = () => signalTree(child, 'SIGKILL');
	let patience: NodeJS.Timeout | undefined;
	const stop = () => {
		signalTree(child, 'SIGTERM');
		// npm takes note of the first signal and goes on to the end of its download.
		patience = setTimeout(kill, PATIENCE_MS);
	};
	options.signal?.addEventListener('abort', stop, { once: true });
	// What ends this program must not leave a half-written install running behind it.
	process.once('exit', kill);
	try {
		const code = await new Promise<number>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exitCode) => resolve(exitCode ?? 1));
		});
		options.signal?.throwIfAborted();
		return { code, output };
	} finally {
		clearTimeout(patience);
		process.removeListener('exit', kill);
		options.signal?.removeEventListener('abort', stop);
		await new Promise((resolve) => log.end(resolve));
	}
}

/** A group of its own, so that a program and all it started can be ended together (Windows ends trees by another means). */
export const OWN_GROUP = { detached: process.platform !== 'win32', windowsHide: true } as const;

/** Signals a program started with OWN_GROUP and everything it started. */
export function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch {
		// Already gone, which is what was wanted.
	}
}
