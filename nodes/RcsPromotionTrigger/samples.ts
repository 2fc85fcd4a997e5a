import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../service/refusal';
import { ServiceClient } from '../service/client';
import { runGivingWay } from '../service/clock';
import { computeRates } from '../service/counting';
import { promotionState, SAMPLE_PROMOTION_ID } from '../service/promotions';
import type { Counters } from '../service/statistics';
import type { Promotion } from '../service/types';
import { figuresOf, isNameLetIn, startUnknown, type Change } from './change';
import { chosenEvents } from './events';
import { readSettings } from './form';
import { makeEventId, makeItems, type News } from './item';
import { readListing } from './listing';
import type { PollFacts } from './settings';

const INVENTED: Promotion = {
	promotionId: SAMPLE_PROMOTION_ID,
	...{ name: 'Sample campaign', status: 'Completed', promotionType: 'IMMEDIATE' },
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
	const read = async (promotions: Promotion[]) => [...(await runGivingWay(readListing(promotions))).values()];
	// The newest comes last.
	const newest = (await read(await client.promotions()))
		.filter(({ name, status }) => promotionState(status) === 'completed' && isNameLetIn(name, facts))
		.at(-1);
	const statistics = newest && (await client.statistics(newest.promotionId).catch(() => undefined));
	const [listed] = statistics ? [newest] : await read([INVENTED]);
	const counters = statistics?.counters ?? INVENTED_COUNTERS;
	const change = startUnknown(listed?.promotionId ?? '', listed, { kind: 'counters', counters }, facts);
	return await runGivingWay(makeItems(inventNews(change, facts), facts));
}

function inventNews(change: Change, facts: PollFacts): News[] {
	const { promotionId, status, reading = INVENTED_COUNTERS } = change;
	const [threshold] = facts.settings.thresholds;
	const value = threshold && computeRates(figuresOf(reading, status, facts))[threshold.rate];
	return chosenEvents(facts.settings).map(({ event, sampleFields }): News => {
		const fields = event === 'thresholdCrossed' ? { threshold: { ...threshold, value } } : sampleFields;
		// No real event has this identity, so its eventId never equals a real one.
		const eventId = makeEventId(facts.accountId, promotionId, event, ['sample']);
		const previousStatus = event === 'created' ? null : status;
		const emitted = { event, promotionId, eventId, identity: [], fields };
		return { emitted, change: { ...change, previousStatus }, observedAt: facts.now, isSample: true };
	});
}
