import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { isFinal, promotionState } from '../service/promotions';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { ALL_EVENTS, SAMPLE_COUNTERS } from './events';
import { eventIdOf, itemsOf, withSummary } from './item';
import { clipped, DAY_MS, listingOf } from './listing';
import type { Look } from './record';
import { settingsOf } from './readSettings';

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { account, accountId } = client;
	const now = Date.now();
	const conditions = { settings, account, accountId, now };
	// The newest comes last.
	const completed = [...listingOf(await client.promotions(), conditions).values()]
		.filter(({ inScope, status }) => inScope && promotionState(status) === 'completed')
		.at(-1);
	const statistics = completed && (await client.statistics(completed.promotionId).catch(() => undefined));
	const shown = completed && statistics ? completed.promotion : invented;
	const counters = statistics?.counters ?? SAMPLE_COUNTERS;
	const { promotionId } = shown;
	return ALL_EVENTS.filter(({ event }) => settings.events.has(event)).map(({ event, sample }) => {
		const given = sample(counters, settings);
		const { status = 'Running', previousStatus = 'Running', figures = counters, settledBy, forMs = 0 } = given;
		const since = now - forMs;
		const look: Look = {
			record: { name: clipped(plainText(shown.name)), status, movedAt: since, moves: 1, figures, settledBy },
			previousStatus,
			figuresBefore: given.figuresBefore ?? figures,
			reading: { kind: 'figures', counters: figures },
			isSettledNow: settledBy !== undefined,
			isGone: given.isGone ?? false,
			conditions: { ...conditions, settings: { ...settings, events: new Set([event]) } },
		};
		// Times that agree with a status that lasts since then.
		const times = { createdDate: since - DAY_MS, promotionEndTime: isFinal(status) ? since : null };
		const [item = {}] = itemsOf(look, promotionId, look.isGone ? undefined : { ...shown, ...times });
		// No real event has this detail, so its eventId never equals a real one.
		const eventId = eventIdOf(accountId, promotionId, event, ['sample']);
		// Right after the event, where nobody overlooks it.
		return { event, isSample: true, ...(settings.summary ? withSummary(item) : item), eventId };
	});
}

const invented: Promotion = {
	promotionId: SAMPLE_PROMOTION_ID,
	name: 'Sample promotion',
	promotionType: 'IMMEDIATE',
};
