/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Death, Mode } from './host';
import { modes } from './host';
import { NOTHING, PROMOTIONS, statuses, type Actual, type Figures, type Status } from './world';

export type Change =
	| { kind: 'status'; promotion: number; status: Status }
	| { kind: 'figures'; promotion: number; figures: Figures }
	| { kind: 'listed'; promotion: number; listed: boolean }
	/** This one alone is listed from now on, or all of them. */
	| { kind: 'listing'; promotion: number; alone: boolean };

export type Step =
	| { kind: 'changes'; changes: Change[] }
	/** So many minutes after whatever was before it. */
	| { kind: 'poll'; minutes: number; unreadable: number; listFails: boolean; death: Death | null }
	/** Two polls of one process at once, with changes between their answers. */
	| { kind: 'overlap'; changes: Change[]; laterFirst: boolean; unreadable: number }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| { kind: 'restart'; keepsState: boolean };

/** As the form has them. */
export interface Options {
	maximumStatisticsCalls: number;
	minimumChange: number;
	counters: string[];
	watchAfterCompletionHours: number;
	settledAfterMinutes: number;
	stalledAfterMinutes: number;
}

export interface Timeline {
	mode: Mode;
	events: string[];
	options: Options;
	/** Whatever is emitted is too much to be kept as sent, as if it were a thousand promotions. */
	large: boolean;
	start: Actual[];
	steps: Step[];
	/** A bit for each promotion that is no longer listed after the steps. */
	leaving: number;
}

/** In the order in which several of one promotion are delivered. */
export const modelledEvents = [
	'created',
	'statusChanged',
	'completed',
	'stopped',
	'cancelled',
	'countersChanged',
	'settled',
	'stalled',
	'thresholdCrossed',
	'removed',
];

const promotion = fc.nat(PROMOTIONS - 1);
const status = fc.constantFrom(...statuses);
/** Few values, so that figures come back to what they were; around the limits of 50 and 20, and the re-arming at 40. */
const figures = fc.constantFrom<Figures>(NOTHING, 0, 1, 20, 21, 39, 40, 41, 49, 50, 51, 90);
const minutes = fc.constantFrom(1, 1, 1, 2, 4);
/** A bit for each. */
const anyOfThem = fc.nat(2 ** PROMOTIONS - 1);
const unreadable = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, anyOfThem);

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('status' as const), promotion, status }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('figures' as const), promotion, figures }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('listed' as const), promotion, listed: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('listing' as const), promotion, alone: fc.boolean() }) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 });
const death = fc.oneof(
	{ weight: 5, arbitrary: fc.constant(null) },
	{ weight: 2, arbitrary: fc.constantFrom<Death>('before', 'between', 'after') },
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('changes' as const), changes }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			minutes,
			unreadable,
			listFails: fc.constant(false),
			death,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			minutes,
			unreadable,
			listFails: fc.constant(true),
			death: fc.constant(null),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('overlap' as const), changes, laterFirst: fc.boolean(), unreadable }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), keepsState: fc.boolean() }) },
);

const options: fc.Arbitrary<Options> = fc.record({
	maximumStatisticsCalls: fc.integer({ min: 1, max: PROMOTIONS }),
	minimumChange: fc.constantFrom(1, 1, 10),
	counters: fc.constantFrom([], ['failed']),
	// Powers of two, so that hours make whole milliseconds: about three and eight minutes.
	watchAfterCompletionHours: fc.constantFrom(72, 72, 72, 8 / 64, 3 / 64, 0),
	settledAfterMinutes: fc.integer({ min: 1, max: 5 }),
	stalledAfterMinutes: fc.integer({ min: 1, max: 5 }),
});

export const timeline: fc.Arbitrary<Timeline> = fc.record({
	mode: fc.constantFrom(...modes),
	events: fc.oneof(fc.constant(modelledEvents), fc.subarray(modelledEvents, { minLength: 1 })),
	options,
	large: fc.boolean(),
	start: fc.array(fc.record({ listed: fc.boolean(), status, figures }), {
		minLength: PROMOTIONS,
		maxLength: PROMOTIONS,
	}),
	steps: fc.array(step, { minLength: 6, maxLength: 30 }),
	leaving: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, anyOfThem),
});
