import { COUNTERS } from '../../../nodes/service/statistics';
import { HOUR, MINUTE, settingsOf } from './timeline';

/** What an expression hands over where the form would only let a number, a list or a choice pass. */
const from = (values: Record<string, unknown>) => settingsOf(values);
const withOptions = (options: Record<string, unknown>) => from({ options });

const UNTOUCHED = {
	events: new Set(['completed']),
	nameContains: '',
	createdWithinDays: Infinity,
	chosenCounters: COUNTERS,
	minimumChange: 1,
	watchAfterCompletionMs: 72 * HOUR,
	finalAfterMs: 60 * MINUTE,
	stalledAfterMs: 120 * MINUTE,
	thresholds: [{ rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 }],
	maximumStatisticsCalls: 50,
	emitExisting: false,
	summary: false,
	needsFinalCounters: false,
};

describe('A form', () => {
	it.each<[string, Record<string, unknown>]>([
		['that was never touched', {}],
		['of empty collections', { events: ['completed'], scope: 'all', promotionIds: [], filters: {}, options: {} }],
	])('%s has all defaults', (_what, values) => {
		expect(from(values)).toEqual(UNTOUCHED);
	});

	it('watches the chosen promotions only where Scope says so', () => {
		const promotionIds = ['a', ' b '];
		expect(from({ scope: 'selected', promotionIds }).promotionIds).toEqual(new Set(['a', 'b']));
		expect(from({ scope: 'all', promotionIds }).promotionIds).toBeUndefined();
	});

	it.each([[[]], [''], [null], [{}]])('with %j chosen says that there are none', (chosen) => {
		expect(() => from({ scope: 'selected', promotionIds: chosen })).toThrow("'Promotion Names or IDs' is empty");
		expect(() => from({ events: chosen })).toThrow("'Trigger On' is empty");
	});

	it.each([[[null]], [['high', 7]]])('refuses a limit that is %j, which would never alert anybody', (threshold) => {
		expect(() => from({ thresholds: { threshold } })).toThrow(/^'Thresholds' (is empty|lacks entry 1)$/);
	});

	it('refuses events that are none', () => {
		expect(() => from({ events: 'finalFiguresReady, other' })).toThrow(
			/^'Trigger On' is "other", which is not one of its options/,
		);
	});

	it('compares names without case', () => {
		expect(from({ filters: { nameContains: ' Sale ' } }).nameContains).toBe('sale');
	});

	it.each(['nameContains', 'createdWithinDays'])('does not watch everything because %s found nothing', (filter) => {
		expect(() => from({ filters: { [filter]: null } })).toThrow(/is empty|must be a number/);
	});
});

describe.each<[option: string, label: string, least: number, inMs: number, setting: keyof typeof UNTOUCHED]>([
	['minimumChange', 'Minimum Counter Change', 1, 1, 'minimumChange'],
	['watchAfterCompletionHours', 'Keep Watching (Hours)', 0, HOUR, 'watchAfterCompletionMs'],
	['finalAfterMinutes', 'Final Figures After (Minutes)', 1, MINUTE, 'finalAfterMs'],
	['stalledAfterMinutes', 'Stalled After (Minutes)', 1, MINUTE, 'stalledAfterMs'],
	['maximumStatisticsCalls', 'Promotions Read per Check', 1, 1, 'maximumStatisticsCalls'],
])('The option %s', (option, label, least, unit, setting) => {
	it('is a number within its bounds, also from an expression', () => {
		expect(withOptions({ [option]: '7' })[setting]).toBe(7 * unit);
		expect(withOptions({ [option]: least })[setting]).toBe(least * unit);
		for (const value of [least - 1, 'soon']) {
			expect(() => withOptions({ [option]: value })).toThrow(`'${label}' must be a`);
		}
		expect(() => withOptions({ [option]: null })).toThrow(`'${label}' is empty`);
	});
});

it.each([501, 2.9])('Promotions Read per Check is never %p', (maximumStatisticsCalls) => {
	expect(() => withOptions({ maximumStatisticsCalls })).toThrow('must be a whole number from 1 to 500');
});

describe('A threshold', () => {
	const thresholds = (threshold: unknown) => from({ thresholds: { threshold } }).thresholds;
	const usual = UNTOUCHED.thresholds[0];

	it.each<[string, unknown, Partial<NonNullable<typeof usual>>]>([
		['nothing', {}, {}],
		['another rate', { rate: 'readRate' }, { rate: 'readRate' }],
		['zeros', { percent: 0, minimumBase: '0' }, { percent: 0, minimumBase: 0 }],
	])('of %s has defaults for the rest', (_what, given, expected) => {
		expect(thresholds([given])).toEqual([{ ...usual, ...expected }]);
	});

	it.each<[unknown, string]>([
		[{ rate: 'bounceRate' }, '\'Rate\' is "bounceRate"'],
		[{ direction: 'sideways' }, '\'When the Rate Is\' is "sideways"'],
		[{ percent: 100.5 }, "'Limit (%)' must be a number from 0 to 100"],
		[{ minimumBase: 'many' }, "'Minimum Messages' must be a number of 0 or more"],
	])('refuses %j', (given, message) => {
		expect(() => thresholds([given])).toThrow(message);
	});

	it.each([
		[['finalFiguresReady'], [], true],
		[['thresholdCrossed'], ['above'], true],
		[['completed'], ['below'], false],
	])('of limits looks whether figures are final, as for final figures: %p, %p', (events, directions, expected) => {
		const threshold = directions.map((direction) => ({ direction }));
		expect(from({ events, thresholds: { threshold } }).needsFinalCounters).toBe(expected);
	});
});
