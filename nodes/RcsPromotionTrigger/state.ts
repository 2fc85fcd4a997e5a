import type { Batch } from './batches';
import { highestOrdinal, type Known } from './record';
import { decodeRecord, encodeRecord, type EncodedRecord } from './recordCodec';
import type { TriggerSettings } from './settings';
import { thresholdKey } from './settings';
import { decodeShort, HIGHEST_SHORT_ORDINAL, shortEntryOf, type ShortEntry } from './shortEntries';
import { shortHash } from './shortHash';

export const STATE_VERSION = 1;

/** Everything that is remembered between polls, as plain JSON. */
export interface TriggerState {
	version: number;
	/** What the state is about: account and scope. */
	binding: string;
	/** The process and the poll of it that wrote this; the answer it saw is the newest one processed. */
	mark: string;
	turn: number;
	/** When the newest promotion ever listed was created. */
	newest: number;
	/** An unknown promotion created until then is no news: there was no room to remember all of that age. */
	horizon: number;
	/**
	 * The highest count of any event that is remembered nowhere else: under an earlier scope, too high for a short entry, or
	 * of a promotion there was no room for. Counting goes on from there, so that no eventId is used twice.
	 */
	floor?: number;
	/** What the marks of crossed limits in the records stand for. */
	thresholds: string[];
	records: EncodedRecord[];
	short: string;
	/** Promotions that are gone, so that one which comes back is known, and its events get new ids. */
	gone: string;
	batches: Batch[];
}

export type Found = { full: Known } | { short: ShortEntry } | { gone: ShortEntry } | undefined;

/** The state opened up: looked up by id, changed aside, and written whole. */
export class Memory {
	private readonly hashes = new Map<string, string>();

	private constructor(
		readonly full: Map<string, Known>,
		readonly short: Map<string, ShortEntry>,
		readonly gone: Map<string, ShortEntry>,
		private readonly keys: readonly string[],
		private lowest: number,
	) {}

	static empty({ thresholds }: TriggerSettings, floor: number): Memory {
		const keys = thresholds.map(thresholdKey);
		return new Memory(new Map(), new Map(), new Map(), keys, floor);
	}

	static open({ records, short, gone, thresholds, floor }: TriggerState, settings: TriggerSettings): Memory {
		const full = new Map<string, Known>();
		for (const record of records) {
			const known = decodeRecord(record, thresholds);
			full.set(known.promotionId, known);
		}
		const keys = settings.thresholds.map(thresholdKey);
		return new Memory(full, decodeShort(short), decodeShort(gone), keys, floor ?? 0);
	}

	/** From where events of promotions that nothing is remembered of are counted. */
	get floor(): number {
		return this.lowest;
	}

	hash(promotionId: string): string {
		const hash = this.hashes.get(promotionId) ?? shortHash(promotionId);
		this.hashes.set(promotionId, hash);
		return hash;
	}

	find(promotionId: string): Found {
		const full = this.full.get(promotionId);
		if (full) return { full };
		const hash = this.hash(promotionId);
		const short = this.short.get(hash);
		if (short) return { short: this.whole(short) };
		const gone = this.gone.get(hash);
		return gone && { gone: this.whole(gone) };
	}

	/** The promotion is remembered as it is now: in full while that is needed. */
	keep(known: Known, watched: boolean): void {
		this.forget(known.promotionId);
		if (watched) this.full.set(known.promotionId, known);
		else this.short.set(this.hash(known.promotionId), this.shortened(known));
	}

	/** No longer listed; a short entry remains, so that its return is recognised. */
	depart(known: Known, removed: boolean): void {
		this.forget(known.promotionId);
		this.gone.set(this.hash(known.promotionId), { ...this.shortened(known), absence: 0, removed });
	}

	/** There is no room for an entry. */
	drop(entries: 'short' | 'gone', hash: string): void {
		this.raiseFloor(this[entries].get(hash)?.ordinal ?? 0);
		this[entries].delete(hash);
	}

	departShort(hash: string, entry: ShortEntry): void {
		this.short.delete(hash);
		this.gone.set(hash, { ...entry, absence: 0 });
	}

	records(): EncodedRecord[] {
		return [...this.full.values()].map((known) => encodeRecord(known, this.keys));
	}

	private forget(promotionId: string): void {
		this.full.delete(promotionId);
		const hash = this.hash(promotionId);
		this.short.delete(hash);
		this.gone.delete(hash);
	}

	/** A count that a short entry cannot hold is held for all of them. */
	private shortened(known: Known): ShortEntry {
		const ordinal = highestOrdinal(known.ordinals);
		if (ordinal > HIGHEST_SHORT_ORDINAL) this.raiseFloor(ordinal);
		return shortEntryOf(known);
	}

	private whole(entry: ShortEntry): ShortEntry {
		return entry.ordinal < HIGHEST_SHORT_ORDINAL ? entry : { ...entry, ordinal: Math.max(entry.ordinal, this.floor) };
	}

	private raiseFloor(ordinal: number): void {
		this.lowest = Math.max(this.lowest, ordinal);
	}
}

/** The state as n8n stored it, or undefined when it is none of ours or about something else. */
export function usableState(stored: unknown, binding: string): TriggerState | undefined {
	const state = stored as TriggerState | undefined | null;
	return state?.version === STATE_VERSION && state.binding === binding ? state : undefined;
}

/** Where counting begins for promotions that nothing is remembered of. */
export function floorOf(stored: unknown, binding: string): number {
	const state = stored as TriggerState | undefined | null;
	if (state?.version !== STATE_VERSION) return 0;
	let floor = state.floor ?? 0;
	if (state.binding === binding) return floor;
	for (const record of state.records) floor = Math.max(floor, highestOrdinal(decodeRecord(record, []).ordinals));
	for (const entries of [decodeShort(state.short), decodeShort(state.gone)])
		for (const { ordinal } of entries.values()) floor = Math.max(floor, ordinal);
	return floor;
}
