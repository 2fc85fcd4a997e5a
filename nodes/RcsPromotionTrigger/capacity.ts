import type { Turns } from '../service/turns';
import { HASH_LENGTH, type Listing } from './listing';
import { encodeRecord } from './record';
import type { TriggerSettings } from './settings';
import { encodeEntries } from './shortEntries';
import type { Memory, TriggerState } from './state';

/** What a state may take; hosts write it at each emit, and older ones copy it into every execution. */
const LARGEST_STATE_BYTES = 256 * 1024;
/** Promotions that are gone make way for those that are listed. */
const MOST_ENTRIES = 12_000;
/** For what grows while something else is given up. */
const SLACK_BYTES = 1000;

type Rest = Omit<TriggerState, 'records' | 'others' | 'highestOrdinal'>;

export interface Written {
	state: TriggerState;
	/** There is more to remember than fits. */
	overflows: boolean;
}

/** Writes the memory down within the limit. What is given up first is what is least likely to be asked for again. */
export function* writeState(memory: Memory, rest: Rest, settings: TriggerSettings, listing: Listing): Turns<Written> {
	yield* dropGone(memory, memory.others.size - MOST_ENTRIES, listing);
	const state = yield* written(memory, rest, settings);
	let excess = sizeOf(state) - LARGEST_STATE_BYTES;
	if (excess <= 0) return { state, overflows: false };
	excess += SLACK_BYTES;

	excess -= HASH_LENGTH * (yield* dropGone(memory, Math.ceil(excess / HASH_LENGTH), listing));
	if (excess > 0) excess -= demote(memory, excess);
	const oldest = excess > 0 ? yield* dropOldest(memory, Math.ceil(excess / HASH_LENGTH), listing) : 0;
	const forgottenUntil = Math.max(rest.forgottenUntil, oldest);
	return { state: yield* written(memory, { ...rest, forgottenUntil }, settings), overflows: true };
}

const sizeOf = (state: TriggerState): number => Buffer.byteLength(JSON.stringify(state));

function* written(memory: Memory, rest: Rest, settings: TriggerSettings): Turns<TriggerState> {
	const { highestOrdinal } = memory;
	const others = yield* encodeEntries(memory.others);
	return { ...rest, highestOrdinal, records: memory.encodedRecords(settings), others };
}

/** The longest gone first. Returns how many were dropped. */
function* dropGone({ others }: Memory, count: number, listing: Listing): Turns<number> {
	let dropped = 0;
	if (count <= 0) return dropped;
	const listed = yield* listing.hashes();
	for (const [hash, { kind }] of others) {
		yield;
		if (kind === 'listed' || listed.has(hash)) continue;
		others.delete(hash);
		if (++dropped >= count) break;
	}
	return dropped;
}

/** Of the longest unmoved only the status is watched from now on, not the counters. Returns the bytes saved. */
function demote(memory: Memory, excess: number): number {
	const byMovement = [...memory.records.values()].sort((a, b) => a.movedAt - b.movedAt);
	let saved = 0;
	for (const known of byMovement) {
		if (saved >= excess) break;
		saved += Buffer.byteLength(JSON.stringify(encodeRecord(known, []))) - HASH_LENGTH;
		memory.keep(known, false);
	}
	return saved;
}

/** The oldest listed promotions are not remembered one by one any more, but by their age, which is returned. */
function* dropOldest({ others }: Memory, count: number, listing: Listing): Turns<number> {
	const ages: number[] = [];
	for (const { createdAt, hash } of listing.all()) {
		if (createdAt !== null && others.has(hash)) ages.push(createdAt);
		yield;
	}
	const oldest = Float64Array.from(ages).sort().subarray(0, count).at(-1) ?? 0;
	for (const { createdAt, hash } of listing.all()) {
		if (createdAt !== null && createdAt <= oldest) others.delete(hash);
		yield;
	}
	return oldest;
}
