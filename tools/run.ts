/** What programs for developers share: running other programs, waiting for a turn, ports, and ending in words. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';

export const REPOSITORY = resolve(__dirname, '..');
export const LOOPBACK = '127.0.0.1';

/** Where what can be made again is kept, by the custom of each platform. */
export const CACHE = join(
	process.env.XDG_CACHE_HOME ?? process.env.LOCALAPPDATA ?? join(homedir(), '.cache'),
	'n8n-nodes-rcs-promotion',
);

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Where what it prints is shown; if left out, it is given back. */
	show?: 'stdout' | 'stderr';
	timeout?: number;
}

/** Runs a program to its end, or kills it with this one or when its time is over: its code is null then. */
export async function run(
	program: string,
	args: string[],
	{ show, ...options }: RunOptions = {},
): Promise<{ code: number | null; output: string; stdout: string }> {
	const [out, err] = show === undefined ? (['pipe', 'pipe'] as const) : [show === 'stdout' ? 1 : 2, 2];
	const child = spawn(program, args, {
		cwd: REPOSITORY,
		killSignal: 'SIGKILL',
		...options,
		stdio: ['ignore', out, err],
	});
	let output = '';
	let stdout = '';
	child.stdout?.on('data', (chunk: Buffer) => (stdout += String(chunk)));
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
	const kill = () => void child.kill('SIGKILL');
	process.once('exit', kill);
	try {
		const code = await new Promise<number | null>((done, reject) => {
			child.once('error', reject).once('close', done);
		});
		return { code, output, stdout };
	} finally {
		process.removeListener('exit', kill);
	}
}

/** The same, where anything but success is the end. Gives what it printed without its warnings, which go to stderr. */
export async function demand(what: string, program: string, args: string[], options?: RunOptions): Promise<string> {
	const { code, output, stdout } = await run(program, args, options);
	if (code !== 0)
		throw new Error(`${what} did not succeed (code ${code ?? 'none'}).\n${output.trimEnd().slice(-4000)}`);
	return stdout;
}

/** A program of Node.js that shows what it does. */
export interface Part {
	title: string;
	node: string;
	args: string[];
	cwd?: string;
	env?: NodeJS.ProcessEnv;
}

/** One after the other, and a table of how they ended. Gives the code to end with. */
export async function runParts(parts: Part[]): Promise<number> {
	const outcomes: Array<{ part: string; outcome: string; took: string }> = [];
	for (const { title, node, args, cwd = REPOSITORY, env } of parts) {
		console.log(`\n=== ${title}`);
		const startedAt = performance.now();
		const { code } = await run(node, args, { cwd, env: { ...process.env, ...env }, show: 'stdout' });
		const outcome = code === 0 ? 'passed' : 'FAILED';
		outcomes.push({ part: title, outcome, took: seconds(performance.now() - startedAt) });
	}
	console.table(outcomes);
	return outcomes.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

/** npm hands its settings for this repository to what it runs; a private folder must not inherit them. */
const OF_THIS_REPOSITORY =
	/^(npm_(lifecycle|package)_|npm_(config_(ignore_scripts|local_prefix|nodedir|workspace.*)|command|execpath)$|INIT_CWD$)/i;

/** The npm that runs this program, whatever else is on the path. */
export async function npm(what: string, args: string[], options: RunOptions = {}): Promise<string> {
	const own = process.env.npm_execpath;
	const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_REPOSITORY.test(name));
	const env = { ...Object.fromEntries(inherited), ...options.env };
	return own?.endsWith('.js')
		? await demand(what, process.execPath, [own, ...args], { ...options, env })
		: await demand(what, 'npm', args, { ...options, env });
}

/** Does the work while no other program does work of this name. The turn of one that was killed is over after some seconds. */
export async function inTurn<T>(name: string, work: () => Promise<T>, mostSecondsToWait = 3600): Promise<T> {
	await mkdir(CACHE, { recursive: true });
	const release = await lock(CACHE, {
		lockfilePath: join(CACHE, `${name}.lock`),
		retries: { retries: mostSecondsToWait, factor: 1, minTimeout: 1000 },
		onCompromised: () => undefined,
	});
	try {
		return await work();
	} finally {
		await release().catch(() => undefined);
	}
}

/** Below those that systems give to connections, one of which could take it before the program does that it is meant for. */
const somePort = () => 20_000 + Math.floor(Math.random() * 12_000);

/** This port, or any other where it is taken or none is named. */
export async function freePort(wanted = somePort()): Promise<number> {
	const server = createServer();
	return await new Promise((found) => {
		server.once('error', () => found(freePort()));
		server.listen({ port: wanted, host: LOOPBACK, exclusive: true }, () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => found(port));
		});
	});
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Runs a program's main function and ends with the code it gives, 0 if it gives none, or with the message of what it threw. */
export function runMain(main: () => Promise<unknown>): void {
	main().then(
		(code) => process.exit(typeof code === 'number' ? code : 0),
		(thrown: unknown) => {
			const message = thrown instanceof Error ? thrown.message : String(thrown);
			console.error(process.env.DEBUG ? thrown : `\n${message}\n(DEBUG=1 shows where it happened.)`);
			process.exit(1);
		},
	);
}
