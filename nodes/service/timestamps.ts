const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Integer timestamps whose unit the document leaves open: the size tells seconds, milli-, micro- and nanoseconds apart. Also ISO text that
 * names its time zone; anything else could be meant in several ways.
 */
export function timestampMs(value: unknown): number | null {
	const text = typeof value === 'string' ? value.trim() : '';
	if (ISO_WITH_ZONE.test(text)) {
		const ms = Date.parse(text);
		return ms > 0 ? ms : null;
	}
	const number = text === '' ? value : Number(text);
	if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null;
	if (number < 1e11) return number * 1e3;
	if (number < 1e14) return number;
	if (number < 1e17) return number / 1e3;
	return number / 1e6;
}

export function timestampIso(value: unknown): string | null {
	const ms = timestampMs(value);
	// Beyond the range of a Date there is nothing readable to say.
	return ms === null || ms > 8.64e15 ? null : new Date(ms).toISOString();
}
