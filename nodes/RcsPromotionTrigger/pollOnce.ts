import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { advance } from './advance';
import { BATCH_LIMITS, type BatchLimits } from './batches';
import { isPassing, type Occasion } from './failureGate';
import { observe } from './observe';
import type { ProcessMemory } from './processMemory';
import { settingsOf } from './form';
import type { TriggerState } from './state';

/** The one key of n8n's static data that is ours: assigned once in a poll, as a whole. */
const STATE = 'rcsPromotions';

/** One scheduled poll. What it fails at becomes a failed execution only where that harms nobody. */
export async function pollOnce(
	context: IPollFunctions,
	memory: ProcessMemory,
	limits: BatchLimits = BATCH_LIMITS,
): Promise<IDataObject[]> {
	const occasion = memory.occasionOf(context);
	const { service, capacity } = memory.of(context);
	const { items = [], fault, passing = true, overflows = false } = await attempted(compared(context, memory, occasion, limits));
	const now = Date.now();
	if (fault !== undefined) service.failed(now);
	if (overflows) capacity.failed(now);
	else if (fault === undefined) capacity.worked(now, occasion);
	// What is to be told can wait a poll for what is to be emitted: a throw would lose the items.
	if (items.length > 0) return items;
	if (fault !== undefined && service.raises(passing, now, occasion)) throw inNodeWords(context, fault);
	if (overflows && capacity.raises(true, now, occasion)) throw tooMuchToRemember(context);
	return [];
}

interface Compared {
	items?: IDataObject[];
	fault?: unknown;
	/** Whether the fault may be gone at the next poll. Where the list can be read, statistics that cannot are nobody's to mend. */
	passing?: boolean;
	overflows?: boolean;
}

/** Ask first, then compare and remember without a pause, so that overlapping polls cannot interleave. */
async function compared(
	context: IPollFunctions,
	memory: ProcessMemory,
	occasion: Occasion,
	limits: BatchLimits,
): Promise<Compared> {
	const node = memory.of(context);
	const turn = memory.nextTurn();
	const settings = settingsOf(context);
	const { mark } = memory;
	const stored = () => storedState(context);
	const { observation, statisticsFault } = await observe(context, {
		settings,
		mark,
		peek: () => node.newest(stored()),
		lastRead: (promotionId) => node.lastRead(promotionId),
		willRead: (promotionIds) => node.willRead(promotionIds),
	});
	// No await from here on.
	const now = Date.now();
	const outage = statisticsFault ? undefined : node.service.worked(now, occasion);
	const basis = stored();
	const process = { mark, turn, lastTurn: memory.lastTurn, now };
	const observed = { ...observation, ...(outage ? { outage } : {}) };
	const result = advance(node.newest(basis), observed, settings, process, limits);
	if (result.outdated) return {};

	node.remember(result.state, basis);
	context.getWorkflowStaticData('node')[STATE] = result.state;
	return { items: result.items, fault: statisticsFault, overflows: result.overflows };
}

async function attempted(work: Promise<Compared>): Promise<Compared> {
	return await work.catch((fault: unknown) => ({ fault: fault ?? 'unknown', passing: isPassing(fault) }));
}

/** A copy: what n8n hands out reports every look at its inside, and cannot be cloned by other means. */
function storedState(context: IPollFunctions): TriggerState | undefined {
	const state = context.getWorkflowStaticData('node')[STATE];
	return state === undefined ? undefined : (JSON.parse(JSON.stringify(state)) as TriggerState);
}

function inNodeWords(context: IPollFunctions, fault: unknown): NodeApiError | NodeOperationError {
	const error =
		fault instanceof NodeApiError || fault instanceof NodeOperationError
			? fault
			: new NodeOperationError(context.getNode(), fault instanceof Error ? fault : String(fault));
	// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
	error.message = error.message.replace(/authorization/gi, 'authentication');
	return error;
}

function tooMuchToRemember(context: IPollFunctions): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'This trigger watches more promotions than it can remember', {
		description:
			'Events of the oldest promotions, or counters of those that moved longest ago, may be left out. Watch fewer of them: add the filter Created Within Days or Name Contains, or choose promotions with Scope.',
	});
}
