/** The program of a measured process. */
import '../../test/harness/env';
import { Engine } from '../../test/harness/engine';
import { caseNamed } from './findCases';
import { idleMb, peakMb, resetPeak } from './memory';
import type { SideResult } from './benchCase';
import type { Message, Order, Task } from './measuredProcess';
import { addNativeNodes } from './nativeNodes';

const tell = (message: Message) => void process.send?.(message);

async function main(task: Task): Promise<void> {
	const engine = await Engine.start({ packageDirectory: task.packageDirectory, binaryMode: 'filesystem' });
	addNativeNodes(engine);
	const side = caseNamed(task.caseName).sides[task.side];
	if (!side) throw new Error(`${task.caseName} has no side ${task.side}`);
	const run = await side({ engine }, task.input);

	process.on('message', (order: Order) => {
		if (order === 'stop') void engine.stop().then(() => process.exit(0));
		else void (order === 'measureMemory' ? measureMemory() : measureTime()).catch(fail);
	});
	// Whoever measures is gone, and nobody waits for figures any more.
	process.on('disconnect', () => process.exit(1));
	tell({ ready: true });

	async function measureMemory(): Promise<void> {
		// Right before the run: what loading left behind is given back by and by, and would hide growth.
		const idle = await idleMb();
		resetPeak();
		const { result, ms } = await timed();
		tell({ measured: { ...result, ms, rssGrowthMb: peakMb() - idle } });
	}

	/**
	 * Without a forced collection of garbage before it: that makes V8 forget what it compiled, which no working n8n does between
	 * two executions. What the run before left behind is this one's to clear away, as in n8n.
	 */
	async function measureTime(): Promise<void> {
		const { result, ms } = await timed();
		tell({ measured: { ...result, ms, rssGrowthMb: null } });
	}

	async function timed(): Promise<{ result: SideResult; ms: number }> {
		const startedAt = performance.now();
		const result = await run();
		return { result, ms: performance.now() - startedAt };
	}
}

function fail(thrown: unknown): void {
	tell({ failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
}

main(JSON.parse(process.argv[2] ?? '') as Task).catch(fail);
