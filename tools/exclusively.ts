import { link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './plainMessage';

interface Holder {
	pid: number;
	host: string;
	ticket: string;
}

export interface ExclusivelyOptions {
	/** Told once when another program holds the lock and this one has to wait for it. */
	onWait?: (holderPid: number) => void;
	signal?: AbortSignal;
	pollMs?: number;
	/** A holder on another machine counts as gone when it gave no sign of life during this many looks. */
	silentLooks?: number;
}

const SIGN_OF_LIFE_MS = 5_000;

/**
 * Does the work while no other process holds the same lock file, and waits for its turn otherwise.
 * The lock of a program that died is taken over. Judged by looks, not by the clock: a laptop may sleep in between.
 */
export async function exclusively<T>(
	file: string,
	work: () => Promise<T>,
	options: ExclusivelyOptions = {},
): Promise<T> {
	await mkdir(dirname(file), { recursive: true });
	const ticket = await takeTurn(file, options);
	const timer = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => undefined);
	}, SIGN_OF_LIFE_MS);
	timer.unref();
	try {
		return await work();
	} finally {
		clearInterval(timer);
		if ((await readHolder(file))?.ticket === ticket) await rm(file, { force: true });
	}
}

async function takeTurn(file: string, options: ExclusivelyOptions): Promise<string> {
	const { onWait, signal, pollMs = 1_000, silentLooks = 60 } = options;
	const ticket = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`;
	const holder: Holder = { pid: process.pid, host: hostname(), ticket };
	let told = false;
	let lastSign = '';
	let silent = 0;
	for (;;) {
		signal?.throwIfAborted();
		if (await claim(file, holder)) return ticket;
		const other = await readHolder(file);
		if (other === undefined) continue;
		const sign = await signOfLife(file);
		silent = sign === lastSign ? silent + 1 : 0;
		lastSign = sign;
		if (isGone(other, silent >= silentLooks)) {
			await removeStale(file, other, holder);
			continue;
		}
		if (!told) onWait?.(other.pid);
		told = true;
		await pause(pollMs, undefined, signal ? { signal } : {});
	}
}

/** A link either puts the whole file there or nothing, so nobody ever reads half a lock. */
async function claim(file: string, holder: Holder): Promise<boolean> {
	const draft = `${file}.${holder.ticket}`;
	await writeFile(draft, JSON.stringify(holder));
	try {
		await link(draft, file);
		return true;
	} catch (thrown) {
		if (hasCode(thrown, 'EEXIST')) return false;
		throw thrown;
	} finally {
		await rm(draft, { force: true });
	}
}

/** Only who holds the lock of the lock removes a stale one, after a second look: else two could take over at once. */
async function removeStale(file: string, stale: Holder, us: Holder): Promise<void> {
	const takeover = `${file}.takeover`;
	if (!(await claim(takeover, us))) {
		const other = await readHolder(takeover);
		if (other && isGone(other, false)) await rm(takeover, { force: true });
		await pause(100);
		return;
	}
	try {
		if ((await readHolder(file))?.ticket === stale.ticket) await rm(file, { force: true });
	} finally {
		await rm(takeover, { force: true });
	}
}

function isGone(holder: Holder, silentForLong: boolean): boolean {
	if (holder.host !== hostname()) return silentForLong;
	try {
		process.kill(holder.pid, 0);
		// The number may have passed to another program since; that one gives no sign of life here.
		return silentForLong;
	} catch (thrown) {
		return hasCode(thrown, 'ESRCH');
	}
}

async function readHolder(file: string): Promise<Holder | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Holder;
	} catch (thrown) {
		if (hasCode(thrown, 'ENOENT')) return undefined;
		throw thrown;
	}
}

async function signOfLife(file: string): Promise<string> {
	try {
		return String((await stat(file)).mtimeMs);
	} catch {
		return '';
	}
}
