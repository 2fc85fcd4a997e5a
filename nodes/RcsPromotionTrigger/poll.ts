import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { inTurns } from '../service/turns';
import { advance } from './advance';
import { BATCH_LIMITS, type BatchLimits } from './batches';
import { isPassing, type Occasion } from './failureGate';
import { settingsOf } from './form';
import { hostBudgetMs, observe } from './observe';
import type { ProcessMemory } from './processMemory';
import { stampOf, type TriggerState } from './state';

/** The one key of n8n's static data that is ours: assigned once in a poll, as a whole. */
const STATE = 'rcsPromotions';

interface PollResult {
	items?: IDataObject[];
	fault?: unknown;
	/** Whether the fault may be gone at the next poll. When the list works and statistics do not, the user cannot fix it, so that counts as passing. */
	passing?: boolean;
	/** What cannot be followed, while everything else is. */
	advice?: NodeOperationError;
}

/** One scheduled poll. A fault becomes a failed execution only if nothing is emitted and its gate lets it through. */
export async function poll(
	context: IPollFunctions,
	memory: ProcessMemory,
	limits: BatchLimits = BATCH_LIMITS,
): Promise<IDataObject[]> {
	const occasion = memory.occasionOf(context);
	const { service, advice: adviceGate } = memory.of(context);
	const { items = [], fault, passing = true, advice } = await attempted(compare(context, memory, occasion, limits));
	const now = Date.now();
	if (fault !== undefined) service.failed(now);
	if (advice) adviceGate.failed(now);
	else if (fault === undefined) adviceGate.worked(now, occasion);
	// Throwing now would lose the items; the fault is told by the next poll if it lasts.
	if (items.length > 0) return items;
	if (fault !== undefined && service.raises(passing, now, occasion)) throw inNodeWords(context, fault);
	if (advice && adviceGate.raises(true, now, occasion)) throw advice;
	return [];
}

/** Ask first, then compare on a copy; remembered in one go, and only if no other poll of this trigger has begun or ended meanwhile. */
async function compare(
	context: IPollFunctions,
	memory: ProcessMemory,
	occasion: Occasion,
	limits: BatchLimits,
): Promise<PollResult> {
	const node = memory.of(context);
	const started = Date.now();
	const pollNumber = memory.begin(node);
	const begun = { pollNumber, occasion };
	const settings = settingsOf(context);
	const { observation, statisticsFault, withoutId } = await observe(context, {
		settings,
		processId: memory.id,
		peek: () => node.newest(storedState(context), begun),
		reads: node.reads,
	});
	const now = Date.now();
	const { waitingSince } = node;
	const waiting = waitingSince === undefined ? {} : { waitingSince };
	const outage = statisticsFault ? undefined : node.service.worked(now, occasion);
	const observed = { ...observation, ...(outage ? { outage } : {}) };
	for (;;) {
		const basis = node.newest(storedState(context), begun);
		const { lastPollNumber } = node;
		const process = { id: memory.id, pollNumber, lastPollNumber, now, ...waiting };
		const result = await inTurns(advance(basis, observed, settings, process, limits));
		// No await from here on.
		const stored = storedState(context);
		if (stampOf(node.newest(stored, begun)) !== stampOf(basis) || node.lastPollNumber > lastPollNumber) continue;
		// n8n no longer waits for this poll, and would throw away what it emits.
		if (Date.now() - started > hostBudgetMs(context)) return {};
		if (result.outdated || node.mayBeOldCopy(stored, begun, started)) return {};

		const { state, items, overflows } = result;
		node.remember(state, stored, items.length > 0, { lastPollNumber, now, occasion });
		context.getWorkflowStaticData('node')[STATE] = state;
		const advice = adviceOn(context, overflows, withoutId);
		return { items, fault: statisticsFault, ...(advice ? { advice } : {}) };
	}
}

async function attempted(work: Promise<PollResult>): Promise<PollResult> {
	return await work.catch((fault: unknown) => ({ fault: fault ?? 'unknown', passing: isPassing(fault) }));
}

/** A copy, made through JSON because n8n hands out a proxy, which structuredClone refuses. */
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
	// n8n's scheduler stops polling for half an hour after a failure it takes for lasting. The next answer decides that, not this one.
	if (error instanceof NodeApiError && error.failure?.cause !== 'rate-limited') {
		error.failure = { cause: 'temporarily-unavailable' };
	}
	return error;
}

function adviceOn(context: IPollFunctions, overflows: boolean, withoutId: number): NodeOperationError | undefined {
	if (overflows) {
		return new NodeOperationError(context.getNode(), 'There are more promotions than this trigger can follow', {
			description:
				'It can follow about 35,000. Events of the oldest promotions may be missing; the others are delivered. Ask the service to remove old promotions from its list.',
		});
	}
	if (withoutId === 0) return undefined;
	const [what, description] =
		withoutId === 1
			? ['1 promotion', 'It is not watched; all others are. Ask the service about it.']
			: [`${withoutId} promotions`, 'They are not watched; all others are. Ask the service about them.'];
	return new NodeOperationError(context.getNode(), `The service lists ${what} without a usable ID`, { description });
}
