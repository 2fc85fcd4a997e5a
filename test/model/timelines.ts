/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Activation, Death, Mode } from './host';
import { modes } from './host';
import { CREATED_WITHIN_DAYS, edit, form, type Form } from './form';
import {
	listTroubles,
	NOTHING,
	PROMOTIONS,
	statisticsTroubles,
	statuses,
	type Actual,
	type Figures,
	type ListTrouble,
	type StatisticsTrouble,
	type Status,
} from './world';

export type Change =
	| { kind: 'status'; promotion: number; status: Status }
	| { kind: 'figures'; promotion: number; figures: Figures }
	| { kind: 'listed'; promotion: number; listed: boolean }
	/** This one alone is listed from now on, or all of them. */
	| { kind: 'listing'; promotion: number; alone: boolean }
	/** Only so many are listed from now on, the newest. */
	| { kind: 'window'; size: number };

interface Troubles {
	listTrouble?: ListTrouble;
	statisticsTrouble?: StatisticsTrouble;
}

export type Step =
	| { kind: 'changes'; changes: Change[] }
	/** So many minutes after whatever was before it. */
	| ({ kind: 'poll'; minutes: number; fate: Death | 'unwritten' | null } & Troubles)
	/** Expressions give something else from now on. */
	| { kind: 'expression'; edit: Partial<Form> }
	/** Somebody saves the workflow, changed or not: it is deactivated and activated. A poll may be under way, whose result n8n throws away. */
	| ({
			kind: 'save';
			edit: Partial<Form>;
			changes: Change[];
			underWay: UnderWay | null;
			activation: Activation;
	  } & Troubles)
	/** A poll that is due while another one waits for its answer, with changes in between; the process may die at the end. */
	| ({ kind: 'busy'; changes: Change[]; fate: Death | null } & Pick<Troubles, 'statisticsTrouble'>)
	/** A poll that n8n has given up, and the next one, with changes in between. */
	| { kind: 'tooLate'; changes: Change[] }
	| { kind: 'clockBack' }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| ({ kind: 'restart'; keepsState: boolean } & Troubles);

/** When the answer comes: before the poll of the activation, or while that waits for it. */
export type UnderWay = 'before' | 'during';

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
/** Few values, so that figures come back to what they were; around the limits of 50 and 20. */
const figures = fc.constantFrom<Figures>(NOTHING, 0, 1, 20, 21, 40, 49, 50, 51, 90);
const minutes = fc.constantFrom(1, 1, 1, 2, 4);
/** A month; ten minutes before it is too old for Created Within Days; an hour; in an hour; unknown. */
const ageMinutes = fc.constantFrom(30 * 1440, CREATED_WITHIN_DAYS * 1440 - 10, 60, -60, null);
/** A bit for each. */
const anyOfThem = fc.nat(2 ** PROMOTIONS - 1);
/** Mostly none. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
const listTrouble = seldom(fc.constantFrom(...listTroubles, 'old copy' as const, 'old copy' as const));
const statisticsTrouble = seldom(
	fc.record({
		kind: fc.constantFrom(...statisticsTroubles),
		which: anyOfThem,
		minutes: fc.constantFrom(undefined, 1, 3),
	}),
	2,
);

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

const fate = fc.oneof({ weight: 8, arbitrary: death }, { weight: 1, arbitrary: fc.constant('unwritten' as const) });
const troubles = { listTrouble, statisticsTrouble };
const activation = fc.constantFrom<Activation>('activate', 'activate', 'init', 'leadershipChange');
const underWay = fc.option(fc.constantFrom<UnderWay>('before', 'during'));
const keepsState = fc.boolean();

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('changes' as const), changes }) },
	{ weight: 7, arbitrary: fc.record({ kind: fc.constant('poll' as const), minutes, fate, ...troubles }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('busy' as const), changes, fate: death, statisticsTrouble }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('tooLate' as const), changes }) },
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('save' as const), edit, changes, underWay, activation, ...troubles }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('expression' as const), edit }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('clockBack' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), keepsState, ...troubles }) },
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
