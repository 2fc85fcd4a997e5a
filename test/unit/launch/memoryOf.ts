import { LaunchMemory, type LaunchCall, type LaunchOfRun } from '../../../nodes/RcsPromotion/launch/memory';

/** What an execution remembers in which the node Launch is called, with all items as one launch. */
export const memoryOf = (call: Partial<LaunchCall> = {}, kept: Record<string, LaunchOfRun> = {}): LaunchMemory =>
	new LaunchMemory(
		{
			...{ account: 'acme', node: 'Launch', run: 'run 0', isTool: false },
			...{ runsOnce: true, itemIndex: 0, items: 1, launches: 1, ...call },
		},
		kept,
	);
