import { isWithinHours } from '../../../nodes/RcsPromotion/launch/stops';

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
