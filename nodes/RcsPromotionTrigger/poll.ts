import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { Comparison } from './diff';
import { selectDue } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { addSummary } from './item';
import { readListing } from './listing';
import { toNodeError, TookTooLong } from './outages';
import { readSettings } from './readSettings';
import type { Store, Turn } from './store';

/** One poll. What it could not see becomes a failed execution once nothing is emitted, because a throw would lose the items. */
export async function poll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.oneAtATime(context, async (turn) => {
		const { occasion, outages } = turn;
		const { items, fault } = await check(context, turn).then(
			(found) => ({ items: found, fault: undefined }),
			(thrown: unknown) => ({ items: [], fault: thrown }),
		);
		// Only an activation that succeeds stores what exists, so it must not seem to.
		if (fault !== undefined && occasion === 'activation by a person') throw toNodeError(fault, context.getNode());
		const isLate = fault instanceof TookTooLong;
		if (fault !== undefined) (isLate ? outages.time : outages.list).recordFailure(fault, Date.now(), occasion);
		if (items.length > 0 || occasion === 'activation by a person' || occasion === 'registration by n8n') return items;
		// Of a late poll, n8n may not take anything else.
		const report = (isLate ? outages.time : outages).takeReport(Date.now());
		if (report !== undefined) throw toNodeError(report, context.getNode());
		return items;
	});
}

async function check(context: IPollFunctions, turn: Turn): Promise<IDataObject[]> {
	const { outages, occasion, repeats } = turn;
	const node = context.getNode();
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;

	const listing = readListing(await fetchList(client, turn));
	outages.list.recordSuccess();
	outages.list.dropReport();
	outages.checkChoice(settings, listing, occasion, node);
	const conditions = { settings, account, accountId, now: Date.now(), startsFromNow: turn.startsFromNow };
	const comparison = new Comparison(turn.state, listing, conditions);
	const repeated = repeats.flatMap(({ events }) => events);
	const fetched = await fetchStatistics(client, selectDue(comparison, repeated), comparison, turn);
	const { readings } = fetched;

	if (Date.now() >= turn.until) throw new TookTooLong(node);
	outages.time.recordSuccess();
	const { state, items, emitted, isTooMuch } = comparison.finish(readings);
	turn.save(state, emitted, conditions.now);
	outages.checkStatistics(comparison, fetched, occasion, node);
	if (isTooMuch) outages.reportTooMany(occasion, node);
	const again = repeats.flatMap(({ events, at }) => events.map((event) => comparison.itemAgain(event, at, readings)));
	const all = [...again, ...items];
	return settings.summary ? all.map(addSummary) : all;
}
