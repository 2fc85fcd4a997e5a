/** What somebody who filled in the form so wants to be told of. */
import type { Form } from './form';
import * as histories from './history';
import { idOf, isFinal, nameOf, PROMOTIONS, type Status } from './world';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export class Asked {
	readonly events: ReadonlySet<string>;
	readonly patience: histories.Patience;
	readonly minimumChange: number;
	/** Whether of all counters only Failed counts for Counters Changed. */
	readonly onlyFailed: boolean;
	readonly emitExisting: boolean;
	readonly highLimit: number;

	constructor(private readonly form: Form) {
		const { events, options } = form;
		this.events = new Set(events);
		this.patience = {
			settledAfterMs: options.settledAfterMinutes * MINUTE,
			stalledAfterMs: options.stalledAfterMinutes * MINUTE,
			watchMs: options.watchAfterCompletionHours * 60 * MINUTE,
		};
		this.minimumChange = options.minimumChange;
		this.onlyFailed = options.counters.length > 0;
		this.emitExisting = options.emitExisting;
		this.highLimit = options.highLimit;
	}

	isInScope(id: string, createdAt: number | null, now: number): boolean {
		const { selected, nameContains, createdWithinDays } = this.form.scope;
		const ids = Array.from({ length: PROMOTIONS }, (_, index) => idOf(index));
		if (selected !== null && (selected & (1 << ids.indexOf(id))) === 0) return false;
		if (!nameOf(id).toLowerCase().includes(nameContains)) return false;
		return createdWithinDays === 0 || createdAt === null || createdAt >= now - createdWithinDays * DAY;
	}

	get followsCounters(): boolean {
		return ['countersChanged', 'finalFiguresReady', 'stalled', 'thresholdCrossed'].some((event) =>
			this.events.has(event),
		);
	}

	/** Whether anything is to be told when a promotion comes to rest: that it does, or that its rate stayed low. */
	get awaitsRest(): boolean {
		return this.events.has('finalFiguresReady') || this.events.has('thresholdCrossed');
	}

	isWatched(history: histories.History, at: number): boolean {
		const { events, patience } = this;
		const status = histories.statusOf(history) as Status;
		if (status !== 'Completed') return !isFinal(status);
		if (histories.completedAt(history) === undefined) return false;
		if (events.has('countersChanged') || events.has('thresholdCrossed')) {
			return !histories.isWatchOver(history, at, patience);
		}
		return events.has('finalFiguresReady') && histories.isRestless(history);
	}
}
