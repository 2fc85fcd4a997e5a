import { createHash } from 'crypto';

/** How many people of a launch are recorded. */
export const FINGERPRINT_SIZE = 256;
/** How many of them are looked up. These are an eighth, so that a part of an eighth of an earlier list is still found among its people. */
export const LOOKED_UP = 32;
/**
 * So many of those looked up make a larger list a repeat. If a quarter of a list had the message, so many are found in 6 of 1,000 cases;
 * if an eighth of an earlier list is sent again, fewer are found in less than one.
 */
const MAKE_A_REPEAT = 15;

/**
 * The people by whom a list is recognized: those whose numbers have the smallest hashes, the smallest first. They stay the same when
 * others join or leave the list. So of the people in a part of a list, those with the smallest hashes are in the sample of the whole, too.
 */
export class Fingerprint {
	/** Sorted by hash, the smallest first. */
	private readonly people: Person[] = [];
	/** No larger hash belongs to the sample. */
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

	/** One text for each person of the sample, which does not show the number. */
	hashes(): string[] {
		return this.people.map(({ digits }) => hashText(`person ${digits}`));
	}
}

interface Person {
	hash: number;
	digits: number;
}

/** The sample of a list whose people n8n does not see: it is known only by what is given here, such as its name or its bytes. */
export const fingerprintUnseen = (known: string): string[] => [hashText(`list ${known}`)];

/** The people of a list who are looked up: everybody, if it is small. */
export const selectForLookUp = (sample: readonly string[]): readonly string[] => sample.slice(0, LOOKED_UP);

/** Whether half or more of a list got something before, if so many of those looked up did: exactly if it is small, else as far as they tell. */
export const isRepeat = (found: number, sample: readonly string[]): boolean =>
	found > 0 && found >= (sample.length > LOOKED_UP ? MAKE_A_REPEAT : sample.length / 2);

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A 32-bit hash of all 53 bits, in which neighboring numbers end up far apart. */
function mixBits(digits: number): number {
	let hash = Math.imul((digits >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
	hash ^= (digits / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
