/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Death, Mode } from './host';
import { modes } from './host';
import { PROMOTIONS, statuses, type Actual, type Status } from './world';

export type Change =
	| { kind: 'status'; promotion: number; status: Status }
	| { kind: 'failed'; promotion: number; failed: number }
	| { kind: 'listed'; promotion: number; listed: boolean };

export type Step =
	| { kind: 'changes'; changes: Change[] }
	| { kind: 'poll'; unreadable: number; listFails: boolean; death: Death | null }
	/** Two polls of one process at once, with changes between their answers. */
	| { kind: 'overlap'; changes: Change[]; laterFirst: boolean; unreadable: number }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| { kind: 'restart'; keepsState: boolean };

export interface Timeline {
	mode: Mode;
	events: string[];
	maximumStatisticsCalls: number;
	/** Whatever is emitted is too much to be kept as sent, as if it were a thousand promotions. */
	large: boolean;
	start: Actual[];
	steps: Step[];
}

export const modelledEvents = [
	'created',
	'statusChanged',
	'completed',
	'stopped',
	'cancelled',
	'countersChanged',
	'thresholdCrossed',
	'removed',
];

const promotion = fc.nat(PROMOTIONS - 1);
const status = fc.constantFrom(...statuses);
/** Few values, so that figures come back to what they were; around the limit of 50 and its re-arming at 40. */
const failed = fc.constantFrom(0, 1, 39, 40, 41, 49, 50, 51, 90);
const unreadable = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(2 ** PROMOTIONS - 1));

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('status' as const), promotion, status }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('failed' as const), promotion, failed }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('listed' as const), promotion, listed: fc.boolean() }) },
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
			unreadable,
			listFails: fc.constant(false),
			death,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
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

export const timeline: fc.Arbitrary<Timeline> = fc.record({
	mode: fc.constantFrom(...modes),
	events: fc.oneof(fc.constant(modelledEvents), fc.subarray(modelledEvents, { minLength: 1 })),
	maximumStatisticsCalls: fc.integer({ min: 1, max: PROMOTIONS }),
	large: fc.boolean(),
	start: fc.array(fc.record({ listed: fc.boolean(), status, failed }), {
		minLength: PROMOTIONS,
		maxLength: PROMOTIONS,
	}),
	steps: fc.array(step, { minLength: 6, maxLength: 30 }),
});
