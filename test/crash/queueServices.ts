/** PostgreSQL and Redis from the system's packages, with data in a folder of the test, as a user other than root where need be. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../tools/run';

const run = promisify(execFile);
const HOST = '127.0.0.1';

export interface QueueServices {
	/** Where they are, as n8n's settings name it. */
	places: Record<string, string>;
	/** The rows that a SELECT finds. */
	query<Row>(sql: string): Promise<Row[]>;
	stop(): Promise<void>;
}

export async function startQueueServices(folder: string): Promise<QueueServices> {
	const postgresBin = await postgresPrograms();
	const [redisPort, postgresPort] = [await freePort(), await freePort()];
	const redis = await startRedis(redisPort);
	const postgres = await startPostgres(postgresBin, postgresPort, join(folder, 'postgres')).catch((thrown: unknown) => {
		redis.kill('SIGKILL');
		throw thrown;
	});
	const query = async <Row>(sql: string): Promise<Row[]> => {
		const asJson = `select coalesce(json_agg(found), '[]') from (${sql}) found`;
		const options = ['-h', HOST, '-p', String(postgresPort), '-U', 'postgres', '-tAc', asJson, 'postgres'];
		return JSON.parse((await run('psql', options, { maxBuffer: 2 ** 26 })).stdout) as Row[];
	};
	return {
		places: {
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: String(postgresPort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'postgres',
			DB_POSTGRESDB_PASSWORD: 'not asked for',
		},
		query,
		stop: async () => {
			await ended(postgres, 'SIGINT');
			await ended(redis, 'SIGTERM');
		},
	};
}

async function postgresPrograms(): Promise<string> {
	const versions = await readdir('/usr/lib/postgresql').catch((): string[] => []);
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	if (newest === undefined || !existsSync('/usr/bin/redis-server')) {
		throw new Error(
			'The queue setup needs PostgreSQL and Redis: apt-get install postgresql redis-server, then run this again.',
		);
	}
	return join('/usr/lib/postgresql', newest, 'bin');
}

async function startRedis(port: number): Promise<ChildProcess> {
	const redis = spawn('redis-server', ['--port', String(port), '--bind', HOST, '--save', '', '--appendonly', 'no'], {
		stdio: 'ignore',
	});
	process.once('exit', () => redis.kill('SIGKILL'));
	await until(async () => (await run('redis-cli', ['-h', HOST, '-p', String(port), 'ping'])).stdout.trim() === 'PONG');
	return redis;
}

async function startPostgres(bin: string, port: number, folder: string): Promise<ChildProcess> {
	await mkdir(folder, { recursive: true });
	// PostgreSQL refuses to run as root.
	const user = process.getuid?.() === 0 ? await systemUser('postgres') : undefined;
	if (user) {
		await chown(folder, user.uid, user.gid);
		await chmod(folder, 0o700);
	}
	await run(join(bin, 'initdb'), ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
		...user,
		cwd: folder,
	});
	const settings = ['-D', folder, '-p', String(port), '-h', HOST, '-k', folder, '-c', 'fsync=off'];
	const postgres = spawn(join(bin, 'postgres'), settings, { ...user, cwd: folder, stdio: 'ignore' });
	process.once('exit', () => postgres.kill('SIGKILL'));
	const ready = ['-h', HOST, '-p', String(port), '-U', 'postgres', '-tAc', 'select 1', 'postgres'];
	await until(async () => (await run('psql', ready)).stdout.trim() === '1');
	return postgres;
}

async function systemUser(name: string): Promise<{ uid: number; gid: number }> {
	const id = async (which: string) => Number((await run('id', [which, name])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

async function until(isReady: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
	for (const deadline = performance.now() + withinMs; ;) {
		if (await isReady().catch(() => false)) return;
		if (performance.now() > deadline) throw new Error('PostgreSQL or Redis did not become ready.');
		await pause(100);
	}
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise((resolve) => child.once('exit', resolve));
	child.kill(signal);
	await Promise.race([gone, pause(10_000, undefined, { ref: false })]);
	child.kill('SIGKILL');
}
