import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { Comparison } from './comparison';
import { selectPromotionsToRead } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { readListing } from './listing';
import { LatePollError, toTriggerError } from './problems';
import { readSettings } from './readSettings';
import type { Store, Poll } from './store';

/** One poll. It returns items or throws a problem. It never does both, because n8n loses the items of a poll that throws. */
export async function runPoll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.openNodeStore(context).runAlone(context, async (poll) => {
		let error: unknown;
		const items = await readAndCompare(context, poll).catch((thrown: unknown) => {
			error = thrown;
			return [];
		});
		const report = poll.problems.chooseReport(error, items.length > 0, poll);
		if (report !== undefined) throw toTriggerError(report, poll.node);
		return items;
	});
}

async function readAndCompare(context: IPollFunctions, poll: Poll): Promise<IDataObject[]> {
	const { problems, batchesToEmitAgain } = poll;
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);

	const listing = readListing(await fetchList(client, poll));
	problems.list.recordSuccessAndForget();
	problems.checkChosenIds(poll, settings, listing);
	const { account, accountId, statedCountings: stated } = client;
	const basis = { settings, account, accountId, now: Date.now(), countings: { stated } };
	const comparison = new Comparison(poll, listing, basis);
	const eventsToEmitAgain = batchesToEmitAgain.flatMap(({ events }) => events);
	const toRead = selectPromotionsToRead(comparison, eventsToEmitAgain);
	const statistics = await fetchStatistics(client, toRead, poll);

	if (Date.now() >= poll.deadline) throw new LatePollError(poll.node);
	problems.lateness.recordSuccess();
	const { state, newEvents, newItems, hasTooManyRecords } = comparison.finish(statistics.readings);
	poll.save(state, newEvents, basis.now);
	problems.checkStatistics(poll, comparison, statistics.readings, statistics.error);
	if (hasTooManyRecords) problems.recordTooManyPromotions(poll);
	const itemsAgain = batchesToEmitAgain.flatMap(({ events, firstEmittedAt }) =>
		events.map((event) => comparison.makeItemAgain(event, firstEmittedAt, statistics.readings)),
	);
	return [...itemsAgain, ...newItems];
}
