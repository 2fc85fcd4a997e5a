import { createHash } from 'crypto';

/** Enough people to recognize a list by, and few enough to be remembered for each launch. */
export const SAMPLE_SIZE = 16;

/**
 * The people by whom a list is recognized: those whose numbers have the smallest hashes. Whoever else joins or leaves the list, they stay the
 * same, so that two lists that share most of their people share most of their sample, and two lists of different people share nobody.
 */
export class Sample {
	/** Sorted by hash, the smallest first. */
	private readonly people: Person[] = [];
	/** No larger hash belongs to the sample. */
	private largest = Infinity;

	/** Takes the digits of a phone number in international form. A number that comes again changes nothing. */
	add(digits: number): void {
		const hash = mixed(digits);
		if (hash > this.largest) return;
		const { people } = this;
		// Among equal hashes the number decides, so that the order of the list does not matter.
		const at = people.findIndex((other) => hash < other.hash || (hash === other.hash && digits <= other.digits));
		if (people[at]?.digits === digits) return;
		people.splice(at < 0 ? people.length : at, 0, { hash, digits });
		if (people.length > SAMPLE_SIZE) people.pop();
		if (people.length === SAMPLE_SIZE) this.largest = (people.at(-1) as Person).hash;
	}

	/** One text for each person of the sample, which does not show the number. */
	texts(): string[] {
		return this.people.map(({ digits }) => short(`person ${digits}`));
	}
}

interface Person {
	hash: number;
	digits: number;
}

/** The sample of a list whose people n8n does not see: it is known only by what is given here, such as its name or its bytes. */
export const sampleOfUnseen = (known: string): string[] => [short(`list ${known}`)];

/** Whether a list counts as one that got something before: half or more of its sample did. */
export const isSameList = (found: number, sample: readonly string[]): boolean =>
	found > 0 && found * 2 >= sample.length;

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A 32-bit hash of all 53 bits, in which neighboring numbers end up far apart. */
function mixed(digits: number): number {
	let hash = Math.imul((digits >>> 0) ^ 0x9e3779b9, 0x85ebca6b);
	hash ^= (digits / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return (hash ^ (hash >>> 15)) >>> 0;
}
