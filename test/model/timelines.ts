/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Death, Mode } from './host';
import { modes } from './host';
import { CREATED_WITHIN_DAYS, edit, form, type Form } from './form';
import { NOTHING, PROMOTIONS, statuses, type Actual, type Figures, type Status } from './world';

export type Change =
	| { kind: 'status'; promotion: number; status: Status }
	| { kind: 'figures'; promotion: number; figures: Figures }
	| { kind: 'listed'; promotion: number; listed: boolean }
	/** This one alone is listed from now on, or all of them. */
	| { kind: 'listing'; promotion: number; alone: boolean }
	/** Only so many are listed from now on, the newest. */
	| { kind: 'window'; size: number };

export type Step =
	| { kind: 'changes'; changes: Change[] }
	/** So many minutes after whatever was before it. */
	| { kind: 'poll'; minutes: number; unreadable: number; listFails: boolean; death: Death | null }
	/** Expressions give something else from now on. */
	| { kind: 'expression'; edit: Partial<Form> }
	/** Somebody saves the workflow, changed or not: it is deactivated and activated. A poll may be under way, whose result n8n throws away. */
	| { kind: 'save'; edit: Partial<Form>; changes: Change[]; underWay: UnderWay | null }
	/** Two polls of one process at once, with changes between their answers; the process may die at the end of one. */
	| {
			kind: 'overlap';
			changes: Change[];
			laterFirst: boolean;
			unreadable: number;
			death: Death | null;
			atFirst: boolean;
	  }
	| { kind: 'clockBack' }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| { kind: 'restart'; keepsState: boolean };

/** When the answer comes: before the poll of the activation, while that waits for its own, or after it. */
export type UnderWay = 'before' | 'during' | 'after';

export interface Timeline {
	mode: Mode;
	form: Form;
	start: Actual[];
	steps: Step[];
	/** A bit for each promotion that is no longer listed after the steps. */
	leaving: number;
}

const promotion = fc.nat(PROMOTIONS - 1);
const status = fc.constantFrom(...statuses);
/** Few values, so that figures come back to what they were; around the limits of 50 and 20, and the re-arming at 40. */
const figures = fc.constantFrom<Figures>(NOTHING, 0, 1, 20, 21, 39, 40, 41, 49, 50, 51, 90);
const minutes = fc.constantFrom(1, 1, 1, 2, 4);
/** A month; ten minutes before it is too old for Created Within Days; an hour; in an hour; unknown. */
const ageMinutes = fc.constantFrom(30 * 1440, CREATED_WITHIN_DAYS * 1440 - 10, 60, -60, null);
/** A bit for each. */
const anyOfThem = fc.nat(2 ** PROMOTIONS - 1);
const unreadable = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, anyOfThem);

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('status' as const), promotion, status }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('figures' as const), promotion, figures }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('listed' as const), promotion, listed: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('listing' as const), promotion, alone: fc.boolean() }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('window' as const), size: fc.integer({ min: 1, max: PROMOTIONS }) }),
	},
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
		arbitrary: fc.record({
			kind: fc.constant('overlap' as const),
			changes,
			laterFirst: fc.boolean(),
			unreadable,
			death,
			atFirst: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('save' as const),
			edit,
			changes,
			underWay: fc.option(fc.constantFrom<UnderWay>('before', 'during', 'after')),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('expression' as const), edit }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('clockBack' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), keepsState: fc.boolean() }) },
);

export const timeline: fc.Arbitrary<Timeline> = fc.record({
	mode: fc.constantFrom(...modes),
	form,
	start: fc.array(fc.record({ listed: fc.boolean(), status, figures, ageMinutes }), {
		minLength: PROMOTIONS,
		maxLength: PROMOTIONS,
	}),
	steps: fc.array(step, { minLength: 6, maxLength: 30 }),
	leaving: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, anyOfThem),
});
