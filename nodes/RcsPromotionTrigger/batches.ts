import type { IDataObject } from 'n8n-workflow';
import type { CompactEvents } from './compactEvents';

/**
 * What was emitted last. n8n saves the state before it creates the execution, so a process that dies in between has
 * lost what the state says was delivered: until a later poll of the same process, what was sent stays unconfirmed.
 */
export interface Batch {
	/** The processes that sent it, the last one last. Each does so once, so that several at work do not repeat it in turns. */
	senders: string[];
	/** The number of the last poll begun in the last of them when it sent this. */
	pollNumber: number;
	at: number;
	/** As sent; or, when that is too large, compact. */
	items?: IDataObject[];
	compact?: CompactEvents[];
}

export interface BatchLimits {
	/** What is sent is kept as it is up to this size. */
	asSentBytes: number;
	/** What all unconfirmed batches may take together. */
	inAllBytes: number;
}

export const BATCH_LIMITS: BatchLimits = { asSentBytes: 32_000, inAllBytes: 64_000 };

/** How long after sending it a batch is sent once more by another process. */
const REPEATED_WITHIN_MS = 15 * 60_000;

export interface Process {
	id: string;
	/** The number of this poll in the process. */
	pollNumber: number;
	/** The number of the last poll of this trigger that was begun in the process. */
	lastPollNumber: number;
	now: number;
	/** Since when this process has been waiting for an answer of the service, its start included; undefined when the poll before had one. */
	waitingSince?: number;
}

export interface Unconfirmed {
	/** Sent by another process that may have died before the execution existed. */
	repeat: Batch[];
	/** Sent by this process, possibly not yet followed by its execution. */
	keep: Batch[];
}

export function unconfirmed(batches: readonly Batch[], process: Process): Unconfirmed {
	const { id, pollNumber, now, waitingSince = now } = process;
	return {
		repeat: batches.filter(({ senders, at }) => !senders.includes(id) && waitingSince - at <= REPEATED_WITHIN_MS),
		keep: batches.filter((batch) => batch.senders.at(-1) === id && batch.pollNumber >= pollNumber),
	};
}

/** Sent again, they stay unconfirmed: the next process may find that this one died as early as the one before. */
export function repeated(batches: readonly Batch[], { id, lastPollNumber }: Process): Batch[] {
	return batches.map((batch) => ({ ...batch, senders: [...batch.senders, id], pollNumber: lastPollNumber }));
}

/** What one poll emits for the first time: never more than the state can hold for a repeat after a crash. */
export class Emission {
	readonly items: IDataObject[] = [];
	private readonly compact: CompactEvents[] = [];
	private itemBytes = 0;
	private compactBytes = 0;
	private readonly roomAsSent: number;
	private readonly room: number;

	constructor({ keep, repeat }: Unconfirmed, { asSentBytes, inAllBytes }: BatchLimits) {
		this.room = inAllBytes - bytesOf([...keep, ...repeat]);
		this.roomAsSent = Math.min(asSentBytes, this.room);
	}

	/**
	 * The events of one promotion. False leaves everything as it was: they are derived again at the next poll. One
	 * promotion is always taken, so that every poll gets on.
	 */
	add(items: IDataObject[], compact: CompactEvents): boolean {
		const itemBytes = this.itemBytes + bytesOf(items);
		const compactBytes = this.compactBytes + bytesOf(compact);
		const first = this.items.length === 0;
		if (!first && compactBytes > this.room) return false;
		this.items.push(...items);
		this.compact.push(compact);
		this.itemBytes = itemBytes;
		this.compactBytes = compactBytes;
		return true;
	}

	batch({ id, lastPollNumber, now }: Process): Batch[] {
		if (this.items.length === 0) return [];
		const { items, compact } = this;
		const sent = { senders: [id], pollNumber: lastPollNumber, at: now };
		return [this.itemBytes <= this.roomAsSent ? { ...sent, items } : { ...sent, compact }];
	}
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;
