import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { diff } from './diff';
import { fetchFigures, fetchList, hostBudgetMs, timeForFigures, wantedFigures } from './fetch';
import { settingsOf } from './form';
import { listingOf } from './listing';
import { isPassing, type Occasion } from './outages';
import type { ProcessMemory } from './processMemory';
import type { TriggerState } from './state';

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

/** One scheduled poll. A fault becomes a failed execution only if nothing is emitted and it is time to tell of it. */
export async function poll(context: IPollFunctions, memory: ProcessMemory): Promise<IDataObject[]> {
	const occasion = memory.occasionOf(context);
	const node = memory.of(context);
	const result = await compare(context, memory, occasion).catch((fault: unknown): PollResult => {
		return { fault: fault ?? 'unknown', passing: isPassing(fault) };
	});
	const { items = [], fault, passing = true, advice } = result;
	const now = Date.now();
	if (fault !== undefined) node.service.failed(now);
	if (advice) node.advice.failed(now);
	else if (fault === undefined) node.advice.worked(occasion);
	// Throwing now would lose the items; the fault is told by the next poll if it lasts.
	if (items.length > 0) return items;
	if (fault !== undefined && node.service.raises(passing, now, occasion)) throw inNodeWords(context, fault);
	if (advice && node.advice.raises(true, now, occasion)) throw advice;
	return [];
}

/** Settings, ask, compare, assign, emit. Nothing is remembered, and nothing emitted, where n8n or a later poll has overtaken this one. */
async function compare(context: IPollFunctions, memory: ProcessMemory, occasion: Occasion): Promise<PollResult> {
	const node = memory.of(context);
	const begun = memory.begin(node, occasion);
	const settings = settingsOf(context);
	const hostMs = hostBudgetMs(context);
	const client = await ServiceClient.open(context);
	const { accountId, account } = client;
	const { mark } = memory;
	const { reads } = node;

	const { promotions, withoutId } = await fetchList(client, hostMs);
	const listedAt = Date.now();
	const listing = listingOf(promotions, settings, listedAt);
	const known = node.newest(storedState(context), begun);
	const wanted = wantedFigures(listing, known, { settings, now: listedAt }, { account, reads, mark });
	const times = timeForFigures(begun.at, listedAt, hostMs);
	const asking = { listing, reads, now: listedAt, ...times };
	const { readings, fault } = await fetchFigures(client, wanted, asking);

	// No await from here on.
	const now = Date.now();
	const stored = storedState(context);
	// n8n no longer waits for this poll, and would throw away what it emits.
	if (now - begun.at > hostMs || node.mayBeOldCopy(stored, begun)) return {};
	const { lastPoll, waitingSince } = node;
	const outage = fault ? undefined : (node.untoldOutage(stored, begun) ?? node.service.endingAt(now));
	const process = { mark, poll: begun.poll, lastPoll, now, waitingSince };
	const compared = diff(
		node.newest(stored, begun),
		{ accountId, account, listing, readings, outage },
		settings,
		process,
	);
	if (!compared) return {};
	const { items, overflows } = compared;
	const state = plain(compared.state);
	if (!fault) node.service.worked(occasion);
	node.remember(state, stored, begun, items.length > 0 ? { lastPoll, at: now, outage } : undefined);
	context.getWorkflowStaticData('node')[STATE] = state;
	return { items, fault, advice: adviceOn(context, overflows, withoutId) };
}

/** A copy, made through JSON because n8n hands out a proxy, which structuredClone refuses. */
const plain = <T>(state: T): T => JSON.parse(JSON.stringify(state)) as T;

function storedState(context: IPollFunctions): TriggerState | undefined {
	const state = context.getWorkflowStaticData('node')[STATE];
	return state === undefined ? undefined : (plain(state) as unknown as TriggerState);
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
				"It follows the 1,000 newest promotions that are not completed or cancelled; events of older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
		});
	}
	if (withoutId === 0) return undefined;
	const [what, description] =
		withoutId === 1
			? ['1 promotion', 'It is not watched; all others are. Ask the service about it.']
			: [`${withoutId} promotions`, 'They are not watched; all others are. Ask the service about them.'];
	return new NodeOperationError(context.getNode(), `The service lists ${what} without a usable ID`, { description });
}
