/** The program of a measured process. */
import '../../test/harness/env';
import type { IDataObject } from 'n8n-workflow';
import { Engine } from '../../test/harness/engine';
import { caseNamed } from './findCases';
import { idleMb, peakMb, resetPeak } from './memory';
import type { Side, SideName } from './benchCase';
import type { Message, Order, Task } from './measuredProcess';
import { addNativeNodes } from './nativeNodes';

const tell = (message: Message) => void process.send?.(message);

async function main(task: Task): Promise<void> {
	const engine = await Engine.start({ packageDirectory: task.packageDirectory, binaryMode: 'filesystem' });
	addNativeNodes(engine);
	const { benchCase } = caseNamed(task.caseName);
	const runs = new Map<SideName, Awaited<ReturnType<Side<IDataObject>>>>();
	for (const name of task.sides) {
		const side = benchCase.sides[name];
		if (!side) throw new Error(`${task.caseName} has no side ${name}`);
		runs.set(name, await side({ engine }, task.input));
	}

	process.on('message', (order: Order) => {
		if (order === 'stop') void engine.stop().then(() => process.exit(0));
		else void measure(order.of, order.measure === 'memory').catch(fail);
	});
	// Whoever measures is gone, and nobody waits for figures any more.
	process.on('disconnect', () => process.exit(1));
	tell({ ready: true });

	/**
	 * Memory is measured from right before the run: what loading left behind is given back by and by, and would hide growth. Time is
	 * measured without a forced collection of garbage before it: that makes V8 forget what it compiled, which no working n8n does
	 * between two executions. What the run before left behind is this one's to clear away, as in n8n.
	 */
	async function measure(side: SideName, isMemory: boolean): Promise<void> {
		const run = runs.get(side);
		if (!run) throw new Error(`This process does not run ${side}`);
		const idle = isMemory ? await idleMb() : 0;
		if (isMemory) resetPeak();
		const startedAt = performance.now();
		const finding = await run();
		const ms = performance.now() - startedAt;
		const rssGrowthMb = isMemory ? peakMb() - idle : null;
		tell({ measured: { ...(await finding()), ms, rssGrowthMb } });
	}
}

function fail(thrown: unknown): void {
	tell({ failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
}

main(JSON.parse(process.argv[2] ?? '') as Task).catch(fail);
