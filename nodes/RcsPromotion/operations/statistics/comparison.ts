import { percent, RATES, type Counter, type Counters, type Rate } from '../../../service/statistics';
import { grouped } from '../../../service/values';
import { estimateDifference, computeNeededSize, type Difference, type Proportion } from './proportions';

/** One promotion in a comparison. */
export interface ComparedPromotion {
	promotionId: string;
	/** How sentences call it. */
	label: string;
	counters: Counters;
}

export interface Terms {
	/** From 0 to 1, of each interval. */
	confidence: number;
	/** The difference that is worth knowing, in percentage points. */
	points: number;
}

/** What can be told of one rate of two promotions. */
export interface Comparison {
	rate: Rate;
	verdict: string;
	/** Null if no difference can be told, or nothing at all. */
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

export function compareRate(
	rate: Rate,
	pair: readonly [ComparedPromotion, ComparedPromotion],
	terms: Terms,
): Comparison {
	const [first, second] = pair;
	const promotionIds: Comparison['promotionIds'] = [first.promotionId, second.promotionId];
	const shares = pair.map(({ counters }) => readProportion(rate, counters));
	const faults = pair.flatMap(({ label, counters }) => describeMissingProportion(rate, counters, label));
	const [one, other] = shares as [Proportion, Proportion];
	if (faults.length > 0) {
		const verdict = `No verdict on the ${RATE_WORDS[rate].name} of ${first.label} and ${second.label}: ${faults.join(', and ')}.`;
		const unknown = { betterPromotionId: null, difference: null, low: null, high: null, isKnown: false };
		return { rate, verdict, ...unknown, promotionIds };
	}
	const found = estimateDifference(one, other, terms.confidence);
	const isHigher = found.low > 0;
	const isSignificant = isHigher || found.high < 0;
	const better = isHigher === (RATE_WORDS[rate].lowerIsBetter !== true) ? second : first;
	return {
		rate,
		verdict: isSignificant
			? describeDifference(rate, pair, [one, other], found)
			: `${describeNoDifference(rate, pair, [one, other], found)} ${describeNeededSize(rate, [one, other], terms)}`,
		betterPromotionId: isSignificant ? better.promotionId : null,
		difference: toPoints(found.difference),
		low: toPoints(found.low),
		high: toPoints(found.high),
		isKnown: true,
		promotionIds,
	};
}

/** The one that is better than each other in at least one rate and worse in none; null if there is none, or if anything is not known. */
export function findBest(promotionIds: string[], comparisons: Comparison[]): string | null {
	if (comparisons.some(({ isKnown }) => !isKnown)) return null;
	const isBest = (id: string) => {
		const own = comparisons.filter((comparison) => comparison.promotionIds.includes(id));
		const beaten = own.filter(({ betterPromotionId }) => betterPromotionId === id);
		const others = new Set(beaten.flatMap((comparison) => comparison.promotionIds).filter((other) => other !== id));
		const isWorse = own.some(({ betterPromotionId }) => betterPromotionId !== null && betterPromotionId !== id);
		return !isWorse && others.size === promotionIds.length - 1;
	};
	return promotionIds.find(isBest) ?? null;
}

function readProportion(rate: Rate, counters: Counters): Proportion | undefined {
	const [dividend, divisor] = RATES[rate];
	const [count, of] = [counters[dividend], counters[divisor]];
	return count === null || of === null || of <= 0 || count < 0 || count > of ? undefined : { count, total: of };
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

function describeDifference(
	rate: Rate,
	[first, second]: readonly [ComparedPromotion, ComparedPromotion],
	[one, other]: readonly [Proportion, Proportion],
	found: Difference,
): string {
	const isHigher = found.difference > 0;
	const [high, low] = isHigher ? [second, first] : [first, second];
	const [more, less] = isHigher ? [other, one] : [one, other];
	const rising = isHigher ? found : { difference: -found.difference, low: -found.high, high: -found.low };
	return `${high.label} ${RATE_WORDS[rate].happened} more often than ${low.label}: ${formatRate(more)} against ${formatRate(less)}, ${formatDifference(rising)}.`;
}

const describeNoDifference = (
	rate: Rate,
	[first, second]: readonly [ComparedPromotion, ComparedPromotion],
	[one, other]: readonly [Proportion, Proportion],
	found: Difference,
) =>
	`No difference can be told in the ${RATE_WORDS[rate].name} of ${second.label} and ${first.label}: ${formatRate(other)} against ${formatRate(one)}, ${formatDifference(found)}.`;

/** How many more it would take; or that a difference worth knowing would have shown. */
function describeNeededSize(
	rate: Rate,
	[one, other]: readonly [Proportion, Proportion],
	{ confidence, points }: Terms,
): string {
	const pooled = (one.count + other.count) / (one.total + other.total);
	const needed = computeNeededSize(pooled, points / 100, confidence);
	// Two groups of different sizes tell as much as two equal ones of their harmonic mean.
	const had = 2 / (1 / one.total + 1 / other.total);
	const size = `one of ${formatNumber(points)} ${points === 1 ? 'point' : 'points'}`;
	if (had >= needed) return `These numbers would have shown ${size} (80% power).`;
	return `About ${grouped(roundUpToTwoDigits(needed))} ${COUNTER_NAMES[RATES[rate][1]]} each would show ${size} (80% power).`;
}

/** Rounded up, so that it does not sound more exact than it is. */
function roundUpToTwoDigits(count: number): number {
	const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
	return Math.ceil(Math.round((count / unit) * 10) / 10) * unit;
}

const formatRate = ({ count, total: of }: Proportion) => `${formatNumber(percent(count, of) ?? 0)}%`;

function formatDifference({ difference, low, high }: Difference): string {
	const sign = difference > 0 ? '+' : '';
	return `${sign}${formatNumber(toPoints(difference))} points (${formatNumber(toPoints(low))} to ${formatNumber(toPoints(high))})`;
}

const toPoints = (share: number) => Math.round(share * 1e6) / 1e4;

/** With one decimal, or as many as it takes to show that it is not 0. */
function formatNumber(value: number): string {
	const digits = [1, 2, 3].find((count) => value === 0 || Number(value.toFixed(count)) !== 0) ?? 4;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits }).replace('-', '−');
}
