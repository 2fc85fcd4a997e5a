import { RATES, ratesOf, type Counters } from '../service/statistics';
import { countersOf, type Conditions, type Telling } from './events';
import type { Threshold } from './settings';
import type { PromotionRecord } from './state';

/** A crossed "above" limit is armed again once the rate has fallen to this share of it. */
const REARMED_AT = 0.8;

/** The key of a crossed threshold. Changing the limit makes it a different threshold. */
const keyOf = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

/** A threshold that is already crossed at the baseline is not an event. */
export function judgeThresholds(
	record: PromotionRecord,
	figures: readonly number[],
	telling: Telling,
	{ settings }: Conditions,
	isBaseline = false,
): void {
	if (!settings.events.has('thresholdCrossed')) return;
	const counters = countersOf(figures);
	const wasCrossed = (threshold: Threshold) => record.crossed?.includes(keyOf(threshold)) === true;
	const crossed = settings.thresholds.filter((threshold) =>
		isCrossed(threshold, counters, wasCrossed(threshold), record.settled === true),
	);
	for (const threshold of isBaseline ? [] : crossed) {
		if (wasCrossed(threshold)) continue;
		const { rate, direction, percent } = threshold;
		const extra = { threshold: { ...threshold, value: ratesOf(counters)[rate] } };
		telling.tell('thresholdCrossed', extra, [rate, direction, percent]);
	}
	record.crossed = crossed.length > 0 ? crossed.map(keyOf) : undefined;
}

/** A low rate is judged only once the figures are final, because it may rise until then. */
function isCrossed(
	{ rate, direction, percent, minimumBase }: Threshold,
	counters: Counters,
	wasCrossed: boolean,
	areFinal: boolean,
): boolean {
	const [dividend, divisor] = RATES[rate];
	const [part, whole] = [counters[dividend], counters[divisor]];
	if (whole <= 0 || whole < minimumBase) return wasCrossed;
	if (direction === 'below') return wasCrossed || (areFinal && part <= shareOf(whole, percent));
	if (wasCrossed) return part > shareOf(whole, REARMED_AT * percent);
	// A limit of 0 is crossed by the first message.
	return part > 0 && part >= shareOf(whole, percent);
}

/** Rounded as people calculate: 1.1% of 3,000 is 33, not 33.000000000000004. */
const shareOf = (whole: number, percent: number) => Number(((whole * percent) / 100).toPrecision(14));
