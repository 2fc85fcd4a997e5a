import { plainText } from './values';

/** Times with a zone in an unambiguous format, as in ISO, databases, and email and HTTP headers. */
const WITH_ZONE = /^(?:\d{4}-|\w{3}, ).*\d:\d{2}(?:\.\d+)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
/** A rounded number such as 1.77E+12 does not match. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Reads timestamps. The document does not say the unit of numbers, so their size tells seconds, milli-, micro- and nanoseconds apart.
 * Text must name its time zone; anything else would be ambiguous.
 */
export function timestampMs(value: unknown): number | null {
	const text = plainText(value).trim();
	const ms = WITH_ZONE.test(text) ? Date.parse(text) : 0;
	if (ms > 0) return ms;
	const number = NUMBER.test(text) ? Number(text) : 0;
	if (number === 0) return null;
	if (number < 1e11) return number * 1e3;
	if (number < 1e13) return number;
	// A date in digits, such as 20260301101500, is no count of anything.
	if (number < 1e14) return null;
	if (number < 1e17) return number / 1e3;
	return number / 1e6;
}

export function timestampIso(value: unknown): string | null {
	const ms = timestampMs(value);
	// Beyond the range of a Date, there is no ISO text for it.
	return ms === null || ms > 8.64e15 ? null : new Date(ms).toISOString();
}
