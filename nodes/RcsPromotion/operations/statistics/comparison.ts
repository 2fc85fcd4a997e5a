import { percent, RATES, type Counter, type Counters, type Rate } from '../../../service/statistics';
import { grouped } from '../../../service/values';
import { differenceOf, neededPerGroup, type Difference, type Share } from './proportions';

/** One promotion in a comparison. */
export interface Compared {
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

const WORDS: Record<Rate, { name: string; happened: string; lowerIsBetter?: true }> = {
	deliveryRate: { name: 'delivery rate', happened: 'was delivered' },
	readRate: { name: 'read rate', happened: 'was read' },
	interactionRate: { name: 'interaction rate', happened: 'got interactions' },
	failureRate: { name: 'failure rate', happened: 'failed', lowerIsBetter: true },
	optOutRate: { name: 'opt-out rate', happened: 'led to opt-outs', lowerIsBetter: true },
};
const COUNTED: Record<Counter, string> = {
	attempted: 'attempted messages',
	failed: 'failed messages',
	sent: 'sent messages',
	delivered: 'delivered messages',
	read: 'read messages',
	interacted: 'interactions',
	optout: 'opt-outs',
};

export function compared(rate: Rate, pair: readonly [Compared, Compared], terms: Terms): Comparison {
	const [first, second] = pair;
	const promotionIds: Comparison['promotionIds'] = [first.promotionId, second.promotionId];
	const shares = pair.map(({ counters }) => shareOf(rate, counters));
	const faults = pair.flatMap(({ label, counters }) => faultOf(rate, counters, label));
	const [one, other] = shares as [Share, Share];
	if (faults.length > 0) {
		const verdict = `No verdict on the ${WORDS[rate].name} of ${first.label} and ${second.label}: ${faults.join(', and ')}.`;
		const unknown = { betterPromotionId: null, difference: null, low: null, high: null, isKnown: false };
		return { rate, verdict, ...unknown, promotionIds };
	}
	const found = differenceOf(one, other, terms.confidence);
	const isHigher = found.low > 0;
	const isTold = isHigher || found.high < 0;
	const better = isHigher === (WORDS[rate].lowerIsBetter !== true) ? second : first;
	return {
		rate,
		verdict: isTold
			? toldText(rate, pair, [one, other], found)
			: `${untoldText(rate, pair, [one, other], found)} ${whatWouldShow(rate, [one, other], terms)}`,
		betterPromotionId: isTold ? better.promotionId : null,
		difference: inPoints(found.difference),
		low: inPoints(found.low),
		high: inPoints(found.high),
		isKnown: true,
		promotionIds,
	};
}

/** The one that is better than each other in at least one rate and worse in none; null if there is none, or if anything is not known. */
export function bestOf(promotionIds: string[], comparisons: Comparison[]): string | null {
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

function shareOf(rate: Rate, counters: Counters): Share | undefined {
	const [dividend, divisor] = RATES[rate];
	const [count, of] = [counters[dividend], counters[divisor]];
	return count === null || of === null || of <= 0 || count < 0 || count > of ? undefined : { count, of };
}

/** Why a promotion has no share that could be compared. */
function faultOf(rate: Rate, counters: Counters, label: string): string[] {
	if (shareOf(rate, counters)) return [];
	const [dividend, divisor] = RATES[rate];
	const missing = [dividend, divisor].filter((counter) => counters[counter] === null);
	if (missing.length > 0) {
		return [`the service did not say how many ${missing.map((one) => COUNTED[one]).join(' and ')} ${label} has`];
	}
	if (counters[divisor] === 0) return [`${label} has no ${COUNTED[divisor]}`];
	const counts = [dividend, divisor].map((one) => `${grouped(counters[one] ?? 0)} ${COUNTED[one]}`);
	return [`${label} has ${counts.join(' and ')}, which is no share`];
}

function toldText(
	rate: Rate,
	[first, second]: readonly [Compared, Compared],
	[one, other]: readonly [Share, Share],
	found: Difference,
): string {
	const isHigher = found.difference > 0;
	const [high, low] = isHigher ? [second, first] : [first, second];
	const [more, less] = isHigher ? [other, one] : [one, other];
	const rising = isHigher ? found : { difference: -found.difference, low: -found.high, high: -found.low };
	return `${high.label} ${WORDS[rate].happened} more often than ${low.label}: ${rateText(more)} against ${rateText(less)}, ${differenceText(rising)}.`;
}

const untoldText = (
	rate: Rate,
	[first, second]: readonly [Compared, Compared],
	[one, other]: readonly [Share, Share],
	found: Difference,
) =>
	`No difference can be told in the ${WORDS[rate].name} of ${second.label} and ${first.label}: ${rateText(other)} against ${rateText(one)}, ${differenceText(found)}.`;

/** How many more it would take; or that a difference worth knowing would have shown. */
function whatWouldShow(rate: Rate, [one, other]: readonly [Share, Share], { confidence, points }: Terms): string {
	const pooled = (one.count + other.count) / (one.of + other.of);
	const needed = neededPerGroup(pooled, points / 100, confidence);
	// Two groups of different sizes tell as much as two equal ones of their harmonic mean.
	const had = 2 / (1 / one.of + 1 / other.of);
	const size = `one of ${number(points)} ${points === 1 ? 'point' : 'points'}`;
	if (had >= needed) return `These numbers would have shown ${size} (80% power).`;
	return `About ${grouped(twoDigits(needed))} ${COUNTED[RATES[rate][1]]} each would show ${size} (80% power).`;
}

/** Rounded up, so that it does not sound more exact than it is. */
function twoDigits(count: number): number {
	const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
	return Math.ceil(Math.round((count / unit) * 10) / 10) * unit;
}

const rateText = ({ count, of }: Share) => `${number(percent(count, of) ?? 0)}%`;

function differenceText({ difference, low, high }: Difference): string {
	const sign = difference > 0 ? '+' : '';
	return `${sign}${number(inPoints(difference))} points (${number(inPoints(low))} to ${number(inPoints(high))})`;
}

const inPoints = (share: number) => Math.round(share * 1e6) / 1e4;

/** With one decimal, or as many as it takes to show that it is not 0. */
function number(value: number): string {
	const digits = [1, 2, 3].find((count) => value === 0 || Number(value.toFixed(count)) !== 0) ?? 4;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits }).replace('-', '−');
}
