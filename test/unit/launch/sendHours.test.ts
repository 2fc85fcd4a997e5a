import { shownHours, timeOutside, type SendHours } from '../../../nodes/RcsPromotion/launch/sendHours';

const hours = (from: string, to: string): SendHours => {
	const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
	return { from: minutes(from), to: minutes(to) };
};
const at = (time: string, zone = 'UTC', date = '2026-03-31') => [Date.parse(`${date}T${time}Z`), zone] as const;

describe('the hours in which a launch may go', () => {
	it.each<[SendHours, open: string[], closed: string[]]>([
		[hours('09:00', '20:00'), ['09:00:00', '12:00:00', '19:59:59'], ['08:59:59', '20:00:00', '00:00:00', '23:59:59']],
		[hours('22:00', '02:00'), ['22:00:00', '23:59:59', '00:00:00', '01:59:59'], ['21:59:59', '02:00:00', '12:00:00']],
		[hours('00:00', '00:01'), ['00:00:00', '00:00:59'], ['00:01:00', '23:59:59']],
		[hours('09:30', '00:00'), ['09:30:00', '23:59:59'], ['09:29:59', '00:00:00']],
	])('%j', (given, open, closed) => {
		for (const time of open) expect([time, timeOutside(given, ...at(time))]).toEqual([time, undefined]);
		for (const time of closed) expect([time, timeOutside(given, ...at(time))]).toEqual([time, time.slice(0, 5)]);
	});

	it('are those of the zone, also on the day on which its clocks change', () => {
		const day = hours('09:00', '20:00');
		expect(timeOutside(day, ...at('07:30:00', 'Europe/Berlin', '2026-03-28'))).toBe('08:30');
		expect(timeOutside(day, ...at('07:30:00', 'Europe/Berlin', '2026-03-29'))).toBeUndefined();
		expect(timeOutside(day, ...at('12:59:00', 'America/New_York', '2026-03-29'))).toBe('08:59');
	});

	it('are shown as they are written', () => {
		expect(shownHours(hours('09:05', '00:00'))).toBe('09:05 and 00:00');
	});
});
