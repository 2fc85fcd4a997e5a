import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { COUNTERS, RATES, type Counter, type Counters } from '../service/statistics';
import type { Promotion } from '../service/types';
import { onArrival, onEntry, onListed, onRemoved, type Conditions, type Step } from './changes';
import { EVENTS, itemOf, type EventName } from './events';
import { settingsOf, type TriggerSettings } from './form';
import { listedAs, listingOf } from './listing';
import type { PromotionRecord } from './state';
import { shareOf } from './thresholds';

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
const UNDER_WAY = 'Running';

/** One item for each chosen event, to build and test the next steps with. It looks at the list, and touches no state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const now = Date.now();
	const { all } = listingOf(await client.promotions(), settings, now);
	// The newest comes last.
	const completed = all.filter(({ inScope, state }) => inScope && state === 'completed').at(-1);
	const real = completed && (await withCounters(client, completed.promotion));
	const shown = real ?? { promotion: INVENTED, counters: INVENTED_COUNTERS };
	return EVENTS.filter((event) => settings.events.has(event)).flatMap((event) =>
		sampleOf(event, shown, client.accountId, settings, now),
	);
}

interface Shown {
	promotion: Promotion;
	counters: Counters;
}

async function withCounters(client: ServiceClient, promotion: Promotion): Promise<Shown | undefined> {
	return await client.statistics(promotion.promotionId).then(
		({ counters }) => ({ promotion, counters }),
		() => undefined,
	);
}

/** By the code that makes the events, from a past in which just this one happens. */
function sampleOf(
	event: EventName,
	shown: Shown,
	accountId: string,
	settings: TriggerSettings,
	now: number,
): IDataObject[] {
	const asked = { ...settings, events: new Set([event]), followsCounters: true, awaitsRest: true };
	const { promotion, step } = PASTS[event](shown, { settings: asked, now });
	const [happened] = step.events;
	if (!happened) return [];
	const subject = { accountId, promotionId: shown.promotion.promotionId, name: step.record.name, promotion };
	// No event of a promotion ever has such a detail.
	const sample = { ...happened, detail: ['sample', ...happened.detail] };
	const { event: name, ...rest } = itemOf(subject, sample, { observedAt: now, summary: settings.summary });
	// Beside the event, where nobody overlooks it.
	return [{ event: name, isSample: true, ...rest }];
}

type Past = (shown: Shown, conditions: Conditions) => { promotion: Promotion | null; step: Step };

/** The promotion is listed with this status and these counters, after it was remembered so. */
function seen(
	promotion: Promotion,
	counters: Counters,
	conditions: Conditions,
	remembered: Partial<PromotionRecord> & { before?: Counters } = {},
): ReturnType<Past> {
	const { before = counters, ...given } = remembered;
	const { settings, now } = conditions;
	const listed = listedAs(promotion, settings, now);
	// Known long enough for whatever takes its time.
	const longAgo = now - Math.max(settings.settledAfterMs, settings.stalledAfterMs);
	const { record } = onEntry(listed, before, { settings, now: longAgo });
	return { promotion, step: onListed({ ...record, ...given }, listed, counters, conditions) };
}

const becoming =
	(status: string): Past =>
	({ promotion, counters }, conditions) =>
		seen({ ...promotion, status }, counters, conditions, { status: UNDER_WAY });

const PASTS: Record<EventName, Past> = {
	created: (shown, conditions) => {
		const promotion = { ...shown.promotion, status: UNDER_WAY };
		const listed = listedAs(promotion, conditions.settings, conditions.now);
		return { promotion, step: onArrival(listed, shown.counters, conditions) };
	},
	statusChanged: becoming('Completed'),
	completed: becoming('Completed'),
	stopped: becoming('Stopped'),
	cancelled: becoming('Cancelled'),
	countersChanged: ({ promotion, counters }, conditions) => {
		const { settings } = conditions;
		const { minimumChange } = settings;
		const isSmall = settings.counters.every((counter) => counters[counter] < minimumChange);
		// With as many delivered, no rate exceeds 100%.
		const after = isSmall ? enlarged(counters, 'delivered', minimumChange) : { ...counters };
		const before = { ...after };
		for (const counter of settings.counters) {
			if (isSmall) after[counter] = Math.max(after[counter], minimumChange);
			before[counter] = Math.max(0, after[counter] - Math.max(10, minimumChange));
		}
		return seen(promotion, after, conditions, { before });
	},
	settled: ({ promotion, counters }, conditions) =>
		seen(promotion, counters, conditions, { completedAt: 0, quietReads: 2 }),
	stalled: ({ promotion, counters }, conditions) =>
		seen({ ...promotion, status: UNDER_WAY }, counters, conditions, { hasMoved: true }),
	thresholdCrossed: ({ promotion, counters }, conditions) => {
		const { before, reached } = atThreshold(counters, conditions.settings);
		return seen(promotion, reached, conditions, { before, settled: true, crossed: undefined });
	},
	removed: ({ promotion, counters }, conditions) => {
		const { settings, now } = conditions;
		const listed = listedAs({ ...promotion, status: UNDER_WAY }, settings, now);
		return { promotion: null, step: onRemoved(onEntry(listed, counters, conditions).record, conditions) };
	},
};

/** The counters just where the first threshold is crossed, and before. */
function atThreshold(counters: Counters, { thresholds }: TriggerSettings): Record<'before' | 'reached', Counters> {
	const [threshold] = thresholds;
	if (!threshold) return { before: counters, reached: counters };
	const { rate, direction, percent, minimumBase } = threshold;
	const [part, whole] = RATES[rate];
	const shown = enlarged(counters, whole, Math.max(minimumBase, counters[whole]));
	const share = shareOf(shown[whole], percent);
	if (direction === 'below') {
		// Judged when the figures are final, so that they need not have changed.
		const low = { ...shown, [part]: Math.floor(share) };
		return { before: low, reached: low };
	}
	const reached = { ...shown, [part]: Math.max(1, Math.ceil(share)) };
	return { before: { ...reached, [part]: reached[part] - 1 }, reached };
}

/** A small campaign as a larger one of its kind, with this much of a counter: a hundred delivered of three sent would look wrong. */
function enlarged(counters: Counters, counter: Counter, least: number): Counters {
	const shown = counters[counter] > 0 ? counters : INVENTED_COUNTERS;
	const factor = Math.max(1, least / shown[counter]);
	return Object.fromEntries(COUNTERS.map((each) => [each, Math.round(shown[each] * factor)])) as Counters;
}
