import { readFigures, type CountersAre, type Figures, type Rate } from '../service/counting';
import { isOver } from '../service/promotions';
import type { Counter, Counters } from '../service/statistics';

export interface Threshold {
	rate: Rate;
	direction: 'above' | 'below';
	percent: number;
	/** The rate is ignored as long as its whole, which is its second counter, is lower. */
	minimumBase: number;
}

/** What the form says, with defaults for values that were never changed. */
export interface TriggerSettings {
	/** Names of events. */
	events: ReadonlySet<string>;
	/** Undefined means all promotions of the account. */
	promotionIds?: ReadonlySet<string>;
	nameContains: string;
	createdWithinDays: number;
	chosenCounters: readonly Counter[];
	minimumChange: number;
	watchAfterCompletionMs: number;
	finalAfterMs: number;
	stalledAfterMs: number;
	thresholds: readonly Threshold[];
	maximumStatisticsCalls: number;
	emitExisting: boolean;
	summary: boolean;
	/** Whether it matters when counters are final. A low rate is judged then, and what the counters mean is believed. */
	needsFinalCounters: boolean;
}

/** What all of a poll is compared by, besides the state and the list. */
export interface PollFacts {
	settings: TriggerSettings;
	/** The host's time of the poll. A wrong clock may delay an event, but never lose one. */
	now: number;
	accountId: string;
	/** What the credential says of the counters, if it does. */
	statedCounters?: CountersAre;
	/** A person activated the trigger. */
	isActivation: boolean;
}

/** What the counters of a promotion with this status say about how many messages reached each stage. */
export const workOutFigures = (
	counters: Counters,
	status: string,
	{ statedCounters }: Pick<PollFacts, 'statedCounters'>,
): Figures => readFigures(counters, isOver(status), statedCounters);
