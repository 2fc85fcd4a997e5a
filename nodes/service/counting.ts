import type { Counters } from './statistics';

/**
 * How a service counts a message that was sent, delivered and read, which is not documented. cumulative: in each of the three counters.
 * separate: only in the last of them. separateWithInteractions: the same, and one with an interaction has left `read`, too.
 */
export type Counting = 'cumulative' | 'separate' | 'separateWithInteractions';

export const ANY_COUNTING: readonly Counting[] = ['cumulative', 'separate', 'separateWithInteractions'];
export const COUNTED_ONCE: readonly Counting[] = ['separate', 'separateWithInteractions'];

/** Among fewer messages, sums may agree by chance. */
const LEAST_MESSAGES = 20;

/** What the counters of one promotion allow; all three if they do not show it. */
export function findCountings(counters: Counters, isOver: boolean): readonly Counting[] {
	const { attempted, failed, sent, delivered, read, interacted } = counters;
	if (attempted === null || failed === null || sent === null || delivered === null || read === null) {
		return ANY_COUNTING;
	}
	const each = sent + delivered + read;
	const isEnough = attempted >= LEAST_MESSAGES;
	const isFunnel = sent >= delivered && delivered >= read;
	if (isFunnel && delivered > 0 && (each > attempted || (isEnough && failed + sent === attempted))) {
		return ['cumulative'];
	}
	// While it runs, counters that arrive late may look like what follows. If nothing was delivered or read, all three come to the same.
	if (!isOver || delivered + read === 0) return ANY_COUNTING;
	const isComplete = (messages: number) => isEnough && failed + messages === attempted;
	if (isComplete(each)) return interacted ? ['separate'] : COUNTED_ONCE;
	if (interacted && isComplete(each + interacted)) return ['separateWithInteractions'];
	return !isFunnel && each <= attempted ? COUNTED_ONCE : ANY_COUNTING;
}

export type CountersAre = 'cumulative' | 'separate';

/** Of at least one that is possible. Null if it is not known. */
export function toCountersAre(countings: readonly Counting[]): CountersAre | null {
	if (!countings.includes('cumulative')) return 'separate';
	return countings.length === 1 ? 'cumulative' : null;
}

/** How many messages reached each stage. */
export function countReached(counters: Counters, counting: Counting): Counters {
	if (counting === 'cumulative') return counters;
	const read = counting === 'separate' ? counters.read : sum(counters.read, counters.interacted);
	const delivered = sum(counters.delivered, read);
	return { ...counters, sent: sum(counters.sent, delivered), delivered, read };
}

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
