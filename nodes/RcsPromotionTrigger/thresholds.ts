import { computeRates, RATES, type Figures } from '../service/counting';
import { mapCounters, type Counters } from '../service/statistics';
import type { PromotionChange, Occurrence } from './record';
import { workOutFigures, type Threshold } from './settings';

/** A threshold that was entered twice counts once. One that was changed counts as another one. */
export const thresholdKey = ({ rate, direction, percent, minimumBase }: Threshold): string =>
	[rate, direction, percent, minimumBase].join('|');

/** Crossed for the first time, also if that was before the trigger read it. What the first reading of old news shows is silent. */
export function findNewlyCrossed(change: PromotionChange): Occurrence[] {
	const { record, reading, becameFinal, isFirstSight, isOldNews, facts } = change;
	const { counters, status, finalBecause, eventMemory } = record;
	// If they became final without a reading, the last known counters decide.
	const canJudge = reading?.kind === 'counters' || becameFinal;
	if (!counters || !canJudge) return [];
	const alreadyCrossed = eventMemory?.crossedThresholds ?? [];
	const areFinal = finalBecause !== undefined;
	const figures = workOutFigures(counters, status, facts);
	const rates = computeRates(figures);
	const crossed = facts.settings.thresholds.filter(
		(threshold) =>
			!alreadyCrossed.includes(thresholdKey(threshold)) && isCrossed(threshold, figures, areFinal) === true,
	);
	// Each occurrence remembers all thresholds crossed so far, because the last one replaces what the others remember.
	const remember = { crossedThresholds: [...alreadyCrossed, ...crossed.map(thresholdKey)] };
	return crossed.map((threshold) => ({
		fields: {
			threshold: { ...threshold, value: rates[threshold.rate] },
			...(isFirstSight && { firstSight: true }),
		},
		detail: [threshold.rate, threshold.direction, threshold.percent],
		remember,
		isSilent: isFirstSight && isOldNews,
	}));
}

/** Undefined if that is not known. */
export function isCrossed(threshold: Threshold, { possible }: Figures, areFinal: boolean): boolean | undefined {
	const [verdict, ...others] = new Set(possible.map((reached) => isCrossedBy(threshold, reached, areFinal)));
	// Otherwise, it depends on what the counters mean.
	return others.length === 0 ? verdict : undefined;
}

/** A low rate may rise until the counters are final. */
function isCrossedBy(threshold: Threshold, reached: Counters, areFinal: boolean): boolean | undefined {
	const { rate, direction, percent, minimumBase } = threshold;
	const [part, whole] = RATES[rate].map((counter) => reached[counter]);
	const isBelow = direction === 'below';
	if (typeof part !== 'number' || typeof whole !== 'number' || (isBelow && whole === 0)) {
		// If none was delivered because all failed, there is no rate, and yet the campaign is not a small one.
		const isSmall = typeof reached.attempted === 'number' && reached.attempted < Math.max(1, minimumBase);
		return isSmall ? false : undefined;
	}
	if (whole === 0 || whole < minimumBase) return false;
	if (isBelow) return areFinal && part <= shareOf(whole, percent);
	// A threshold of 0 is crossed by the first message.
	return part > 0 && part >= shareOf(whole, percent);
}

/** Rounded as people calculate: 1.1% of 3,000 is 33, not 33.000000000000004. */
const shareOf = (whole: number, percent: number) => Number(((whole * percent) / 100).toPrecision(14));

/** How many messages reached each stage, for a sample that just crosses the threshold. */
export function inventReached({ rate, direction, percent, minimumBase }: Threshold): Counters {
	const [partCounter] = RATES[rate];
	const whole = Math.max(1000, Math.ceil(minimumBase));
	const share = shareOf(whole, percent);
	const part = direction === 'below' ? Math.floor(share) : Math.max(1, Math.ceil(share));
	const sent = partCounter === 'failed' ? whole - part : whole;
	const none = mapCounters(() => 0);
	return { ...none, attempted: whole, sent, delivered: sent, read: Math.min(part, sent), [partCounter]: part };
}
