import type { PromotionState } from '../service/status';
import type { Turns } from '../service/turns';
import { HASH_LENGTH } from './listing';

/** All that is remembered of a promotion that needs no full record, under a hash of its id. */
export type ShortEntry =
	/** As far as is known. */
	| { kind: 'listed'; state: PromotionState; absence: number; madeRoom: boolean }
	/** No longer listed, and no event for it is due. */
	| { kind: 'gone'; state: PromotionState }
	/** Its event 'removed' was sent, so if it returns it counts as created. */
	| { kind: 'removed' }
	/** When it was listed last, it was not what this trigger is to watch. */
	| { kind: 'outside' };

/** Hashes one after the other, under what they have in common, such as "listed completed". */
export type EncodedEntries = Record<string, string>;

export function* encodeEntries(entries: ReadonlyMap<string, ShortEntry>): Turns<EncodedEntries> {
	const groups = new Map<string, string[]>();
	// Most of them are one and the same object, as they were decoded.
	const groupsOfEntries = new Map<ShortEntry, string[]>();
	for (const [hash, entry] of entries) {
		let hashes = groupsOfEntries.get(entry);
		if (!hashes) {
			const group = groupOf(entry);
			hashes = groups.get(group) ?? [];
			groups.set(group, hashes);
			groupsOfEntries.set(entry, hashes);
		}
		hashes.push(hash);
		yield;
	}
	return Object.fromEntries([...groups].map(([group, hashes]) => [group, hashes.join('')]));
}

export function* decodeEntries(encoded: EncodedEntries): Turns<Map<string, ShortEntry>> {
	const entries = new Map<string, ShortEntry>();
	for (const [group, hashes] of Object.entries(encoded)) {
		const entry = entryOf(group);
		for (let at = 0; at < hashes.length; at += HASH_LENGTH) {
			entries.set(hashes.slice(at, at + HASH_LENGTH), entry);
			yield;
		}
	}
	return entries;
}

function groupOf(entry: ShortEntry): string {
	if (entry.kind === 'removed' || entry.kind === 'outside') return entry.kind;
	const { kind, state } = entry;
	if (kind === 'gone' || entry.absence === 0) return `${kind} ${state}`;
	return `${kind} ${state} ${entry.absence}${entry.madeRoom ? ' madeRoom' : ''}`;
}

function entryOf(group: string): ShortEntry {
	const [kind, state, absence, madeRoom] = group.split(' ');
	if (kind === 'removed' || kind === 'outside') return { kind };
	const entry = { state: state as PromotionState };
	if (kind === 'gone') return { kind, ...entry };
	return { kind: 'listed', ...entry, absence: Number(absence ?? 0), madeRoom: madeRoom !== undefined };
}
