/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Activation, Death, Mode } from './host';
import { modes } from './host';
import { CREATED_WITHIN_DAYS, edit, form, type Form } from './form';
import {
	counters,
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
	/** The service leaves a counter out from now on, or no longer. */
	| { kind: 'hidden'; promotion: number; hidden: Actual['hidden'] }
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
	/** So many polls, a minute apart, in the same trouble. */
	| ({ kind: 'outage'; polls: number; changes: Change[] } & Troubles)
	/** Expressions give something else from now on. */
	| { kind: 'expression'; edit: Partial<Form> }
	/** A person saves the workflow, changed or not: it is deactivated and activated. A poll may be under way, whose result n8n throws away. */
	| ({
			kind: 'save';
			edit: Partial<Form>;
			changes: Change[];
			underWay: UnderWay | null;
			activation: Activation;
			/** For so long it is not active. */
			daysOff: number;
	  } & Troubles)
	/** A poll that is due while another one waits for its answer, with changes in between; the process may die at the end. */
	| ({ kind: 'busy'; changes: Change[]; fate: Death | null } & Pick<Troubles, 'statisticsTrouble'>)
	/** A poll that n8n has given up, and the next one, with changes in between. */
	| { kind: 'tooLate'; changes: Change[] }
	/** The host's clock jumps. */
	| { kind: 'clock'; minutes: number }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| ({ kind: 'restart'; keepsState: boolean; minutes: number } & Troubles);

/** When the answer comes: before the poll of the activation, or while that waits for it. */
export type UnderWay = 'before' | 'during';

export interface Timeline {
	mode: Mode;
	form: Form;
	start: Actual[];
	/** Whatever is listed, the first answer is empty. */
	startsEmpty: boolean;
	steps: Step[];
	/** A bit for each promotion that is no longer listed after the steps. */
	leaving: number;
}

const DAY = 1440;

const promotion = fc.nat(PROMOTIONS - 1);
const status = fc.constantFrom(...statuses);
/** Few values, so that figures come back to what they were; around the limits of 50 and 20. */
const figures = fc.constantFrom<Figures>(NOTHING, 0, 1, 20, 21, 40, 49, 50, 51, 90);
const hidden = fc.constantFrom<Actual['hidden']>(null, null, null, ...counters);
/** Mostly as n8n polls; now and then hourly, or after three days. */
const minutes = fc.oneof(
	{ weight: 12, arbitrary: fc.constantFrom(1, 1, 1, 2, 4) },
	{ weight: 1, arbitrary: fc.constantFrom(61, DAY - 10, 3 * DAY) },
);
/** A month; ten minutes before it is too old for Created Within Days; an hour; in an hour; unknown. */
const ageMinutes = fc.constantFrom(30 * DAY, CREATED_WITHIN_DAYS * DAY - 10, 60, -60, null);
/** A bit for each. */
const anyOfThem = fc.nat(2 ** PROMOTIONS - 1);
const fewOfThem = fc.tuple(anyOfThem, anyOfThem).map(([one, other]) => one & other);
/** Mostly none. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
const replica = fc.record({
	lacks: fc.oneof(fc.constant(0), anyOfThem),
	old: fc.oneof(fc.constant(0), anyOfThem),
	answersAgo: fc.integer({ min: 1, max: 30 }),
	blank: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fewOfThem }),
});
const someListTrouble = fc.oneof(fc.constantFrom(...listTroubles), replica, replica);
const someStatisticsTrouble = fc.record({
	kind: fc.constantFrom(...statisticsTroubles),
	which: fc.oneof(anyOfThem, fc.constant(2 ** PROMOTIONS - 1)),
	minutes: fc.constantFrom(undefined, 1, 3),
});
const troubles = { listTrouble: seldom(someListTrouble), statisticsTrouble: seldom(someStatisticsTrouble, 2) };

const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('status' as const), promotion, status }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('figures' as const), promotion, figures }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('hidden' as const), promotion, hidden }) },
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
const activation = fc.constantFrom<Activation>('activate', 'activate', 'update', 'init', 'leadershipChange');
const underWay = fc.option(fc.constantFrom<UnderWay>('before', 'during'));
const keepsState = fc.boolean();
const daysOff = fc.constantFrom(0, 0, 0, 0, 0.5, 6, 8);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('changes' as const), changes }) },
	{ weight: 7, arbitrary: fc.record({ kind: fc.constant('poll' as const), minutes, fate, ...troubles }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('outage' as const),
			polls: fc.integer({ min: 2, max: 5 }),
			changes: fc.array(change, { maxLength: 1 }),
			listTrouble: seldom(someListTrouble, 2),
			statisticsTrouble: seldom(someStatisticsTrouble, 6),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('busy' as const),
			changes,
			fate: death,
			statisticsTrouble: troubles.statisticsTrouble,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('tooLate' as const), changes }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('save' as const),
			edit,
			changes,
			underWay,
			activation,
			daysOff,
			...troubles,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('expression' as const), edit }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('clock' as const),
			minutes: fc.constantFrom(-30, -30, -DAY, -3 * DAY, 30, 2 * DAY),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('twice' as const) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('restart' as const),
			keepsState,
			minutes: fc.constantFrom(1, 1, 11, 20),
			...troubles,
		}),
	},
);

export const timeline: fc.Arbitrary<Timeline> = fc.record({
	mode: fc.constantFrom(...modes),
	form,
	start: fc.array(fc.record({ listed: fc.boolean(), status, figures, hidden, ageMinutes }), {
		minLength: PROMOTIONS,
		maxLength: PROMOTIONS,
	}),
	startsEmpty: fc.nat(9).map((one) => one === 0),
	steps: fc.array(step, { minLength: 6, maxLength: 30 }),
	leaving: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, anyOfThem),
});
