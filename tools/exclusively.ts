import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { hasCode } from './plainMessage';

/**
 * Does the work while no other process holds the same lock file, and waits for its turn otherwise. The lock of a program that was
 * killed is free again after ten seconds.
 */
export async function exclusively<T>(
	file: string,
	work: () => Promise<T>,
	/** `onWait` is told once that another program is at work. */
	{ onWait, signal }: { onWait: () => void; signal?: AbortSignal | undefined },
): Promise<T> {
	await mkdir(dirname(file), { recursive: true });
	let release = await claim(file);
	if (!release) onWait();
	while (!release) {
		await pause(1_000, undefined, signal ? { signal } : {});
		release = await claim(file);
	}
	try {
		return await work();
	} finally {
		await release().catch(() => undefined);
	}
}

/** Undefined while another program holds it. */
async function claim(file: string): Promise<(() => Promise<void>) | undefined> {
	try {
		// A program that was asleep for long may find that another has taken over: it finishes its work all the same.
		return await lock(file, { realpath: false, lockfilePath: file, onCompromised: () => undefined });
	} catch (thrown) {
		if (hasCode(thrown, 'ELOCKED')) return undefined;
		throw thrown;
	}
}
