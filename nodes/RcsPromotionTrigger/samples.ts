import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { ServiceClient } from '../service/client';
import { sorted } from '../service/promotions';
import { SAMPLE_PROMOTION_ID } from '../service/endpoints';
import { COUNTERS, RATES, type Counter, type Counters } from '../service/statistics';
import { inTurns } from '../service/turns';
import type { Promotion } from '../service/types';
import { onArrival, onListed, onRemoved, type Conditions } from './changes';
import { eventIdOf, itemOf } from './events';
import { settingsOf } from './form';
import { listedAs, Listing } from './listing';
import { newlyKnown, type Known } from './record';
import { EVENTS, type EventName, type TriggerSettings } from './settings';
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
const NO_ORDINALS = { base: 0, counts: {} };

/** One item for each chosen event, to build and test the next steps with. It looks at the list, and touches no state. */
export async function samples(context: IPollFunctions): Promise<IDataObject[]> {
	const settings = settingsOf(context);
	const client = await ServiceClient.open(context);
	const now = Date.now();
	const listing = await inTurns(Listing.of(await client.promotions(), settings, now));
	const completed = [...listing.all()].flatMap(({ promotion, state, inScope }) =>
		inScope && state === 'completed' ? [promotion] : [],
	);
	const [newest] = sorted(completed, { field: 'createdDate', direction: 'descending' });
	const real = newest && (await withCounters(client, newest));
	const { promotion, counters } = real ?? { promotion: INVENTED, counters: INVENTED_COUNTERS };
	return EVENTS.filter((event) => settings.events.has(event)).flatMap((event) =>
		sampleOf(event, { promotion, counters }, client.accountId, settings, now),
	);
}

async function withCounters(client: ServiceClient, promotion: Promotion) {
	return await client.statistics(promotion.promotionId).then(
		({ counters }) => ({ promotion, counters }),
		() => undefined,
	);
}

interface Shown {
	promotion: Promotion;
	counters: Counters;
}

/** By the code that makes the events, from a past in which just this one happens. */
function sampleOf(
	event: EventName,
	shown: Shown,
	accountId: string,
	settings: TriggerSettings,
	now: number,
): IDataObject[] {
	const conditions: Conditions = {
		settings: { ...settings, events: new Set([event]), followsCounters: true, awaitsRest: true },
		now,
	};
	const { promotion, step } = PASTS[event](shown, conditions);
	const [happened] = step.events;
	if (!happened) return [];
	const { promotionId } = shown.promotion;
	const subject = { accountId, promotionId, name: step.known.name, promotion };
	// No event of a promotion ever has such a detail.
	const eventId = eventIdOf(accountId, promotionId, { event, detail: ['sample', ...happened.detail] });
	const { event: name, ...rest } = itemOf(subject, happened, { observedAt: now, summary: settings.summary }, eventId);
	// Beside the event, where nobody overlooks it.
	return [{ event: name, isSample: true, ...rest }];
}

type Past = (
	shown: Shown,
	conditions: Conditions,
) => { promotion: Promotion | null; step: ReturnType<typeof onListed> };

/** The promotion becomes this status, after it was another. */
const becoming =
	(status: string, before: string): Past =>
	(shown, conditions) => {
		const promotion = { ...shown.promotion, status };
		const listed = listedAs(promotion, conditions);
		const known = knownAs(promotion, before, shown.counters, conditions);
		return { promotion, step: onListed(known, listed, shown.counters, conditions) };
	};

const PASTS: Record<EventName, Past> = {
	created: (shown, conditions) => {
		const promotion = { ...shown.promotion, status: UNDER_WAY };
		return { promotion, step: onArrival(listedAs(promotion, conditions), shown.counters, conditions, NO_ORDINALS) };
	},
	statusChanged: becoming('Completed', UNDER_WAY),
	completed: becoming('Completed', UNDER_WAY),
	stopped: becoming('Stopped', UNDER_WAY),
	cancelled: becoming('Cancelled', UNDER_WAY),
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
		const known = { ...knownAs(promotion, promotion.status, before, conditions), emitted: before };
		return { promotion, step: onListed(known, listedAs(promotion, conditions), after, conditions) };
	},
	settled: ({ promotion, counters }, conditions) => {
		const known = knownAs(promotion, promotion.status, counters, conditions);
		const atRest = { ...known, completedAt: known.movedAt, quietReads: 2 };
		return { promotion, step: onListed(atRest, listedAs(promotion, conditions), counters, conditions) };
	},
	stalled: (shown, conditions) => {
		const promotion = { ...shown.promotion, status: UNDER_WAY };
		const known = { ...knownAs(promotion, UNDER_WAY, shown.counters, conditions), hasMoved: true };
		return { promotion, step: onListed(known, listedAs(promotion, conditions), shown.counters, conditions) };
	},
	thresholdCrossed: ({ promotion, counters }, conditions) => {
		const { before, reached } = atThreshold(counters, conditions.settings);
		const known = { ...knownAs(promotion, promotion.status, before, conditions), settled: true };
		return { promotion, step: onListed(known, listedAs(promotion, conditions), reached, conditions) };
	},
	removed: (shown, conditions) => ({
		promotion: null,
		step: onRemoved(knownAs(shown.promotion, UNDER_WAY, shown.counters, conditions), conditions),
	}),
};

/** Known long enough for whatever takes its time. */
function knownAs(promotion: Promotion, status: unknown, counters: Counters, conditions: Conditions): Known {
	const { settings, now } = conditions;
	const longAgo = now - Math.max(settings.settledAfterMs, settings.stalledAfterMs);
	const listed = listedAs({ ...promotion, status: String(status) }, conditions);
	return { ...newlyKnown(listed, longAgo, NO_ORDINALS), counters };
}

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
