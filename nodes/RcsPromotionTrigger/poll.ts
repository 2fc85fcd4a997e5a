import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { diff } from './diff';
import { fetchFigures, fetchList, wantedFigures } from './fetch';
import { listingOf } from './listing';
import { isPassing } from './outages';
import type { Begun, NodeMemory, ProcessMemory } from './processMemory';
import { settingsOf } from './settings';
import { usableState, type TriggerState } from './state';

/** Our only key in n8n's static data. Each poll assigns it once, as a whole. */
const STATE = 'rcsPromotions';

interface PollResult {
	items?: IDataObject[];
	fault?: unknown;
	/** Whether the fault may be gone at the next poll. If only statistics fail, the user cannot fix it, so that counts as passing. */
	passing?: boolean;
	/** A message about promotions that cannot be followed, while all others are. */
	advice?: NodeOperationError;
}

/** One scheduled poll. A fault becomes a failed execution only if nothing is emitted and it is time to report it. */
export async function poll(context: IPollFunctions, memory: ProcessMemory): Promise<IDataObject[]> {
	const { node, begun } = memory.begin(context);
	const { occasion } = begun;
	const result = await compare(context, memory.mark, node, begun).catch((fault: unknown): PollResult => {
		return { fault: fault ?? 'unknown', passing: isPassing(fault) };
	});
	const { items = [], fault, passing = true, advice } = result;
	const now = Date.now();
	if (fault !== undefined) node.service.failed(now);
	if (advice) node.advice.failed(now);
	else if (fault === undefined) node.advice.worked(occasion);
	// Throwing now would lose the items. If the fault lasts, the next poll reports it.
	if (items.length > 0) return items;
	if (fault !== undefined && node.service.raises(passing, now, occasion)) throw inNodeWords(context, fault);
	if (advice && node.advice.raises(true, now, occasion)) throw advice;
	return [];
}

/** Reads settings and the service, compares, assigns the state, emits. Does nothing if n8n or a later poll has overtaken this one. */
async function compare(context: IPollFunctions, mark: string, node: NodeMemory, begun: Begun): Promise<PollResult> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { accountId, account } = client;

	const promotions = await fetchList(client, begun.hostMs);
	const asked = { settings, now: Date.now(), accountId };
	const known = node.newest(storedState(context), begun);
	const listing = listingOf(promotions, settings, asked.now, usableState(known, account)?.newest);
	const wanted = wantedFigures(listing, known, account, asked);
	const { readings, fault } = await fetchFigures(client, wanted, begun);

	// No await from here on.
	const now = Date.now();
	// n8n no longer waits for this poll and would discard its items.
	if (now - begun.at > begun.hostMs) return {};
	const stored = storedState(context);
	if (node.mayBeOldCopy(stored, begun)) return {};
	const { lastPoll, waitingSince } = node;
	const outage = fault ? undefined : (node.untoldOutage(stored, begun) ?? node.service.endingAt(now));
	const compared = diff(
		node.newest(stored, begun),
		{ account, listing, readings },
		{ settings, now, accountId, outage },
		{ mark, poll: begun.poll, lastPoll, waitingSince },
	);
	if (!compared) return {};
	const { items, overflows } = compared;
	const state = plain(compared.state);
	if (!fault) node.service.worked(begun.occasion);
	node.remember(state, stored, begun, items.length > 0 ? { lastPoll, at: now, outage } : undefined);
	context.getWorkflowStaticData('node')[STATE] = state;
	return { items, fault, advice: overflows ? tooMany(context) : undefined };
}

/** A copy, made through JSON because n8n returns a proxy, which structuredClone refuses. */
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
	// n8n's scheduler stops polling for half an hour after a failure that it considers permanent, so every failure is marked as temporary.
	if (error instanceof NodeApiError && error.failure?.cause !== 'rate-limited') {
		error.failure = { cause: 'temporarily-unavailable' };
	}
	return error;
}

const tooMany = (context: IPollFunctions): NodeOperationError =>
	new NodeOperationError(context.getNode(), 'There are more promotions than this trigger can follow', {
		description:
			"It follows the 1,000 newest promotions that are not completed or cancelled; events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
	});
