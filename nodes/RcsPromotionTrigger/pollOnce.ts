import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { advance } from './advance';
import { BATCH_LIMITS, type BatchLimits } from './batches';
import { observe, type Observed } from './observe';
import type { ProcessMemory } from './processMemory';
import { settingsOf } from './form';
import type { TriggerState } from './state';

/** The one key of n8n's static data that is ours: assigned once in a poll, as a whole. */
const STATE = 'rcsPromotions';

/** One scheduled poll: ask first, then compare and remember without a pause, so that overlapping polls cannot interleave. */
export async function pollOnce(
	context: IPollFunctions,
	memory: ProcessMemory,
	limits: BatchLimits = BATCH_LIMITS,
): Promise<IDataObject[]> {
	const node = memory.of(context);
	const turn = memory.nextTurn();
	const activation = memory.isActivation(context);
	const settings = settingsOf(context);
	const { mark } = memory;
	const stored = () => storedState(context);
	const attempt = await attempted(
		observe(context, {
			settings,
			mark,
			peek: () => node.newest(stored()),
			lastRead: (promotionId) => node.lastRead(promotionId),
			willRead: (promotionIds) => node.willRead(promotionIds),
		}),
	);
	// No await from here on.
	const now = Date.now();
	if ('fault' in attempt) {
		if (!node.trouble.tell(attempt.fault, now, activation)) return [];
		throw inNodeWords(context, attempt.fault);
	}
	node.trouble.end(now);
	const basis = stored();
	const { observation, statisticsFault } = attempt.observed;
	const process = { mark, turn, lastTurn: memory.lastTurn, now };
	const { outage } = node.trouble;
	const observed = { ...observation, ...(outage ? { outage } : {}) };
	const result = advance(node.newest(basis), observed, settings, process, limits);
	if (result.outdated) return [];

	node.remember(result.state, basis);
	context.getWorkflowStaticData('node')[STATE] = result.state;
	if (result.newItems > 0) node.trouble.outageTold();
	if (!statisticsFault) node.statisticsTrouble.end(now);
	if (!result.overflows) node.capacityTrouble.end(now);
	// What is to be told can wait a poll for what is to be emitted: a throw would lose the items.
	if (result.items.length > 0) return result.items;
	if (statisticsFault && node.statisticsTrouble.tell(statisticsFault, now, activation)) {
		throw inNodeWords(context, statisticsFault);
	}
	if (result.overflows) {
		const tooMany = tooMuchToRemember(context);
		if (node.capacityTrouble.tell(tooMany, now, activation)) throw tooMany;
	}
	return [];
}

async function attempted(work: Promise<Observed>): Promise<{ observed: Observed } | { fault: unknown }> {
	return await work.then(
		(observed) => ({ observed }),
		(fault: unknown) => ({ fault }),
	);
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
