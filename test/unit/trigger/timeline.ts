/** Polls of the pure comparison, one after the other, with a clock and a service that are plain values. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Comparison } from '../../../nodes/RcsPromotionTrigger/comparison';
import { selectPromotionsToRead } from '../../../nodes/RcsPromotionTrigger/due';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { readListing } from '../../../nodes/RcsPromotionTrigger/listing';
import type { Reading } from '../../../nodes/RcsPromotionTrigger/record';
import * as form from '../../../nodes/RcsPromotionTrigger/readSettings';
import type { TriggerSettings } from '../../../nodes/RcsPromotionTrigger/settings';
import type { TriggerState } from '../../../nodes/RcsPromotionTrigger/state';
import type { KnownCountings } from '../../../nodes/service/figures';
import { mapCounters, readStatistics, type Counters } from '../../../nodes/service/statistics';
import type { Promotion } from '../../../nodes/service/types';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const START = Date.parse('2026-03-02T08:00:00Z');

export const allEvents = Object.keys(EVENTS);

/** The settings of a form in which these values stand. */
export function settingsOf(values: Record<string, unknown>): TriggerSettings {
	return form.readSettings({
		getNodeParameter: (name: string, usual: unknown) => (name in values ? values[name] : usual),
		getTimezone: () => 'UTC',
		getNode: () => ({ name: 'Trigger' }),
	} as unknown as IPollFunctions);
}

export function promotion(promotionId: string, status: string, more: IDataObject = {}): Promotion {
	return { promotionId, name: `Name of ${promotionId}`, status, createdDate: START, ...more };
}

export const counters = (given: Partial<Counters> = {}): Counters => mapCounters((counter) => given[counter] ?? 0);

/** What the statistics of a promotion answer: some counters, none yet, or nothing that can be read. */
type Statistics = Partial<Counters> | 'none' | null;

function readingOf(statistics: Statistics): Reading {
	if (statistics === 'none') return { kind: 'noneYet' };
	const read = readStatistics(statistics);
	return read ? { kind: 'counters', counters: read.counters } : { kind: 'failed', reason: 'It could not be read.' };
}

export class Timeline {
	now = START;
	state: TriggerState | undefined;
	list: Promotion[] = [];
	statistics = new Map<string, Statistics>();
	asked: string[] = [];
	/** There is no time left for statistics. */
	readsNothing = false;
	hasTooMany = false;
	startsFromNow = false;
	account = 'https://rcs.example.com acme';
	/** What the credential says of the counters. */
	countings: KnownCountings = {};
	settings: TriggerSettings;

	constructor(values: Record<string, unknown> = { events: allEvents }) {
		this.settings = settingsOf(values);
	}

	/** One poll after `minutes`; what it emits. */
	poll(minutes = 1): IDataObject[] {
		this.now += minutes * MINUTE;
		const { account, now, settings, countings } = this;
		const conditions = { settings, now, account, accountId: 'acme', countings };
		const comparison = new Comparison(this, readListing(this.list), conditions);
		this.asked = this.readsNothing ? [] : selectPromotionsToRead(comparison).map(({ promotionId }) => promotionId);
		const readings = new Map(this.asked.map((id) => [id, readingOf(this.statistics.get(id) ?? null)]));
		const { state, newItems, hasTooManyRecords } = comparison.finish(readings);
		this.hasTooMany = hasTooManyRecords;
		// What n8n stores is what comes back.
		this.state = JSON.parse(JSON.stringify(state)) as TriggerState;
		return newItems;
	}

	/** The events of one poll in short. */
	events(minutes = 1): string[] {
		return this.poll(minutes).map(({ event, promotionId }) => `${String(promotionId)} ${String(event)}`);
	}

	change(promotionId: string, status: string): void {
		this.list = this.list.map((one) => (one.promotionId === promotionId ? { ...one, status } : one));
	}

	remove(promotionId: string): void {
		this.list = this.list.filter((one) => one.promotionId !== promotionId);
	}
}

/** One promotion, seen once. */
export function watching(events: string[], given: Record<string, unknown> = {}, status = 'Running') {
	const { thresholds, ...options } = given;
	const timeline = new Timeline({ events, options, ...(thresholds !== undefined && { thresholds }) });
	timeline.list = [promotion('p1', status)];
	timeline.statistics.set('p1', counters());
	timeline.poll();
	return timeline;
}

/** The figures it has at the next poll; what that tells. */
export function show(timeline: Timeline, given: Parameters<typeof counters>[0], minutes = 1) {
	timeline.statistics.set('p1', counters(given));
	return timeline.events(minutes).map((event) => event.replace('p1 ', ''));
}
