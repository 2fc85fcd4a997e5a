import { plainText } from './values';

/** Times with a zone in an unambiguous format, as in ISO, databases, and email and HTTP headers. */
const WITH_ZONE = /^(?:\d{4}-|\w{3}, ).*\d:\d{2}(?:\.\d+)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
/** JavaScript's last date. */
const LATEST_DATE_MS = 8.64e15;
/** Not a rounded number such as 1.77E+12. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/** No campaign is older, so an earlier time is no time: 0, or a date in digits such as 20260301. */
const EARLIEST_MS = Date.UTC(2000, 0);

/** Null if it is no usable time. Text must name its time zone. The API document does not say the unit of a number, so its size decides. */
export function timestampMs(value: unknown): number | null {
	const text = plainText(value).trim();
	const ms = WITH_ZONE.test(text) ? Date.parse(text) : numberToMs(text);
	return ms !== null && ms >= EARLIEST_MS ? ms : null;
}

function numberToMs(text: string): number | null {
	if (!NUMBER.test(text)) return null;
	const number = Number(text);
	if (number < 1e11) return number * 1e3; // seconds
	if (number < 1e13) return number; // milliseconds
	if (number < 1e14) return null; // a date in digits, such as 20260301101500
	if (number < 1e17) return number / 1e3; // microseconds
	return number / 1e6; // nanoseconds
}

export function timestampIso(value: unknown): string | null {
	const ms = timestampMs(value);
	return ms === null || ms > LATEST_DATE_MS ? null : new Date(ms).toISOString();
}
