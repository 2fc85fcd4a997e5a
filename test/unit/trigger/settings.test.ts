import { COUNTERS } from '../../../nodes/service/statistics';
import { HOUR, MINUTE, settingsOf } from './timeline';

/** What an expression hands over where the form would only let a number, a list or a choice pass. */
const from = (values: Record<string, unknown>) => settingsOf(values);
const withOptions = (options: Record<string, unknown>) => from({ options });

const UNTOUCHED = {
	events: new Set(['completed']),
	nameContains: '',
	chosenCounters: COUNTERS,
	minimumChange: 1,
	watchAfterCompletionMs: 72 * HOUR,
	finalAfterMs: 60 * MINUTE,
	stalledAfterMs: 120 * MINUTE,
	thresholds: [{ rate: 'failureRate', direction: 'above', percent: 5, minimumBase: 100 }],
	summary: false,
	readsRunning: false,
	readsUntilWatchEnd: false,
	needsFinal: false,
	needsEnd: true,
};

describe('A form', () => {
	it.each<[string, Record<string, unknown>]>([
		['that was never touched', {}],
		['of empty collections', { events: ['completed'], filters: {}, options: {} }],
	])('%s has all defaults', (_what, values) => {
		expect(from(values)).toEqual(UNTOUCHED);
	});

	it.each([[[]], [''], [null], [{}]])('with %j chosen says that there is no event', (chosen) => {
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

	it('does not watch everything because an expression found no name', () => {
		expect(() => from({ filters: { nameContains: null } })).toThrow('is empty');
	});
});

describe.each<[option: string, label: string, least: number, inMs: number, setting: keyof typeof UNTOUCHED]>([
	['minimumChange', 'Minimum Counter Change', 1, 1, 'minimumChange'],
	['watchAfterCompletionHours', 'Keep Watching (Hours)', 0, HOUR, 'watchAfterCompletionMs'],
	['finalAfterMinutes', 'Final Figures After (Minutes)', 1, MINUTE, 'finalAfterMs'],
	['stalledAfterMinutes', 'Stalled After (Minutes)', 1, MINUTE, 'stalledAfterMs'],
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
});
