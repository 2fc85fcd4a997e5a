import type { IDataObject } from 'n8n-workflow';
import { bytesOf, type Batch } from './state';

/** How long after sending it a batch is sent once more by another process. */
const REPEATED_WITHIN_MS = 15 * 60_000;

/** A poll, as the process sees it that makes it. */
export interface PollOfProcess {
	/** Tells this process from every other one. */
	mark: string;
	/** The number of this poll in the process. */
	poll: number;
	/** The number of the last poll of this trigger that was begun in the process. */
	lastPoll: number;
	/** Since when this process has been waiting for an answer of the service, its start included; undefined when the poll before had one. */
	waitingSince?: number;
}

/** What one poll sends: first what another process may not have got through, then what is new, as far as there is room. */
export class Outgoing {
	/** Everything to emit. */
	readonly items: IDataObject[];
	private readonly news: IDataObject[] = [];
	private readonly kept: Batch[];
	private room: number;

	constructor(
		batches: readonly Batch[],
		private readonly process: PollOfProcess,
		private readonly now: number,
		room: number,
	) {
		const { mark, poll, lastPoll, waitingSince = now } = process;
		const repeated = batches.filter(
			({ sentBy, at }) => !sentBy.includes(mark) && waitingSince - at <= REPEATED_WITHIN_MS,
		);
		// Sent by a poll that was under way at the same time as this one.
		const own = batches.filter((batch) => batch.sentBy.at(-1) === mark && batch.poll >= poll);
		this.items = repeated.flatMap(({ items }) => items.map((item) => ({ ...item, redelivered: true })));
		// Sent again, they stay: the next process may find that this one died as early as the one before.
		this.kept = [...own, ...repeated.map((batch) => ({ ...batch, sentBy: [...batch.sentBy, mark], poll: lastPoll }))];
		this.room = room - bytesOf(this.kept);
	}

	get hasNews(): boolean {
		return this.news.length > 0;
	}

	/**
	 * The events of one promotion. False leaves everything as it was: they are derived again at the next poll. One promotion
	 * is always taken where nothing else is sent, so that every poll gets on.
	 */
	add(items: IDataObject[]): boolean {
		const bytes = bytesOf(items);
		if (bytes > this.room && (this.hasNews || this.kept.length > 0)) return false;
		this.room -= bytes;
		this.news.push(...items);
		this.items.push(...items);
		return true;
	}

	/** What is not known to have arrived. */
	get batches(): Batch[] {
		if (!this.hasNews) return this.kept;
		const { mark, lastPoll } = this.process;
		return [...this.kept, { sentBy: [mark], poll: lastPoll, at: this.now, items: this.news }];
	}
}
