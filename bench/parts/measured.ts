/** The program of a measured process. */
import '../../test/harness/env';
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { Engine } from '../../test/harness/engine';
import { caseNamed, type SideName, type SideResult } from './benchCase';
import { addNativeNodes } from './nativeNodes';

export interface Task {
	/** A case with its number of rows. */
	title: string;
	sides: readonly SideName[];
	input: IDataObject;
	packageDirectory: string;
	/** Whether memory is measured, instead of time. */
	memory: boolean;
}

export interface Measured extends SideResult {
	ms: number;
	/** The high-water mark of this run, over the process as it was right before. */
	rssGrowthMb: number;
	/** The longest time in which the process did nothing else: no timer, no answer to anyone. */
	longestPauseMs: number;
}

export interface Answer {
	measured?: Measured;
	failed?: string;
}

const TICK_MS = 10;

const tell = (answer: Answer) => void process.send?.(answer);
const fail = (thrown: unknown) => tell({ failed: thrown instanceof Error ? thrown.stack! : String(thrown) });

async function main({ title, sides, input, packageDirectory, memory }: Task): Promise<void> {
	const engine = await Engine.start({ packageDirectory, binaryMode: 'filesystem' });
	addNativeNodes(engine);
	const all = caseNamed(title).sides;
	const runs = new Map(
		await Promise.all(sides.map(async (name) => [name, await all[name]!({ engine }, input)] as const)),
	);
	process.on('message', (side: SideName) => {
		void measure(runs.get(side)!, memory).then((measured) => tell({ measured }), fail);
	});
	// The process that measures has finished, or is gone.
	process.on('disconnect', () => void engine.stop().finally(() => process.exit(0)));
	tell({});
}

/**
 * Memory is measured from right before the run: what loading left behind is given back by and by, and would hide growth. Time is
 * measured without a forced collection of garbage before it: that makes V8 forget what it compiled, which no working n8n does
 * between two executions. What the run before left behind is this one's to clear away, as in n8n.
 */
async function measure(run: () => Promise<() => unknown>, memory: boolean): Promise<Measured> {
	const idle = memory ? await idleMb() : Infinity;
	const delays = monitorEventLoopDelay({ resolution: TICK_MS });
	delays.enable();
	await pause(2 * TICK_MS);
	const startedAt = performance.now();
	const finding = await run();
	const ms = performance.now() - startedAt;
	const rssGrowthMb = Math.max(0, peakMb() - idle);
	// A pause is noted by the tick after it.
	await pause(2 * TICK_MS);
	delays.disable();
	const longestPauseMs = delays.max / 1e6;
	return { ...((await finding()) as SideResult), ms, rssGrowthMb, longestPauseMs };
}

/** Also starts a new high-water mark where the system allows it (Linux); elsewhere it is that of the whole life of the process. */
async function idleMb(): Promise<number> {
	for (let round = 0; round < 3; round++) {
		(globalThis as { gc?: () => void }).gc?.();
		await pause(100);
	}
	if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
	return process.memoryUsage().rss / 2 ** 20;
}

function peakMb(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

main(JSON.parse(process.argv[2] ?? '') as Task).catch(fail);
