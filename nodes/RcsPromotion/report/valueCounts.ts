import type { IDataObject } from 'n8n-workflow';
import { shortened } from '../../service/values';

export interface Count {
	value: string;
	count: number;
}

/** Beyond it a list of values helps nobody. */
const MOST_LISTED = 1000;
/** A column may hold something different in each of a million rows; its common values are to be found all the same. */
const MOST_COUNTED = 10_000;
const LONGEST_VALUE = 300;

/**
 * Counts how often values occur, in little memory however many there are: when too many differ, the rarest are forgotten and
 * only counted together. A value that is common anywhere stays.
 */
export class ValueCounts {
	private readonly counts = new Map<string, Count>();
	private forgotten = 0;

	add(value: string): void {
		const name = shortened(value, LONGEST_VALUE);
		const known = this.counts.get(name);
		if (known) {
			known.count++;
			return;
		}
		if (this.counts.size >= MOST_COUNTED) this.forgetRarest();
		const own = ownCopyOf(name);
		this.counts.set(own, { value: own, count: 1 });
	}

	/** The most frequent first; among equals in the order of the alphabet. */
	commonest(): Count[] {
		return this.sorted().slice(0, MOST_LISTED);
	}

	/** Occurrences of values that are not among the commonest. */
	get unlisted(): number {
		const beyond = this.sorted().slice(MOST_LISTED);
		return beyond.reduce((sum, { count }) => sum + count, this.forgotten);
	}

	/** A value may itself be called "(empty)". */
	toJson(): IDataObject {
		const sums = new Map<string, number>();
		const add = (name: string, count: number) => sums.set(name, (sums.get(name) ?? 0) + count);
		for (const { value, count } of this.commonest()) add(value === '' ? '(empty)' : value, count);
		if (this.unlisted > 0) add('(all others)', this.unlisted);
		return Object.fromEntries(sums);
	}

	private sorted(): Count[] {
		return [...this.counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
	}

	private forgetRarest(): void {
		const counts = Array.from(this.counts.values(), ({ count }) => count);
		const limit = Uint32Array.from(counts).sort()[MOST_COUNTED / 2] as number;
		for (const { value, count } of this.counts.values()) {
			if (this.counts.size <= MOST_COUNTED / 2) return;
			if (count > limit) continue;
			this.counts.delete(value);
			this.forgotten += count;
		}
	}
}

/** A value cut out of a longer text would keep all of that in memory. */
const ownCopyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le');
