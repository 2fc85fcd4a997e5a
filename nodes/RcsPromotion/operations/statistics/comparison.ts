import { computePercent, RATES, type Counter, type Counters, type Rate } from '../../../service/statistics';
import { grouped } from '../../../service/values';
import { estimateDifference, computeNeededSize, type Difference, type Proportion } from './proportions';

/** One promotion in a comparison. */
export interface ComparedPromotion {
	promotionId: string;
	/** Its name in sentences. */
	label: string;
	counters: Counters;
}

export interface Terms {
	/** Of each interval, from 0 to 1. */
	confidence: number;
	/** The difference that is worth knowing, in percentage points. */
	points: number;
}

/** The result for one rate of two promotions. */
export interface Comparison {
	rate: Rate;
	verdict: string;
	/** Null if the difference may be chance, or is not known. */
	betterPromotionId: string | null;
	/** The second less the first, in percentage points. */
	difference: number | null;
	low: number | null;
	high: number | null;
	isKnown: boolean;
	promotionIds: [first: string, second: string];
}

const RATE_WORDS: Record<Rate, { name: string; happened: string; lowerIsBetter?: true }> = {
	deliveryRate: { name: 'delivery rate', happened: 'was delivered' },
	readRate: { name: 'read rate', happened: 'was read' },
	interactionRate: { name: 'interaction rate', happened: 'got interactions' },
	failureRate: { name: 'failure rate', happened: 'failed', lowerIsBetter: true },
	optOutRate: { name: 'opt-out rate', happened: 'led to opt-outs', lowerIsBetter: true },
};
const COUNTER_NAMES: Record<Counter, string> = {
	attempted: 'attempted messages',
	failed: 'failed messages',
	sent: 'sent messages',
	delivered: 'delivered messages',
	read: 'read messages',
	interacted: 'interactions',
	optout: 'opt-outs',
};

/** A promotion's share of one rate. */
interface Measured extends Proportion {
	label: string;
}

export function compareRate(
	rate: Rate,
	pair: readonly [ComparedPromotion, ComparedPromotion],
	terms: Terms,
): Comparison {
	const [first, second] = pair;
	const promotionIds: Comparison['promotionIds'] = [first.promotionId, second.promotionId];
	const faults = pair.flatMap(({ label, counters }) => describeMissingProportion(rate, counters, label));
	if (faults.length > 0) {
		const verdict = `No verdict on the ${RATE_WORDS[rate].name} of ${first.label} and ${second.label}: ${faults.join(', and ')}.`;
		const unknown = { betterPromotionId: null, difference: null, low: null, high: null, isKnown: false };
		return { rate, verdict, ...unknown, promotionIds };
	}
	const measured = pair.map(({ label, counters }) => ({ label, ...readProportion(rate, counters) }));
	const [one, other] = measured as [Measured, Measured];
	const found = estimateDifference(one, other, terms.confidence);
	const isHigher = found.low > 0;
	const isSignificant = isHigher || found.high < 0;
	const isBetter = RATE_WORDS[rate].lowerIsBetter ? !isHigher : isHigher;
	return {
		rate,
		verdict: isSignificant
			? describeDifference(rate, one, other, found)
			: `${describeNoDifference(rate, one, other, found)} ${describeNeededSize(rate, one, other, terms)}`,
		betterPromotionId: isSignificant ? promotionIds[isBetter ? 1 : 0] : null,
		difference: toPoints(found.difference),
		low: toPoints(found.low),
		high: toPoints(found.high),
		isKnown: true,
		promotionIds,
	};
}

/** The promotion that is worse in no rate, and better than each other one in some rate. Null if there is none, or if anything is not known. */
export function findBest(promotionIds: string[], comparisons: Comparison[]): string | null {
	if (comparisons.some(({ isKnown }) => !isKnown)) return null;
	const isBest = (id: string) => {
		const own = comparisons.filter((comparison) => comparison.promotionIds.includes(id));
		const won = own.filter(({ betterPromotionId }) => betterPromotionId === id);
		const lost = own.filter(({ betterPromotionId }) => betterPromotionId !== null && betterPromotionId !== id);
		const beaten = new Set(won.flatMap((comparison) => comparison.promotionIds).filter((other) => other !== id));
		return lost.length === 0 && beaten.size === promotionIds.length - 1;
	};
	return promotionIds.find(isBest) ?? null;
}

function readProportion(rate: Rate, counters: Counters): Proportion | undefined {
	const [dividend, divisor] = RATES[rate];
	const [count, total] = [counters[dividend], counters[divisor]];
	if (count === null || total === null || total <= 0) return undefined;
	return count >= 0 && count <= total ? { count, total } : undefined;
}

/** Why a promotion has no share that could be compared. */
function describeMissingProportion(rate: Rate, counters: Counters, label: string): string[] {
	if (readProportion(rate, counters)) return [];
	const [dividend, divisor] = RATES[rate];
	const missing = [dividend, divisor].filter((counter) => counters[counter] === null);
	if (missing.length > 0) {
		return [`the service did not say how many ${missing.map((one) => COUNTER_NAMES[one]).join(' and ')} ${label} has`];
	}
	if (counters[divisor] === 0) return [`${label} has no ${COUNTER_NAMES[divisor]}`];
	const counts = [dividend, divisor].map((one) => `${grouped(counters[one] ?? 0)} ${COUNTER_NAMES[one]}`);
	return [`${label} has ${counts.join(' and ')}, which is no share`];
}

function describeDifference(rate: Rate, one: Measured, other: Measured, found: Difference): string {
	const { difference, low, high } = found;
	if (difference < 0) return describeDifference(rate, other, one, { difference: -difference, low: -high, high: -low });
	return `${other.label} ${RATE_WORDS[rate].happened} more often than ${one.label}: ${formatRate(other)} against ${formatRate(one)}, ${formatDifference(found)}.`;
}

const describeNoDifference = (rate: Rate, one: Measured, other: Measured, found: Difference) =>
	`No difference can be told in the ${RATE_WORDS[rate].name} of ${other.label} and ${one.label}: ${formatRate(other)} against ${formatRate(one)}, ${formatDifference(found)}.`;

/** How many messages would show a difference worth knowing; or that these would have shown it. */
function describeNeededSize(rate: Rate, one: Measured, other: Measured, { confidence, points }: Terms): string {
	const pooled = (one.count + other.count) / (one.total + other.total);
	const needed = computeNeededSize(pooled, points / 100, confidence);
	// Two groups of different sizes tell as much as two equal ones of their harmonic mean.
	const size = 2 / (1 / one.total + 1 / other.total);
	const difference = `one of ${formatNumber(points)} ${points === 1 ? 'point' : 'points'}`;
	if (size >= needed) return `These numbers would have shown ${difference} (80% power).`;
	return `About ${grouped(roundUpToTwoDigits(needed))} ${COUNTER_NAMES[RATES[rate][1]]} each would show ${difference} (80% power).`;
}

/** Rounded up, so that it does not sound more exact than it is. */
function roundUpToTwoDigits(count: number): number {
	const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
	return Math.ceil(Math.round((count / unit) * 10) / 10) * unit;
}

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
