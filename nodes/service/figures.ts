import { countReached, findCountings, toCountersAre, type CountersAre, type Counting } from './counting';
import { COUNTERS, mapCounters, type Counter, type Counters } from './statistics';

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

/** The counters of a promotion, and what they say about how many messages reached each stage. */
export interface Figures {
	/** As the service sent them. */
	counters: Counters;
	countersAre: CountersAre | null;
	/** The ways of counting that are possible. */
	countings: readonly Counting[];
	/** How many messages reached each stage: one answer, or one for each way of counting that is possible. */
	possible: readonly Counters[];
	/** The same; null where the possible answers differ. All that is computed is computed from these. */
	reached: Counters;
}

export const RATES_NOT_KNOWN =
	"Some rates are missing, because it is not known whether this service still counts a message as delivered once it was read: ask your provider, and set 'Counters' in the credential.";

/** What is known of an account: what the person who made the credential says, and what another promotion that is over showed. */
export interface KnownCountings {
	stated?: readonly Counting[];
	shown?: readonly Counting[];
}

/** How a promotion counts, by its own counters and by what is known of its account. What a person stated goes first. */
export function chooseCountings(counters: Counters, isOver: boolean, { stated, shown }: KnownCountings) {
	const own = findCountings(counters, isOver);
	const agreed = own.filter((counting) => (stated ?? shown ?? own).includes(counting));
	return agreed.length > 0 ? agreed : (stated ?? own);
}

export function readFigures(counters: Counters, countings: readonly Counting[]): Figures {
	const countersAre = toCountersAre(countings);
	// Of several of one kind, the first is the usual one.
	const possible = (countersAre ? countings.slice(0, 1) : countings).map((one) => countReached(counters, one));
	const reached = mapCounters((counter) => findAgreed(possible.map((one) => one[counter])));
	return { counters, countersAre, countings, possible, reached };
}

const findAgreed = (values: Array<number | null>) => (new Set(values).size === 1 ? (values[0] ?? null) : null);

export function computeRates({ possible }: Pick<Figures, 'possible'>): Rates {
	const rates = Object.entries(RATES).map(([rate, [dividend, divisor]]) => [
		rate,
		findAgreed(possible.map((reached) => computePercent(reached[dividend], reached[divisor]))),
	]);
	return Object.fromEntries(rates) as Rates;
}

/** Whether the ways of counting that are possible come to different numbers. */
export const areRatesOpen = ({ possible }: Figures): boolean =>
	COUNTERS.some((counter) => new Set(possible.map((reached) => reached[counter])).size > 1);

/** A percentage with two decimals; null if there is none. */
export function computePercent(dividend: number | null, divisor: number | null): number | null {
	return dividend === null || !divisor ? null : Math.round((dividend / divisor) * 10_000) / 100;
}
