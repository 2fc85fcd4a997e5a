import { RATES, ratesOf, type Counters, type Rate } from '../service/statistics';
import { thresholdKey, type Threshold } from './settings';

/** A crossed limit of the kind "above" is armed again once the rate has fallen to this part of it. */
const REARMED_AT = 0.8;

interface Crossing {
	threshold: Threshold;
	rateValue: number | null;
}

export interface Circumstances {
	/** These counters are where watching starts: what is crossed already is no news. */
	baseline: boolean;
	/** The promotion is complete and at rest, so that a low rate will not rise any more. */
	settled: boolean;
}

/** Which limits are crossed now and were not before, and which ones count as crossed from now on. */
export function judgeThresholds(
	thresholds: readonly Threshold[],
	counters: Counters,
	crossedBefore: ReadonlySet<string>,
	{ baseline, settled }: Circumstances,
): { crossings: Crossing[]; crossed: Set<string> } {
	const crossings: Crossing[] = [];
	const crossed = new Set<string>();
	for (const threshold of thresholds) {
		const key = thresholdKey(threshold);
		const wasCrossed = crossedBefore.has(key);
		const isCrossed = stands(threshold, counters, wasCrossed, settled);
		if (isCrossed) crossed.add(key);
		if (isCrossed && !wasCrossed && !baseline) {
			crossings.push({ threshold, rateValue: ratesOf(counters)[threshold.rate] });
		}
	}
	return { crossings, crossed };
}

function stands(
	{ rate, direction, percent, minimumBase }: Threshold,
	counters: Counters,
	wasCrossed: boolean,
	settled: boolean,
): boolean {
	const { part, whole } = parts(rate, counters);
	if (whole <= 0 || whole < minimumBase) return wasCrossed;
	if (direction === 'above') {
		if (wasCrossed) return part > shareOf(whole, REARMED_AT * percent);
		// A limit of 0 is crossed by the first one.
		return part > 0 && part >= shareOf(whole, percent);
	}
	return wasCrossed || (settled && part <= shareOf(whole, percent));
}

/** As people reckon: 1.1% of 3,000 are 33, and not the 33.000000000000004 of binary fractions. */
export const shareOf = (whole: number, percent: number) => Number(((whole * percent) / 100).toPrecision(14));

function parts(rate: Rate, counters: Counters) {
	const [dividend, divisor] = RATES[rate];
	return { part: counters[dividend], whole: counters[divisor] };
}
