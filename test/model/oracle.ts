/**
 * What a trigger has to tell, worked out from what happened: every answer it got, every reading, when that was, and which
 * of its states reached the database. It remembers everything in full, compares naively, and uses nothing of the code
 * under test.
 */
import type { Asked } from './asked';
import { LOW_LIMIT } from './form';
import * as histories from './history';
import { change, eventKey, isOf, standstill } from './keys';
import {
	aDayBefore,
	digest,
	forget,
	isNews,
	knownAt,
	newKnowledge,
	type Everything,
	type Knowledge,
} from './knowledge';
import { distance, isFinal, NOTHING, type Answer, type Figures, type Read, type Shown, type Status } from './world';

type Tell = (event: string, what: string) => void;

const NAMES: Partial<Record<Status, string>> = { Completed: 'completed', Cancelled: 'cancelled', Stopped: 'stopped' };

export interface Polled {
	asked: Asked;
	answer: Answer;
	readings: Map<string, Read>;
	/** The host's time, which may be set back. */
	at: number;
	/** Which poll of all it was. */
	turn: number;
}

export class Oracle {
	/** At which poll each happens, whenever it can be told; each time has an id of its own. */
	readonly expected = new Map<string, number[]>();
	readonly saw = { oldEnters: false, oldCopyOfEnd: false, scopeMoves: false };
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
	owed(answer: Answer, figuresNow: (id: string) => Figures, asked: Asked): string[] {
		return [...answer.keys()].flatMap((id) => {
			const one = this.known?.ones.get(id);
			if (!one?.followed) return [];
			const { history } = one;
			const isUnread = histories.figuresOf(history) !== figuresNow(id);
			const isWatched = asked.followsCounters && asked.isWatched(history, histories.lastSeen(history));
			const owed = [
				...(asked.events.has('finalFiguresReady') && histories.isRestless(history) ? ['finalFiguresReady'] : []),
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

	private next({ asked, answer, readings, at }: Polled) {
		const ones = knownAt(this.known, at);
		const events: string[] = [];
		const tellerOf =
			(id: string): Tell =>
			(event, what) => {
				const one = ones.get(id);
				if (asked.events.has(event) && one) events.push(eventKey(id, event, what, histories.figuresOf(one.history)));
			};
		const recentFrom = aDayBefore(this.known, answer.values(), at);
		for (const [id, shown] of answer) {
			this.look(asked, ones, id, shown, { at, readings, tell: tellerOf(id), recentFrom });
		}
		this.miss(asked, ones, answer, { at, tellerOf });
		return { everything: { ones, since: Math.max(this.known?.since ?? 0, recentFrom) }, events };
	}

	private look(
		asked: Asked,
		ones: Map<string, Knowledge>,
		id: string,
		shown: Shown,
		{ at, readings, tell, recentFrom }: { at: number; readings: Polled['readings']; tell: Tell; recentFrom: number },
	): void {
		const { createdAt } = shown;
		const isRecent = createdAt === null || createdAt >= recentFrom;
		const found = ones.get(id);
		const isIn = asked.isInScope(id, createdAt, at);
		if (found?.followed && !isIn) this.saw.scopeMoves = true;
		if (found?.ended && !isFinal(shown.status)) this.saw.oldCopyOfEnd = true;
		const appeared = found ? found.gone : this.known ? isNews(shown, this.known) : asked.emitExisting;
		const one = found?.followed ? found : { ...newKnowledge(createdAt, { appeared }), ended: found?.ended ?? false };
		ones.set(id, one);
		const isOver = one.ended || isFinal(shown.status);
		if (!isIn || (!found?.followed && !appeared && isOver)) {
			forget(one);
			// Of what is old and not followed, nothing is remembered.
			if (isFinal(shown.status) && isRecent) one.ended = true;
			return;
		}
		if (this.known && !found?.followed && !appeared) this.saw.oldEnters = true;
		Object.assign(one, { missing: 0, createdAt });
		// Over is over.
		const status = one.ended ? (histories.statusOf(one.history) ?? shown.status) : shown.status;
		const silent = !found?.followed && !appeared;
		this.see(asked, one, { ...seenOf(readings.get(id), one), at, status }, { tell, silent });
		one.ended = isFinal(status);
		if (!asked.isWatched(one.history, at)) forget(one);
	}

	private see(
		asked: Asked,
		one: Knowledge,
		seen: histories.Seen,
		{ tell, silent }: { tell: Tell; silent: boolean },
	): void {
		const { figures, status } = seen;
		const before = histories.statusOf(one.history) ?? null;
		const compared = histories.figuresBefore(one.history);
		const arrives = one.history.seen.length === 0;
		one.history = { ...one.history, seen: [...one.history.seen, seen] };
		if (!silent && before !== status) {
			tell(arrives ? 'created' : 'statusChanged', change(before, status));
			const name = NAMES[status];
			if (name) tell(name, change(before, status));
		}
		if (asked.events.has('countersChanged') && figures !== null) {
			one.told ??= compared ?? figures;
			if (distance(one.told, figures, asked) >= asked.minimumChange) {
				tell('countersChanged', change(one.told, figures));
				one.told = figures;
			}
		}
		const rest = asked.awaitsRest ? histories.restOf(one.history, asked.patience) : undefined;
		if (rest) {
			one.history = histories.marked(one.history, 'finalFiguresReady');
			tell('finalFiguresReady', rest);
		}
		const since = asked.events.has('stalled') ? histories.stallOf(one.history, asked.patience) : undefined;
		if (since !== undefined) {
			one.history = histories.marked(one.history, 'stalled');
			tell('stalled', standstill(since));
		}
		// What is crossed at the first look is no news.
		this.judge(asked, one, figures, figures !== null && compared === null ? () => {} : tell);
	}

	/** Where nothing was attempted there is no rate. A low one is judged from the rest of the promotion on. Each limit is told once. */
	private judge(asked: Asked, one: Knowledge, read: Figures | null, tell: Tell): void {
		const atRest = one.history.seen.at(-1)?.settled === true;
		const figures = read ?? (atRest ? histories.figuresOf(one.history) : null);
		if (!asked.events.has('thresholdCrossed') || figures === null || figures === NOTHING) return;
		const crossed = [
			...(figures >= asked.highLimit ? [['above', `above ${asked.highLimit}`] as const] : []),
			...(figures <= LOW_LIMIT && histories.isAtRest(one.history) ? [['below', 'below'] as const] : []),
		];
		for (const [what, limit] of crossed) {
			if (one.limits.has(limit)) continue;
			one.limits = new Set([...one.limits, limit]);
			tell('thresholdCrossed', what);
		}
	}

	/** Three good answers in a row; an empty one does not count. What is over is not missed. */
	private miss(
		asked: Asked,
		ones: Map<string, Knowledge>,
		answer: Answer,
		{ at, tellerOf }: { at: number; tellerOf: (id: string) => Tell },
	): void {
		for (const [id, one] of ones) {
			if (answer.has(id) || !one.followed) continue;
			const tell = tellerOf(id);
			const status = histories.statusOf(one.history) as Status;
			if (!asked.isInScope(id, one.createdAt, at)) forget(one);
			else if (one.ended) {
				if (
					asked.awaitsRest &&
					histories.isRestless(one.history) &&
					histories.isWatchOver(one.history, at, asked.patience)
				) {
					one.history = histories.marked(one.history, 'finalFiguresReady');
					tell('finalFiguresReady', 'watchEnd');
					this.judge(asked, one, null, tell);
				}
				if (!asked.isWatched(one.history, at)) forget(one);
			} else if (answer.size > 0) {
				one.missing += 1;
				if (one.missing < 3) continue;
				for (const event of ['statusChanged', 'cancelled', 'disappeared']) tell(event, change(status, status));
				forget(one);
				one.gone = true;
			}
		}
	}
}

/** What one answer, or none, says of the figures. A counter that is missing keeps its last known value. */
function seenOf(read: Read | undefined, one: Knowledge): Pick<histories.Seen, 'figures' | 'isRead' | 'none'> {
	if (read === undefined || read === 'unread') return { figures: null };
	if (read === 'none yet') return { figures: null, none: true };
	return { figures: read === 'same' ? histories.figuresBefore(one.history) : read.figures, isRead: true };
}
