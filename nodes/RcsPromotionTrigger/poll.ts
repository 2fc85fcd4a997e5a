import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { diff } from './diff';
import { dueOf } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { withSummary } from './item';
import { listingOf } from './listing';
import { forN8n } from './outages';
import { settingsOf } from './readSettings';
import type { Store, Turn } from './store';

const TOO_LATE = 'The check took longer than n8n waits for it';

interface Polled {
	items: IDataObject[];
	/** Why nothing was compared. */
	fault?: unknown;
	/** Why no statistics could be read, although some were due. */
	statisticsFault?: unknown;
	/** Whether there are more promotions than can be remembered. */
	isTooMuch?: boolean;
}

/** One poll. A fault becomes a failed execution only if nothing is emitted and it is time to tell it. */
export async function poll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.oneAtATime(context, async (turn) => {
		const { outages, notice } = turn;
		const { occasion } = turn.begun;
		const isActivation = occasion === 'activation by a person';
		const polled = await compare(context, turn).catch((fault: unknown): Polled => ({ items: [], fault }));
		const { items, fault, statisticsFault, isTooMuch } = polled;
		const now = Date.now();
		if ('fault' in polled) {
			outages.list.failed();
			// Only an activation that succeeds stores what exists, so it must not seem to.
			if (isActivation || outages.list.isToldNow(fault, now, occasion)) throw forN8n(fault, context.getNode());
			return [];
		}
		outages.list.worked();
		if (isActivation) for (const outage of Object.values(outages)) outage.reset();
		// Throwing now would lose the items. What lasts is told by a later poll.
		if (items.length > 0 || isActivation) return items;
		if (statisticsFault !== undefined && outages.statistics.isToldNow(statisticsFault, now, occasion)) {
			throw forN8n(statisticsFault, context.getNode());
		}
		if (isTooMuch && occasion !== 'registration by n8n' && notice.claim(now)) throw tooMuch(context);
		return [];
	});
}

async function compare(context: IPollFunctions, turn: Turn): Promise<Polled> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;

	const promotions = await fetchList(client, turn.outages.list, turn.begun);
	const listed = { settings, accountId, now: Date.now() };
	const due = dueOf(listingOf(promotions, listed), turn.state, account, listed);
	const statistics = await fetchStatistics(client, due, turn.outages.statistics, turn.begun);
	if (statistics.fault) turn.outages.statistics.failed();
	else if (statistics.readings.size > 0) turn.outages.statistics.worked();

	const conditions = { settings, accountId, now: Date.now() };
	if (turn.isTooLate(conditions.now)) return { items: [], fault: new Error(TOO_LATE) };
	const listing = listingOf(promotions, conditions);
	const { state, items, isTooMuch } = diff(turn.state, { account, listing, readings: statistics.readings }, conditions);
	const emitted = turn.save(state, items, conditions.now);
	return {
		items: settings.summary ? emitted.map(withSummary) : emitted,
		statisticsFault: statistics.fault,
		isTooMuch,
	};
}

const tooMuch = (context: IPollFunctions): NodeOperationError =>
	new NodeOperationError(context.getNode(), 'There are more promotions than this trigger can follow', {
		description:
			"It follows the 5,000 newest promotions that are not over, and tells the 20,000 newest ones from new ones. Events for older ones may be missing. Set 'Scope' to 'Selected Promotions', or add a filter.",
	});
