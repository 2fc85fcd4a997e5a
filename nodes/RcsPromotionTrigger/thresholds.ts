import { RATES, ratesOf, type Counters, type Rate } from '../service/statistics';

export interface Threshold {
	rate: Rate;
	direction: 'above' | 'below';
	percent: number;
	minimumBase: number;
}

/** What a crossed threshold is remembered by: with another limit it is another one. */
export const thresholdKey = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

/** A crossed limit of the kind "above" is armed again once the rate has fallen to this part of it. */
const REARMED_AT = 0.8;

interface Crossing {
	threshold: Threshold;
	rateValue: number | null;
}

interface Circumstances {
	/** These counters are where watching starts: what is crossed already is no news. */
	baseline: boolean;
	/** The promotion is complete and at rest, so that a low rate will not rise any more. */
	settled: boolean;
}

/** Which limits are crossed now and were not before, and the keys of those that count as crossed from now on. */
export function judgeThresholds(
	thresholds: readonly Threshold[],
	counters: Counters,
	crossedBefore: readonly string[],
	{ baseline, settled }: Circumstances,
): { crossings: Crossing[]; crossed: string[] } {
	const crossings: Crossing[] = [];
	const crossed: string[] = [];
	for (const threshold of thresholds) {
		const key = thresholdKey(threshold);
		const wasCrossed = crossedBefore.includes(key);
		if (!isCrossed(threshold, counters, wasCrossed, settled)) continue;
		crossed.push(key);
		if (!wasCrossed && !baseline) crossings.push({ threshold, rateValue: ratesOf(counters)[threshold.rate] });
	}
	return { crossings, crossed };
}

function isCrossed(
	{ rate, direction, percent, minimumBase }: Threshold,
	counters: Counters,
	wasCrossed: boolean,
	settled: boolean,
): boolean {
	const [dividend, divisor] = RATES[rate];
	const [part, whole] = [counters[dividend], counters[divisor]];
	if (whole <= 0 || whole < minimumBase) return wasCrossed;
	if (direction === 'below') return wasCrossed || (settled && part <= shareOf(whole, percent));
	if (wasCrossed) return part > shareOf(whole, REARMED_AT * percent);
	// A limit of 0 is crossed by the first one.
	return part > 0 && part >= shareOf(whole, percent);
}

/** As people reckon: 1.1% of 3,000 are 33, and not the 33.000000000000004 of binary fractions. */
export const shareOf = (whole: number, percent: number) => Number(((whole * percent) / 100).toPrecision(14));
