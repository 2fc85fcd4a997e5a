import { createHash } from 'crypto';

/** How many entries a fingerprint has at most. */
export const FINGERPRINT_SIZE = 256;
/** Only the first 32 are looked up, so that even an eighth of an earlier list is recognized: about 32 of its 256 are in it. */
export const LOOKUP_SIZE = 32;
/**
 * A larger list counts as a repeat if 15 of the 32 entries looked up were found. If only a quarter of its people got the message, it is
 * stopped by mistake in 0.6% of cases. If it is an eighth of an earlier list, it is missed in less than 0.1%.
 */
const FEWEST_FOUND_FOR_REPEAT = 15;

/** Stands for a list: the 256 people with the smallest hashes. Most of them stay if some people join or leave, and in a part of it. */
export class FingerprintBuilder {
	/** Sorted by hash, the smallest first. */
	private readonly smallest: HashedPhone[] = [];
	/** No larger hash belongs to the fingerprint. */
	private largest = Infinity;

	/** Takes the digits of a phone number in international form. A number that comes again changes nothing. */
	add(digits: number): void {
		const hash = mixBits(digits);
		if (hash > this.largest) return;
		const { smallest } = this;
		if (smallest.some((other) => other.digits === digits)) return;
		// Among equal hashes the number decides, so that the order of the list does not matter.
		const at = smallest.findIndex((other) => hash < other.hash || (hash === other.hash && digits < other.digits));
		smallest.splice(at < 0 ? smallest.length : at, 0, { hash, digits });
		if (smallest.length > FINGERPRINT_SIZE) smallest.pop();
		if (smallest.length === FINGERPRINT_SIZE) this.largest = (smallest.at(-1) as HashedPhone).hash;
	}

	/** One entry for each of these people, which does not show the number. */
	entries(): string[] {
		return this.smallest.map(({ digits }) => hashText(`person ${digits}`));
	}
}

interface HashedPhone {
	hash: number;
	digits: number;
}

/** One entry for the list as a whole, if n8n does not read its contacts: of its name, or of a hash of its bytes. */
export const fingerprintOfUnseenList = (text: string): string[] => [hashText(`list ${text}`)];

/** The entries that are looked up: all of them for a small list. */
export const selectForLookUp = (fingerprint: readonly string[]): readonly string[] => fingerprint.slice(0, LOOKUP_SIZE);

/**
 * Whether half or more of a list got something before. Exact for a small list, an estimate for a larger one.
 * @param foundCount how many entries of `selectForLookUp(fingerprint)` were found
 */
export const isRepeat = (foundCount: number, fingerprint: readonly string[]): boolean =>
	foundCount > 0 && foundCount >= (fingerprint.length > LOOKUP_SIZE ? FEWEST_FOUND_FOR_REPEAT : fingerprint.length / 2);

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A 32-bit hash of a whole number, which may have up to 53 bits. Neighboring numbers end up far apart. */
function mixBits(digits: number): number {
	let hash = Math.imul((digits >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
	hash ^= (digits / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
