import type { IExecuteFunctions } from 'n8n-workflow';
import { isSameList } from '../contacts/sample';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Up to this many hours, marks of hours are looked up, and above it marks of days: n8n would take too long for hundreds of hours. */
const MOST_HOURS = 24;

/** Two for each person of a sample: enough for 10,000 launches to one person each, or 625 to many. */
export const KEPT_MARKS = 20_000;

/** Across executions, n8n remembers that it saw a value, but not when. So each person's mark contains its hour or its day. */
const markOf = (person: string, unit: number, time: number) =>
	`${person}:${unit === HOUR ? 'h' : 'd'}${Math.floor(time / unit)}`;

/** The marks that a launch within these hours could have left: of whole hours or days, and of the next, for clocks that are ahead. */
function marksWithin(person: string, now: number, hours: number): string[] {
	const unit = hours <= MOST_HOURS ? HOUR : DAY;
	const first = Math.floor((now - hours * HOUR) / unit);
	const count = Math.floor(now / unit) - first + 2;
	return Array.from({ length: count }, (_, index) => markOf(person, unit, (first + index) * unit));
}

/** What one node has sent across executions, and the mark that one launch leaves there. */
export class SentBefore {
	/** The marks that this launch has added. */
	private reserved: string[] | undefined;
	private own: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		/** A text for each person of the sample. */
		private readonly people: readonly string[],
	) {}

	/**
	 * How many of the people had the same within these hours (0 skips the check). A live launch that is no repeat is recorded in the same
	 * step, so that the later of two nearly simultaneous launches finds the earlier one. n8n records every mark it is asked about, so the
	 * others are removed again.
	 */
	async reserve(now: number, { hours, isLive }: { hours: number; isLive: boolean }): Promise<number> {
		const { people } = this;
		this.own = people.flatMap((person) => [markOf(person, HOUR, now), markOf(person, DAY, now)]);
		const within = people.map((person) => (hours === 0 ? [] : marksWithin(person, now, hours)));
		return await this.inTurn(async () => {
			const added = new Set(await this.record([...new Set([...this.own, ...within.flat()])]));
			const found = within.filter((marks) => marks.some((mark) => !added.has(mark))).length;
			if (isLive && !isSameList(found, people)) this.reserved = this.own.filter((mark) => added.has(mark));
			for (const mark of this.reserved ?? []) added.delete(mark);
			await this.forget([...added]);
			return found;
		});
	}

	/**
	 * n8n reads the whole record and writes it back, so another n8n process may have overwritten it without these marks. Call this shortly
	 * before sending, some time after the reservation. If n8n cannot answer, the first record has to do.
	 */
	async confirm(): Promise<void> {
		if (this.reserved) await this.inTurn(async () => await this.record(this.own)).catch(() => undefined);
	}

	/**
	 * Removes the marks if nothing was sent after all. If n8n cannot remove them, a later launch may be stopped needlessly, which is safer
	 * than a launch that is not stopped.
	 */
	async withdraw(): Promise<void> {
		const marks = this.reserved;
		if (!marks) return;
		this.reserved = undefined;
		await this.inTurn(async () => await this.forget(marks)).catch(() => undefined);
	}

	/** Adds the marks and returns the new ones. n8n drops the oldest marks, so the limit has extra room for marks that are removed again. */
	private async record(marks: string[]): Promise<string[]> {
		const maxEntries = KEPT_MARKS + marks.length;
		const record = async () =>
			await this.context.helpers.checkProcessedAndRecord(marks, 'node', { mode: 'entries', maxEntries });
		// If a node's first launches run in two n8n processes, both add its row and the database refuses one, so it is tried again.
		const answer = await record().catch(record);
		return answer.new.map(String);
	}

	private async forget(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		await this.context.helpers.removeProcessed(marks, 'node', { mode: 'entries', maxEntries: KEPT_MARKS });
	}

	/** Runs one at a time within this process, because overlapping calls would lose each other's marks. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		// n8n keeps one record for each node.
		const node = `${this.context.getWorkflow().id} ${this.context.getNode().id}`;
		const before = lastInTurn.get(node) ?? Promise.resolve();
		const turn = before.then(work);
		// What stays in the map must not keep anything of this execution in memory.
		lastInTurn.set(node, turn.then(nothing, nothing));
		return await turn;
	}
}

const nothing = () => undefined;
const lastInTurn = new Map<string, Promise<void>>();
