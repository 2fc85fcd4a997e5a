import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { sorted } from '../service/promotions';
import { SAMPLE_PROMOTION_ID } from '../service/samples';
import type { Counters } from '../service/statistics';
import { promotionState } from '../service/status';
import type { Promotion } from '../service/types';
import { itemOf, sevenOf, type PromotionEvent } from './events';
import { settingsOf } from './form';
import { EVENTS, type EventName, type TriggerSettings } from './settings';
import { takeSnapshot } from './snapshot';

const INVENTED: Promotion = {
	promotionId: SAMPLE_PROMOTION_ID,
	name: 'Sample promotion',
	status: 'Completed',
	promotionType: 'IMMEDIATE',
	targetSource: 'CSV',
	createdBy: null,
	createdDate: 0,
	promotionEndTime: 0,
};
const INVENTED_COUNTERS: Counters = {
	attempted: 1000,
	failed: 60,
	sent: 940,
	delivered: 900,
	read: 600,
	interacted: 120,
	optout: 5,
};

/** One item for each chosen event, to build and test the next steps with. It looks at the list, and touches no state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const { inScope } = takeSnapshot(await client.promotions(), settings, Date.now());
	const completed = [...inScope.values()].flatMap(({ promotion }) =>
		promotionState(promotion.status) === 'completed' ? [promotion] : [],
	);
	const [newest] = sorted(completed, { field: 'createdDate', direction: 'descending' });
	const real = newest && (await withCounters(client, newest));
	const { promotion, counters } = real ?? { promotion: INVENTED, counters: INVENTED_COUNTERS };
	const name = typeof promotion.name === 'string' ? promotion.name : '';
	const subject = { accountId: client.accountId, promotionId: promotion.promotionId, name, promotion };
	return EVENTS.filter((chosen) => settings.events.has(chosen)).map((chosen) => {
		const { event, ...rest } = itemOf(subject, sampleOf(chosen, settings, counters));
		// Beside the event, where nobody overlooks it.
		return { event, isSample: true, ...rest };
	});
}

async function withCounters(client: ServiceClient, promotion: Promotion) {
	return await client.statistics(promotion.promotionId).then(
		({ counters }) => ({ promotion, counters }),
		() => undefined,
	);
}

const STATUS_AFTER: Partial<Record<EventName, string | null>> = {
	created: 'Running',
	stopped: 'Stopped',
	cancelled: 'Cancelled',
	stalled: 'Running',
	removed: null,
};

function sampleOf(event: EventName, settings: TriggerSettings, counters: Counters): PromotionEvent {
	const status = event in STATUS_AFTER ? (STATUS_AFTER[event] ?? null) : 'Completed';
	const changesStatus = ['statusChanged', 'completed', 'stopped', 'cancelled', 'removed'].includes(event);
	const previousStatus = event === 'created' ? null : changesStatus ? 'Running' : status;
	const countersBefore = { ...counters, delivered: Math.max(0, counters.delivered - 10) };
	const happened = { event, status, previousStatus, counters, countersBefore };
	if (event === 'countersChanged')
		return { ...happened, detail: [...sevenOf(countersBefore), ...sevenOf(counters), 1] };
	if (event === 'thresholdCrossed') {
		const [threshold] = settings.thresholds;
		const { rate, direction, percent } = threshold ?? { rate: '', direction: '', percent: 0 };
		return {
			...happened,
			detail: [rate, direction, percent, 1],
			extra: { threshold: { ...threshold, value: percent } },
		};
	}
	const extra: Partial<Record<EventName, IDataObject>> = {
		settled: { settledBy: 'quiet' },
		stalled: { stalledSince: new Date().toISOString() },
		removed: { observed: 'gone', statisticsStale: true },
	};
	return { ...happened, detail: [previousStatus, status, 1], ...(extra[event] ? { extra: extra[event] } : {}) };
}
