export interface Count {
	value: string;
	count: number;
}

/** Beyond it a column holds something different in nearly every row, and listing it would only fill the memory. */
const MOST_VALUES = 1000;

/** Counts how often values occur. */
export class Tally {
	private readonly counts = new Map<string, number>();
	/** Occurrences of values that came after the list was full. */
	unlisted = 0;

	add(value: string): void {
		const count = this.counts.get(value);
		if (count !== undefined) this.counts.set(value, count + 1);
		else if (this.counts.size < MOST_VALUES) this.counts.set(value, 1);
		else this.unlisted++;
	}

	/** Gives values other names; those that get the same one are counted together. */
	rename(nameOf: (value: string) => string): void {
		const before = [...this.counts];
		this.counts.clear();
		for (const [value, count] of before) {
			const name = nameOf(value);
			this.counts.set(name, (this.counts.get(name) ?? 0) + count);
		}
	}

	/** The most frequent first; among equals in the order of the alphabet. */
	commonest(): Count[] {
		return [...this.counts]
			.map(([value, count]) => ({ value, count }))
			.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
	}
}
