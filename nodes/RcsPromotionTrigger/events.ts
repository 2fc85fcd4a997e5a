import type { IDataObject } from 'n8n-workflow';
import { normalizedStatus, promotionState, type PromotionState } from '../service/promotions';
import { COUNTERS, mapCounters, type Counters } from '../service/statistics';
import { isOver, isSettling, isStandingStill, type Look } from './record';
import { countersAt, crossedFields, isCrossed, newlyCrossed } from './thresholds';
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

/** What a sample shows, so that it is true of itself. */
interface Sample {
	previousStatus: string | null;
	status: string;
	fields?: IDataObject;
	counters: Counters;
	from?: Counters;
	/** The promotion disappeared. */
	isGone?: boolean;
	/** For so long, the promotion has existed, and has been over if it is over. */
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

const RUNNING = 'Running';
export const SAMPLE_COUNTERS: Counters = {
	attempted: 1000,
	failed: 60,
	sent: 940,
	delivered: 900,
	read: 600,
	interacted: 120,
	optout: 5,
};

/** In the order in which events of the same promotion are delivered. */
export const EVENTS = {
	created: {
		name: 'Created',
		description: 'A new promotion appeared in the list',
		figures: 'none',
		when: ({ previousStatus }) => once(previousStatus === null),
		sample: (counters) => ({ previousStatus: null, status: RUNNING, counters }),
	},
	statusChanged: {
		name: 'Status Changed',
		description: 'The status has changed since the previous check',
		figures: 'atEvent',
		when: ({ previousStatus, record: { status }, isGone }) =>
			once(previousStatus !== null && (isGone || normalizedStatus(previousStatus) !== normalizedStatus(status))),
		sample: (counters) => ({ previousStatus: RUNNING, status: 'Completed', counters }),
	},
	completed: {
		name: 'Completed',
		description: 'A promotion was completed. Its figures may still change for some hours.',
		figures: 'atEvent',
		when: (look) => once(became('completed', look)),
		sample: (counters) => ({ previousStatus: RUNNING, status: 'Completed', counters }),
	},
	stopped: {
		name: 'Stopped',
		description: 'A promotion was stopped',
		figures: 'atEvent',
		when: (look) => once(became('paused', look)),
		sample: (counters) => ({ previousStatus: RUNNING, status: 'Stopped', counters }),
	},
	cancelled: {
		name: 'Cancelled',
		description: 'A promotion was cancelled, or disappeared before it was completed',
		figures: 'atEvent',
		when: (look) => once(look.isGone || became('cancelled', look)),
		sample: (counters) => ({ previousStatus: RUNNING, status: 'Cancelled', counters }),
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
			const from = last.map((figure, place) => figure ?? figuresBefore?.[place] ?? to[place] ?? null);
			const isEnough = settings.counters.some((counter) => {
				const place = COUNTERS.indexOf(counter);
				return Math.abs((to[place] ?? 0) - (from[place] ?? 0)) >= settings.minimumChange;
			});
			record.told = { ...record.told, figures: isEnough ? to : from };
			return isEnough ? [{ detail: [...from, ...to], from }] : [];
		},
		sample(given, { counters: [counter = 'sent'], minimumChange }) {
			const counters = given[counter] > 0 ? given : SAMPLE_COUNTERS;
			const times = Math.max(1, Math.ceil(minimumChange / counters[counter]));
			const grown = mapCounters((one) => counters[one] * times);
			return { previousStatus: RUNNING, status: RUNNING, counters: grown, from: mapCounters(() => 0) };
		},
	},
	settled: {
		name: 'Final Figures Ready',
		description: 'The figures of a completed promotion no longer change. Use it for a final report.',
		figures: 'untilSettled',
		when: ({ isSettledNow, record: { settledBy } }) => once(isSettledNow, { settledBy }),
		sample: (counters, { settledAfterMs }) => ({
			previousStatus: 'Completed',
			status: 'Completed',
			counters,
			fields: { settledBy: 'quiet' },
			forMs: settledAfterMs,
		}),
	},
	stalled: {
		name: 'Stalled',
		description: 'The figures of a running promotion have not changed for some time',
		figures: 'untilOver',
		when({ record, state, reading, conditions }) {
			const isRead = reading?.kind === 'figures' || reading?.kind === 'noneYet';
			if (!isRead || state !== 'active' || !isStandingStill(record, conditions)) return [];
			record.told = { ...record.told, stalledMove: record.moves };
			return [{ fields: { stalledSince: new Date(record.movedAt).toISOString() } }];
		},
		sample: (counters, { stalledAfterMs }) => ({
			previousStatus: RUNNING,
			status: RUNNING,
			counters,
			fields: { stalledSince: new Date(Date.now() - stalledAfterMs).toISOString() },
			forMs: stalledAfterMs,
		}),
	},
	thresholdCrossed: {
		name: 'Threshold Crossed',
		description: "A rate reached a limit: 5% of at least 100 messages failed, unless you set other limits in 'Options'",
		figures: 'untilWatchEnd',
		when: (look) =>
			newlyCrossed(look).map((threshold) => ({
				fields: crossedFields(threshold, look.record.figures ?? []),
				detail: [threshold.rate, threshold.direction, threshold.percent],
			})),
		sample(given, { thresholds: [threshold], settledAfterMs }) {
			if (!threshold) throw new Error('There is always a threshold');
			const isBelow = threshold.direction === 'below';
			const counters = isCrossed(threshold, figuresOf(given), isBelow) ? given : countersAt(threshold);
			const status = isBelow ? 'Completed' : RUNNING;
			const forMs = isBelow ? settledAfterMs : undefined;
			const fields = crossedFields(threshold, figuresOf(counters));
			return { previousStatus: status, status, counters, fields, forMs };
		},
	},
	removed: {
		name: 'Disappeared From List',
		description:
			"A promotion is no longer listed although it was not completed. If chosen, 'Cancelled' starts the workflow, too.",
		figures: 'none',
		when: ({ isGone }) => once(isGone),
		sample: (counters) => ({ previousStatus: RUNNING, status: RUNNING, counters, isGone: true }),
	},
} satisfies Record<string, EventEntry>;

export type EventName = keyof typeof EVENTS;

function once(happened: boolean, fields?: IDataObject): Occurrence[] {
	return happened ? [{ fields }] : [];
}

const became = (wanted: PromotionState, { state, previousStatus }: Look): boolean =>
	state === wanted && (previousStatus === null || promotionState(previousStatus) !== wanted);

export const figuresOf = (counters: Counters): Figures => COUNTERS.map((counter) => counters[counter]);

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

export const followsFigures = ({ events }: TriggerSettings): boolean =>
	FOLLOWING_FIGURES.some((event) => events.has(event));

export function isFollowed(record: PromotionRecord, conditions: Conditions): boolean {
	const { settings, now } = conditions;
	if (!isOver(record)) return true;
	if (record.completedAt === undefined) return false;
	const isWatched = now - record.completedAt < settings.watchAfterCompletionMs;
	const watches = ALL_EVENTS.some(({ event, figures }) => figures === 'untilWatchEnd' && settings.events.has(event));
	return (isWatched && watches) || isSettling(record, conditions);
}
