import { createHash } from 'crypto';

/** How many entries a fingerprint has at most. */
export const FINGERPRINT_SIZE = 256;
/** Only the first 32 are looked up: an eighth, so that an eighth of an earlier list is still recognized. */
export const LOOKED_UP = 32;
/**
 * A larger list counts as a repeat if 15 of the 32 entries looked up were found. Chance of a wrong alarm if a quarter of a list got the
 * message: 0.6%. Chance of missing an eighth of an earlier list: below 0.1%.
 */
const MAKE_A_REPEAT = 15;

/**
 * Stands for a list: the 256 people whose numbers have the smallest hashes. If some people join or leave, most of these stay, so an edited
 * list is still recognized, and so is a part of it.
 */
export class Fingerprint {
	/** Sorted by hash, the smallest first. */
	private readonly people: Person[] = [];
	/** No larger hash belongs to the fingerprint. */
	private largest = Infinity;

	/** Takes the digits of a phone number in international form. A number that comes again changes nothing. */
	add(digits: number): void {
		const hash = mixBits(digits);
		if (hash > this.largest) return;
		const { people } = this;
		// Among equal hashes the number decides, so that the order of the list does not matter.
		const at = people.findIndex((other) => hash < other.hash || (hash === other.hash && digits <= other.digits));
		if (people[at]?.digits === digits) return;
		people.splice(at < 0 ? people.length : at, 0, { hash, digits });
		if (people.length > FINGERPRINT_SIZE) people.pop();
		if (people.length === FINGERPRINT_SIZE) this.largest = (people.at(-1) as Person).hash;
	}

	/** One entry for each of these people, which does not show the number. */
	hashes(): string[] {
		return this.people.map(({ digits }) => hashText(`person ${digits}`));
	}
}

interface Person {
	hash: number;
	digits: number;
}

/** The only entry for a list whose people n8n does not see: a hash of its name or its bytes. */
export const fingerprintOfUnseenList = (known: string): string[] => [hashText(`list ${known}`)];

/** The entries that are looked up: all of them for a small list. */
export const selectForLookUp = (fingerprint: readonly string[]): readonly string[] => fingerprint.slice(0, LOOKED_UP);

/**
 * Whether half or more of a list got something before. Exact for a small list, an estimate for a larger one.
 * @param foundCount how many entries of `selectForLookUp(fingerprint)` were found
 */
export const isRepeat = (foundCount: number, fingerprint: readonly string[]): boolean =>
	foundCount > 0 && foundCount >= (fingerprint.length > LOOKED_UP ? MAKE_A_REPEAT : fingerprint.length / 2);

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A 32-bit hash of all 53 bits, in which neighboring numbers end up far apart. */
function mixBits(digits: number): number {
	let hash = Math.imul((digits >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
	hash ^= (digits / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
