/**
 * What a trigger has to tell, worked out from what happened: every answer it got, every reading, and which of its states
 * reached the database. It remembers everything in full, compares naively, and uses nothing of the code under test.
 */
import type { Answer, Status } from './world';

interface Knowledge {
	status: Status;
	/** What Counters Changed starts from; null before the first reading. */
	base: number | null;
	/** Whether the failure rate is over its limit and not armed again. */
	over: boolean;
	/** It appeared while watched, so that its figures start from zero. */
	fromZero: boolean;
	/** Its figures are followed: it has not ended, or ended while watched. */
	watched: boolean;
	missing: number;
	gone: 'no' | 'removed' | 'silently';
}

type Everything = Map<string, Knowledge>;

const LIMIT = 50;
const REARMED = 40;
const ENDED: ReadonlySet<Status> = new Set(['Completed', 'Cancelled']);
const NAMES: Partial<Record<Status, string>> = { Completed: 'completed', Cancelled: 'cancelled', Stopped: 'stopped' };

export const statusKey = (event: string, promotionId: string, from: string | null, to: string | null) =>
	`${promotionId} ${event} ${from} -> ${to}`;
export const countersKey = (promotionId: string, from: number, to: number) =>
	`${promotionId} countersChanged ${from} -> ${to}`;
export const thresholdKey = (promotionId: string) => `${promotionId} thresholdCrossed`;

export class Oracle {
	/** How often each is to be told under an id of its own. */
	readonly expected = new Map<string, number>();
	private known: Everything | null = null;
	private written: Everything | null = null;

	constructor(
		private readonly chosen: ReadonlySet<string>,
		private readonly followsCounters: boolean,
	) {}

	/** Whether the next process would know all that this one knows. */
	get isWritten(): boolean {
		return JSON.stringify([...(this.known ?? [])]) === JSON.stringify([...(this.written ?? [])]);
	}

	/** A poll whose state the process kept. `lost`: it died before anything of the poll was written. */
	poll(answer: Answer, readings: Map<string, number | null>, { wrote, lost }: { wrote: boolean; lost: boolean }): void {
		const { everything, events } = this.next(answer, readings);
		if (!lost) for (const key of events) this.expected.set(key, (this.expected.get(key) ?? 0) + 1);
		this.known = everything;
		if (wrote) this.written = everything;
	}

	writeState(): void {
		this.written = this.known;
	}

	restart(): void {
		this.known = this.written;
	}

	private next(answer: Answer, readings: Map<string, number | null>) {
		const baseline = this.known === null;
		const everything: Everything = new Map([...(this.known ?? [])].map(([id, one]) => [id, { ...one }]));
		const events: string[] = [];
		const tell = (event: string, key: string) => {
			if (this.chosen.has(event)) events.push(key);
		};
		for (const [id, status] of answer) {
			const one = everything.get(id);
			if (!one || one.gone === 'removed') {
				const isNew = !baseline;
				const fresh: Knowledge = {
					status,
					base: null,
					over: false,
					fromZero: isNew,
					watched: !ENDED.has(status) || (isNew && status === 'Completed' && this.followsCounters),
					missing: 0,
					gone: 'no',
				};
				everything.set(id, fresh);
				if (isNew) {
					tell('created', statusKey('created', id, null, status));
					const name = NAMES[status];
					if (name) tell(name, statusKey(name, id, null, status));
				}
			} else {
				one.missing = 0;
				one.gone = 'no';
				if (one.status !== status) {
					tell('statusChanged', statusKey('statusChanged', id, one.status, status));
					const name = NAMES[status];
					if (name) tell(name, statusKey(name, id, one.status, status));
					one.status = status;
					one.watched = !ENDED.has(status) || (status === 'Completed' && this.followsCounters);
				}
			}
			const current = everything.get(id) as Knowledge;
			this.read(current, id, readings.get(id) ?? null, tell);
			if (!current.watched) Object.assign(current, { base: null, over: false, fromZero: false });
		}
		if (answer.size > 0) this.miss(everything, answer, tell);
		return { everything, events };
	}

	private read(one: Knowledge, id: string, failed: number | null, tell: (event: string, key: string) => void) {
		if (failed === null) return;
		const silent = one.base === null && !one.fromZero;
		// The answers always count a hundred attempted, so anything but nothing is a change from zero.
		const from = one.base ?? (one.fromZero ? -1 : failed);
		if (from !== failed) tell('countersChanged', countersKey(id, from, failed));
		one.base = failed;
		one.fromZero = false;
		const over = one.over ? failed > REARMED : failed >= LIMIT;
		if (over && !one.over && !silent) tell('thresholdCrossed', thresholdKey(id));
		one.over = over;
	}

	private miss(everything: Everything, answer: Answer, tell: (event: string, key: string) => void) {
		for (const [id, one] of everything) {
			if (answer.has(id) || one.gone !== 'no') continue;
			one.missing += 1;
			if (one.missing < 2) continue;
			one.gone = ENDED.has(one.status) ? 'silently' : 'removed';
			if (one.gone === 'removed') {
				for (const event of ['statusChanged', 'cancelled', 'removed']) {
					tell(event, statusKey(event, id, one.status, null));
				}
			}
			Object.assign(one, { base: null, over: false, fromZero: false, watched: false });
		}
	}
}
