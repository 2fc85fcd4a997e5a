import { readFileSync, writeFileSync } from 'node:fs';

const MB = 1024 * 1024;

const collect = (globalThis as { gc?: () => void }).gc;

/** The memory that a process holds when it has nothing to do. */
export async function idleMb(): Promise<number> {
	for (let round = 0; round < 3; round++) {
		collect?.();
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	return process.memoryUsage().rss / MB;
}

/** Starts a new high-water mark where the system allows it (Linux); elsewhere it is that of the whole life of the process. */
export function resetPeak(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// The mark of the whole life is at least as high.
	}
}

export function peakMb(): number {
	try {
		const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
		if (line) return Number(line[1]) / 1024;
	} catch {
		// Not Linux.
	}
	return process.resourceUsage().maxRSS / 1024;
}
