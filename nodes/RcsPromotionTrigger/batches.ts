import type { IDataObject } from 'n8n-workflow';
import type { Told } from './told';

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
	/** As sent; or, when that is too large, in short. */
	items?: IDataObject[];
	told?: Told[];
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
	return batches.map((batch) => ({ ...batch, senders: [...batch.senders, mark], turn: lastTurn }));
}

/** What one poll emits for the first time: never more than can be kept until it is known to have arrived. */
export class Emission {
	readonly items: IDataObject[] = [];
	private readonly told: Told[] = [];
	private itemBytes = 0;
	private toldBytes = 0;
	private readonly roomAsSent: number;
	private readonly room: number;

	constructor({ keep, repeat }: Unconfirmed, { asSentBytes, inAllBytes }: BatchLimits) {
		const taken = keep.length + repeat.length > 0 ? bytesOf([...keep, ...repeat]) : 0;
		this.room = inAllBytes - taken;
		this.roomAsSent = Math.min(asSentBytes, this.room);
	}

	/**
	 * The events of one promotion. False leaves everything as it was: they are derived again at the next poll. One
	 * promotion is always taken, so that every poll gets on.
	 */
	add(items: IDataObject[], told: Told): boolean {
		const itemBytes = this.itemBytes + bytesOf(items);
		const toldBytes = this.toldBytes + bytesOf(told);
		const first = this.items.length === 0;
		if (!first && itemBytes > this.roomAsSent && toldBytes > this.room) return false;
		this.items.push(...items);
		this.told.push(told);
		this.itemBytes = itemBytes;
		this.toldBytes = toldBytes;
		return true;
	}

	batch({ mark, lastTurn, now }: Process): Batch[] {
		if (this.items.length === 0) return [];
		const { items, told } = this;
		const sent = { senders: [mark], turn: lastTurn, at: now };
		return [this.itemBytes <= this.roomAsSent ? { ...sent, items } : { ...sent, told }];
	}
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;
