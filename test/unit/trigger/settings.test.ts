import { COUNTERS } from '../../../nodes/service/statistics';
import { HOUR, MINUTE, settingsOf } from './timeline';

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

it.each<[string, Record<string, unknown>]>([
	['that was never touched', {}],
	['of empty collections', { events: ['completed'], filters: {}, options: {} }],
])('A form %s has all defaults', (_what, values) => {
	expect(settingsOf(values)).toEqual(UNTOUCHED);
});

it('names are compared without case', () => {
	expect(settingsOf({ filters: { nameContains: ' Sale ' } }).nameContains).toBe('sale');
});

/** What an expression hands over where the form would only let a number, a list or a choice pass. */
const threshold = (...entries: unknown[]) => ({ thresholds: { threshold: entries } });
it.each<[what: Record<string, unknown>, message: RegExp | string]>([
	[{ events: [] }, "'Trigger On' is empty"],
	[{ events: null }, "'Trigger On' is empty"],
	[{ events: 'finalFiguresReady, other' }, '\'Trigger On\' is "other", which is not one of its options'],
	// It would watch everything, or never alert anybody.
	[{ filters: { nameContains: null } }, "'Name Contains' is empty"],
	[threshold(null), /^'Thresholds' (is empty|lacks entry 1)$/],
	[threshold('high', 7), /^'Thresholds' (is empty|lacks entry 1)$/],
	[threshold({ rate: 'bounceRate' }), '\'Rate\' is "bounceRate"'],
	[threshold({ direction: 'sideways' }), '\'When the Rate Is\' is "sideways"'],
	[threshold({ percent: 100.5 }), "'Limit (%)' must be a number from 0 to 100"],
	[threshold({ minimumBase: 'many' }), "'Minimum Messages' must be a number of 0 or more"],
])('A form with %j is refused', (values, message) => {
	expect(() => settingsOf(values)).toThrow(message);
});

it.each<[option: string, label: string, least: number, inMs: number, setting: keyof typeof UNTOUCHED]>([
	['minimumChange', 'Minimum Counter Change', 1, 1, 'minimumChange'],
	['watchAfterCompletionHours', 'Keep Watching (Hours)', 0, HOUR, 'watchAfterCompletionMs'],
	['finalAfterMinutes', 'Final Figures After (Minutes)', 1, MINUTE, 'finalAfterMs'],
	['stalledAfterMinutes', 'Stalled After (Minutes)', 1, MINUTE, 'stalledAfterMs'],
])('%s is a number within its bounds, also from an expression', (option, label, least, unit, setting) => {
	const withOption = (value: unknown) => settingsOf({ options: { [option]: value } });
	expect(withOption('7')[setting]).toBe(7 * unit);
	expect(withOption(least)[setting]).toBe(least * unit);
	expect(() => withOption(least - 1)).toThrow(`'${label}' must be a`);
	expect(() => withOption(null)).toThrow(`'${label}' is empty`);
});

it.each<[unknown, object]>([
	[{}, {}],
	[{ rate: 'readRate' }, { rate: 'readRate' }],
	[
		{ percent: 0, minimumBase: '0' },
		{ percent: 0, minimumBase: 0 },
	],
])('A threshold of %j has defaults for the rest', (given, expected) => {
	expect(settingsOf(threshold(given)).thresholds).toEqual([{ ...UNTOUCHED.thresholds[0], ...expected }]);
});
