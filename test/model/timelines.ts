/** Random timelines of a service and of the host that polls it. */
import fc from 'fast-check';
import type { Activation, Death, Mode } from './host';
import { modes } from './host';
import { CREATED_WITHIN_DAYS, edit, form, type Form } from './form';
import { listTroubles, NOTHING, PROMOTIONS, statisticsTroubles, statuses } from './world';
import type { Actual, Counting, Figures, ListTrouble, StatisticsTrouble } from './world';

export type Change =
	| { kind: 'one'; promotion: number; becomes: Partial<Actual> }
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
	/** So many polls in the same trouble, while something changes before each of them. */
	| ({ kind: 'outage'; polls: number; minutes: number; changes: Change[] } & Troubles)
	/** Expressions give something else from now on. */
	| { kind: 'expression'; edit: Partial<Form> }
	/** A person saves the workflow, changed or not: it is deactivated and activated. A poll may be under way, whose result n8n throws away. */
	| ({
			kind: 'save';
			edit: Partial<Form>;
			changes: Change[];
			/** When the answer comes: before the poll of the activation, or while that waits for it. */
			underWay: 'before' | 'during' | null;
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
	/** The service has another address from now on. */
	| { kind: 'address'; address: string }
	/** The same poll by a second process, which began with the same state. */
	| { kind: 'twice' }
	| ({ kind: 'restart'; keepsState: boolean; minutes: number } & Troubles);

export interface Timeline {
	mode: Mode;
	form: Form;
	start: Actual[];
	/** So many more completed in the past. */
	others: number;
	counting: Counting;
	/** Whatever is listed, the first answer is empty. */
	startsEmpty: boolean;
	steps: Step[];
	/** A bit for each promotion that is no longer listed after the steps. */
	leaving: number;
}

const DAY = 1440;
const WEEK = 7 * DAY;

const promotion = fc.nat(PROMOTIONS - 1);
const status = fc.constantFrom(...statuses);
/** Few values, so that figures come back to what they were; around the limits of 50 and 20. */
const figures = fc.constantFrom<Figures>(NOTHING, 0, 1, 20, 21, 40, 49, 50, 51, 90);
/** Mostly as n8n polls; now and then hourly, daily, or once a week or a month. */
const minutes = fc.oneof(
	{ weight: 12, arbitrary: fc.constantFrom(1, 1, 1, 2, 4) },
	{ weight: 2, arbitrary: fc.constantFrom(61, DAY - 10, 3 * DAY, WEEK, 31 * DAY) },
);
/** Two months; a month; ten minutes before it is too old for Created Within Days; an hour; in an hour; in a year; unknown. */
const ageMinutes = fc.constantFrom(60 * DAY, 30 * DAY, CREATED_WITHIN_DAYS * DAY - 10, 60, -60, -365 * DAY, null);
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

const becomes: fc.Arbitrary<Partial<Actual>> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ status }) },
	{ weight: 3, arbitrary: fc.record({ figures }) },
	{ weight: 2, arbitrary: fc.record({ listed: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.record({ isNameless: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.constant({ listed: false, isDeleted: true }) },
);
const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('one' as const), promotion, becomes }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('listing' as const), promotion, alone: fc.boolean() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('window' as const), size: fc.constantFrom(1, 3, 5, 26, 28) }) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 });
const death = fc.oneof(
	{ weight: 5, arbitrary: fc.constant(null) },
	{ weight: 2, arbitrary: fc.constantFrom<Death>('before', 'between', 'after') },
);
const fate = fc.oneof({ weight: 8, arbitrary: death }, { weight: 1, arbitrary: fc.constant('unwritten' as const) });
const activation = fc.constantFrom<Activation>('activate', 'activate', 'update', 'init', 'leadershipChange');

/** How often each kind of step comes, beside the others. */
const step = fc.oneof(
	...Object.entries({
		changes: [5, fc.record({ changes })],
		poll: [7, fc.record({ minutes, fate, ...troubles })],
		outage: [
			3,
			fc.record({
				polls: fc.integer({ min: 2, max: 5 }),
				minutes: fc.constantFrom(1, 1, 1, 30, DAY, WEEK),
				changes: fc.array(change, { maxLength: 5 }),
				listTrouble: seldom(someListTrouble, 2),
				statisticsTrouble: seldom(someStatisticsTrouble, 6),
			}),
		],
		expression: [1, fc.record({ edit })],
		save: [
			2,
			fc.record({
				edit,
				changes,
				underWay: fc.constantFrom(null, 'before', 'during'),
				activation,
				daysOff: fc.constantFrom(0, 0, 0, 1 / 24, 6, 20, 90),
				...troubles,
			}),
		],
		busy: [2, fc.record({ changes, fate: death, statisticsTrouble: troubles.statisticsTrouble })],
		tooLate: [1, fc.record({ changes })],
		clock: [1, fc.record({ minutes: fc.constantFrom(-30, -30, -DAY, -3 * DAY, 30, 2 * DAY) })],
		address: [1, fc.record({ address: fc.constantFrom('https://rcs.example.com', 'https://new.example.com/rcs') })],
		twice: [1, fc.record({})],
		restart: [2, fc.record({ keepsState: fc.boolean(), minutes: fc.constantFrom(1, 1, 11, 20, DAY), ...troubles })],
	} as Record<string, [number, fc.Arbitrary<object>]>).map(([kind, [weight, arbitrary]]) => ({
		weight,
		arbitrary: arbitrary.map((one) => ({ kind, ...one }) as Step),
	})),
);

export const timeline: fc.Arbitrary<Timeline> = fc.record({
	mode: fc.constantFrom(...modes),
	form,
	start: fc.array(
		fc.record({ listed: fc.boolean(), status, figures, ageMinutes, isNameless: fc.nat(9).map((one) => one === 0) }),
		{
			minLength: PROMOTIONS,
			maxLength: PROMOTIONS,
		},
	),
	others: fc.constantFrom(0, 0, 26),
	counting: fc.record({ countsOnce: fc.boolean(), isLate: fc.nat(4).map((one) => one === 0) }),
	startsEmpty: fc.nat(9).map((one) => one === 0),
	steps: fc.array(step, { minLength: 6, maxLength: 30 }),
	leaving: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, anyOfThem),
});
