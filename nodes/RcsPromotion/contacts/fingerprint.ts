import { createHash } from 'crypto';

/** How many people stand for a list: those with the smallest hashes. Most of them stay if some people join or leave, and in a part of it. */
const FINGERPRINT_SIZE = 64;
/** How many of them are looked up. */
export const LOOKUP_SIZE = 32;

interface HashedPhone {
	hash: number;
	digits: number;
}

/** One entry for each of the people who stand for a list of numbers without repeats. No entry shows its number. */
export function fingerprintOf(numbers: Iterable<number>): string[] {
	/** Sorted by hash, the smallest first. */
	const smallest: HashedPhone[] = [];
	let largest = Infinity;
	for (const digits of numbers) {
		const hash = mixBits(digits);
		if (hash > largest) continue;
		// Among equal hashes the number decides, so that the order of the list does not matter.
		const at = smallest.findIndex((other) => hash < other.hash || (hash === other.hash && digits < other.digits));
		smallest.splice(at < 0 ? smallest.length : at, 0, { hash, digits });
		if (smallest.length > FINGERPRINT_SIZE) smallest.pop();
		if (smallest.length === FINGERPRINT_SIZE) largest = (smallest.at(-1) as HashedPhone).hash;
	}
	return smallest.map(({ digits }) => hashText(`person ${digits}`));
}

/** One entry for the list as a whole, if n8n does not read its contacts: of its name, or of a hash of its bytes. */
export const fingerprintOfUnseenList = (text: string): string[] => [hashText(`list ${text}`)];

/** The entries that are looked up: all of them for a small list. */
export const selectForLookUp = (fingerprint: readonly string[]): readonly string[] => fingerprint.slice(0, LOOKUP_SIZE);

/** Whether half or more of a list got something before. Exact for a small list, an estimate for a larger one. */
export const isRepeat = (foundCount: number, fingerprint: readonly string[]): boolean =>
	foundCount > 0 && foundCount * 2 >= selectForLookUp(fingerprint).length;

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A 32-bit hash of a whole number, which may have up to 53 bits. Neighboring numbers end up far apart. */
function mixBits(digits: number): number {
	let hash = Math.imul((digits >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
	hash ^= (digits / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
