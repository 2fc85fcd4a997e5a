import { DateTime, IANAZone } from 'luxon';
import { countryCodes } from '../../../nodes/RcsPromotion/contacts/countries';
import { isWithinHours, findOutsideHours } from '../../../nodes/RcsPromotion/launch/sendHours';
import type { Campaign } from '../../../nodes/RcsPromotion/launch/types';
import { offsets } from './offsets';

describe('the hours in which a launch may go', () => {
	it.each<[from: string, to: string, open: string[], closed: string[]]>([
		['09:00', '20:00', ['09:00', '12:00', '19:59'], ['08:59', '20:00', '00:00', '23:59']],
		['22:00', '02:00', ['22:00', '23:59', '00:00', '01:59'], ['21:59', '02:00', '12:00']],
		['00:00', '00:01', ['00:00'], ['00:01', '23:59']],
		['09:30', '00:00', ['09:30', '23:59'], ['09:29', '00:00']],
	])('from %s to %s', (from, to, open, closed) => {
		const isOpen = (time: string) => isWithinHours({ from, to }, time);
		expect([open.filter(isOpen), closed.filter(isOpen)]).toEqual([open, []]);
	});
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NAME = 'Spring Sale';

const stopAt = (countries: string[], ms: number, [from, to]: readonly [string, string] = ['09:00', '20:00']) => {
	const sendOnlyBetween = { from, to, timeZone: 'contacts' };
	const campaign = { promotionName: NAME, countries, sendOnlyBetween } as unknown as Campaign;
	return findOutsideHours(campaign, DateTime.fromMillis(ms, { zone: 'Europe/Berlin' }));
};
const isOpen = (countries: string[], ms: number, hours?: readonly [string, string]) =>
	stopAt(countries, ms, hours) === undefined;
/** Whether it is open in the minute before, at, in the minute before the end, and at the end. */
const atEdges = (countries: string[], first: number, end: number, hours?: readonly [string, string]) =>
	[first - MINUTE, first, end - MINUTE, end].map((ms) => isOpen(countries, ms, hours));
const OPEN_BETWEEN = [false, true, true, false];

describe('the hours where the contacts live', () => {
	it('the table has every country of the library but three', () => {
		const others = countryCodes.filter((code) => !offsets.some(({ country }) => country === code));
		expect(others).toEqual(['AC', 'TA', 'XK']);
	});

	describe.each([
		['in January', Date.parse('2026-01-15T00:00:00Z'), 'january'],
		['in July', Date.parse('2026-07-15T00:00:00Z'), 'july'],
	] as const)('%s', (_, day, month) => {
		it.each(offsets)('$country begins with its last zone and ends with its first', ({ country, ...table }) => {
			const { least, most } = table[month];
			expect(atEdges([country], day + (9 - least) * HOUR, day + (20 - most) * HOUR)).toEqual(OPEN_BETWEEN);
			// 12 hours over midnight, which may be two days of the calendar at once.
			const night = atEdges([country], day + (20 - least) * HOUR, day + (32 - most) * HOUR, ['20:00', '08:00']);
			expect(night).toEqual(OPEN_BETWEEN);
		});
	});

	it('holds on the days on which a country sets its clocks, and on the next', () => {
		const changing = offsets.flatMap(({ country }) => {
			const locale = new Intl.Locale(`und-${country}`) as { timeZones?: string[]; getTimeZones?(): string[] };
			const timeZones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
			const offsetsOn = (day: number) =>
				timeZones
					.map((name) => IANAZone.create(name))
					.map((zone) => zone.offset(Date.UTC(2026, 0, day)))
					.join();
			const months = Array.from({ length: 12 }, (_, month) => 1 + 30 * month);
			const changed = months.filter((day) => offsetsOn(day) !== offsetsOn(day + 30));
			const days = changed.flatMap((first) => Array.from({ length: 30 }, (_, day) => first + day));
			const changes = days.filter((day) => offsetsOn(day) !== offsetsOn(day + 1));
			return changes.flatMap((change) =>
				[change, change + 1].map((day) => ({
					country,
					timeZones,
					day: DateTime.utc(2026)
						.plus({ days: day - 1 })
						.toISODate(),
				})),
			);
		});
		expect(new Set(changing.map(({ country }) => country)).size).toBeGreaterThan(60);
		const wrong = changing.filter(({ country, timeZones, day }) => {
			const at = (time: string) => timeZones.map((zone) => DateTime.fromISO(`${day}T${time}`, { zone }).toMillis());
			const edges = atEdges([country], Math.max(...at('09:00')), Math.min(...at('20:00')));
			return edges.join() !== OPEN_BETWEEN.join();
		});
		expect(wrong).toEqual([]);
	});

	it('Kosovo has the time of Serbia', () => {
		const day = Date.parse('2026-01-15T00:00:00Z');
		expect(atEdges(['XK'], day + 8 * HOUR, day + 19 * HOUR)).toEqual(OPEN_BETWEEN);
	});

	it.each<[what: string, countries: string[], first: string, end: string]>([
		['Germany on its last day of winter time', ['DE'], '2026-03-28T08:00Z', '2026-03-28T19:00Z'],
		['Germany on its first day of summer time', ['DE'], '2026-03-29T07:00Z', '2026-03-29T18:00Z'],
		['Germany and New Zealand in January', ['DE', 'NZ'], '2026-01-14T20:00Z', '2026-01-14T20:00Z'],
		['Germany and Japan in January', ['DE', 'JP'], '2026-01-15T08:00Z', '2026-01-15T11:00Z'],
		['Germany and Japan in July', ['DE', 'JP'], '2026-07-15T07:00Z', '2026-07-15T11:00Z'],
		['Germany and the USA before either changes', ['DE', 'US'], '2026-03-06T19:00Z', '2026-03-06T19:00Z'],
		['Canada and Mexico', ['CA', 'MX'], '2026-01-15T17:00Z', '2026-01-15T23:30Z'],
		// The same time of day on different days of the calendar.
		['Kiribati and American Samoa', ['KI', 'AS'], '2026-01-14T21:00Z', '2026-01-15T06:00Z'],
		['Kiribati alone', ['KI'], '2026-01-14T21:00Z', '2026-01-15T06:00Z'],
		['Guam and the Northern Marianas', ['GU', 'MP'], '2026-01-14T23:00Z', '2026-01-15T10:00Z'],
		['the USA and Puerto Rico', ['US', 'PR'], '2026-01-15T19:00Z', '2026-01-16T00:00Z'],
	])('%s', (_, countries, first, end) => {
		const [from, to] = [Date.parse(first), Date.parse(end)];
		expect(atEdges(countries, from, to)).toEqual(from === to ? [false, false, false, false] : OPEN_BETWEEN);
	});

	it('says what time it is in each country that is outside, and when all are inside', () => {
		expect(stopAt(['DE', 'JP', 'TR'], Date.parse('2026-01-15T18:30Z'))).toEqual({
			message: `'Send Only Between' allows "${NAME}" only between 09:00 and 20:00 where the contacts live, and it is 03:30 in Japan, 21:30 in Türkiye`,
			advice:
				'All contacts are within these hours from Fri, Jan 16, 09:00 to 12:00 (Europe/Berlin): launch again then. To reach each country at its own hours, make one launch for each.',
		});
		expect(stopAt(['US'], Date.parse('2026-03-28T12:00Z'))).toEqual({
			message: `'Send Only Between' allows "${NAME}" only between 09:00 and 20:00 where the contacts live, and it is 02:00 to 08:00 in United States`,
			advice:
				'All contacts are within these hours from Sat, Mar 28, 20:00 to 01:00 (Europe/Berlin): launch again then.',
		});
	});

	it('says if there is no such time, and what to do', () => {
		const never = 'In the next 7 days, these countries are never all within these hours at once. Split the contacts';
		expect(stopAt(['BR', 'JP'], Date.parse('2026-01-15T12:00Z'))?.advice).toContain(never);
		const wide = stopAt(['DE', 'US'], Date.parse('2026-01-15T12:00Z'), ['09:00', '12:00'])?.advice;
		expect(wide).toContain('all time zones of United States are never within these hours at once');
	});

	it.each([
		[['AC', 'DE'], 'Ascension Island'],
		[['+870…', 'DE'], '+870…'],
	])('what is not known is never inside: %j', (countries, name) => {
		for (let hour = 0; hour < 24; hour++) {
			const stop = stopAt(countries, Date.parse('2026-01-15T00:00Z') + hour * HOUR);
			expect(stop?.message).toContain(`It is not known what time it is for some contacts (${name})`);
			expect(stop?.advice).toContain('on their own');
		}
	});

	it('names five countries at most', () => {
		const { message = '' } =
			stopAt(
				countryCodes.filter((code) => !['AC', 'TA'].includes(code)),
				0,
			) ?? {};
		expect(message).toMatch(/ in \S[^,]*(, \d\d:\d\d[^,]* in [^,]+){4}, and \d+ more$/);
	});
});
