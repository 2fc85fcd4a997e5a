import type { CountersAre, Rate } from '../service/counting';
import type { Counter } from '../service/statistics';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

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
	nameContains: string;
	chosenCounters: readonly Counter[];
	minimumChange: number;
	watchAfterCompletionMs: number;
	finalAfterMs: number;
	stalledAfterMs: number;
	thresholds: readonly Threshold[];
	summary: boolean;
	/** What the chosen events need: figures of what is not over, figures after completion, when they are final, and how it ends. */
	readsRunning: boolean;
	readsUntilWatchEnd: boolean;
	needsFinal: boolean;
	needsEnd: boolean;
}

/** A limit that was entered twice counts once. One that was changed counts as another one. */
export const limitKey = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

/** All of a poll besides the state, the list and the statistics. */
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
