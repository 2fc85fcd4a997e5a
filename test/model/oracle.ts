/**
 * What a trigger has to tell, worked out from what happened: every answer it got, every reading, when that was, and which
 * of its states reached the database. It remembers everything in full, compares naively, and uses nothing of the code
 * under test.
 */
import * as histories from './history';
import type { Patience } from './history';
import { change, eventKey, isOf, standstill } from './keys';
import { digest, type Everything, type Knowledge } from './knowledge';
import { distance, idOf, NOTHING, type Actual, type Answer, type Figures, type Status } from './world';

export interface Asked {
	events: ReadonlySet<string>;
	patience: Patience;
	minimumChange: number;
	/** Whether of all counters only Failed counts for Counters Changed. */
	onlyFailed: boolean;
}

type Tell = (event: string, what: string) => void;

/** Of the failure rate, as the player sets them. */
export const HIGH_LIMIT = 50;
const REARMED = 40;
export const LOW_LIMIT = 20;
const ENDED: ReadonlySet<Status> = new Set(['Completed', 'Cancelled']);
const NAMES: Partial<Record<Status, string>> = { Completed: 'completed', Cancelled: 'cancelled', Stopped: 'stopped' };

export class Oracle {
	/** When each happens, whenever it can be told; each time has an id of its own. */
	readonly expected = new Map<string, number[]>();
	sawMassAbsence = false;
	private known: Everything | null = null;
	private written: Everything | null = null;

	constructor(private readonly asked: Asked) {}

	/** The database holds what this process knows, to the last poll. */
	get isWritten(): boolean {
		return this.known === this.written;
	}

	/** Whether a process that starts now would have to find out again what this one has told or begun to compare with. */
	get wouldLose(): boolean {
		return digest(this.known) !== digest(this.written);
	}

	/** A poll whose state the process kept. `lost`: it died before anything of the poll was written. */
	poll(
		answer: Answer,
		readings: Map<string, Figures | null>,
		{ at, wrote, lost }: { at: number; wrote: boolean; lost: boolean },
	): void {
		const { everything, events } = this.next(answer, readings, at);
		if (!lost) for (const key of events) this.expected.set(key, [...(this.expected.get(key) ?? []), at]);
		this.known = everything;
		if (wrote) this.written = everything;
	}

	/** Whether an event of this name has come up so far. */
	has(event: string): boolean {
		return [...this.expected.keys()].some((key) => isOf(key, event));
	}

	writeState(): void {
		this.written = this.known;
	}

	restart(): void {
		this.known = this.written;
	}

	/** What would have come by now of all that is listed, had its figures been read as they are. */
	owed(actual: readonly Actual[]): string[] {
		const { events } = this.asked;
		return actual.flatMap(({ listed, figures }, index) => {
			const one = this.known?.get(idOf(index));
			if (!listed || !one) return [];
			const { history } = one;
			const owed = [
				...(events.has('settled') && histories.isRestless(history) ? ['settled'] : []),
				...(events.has('stalled') && histories.owesStall(history) ? ['stalled'] : []),
				...(this.followsCounters && this.isWatched(one, histories.lastSeen(history)) ? this.unread(one, figures) : []),
			];
			return owed.map((what) => `${idOf(index)} ${what}`);
		});
	}

	/** Completions whose rest was never told, listed or not. */
	restless(): string[] {
		if (!this.awaitsRest) return [];
		return [...(this.known ?? [])].flatMap(([id, { history }]) => (histories.isRestless(history) ? [id] : []));
	}

	private unread({ history }: Knowledge, figures: Figures): string[] {
		return histories.figuresOf(history) === figures ? [] : ['figures'];
	}

	private get followsCounters(): boolean {
		return ['countersChanged', 'settled', 'stalled', 'thresholdCrossed'].some((event) => this.asked.events.has(event));
	}

	/** Whether anything is to be told when a promotion comes to rest: that it does, or that its rate stayed low. */
	private get awaitsRest(): boolean {
		return ['settled', 'thresholdCrossed'].some((event) => this.asked.events.has(event));
	}

	private next(answer: Answer, readings: Map<string, Figures | null>, at: number) {
		const baseline = this.known === null;
		const everything: Everything = new Map([...(this.known ?? [])].map(([id, one]) => [id, { ...one }]));
		const events: string[] = [];
		const tellerOf =
			(id: string): Tell =>
			(event, what) => {
				const one = everything.get(id);
				if (this.asked.events.has(event) && one)
					events.push(eventKey(id, event, what, histories.figuresOf(one.history)));
			};
		for (const [id, status] of answer) {
			let one = everything.get(id);
			const arrives = !one || one.gone === 'removed';
			const before = arrives ? null : ((one && histories.statusOf(one.history)) ?? null);
			if (!one || arrives) {
				one = {
					history: { appeared: !baseline, seen: [] },
					told: null,
					over: false,
					low: false,
					missing: 0,
					enough: 2,
					gone: 'no',
				};
				everything.set(id, one);
			}
			Object.assign(one, { missing: 0, gone: 'no' });
			this.see(one, { at, status, figures: readings.get(id) ?? null }, before, tellerOf(id), arrives && baseline);
			this.forgetUnwatched(one, at);
		}
		this.miss(everything, answer, at, tellerOf);
		return { everything, events };
	}

	private see(one: Knowledge, seen: histories.Seen, before: Status | null, tell: Tell, silent: boolean): void {
		const { figures, status } = seen;
		const compared = histories.figuresBefore(one.history);
		one.history = { ...one.history, seen: [...one.history.seen, seen] };
		if (!silent && before !== status) {
			tell(before === null ? 'created' : 'statusChanged', change(before, status));
			const name = NAMES[status];
			if (name) tell(name, change(before, status));
		}
		if (figures !== null) {
			one.told ??= compared ?? figures;
			if (distance(one.told, figures, this.asked) >= this.asked.minimumChange) {
				tell('countersChanged', change(one.told, figures));
				one.told = figures;
			}
		}
		const rest = histories.restOf(one.history, this.asked.patience);
		if (rest) {
			one.history = histories.marked(one.history, 'settled');
			tell('settled', rest);
		}
		const since = histories.stallOf(one.history, this.asked.patience);
		if (since !== undefined) {
			one.history = histories.marked(one.history, 'stalled');
			tell('stalled', standstill(since));
		}
		// What is crossed at the first look is no news.
		this.judge(one, figures, figures !== null && compared === null ? () => {} : tell);
	}

	/** Where nothing was attempted there is no rate. A low one is judged from the rest of the promotion on. */
	private judge(one: Knowledge, read: Figures | null, tell: Tell): void {
		const atRest = one.history.seen.at(-1)?.settled === true;
		const figures = read ?? (atRest ? histories.figuresOf(one.history) : null);
		if (figures === null || figures === NOTHING) return;
		const over = one.over ? figures > REARMED : figures >= HIGH_LIMIT;
		if (over && !one.over) tell('thresholdCrossed', 'above');
		one.over = over;
		const low = one.low || (figures <= LOW_LIMIT && histories.isAtRest(one.history));
		if (low && !one.low) tell('thresholdCrossed', 'below');
		one.low = low;
	}

	private miss(everything: Everything, answer: Answer, at: number, tellerOf: (id: string) => Tell): void {
		const missing = [...everything].filter(([id, { gone }]) => !answer.has(id) && gone === 'no');
		const vanished = missing.filter(([, one]) => one.missing === 0);
		const isMass = answer.size > 0 && vanished.length >= 5 && vanished.length > 0.2 * (answer.size + vanished.length);
		if (isMass) this.sawMassAbsence = true;
		if (answer.size > 0) for (const [, one] of vanished) one.enough = isMass ? 5 : 2;
		for (const [id, one] of missing) {
			const tell = tellerOf(id);
			const status = histories.statusOf(one.history) as Status;
			if (this.awaitsRest && histories.isRestless(one.history)) {
				// It is not missed before its rest was told, and vanishes once.
				if (answer.size > 0) Object.assign(one, { missing: 1, enough: 2 });
				if (!histories.isWatchOver(one.history, at, this.asked.patience)) continue;
				one.history = histories.marked(one.history, 'settled');
				tell('settled', 'watchEnd');
				this.judge(one, null, tell);
				this.forgetUnwatched(one, at);
				continue;
			}
			// What an answer without anything lacks is not missed: it is rather the answer that is odd.
			if (answer.size === 0) continue;
			one.missing += 1;
			if (one.missing >= one.enough) {
				one.gone = ENDED.has(status) ? 'silently' : 'removed';
				if (one.gone === 'removed') {
					for (const event of ['statusChanged', 'cancelled', 'removed']) tell(event, change(status, status));
				}
			}
			this.forgetUnwatched(one, at);
		}
	}

	/** Only what can still move is remembered with its figures. */
	private forgetUnwatched(one: Knowledge, at: number): void {
		if (one.gone === 'no' && this.isWatched(one, at)) return;
		Object.assign(one, { history: histories.forgotten(one.history), told: null, over: false, low: false });
	}

	private isWatched({ history }: Knowledge, at: number): boolean {
		const { events, patience } = this.asked;
		const status = histories.statusOf(history) as Status;
		if (status !== 'Completed') return !ENDED.has(status);
		if (histories.completedAt(history) === undefined) return false;
		if (events.has('countersChanged') || events.has('thresholdCrossed')) {
			return !histories.isWatchOver(history, at, patience);
		}
		return events.has('settled') && histories.isRestless(history);
	}
}
