import type { IDataObject } from 'n8n-workflow';
import { bytesOf, type Batch } from './state';

/** How long after it was sent another process may send a batch once more. */
const REPEATED_WITHIN_MS = 15 * 60_000;

/** What a poll knows about its own process. */
export interface PollOfProcess {
	/** Identifies this process. */
	mark: string;
	/** The number of this poll in this process. */
	poll: number;
	/** The number of the trigger's last poll that was started in this process. */
	lastPoll: number;
	/** Since when this process has been without an answer from the service (at first, since its start); undefined if the previous poll got one. */
	waitingSince?: number;
}

/** What one poll sends: first what another process may have failed to deliver, then new events as long as there is room. */
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
		// Sent by a poll that ran at the same time as this one.
		const own = batches.filter((batch) => batch.sentBy.at(-1) === mark && batch.poll >= poll);
		this.items = repeated.flatMap(({ items }) => items.map((item) => ({ ...item, redelivered: true })));
		// Kept even after they are sent again, because this process may also die before they arrive.
		this.kept = [...own, ...repeated.map((batch) => ({ ...batch, sentBy: [...batch.sentBy, mark], poll: lastPoll }))];
		this.room = room - bytesOf(this.kept);
	}

	get hasNews(): boolean {
		return this.news.length > 0;
	}

	/**
	 * Adds the events of one promotion. Returns false if there is no room; the next poll then finds them again. If nothing else is
	 * sent, one promotion is always taken, so that every poll makes progress.
	 */
	add(items: IDataObject[]): boolean {
		const bytes = bytesOf(items);
		if (bytes > this.room && (this.hasNews || this.kept.length > 0)) return false;
		this.room -= bytes;
		this.news.push(...items);
		this.items.push(...items);
		return true;
	}

	/** The batches that may not have arrived. */
	get batches(): Batch[] {
		if (!this.hasNews) return this.kept;
		const { mark, lastPoll } = this.process;
		return [...this.kept, { sentBy: [mark], poll: lastPoll, at: this.now, items: this.news }];
	}
}
