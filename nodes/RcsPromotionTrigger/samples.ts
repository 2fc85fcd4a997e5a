import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { promotionName } from '../service/promotions';
import { COUNTERS, ratesOf, type Counters } from '../service/statistics';
import type { Promotion } from '../service/types';
import { Telling } from './events';
import { EVENTS, type EventName } from './form';
import { listingOf } from './listing';
import { settingsOf, type TriggerSettings } from './settings';

const INVENTED: Shown = {
	promotion: {
		promotionId: SAMPLE_PROMOTION_ID,
		name: 'Sample promotion',
		status: 'Completed',
		promotionType: 'IMMEDIATE',
		createdDate: 0,
		promotionEndTime: 0,
	},
	counters: { attempted: 1000, failed: 60, sent: 940, delivered: 900, read: 600, interacted: 120, optout: 5 },
};

interface Shown {
	promotion: Promotion;
	counters: Counters;
}

/** One item per chosen event, for building and testing the next steps. Reads the list, and does not touch the state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const listing = listingOf(await client.promotions(), settings, Date.now());
	// The newest comes last.
	const completed = [...listing.values()].filter(({ inScope, state }) => inScope && state === 'completed').at(-1);
	const real =
		completed &&
		(await client.statistics(completed.promotionId).then(
			({ counters }) => ({ promotion: completed.promotion, counters }),
			() => undefined,
		));
	const events = (Object.keys(EVENTS) as EventName[]).filter((event) => settings.events.has(event));
	return events.map((event) => sampleOf(event, real ?? INVENTED, client.accountId, settings));
}

const UNDER_WAY = 'Running';

/** The status before and after each event. All other events happen while a promotion is running. */
const STATUSES: Partial<Record<EventName, [from: string | null, to: string]>> = {
	created: [null, UNDER_WAY],
	statusChanged: [UNDER_WAY, 'Completed'],
	completed: [UNDER_WAY, 'Completed'],
	stopped: [UNDER_WAY, 'Stopped'],
	cancelled: [UNDER_WAY, 'Cancelled'],
	settled: ['Completed', 'Completed'],
};

function sampleOf(
	event: EventName,
	{ promotion, counters }: Shown,
	accountId: string,
	settings: TriggerSettings,
): IDataObject {
	const now = Date.now();
	const [previousStatus, status] = STATUSES[event] ?? [UNDER_WAY, UNDER_WAY];
	const { promotionId } = promotion;
	const name = promotionName(promotion);
	const shown = event === 'removed' ? null : { ...promotion, status };
	const figures = COUNTERS.map((counter) => counters[counter]);
	const subject = { promotionId, name, status, previousStatus, promotion: shown };
	const telling = new Telling(subject, { name, status, movedAt: now, counters: figures }, { settings, now, accountId });
	const figuresBefore = event === 'countersChanged' ? COUNTERS.map(() => 0) : figures;
	// No real event has this detail, so its eventId never equals a real one.
	telling.tell(event, extraOf(event, counters, settings, now), ['sample'], figuresBefore);
	const [{ event: told, ...rest } = {}] = telling.items;
	// Right after the event, where nobody overlooks it.
	return { event: told, isSample: true, ...rest };
}

function extraOf(event: EventName, counters: Counters, settings: TriggerSettings, now: number): IDataObject {
	if (event === 'settled') return { settledBy: 'quiet' };
	if (event === 'stalled') return { stalledSince: new Date(now - settings.stalledAfterMs).toISOString() };
	if (event === 'removed') return { observed: 'gone', statisticsStale: true };
	const [threshold] = settings.thresholds;
	if (event !== 'thresholdCrossed' || !threshold) return {};
	return { threshold: { ...threshold, value: ratesOf(counters)[threshold.rate] } };
}
