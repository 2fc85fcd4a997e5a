import { RATES, ratesOf, type Counter, type Counters, type Rate } from './statistics';
import { shortened } from './values';

/** What a summary shows, before it is text or HTML. */
export interface Summary {
	title: string;
	subtitle?: string;
	counters?: Counters;
	breakdowns?: Breakdown[];
	/** Sentences below the figures. */
	notes?: string[];
}

/** How rows spread over the values of a column. */
interface Breakdown {
	title: string;
	total: number;
	/** The most frequent first. */
	counts: Array<{ value: string; count: number }>;
}

export type Tone = 'way' | 'failed' | 'optedOut' | 'neutral';

/** One line of a summary: a bar, a number, and what the number means. */
export interface Bar {
	label: string;
	value: number;
	/** The length of the bar, from 0 to 1. */
	share: number;
	/** Such as «93.75% of sent»; empty where there is no rate. */
	meaning: string;
	tone: Tone;
}

const LABELS: Record<Counter, string> = {
	attempted: 'Attempted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	interacted: 'Interacted',
	failed: 'Failed',
	optout: 'Opted out',
};

/** From all recipients to those who did something; what got lost on the way stands beside it. */
const WAY: Counter[] = ['attempted', 'sent', 'delivered', 'read', 'interacted'];
const LOST: Array<[Counter, Tone]> = [
	['failed', 'failed'],
	['optout', 'optedOut'],
];

export const wayOf = (counters: Counters): Bar[] => WAY.map((counter) => bar(counters, counter, 'way'));
export const lostOf = (counters: Counters): Bar[] => LOST.map(([counter, tone]) => bar(counters, counter, tone));

const MOST_LINES = 8;

export function barsOf({ counts, total }: Breakdown): Bar[] {
	const shown = counts.slice(0, MOST_LINES);
	const rest = total - shown.reduce((sum, { count }) => sum + count, 0);
	const lines = rest > 0 ? [...shown, { value: 'All others', count: rest }] : shown;
	return lines.map(({ value, count }) => ({
		label: value === '' ? '(empty)' : shortened(value, LONGEST_LABEL),
		value: count,
		share: share(count, total),
		meaning: percentText(total > 0 ? (count / total) * 100 : 0, count),
		tone: 'neutral',
	}));
}

/** Rounding must not turn a few into 0%, or nearly all into 100%. */
function percentText(value: number, count: number): string {
	if (value < 0.01 && count > 0) return 'under 0.01%';
	if (value < 100 && value >= 99.995) return 'over 99.99%';
	return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;
}

const LONGEST_LABEL = 60;

function bar(counters: Counters, counter: Counter, tone: Tone): Bar {
	// Counters of a campaign under way need not be consistent, so the longest bar is the largest one.
	const largest = Math.max(...WAY.map((stage) => counters[stage]), counters.failed, counters.optout);
	const value = counters[counter];
	return { label: LABELS[counter], value, share: share(value, largest), meaning: meaningOf(counters, counter), tone };
}

function meaningOf(counters: Counters, counter: Counter): string {
	const found = Object.entries(RATES).find(([, [dividend]]) => dividend === counter) as
		[Rate, (typeof RATES)[Rate]] | undefined;
	if (!found) return '';
	const [rate, [, divisor]] = found;
	const value = ratesOf(counters)[rate];
	return value === null ? '' : `${percentText(value, counters[counter])} of ${LABELS[divisor].toLowerCase()}`;
}

function share(value: number, whole: number): number {
	return whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
}
