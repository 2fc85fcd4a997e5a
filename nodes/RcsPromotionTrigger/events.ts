import type { IDataObject } from 'n8n-workflow';
import { isFinal, promotionState, type PromotionState } from '../service/promotions';
import { mapCounters, type Counters } from '../service/statistics';
import { comparable } from '../service/values';
import { awaitsFinal, isStalled, isWatchOver, type Compared, type Occurrence } from './record';
import { inventCounters, isCrossed, newlyCrossed } from './thresholds';
import type { Conditions, TriggerSettings } from './settings';
import type { PromotionRecord } from './state';

/** What a sample shows, so that it is true of itself. Its item is made like that of an event. */
interface Sample extends Partial<Pick<Compared, 'previousStatus' | 'countersBefore' | 'hasDisappeared'>> {
	/** If left out, it is running, and was before. */
	status?: string;
	/** Invented; if left out, the counters of the promotion that is shown. */
	invented?: Counters;
	settledBy?: PromotionRecord['settledBy'];
	/** For so long, the promotion has existed, its figures have not changed, and it has been over if it is over. */
	forMs?: number;
}

/** Everything there is to say of an event: the form, the order of delivery, the samples and the tests go by it. */
interface EventEntry {
	name: string;
	description: string;
	/**
	 * Which statistics it needs: none, those at the moment it happens, or all of a promotion's until it is over, its figures are final, or it
	 * is no longer watched.
	 */
	needsStatistics: 'none' | 'atEvent' | 'untilOver' | 'untilFinal' | 'untilWatchEnd';
	/** Whether it follows from what was seen in this poll. Each occurrence becomes an item. */
	when: (compared: Compared) => Occurrence[];
	sample: (counters: Counters, settings: TriggerSettings) => Sample;
}

export const SAMPLE_COUNTERS: Counters = {
	attempted: 1000,
	failed: 60,
	sent: 940,
	delivered: 900,
	read: 600,
	interacted: 120,
	optout: 5,
};

const FINAL: Sample = { previousStatus: 'Completed', status: 'Completed', settledBy: 'quiet' };

/** In the order in which events of the same promotion are delivered. */
export const EVENTS = {
	created: {
		name: 'Created',
		description: 'A new promotion appeared in the list',
		needsStatistics: 'none',
		when: ({ previousStatus }) => once(previousStatus === null),
		sample: () => ({ previousStatus: null }),
	},
	statusChanged: {
		name: 'Status Changed',
		description: 'The status has changed since the previous check',
		needsStatistics: 'atEvent',
		when: ({ previousStatus, record: { status }, hasDisappeared }) =>
			once(previousStatus !== null && (hasDisappeared || comparable(previousStatus) !== comparable(status))),
		sample: () => ({ status: 'Completed' }),
	},
	completed: {
		name: 'Completed',
		description: 'A promotion was completed. Its figures may still change for some hours.',
		needsStatistics: 'atEvent',
		when: (compared) => once(became('completed', compared)),
		sample: () => ({ status: 'Completed' }),
	},
	stopped: {
		name: 'Stopped',
		description: 'A promotion was stopped',
		needsStatistics: 'atEvent',
		when: (compared) => once(became('paused', compared)),
		sample: () => ({ status: 'Stopped' }),
	},
	cancelled: {
		name: 'Cancelled',
		description: 'A promotion was cancelled, or disappeared before it was completed',
		needsStatistics: 'atEvent',
		when(compared) {
			const isOver = compared.hasDisappeared || became('cancelled', compared);
			// Once, although it disappeared before.
			return once(isOver && compared.record.counts?.cancelled === undefined);
		},
		sample: () => ({ status: 'Cancelled' }),
	},
	countersChanged: {
		name: 'Counters Changed',
		description: 'A counter such as delivered or read has changed since the last event of this kind',
		needsStatistics: 'untilWatchEnd',
		when({ record, reading, countersBefore, conditions: { settings } }) {
			if (reading?.kind !== 'counters' || !record.counters) return [];
			const to = record.counters;
			const last = record.emitted?.counters ?? countersBefore ?? to;
			// A counter counts from its first value.
			const from = mapCounters((counter) => last[counter] ?? countersBefore?.[counter] ?? to[counter]);
			const isEnough = settings.counters.some(
				(counter) => Math.abs((to[counter] ?? NaN) - (from[counter] ?? NaN)) >= settings.minimumChange,
			);
			if (!isEnough) return [{ remember: { counters: from }, isSilent: true }];
			return [{ detail: [from, to].flatMap((counters) => Object.values(counters)), remember: { counters: to } }];
		},
		sample(given, { counters: [counter = 'sent'], minimumChange }) {
			const countersBefore = mapCounters(() => 0);
			if ((given[counter] ?? 0) >= minimumChange) return { countersBefore };
			const times = Math.ceil(minimumChange / (SAMPLE_COUNTERS[counter] ?? 1));
			return { invented: mapCounters((one) => (SAMPLE_COUNTERS[one] ?? 0) * times), countersBefore };
		},
	},
	finalFiguresReady: {
		name: 'Final Figures Ready',
		description: 'The figures of a completed promotion no longer change. Use it for a final report.',
		needsStatistics: 'untilFinal',
		when: ({ isFinalNow, record: { settledBy } }) => once(isFinalNow, { settledBy }),
		sample: (_, { settledAfterMs: forMs }) => ({ ...FINAL, forMs }),
	},
	stalled: {
		name: 'Stalled',
		description: 'Neither the figures nor the status of a running promotion have changed for some time',
		needsStatistics: 'untilOver',
		when({ record, reading, conditions }) {
			const isRead = reading?.kind === 'counters' || reading?.kind === 'noneYet';
			if (!isRead || !isStalled(record, conditions)) return [];
			const stalledSince = new Date(record.movedAt).toISOString();
			return [{ fields: { stalledSince }, remember: { stalledMove: record.moves } }];
		},
		sample: (_, { stalledAfterMs: forMs }) => ({ forMs }),
	},
	thresholdCrossed: {
		name: 'Threshold Crossed',
		description: "A rate reached one of the limits that you set in 'Thresholds'",
		needsStatistics: 'untilWatchEnd',
		when: newlyCrossed,
		sample(given, { thresholds: [threshold], settledAfterMs }) {
			if (!threshold) throw new Error('There is always a threshold');
			const isBelow = threshold.direction === 'below';
			const invented = isCrossed(threshold, given, isBelow) ? undefined : inventCounters(threshold);
			return isBelow ? { ...FINAL, invented, forMs: settledAfterMs } : { invented };
		},
	},
	disappeared: {
		name: 'Disappeared',
		description:
			"A promotion that had not ended is no longer in the list. If chosen, 'Cancelled' and 'Status Changed' also start the workflow.",
		needsStatistics: 'none',
		when: ({ hasDisappeared }) => once(hasDisappeared),
		sample: () => ({ hasDisappeared: true }),
	},
} satisfies Record<string, EventEntry>;

export type EventName = keyof typeof EVENTS;

function once(happened: boolean, fields?: IDataObject): Occurrence[] {
	return happened ? [{ fields }] : [];
}

const became = (wanted: PromotionState, { record, previousStatus }: Compared): boolean =>
	promotionState(record.status) === wanted && (previousStatus === null || promotionState(previousStatus) !== wanted);

export const ALL_EVENTS = Object.entries<EventEntry>(EVENTS).map(([event, entry]) => ({
	event: event as EventName,
	...entry,
}));

/** Events for which statistics are read again and again, and not only when they happen. */
export const FOLLOWING_EVENTS = ALL_EVENTS.flatMap(({ event, needsStatistics }) =>
	needsStatistics === 'none' || needsStatistics === 'atEvent' ? [] : [event],
);

/** What occurred, in order. Events that were not chosen leave no trace. */
export function occurrencesIn(compared: Compared) {
	const { settings } = compared.conditions;
	return ALL_EVENTS.filter(({ event }) => settings.events.has(event)).flatMap(({ event, needsStatistics, when }) =>
		when(compared).map((occurrence) => ({ event, needsStatistics, ...occurrence })),
	);
}

export function isFollowed(record: PromotionRecord, conditions: Conditions): boolean {
	const { settings } = conditions;
	if (!isFinal(record.status)) return true;
	if (record.completedAt === undefined) return false;
	const watches = ALL_EVENTS.some(
		({ event, needsStatistics }) => needsStatistics === 'untilWatchEnd' && settings.events.has(event),
	);
	return (watches && !isWatchOver(record, conditions)) || awaitsFinal(record, conditions);
}
