/** With a zone and in an order that is plain, as ISO, databases, and the headers of mails and HTTP write a time. */
const WITH_ZONE = /^(?:\d{4}-|\w{3}, ).*\d:\d{2}(?:\.\d+)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
/** A spreadsheet keeps a long number from being rounded by an apostrophe; one that it did round, as 1.77E+12, names no time. */
const NUMBER = /^'?(\d+(?:\.\d+)?)$/;

/**
 * Integer timestamps whose unit the document leaves open: the size tells seconds, milli-, micro- and nanoseconds apart. Also text that
 * names its time zone; anything else could be meant in several ways.
 */
export function timestampMs(value: unknown): number | null {
	const text = typeof value === 'string' ? value.trim() : '';
	const ms = WITH_ZONE.test(text) ? Date.parse(text) : 0;
	if (ms > 0) return ms;
	const number = typeof value === 'string' ? Number(NUMBER.exec(text)?.[1]) : value;
	if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null;
	if (number < 1e11) return number * 1e3;
	if (number < 1e13) return number;
	// A date in digits, such as 20260301101500, is no count of anything.
	if (number < 1e14) return null;
	if (number < 1e17) return number / 1e3;
	return number / 1e6;
}

export function timestampIso(value: unknown): string | null {
	const ms = timestampMs(value);
	// Beyond the range of a Date there is nothing readable to say.
	return ms === null || ms > 8.64e15 ? null : new Date(ms).toISOString();
}
