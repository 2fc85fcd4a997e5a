import type { PromotionState } from '../service/status';
import { highestOrdinal, newlyKnown, type Known } from './record';
import { shortHash } from './shortHash';

/**
 * What is left of a promotion that needs no full record: nine characters, of which seven are a hash of its id, one says
 * its state and whether it is missing, and one is the highest count of its events, so that no eventId is ever used twice.
 */
export interface ShortEntry {
	state: PromotionState;
	absence: number;
	left: boolean;
	ordinal: number;
	/** The full record of its id was dropped after Removed was delivered. */
	removed: boolean;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const STATES: PromotionState[] = ['active', 'paused', 'completed', 'cancelled'];
const HASH_LENGTH = shortHash('').length;
const ENTRY_LENGTH = HASH_LENGTH + 2;
/** Absences 0 to 4, with and without having left, make ten codes a state; the rest of the alphabet says removed. */
const CODES_PER_STATE = 10;
const REMOVED_FROM = STATES.length * CODES_PER_STATE;

/** Exact up to 31, then in growing steps that are always rounded up: a count that shrank would give an eventId twice. */
const ORDINALS = Array.from(ALPHABET, (_, index) => (index < 32 ? index : Math.ceil(31 * 1.4 ** (index - 31))));
export const HIGHEST_SHORT_ORDINAL = ORDINALS.at(-1) as number;

function ordinalCode(ordinal: number): number {
	const code = ORDINALS.findIndex((level) => level >= ordinal);
	return code < 0 ? ORDINALS.length - 1 : code;
}

export function shortEntryOf(known: Known): ShortEntry {
	const { state, absence, left, ordinals } = known;
	return { state, absence, left, ordinal: highestOrdinal(ordinals), removed: false };
}

export function knownOf(
	entry: ShortEntry,
	promotion: Pick<Known, 'promotionId' | 'name' | 'createdAt'>,
	now: number,
): Known {
	const known = newlyKnown({ ...promotion, status: null, state: entry.state }, now, {
		base: entry.ordinal,
		counts: {},
	});
	return { ...known, absence: entry.absence, left: entry.left };
}

export function encodeShort(entries: ReadonlyMap<string, ShortEntry>): string {
	let text = '';
	for (const [hash, { state, absence, left, ordinal, removed }] of entries) {
		const stateIndex = STATES.indexOf(state);
		const code = removed ? REMOVED_FROM + stateIndex : stateIndex * CODES_PER_STATE + absence * 2 + (left ? 1 : 0);
		text += hash + ALPHABET.charAt(code) + ALPHABET.charAt(ordinalCode(ordinal));
	}
	return text;
}

export function decodeShort(text: string): Map<string, ShortEntry> {
	const entries = new Map<string, ShortEntry>();
	for (let at = 0; at + ENTRY_LENGTH <= text.length; at += ENTRY_LENGTH) {
		const code = ALPHABET.indexOf(text.charAt(at + HASH_LENGTH));
		const removed = code >= REMOVED_FROM;
		const detail = removed ? 0 : code % CODES_PER_STATE;
		entries.set(text.slice(at, at + HASH_LENGTH), {
			state: STATES[removed ? code - REMOVED_FROM : Math.floor(code / CODES_PER_STATE)] as PromotionState,
			absence: Math.floor(detail / 2),
			left: detail % 2 === 1,
			ordinal: ORDINALS[ALPHABET.indexOf(text.charAt(at + HASH_LENGTH + 1))] ?? 0,
			removed,
		});
	}
	return entries;
}
