import { DateTime } from 'luxon';
import type { FormReader } from '../../service/formReader';

/** The hours of a day in which a launch may go, as minutes after midnight. */
export interface SendHours {
	/** The first minute in which it may go. */
	from: number;
	/** The first minute in which it may not; before `from` where the hours go over midnight. */
	to: number;
}

export function readSendHours(form: FormReader): SendHours {
	const hours = { from: minutes(form, 'from'), to: minutes(form, 'to') };
	if (hours.from === hours.to) form.refuse('to', "is the same as 'From'", 'Enter two different times.');
	return hours;
}

function minutes(form: FormReader, name: string): number {
	const [, hour, minute] = /^(\d{1,2}):([0-5]\d)$/.exec(form.text(name)) ?? [];
	if (hour === undefined || Number(hour) > 23) form.refuse(name, 'is not a time of day', 'Write it as 09:00 or 21:30.');
	return Number(hour) * 60 + Number(minute);
}

/** What time it is there when a launch may not go; undefined when it may. */
export function timeOutside({ from, to }: SendHours, now: number, zone: string): string | undefined {
	const time = DateTime.fromMillis(now, { zone });
	const minute = time.hour * 60 + time.minute;
	const isInside = from < to ? from <= minute && minute < to : from <= minute || minute < to;
	return isInside ? undefined : time.toFormat('HH:mm');
}

export const shownHours = ({ from, to }: SendHours) => `${shown(from)} and ${shown(to)}`;

const shown = (minute: number) => DateTime.utc(2000).plus({ minutes: minute }).toFormat('HH:mm');
