import { settingsFrom, type FormValues } from '../../../nodes/RcsPromotionTrigger/settings';
import { COUNTERS } from '../../../nodes/service/statistics';
import { HOUR, MINUTE, settingsOf } from './timeline';

/** What an expression hands over where the form would only let a number, a list or a choice pass. */
const from = (values: Record<string, unknown>) => settingsOf(values);
const withOptions = (options: Record<string, unknown>) => from({ options });

const UNTOUCHED = {
	events: new Set(['completed']),
	nameContains: '',
	createdWithinDays: Infinity,
	counters: COUNTERS,
	minimumChange: 1,
	watchAfterCompletionMs: 72 * HOUR,
	settledAfterMs: 60 * MINUTE,
	stalledAfterMs: 120 * MINUTE,
	thresholds: [{ rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 }],
	maximumStatisticsCalls: 50,
	emitExisting: false,
	summary: false,
	followsCounters: false,
	awaitsRest: false,
	thresholdKeys: ['failureRate|above|5|100'],
};

describe('A form', () => {
	it.each<[string, Record<string, unknown>]>([
		['that was never touched', {}],
		['of empty collections', { events: ['completed'], scope: 'all', promotionIds: [], filters: {}, options: {} }],
		['of nothing', { events: null, promotionIds: null, filters: null, options: null }],
		['of texts where collections belong', { filters: '', options: 'none' }],
		['of lists where collections belong', { filters: [], options: [[]] }],
		['with empty thresholds', { options: { thresholds: {} } }],
		['with thresholds of nothing', { options: { thresholds: { threshold: [null, undefined, 'high', 7] } } }],
		['with thresholds set to nothing', { options: { thresholds: null } }],
		['with a filter by no name and no age', { filters: { nameContains: null, createdWithinDays: 0 } }],
	])('%s has all defaults', (_what, values) => {
		expect(from(values)).toEqual(UNTOUCHED);
	});

	it('watches the chosen promotions in whatever form they come', () => {
		for (const [promotionIds, ids] of [
			[
				['a', ' b ', ''],
				['a', 'b'],
			],
			['a, b,', ['a', 'b']],
			[
				[7, 'a', null, {}],
				['7', 'a'],
			],
			[7, ['7']],
		] as const) {
			expect(from({ scope: 'selected', promotionIds }).promotionIds).toEqual(new Set(ids));
		}
		expect(from({ scope: 'all', promotionIds: ['a'] })).not.toHaveProperty('promotionIds');
	});

	it.each([[[]], [''], [' , '], [null], [[null]], [{}], [true]])(
		'with the promotions %j chosen says that there are none',
		(promotionIds) => {
			expect(settingsFrom({ scope: 'selected', promotionIds })).toContain("'Promotion Names or IDs' is empty");
		},
	);

	it.each([[[]], [''], [['launched']], ['constructor'], [{}], [7]])(
		'with the events %j says that there are none',
		(events) => {
			expect(settingsFrom({ events } as FormValues)).toBe("'Trigger On' is empty. Choose at least one event.");
		},
	);

	it('takes events and counters as a text with commas, and passes over what is none', () => {
		const { events, counters } = from({
			events: 'settled, completed,other',
			options: { counters: 'read, toString,sent' },
		});
		expect(events).toEqual(new Set(['completed', 'settled']));
		expect(counters).toEqual(['sent', 'read']);
	});

	it('compares names without case, and a number as its digits', () => {
		expect(from({ filters: { nameContains: ' Sale ' } }).nameContains).toBe('sale');
		expect(from({ filters: { nameContains: 2026 } }).nameContains).toBe('2026');
		expect(from({ filters: { nameContains: ['sale'] } }).nameContains).toBe('');
	});

	it.each([[1], ['true'], ['false'], ['yes'], [null], [{}]])('does not emit what exists for %j', (emitExisting) => {
		expect(withOptions({ emitExisting }).emitExisting).toBe(false);
	});
});

const NO_NUMBERS = [
	NaN,
	Infinity,
	-Infinity,
	-1,
	'-1',
	'',
	' ',
	'soon',
	'NaN',
	'1,5',
	null,
	undefined,
	true,
	[],
	[3],
	{},
];

describe.each<[option: string, inMs: number, setting: keyof typeof UNTOUCHED]>([
	['minimumChange', 1, 'minimumChange'],
	['watchAfterCompletionHours', HOUR, 'watchAfterCompletionMs'],
	['settledAfterMinutes', MINUTE, 'settledAfterMs'],
	['stalledAfterMinutes', MINUTE, 'stalledAfterMs'],
	['maximumStatisticsCalls', 1, 'maximumStatisticsCalls'],
])('The option %s', (option, unit, setting) => {
	it.each(NO_NUMBERS)('is its default for %p', (value) => {
		expect(withOptions({ [option]: value })[setting]).toBe(UNTOUCHED[setting]);
	});

	it.each([
		[7, 7],
		['7', 7],
		[' 7 ', 7],
		['1e3', 1000],
	])('is a number for %p', (value, number) => {
		expect(withOptions({ [option]: value })[setting]).toBe(number * unit);
	});
});

describe('The bounds of the options', () => {
	it('hold for expressions as well', () => {
		expect(withOptions({ minimumChange: 0 }).minimumChange).toBe(1);
		expect(withOptions({ minimumChange: '0.2' }).minimumChange).toBe(1);
		expect(withOptions({ maximumStatisticsCalls: 0 }).maximumStatisticsCalls).toBe(1);
		expect(withOptions({ maximumStatisticsCalls: 2.9 }).maximumStatisticsCalls).toBe(2);
		expect(withOptions({ watchAfterCompletionHours: 0 }).watchAfterCompletionMs).toBe(0);
	});

	it.each(NO_NUMBERS)('watch promotions of every age for %p days', (createdWithinDays) => {
		expect(from({ filters: { createdWithinDays } }).createdWithinDays).toBe(Infinity);
	});

	it('take days as text', () => {
		expect(from({ filters: { createdWithinDays: '30' } }).createdWithinDays).toBe(30);
	});
});

describe('A threshold', () => {
	const thresholds = (threshold: unknown) => withOptions({ thresholds: { threshold } }).thresholds;
	const usual = UNTOUCHED.thresholds[0];

	it.each<[string, unknown, Partial<NonNullable<typeof usual>>]>([
		['nothing', {}, {}],
		['no rate', { percent: 10 }, { percent: 10 }],
		['a rate that is none', { rate: 'bounceRate' }, {}],
		['a rate that every object has', { rate: 'constructor' }, {}],
		['a list as rate', { rate: ['readRate'] }, {}],
		['no number as rate', { rate: 3 }, {}],
		['a direction that is none', { rate: 'readRate', direction: 'sideways' }, { rate: 'readRate' }],
		['text numbers', { percent: ' 2.5', minimumBase: '10' }, { percent: 2.5, minimumBase: 10 }],
		['no numbers', { percent: NaN, minimumBase: 'many' }, {}],
		['nothing for numbers', { percent: null, minimumBase: null }, {}],
		['numbers below zero', { percent: -5, minimumBase: -1 }, {}],
		['zeros', { percent: 0, minimumBase: 0 }, { percent: 0, minimumBase: 0 }],
	])('of %s has defaults for the rest', (_what, given, expected) => {
		expect(thresholds([given])).toEqual([{ ...usual, ...expected }]);
	});

	it('may be one that is in no list', () => {
		expect(thresholds({ rate: 'optOutRate', percent: '1' })).toEqual([{ ...usual, rate: 'optOutRate', percent: 1 }]);
	});

	it('counts once however often and in whatever form it is given', () => {
		expect(thresholds([{ percent: 5 }, { percent: '5' }, {}, null])).toEqual([usual]);
	});
});
