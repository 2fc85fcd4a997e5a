/** Polls of the pure comparison, one after the other, with a clock and a service that are plain values. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Comparison, type Found } from '../../../nodes/RcsPromotionTrigger/comparison';
import { selectPromotionsToRead } from '../../../nodes/RcsPromotionTrigger/due';
import { EVENTS } from '../../../nodes/RcsPromotionTrigger/events';
import { makeItems } from '../../../nodes/RcsPromotionTrigger/item';
import { readListing } from '../../../nodes/RcsPromotionTrigger/listing';
import type { Answer } from '../../../nodes/RcsPromotionTrigger/record';
import * as form from '../../../nodes/RcsPromotionTrigger/readSettings';
import type { TriggerSettings } from '../../../nodes/RcsPromotionTrigger/settings';
import type { TriggerState } from '../../../nodes/RcsPromotionTrigger/state';
import type { CountersAre } from '../../../nodes/service/counting';
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

/** What the statistics of a promotion answer: some counters, none, or nothing that can be read. */
type Statistics = Partial<Counters> | 'none' | null;

function answerOf(statistics: Statistics, doubt?: string): Answer {
	const trouble = { reason: 'It could not be read.' };
	if (statistics === 'none') return { kind: 'none', trouble };
	const read = readStatistics(statistics);
	if (!read) return { kind: 'failed', trouble };
	return { kind: 'counters', counters: read.counters, doubt: doubt === undefined ? undefined : { reason: doubt } };
}

/** At once, without giving way to anything. */
function run<Result>(steps: Generator<void, Result>): Result {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

export class Timeline {
	now = START;
	state: TriggerState | undefined;
	list: Promotion[] = [];
	statistics = new Map<string, Statistics>();
	asked: string[] = [];
	/** There is no time left for statistics. */
	readsNothing = false;
	/** What the credential says of the counters. */
	statedCounters?: CountersAre;
	/** What makes no sense in the answers for statistics. */
	doubt?: string;
	/** What the last poll found besides its items. */
	found?: Found;
	accountId = 'acme';
	settings: TriggerSettings;

	constructor(values: Record<string, unknown> = { events: allEvents }) {
		this.settings = settingsOf(values);
	}

	/** One poll after `minutes`; what it emits. */
	poll(minutes = 1, isActivation = false): IDataObject[] {
		this.now += minutes * MINUTE;
		const { accountId, now, settings, doubt, statedCounters } = this;
		const facts = { settings, now, accountId, isActivation, statedCounters };
		const comparison = new Comparison(this.state, run(readListing(this.list)), facts);
		this.asked = this.readsNothing ? [] : run(selectPromotionsToRead(comparison));
		const answers = new Map(this.asked.map((id) => [id, answerOf(this.statistics.get(id) ?? null, doubt)]));
		const found = run(comparison.finish(answers));
		this.found = found;
		// What n8n stores is what comes back.
		this.state = JSON.parse(JSON.stringify(found.state)) as TriggerState;
		return run(makeItems(found.news));
	}

	/** A person activates the trigger after so many minutes. */
	activate(minutes: number): string[] {
		return this.poll(minutes, true).map(({ event, promotionId }) => `${String(promotionId)} ${String(event)}`);
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

/** The figures it has at the next poll; the events of that. */
export function show(timeline: Timeline, given: Parameters<typeof counters>[0], minutes = 1) {
	timeline.statistics.set('p1', counters(given));
	return timeline.events(minutes).map((event) => event.replace('p1 ', ''));
}
