import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { isFinal, promotionState } from '../service/promotions';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { ALL_EVENTS, SAMPLE_COUNTERS } from './events';
import { eventIdOf, itemsOf, withSummary } from './item';
import { clipped, listingOf } from './listing';
import type { Look } from './record';
import { settingsOf } from './readSettings';

const DAY_MS = 86_400_000;

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;
	const now = Date.now();
	const conditions = { settings, account, accountId, now };
	const listing = listingOf(await client.promotions(), conditions);
	// The newest comes last.
	const completed = [...listing.values()].filter(({ inScope, state }) => inScope && state === 'completed').at(-1);
	const real =
		completed &&
		(await client.statistics(completed.promotionId).then(
			({ counters }) => ({ promotion: completed.promotion, counters }),
			() => undefined,
		));
	const shown = real ?? { promotion: invented, counters: SAMPLE_COUNTERS };
	const { promotionId } = shown.promotion;
	return ALL_EVENTS.filter(({ event }) => settings.events.has(event)).map(({ event, sample }) => {
		const given = sample(shown.counters, settings);
		const { status = 'Running', previousStatus = 'Running', figures = shown.counters, settledBy, forMs = 0 } = given;
		const since = now - forMs;
		const look: Look = {
			record: { name: clipped(plainText(shown.promotion.name)), status, movedAt: since, moves: 1, figures, settledBy },
			state: promotionState(status),
			previousStatus,
			figuresBefore: given.figuresBefore ?? figures,
			reading: { kind: 'figures', counters: figures },
			isSettledNow: given.isSettledNow ?? false,
			isGone: given.isGone ?? false,
			conditions: { ...conditions, settings: { ...settings, events: new Set([event]) } },
		};
		// Times that agree with a status that lasts since then.
		const times = { createdDate: since - DAY_MS, promotionEndTime: isFinal(status) ? since : null };
		const promotion = { ...shown.promotion, ...times };
		const [item] = itemsOf(look, promotionId, look.isGone ? undefined : promotion);
		// No real event has this detail, so its eventId never equals a real one.
		const eventId = eventIdOf(accountId, promotionId, event, ['sample']);
		// Right after the event, where nobody overlooks it.
		const marked = { event, isSample: true, ...item, eventId };
		return settings.summary ? withSummary(marked) : marked;
	});
}

const invented: Promotion = {
	promotionId: SAMPLE_PROMOTION_ID,
	name: 'Sample promotion',
	promotionType: 'IMMEDIATE',
};
