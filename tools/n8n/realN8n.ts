import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installAsUserPackage } from '../pack';
import { freePort, LOOPBACK } from '../run';
import type { PrivateN8n } from './privateN8n';
import { RestClient } from './restClient';

export interface StartN8n {
	n8n: PrivateN8n;
	/** n8n keeps all its data in `.n8n` in here. */
	userFolder: string;
	/** A packed package, put where n8n puts the community packages a user installs. */
	tarball?: string;
	/** A free one if left out. */
	port?: number;
	/** Over our own settings; undefined takes one away. */
	env?: Record<string, string | undefined>;
	/** What n8n prints is appended here; `<userFolder>/n8n.log` if left out. */
	logFile?: string;
	/** `start`, `worker --concurrency=5` or the like. */
	args?: string[];
	/** Called once the process exists, so that it can be ended before it is ready. */
	onSpawned?: (running: RunningN8n) => void;
}

export interface RunningN8n {
	baseUrl: string;
	rest: RestClient;
	userFolder: string;
	logFile: string;
	/** Ends n8n and its children in order, and by force if that takes longer than 15 s. */
	stop(): Promise<void>;
	/** Ends n8n and its children at once, as a power cut does. */
	kill9(): Promise<void>;
	/** Resolves with the exit code or signal once n8n has ended, by whatever cause. */
	ended: Promise<string>;
}

const STOP_WITHIN_MS = 15_000;
const READY_WITHIN_MS = 180_000;

/** Nothing leaves this machine: no telemetry, no version or template look-ups, no licence server, no registries. */
const QUIET: Record<string, string> = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** It asks a server of n8n's. An older n8n, which has no such module, would not start with its name. */
const ASKING_MODULE = 'mcp-registry';

const nodesFolder = (userFolder: string) => join(userFolder, '.n8n', 'nodes');

/** Where the tarball was unpacked. */
export const installedPackage = (userFolder: string) =>
	join(nodesFolder(userFolder), 'node_modules', 'n8n-nodes-rcs-promotion');

/** Starts a real n8n on loopback and waits until its API answers. */
export async function startN8n(options: StartN8n): Promise<RunningN8n> {
	const { n8n, userFolder, args = ['start'] } = options;
	await mkdir(userFolder, { recursive: true });
	if (options.tarball !== undefined) await installAsUserPackage(options.tarball, nodesFolder(userFolder));
	const logFile = options.logFile ?? join(userFolder, 'n8n.log');
	const port = options.port ?? (await freePort());
	const child = launch(n8n, args, logFile, environment(options, port, await freePort()));
	const ended = new Promise<string>((resolve) => {
		child.once('error', (thrown) => resolve(thrown.message));
		child.once('exit', (code, killedBy) => resolve(killedBy ?? String(code)));
	});
	endWithThisProcess(child, ended);

	const baseUrl = `http://${LOOPBACK}:${port}`;
	const running: RunningN8n = {
		baseUrl,
		rest: new RestClient(baseUrl),
		userFolder,
		logFile,
		ended,
		stop: async () => await end(child, ended, 'SIGTERM'),
		kill9: async () => await end(child, ended, 'SIGKILL'),
	};
	options.onSpawned?.(running);
	try {
		await untilReady(running, port, options);
		return running;
	} catch (thrown) {
		await running.kill9();
		throw thrown;
	}
}

function launch(n8n: PrivateN8n, args: string[], logFile: string, env: NodeJS.ProcessEnv): ChildProcess {
	const log = openSync(logFile, 'a');
	try {
		// A group of its own, so that n8n and all it started can be ended together.
		const detached = process.platform !== 'win32';
		const stdio: StdioOptions = ['ignore', log, log];
		return spawn(n8n.node, [n8n.program, ...args], { cwd: n8n.folder, env, stdio, detached, windowsHide: true });
	} finally {
		closeSync(log);
	}
}

/** A signal that nobody handles would end this program without a last word, and n8n would go on. */
function endWithThisProcess(child: ChildProcess, ended: Promise<string>): void {
	const kill = () => killGroup(child);
	// Before the data below it is removed.
	process.prependOnceListener('exit', kill);
	void ended.then(() => process.removeListener('exit', kill));
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		if (process.listenerCount(name) === 0) process.once(name, () => process.exit(1));
	}
}

function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
		else process.kill(-pid, 'SIGKILL');
	} catch {
		// Already gone, which is what was wanted.
	}
}

function environment({ n8n, userFolder, env }: StartN8n, port: number, brokerPort: number): NodeJS.ProcessEnv {
	const foreign =
		/^(N8N_|DB_|EXECUTIONS_|QUEUE_|OFFLOAD_|WEBHOOK_|GENERIC_|NODE_|npm_|HTTPS?_PROXY|ALL_PROXY|NO_PROXY)/i;
	const inherited = Object.entries(process.env).filter(([key]) => !foreign.test(key));
	const hasAskingModule = existsSync(join(dirname(n8n.program), '..', 'dist', 'modules', ASKING_MODULE));
	const own: Record<string, string | undefined> = {
		...Object.fromEntries(inherited),
		// n8n starts its code runner by the name `node`: that must be the same Node.js.
		PATH: [dirname(n8n.node), process.env.PATH].filter(Boolean).join(delimiter),
		...QUIET,
		...(hasAskingModule ? { N8N_DISABLED_MODULES: ASKING_MODULE } : {}),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_EDITOR_BASE_URL: `http://${LOOPBACK}:${port}/`,
		WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...env,
	};
	return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** For processes without the API: workers, and those that answer webhooks only. */
async function isHealthy(port: number): Promise<boolean> {
	return await fetch(`http://${LOOPBACK}:${port}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
		({ ok }) => ok,
		() => false,
	);
}

async function untilReady(running: RunningN8n, port: number, { args: [command] = ['start'] }: StartN8n): Promise<void> {
	const { logFile, rest, ended } = running;
	let exit: string | undefined;
	void ended.then((how) => {
		exit = how;
	});
	for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline;) {
		if (exit !== undefined) {
			const isTaken = /EADDRINUSE|already in use/.test((await readFile(logFile, 'utf8')).slice(-4_000));
			const why = isTaken ? `Port ${port} is taken by another program. Choose another one with --port. ` : '';
			throw new Error(`${why}n8n ended while it started (${exit}). What it printed is in ${logFile}`);
		}
		if (command === 'start' ? await rest.isReady() : await isHealthy(port)) return;
		await pause(200);
	}
	throw new Error(`n8n did not become ready within ${READY_WITHIN_MS / 1000} s. What it printed is in ${logFile}`);
}

async function end(child: ChildProcess, ended: Promise<string>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		// Only n8n itself is asked, it ends its runner in order; what is left after that is ended by force.
		if (signal === 'SIGTERM') child.kill('SIGTERM');
		const orderly =
			signal === 'SIGTERM' && (await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })]));
		if (!orderly) killGroup(child);
		await ended;
	}
	killGroup(child);
}
