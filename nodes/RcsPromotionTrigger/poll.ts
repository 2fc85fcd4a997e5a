import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { Comparison } from './comparison';
import { selectPromotionsToRead } from './due';
import { EVENTS_THAT_KEEP_READING } from './events';
import { fetchList, fetchStatistics } from './fetch';
import { addCheckProblem, addSummary } from './item';
import { readListing } from './listing';
import { LatePollError, toTriggerError } from './problem';
import { readSettings } from './readSettings';
import type { Basis } from './settings';
import type { Store, Poll } from './store';

interface Outcome {
	items: IDataObject[];
	/** Undefined if the poll ended early. */
	basis?: Basis;
	error?: unknown;
}

/** One poll. It returns items, which say what the poll could not see, or throws that. It never does both, because n8n loses the items of a poll that throws. */
export async function runPoll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.openNodeStore(context).runAlone(context, async (poll) => {
		const { items, basis, error } = await readAndCompare(context, poll).catch((thrown: unknown): Outcome => ({
			items: [],
			error: thrown,
		}));
		const report = poll.problems.report(error, items.length > 0, poll, (text) => context.logger.warn(text));
		if (report.error !== undefined) throw toTriggerError(report.error, poll.node);
		const { checkProblem } = report;
		const whole = checkProblem === undefined ? items : items.map((item) => addCheckProblem(item, checkProblem));
		return basis?.settings.summary ? whole.map((item) => addSummary(item, basis)) : whole;
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
	const countings = { stated: client.statedCountings };
	const basis = { settings, accountId: client.accountId, isActivation, now: Date.now(), countings };
	const comparison = new Comparison(poll.state, listing, basis);
	const eventsToEmitAgain = batchesToEmitAgain.flatMap(({ events }) => events);
	const toRead = await runGivingWay(selectPromotionsToRead(comparison, eventsToEmitAgain));
	const answers = await fetchStatistics(client, toRead, poll);

	const found = await runGivingWay(comparison.finish(answers));
	if (Date.now() >= poll.deadline) throw new LatePollError(poll.node);
	poll.save(found.state, found.newEvents, basis.now);
	const keepsReading = EVENTS_THAT_KEEP_READING.some((event) => settings.events.has(event));
	problems.checkFound(poll, found, keepsReading);
	const itemsAgain = batchesToEmitAgain.flatMap(({ events, firstEmittedAt }) =>
		events.map((event) => comparison.makeItemAgain(event, firstEmittedAt, answers)),
	);
	return { items: [...itemsAgain, ...found.newItems], basis: comparison.basis };
}
