import type { IDataObject } from 'n8n-workflow';
import { promotionState, type PromotionState } from '../service/promotions';
import { mapCounters } from '../service/statistics';
import { normalizeText } from '../service/values';
import { changesBetween, type Change, type Happened } from './change';
import { findCrossed } from './limits';
import type { PollFacts } from './settings';

/** All that makes an event: form, order, samples and tests read it from here. */
interface EventEntry {
	name: string;
	description: string;
	/** When statistics are read for it: never, when it happens, or again and again, until the promotion is over or its watch is. */
	needsStatistics: 'never' | 'atEvent' | 'untilOver' | 'untilFinal' | 'untilWatchEnd';
	/** If how a promotion ends cannot be seen, it may be missed. */
	needsEnd?: true;
	findIn: (change: Change, facts: PollFacts) => Happened[];
	/** What a sample has besides the fields of all. */
	sampleFields?: IDataObject;
}

/** In the order in which events of the same promotion are emitted. */
export const EVENTS = {
	created: {
		name: 'Created',
		description: 'A new promotion appeared in the list',
		needsStatistics: 'never',
		findIn: ({ isNew }) => happenedIf(isNew),
	},
	statusChanged: {
		name: 'Status Changed',
		description: 'The status has changed since the previous check',
		needsStatistics: 'atEvent',
		needsEnd: true,
		findIn: ({ previousStatus: previous, status }) =>
			happenedIf(previous !== null && normalizeText(previous) !== normalizeText(status)),
	},
	completed: {
		name: 'Completed',
		description: 'A promotion was completed. Its figures may still change for some hours.',
		needsStatistics: 'atEvent',
		needsEnd: true,
		findIn: (change) => happenedIf(became('completed', change)),
	},
	stopped: {
		name: 'Stopped',
		description: 'A promotion was stopped',
		needsStatistics: 'atEvent',
		needsEnd: true,
		findIn: (change) => happenedIf(became('paused', change)),
	},
	cancelled: {
		name: 'Cancelled',
		description: 'A promotion was cancelled, or removed before anything was sent',
		needsStatistics: 'atEvent',
		needsEnd: true,
		findIn: (change) =>
			change.isGone
				? [{ fields: { observed: 'gone' }, remember: { wasGone: true } }]
				: happenedIf(became('cancelled', change)),
	},
	countersChanged: {
		name: 'Counters Changed',
		description: 'A counter such as delivered or read has changed since the last event of this kind',
		needsStatistics: 'untilWatchEnd',
		findIn({ reading, record: { emitted } }, { settings: { chosenCounters, minimumChange } }) {
			if (!reading || !emitted) return [];
			// Compared with the last event, so small changes add up.
			const changes = changesBetween(emitted, reading);
			if (!chosenCounters.some((counter) => Math.abs(changes[counter]?.delta ?? 0) >= minimumChange)) return [];
			const detail = [emitted, reading].flatMap((counters) => Object.values(counters));
			const remember = { emitted: mapCounters((counter) => reading[counter] ?? emitted[counter]) };
			return [{ fields: { changes }, detail, remember }];
		},
	},
	finalFiguresReady: {
		name: 'Final Figures Ready',
		description: 'The figures of a completed promotion have stopped changing. Use it for a final report.',
		needsStatistics: 'untilFinal',
		needsEnd: true,
		findIn: ({ becameFinal, record: { finalBecause } }) =>
			happenedIf(becameFinal === true && finalBecause !== 'standstill', { finalBecause }),
		sampleFields: { finalBecause: 'quiet' },
	},
	stalled: {
		name: 'Stalled',
		description: 'Neither the figures nor the status of a running promotion have changed for some time',
		needsStatistics: 'untilOver',
		findIn({ status, listed, asked, record: { changedAt, isStalled } }, { settings, now }) {
			// One that was there before, and has not moved since, does not stall.
			if (asked !== 'good' || !listed || promotionState(status) !== 'active') return [];
			if (isStalled || changedAt === undefined || now - changedAt < settings.stalledAfterMs) return [];
			return [{ fields: { stalledSince: new Date(changedAt).toISOString() }, remember: { isStalled: true } }];
		},
		sampleFields: { stalledSince: new Date(0).toISOString() },
	},
	thresholdCrossed: {
		name: 'Threshold Crossed',
		description: "A rate reached one of the limits that you set in 'Thresholds'",
		needsStatistics: 'untilWatchEnd',
		needsEnd: true,
		findIn: findCrossed,
	},
} satisfies Record<string, EventEntry>;

export type EventName = keyof typeof EVENTS;

const happenedIf = (happened: boolean, fields?: IDataObject): Happened[] => (happened ? [{ fields }] : []);

const became = (wanted: PromotionState, { status, previousStatus }: Change): boolean =>
	promotionState(status) === wanted && (previousStatus === null || promotionState(previousStatus) !== wanted);

export const ALL_EVENTS = Object.entries<EventEntry>(EVENTS).map(([event, entry]) => ({
	event: event as EventName,
	...entry,
}));

export const chosenEvents = (events: ReadonlySet<string>) => ALL_EVENTS.filter(({ event }) => events.has(event));
