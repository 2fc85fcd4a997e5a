import { encodeRecord } from './recordCodec';
import { encodeShort } from './shortEntries';
import { shortHash } from './shortHash';
import type { Snapshot } from './snapshot';
import type { Memory, TriggerState } from './state';

/** What a state may take; hosts write it at each emit, and older ones copy it into every execution. */
export const LARGEST_STATE_BYTES = 256 * 1024;
/** Short entries of promotions that are gone make way for those that are listed. */
const SHORT_ENTRIES_IN_ALL = 12_000;
/** For what grows while something else is given up. */
const SLACK_BYTES = 1000;
const SHORT_ENTRY_BYTES = encodeShort(
	new Map([[shortHash(''), { state: 'active', absence: 0, left: false, ordinal: 0, removed: false }]]),
).length;

type Rest = Omit<TriggerState, 'records' | 'short' | 'gone' | 'floor'>;

export interface Written {
	state: TriggerState;
	/** There is more to remember than fits. */
	overflows: boolean;
}

/** Writes the memory down within the limit. What is given up first is what is least likely to be asked for again. */
export function writeState(memory: Memory, rest: Rest, snapshot: Snapshot): Written {
	dropGone(memory, Math.max(SHORT_ENTRIES_IN_ALL, memory.short.size));
	let state = written(memory, rest);
	let excess = sizeOf(state) - LARGEST_STATE_BYTES;
	if (excess <= 0) return { state, overflows: false };
	excess += SLACK_BYTES;

	excess -= SHORT_ENTRY_BYTES * dropGone(memory, memory.short.size + Math.max(0, memory.gone.size - entriesIn(excess)));
	if (excess > 0) excess -= demote(memory, excess);
	const horizon = excess > 0 ? dropOldest(memory, entriesIn(excess), snapshot, rest.horizon) : rest.horizon;
	state = written(memory, { ...rest, horizon });
	return { state, overflows: true };
}

export const sizeOf = (state: TriggerState): number => Buffer.byteLength(JSON.stringify(state));

const entriesIn = (bytes: number) => Math.ceil(bytes / SHORT_ENTRY_BYTES);

function written(memory: Memory, rest: Rest): TriggerState {
	const { short, gone, floor } = memory;
	const counting = floor > 0 ? { floor } : {};
	return { ...rest, ...counting, records: memory.records(), short: encodeShort(short), gone: encodeShort(gone) };
}

/** The longest gone first. Returns how many were dropped. */
function dropGone(memory: Memory, entriesInAll: number): number {
	const { gone, short } = memory;
	let dropped = 0;
	for (const hash of gone.keys()) {
		if (gone.size + short.size <= entriesInAll) break;
		memory.drop('gone', hash);
		dropped++;
	}
	return dropped;
}

/** Full records of the longest unmoved become short entries: their status is still watched, their counters are not. */
function demote(memory: Memory, excess: number): number {
	const byMovement = [...memory.full.values()].sort((a, b) => a.movedAt - b.movedAt);
	let saved = 0;
	for (const known of byMovement) {
		if (saved >= excess) break;
		saved += Buffer.byteLength(JSON.stringify(encodeRecord(known, []))) - SHORT_ENTRY_BYTES;
		memory.keep(known, false);
	}
	return saved;
}

/** The oldest listed promotions are not remembered one by one any more, but by their age. */
function dropOldest(memory: Memory, count: number, { inScope }: Snapshot, horizon: number): number {
	const { short } = memory;
	const byAge = [...inScope.values()]
		.filter(({ createdAt, promotionId }) => createdAt !== null && short.has(memory.hash(promotionId)))
		.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
	let reached = horizon;
	for (const { promotionId, createdAt } of byAge.slice(0, count)) {
		memory.drop('short', memory.hash(promotionId));
		reached = Math.max(reached, createdAt ?? 0);
	}
	return reached;
}
