import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../service/refusal';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { computeRates } from '../service/counting';
import { promotionState, SAMPLE_PROMOTION_ID } from '../service/promotions';
import type { Counters } from '../service/statistics';
import { figuresOf, isNameLetIn, startUnknown } from './change';
import { chosenEvents } from './events';
import { readSettings } from './form';
import { makeEventId, makeItems, type News } from './item';
import { readListing, type ListEntry } from './listing';
import type { PollFacts } from './settings';

const INVENTED: ListEntry = {
	...{ promotionId: SAMPLE_PROMOTION_ID, name: 'Sample campaign', status: 'Completed', isOver: true },
	promotion: { promotionId: SAMPLE_PROMOTION_ID, promotionType: 'IMMEDIATE' },
};
/** As a service has them that counts a message in each stage. */
const INVENTED_COUNTERS: Counters = {
	attempted: 1000,
	failed: 60,
	sent: 940,
	delivered: 900,
	read: 600,
	interacted: 120,
	optout: 5,
};

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function makeSamples(context: IPollFunctions): Promise<IDataObject[]> {
	return await readSamples(context).catch((error: unknown) => {
		throw asNodeError(error, context.getNode());
	});
}

async function readSamples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = readSettings(context);
	const client = await ServiceClient.open(context);
	const { accountId, statedCounters } = client;
	const facts: PollFacts = { settings, accountId, statedCounters, isActivation: false, now: Date.now() };
	const listing = await runGivingWay(readListing(await client.promotions()));
	const isShown = ({ name, status }: ListEntry) => promotionState(status) === 'completed' && isNameLetIn(name, facts);
	// The newest comes last.
	const newest = [...listing.values()].filter(isShown).at(-1);
	const read = newest && (await client.statistics(newest.promotionId).catch(() => undefined));
	const [listed, counters] = read ? [newest, read.counters] : [INVENTED, INVENTED_COUNTERS];
	const { promotionId, status } = listed;
	const change = startUnknown(promotionId, listed, { kind: 'counters', counters }, facts);
	const [threshold] = settings.thresholds;
	const value = threshold && computeRates(figuresOf(counters, status, facts))[threshold.rate];
	const news = chosenEvents(settings.events).map(({ event, sampleFields }): News => {
		const fields = event === 'thresholdCrossed' ? { threshold: { ...threshold, value } } : sampleFields;
		// No real event has this identity, so its eventId never equals a real one.
		const eventId = makeEventId(accountId, promotionId, event, ['sample']);
		const emitted = {
			event,
			promotionId,
			eventId,
			status,
			previousStatus: event === 'created' ? null : status,
			fields,
		};
		return { emitted, change, observedAt: facts.now, isSample: true };
	});
	return await runGivingWay(makeItems(news, facts));
}
