import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { Comparison } from './comparison';
import { selectDue } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { addSummary } from './item';
import { readListing } from './listing';
import { isRegistration } from './occasion';
import { toTriggerError, TookTooLong } from './problems';
import { readSettings } from './readSettings';
import type { Store, Turn } from './store';

/** One poll. If something could not be read, that is reported as a failed execution, but never together with events: throwing would lose them. */
export async function poll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.findNode(context).runAlone(context, async (turn) => {
		const { node, occasion, problems } = turn;
		let error: unknown;
		const items = await readAndCompare(context, turn).catch((thrown: unknown) => {
			error = thrown;
			return [];
		});
		// Activation must fail visibly: only a successful one stores the starting state.
		if (error !== undefined && occasion === 'activation by a person') throw toTriggerError(error, node);
		const isLate = error instanceof TookTooLong;
		const problem = isLate ? problems.time : problems.list;
		if (error !== undefined) problem.recordFailure(error, Date.now(), occasion);
		if (items.length > 0 || isRegistration(occasion)) return items;
		// If this poll was late, n8n may have stopped waiting: report only the delay now, and keep other reports for later.
		const report = (isLate ? problems.time : problems).takeReport(Date.now());
		if (report !== undefined) throw toTriggerError(report, node);
		return items;
	});
}

async function readAndCompare(context: IPollFunctions, turn: Turn): Promise<IDataObject[]> {
	const { problems, batchesToRedeliver, startsFromNow } = turn;
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;

	const listing = readListing(await fetchList(client, problems.list, turn));
	problems.list.recordSuccess();
	problems.list.cancelReport();
	problems.checkChoice(turn, settings, listing);
	const pollContext = { settings, account, accountId, now: Date.now(), startsFromNow };
	const comparison = new Comparison(turn.state, listing, pollContext);
	const eventsToRedeliver = batchesToRedeliver.flatMap(({ events }) => events);
	const due = selectDue(comparison, eventsToRedeliver);
	const hadCounters = (promotionId: string) => comparison.records.get(promotionId)?.counters !== undefined;
	const fetchedStatistics = await fetchStatistics(client, due, hadCounters, problems.statistics, turn);
	const { readings } = fetchedStatistics;

	if (Date.now() >= turn.deadline) throw new TookTooLong(turn.node);
	problems.time.recordSuccess();
	const { state, items, emitted, hasTooMany } = comparison.finish(readings);
	turn.save(state, emitted, pollContext.now);
	problems.checkStatistics(turn, comparison, fetchedStatistics);
	if (hasTooMany) problems.reportTooMany(turn);
	const redeliveredItems = batchesToRedeliver.flatMap(({ events, at: firstSentAt }) =>
		events.map((event) => comparison.makeRedeliveredItem(event, firstSentAt, readings)),
	);
	const allItems = [...redeliveredItems, ...items];
	return settings.summary ? allItems.map(addSummary) : allItems;
}
