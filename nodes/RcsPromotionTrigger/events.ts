import type { IDataObject } from 'n8n-workflow';
import { isOver, promotionState, type PromotionState } from '../service/promotions';
import type { Figures } from '../service/counting';
import { mapCounters, type Counter, type Counters } from '../service/statistics';
import { normalizeText } from '../service/values';
import type { Occurrence, PromotionChange } from './record';
import { DAY_MS } from './listing';
import { awaitsFinalCounters, differenceIn, hasSentNothing, isStalled, isWatchOver } from './record';
import { findNewlyCrossed, inventReached, isCrossed } from './thresholds';
import type { PollFacts, TriggerSettings } from './settings';
import type { PromotionRecord } from './state';

/** Values for the sample item of an event. They fit the event. */
interface Sample extends Partial<Pick<PromotionChange, 'previousStatus' | 'countersBefore' | 'hasDisappeared'>> {
	/** If left out, it is running, and was before. */
	status?: string;
	/** How many messages reached each stage, invented; if left out, the figures of the promotion that is shown. */
	invented?: Counters;
	finalBecause?: PromotionRecord['finalBecause'];
	/** How long ago the promotion last changed. If it is over, that is when it ended. */
	forMs?: number;
}

/** All that makes an event: form, order, samples and tests read it from here. */
interface EventEntry {
	name: string;
	description: string;
	/** When statistics are read for it: never, when it happens, or repeatedly, until `isFollowed` drops the record. */
	needsStatistics: 'none' | 'atEvent' | 'untilOver' | 'untilFinal' | 'untilWatchEnd';
	/** Each becomes an item, unless it is only remembered. */
	findIn: (change: PromotionChange) => Occurrence[];
	sample: (figures: Figures, settings: TriggerSettings) => Sample;
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

const FINAL_SAMPLE: Sample = { previousStatus: 'Completed', status: 'Completed', finalBecause: 'quiet' };

/** In the order in which events of the same promotion are emitted. */
export const EVENTS = {
	created: {
		name: 'Created',
		description: 'A new promotion appeared in the list',
		needsStatistics: 'none',
		findIn: ({ previousStatus }) => occurrenceIf(previousStatus === null),
		sample: () => ({ previousStatus: null }),
	},
	statusChanged: {
		name: 'Status Changed',
		description: 'The status has changed since the previous check',
		needsStatistics: 'atEvent',
		// A disappearance counts, too, as the description of 'Disappeared' says.
		findIn: ({ previousStatus: previous, record: { status }, hasDisappeared }) =>
			occurrenceIf(previous !== null && (hasDisappeared || normalizeText(previous) !== normalizeText(status))),
		sample: () => ({ status: 'Completed' }),
	},
	completed: {
		name: 'Completed',
		description: 'A promotion was completed. Its figures may still change for some hours.',
		needsStatistics: 'atEvent',
		findIn: (change) => occurrenceIf(became('completed', change)),
		sample: () => ({ status: 'Completed' }),
	},
	stopped: {
		name: 'Stopped',
		description: 'A promotion was stopped',
		needsStatistics: 'atEvent',
		findIn: (change) => occurrenceIf(became('paused', change)),
		sample: () => ({ status: 'Stopped' }),
	},
	cancelled: {
		name: 'Cancelled',
		description: 'A promotion was cancelled, or disappeared before it was completed',
		needsStatistics: 'atEvent',
		findIn(change) {
			const isCancelled = change.hasDisappeared || became('cancelled', change);
			// If it disappeared, came back and was cancelled, that is one cancellation.
			return occurrenceIf(isCancelled && !change.record.eventNumbers?.cancelled);
		},
		sample: () => ({ status: 'Cancelled' }),
	},
	countersChanged: {
		name: 'Counters Changed',
		description: 'A counter such as delivered or read has changed since the last event of this kind',
		needsStatistics: 'untilWatchEnd',
		findIn({ record, reading, countersBefore, facts: { settings } }) {
			if (reading?.kind !== 'counters' || !record.counters) return [];
			const { counters: to, eventMemory } = record;
			const emitted = eventMemory?.counters;
			// Compared with the last event, or else the last read. Small changes add up, because `from` is remembered.
			const from = mapCounters((counter) => emitted?.[counter] ?? countersBefore?.[counter] ?? to[counter]);
			const hasChanged = (counter: Counter) => differenceIn(counter, from, to) >= settings.minimumChange;
			if (!settings.chosenCounters.some(hasChanged)) return [{ remember: { counters: from }, isSilent: true }];
			return [{ detail: [from, to].flatMap((counters) => Object.values(counters)), remember: { counters: to } }];
		},
		sample({ counters }, { chosenCounters: [counter = 'sent'], minimumChange }) {
			const countersBefore = mapCounters(() => 0);
			if ((counters[counter] ?? 0) >= minimumChange) return { countersBefore };
			const times = Math.ceil(minimumChange / (SAMPLE_COUNTERS[counter] ?? 1));
			return { invented: mapCounters((one) => (SAMPLE_COUNTERS[one] ?? 0) * times), countersBefore };
		},
	},
	finalFiguresReady: {
		name: 'Final Figures Ready',
		description: 'The figures of a completed promotion no longer change. Use it for a final report.',
		needsStatistics: 'untilFinal',
		findIn: ({ becameFinal, record: { finalBecause } }) => occurrenceIf(becameFinal, { finalBecause }),
		sample: (_, { finalAfterMs: forMs }) => ({ ...FINAL_SAMPLE, forMs }),
	},
	stalled: {
		name: 'Stalled',
		description: 'Neither the figures nor the status of a running promotion have changed for some time',
		needsStatistics: 'untilOver',
		findIn({ record, reading, facts }) {
			const isRead = reading?.kind === 'counters' || reading?.kind === 'noneYet';
			if (!isRead || !isStalled(record, facts)) return [];
			const stalledSince = new Date(record.changedAt).toISOString();
			const { stalledBeforeSending = [] } = record.eventMemory ?? {};
			const remember = { stalledAtMoves: record.moves, stalledAt: facts.now };
			if (!hasSentNothing(record)) return [{ fields: { stalledSince }, remember }];
			const note = 'Nothing was sent yet; it may be scheduled.';
			const statuses = [...stalledBeforeSending, normalizeText(record.status)];
			return [{ fields: { stalledSince, note }, remember: { ...remember, stalledBeforeSending: statuses } }];
		},
		sample: (_, { stalledAfterMs: forMs }) => ({ forMs }),
	},
	thresholdCrossed: {
		name: 'Threshold Crossed',
		description: "A rate reached one of the limits that you set in 'Thresholds'",
		needsStatistics: 'untilWatchEnd',
		findIn: findNewlyCrossed,
		sample(given, { thresholds: [threshold], finalAfterMs }) {
			if (!threshold) throw new Error('There is always a threshold');
			const isBelow = threshold.direction === 'below';
			const invented = isCrossed(threshold, given, isBelow) === true ? undefined : inventReached(threshold);
			return isBelow ? { ...FINAL_SAMPLE, invented, forMs: finalAfterMs } : { invented };
		},
	},
	disappeared: {
		name: 'Disappeared',
		description:
			"A promotion that had not ended is no longer in the list. If chosen, 'Cancelled' and 'Status Changed' also start the workflow.",
		needsStatistics: 'none',
		findIn: ({ hasDisappeared }) => occurrenceIf(hasDisappeared),
		sample: () => ({ hasDisappeared: true }),
	},
} satisfies Record<string, EventEntry>;

export type EventName = keyof typeof EVENTS;

const occurrenceIf = (happened: boolean, fields?: IDataObject): Occurrence[] => (happened ? [{ fields }] : []);

const became = (wanted: PromotionState, { record, previousStatus }: PromotionChange): boolean =>
	promotionState(record.status) === wanted && (previousStatus === null || promotionState(previousStatus) !== wanted);

export const ALL_EVENTS = Object.entries<EventEntry>(EVENTS).map(([event, entry]) => ({
	event: event as EventName,
	...entry,
}));

export const chosenEvents = ({ events }: TriggerSettings) => ALL_EVENTS.filter(({ event }) => events.has(event));

/** Events for which statistics are read repeatedly; the others need them when they happen, or never. */
export const EVENTS_THAT_KEEP_READING = ALL_EVENTS.flatMap(({ event, needsStatistics }) =>
	needsStatistics === 'none' || needsStatistics === 'atEvent' ? [] : [event],
);

/** Promotions in the state 'paused', for users Stopped, are read for three days, like completed ones. */
const STOPPED_READ_MS = 3 * DAY_MS;

/** Whether its statistics are read repeatedly: for some days only, once it was stopped. */
export function keepsReading({ status, statusAt }: PromotionRecord, { settings, now }: PollFacts): boolean {
	if (promotionState(status) === 'paused' && now - statusAt >= STOPPED_READ_MS) return false;
	return EVENTS_THAT_KEEP_READING.some((event) => settings.events.has(event));
}

/** What occurred, in order. Events that were not chosen leave no trace. */
export const findAllOccurrences = (change: PromotionChange) =>
	chosenEvents(change.facts.settings).flatMap(({ event, needsStatistics, findIn }) =>
		findIn(change).map((occurrence) => ({ event, needsStatistics, ...occurrence })),
	);

export function isFollowed(record: PromotionRecord, facts: PollFacts): boolean {
	if (!isOver(record.status)) return true;
	if (record.completedAt === undefined) return false;
	const needsWatching = chosenEvents(facts.settings).some(({ needsStatistics }) => needsStatistics === 'untilWatchEnd');
	return (needsWatching && !isWatchOver(record, facts)) || awaitsFinalCounters(record, facts);
}
