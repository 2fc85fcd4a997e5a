import type { IDataObject } from 'n8n-workflow';
import { isFinal, promotionState, type PromotionState } from '../service/promotions';
import { mapCounters, type Counters } from '../service/statistics';
import { comparable } from '../service/values';
import { isSettling, isStandingStill, type Look } from './record';
import { countersAt, isCrossed, newlyCrossed } from './thresholds';
import type { Conditions, TriggerSettings } from './settings';
import type { Figures, PromotionRecord } from './state';

/** One occurrence of an event. */
export interface Occurrence {
	/** Further fields of the item. */
	fields?: IDataObject;
	/** What makes its eventId, besides how often it was told; usually the statuses. */
	detail?: Array<string | number | null>;
	/** What `changes` compares with, if not with the figures before. */
	from?: Figures;
}

/** What a sample shows, so that it is true of itself. Its item is made like that of an event. */
interface Sample extends Partial<Pick<Look, 'previousStatus' | 'figuresBefore' | 'isGone'>> {
	/** If left out, it is running, and was before. */
	status?: string;
	/** If left out, the figures of the promotion that is shown. */
	figures?: Counters;
	settledBy?: PromotionRecord['settledBy'];
	/** For so long, the promotion has existed, its figures have rested, and it has been over if it is over. */
	forMs?: number;
}

/** Everything there is to say of an event: the form, the order of delivery, the samples and the tests go by it. */
interface EventEntry {
	name: string;
	description: string;
	/**
	 * Which statistics it needs: none, those at the moment it happens, or all of a promotion's until it is over, settled, or no longer
	 * watched.
	 */
	figures: 'none' | 'atEvent' | 'untilOver' | 'untilSettled' | 'untilWatchEnd';
	/** How it is told from what was seen in this poll. Each occurrence becomes an item. */
	when: (look: Look) => Occurrence[];
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

const SETTLED: Sample = { previousStatus: 'Completed', status: 'Completed', settledBy: 'quiet' };

/** In the order in which events of the same promotion are delivered. */
export const EVENTS = {
	created: {
		name: 'Created',
		description: 'A new promotion appeared in the list',
		figures: 'none',
		when: ({ previousStatus }) => once(previousStatus === null),
		sample: () => ({ previousStatus: null }),
	},
	statusChanged: {
		name: 'Status Changed',
		description: 'The status has changed since the previous check',
		figures: 'atEvent',
		when: ({ previousStatus, record: { status }, isGone }) =>
			once(previousStatus !== null && (isGone || comparable(previousStatus) !== comparable(status))),
		sample: () => ({ status: 'Completed' }),
	},
	completed: {
		name: 'Completed',
		description: 'A promotion was completed. Its figures may still change for some hours.',
		figures: 'atEvent',
		when: (look) => once(became('completed', look)),
		sample: () => ({ status: 'Completed' }),
	},
	stopped: {
		name: 'Stopped',
		description: 'A promotion was stopped',
		figures: 'atEvent',
		when: (look) => once(became('paused', look)),
		sample: () => ({ status: 'Stopped' }),
	},
	cancelled: {
		name: 'Cancelled',
		description: 'A promotion was cancelled, or disappeared before it was completed',
		figures: 'atEvent',
		when: (look) => once(look.isGone || became('cancelled', look)),
		sample: () => ({ status: 'Cancelled' }),
	},
	countersChanged: {
		name: 'Counters Changed',
		description: 'A counter such as delivered or read has changed since the last event of this kind',
		figures: 'untilWatchEnd',
		when({ record, reading, figuresBefore, conditions: { settings } }) {
			if (reading?.kind !== 'figures' || !record.figures) return [];
			const to = record.figures;
			const last = record.told?.figures ?? figuresBefore ?? to;
			// A counter counts from its first value.
			const from = mapCounters((counter) => last[counter] ?? figuresBefore?.[counter] ?? to[counter]);
			const isEnough = settings.counters.some(
				(counter) => Math.abs((to[counter] ?? 0) - (from[counter] ?? 0)) >= settings.minimumChange,
			);
			record.told = { ...record.told, figures: isEnough ? to : from };
			return isEnough ? [{ detail: [from, to].flatMap((figures) => Object.values(figures)), from }] : [];
		},
		sample(given, { counters: [counter = 'sent'], minimumChange }) {
			const counters = given[counter] > 0 ? given : SAMPLE_COUNTERS;
			const times = Math.max(1, Math.ceil(minimumChange / counters[counter]));
			return { figures: mapCounters((one) => counters[one] * times), figuresBefore: mapCounters(() => 0) };
		},
	},
	settled: {
		name: 'Final Figures Ready',
		description: 'The figures of a completed promotion no longer change. Use it for a final report.',
		figures: 'untilSettled',
		when: ({ isSettledNow, record: { settledBy } }) => once(isSettledNow, { settledBy }),
		sample: (_, { settledAfterMs: forMs }) => ({ ...SETTLED, forMs }),
	},
	stalled: {
		name: 'Stalled',
		description: 'The figures of a running promotion have not changed for some time',
		figures: 'untilOver',
		when({ record, reading, conditions }) {
			const isRead = reading?.kind === 'figures' || reading?.kind === 'noneYet';
			if (!isRead || !isStandingStill(record, conditions)) return [];
			record.told = { ...record.told, stalledMove: record.moves };
			return [{ fields: { stalledSince: new Date(record.movedAt).toISOString() } }];
		},
		sample: (_, { stalledAfterMs: forMs }) => ({ forMs }),
	},
	thresholdCrossed: {
		name: 'Threshold Crossed',
		description: "A rate reached a limit: 5% of at least 100 messages failed, unless you set other limits in 'Options'",
		figures: 'untilWatchEnd',
		when: (look) =>
			newlyCrossed(look).map((threshold) => ({
				fields: { threshold },
				detail: [threshold.rate, threshold.direction, threshold.percent],
			})),
		sample(given, { thresholds: [threshold], settledAfterMs }) {
			if (!threshold) throw new Error('There is always a threshold');
			const isBelow = threshold.direction === 'below';
			const figures = isCrossed(threshold, given, isBelow) ? given : countersAt(threshold);
			return isBelow ? { ...SETTLED, figures, forMs: settledAfterMs } : { figures };
		},
	},
	removed: {
		name: 'Disappeared From List',
		description:
			"A promotion that had not ended is no longer listed. If chosen, 'Cancelled' and 'Status Changed' also start the workflow.",
		figures: 'none',
		when: ({ isGone }) => once(isGone),
		sample: () => ({ isGone: true }),
	},
} satisfies Record<string, EventEntry>;

export type EventName = keyof typeof EVENTS;

function once(happened: boolean, fields?: IDataObject): Occurrence[] {
	return happened ? [{ fields }] : [];
}

const became = (wanted: PromotionState, { record, previousStatus }: Look): boolean =>
	promotionState(record.status) === wanted && (previousStatus === null || promotionState(previousStatus) !== wanted);

export const ALL_EVENTS = Object.entries<EventEntry>(EVENTS).map(([event, entry]) => ({
	event: event as EventName,
	...entry,
}));

/** Events for which figures are read again and again, and not only when they happen. */
export const FOLLOWING_FIGURES = ALL_EVENTS.flatMap(({ event, figures }) =>
	figures === 'none' || figures === 'atEvent' ? [] : [event],
);

/** What is told of this look, in order. Events that were not chosen leave no trace. */
export function occurrencesIn(look: Look) {
	const { settings } = look.conditions;
	return ALL_EVENTS.filter(({ event }) => settings.events.has(event)).flatMap(({ event, figures, when }) =>
		when(look).map((occurrence) => ({ event, figures, ...occurrence })),
	);
}

export function isFollowed(record: PromotionRecord, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	if (!isFinal(record.status)) return true;
	if (record.completedAt === undefined) return false;
	const isWatched = now - record.completedAt < settings.watchAfterCompletionMs;
	const watches = ALL_EVENTS.some(({ event, figures }) => figures === 'untilWatchEnd' && settings.events.has(event));
	return (isWatched && watches) || isSettling(record, conditions);
}
