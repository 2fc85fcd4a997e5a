/** What a user enters into the trigger's form, under its own names. */
import type { IDataObject } from 'n8n-workflow';
import type { Counted, Counter } from './answers';

export interface Limit {
	rate: 'failureRate' | 'deliveryRate' | 'readRate' | 'optOutRate';
	direction: 'above' | 'below';
	percent: number;
	minimumBase: number;
}

export interface Form {
	events: readonly string[];
	nameContains: string;
	limits: readonly Limit[];
	options: {
		counters?: Counter[];
		minimumChange?: number;
		watchAfterCompletionHours?: number;
		finalAfterMinutes?: number;
		stalledAfterMinutes?: number;
	};
}

/** In the order in which several of one promotion come. */
export const eventNames = [
	'created',
	'statusChanged',
	'completed',
	'cancelled',
	'stopped',
	'countersChanged',
	'finalFiguresReady',
	'stalled',
	'thresholdCrossed',
] as const;
export const FAILURES: Limit = { rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 };

export const form = (given: Partial<Form> = {}): Form => ({
	events: eventNames,
	nameContains: '',
	limits: [FAILURES],
	options: {},
	...given,
});

export const parametersOf = ({ events, nameContains, limits, options }: Form): IDataObject => ({
	events: [...events],
	filters: nameContains === '' ? {} : { nameContains },
	thresholds: { threshold: limits.map((limit) => ({ ...limit })) },
	options: { ...options },
});

/** What a rate is a share of, and which counter is the share. */
export const RATES: Record<Limit['rate'], [part: Counter, base: Counter]> = {
	failureRate: ['failed', 'attempted'],
	deliveryRate: ['delivered', 'sent'],
	readRate: ['read', 'delivered'],
	optOutRate: ['optout', 'delivered'],
};

/** Whether the figures are beyond the limit, on a base that is large enough. */
export function isCrossed({ rate, direction, percent, minimumBase }: Limit, reached: Counted): boolean {
	const [part, base] = RATES[rate];
	if (reached[base] === 0 || reached[base] < minimumBase) return false;
	const share = (100 * reached[part]) / reached[base];
	return direction === 'above' ? share >= percent : share <= percent;
}

export const nameMatches = ({ nameContains }: Form, name: string): boolean =>
	name.trim().toLowerCase().includes(nameContains.trim().toLowerCase());
