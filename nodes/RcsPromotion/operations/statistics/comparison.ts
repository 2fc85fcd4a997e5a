import { computePercent, COUNTERS_NOT_KNOWN, type Figures, type Rate } from '../../../service/counting';
import type { Counter } from '../../../service/statistics';
import { grouped } from '../../../service/values';
import { estimateDifference, type Proportion } from './proportions';

const COUNTER_NAMES: Partial<Record<Counter, string>> = { interacted: 'interactions', optout: 'opt-outs' };
const nameOf = (counter: Counter) => COUNTER_NAMES[counter] ?? `${counter} messages`;

interface ComparedRate {
	label: string;
	part: Counter;
	/** If left out, all that were attempted, so that a promotion cannot win because it reached fewer. By opt-outs, it could. */
	whole?: 'delivered';
	/** For sentences. */
	name: string;
	happened: string;
	lowerIsBetter?: true;
}

/** By their label in alphabetical order. */
const COMPARED_RATES: Record<Rate, ComparedRate> = {
	deliveryRate: { label: 'Delivered', part: 'delivered', name: 'share delivered', happened: 'was delivered' },
	failureRate: { label: 'Failed', part: 'failed', name: 'share failed', happened: 'failed', lowerIsBetter: true },
	interactionRate: {
		label: 'Interacted',
		part: 'interacted',
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
	readRate: { label: 'Read', part: 'read', name: 'share read', happened: 'was read' },
};

const countersOf = (rate: Rate) => ({ whole: 'attempted' as const, ...COMPARED_RATES[rate] });

export const comparedRateOptions = Object.entries(COMPARED_RATES).map(([value, { label, whole = 'attempted' }]) => ({
	name: label,
	value,
	description: `Out of all that were ${whole}`,
}));

/** How many there were, and how many of them were reached. */
export function readSizes(rate: Rate, { reached }: Figures) {
	const { part, whole } = countersOf(rate);
	const [size, count] = [reached[whole], reached[part]];
	return { size, sizeOf: whole, reached: count, percent: computePercent(count, size) };
}

/** One promotion in a comparison. */
export interface Compared {
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
		promotionIds: string[];
	};
}

/** @param confidence of the interval, from 0 to 1 */
export function compareRate(
	rate: Rate,
	[first, second]: readonly [Compared, Compared],
	confidence: number,
): Comparison {
	const promotionIds = [first.promotionId, second.promotionId];
	const [one, other] = [readShare(rate, first), readShare(rate, second)];
	const contradiction = describeContradiction(first, second);
	const { name, lowerIsBetter } = COMPARED_RATES[rate];
	if (contradiction !== '' || typeof one === 'string' || typeof other === 'string') {
		const reasons = [contradiction, one, other].filter((share): share is string => typeof share === 'string');
		const whyNot = [...new Set(reasons)].filter((reason) => reason !== '').join(', and ');
		return {
			verdict: `No verdict on the ${name} of ${first.label} and ${second.label}: ${whyNot}.`,
			leadingPromotionId: null,
			result: { betterPromotionId: null, difference: null, low: null, high: null, promotionIds },
		};
	}
	const found = estimateDifference(one, other, confidence);
	const isSignificant = found.low > 0 || found.high < 0;
	const isSecondBetter = lowerIsBetter ? found.difference < 0 : found.difference > 0;
	const leadingPromotionId = found.difference === 0 ? null : (promotionIds[isSecondBetter ? 1 : 0] as string);
	return {
		verdict: isSignificant
			? describeDifference(rate, [first.label, one], [second.label, other], found)
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

/** One service does not count in two ways, so the figures of one of them are not what they seem. */
function describeContradiction(first: Compared, second: Compared): string {
	const ways = [first, second].map(({ figures }) => figures.countersAre);
	if (!ways.includes('cumulative') || !ways.includes('separate')) return '';
	return 'their counters show opposite ways of counting, which one service cannot have';
}

/** Or, as a text, why there is none that could be compared. */
function readShare(rate: Rate, { label, figures: { counters, reached } }: Compared): Proportion | string {
	const { part, whole } = countersOf(rate);
	const missing = [part, whole].filter((counter) => counters[counter] === null);
	if (missing.length > 0) {
		return `the service did not say how many ${missing.map((one) => nameOf(one)).join(' and ')} ${label} has`;
	}
	const [count, total] = [reached[part], reached[whole]];
	if (count === null || total === null) return COUNTERS_NOT_KNOWN;
	if (total === 0) return `${label} has no ${nameOf(whole)}`;
	if (count <= total) return { count, total };
	const counts = `${grouped(count)} ${nameOf(part)} and ${grouped(total)} ${nameOf(whole)}`;
	return `${label} has ${counts}, which is no share`;
}

type Labelled = [label: string, share: Proportion];
type Difference = ReturnType<typeof estimateDifference>;

function describeDifference(rate: Rate, one: Labelled, other: Labelled, found: Difference): string {
	const { difference, low, high } = found;
	if (difference < 0) return describeDifference(rate, other, one, { difference: -difference, low: -high, high: -low });
	return `${other[0]} ${COMPARED_RATES[rate].happened} more often than ${one[0]}: ${describeShares(rate, one[1], other[1], found)}.`;
}

function describeShares(rate: Rate, one: Proportion, other: Proportion, { difference, low, high }: Difference): string {
	const points = `${difference > 0 ? '+' : ''}${formatNumber(toPoints(difference))} points`;
	const interval = `(${formatNumber(toPoints(low))} to ${formatNumber(toPoints(high))})`;
	return `${formatShare(other)} against ${formatShare(one)} of ${nameOf(countersOf(rate).whole)}, ${points} ${interval}`;
}

const formatShare = ({ count, total }: Proportion) => `${formatNumber(computePercent(count, total) ?? 0)}%`;

/** Percentage points, with four decimals. */
const toPoints = (share: number) => Math.round(share * 1e6) / 1e4;

/** With one decimal, or as many as it takes to show that it is not 0. */
function formatNumber(value: number): string {
	const digits = [1, 2, 3].find((count) => value === 0 || Number(value.toFixed(count)) !== 0) ?? 4;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits }).replace('-', '−');
}
