import { computePercent, COUNTERS_NOT_KNOWN, type Figures, type Rate } from '../../../service/counting';
import type { Counter } from '../../../service/statistics';
import { grouped } from '../../../service/values';
import { estimateDifference, type Difference, type Proportion } from './proportions';

/** One promotion in a comparison. */
export interface ComparedPromotion {
	promotionId: string;
	/** Its name in sentences. */
	label: string;
	figures: Figures;
}

/** The result for two promotions. */
export interface Comparison {
	verdict: string;
	/** The one that is ahead by the bare numbers. */
	leadingPromotionId: string | null;
	/** What the output shows of it. */
	result: {
		/** Null if the difference may be chance, or is not known. */
		betterPromotionId: string | null;
		/** The second less the first, in percentage points. */
		difference: number | null;
		low: number | null;
		high: number | null;
		promotionIds: [first: string, second: string];
	};
}

const COUNTER_NAMES: Record<Counter, string> = {
	attempted: 'attempted messages',
	failed: 'failed messages',
	sent: 'sent messages',
	delivered: 'delivered messages',
	read: 'read messages',
	interacted: 'interactions',
	optout: 'opt-outs',
};

interface ComparedRate {
	label: string;
	part: Counter;
	/** What was assigned, so that a promotion cannot win because it reached fewer. By opt-outs, it could: they are compared of those delivered. */
	whole: 'attempted' | 'delivered';
	/** For sentences. */
	name: string;
	happened: string;
	lowerIsBetter?: true;
}

/** By their label in alphabetical order. */
const COMPARED_RATES: Record<Rate, ComparedRate> = {
	deliveryRate: {
		label: 'Delivered',
		part: 'delivered',
		whole: 'attempted',
		name: 'share delivered',
		happened: 'was delivered',
	},
	failureRate: {
		label: 'Failed',
		part: 'failed',
		whole: 'attempted',
		name: 'share failed',
		happened: 'failed',
		lowerIsBetter: true,
	},
	interactionRate: {
		label: 'Interacted',
		part: 'interacted',
		whole: 'attempted',
		name: 'share with interactions',
		happened: 'got interactions',
	},
	optOutRate: {
		label: 'Opted Out',
		part: 'optout',
		whole: 'delivered',
		name: 'share of opt-outs',
		happened: 'led to opt-outs',
		lowerIsBetter: true,
	},
	readRate: { label: 'Read', part: 'read', whole: 'attempted', name: 'share read', happened: 'was read' },
};

export const comparedRateOptions = Object.entries(COMPARED_RATES).map(([value, { label, whole }]) => ({
	name: label,
	value,
	description: `Out of all that were ${whole}`,
}));

/** How many there were, and how many of them were reached. */
export function readSizes(rate: Rate, { reached }: Figures) {
	const { part, whole } = COMPARED_RATES[rate];
	const [size, count] = [reached[whole], reached[part]];
	return { size, sizeOf: whole, reached: count, percent: computePercent(count, size) };
}

/** @param confidence of the interval, from 0 to 1 */
export function compareRate(
	rate: Rate,
	[first, second]: readonly [ComparedPromotion, ComparedPromotion],
	confidence: number,
): Comparison {
	const promotionIds: [string, string] = [first.promotionId, second.promotionId];
	const { name, lowerIsBetter } = COMPARED_RATES[rate];
	const [one, other] = [readShare(rate, first), readShare(rate, second)];
	const whyNot = [describeContradiction(first, second), one, other].filter((share) => typeof share === 'string');
	if (whyNot.length > 0 || typeof one === 'string' || typeof other === 'string') {
		return {
			verdict: `No verdict on the ${name} of ${first.label} and ${second.label}: ${[...new Set(whyNot)].join(', and ')}.`,
			leadingPromotionId: null,
			result: { betterPromotionId: null, difference: null, low: null, high: null, promotionIds },
		};
	}
	const found = estimateDifference(one, other, confidence);
	const isSignificant = found.low > 0 || found.high < 0;
	const isSecondBetter = lowerIsBetter ? found.difference < 0 : found.difference > 0;
	const leadingPromotionId = found.difference === 0 ? null : promotionIds[isSecondBetter ? 1 : 0];
	return {
		verdict: isSignificant
			? describeDifference(rate, [first, one], [second, other], found)
			: `No difference can be told in the ${name} of ${second.label} and ${first.label}: ${describeShares(rate, one, other, found)}.`,
		leadingPromotionId,
		result: {
			betterPromotionId: isSignificant ? leadingPromotionId : null,
			difference: toPoints(found.difference),
			low: toPoints(found.low),
			high: toPoints(found.high),
			promotionIds,
		},
	};
}

/** The promotion that is better than each other one, as this function says of each comparison. Null if there is none, or anything is not known. */
export function findBest(
	promotionIds: string[],
	comparisons: Comparison[],
	getBetter: (comparison: Comparison) => string | null,
): string | null {
	if (comparisons.some(({ result }) => result.difference === null)) return null;
	const countWins = (id: string) => comparisons.filter((comparison) => getBetter(comparison) === id).length;
	return promotionIds.find((id) => countWins(id) === promotionIds.length - 1) ?? null;
}

/** One service does not count in two ways, so the figures of one of them are not what they seem. */
function describeContradiction(first: ComparedPromotion, second: ComparedPromotion): string | undefined {
	const ways = [first, second].map(({ figures }) => figures.countersAre);
	if (!ways.includes('cumulative') || !ways.includes('separate')) return undefined;
	return 'their counters show opposite ways of counting, which one service cannot have';
}

/** Or, as a text, why there is none that could be compared. */
function readShare(rate: Rate, { label, figures: { counters, reached } }: ComparedPromotion): Proportion | string {
	const { part, whole } = COMPARED_RATES[rate];
	const missing = [part, whole].filter((counter) => counters[counter] === null);
	if (missing.length > 0) {
		return `the service did not say how many ${missing.map((one) => COUNTER_NAMES[one]).join(' and ')} ${label} has`;
	}
	const [count, total] = [reached[part], reached[whole]];
	if (count === null || total === null) return COUNTERS_NOT_KNOWN;
	if (total === 0) return `${label} has no ${COUNTER_NAMES[whole]}`;
	if (count <= total) return { count, total };
	const counts = `${grouped(count)} ${COUNTER_NAMES[part]} and ${grouped(total)} ${COUNTER_NAMES[whole]}`;
	return `${label} has ${counts}, which is no share`;
}

type Labelled = readonly [promotion: ComparedPromotion, share: Proportion];

function describeDifference(rate: Rate, one: Labelled, other: Labelled, found: Difference): string {
	const { difference, low, high } = found;
	if (difference < 0) return describeDifference(rate, other, one, { difference: -difference, low: -high, high: -low });
	const { happened } = COMPARED_RATES[rate];
	return `${other[0].label} ${happened} more often than ${one[0].label}: ${describeShares(rate, one[1], other[1], found)}.`;
}

const describeShares = (rate: Rate, one: Proportion, other: Proportion, found: Difference) =>
	`${formatRate(other)} against ${formatRate(one)} of ${COUNTER_NAMES[COMPARED_RATES[rate].whole]}, ${formatDifference(found)}`;

const formatRate = ({ count, total }: Proportion) => `${formatNumber(computePercent(count, total) ?? 0)}%`;

function formatDifference({ difference, low, high }: Difference): string {
	const sign = difference > 0 ? '+' : '';
	return `${sign}${formatNumber(toPoints(difference))} points (${formatNumber(toPoints(low))} to ${formatNumber(toPoints(high))})`;
}

/** Percentage points, with four decimals. */
const toPoints = (share: number) => Math.round(share * 1e6) / 1e4;

/** With one decimal, or as many as it takes to show that it is not 0. */
function formatNumber(value: number): string {
	const digits = [1, 2, 3].find((count) => value === 0 || Number(value.toFixed(count)) !== 0) ?? 4;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits }).replace('-', '−');
}
