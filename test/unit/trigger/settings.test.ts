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
};

describe('A form', () => {
	it.each<[string, Record<string, unknown>]>([
		['that was never touched', {}],
		['of empty collections', { events: ['completed'], scope: 'all', promotionIds: [], filters: {}, options: {} }],
		['of nothing', { promotionIds: null, filters: null, options: null }],
		['of texts where collections belong', { filters: '', options: 'none' }],
		['of lists where collections belong', { filters: [], options: [[]] }],
		['with empty thresholds', { options: { thresholds: {} } }],
		['with thresholds of nothing', { options: { thresholds: { threshold: [null, undefined, 'high', 7] } } }],
		['with thresholds set to nothing', { options: { thresholds: null } }],
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

	it.each([[[]], [''], [' , '], [null], [[null]], [{}]])(
		'with the promotions %j chosen says that there are none',
		(promotionIds) => {
			expect(() => from({ scope: 'selected', promotionIds })).toThrow("'Promotion Names or IDs' is empty");
		},
	);

	it.each([[[]], [''], [null], [{}]])('with the events %j says that there are none', (events) => {
		expect(() => from({ events })).toThrow("'Trigger On' is empty. Choose at least one event.");
	});

	it.each([[['launched']], ['constructor'], [7], ['settled, completed, other']])(
		'refuses the events %j, of which one is none',
		(events) => {
			expect(() => from({ events })).toThrow(/^'Trigger On' is ".+", which is not one of its options/);
		},
	);

	it('takes events and counters as a text with commas', () => {
		const { events, counters } = from({ events: 'settled, completed', options: { counters: 'read,sent' } });
		expect(events).toEqual(new Set(['completed', 'settled']));
		expect(counters).toEqual(['sent', 'read']);
		expect(() => withOptions({ counters: ['toString'] })).toThrow('\'Counters to Watch\' is "toString"');
	});

	it('compares names without case, and a number as its digits', () => {
		expect(from({ filters: { nameContains: ' Sale ' } }).nameContains).toBe('sale');
		expect(from({ filters: { nameContains: 2026 } }).nameContains).toBe('2026');
	});

	it.each([[null], [undefined], [''], [' '], [['sale']], [true]])(
		'does not watch everything because the name to filter by is %j',
		(nameContains) => {
			expect(() => from({ filters: { nameContains } })).toThrow("'Name Contains' is ");
		},
	);

	it.each([
		[true, true],
		['true', true],
		['false', false],
	])('sends what exists for %j: %j', (emitExisting, isOn) => {
		expect(withOptions({ emitExisting }).emitExisting).toBe(isOn);
	});

	it.each([[1], ['yes'], [null], [{}]])('refuses %j as a switch', (emitExisting) => {
		expect(() => withOptions({ emitExisting })).toThrow("'Include Existing Promotions' is neither on nor off");
	});
});

const NO_NUMBERS = [NaN, Infinity, -1, '-1', '', ' ', 'soon', '1,5', '5%', null, undefined, true, [], {}];

describe.each<[option: string, label: string, inMs: number, setting: keyof typeof UNTOUCHED]>([
	['minimumChange', 'Minimum Counter Change', 1, 'minimumChange'],
	['watchAfterCompletionHours', 'Keep Watching (Hours)', HOUR, 'watchAfterCompletionMs'],
	['settledAfterMinutes', 'Final Figures After (Minutes)', MINUTE, 'settledAfterMs'],
	['stalledAfterMinutes', 'Stalled After (Minutes)', MINUTE, 'stalledAfterMs'],
	['maximumStatisticsCalls', 'Promotions Read per Check', 1, 'maximumStatisticsCalls'],
])('The option %s', (option, label, unit, setting) => {
	it.each(NO_NUMBERS)('refuses %p by name', (value) => {
		expect(() => withOptions({ [option]: value })).toThrow(`'${label}' must be a`);
	});

	it.each([
		[7, 7],
		['7', 7],
		[' 7 ', 7],
	])('is a number for %p', (value, number) => {
		expect(withOptions({ [option]: value })[setting]).toBe(number * unit);
	});
});

describe('The bounds of the options', () => {
	it.each<[string, unknown, unknown]>([
		['minimumChange', 1, 0],
		['maximumStatisticsCalls', 1, 0],
		['maximumStatisticsCalls', 500, 501],
		['maximumStatisticsCalls', 2, 2.9],
		['settledAfterMinutes', 1, 0],
		['stalledAfterMinutes', 1, 0.5],
		['watchAfterCompletionHours', 0, -1],
	])('of %s hold for expressions as well: %p, not %p', (option, least, beyond) => {
		expect(() => withOptions({ [option]: least })).not.toThrow();
		expect(() => withOptions({ [option]: beyond })).toThrow(' must be a');
	});

	it.each([...NO_NUMBERS, 0])('do not watch promotions of every age for %p days', (createdWithinDays) => {
		expect(() => from({ filters: { createdWithinDays } })).toThrow(
			"'Created Within Days' must be a number of 1 or more",
		);
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
		['another rate', { rate: 'readRate' }, { rate: 'readRate' }],
		['text numbers', { percent: ' 2.5', minimumBase: '10' }, { percent: 2.5, minimumBase: 10 }],
		['zeros', { percent: 0, minimumBase: 0 }, { percent: 0, minimumBase: 0 }],
	])('of %s has defaults for the rest', (_what, given, expected) => {
		expect(thresholds([given])).toEqual([{ ...usual, ...expected }]);
	});

	it.each<[unknown, string]>([
		[{ rate: 'bounceRate' }, '\'Rate\' is "bounceRate"'],
		[{ rate: 'constructor' }, '\'Rate\' is "constructor"'],
		[{ rate: 3 }, '\'Rate\' is "3"'],
		[{ direction: 'sideways' }, '\'When the Rate Is\' is "sideways"'],
		[{ percent: '5%' }, '\'Limit (%)\' must be a number from 0 to 100, not "5%"'],
		[{ percent: null }, "'Limit (%)' must be a number from 0 to 100"],
		[{ percent: 100.5 }, "'Limit (%)' must be a number from 0 to 100"],
		[{ minimumBase: 'many' }, "'Minimum Messages' must be a number of 0 or more"],
	])('refuses %j', (given, message) => {
		expect(() => thresholds([given])).toThrow(message);
	});

	it('may be one that is in no list', () => {
		expect(thresholds({ rate: 'optOutRate', percent: '1' })).toEqual([{ ...usual, rate: 'optOutRate', percent: 1 }]);
	});

	it.each([
		[['settled'], [], true],
		[['thresholdCrossed'], ['above'], false],
		[['thresholdCrossed'], ['above', 'below'], true],
		[['completed'], ['below'], false],
	])('below a limit is judged at rest, as are final figures: %p, %p', (events, directions, expected) => {
		const threshold = directions.map((direction) => ({ direction }));
		expect(from({ events, options: { thresholds: { threshold } } }).awaitsRest).toBe(expected);
	});

	it('counts once however often and in whatever form it is given', () => {
		expect(thresholds([{ percent: 5 }, { percent: '5' }, {}, null])).toEqual([usual]);
	});
});
