import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { Comparison } from './diff';
import { dueOf } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { withSummary } from './item';
import { listingOf } from './listing';
import { forN8n, TookTooLong } from './outages';
import { settingsOf } from './readSettings';
import { noteMissing, noteRoom, noteStatistics } from './reports';
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
		if (fault !== undefined && occasion === 'activation by a person') throw forN8n(fault, context.getNode());
		const isLate = fault instanceof TookTooLong;
		if (fault !== undefined) (isLate ? outages.time : outages.list).failed(fault, Date.now(), occasion);
		if (items.length > 0 || occasion === 'activation by a person' || occasion === 'registration by n8n') return items;
		// Of a late poll, n8n may not take anything else.
		const report = (isLate ? outages.time : outages).takeReport(Date.now());
		if (report !== undefined) throw forN8n(report, context.getNode());
		return items;
	});
}

async function check(context: IPollFunctions, turn: Turn): Promise<IDataObject[]> {
	const { outages, repeats } = turn;
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;

	const listing = listingOf(await fetchList(client, turn));
	outages.list.worked();
	outages.list.forget();
	noteMissing(settings, listing, turn, context);
	const conditions = { settings, account, accountId, now: Date.now(), startsFromNow: turn.startsFromNow };
	const comparison = new Comparison(turn.state, listing, conditions);
	const hadFigures = (promotionId: string) => comparison.records.get(promotionId)?.counters !== undefined;
	const due = dueOf(
		comparison,
		repeats.flatMap(({ events }) => events),
	);
	const { readings, fault } = await fetchStatistics(client, due, hadFigures, turn);

	if (Date.now() >= turn.until) throw new TookTooLong(context.getNode());
	outages.time.worked();
	const { state, items, emitted, isTooMuch } = comparison.result(readings);
	turn.save(state, emitted, conditions.now);
	noteStatistics(comparison, readings, fault, turn, context);
	if (isTooMuch) noteRoom(turn, context);
	const again = repeats.flatMap(({ events, at }) => events.map((event) => comparison.itemAgain(event, at, readings)));
	const all = [...again, ...items];
	return settings.summary ? all.map(withSummary) : all;
}
