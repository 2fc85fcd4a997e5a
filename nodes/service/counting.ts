import { COUNTERS, mapCounters, type Counter, type Counters } from './statistics';

/**
 * How a service counts a message that was sent, delivered and read, which is not documented. cumulative: in each of the three counters.
 * separate: only under its latest state.
 */
export type CountersAre = 'cumulative' | 'separate';

/** Among fewer messages, sums may agree by chance. */
const LEAST_MESSAGES = 20;

const sum = (...counts: Array<number | null>): number | null =>
	counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);

/** False unless all counters are known. */
const isLess = (a: number | null, b: number | null) => a !== null && b !== null && a < b;
const isAtLeast = (a: number | null, b: number | null) => a !== null && b !== null && a >= b;

const addsUp = ({ attempted, failed }: Counters, ...others: Array<number | null>) =>
	isAtLeast(attempted, LEAST_MESSAGES) && sum(failed, ...others) === attempted;

/** Also an interaction is a state that a message has instead of any other. */
const isInteractionAState = (counters: Counters) =>
	isLess(0, counters.interacted) &&
	addsUp(counters, counters.sent, counters.delivered, counters.read, counters.interacted);

/** What the counters of one promotion show by themselves; null if they do not. A rule holds only if each counter that it needs was sent. */
export function findCountersAre(counters: Counters, isOver: boolean): CountersAre | null {
	const { attempted, failed, sent, delivered, read } = counters;
	const each = sum(sent, delivered, read);
	if (isAtLeast(sent, delivered) && isAtLeast(delivered, read) && isLess(0, delivered)) {
		if (isLess(attempted, each) || addsUp(counters, sent)) return 'cumulative';
	}
	// While it runs, counters that arrive late may look like what follows.
	if (!isOver) return null;
	const isNoFunnel = isLess(sent, delivered) || isLess(delivered, read);
	if (isNoFunnel && isAtLeast(attempted, sum(failed, each))) return 'separate';
	// If nothing was delivered or read, both come to the same.
	if (each !== sent && addsUp(counters, each)) return 'separate';
	return isInteractionAState(counters) ? 'separate' : null;
}

/** The counters of a promotion, and what they say about how many messages reached each stage. All that is computed is computed from these. */
export interface Figures {
	/** As the service sent them. */
	counters: Counters;
	/** Null if it is not known. */
	countersAre: CountersAre | null;
	/** How many messages reached each stage: one answer, or one for each way of counting that is possible. */
	possible: readonly Counters[];
	/** The same; null where the possible answers differ. */
	reached: Counters;
}

/** @param stated what the credential says, which counts where the counters themselves do not show it */
export function readFigures(counters: Counters, isOver: boolean, stated: CountersAre | null = null): Figures {
	const countersAre = findCountersAre(counters, isOver) ?? stated;
	const withoutInteractions = countReached(counters, counters.read);
	const withInteractions = countReached(counters, sum(counters.read, counters.interacted));
	const separate = isOver && isInteractionAState(counters) ? withInteractions : withoutInteractions;
	const known = countersAre === 'cumulative' ? counters : separate;
	const possible = countersAre ? [known] : [counters, withoutInteractions, withInteractions];
	const reached = mapCounters((counter) => findAgreed(possible.map((one) => one[counter])));
	return { counters, countersAre, possible, reached };
}

/** Of a service that counts each message once. */
function countReached(counters: Counters, read: number | null): Counters {
	const delivered = sum(counters.delivered, read);
	return { ...counters, sent: sum(counters.sent, delivered), delivered, read };
}

const findAgreed = (values: Array<number | null>) => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** Each rate with its dividend and its divisor. */
export const RATES = {
	deliveryRate: ['delivered', 'sent'],
	readRate: ['read', 'delivered'],
	interactionRate: ['interacted', 'delivered'],
	failureRate: ['failed', 'attempted'],
	optOutRate: ['optout', 'delivered'],
} as const satisfies Record<string, readonly [Counter, Counter]>;
export type Rate = keyof typeof RATES;
export type Rates = Record<Rate, number | null>;

export function computeRates({ possible }: Pick<Figures, 'possible'>): Rates {
	const rates = Object.entries(RATES).map(([rate, [dividend, divisor]]) => [
		rate,
		findAgreed(possible.map((reached) => computePercent(reached[dividend], reached[divisor]))),
	]);
	return Object.fromEntries(rates) as Rates;
}

/** A percentage with two decimals; null if there is none. */
export function computePercent(dividend: number | null, divisor: number | null): number | null {
	return dividend === null || !divisor ? null : Math.round((dividend / divisor) * 10_000) / 100;
}

/** Whether it matters what the counters mean, and that is not known. */
export const areRatesOpen = ({ possible }: Pick<Figures, 'possible'>): boolean =>
	COUNTERS.some((counter) => new Set(possible.map((reached) => reached[counter])).size > 1);

/** Part of a sentence. */
export const COUNTERS_NOT_KNOWN =
	"it is not known whether this service still counts a message as delivered once it was read: ask your provider, and set 'Counters' in the credential";
export const RATES_NOT_KNOWN = `Some rates are missing, because ${COUNTERS_NOT_KNOWN}.`;
