import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { Comparison } from './diff';
import { dueOf } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { withSummary } from './item';
import { listingOf } from './listing';
import { forN8n, type Outage } from './outages';
import { settingsOf } from './readSettings';
import type { Store, Turn } from './store';

interface PollResult {
	items: IDataObject[];
	/** What went wrong, and what it is reported with. */
	trouble?: { outage: Outage; fault: unknown };
}

/** One poll. A fault becomes a failed execution only if nothing is emitted and it is time to tell it. */
export async function poll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.oneAtATime(context, async (turn) => {
		const { occasion } = turn;
		const { list } = turn.outages;
		const { items, trouble } = await compare(context, turn).catch((fault: unknown): PollResult => ({
			items: [],
			trouble: { outage: list, fault },
		}));
		if (trouble?.outage === list) list.failed();
		else list.worked();
		// Throwing now would lose the items. What lasts is told by a later poll.
		if (!trouble || items.length > 0) return items;
		const { outage, fault } = trouble;
		// Only an activation that succeeds stores what exists, so it must not seem to.
		const isTold =
			occasion === 'activation by a person' ? outage === list : outage.isToldNow(fault, Date.now(), occasion);
		if (isTold) throw forN8n(fault, context.getNode());
		return [];
	});
}

async function compare(context: IPollFunctions, turn: Turn): Promise<PollResult> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;

	const promotions = await fetchList(client, turn);
	const conditions = { settings, account, accountId, now: Date.now() };
	const comparison = new Comparison(turn.state, listingOf(promotions, conditions), conditions);
	const { readings, fault } = await fetchStatistics(client, dueOf(comparison), turn);

	if (Date.now() >= turn.until) throw new Error('The check took longer than n8n allows');
	const { state, items, isTooMuch } = comparison.result(readings);
	const emitted = turn.save(state, items);
	const { statistics, room } = turn.outages;
	return {
		items: settings.summary ? emitted.map(withSummary) : emitted,
		trouble: fault ? { outage: statistics, fault } : isTooMuch ? { outage: room, fault: tooMuch(context) } : undefined,
	};
}

const tooMuch = (context: IPollFunctions): NodeOperationError =>
	new NodeOperationError(context.getNode(), 'There are more promotions than this trigger can follow', {
		description:
			"It follows the 5,000 newest promotions that have not ended, and remembers the IDs of the 20,000 newest. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
	});
