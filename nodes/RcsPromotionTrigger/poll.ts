import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { rateOptions } from '../form/formFields';
import { addReading, PassingProblem, startUnknown } from './change';
import { compareList, makeState, type ListDiff } from './diff';
import { selectPromotionsToRead } from './due';
import { fetchList, fetchStatistics } from './fetch';
import { readSettings } from './form';
import { makeItems, makeNews, type News } from './item';
import { findOpenLimits } from './limits';
import { readListing } from './listing';
import type { PollFacts } from './settings';
import type { Poll, Store } from './store';
import { STATE_VERSION, toUsableState } from './state';

/** One poll: its items say what it could not see, or it throws that. Never both, because n8n loses the items of a poll that throws. */
export async function runPoll(context: IPollFunctions, store: Store): Promise<IDataObject[]> {
	return await store.openNodeStore(context).runAlone(context, async (poll) => {
		let check: Awaited<ReturnType<typeof readAndCompare>> | undefined;
		let failure: unknown;
		try {
			check = await readAndCompare(context, poll);
		} catch (error) {
			failure = error;
			poll.problems.addFailedCheck(error);
		}
		const hasItems = check !== undefined && check.news.length > 0;
		const report = poll.problems.report(failure, hasItems, poll, (text) => context.logger.warn(text));
		const items = check ? await runGivingWay(makeItems(check.news, check.facts, report.checkProblem)) : [];
		// Last, so that no event is remembered of which there is no item.
		check?.save();
		if (report.error) throw report.error;
		return items;
	});
}

async function readAndCompare(context: IPollFunctions, poll: Poll) {
	const { batchesToEmitAgain } = poll;
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);
	const { accountId, statedCounters } = client;
	const listing = await runGivingWay(readListing(await fetchList(client, poll.rateLimits.list, poll)));

	const now = Date.now();
	const isActivation = poll.occasion === 'activation by a person';
	const facts: PollFacts = { settings, accountId, statedCounters, isActivation, now };
	const state = toUsableState(poll.state, accountId, now);
	const diff = await runGivingWay(compareList(state, listing, facts));
	const emittedAgain = batchesToEmitAgain.flatMap(({ events }) => events);
	// What 'Name Contains' leaves out is remembered as it was.
	const letIn = diff.changes.filter(({ record }) => !record.isLeftOut);
	const { toRead, dueAt } = selectPromotionsToRead(letIn, emittedAgain, facts);
	const fetched = await fetchStatistics(client, toRead, poll.rateLimits.statistics, poll);
	if (Date.now() >= poll.deadline) {
		const advice =
			'Nothing is lost: the next check looks again. If this keeps happening, ask your provider why answers are slow.';
		throw new PassingProblem('The check took longer than n8n allows', advice);
	}

	for (const change of letIn) addReading(change, fetched.get(change.promotionId), facts);
	sayWhatWasNotSeen(poll, diff, dueAt, facts);
	const changes = new Map(letIn.map((change) => [change.promotionId, change]));
	const newsAgain = batchesToEmitAgain.flatMap(({ events, firstEmittedAt: observedAt }) =>
		events.map((emitted): News => {
			const { promotionId: id } = emitted;
			const change = changes.get(id) ?? startUnknown(id, listing.get(id), fetched.get(id), facts);
			// With its statuses of then, and the counters of now.
			return { emitted, change: { ...change, countersBefore: undefined }, observedAt, isRedelivered: true };
		}),
	);
	const ordinal = state?.ordinal ?? 0;
	const news = letIn.flatMap((change) => makeNews(change, ordinal, facts));
	// Higher than any that was used, also if the clock was set back.
	const next = await runGivingWay(makeState(diff, Math.max(now, ordinal + news.length + 1), facts));
	const events = news.map(({ emitted }) => emitted);
	// To save is to make this poll the one that the next is compared with.
	return { facts, news: [...newsAgain, ...news], save: () => poll.save(next, events, now) };
}

function sayWhatWasNotSeen(
	{ problems, state }: Poll,
	diff: ListDiff,
	dueAt: ReadonlyMap<string, number>,
	facts: PollFacts,
): void {
	problems.addGoodCheck(diff, dueAt);
	if (state && state.version !== STATE_VERSION) {
		problems.say(
			'version',
			'This version of the node cannot use what an earlier one remembered, so the trigger starts over',
			'It reports what happens from now on. What changed since its last check is not reported.',
		);
	} else if (state && state.accountId !== facts.accountId) {
		problems.say(
			`account ${state.accountId} ${facts.accountId}`,
			"The credential has another 'Account ID' than before, so the trigger starts over",
			'It does not report what happens in the account that it watched before. If that was not intended, correct the credential.',
		);
	}
	if (!diff.hasNothingInCommon) problems.dropUnsaid('newer list');
	else {
		problems.say(
			'newer list',
			'The list of promotions shows none of those that it showed before, so it may not show all that began since the last check',
			'Check more often, or ask your provider to list more promotions.',
		);
	}
	const limits = JSON.stringify(facts.settings.thresholds);
	for (const change of diff.changes) {
		for (const { rate, reason } of findOpenLimits(change, facts)) {
			problems.sayOpenLimit(nameOfRate(rate), reason, change, limits);
		}
	}
}

const nameOfRate = (rate: string) => `'${rateOptions.find(({ value }) => value === rate)?.name ?? rate}'`;
