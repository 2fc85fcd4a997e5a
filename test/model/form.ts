/** What the trigger's form says. People edit it while the trigger runs, and its expressions may give something else at each poll. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { PROMOTIONS, idOf } from './world';

export interface Form {
	events: string[];
	options: Options;
	scope: Scope;
}

/** As the form has them. */
export interface Options {
	maximumStatisticsCalls: number;
	minimumChange: number;
	counters: string[];
	watchAfterCompletionHours: number;
	finalAfterMinutes: number;
	stalledAfterMinutes: number;
	emitExisting: boolean;
	/** In percent of the failure rate; a second one, for low rates, is always the same. */
	highLimit: number;
}

export interface Scope {
	/** A bit for each promotion; null for all of the account. */
	selected: number | null;
	nameContains: string;
	/** 0 when the age does not matter. */
	createdWithinDays: number;
}

/** Of the failure rate. */
export const LOW_LIMIT = 20;
export const CREATED_WITHIN_DAYS = 2;
export const EVERYTHING: Scope = { selected: null, nameContains: '', createdWithinDays: 0 };

/** All there are, in the order in which several of one promotion are delivered, as the docs list them. */
export const modelledEvents = [
	'created',
	'statusChanged',
	'completed',
	'stopped',
	'cancelled',
	'countersChanged',
	'finalFiguresReady',
	'stalled',
	'thresholdCrossed',
	'disappeared',
];

export const selectedIds = ({ selected }: Scope): string[] | undefined =>
	selected === null
		? undefined
		: Array.from({ length: PROMOTIONS }, (_, index) => idOf(index)).filter(
				(_, index) => (selected & (1 << index)) !== 0,
			);

export function parametersOf({ events, options: { highLimit, ...options }, scope }: Form): IDataObject {
	const limit = { rate: 'failureRate', minimumBase: 1 };
	const threshold = [
		{ ...limit, direction: 'above', percent: highLimit },
		{ ...limit, direction: 'below', percent: LOW_LIMIT },
	];
	const { nameContains, createdWithinDays } = scope;
	const ids = selectedIds(scope);
	return {
		events,
		scope: ids ? 'selected' : 'all',
		promotionIds: ids ?? [],
		thresholds: { threshold },
		filters: { ...(nameContains && { nameContains }), ...(createdWithinDays > 0 && { createdWithinDays }) },
		options,
	};
}

const events: fc.Arbitrary<string[]> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(modelledEvents) },
	{ weight: 1, arbitrary: fc.constant<string[]>(['completed']) },
	{ weight: 2, arbitrary: fc.subarray(modelledEvents, { minLength: 1 }) },
);

const options: fc.Arbitrary<Options> = fc.record({
	maximumStatisticsCalls: fc.integer({ min: 1, max: PROMOTIONS }),
	minimumChange: fc.constantFrom(1, 1, 10),
	counters: fc.constantFrom([], ['failed']),
	// Powers of two, so that hours make whole milliseconds: about three and eight minutes.
	watchAfterCompletionHours: fc.constantFrom(72, 72, 72, 8 / 64, 3 / 64, 0),
	finalAfterMinutes: fc.integer({ min: 1, max: 5 }),
	stalledAfterMinutes: fc.integer({ min: 1, max: 5 }),
	emitExisting: fc.constantFrom(false, false, false, true),
	highLimit: fc.constantFrom(50, 50, 90),
});

const scope: fc.Arbitrary<Scope> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(EVERYTHING) },
	{
		weight: 1,
		arbitrary: fc.record({
			selected: fc.option(fc.integer({ min: 1, max: 2 ** PROMOTIONS - 1 })),
			nameContains: fc.constantFrom('', '', 'spring'),
			createdWithinDays: fc.constantFrom(0, 0, CREATED_WITHIN_DAYS),
		}),
	},
);

export const form: fc.Arbitrary<Form> = fc.record({ events, options, scope });

/** What a person changes at once: mostly one thing. */
export const edit: fc.Arbitrary<Partial<Form>> = fc.oneof(
	{ weight: 1, arbitrary: fc.constant({}) },
	{ weight: 3, arbitrary: fc.record({ scope }) },
	{ weight: 1, arbitrary: fc.record({ events }) },
	{ weight: 1, arbitrary: fc.record({ options }) },
	{ weight: 1, arbitrary: form },
);
