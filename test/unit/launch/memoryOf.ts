import { LaunchMemory, type Launch } from '../../../nodes/RcsPromotion/launch/memory';

/** What an execution remembers in which the node Launch is called, with all items as one launch. */
export const memoryOf = (call: Partial<LaunchMemory['call']> = {}, kept: Record<string, Launch> = {}): LaunchMemory =>
	new LaunchMemory(
		{ execution: '7', node: 'Launch', run: 'run 0', runsOnce: true, itemIndex: 0, itemCount: 1, ...call },
		kept,
	);
