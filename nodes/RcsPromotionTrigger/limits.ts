import { areRatesOpen, COUNTERS_NOT_KNOWN, computeRates, RATES, type Figures } from '../service/counting';
import type { Counters } from '../service/statistics';
import { figuresOf, type Change, type Happened } from './change';
import { limitKey, type PollFacts, type Threshold } from './settings';

/** Crossed for the first time, also if that was before the trigger read it. */
export function findCrossed(change: Change, facts: PollFacts): Happened[] {
	const { reading, countersBefore, record } = change;
	const { crossedLimits = [] } = record;
	const figures = figuresToJudge(change, facts);
	if (!figures) return [];
	const open = facts.settings.thresholds.filter((threshold) => !crossedLimits.includes(limitKey(threshold)));
	const crossed = open.filter((threshold) => isCrossed(threshold, figures, record.finalBecause !== undefined));
	// Each remembers all that were crossed so far, because the last one replaces what the others remember.
	const remember = { crossedLimits: [...crossedLimits, ...crossed.map(limitKey)] };
	const rates = computeRates(figures);
	return crossed.map((threshold) => ({
		fields: {
			threshold: { ...threshold, value: rates[threshold.rate] },
			...(reading && !countersBefore && { firstSight: true }),
		},
		detail: [threshold.rate, threshold.direction, threshold.percent],
		remember,
	}));
}

/** The limits of which it is not known whether they were crossed, although the figures are final, and why. */
export function findOpenLimits(change: Change, facts: PollFacts): Array<{ rate: Threshold['rate']; reason: string }> {
	if (!change.becameFinal || !facts.settings.events.has('thresholdCrossed')) return [];
	const figures = figuresToJudge(change, facts);
	const isOpen = (threshold: Threshold) =>
		change.record.crossedLimits?.includes(limitKey(threshold)) !== true &&
		(!figures || isCrossed(threshold, figures, true) === undefined);
	return facts.settings.thresholds.filter(isOpen).map(({ rate }) => ({ rate, reason: whyOpen(rate, figures) }));
}

/** If they became final without a reading, those of the last one decide. */
function figuresToJudge({ reading, becameFinal, status, record }: Change, facts: PollFacts): Figures | undefined {
	const last = becameFinal && !record.isDoubtful ? record.counters : undefined;
	const counters = reading ?? last;
	return counters && figuresOf(counters, status, facts);
}

function whyOpen(rate: Threshold['rate'], figures: Figures | undefined): string {
	if (!figures) return 'its figures could not be read';
	const missing = RATES[rate].find((counter) => figures.counters[counter] === null);
	if (missing) return `the service did not send '${missing}'`;
	return areRatesOpen(figures) ? COUNTERS_NOT_KNOWN : `nothing was ${RATES[rate][1]}`;
}

/** Undefined if that is not known. */
function isCrossed(threshold: Threshold, { possible }: Figures, areFinal: boolean): boolean | undefined {
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
