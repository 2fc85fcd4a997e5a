/** Random plans of what happens to a service, to n8n and to the form. */
import fc from 'fast-check';
import { eventNames, FAILURES, type Form, type Limit } from './form';
import { modes, type Activation, type Death } from './host';
import {
	listTroubles,
	NOTHING_SENT,
	statisticsGaps,
	statisticsTroubles,
	untrueLists,
	type Counted,
	type Counting,
} from './answers';
import { CAMPAIGNS, type Plan, type Polls, type Start, type Step, type Turn } from './plan';
import { figures } from './service';

const DAY = 1440;

const low: Limit = { rate: 'deliveryRate', direction: 'below', percent: 50, minimumBase: 50 };
const optOuts: Limit = { rate: 'optOutRate', direction: 'above', percent: 5, minimumBase: 50 };

const status = fc.constantFrom(
	'Preparing',
	'Running',
	'Running',
	'Stopped',
	'Completed',
	'Completed',
	'Cancelled',
	'Canceled',
	'completed',
	'Finished',
);
const reached = fc.constantFrom<Counted>(
	NOTHING_SENT,
	{ ...NOTHING_SENT, attempted: 100 },
	figures(100),
	figures(100, 3),
	figures(200, 9),
	figures(200, 30),
	figures(1000, 10),
	figures(1000, 50),
	figures(1000, 400),
	figures(1000, 10, { delivered: 300, read: 100 }),
	figures(1000, 10, { optout: 80, interacted: 20 }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((drawn) => drawn === count - 1);

const start: fc.Arbitrary<Start> = fc.record({
	status,
	reached: fc.oneof({ weight: 9, arbitrary: reached }, { weight: 1, arbitrary: fc.constant(undefined) }),
	ageDays: fc.constantFrom(0.01, 0.01, 0.1, 1, 3, 10, 30, 60, 0),
	endedDaysAgo: fc.constantFrom(undefined, undefined, 0.003, 2, 20),
	isNameless: oneIn(12),
});

const campaign = fc.nat(CAMPAIGNS - 1);
const turn: fc.Arbitrary<Turn> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('status' as const), status }) },
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('figures' as const), reached }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constantFrom(
				'leaves',
				'comes back',
				'comes back',
				'is deleted',
				'is cancelled and gone',
				'completes and leaves',
				'gets its name',
			),
		}),
	},
);

const often: fc.Arbitrary<Polls> = fc.record({
	times: fc.integer({ min: 1, max: 5 }),
	everyMinutes: fc.constantFrom(1, 1, 1, 2, 5),
});
const polls: fc.Arbitrary<Polls> = fc.oneof(
	{ weight: 5, arbitrary: often },
	{
		weight: 2,
		arbitrary: fc.record({ times: fc.integer({ min: 1, max: 6 }), everyMinutes: fc.constantFrom(15, 15, 60) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			times: fc.integer({ min: 1, max: 3 }),
			everyMinutes: fc.constantFrom(DAY / 2, DAY, 5 * DAY, 31 * DAY),
		}),
	},
);
const trouble: fc.Arbitrary<Polls> = fc.oneof(
	{ weight: 3, arbitrary: often },
	{
		weight: 2,
		arbitrary: fc.record({ times: fc.integer({ min: 2, max: 14 }), everyMinutes: fc.constantFrom(1, 5, 5, 15, 60) }),
	},
);
const both = (polled: fc.Arbitrary<Polls>, others: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
	fc.tuple(polled, fc.record(others)).map(([one, other]) => ({ ...one, ...other }));
const retryAfterSeconds = fc.constantFrom(undefined, 20, 120, 600, 7200);

const events: fc.Arbitrary<readonly string[]> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(eventNames) },
	{ weight: 1, arbitrary: fc.constant(['completed']) },
	{ weight: 1, arbitrary: fc.constant(['thresholdCrossed']) },
	{ weight: 2, arbitrary: fc.subarray([...eventNames], { minLength: 1 }) },
);
const limits: fc.Arbitrary<Limit[]> = fc.constantFrom(
	[FAILURES],
	[FAILURES],
	[FAILURES, low],
	[FAILURES, optOuts],
	[{ ...FAILURES, percent: 30 }],
);
const nameContains = fc.constantFrom('', '', '', 'sale', 'slae');
const options: fc.Arbitrary<Form['options']> = fc.record(
	{
		minimumChange: fc.constantFrom(1, 50),
		counters: fc.constantFrom(['failed' as const], ['delivered' as const, 'read' as const]),
		watchAfterCompletionHours: fc.constantFrom(1, 2, 72),
		finalAfterMinutes: fc.constantFrom(5, 60),
		stalledAfterMinutes: fc.constantFrom(10, 120),
	},
	{ requiredKeys: [] },
);
const form: fc.Arbitrary<Form> = fc.record({
	events,
	nameContains: fc.constantFrom('', '', '', '', 'sale'),
	limits,
	options: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: options }),
});
const change: fc.Arbitrary<Partial<Form>> = fc.oneof(
	{ weight: 1, arbitrary: fc.constant({}) },
	{ weight: 2, arbitrary: fc.record({ nameContains }) },
	{ weight: 1, arbitrary: fc.record({ events }) },
	{ weight: 1, arbitrary: fc.record({ limits }) },
);

const kinds: Record<Step['kind'], [weight: number, step: fc.Arbitrary<object>]> = {
	polls: [8, polls],
	turns: [10, fc.record({ turns: fc.array(fc.record({ campaign, turn }), { minLength: 1, maxLength: 3 }) })],
	more: [2, fc.record({ count: fc.constantFrom(1, 1, 1, 3, 25), start })],
	'list trouble': [
		3,
		both(trouble, {
			trouble: fc.constantFrom(...listTroubles, ...untrueLists, ...untrueLists),
			retryAfterSeconds,
		}),
	],
	'statistics trouble': [
		3,
		both(trouble, {
			trouble: fc.constantFrom(...statisticsTroubles, ...statisticsGaps),
			of: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 2 ** CAMPAIGNS - 1 })),
			retryAfterSeconds,
		}),
	],
	window: [1, fc.record({ size: fc.constantFrom(10, 20, 100, 1e9) })],
	lag: [1, both(often, { ms: fc.constantFrom(30_000, 120_000) })],
	slow: [1, both(often, { ms: fc.constantFrom(1000, 3000, 6000, 10_000) })],
	edit: [1, fc.record({ change })],
	save: [
		2,
		fc.record({
			change,
			activation: fc.constantFrom<Activation>('activate', 'activate', 'update', 'init', 'leadershipChange'),
			minutesOff: fc.constantFrom(0, 0, 60, 6 * DAY, 20 * DAY),
			isBusy: fc.boolean(),
		}),
	],
	die: [
		1,
		fc.record({
			ending: fc.constantFrom<Death>('before', 'between', 'after'),
			minutes: fc.constantFrom(0.5, 1, 1, 5, 20),
		}),
	],
	unwritten: [1, fc.record({})],
	restart: [1, fc.record({ minutes: fc.constantFrom(0.5, 1, 5, 20, DAY), keepsState: fc.boolean() })],
};

const step = fc.oneof(
	...Object.entries(kinds).map(([kind, [weight, arbitrary]]) => ({
		weight,
		arbitrary: arbitrary.map((one) => ({ kind, ...one }) as Step),
	})),
);

export const plan: fc.Arbitrary<Plan> = fc.record({
	mode: fc.constantFrom(...modes),
	form,
	counting: fc.constantFrom<Counting>('cumulative', 'separate'),
	isStated: oneIn(3),
	others: fc.constantFrom(0, 0, 0, 25),
	crowd: fc.noBias(fc.nat(999)).map((drawn) => (drawn === 999 ? 1000 : drawn > 996 ? 300 : drawn > 986 ? 60 : 0)),
	hasOtherChannels: oneIn(8),
	window: maybe(fc.constantFrom(10, 20, 100), 5).map((size) => size ?? 1e9),
	answerMs: maybe(fc.constantFrom(300, 3000), 6).map((ms) => ms ?? 0),
	start: fc.array(start, { minLength: CAMPAIGNS, maxLength: CAMPAIGNS }),
	steps: fc.array(step, { minLength: 4, maxLength: 16 }),
});
