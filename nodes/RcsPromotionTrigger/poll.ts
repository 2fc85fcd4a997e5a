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
import type { Store, Poll } from './store';

/** One poll. If something could not be read, that is reported as a failed execution, but never together with events: throwing would lose them. */
export async function runPoll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.openNodeStore(context).runAlone(context, async (poll) => {
		const { node, occasion, problems } = poll;
		let error: unknown;
		const items = await readAndCompare(context, poll).catch((thrown: unknown) => {
			error = thrown;
			return [];
		});
		// Activation must fail visibly: only a successful one stores the starting state.
		if (error !== undefined && occasion === 'activation by a person') throw toTriggerError(error, node);
		const isLate = error instanceof TookTooLong;
		if (error !== undefined) (isLate ? problems.lateness : problems.reading).recordFailure(error, Date.now(), occasion);
		if (items.length > 0 || isRegistration(occasion)) return items;
		// If this poll was late, n8n may have stopped waiting: report only the delay now, and keep other reports for later.
		const report = isLate ? problems.lateness.takeReport(Date.now()) : problems.takeFirstReport(Date.now());
		if (report !== undefined) throw toTriggerError(report, node);
		return items;
	});
}

async function readAndCompare(context: IPollFunctions, poll: Poll): Promise<IDataObject[]> {
	const { problems, batchesToEmitAgain } = poll;
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);

	const listing = readListing(await fetchList(client, problems.reading, poll));
	problems.reading.recordSuccess();
	// A list that works again is no news. Late polls and failed statistics are still reported.
	problems.reading.cancelReport();
	problems.checkChoice(poll, settings, listing);
	const basis = { settings, account: client.account, accountId: client.accountId, now: Date.now() };
	const comparison = new Comparison(poll, listing, basis);
	const eventsToEmitAgain = batchesToEmitAgain.flatMap(({ events }) => events);
	const due = selectDue(comparison, eventsToEmitAgain);
	const statistics = await fetchStatistics(client, due, problems.statistics, poll);

	if (Date.now() >= poll.deadline) throw new TookTooLong(poll.node);
	problems.lateness.recordSuccess();
	const { state, items, emitted, hasTooMany } = comparison.finish(statistics.readings);
	poll.save(state, emitted, basis.now);
	problems.checkStatistics(poll, comparison, statistics);
	if (hasTooMany) problems.reportTooMany(poll);
	const itemsAgain = batchesToEmitAgain.flatMap(({ events, firstEmittedAt }) =>
		events.map((event) => comparison.makeItemAgain(event, firstEmittedAt, statistics.readings)),
	);
	const allItems = [...itemsAgain, ...items];
	return settings.summary ? allItems.map(addSummary) : allItems;
}
