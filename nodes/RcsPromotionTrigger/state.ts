import { createHash } from 'crypto';
import type { Turns } from '../service/turns';
import type { Batch } from './batches';
import { hashOf, type Listed } from './listing';
import { decodeRecord, encodeRecord, highestOrdinal, type EncodedRecord, type Known } from './record';
import type { TriggerSettings } from './settings';
import { decodeEntries, type EncodedEntries, type ShortEntry } from './shortEntries';

export const STATE_VERSION = 1;

/** Everything that is remembered between polls, as plain JSON. */
export interface TriggerState {
	version: number;
	/** What the state is about, and nothing else: settings move promotions in and out of it. */
	account: string;
	/** The process that wrote this, and the number of its poll; the answer it saw is the newest one processed. */
	processId: string;
	pollNumber: number;
	/** When watching began. */
	baselineAt: number;
	/** A further answer has shown that the first one was whole. */
	baselineConfirmed: boolean;
	/** When the newest promotion ever listed was created. */
	newest: number;
	/** An unknown promotion created until then is no news: there was no room to remember all of that age. */
	forgottenUntil: number;
	/** The highest count of any event of a promotion without a full record. Counting goes on from there, so that no eventId is used twice. */
	highestOrdinal: number;
	/** What the places in the records' lists of crossed thresholds stand for. */
	thresholds: readonly string[];
	records: EncodedRecord[];
	others: EncodedEntries;
	batches: Batch[];
}

/** Tells a state from every other one of the same node. */
export const stampOf = (state: TriggerState | undefined): string | undefined =>
	state && `${state.processId} ${state.pollNumber}`;

export function accountKey(account: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16);
}

/** The state as n8n stored it, or undefined when it is none of ours or about another account. */
export function usableState(stored: unknown, account: readonly string[]): TriggerState | undefined {
	const state = stored as TriggerState | undefined | null;
	return state?.version === STATE_VERSION && state.account === accountKey(account) ? state : undefined;
}

/** The state opened up: looked up by id, changed on a copy, and written whole. */
export class Memory {
	private constructor(
		readonly records: Map<string, Known>,
		readonly others: Map<string, ShortEntry>,
		public highestOrdinal: number,
	) {}

	/** Counting goes on in whatever was stored before: an account may come back. */
	static empty(stored: unknown): Memory {
		const before = stored as TriggerState | undefined | null;
		if (before?.version !== STATE_VERSION) return new Memory(new Map(), new Map(), 0);
		const counts = before.records.map((record) => highestOrdinal(decodeRecord(record, []).ordinals));
		return new Memory(new Map(), new Map(), Math.max(before.highestOrdinal, ...counts));
	}

	static *open({ records, others, thresholds, highestOrdinal }: TriggerState): Turns<Memory> {
		const known = records.map((record) => decodeRecord(record, thresholds));
		const byId = new Map(known.map((one) => [one.promotionId, one]));
		return new Memory(byId, yield* decodeEntries(others), highestOrdinal);
	}

	find({ promotionId, hash }: Listed): Known | ShortEntry | undefined {
		return this.records.get(promotionId) ?? this.others.get(hash);
	}

	/** Remembered as it is now, in full while that is needed. */
	keep(known: Known, inFull: boolean): void {
		if (!inFull) {
			this.keepEntry(known, 'listed');
			return;
		}
		this.others.delete(hashOf(known.promotionId));
		this.records.set(known.promotionId, known);
	}

	/** No longer listed; an entry remains, so that its return is recognized. */
	depart(known: Known, removed: boolean): void {
		this.keepEntry(known, removed ? 'removed' : 'gone');
	}

	/** Listed, but no longer to be watched. */
	leave(listed: Listed): void {
		const known = this.records.get(listed.promotionId);
		if (known) this.keepEntry(known, 'outside');
		else this.others.set(listed.hash, { kind: 'outside' });
	}

	encodedRecords({ thresholdKeys }: TriggerSettings): EncodedRecord[] {
		return [...this.records.values()].map((known) => encodeRecord(known, thresholdKeys));
	}

	private keepEntry(known: Known, kind: ShortEntry['kind']): void {
		const { promotionId, ordinals } = known;
		this.records.delete(promotionId);
		const hash = hashOf(promotionId);
		// At the end, so that the longest gone stand first.
		this.others.delete(hash);
		this.others.set(hash, entryOf(kind, known));
		this.highestOrdinal = Math.max(this.highestOrdinal, highestOrdinal(ordinals));
	}
}

function entryOf(kind: ShortEntry['kind'], { state, absence, madeRoom }: Known): ShortEntry {
	if (kind === 'listed') return { kind, state, absence, madeRoom };
	return kind === 'gone' ? { kind, state } : { kind };
}
