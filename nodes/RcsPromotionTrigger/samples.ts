import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { promotionState } from '../service/promotions';
import { timestampMs } from '../service/timestamps';
import type { Promotion } from '../service/types';
import { plainText } from '../service/values';
import { ALL_EVENTS, figuresOf, SAMPLE_COUNTERS } from './events';
import { eventIdOf, figuresTold, GONE, withSummary } from './item';
import { listingOf, promotionTold } from './listing';
import { isFinal } from './record';
import { settingsOf } from './readSettings';

const DAY_MS = 86_400_000;

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { accountId } = client;
	const now = Date.now();
	const listing = listingOf(await client.promotions(), { settings, accountId, now });
	// The newest comes last.
	const completed = [...listing.values()].filter(({ inScope, state }) => inScope && state === 'completed').at(-1);
	const real =
		completed &&
		(await client.statistics(completed.promotionId).then(
			({ counters }) => ({ promotion: completed.promotion, counters }),
			() => undefined,
		));
	const shown = real ?? { promotion: invented(now), counters: SAMPLE_COUNTERS };
	return ALL_EVENTS.filter(({ event }) => settings.events.has(event)).map(({ event, sample }) => {
		const { previousStatus, status, counters, from, fields, isGone, forMs = 0 } = sample(shown.counters, settings);
		const { promotionId, name } = shown.promotion;
		const promotion = { ...shown.promotion, ...timesOf(shown.promotion, status, now - forMs), status };
		const figures = figuresOf(counters);
		const item = {
			event,
			// Right after the event, where nobody overlooks it.
			isSample: true,
			name: plainText(name),
			status,
			previousStatus,
			observedAt: new Date(now).toISOString(),
			...figuresTold(figures, from ? figuresOf(from) : figures),
			...fields,
			...(isGone && GONE),
			promotion: isGone ? null : promotionTold(promotion),
			// No real event has this detail, so its eventId never equals a real one.
			eventId: eventIdOf(accountId, promotionId, event, ['sample']),
			promotionId,
			accountId,
		};
		return settings.summary ? withSummary(item) : item;
	});
}

const invented = (now: number): Promotion => ({
	promotionId: SAMPLE_PROMOTION_ID,
	name: 'Sample promotion',
	status: 'Completed',
	promotionType: 'IMMEDIATE',
	createdDate: now - 3 * DAY_MS,
	promotionEndTime: now - 2 * DAY_MS,
});

/** Times that agree with a status that lasts since then: created before, and ended only if it is over. */
function timesOf({ createdDate, promotionEndTime }: Promotion, status: string, since: number) {
	const created = timestampMs(createdDate) ?? 0;
	const ended = timestampMs(promotionEndTime);
	return {
		createdDate: created > since ? since - DAY_MS : createdDate,
		promotionEndTime: isFinal(promotionState(status))
			? ended !== null && ended > since
				? since
				: promotionEndTime
			: null,
	};
}
