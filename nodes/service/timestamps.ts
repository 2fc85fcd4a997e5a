import { plainText } from './values';

/** Times with a zone in an unambiguous format, as in ISO, databases, and email and HTTP headers. */
const WITH_ZONE = /^(?:\d{4}-|\w{3}, ).*\d:\d{2}(?:\.\d+)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
/** JavaScript's last date. */
const LATEST_DATE_MS = 8.64e15;
/** Not a rounded number such as 1.77E+12. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/** Text must name its time zone. The API document does not say the unit of a number, so its size decides. */
export function timestampMs(value: unknown): number | null {
	const text = plainText(value).trim();
	if (WITH_ZONE.test(text)) {
		const ms = Date.parse(text);
		return ms > 0 ? ms : null;
	}
	const number = Number(text);
	if (!NUMBER.test(text) || number === 0) return null;
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
