/** The program of a measured process. */
import '../../test/harness/env';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Engine } from '../../test/harness/engine';
import { caseNamed } from './benchCase';
import type { Measured, Message, Order, Task } from './measuredProcess';
import { addNativeNodes } from './nativeNodes';

const MB = 1024 * 1024;
const tell = (message: Message) => void process.send?.(message);

async function main({ title, sides, input, packageDirectory }: Task): Promise<void> {
	const engine = await Engine.start({ packageDirectory, binaryMode: 'filesystem' });
	addNativeNodes(engine);
	const all = caseNamed(title).sides;
	const prepared = await Promise.all(sides.map(async (name) => [name, await all[name]!({ engine }, input)] as const));
	const runs = new Map(prepared);
	process.on('message', ({ side, memory }: Order) => {
		void measure(runs.get(side)!, memory).then((measured) => tell({ measured }), fail);
	});
	// Whoever measures is done, or gone.
	process.on('disconnect', () => void engine.stop().finally(() => process.exit(0)));
	tell({ ready: true });
}

/**
 * Memory is measured from right before the run: what loading left behind is given back by and by, and would hide growth. Time is
 * measured without a forced collection of garbage before it: that makes V8 forget what it compiled, which no working n8n does
 * between two executions. What the run before left behind is this one's to clear away, as in n8n.
 */
async function measure(run: () => Promise<() => unknown>, memory: boolean): Promise<Measured> {
	const idle = memory ? await idleMb() : 0;
	if (memory) resetPeak();
	const startedAt = performance.now();
	const finding = await run();
	const ms = performance.now() - startedAt;
	const rssGrowthMb = memory ? Math.max(0, peakMb() - idle) : 0;
	return { ...((await finding()) as Measured), ms, rssGrowthMb };
}

async function idleMb(): Promise<number> {
	for (let round = 0; round < 3; round++) {
		(globalThis as { gc?: () => void }).gc?.();
		await pause(100);
	}
	return process.memoryUsage().rss / MB;
}

/** Starts a new high-water mark where the system allows it (Linux); elsewhere it is that of the whole life of the process. */
function resetPeak(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// The mark of the whole life is at least as high.
	}
}

function peakMb(): number {
	try {
		const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
		if (line) return Number(line[1]) / 1024;
	} catch {
		// Not Linux.
	}
	return process.resourceUsage().maxRSS / 1024;
}

function fail(thrown: unknown): void {
	tell({ failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
}

main(JSON.parse(process.argv[2] ?? '') as Task).catch(fail);
