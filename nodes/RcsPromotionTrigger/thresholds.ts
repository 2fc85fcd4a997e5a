import { mapCounters, RATES, ratesOf, type Counters } from '../service/statistics';
import type { Look } from './record';
import type { Threshold } from './settings';
import type { Figures } from './state';

/** Each limit is told once for each promotion, although it was entered twice. Changing the limit makes it another one. */
export const keyOf = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

/** The limits that are crossed now and were not before, with the rate. What is crossed at the baseline is remembered, but is no event. */
export function newlyCrossed({ record, reading, isSettledNow, figuresBefore, conditions }: Look) {
	const { figures, settledBy, told } = record;
	// At the end of the watch window, the last known figures decide.
	if (!figures || (reading?.kind !== 'figures' && !isSettledNow)) return [];
	const known = new Set(told?.limits);
	const crossed = conditions.settings.thresholds.filter(
		(threshold) => !known.has(keyOf(threshold)) && isCrossed(threshold, figures, settledBy !== undefined),
	);
	if (crossed.length === 0) return [];
	record.told = { ...told, limits: [...known, ...crossed.map(keyOf)] };
	return crossed
		.filter((threshold) => figuresBefore !== undefined && partAndWhole(threshold, figuresBefore))
		.map((threshold) => ({ ...threshold, value: ratesOf(figures)[threshold.rate] }));
}

/** A low rate is judged only once the figures are final, because it may rise until then. */
export function isCrossed(threshold: Threshold, figures: Figures, areFinal: boolean): boolean {
	const { direction, percent, minimumBase } = threshold;
	const { part, whole } = partAndWhole(threshold, figures) ?? { part: 0, whole: 0 };
	if (whole <= 0 || whole < minimumBase) return false;
	if (direction === 'below') return areFinal && part <= shareOf(whole, percent);
	// A limit of 0 is crossed by the first message.
	return part > 0 && part >= shareOf(whole, percent);
}

/** Undefined if one of the two was never told. */
function partAndWhole({ rate }: Threshold, figures: Figures): { part: number; whole: number } | undefined {
	const [part, whole] = RATES[rate].map((counter) => figures[counter]);
	return typeof part === 'number' && typeof whole === 'number' ? { part, whole } : undefined;
}

/** Rounded as people calculate: 1.1% of 3,000 is 33, not 33.000000000000004. */
const shareOf = (whole: number, percent: number) => Number(((whole * percent) / 100).toPrecision(14));

/** Figures for a sample, at the limit. */
export function countersAt({ rate, direction, percent, minimumBase }: Threshold): Counters {
	const [dividend] = RATES[rate];
	const whole = Math.max(1000, Math.ceil(minimumBase));
	const share = shareOf(whole, percent);
	const part = direction === 'below' ? Math.floor(share) : Math.max(1, Math.ceil(share));
	const sent = dividend === 'failed' ? whole - part : whole;
	const none = mapCounters(() => 0);
	return { ...none, attempted: whole, sent, delivered: sent, read: Math.min(part, sent), [dividend]: part };
}
