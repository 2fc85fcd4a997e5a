/** The program of a measured process. */
import '../../test/harness/env';
import { Engine } from '../../test/harness/engine';
import { caseNamed } from './findCases';
import { idleMb, peakMb, resetPeak } from './memory';
import type { Message, Task } from './measuredProcess';
import { addNativeNodes } from './nativeNodes';

const tell = (message: Message) => void process.send?.(message);

async function main(task: Task): Promise<void> {
	const engine = await Engine.start({ packageDirectory: task.packageDirectory, binaryMode: 'filesystem' });
	addNativeNodes(engine);
	const side = caseNamed(task.caseName).sides[task.side];
	if (!side) throw new Error(`${task.caseName} has no side ${task.side}`);
	const run = await side({ engine }, task.input);

	process.on('message', (order) => {
		if (order === 'stop') void engine.stop().then(() => process.exit(0));
		else void measure().catch(fail);
	});
	// Whoever measures is gone, and nobody waits for figures any more.
	process.on('disconnect', () => process.exit(1));
	tell({ ready: true });

	async function measure(): Promise<void> {
		// Right before the run: what loading left behind is given back by and by, and would hide growth.
		const idle = await idleMb();
		resetPeak();
		const startedAt = performance.now();
		const result = await run();
		const ms = performance.now() - startedAt;
		tell({ measured: { ...result, ms, rssGrowthMb: peakMb() - idle } });
	}
}

function fail(thrown: unknown): void {
	tell({ failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
}

main(JSON.parse(process.argv[2] ?? '') as Task).catch(fail);
