import type { IDataObject } from 'n8n-workflow';
import type { EncodedRecord } from './recordCodec';

/** What was there of one promotion before its events: its full record, the code of its short entry, or nothing. */
export type Undo = [promotionId: string, before: EncodedRecord | string | 0];

/**
 * What was emitted last. n8n saves the state before it creates the execution, so a process that dies in between has
 * lost what the state says was delivered: until a later poll of the same process, what was sent stays unconfirmed.
 */
export interface Batch {
	/** The processes that sent it, the last one last. Each does so once, so that several at work do not repeat it in turns. */
	senders: string[];
	/** The number of the last poll begun in the last of them when it sent this. */
	turn: number;
	at: number;
	/** As sent; or, when that is too large, what its events can be derived from again. */
	items?: IDataObject[];
	undo?: Undo[];
}

/** How long after sending it a batch is sent once more by another process. */
const REPEATED_WITHIN_MS = 15 * 60_000;
/** What is sent stays as it is up to this size; what is larger is derived again from what was there before. */
const LARGEST_AS_SENT_BYTES = 32_000;
const LARGEST_BATCH_BYTES = 64_000;

export interface Process {
	mark: string;
	/** The number of this poll in the process. */
	turn: number;
	/** The number of the last poll begun in the process. */
	lastTurn: number;
	now: number;
}

export interface Unconfirmed {
	/** Sent by another process that may have died before the execution existed. */
	repeat: Batch[];
	/** Sent by this process, possibly not yet followed by its execution. */
	keep: Batch[];
}

export function unconfirmed(batches: readonly Batch[], { mark, turn, now }: Process): Unconfirmed {
	return {
		repeat: batches.filter(({ senders, at }) => !senders.includes(mark) && now - at <= REPEATED_WITHIN_MS),
		keep: batches.filter((batch) => batch.senders.at(-1) === mark && batch.turn >= turn),
	};
}

/** Sent again, they stay unconfirmed: the next process may find that this one died as early as the one before. */
export function repeated(batches: readonly Batch[], { mark, lastTurn }: Process): Batch[] {
	return batches.flatMap((batch) =>
		batch.items ? [{ ...batch, senders: [...batch.senders, mark], turn: lastTurn }] : [],
	);
}

export function newBatch(items: IDataObject[], undo: Undo[], { mark, lastTurn, now }: Process): Batch[] {
	if (items.length === 0) return [];
	const sent = { senders: [mark], turn: lastTurn, at: now };
	return [Buffer.byteLength(JSON.stringify(items)) <= LARGEST_AS_SENT_BYTES ? { ...sent, items } : { ...sent, undo }];
}

/** Counts what one poll emits, so that it never emits more than can be sent again. */
export class EmissionBudget {
	private itemBytes = 0;
	private undoBytes = 0;

	/** False leaves everything as it was: the promotion's events are derived again at the next poll. */
	admits(items: IDataObject[], undo: Undo): boolean {
		const itemBytes = this.itemBytes + bytesOf(items);
		const undoBytes = this.undoBytes + bytesOf(undo);
		const first = this.itemBytes === 0;
		if (!first && itemBytes > LARGEST_AS_SENT_BYTES && undoBytes > LARGEST_BATCH_BYTES) return false;
		this.itemBytes = itemBytes;
		this.undoBytes = undoBytes;
		return true;
	}
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;
