/** Polls of the pure core, one after the other, with a clock and a service that are plain values. */
import type { IDataObject } from 'n8n-workflow';
import { advance } from '../../../nodes/RcsPromotionTrigger/advance';
import { planReads } from '../../../nodes/RcsPromotionTrigger/plan';
import { Reads } from '../../../nodes/RcsPromotionTrigger/reads';
import { properties } from '../../../nodes/RcsPromotionTrigger/form';
import { settingsFrom, type TriggerSettings } from '../../../nodes/RcsPromotionTrigger/settings';
import { FormReader } from '../../../nodes/service/formReader';
import { Listing } from '../../../nodes/RcsPromotionTrigger/listing';
import type { TriggerState } from '../../../nodes/RcsPromotionTrigger/state';
import type { Outage } from '../../../nodes/RcsPromotionTrigger/failureGate';
import { COUNTERS, type Counters } from '../../../nodes/service/statistics';
import type { Turns } from '../../../nodes/service/turns';
import type { Promotion } from '../../../nodes/service/types';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const START = Date.parse('2026-03-02T08:00:00Z');

export const allEvents = [
	'created',
	'statusChanged',
	'completed',
	'stopped',
	'cancelled',
	'countersChanged',
	'settled',
	'stalled',
	'thresholdCrossed',
	'removed',
];

/** The settings of a form in which these values stand. */
export function settingsOf(values: Record<string, unknown>): TriggerSettings {
	const form = new FormReader(properties, ({ name, default: usual }) => (name in values ? values[name] : usual), {
		timezone: () => 'UTC',
		refusal: (message, description) => new Error(`${message}. ${description}`),
	});
	return settingsFrom(form);
}

export function promotion(promotionId: string, status: string, more: IDataObject = {}): Promotion {
	return { promotionId, name: `Name of ${promotionId}`, status, createdDate: START, ...more };
}

export const counters = (given: Partial<Counters> = {}): Counters =>
	Object.fromEntries(COUNTERS.map((counter) => [counter, given[counter] ?? 0])) as Counters;

/** Work that pauses for others, done without a pause. */
export function atOnce<T>(work: Turns<T>): T {
	for (;;) {
		const { done, value } = work.next();
		if (done === true) return value;
	}
}

export class Timeline {
	now = START;
	processId = 'process-1';
	pollNumber = 0;
	waitingSince?: number;
	state: TriggerState | undefined;
	list: Promotion[] = [];
	statistics = new Map<string, Counters | 'none' | null>();
	reads = new Reads();
	asked: string[] = [];
	overflows = false;
	outage?: Outage;
	account = ['https://rcs.example.com', 'acme'];
	settings: TriggerSettings;

	constructor(values: Record<string, unknown> = { events: allEvents }) {
		this.settings = settingsOf(values);
	}

	/** One poll after `minutes`; what it emits. */
	poll(minutes = 1): IDataObject[] {
		this.now += minutes * MINUTE;
		this.pollNumber += 1;
		const { account } = this;
		const listing = atOnce(Listing.of(this.list, this.settings, this.now));
		const planContext = {
			account,
			now: this.now,
			processId: this.processId,
			reads: this.reads,
		};
		const { first, rotation } = atOnce(planReads(this.state, listing, this.settings, planContext));
		this.asked = [...first, ...rotation];
		for (const promotionId of rotation) {
			const answered = (this.statistics.get(promotionId) ?? null) !== null;
			this.reads.note(promotionId, { at: this.now, answered, status: listing.get(promotionId)?.status ?? '' });
		}
		const readings = new Map(this.asked.map((id) => [id, this.statistics.get(id) ?? null] as const));
		const outage = this.outage ? { outage: this.outage } : {};
		const observation = { accountId: 'acme', account, listing, readings, ...outage };
		const process = {
			id: this.processId,
			pollNumber: this.pollNumber,
			lastPollNumber: this.pollNumber,
			now: this.now,
			...(this.waitingSince === undefined ? {} : { waitingSince: this.waitingSince }),
		};
		const result = atOnce(advance(this.state, observation, this.settings, process));
		if (result.outdated) throw new Error('The poll was outdated');
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

	restart(processId: string): void {
		this.processId = processId;
		this.pollNumber = 0;
		this.reads = new Reads();
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
