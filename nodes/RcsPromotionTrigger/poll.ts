import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { Comparison } from './comparison';
import { selectPromotionsToRead } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { makeItems, type News } from './item';
import { readListing } from './listing';
import { LatePollError, toTriggerError } from './problem';
import { readSettings } from './readSettings';
import type { Store, Poll } from './store';

interface Outcome {
	news: News[];
	/** Makes this poll the one that the next is compared with. Undefined if the poll ended early. */
	save?: () => void;
	error?: unknown;
}

/** One poll: its items say what it could not see, or it throws that. Never both, because n8n loses the items of a poll that throws. */
export async function runPoll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.openNodeStore(context).runAlone(context, async (poll) => {
		const { news, save, error } = await readAndCompare(context, poll).catch((thrown: unknown): Outcome => ({
			news: [],
			error: thrown,
		}));
		const report = poll.problems.report(error, news.length > 0, poll, (text) => context.logger.warn(text));
		const items = await runGivingWay(makeItems(news, report.checkProblem));
		// Last, so that no event is remembered of which there is no item.
		save?.();
		if (report.error !== undefined) throw toTriggerError(report.error, poll.node);
		return items;
	});
}

async function readAndCompare(context: IPollFunctions, poll: Poll): Promise<Outcome> {
	const { problems, batchesToEmitAgain, occasion } = poll;
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);

	const listing = await runGivingWay(readListing(await fetchList(client, poll)));
	problems.list.recordSuccess();
	problems.checkChosenIds(poll, settings, listing);
	const isActivation = occasion === 'activation by a person';
	const facts = {
		settings,
		accountId: client.accountId,
		isActivation,
		now: Date.now(),
		statedCounters: client.statedCounters,
	};
	const comparison = new Comparison(poll.state, listing, facts);
	const eventsToEmitAgain = batchesToEmitAgain.flatMap(({ events }) => events);
	const toRead = await runGivingWay(selectPromotionsToRead(comparison, eventsToEmitAgain));
	const answers = await fetchStatistics(client, toRead, poll);

	const found = await runGivingWay(comparison.finish(answers));
	if (Date.now() >= poll.deadline) throw new LatePollError();
	problems.checkFound(poll, found, settings);
	const newsAgain = batchesToEmitAgain.flatMap(({ events, firstEmittedAt }) =>
		events.map((event) => comparison.emitAgain(event, firstEmittedAt, answers)),
	);
	const newEvents = found.news.map(({ emitted }) => emitted);
	return { news: [...newsAgain, ...found.news], save: () => poll.save(found.state, newEvents, facts.now) };
}
