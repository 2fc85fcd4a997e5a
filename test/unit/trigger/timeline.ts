/** Polls of the pure core, one after the other, with a clock and a service that are plain values. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Reading } from '../../../nodes/RcsPromotionTrigger/changes';
import { diff } from '../../../nodes/RcsPromotionTrigger/diff';
import { wantedFigures } from '../../../nodes/RcsPromotionTrigger/fetch';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/form';
import { listingOf } from '../../../nodes/RcsPromotionTrigger/listing';
import type { Outage } from '../../../nodes/RcsPromotionTrigger/outages';
import * as settings from '../../../nodes/RcsPromotionTrigger/settings';
import type { TriggerState } from '../../../nodes/RcsPromotionTrigger/state';
import { COUNTERS, type Counters } from '../../../nodes/service/statistics';
import type { Promotion } from '../../../nodes/service/types';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const START = Date.parse('2026-03-02T08:00:00Z');

export const allEvents = Object.keys(EVENTS);

/** The settings of a form in which these values stand. */
export function settingsOf(values: Record<string, unknown>): settings.TriggerSettings {
	return settings.settingsOf({
		getNodeParameter: (name: string, usual: unknown) => (name in values ? values[name] : usual),
		getTimezone: () => 'UTC',
		getNode: () => ({ name: 'Trigger' }),
	} as unknown as IPollFunctions);
}

export function promotion(promotionId: string, status: string, more: IDataObject = {}): Promotion {
	return { promotionId, name: `Name of ${promotionId}`, status, createdDate: START, ...more };
}

export const counters = (given: Partial<Counters> = {}): Counters =>
	Object.fromEntries(COUNTERS.map((counter) => [counter, given[counter] ?? 0])) as Counters;

export class Timeline {
	now = START;
	mark = 'process-1';
	pollNumber = 0;
	waitingSince?: number;
	state: TriggerState | undefined;
	list: Promotion[] = [];
	/** What the statistics of each answer; null where they cannot be read. */
	statistics = new Map<string, Reading>();
	asked: string[] = [];
	/** There is no time left for statistics. */
	readsNothing = false;
	overflows = false;
	outage?: Outage;
	account = 'https://rcs.example.com acme';
	settings: settings.TriggerSettings;

	constructor(values: Record<string, unknown> = { events: allEvents }) {
		this.settings = settingsOf(values);
	}

	/** One poll after `minutes`; what it emits. */
	poll(minutes = 1): IDataObject[] {
		this.now += minutes * MINUTE;
		this.pollNumber += 1;
		const { account, now, mark, settings, outage, waitingSince, pollNumber: poll } = this;
		const listing = listingOf(this.list, settings, now, this.state?.newest);
		const conditions = { settings, now, accountId: 'acme', outage };
		const { first, rotation } = wantedFigures(listing, this.state, account, conditions);
		this.asked = this.readsNothing ? [] : [...first, ...rotation].map(({ promotionId }) => promotionId);
		const readings = new Map(this.asked.map((id) => [id, this.statistics.get(id) ?? null] as const));
		const process = { mark, poll, lastPoll: poll, waitingSince };
		const result = diff(this.state, { account, listing, readings }, conditions, process);
		if (!result) throw new Error('The poll was outdated');
		this.overflows = result.overflows;
		// What n8n stores is what comes back.
		this.state = JSON.parse(JSON.stringify(result.state)) as TriggerState;
		return result.items;
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

	restart(mark: string): void {
		this.mark = mark;
		this.pollNumber = 0;
	}
}

/** One promotion, seen once. */
export function watching(events: string[], options: Record<string, unknown> = {}, status = 'Running') {
	const timeline = new Timeline({ events, options });
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
