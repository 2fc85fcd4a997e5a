const FIRST_CAPACITY = 1024;

/** A set of phone keys in one typed array: 16 MB for a million, a tenth of what a Set of strings takes. */
export class PhoneSet {
	private table = new Float64Array(FIRST_CAPACITY);
	private count = 0;

	has(key: number): boolean {
		return this.table[slotOf(this.table, key)] === key;
	}

	/** Keys are whole numbers, 1 or higher. Returns whether the key is new. */
	add(key: number): boolean {
		const slot = slotOf(this.table, key);
		if (this.table[slot] === key) return false;
		this.table[slot] = key;
		this.count++;
		if (this.count * 2 > this.table.length) this.grow();
		return true;
	}

	private grow(): void {
		const old = this.table;
		this.table = new Float64Array(old.length * 2);
		for (const key of old) if (key !== 0) this.table[slotOf(this.table, key)] = key;
	}
}

/** Where the key is, or where to put it. The table's length is a power of two, and it is never full. */
function slotOf(table: Float64Array, key: number): number {
	const mask = table.length - 1;
	let slot = mixed(key, 0) & mask;
	while (table[slot] !== 0 && table[slot] !== key) slot = (slot + 1) & mask;
	return slot;
}

/** A 32-bit hash of all 53 bits of the key. */
function mixed(key: number, seed: number): number {
	let hash = seed ^ (key >>> 0);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash ^= (key / 4294967296) >>> 0;
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
	return hash ^ (hash >>> 15);
}
