/**
 * What a trigger has to tell, worked out from what happened: every answer it got, every reading, when that was, and which
 * of its states reached the database. It remembers everything in full, compares naively, and uses nothing of the code
 * under test.
 */
import { hasEnded, type Asked } from './asked';
import { LOW_LIMIT } from './form';
import * as histories from './history';
import { change, eventKey, isOf, standstill } from './keys';
import { digest, isLate, newKnowledge, wordBefore, type Everything, type Knowledge } from './knowledge';
import { beginMissing } from './missing';
import { distance, NOTHING, type Answer, type Figures, type Status } from './world';

type Tell = (event: string, what: string) => void;

const NAMES: Partial<Record<Status, string>> = { Completed: 'completed', Cancelled: 'cancelled', Stopped: 'stopped' };

export interface Polled {
	asked: Asked;
	answer: Answer;
	readings: Map<string, Figures | null>;
	/** The host's time, which may be set back. */
	at: number;
	/** Which poll of all it was. */
	turn: number;
	/** The answer was counted already: another process made the same step from the same state. */
	again?: boolean;
}

export class Oracle {
	/** At which poll each happens, whenever it can be told; each time has an id of its own. */
	readonly expected = new Map<string, number[]>();
	readonly saw = { massAbsence: false, lateForBaseline: false, madeRoom: false, scopeMoves: false };
	private known: Everything | null = null;
	private written: Everything | null = null;

	/** The database holds what this process knows, to the last poll. */
	get isWritten(): boolean {
		return this.known === this.written;
	}

	/** Whether a process that starts now would have to find out again what this one has told or begun to compare with. */
	get wouldLose(): boolean {
		return digest(this.known) !== digest(this.written);
	}

	/** A poll whose state the process kept. `lost`: nothing of what it tells leaves the process. */
	poll(polled: Polled, { wrote, lost }: { wrote: boolean; lost: boolean }): void {
		const { everything, events } = this.next(polled);
		if (!lost) for (const key of events) this.expected.set(key, [...(this.expected.get(key) ?? []), polled.turn]);
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

	/** Only what the database holds is still known. */
	restart(): void {
		this.known = this.written;
	}

	/** What would have come by now of all that is listed, had its figures been read as they are. */
	owed(answer: Answer, figuresNow: (id: string) => Figures | null, asked: Asked): string[] {
		return [...answer.keys()].flatMap((id) => {
			const one = this.known?.ones.get(id);
			if (!one || one.gone !== 'no') return [];
			const { history } = one;
			const isUnread = histories.figuresOf(history) !== figuresNow(id);
			const isWatched = asked.followsCounters && asked.isWatched(history, histories.lastSeen(history));
			const owed = [
				...(asked.events.has('settled') && histories.isRestless(history) ? ['settled'] : []),
				...(asked.events.has('stalled') && histories.owesStall(history) ? ['stalled'] : []),
				...(isWatched && isUnread ? ['figures'] : []),
			];
			return owed.map((what) => `${id} ${what}`);
		});
	}

	/** Completions whose rest was never told, listed or not. */
	restless(asked: Asked): string[] {
		if (!asked.awaitsRest) return [];
		return [...(this.known?.ones ?? [])].flatMap(([id, { history }]) => (histories.isRestless(history) ? [id] : []));
	}

	private next({ asked, answer, readings, at, again }: Polled) {
		const known = this.known;
		const begun = known ?? { begun: at, confirmed: false, newest: 0 };
		const ones = new Map([...(known?.ones ?? [])].map(([id, one]) => [id, { ...one }]));
		const events: string[] = [];
		const tellerOf =
			(id: string): Tell =>
			(event, what) => {
				const one = ones.get(id);
				if (asked.events.has(event) && one) events.push(eventKey(id, event, what, histories.figuresOf(one.history)));
			};
		let isWhole = answer.size > 0;
		// Another limit is a new one, for whatever was over the old one.
		for (const one of ones.values()) if (one.over !== asked.highLimit) one.over = null;
		for (const [id, shown] of answer) {
			const found = ones.get(id);
			if (!asked.isInScope(id, shown.createdAt, at)) {
				if (found && found.gone !== 'outside') this.saw.scopeMoves = true;
				ones.set(id, newKnowledge(shown.createdAt, { appeared: false, gone: 'outside' }));
				continue;
			}
			const isNews = asked.emitExisting || (known !== null && !isLate(shown, known));
			if (!found && known && !isNews) {
				this.saw.lateForBaseline = true;
				isWhole = false;
			}
			const arrives = found ? found.gone === 'removed' : isNews;
			const silent = found ? found.gone === 'outside' : !isNews;
			const isNew = arrives || silent;
			const one = found && !isNew ? found : newKnowledge(shown.createdAt, { appeared: arrives });
			ones.set(id, one);
			const before = wordBefore(one, shown.status);
			Object.assign(one, { missing: 0, madeRoom: false, gone: 'no', faded: false, createdAt: shown.createdAt });
			const figures = readings.get(id) ?? null;
			const none = readings.has(id) && figures === null;
			this.see(
				asked,
				one,
				{ at, status: shown.status, figures, ...(none && { none }) },
				{
					before,
					tell: tellerOf(id),
					silent,
				},
			);
			fadeUnwatched(asked, one, at);
		}
		if (!again) this.miss(asked, ones, answer, { at, newest: known?.newest ?? Infinity, tellerOf });
		const newest = Math.max(begun.newest, ...[...answer.values()].map(({ createdAt }) => createdAt ?? 0));
		const confirmed = known !== null && (known.confirmed || isWhole);
		return { everything: { ones, begun: begun.begun, confirmed, newest }, events };
	}

	private see(
		asked: Asked,
		one: Knowledge,
		seen: histories.Seen,
		{ before, tell, silent }: { before: Status | null | 'the same'; tell: Tell; silent: boolean },
	): void {
		const { figures, status } = seen;
		const compared = histories.figuresBefore(one.history);
		const arrives = one.history.seen.length === 0;
		one.history = { ...one.history, seen: [...one.history.seen, seen] };
		if (!silent && before !== 'the same') {
			tell(arrives ? 'created' : 'statusChanged', change(before, status));
			const name = NAMES[status];
			if (name) tell(name, change(before, status));
		}
		if (!asked.events.has('countersChanged')) one.told = null;
		else if (figures !== null) {
			one.told ??= compared ?? figures;
			if (distance(one.told, figures, asked) >= asked.minimumChange) {
				tell('countersChanged', change(one.told, figures));
				one.told = figures;
			}
		}
		const rest = asked.awaitsRest ? histories.restOf(one.history, asked.patience) : undefined;
		if (rest) {
			one.history = histories.marked(one.history, 'settled');
			tell('settled', rest);
		}
		const since = asked.events.has('stalled') ? histories.stallOf(one.history, asked.patience) : undefined;
		if (since !== undefined) {
			one.history = histories.marked(one.history, 'stalled');
			tell('stalled', standstill(since));
		}
		// What is crossed at the first look is no news.
		this.judge(asked, one, figures, figures !== null && compared === null ? () => {} : tell);
	}

	/** Where nothing was attempted there is no rate. A low one is judged from the rest of the promotion on. */
	private judge(asked: Asked, one: Knowledge, read: Figures | null, tell: Tell): void {
		const atRest = one.history.seen.at(-1)?.settled === true;
		const figures = read ?? (atRest ? histories.figuresOf(one.history) : null);
		if (!asked.events.has('thresholdCrossed') || figures === null || figures === NOTHING) return;
		const { highLimit } = asked;
		const isOver = one.over === null ? figures >= highLimit : figures > 0.8 * highLimit;
		if (isOver && one.over === null) tell('thresholdCrossed', 'above');
		one.over = isOver ? highLimit : null;
		const low = one.low || (figures <= LOW_LIMIT && histories.isAtRest(one.history));
		if (low && !one.low) tell('thresholdCrossed', 'below');
		one.low = low;
	}

	private miss(
		asked: Asked,
		ones: Map<string, Knowledge>,
		answer: Answer,
		{ at, newest, tellerOf }: { at: number; newest: number; tellerOf: (id: string) => Tell },
	): void {
		const unlisted = [...ones].filter(([id, { gone }]) => !answer.has(id) && gone === 'no');
		const [missing, outside] = [true, false].map((wanted) =>
			// What has faded has lost its name and its age.
			unlisted.filter(([id, one]) => wanted === (one.faded || asked.isInScope(id, one.createdAt, at))),
		) as [typeof unlisted, typeof unlisted];
		for (const [, one] of outside) {
			one.gone = 'silently';
			fadeUnwatched(asked, one, at);
		}
		beginMissing(
			missing.map(([, one]) => one),
			answer,
			newest,
			this.saw,
		);
		for (const [id, one] of missing) {
			const tell = tellerOf(id);
			const status = histories.statusOf(one.history) as Status;
			if (asked.awaitsRest && histories.isRestless(one.history)) {
				// It is not missed before its rest was told, and vanishes once.
				if (answer.size > 0) Object.assign(one, { missing: 1, enough: 2 });
				if (!histories.isWatchOver(one.history, at, asked.patience)) continue;
				one.history = histories.marked(one.history, 'settled');
				tell('settled', 'watchEnd');
				this.judge(asked, one, null, tell);
			} else if (answer.size > 0) {
				one.missing += 1;
				if (one.missing >= one.enough) {
					one.gone = hasEnded(status) || one.madeRoom ? 'silently' : 'removed';
					if (one.gone === 'removed') {
						for (const event of ['statusChanged', 'cancelled', 'removed']) tell(event, change(status, status));
					}
				}
			} else continue;
			fadeUnwatched(asked, one, at);
		}
	}
}

/** Only what can still move is remembered with its figures. */
function fadeUnwatched(asked: Asked, one: Knowledge, at: number): void {
	if (one.gone === 'no' && asked.isWatched(one.history, at)) return;
	Object.assign(one, { history: histories.forgotten(one.history), told: null, over: null, low: false, faded: true });
}
