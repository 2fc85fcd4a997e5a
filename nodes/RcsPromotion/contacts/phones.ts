/** How a phone number departs from the usual form. */
export type PhoneOddity = 'missing' | 'tooShort' | 'tooLong' | 'shortened' | 'otherCharacters';

export interface PhoneReading {
	/** Equal for two spellings of the same number; 0 when there is nothing to compare. */
	key: number;
	oddity?: PhoneOddity;
}

const MINIMUM_DIGITS = 7;
const MAXIMUM_DIGITS = 15;
/** Beyond every key made of digits: a 1 and fifteen digits stay below it. */
const FIRST_TEXT_KEY = 2 ** 52;
/** The characters that `regularPhoneKey` goes along with. */
const USUAL_CHARACTERS = /^[ \t\u00a0\u2000-\u200a\u202f().-]*\+?[\d \t\u00a0\u2000-\u200a\u202f().-]*$/;

/**
 * Reads a phone number in usual form without making a single object, as this runs for each of a million rows.
 * The key is a 1 followed by the digits, so that leading zeros count. 0 for any other text.
 */
export function regularPhoneKey(text: string): number {
	let key = 1;
	let digits = 0;
	let hasPrefix = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code >= 48 && code <= 57) {
			key = key * 10 + (code - 48);
			digits++;
			if (key === 100 && !hasPrefix) {
				hasPrefix = true;
				key = 1;
				digits = 0;
			} else if (digits > MAXIMUM_DIGITS) return 0;
		} else if (code === 43) {
			if (hasPrefix || digits > 0) return 0;
			hasPrefix = true;
		} else if (!isPunctuation(code)) return 0;
	}
	return digits < MINIMUM_DIGITS ? 0 : key;
}

export function readPhone(text: string): PhoneReading {
	const key = regularPhoneKey(text);
	if (key > 0) return { key };
	const trimmed = text.trim();
	if (trimmed === '') return { key: 0, oddity: 'missing' };
	if (/^\d+([.,]\d+)?e\+?\d+$/i.test(trimmed)) return { key: 0, oddity: 'shortened' };
	const digits = trimmed.replace(/\D/g, '').replace(/^00/, '');
	const oddity = !USUAL_CHARACTERS.test(trimmed)
		? 'otherCharacters'
		: digits.length < MINIMUM_DIGITS
			? 'tooShort'
			: 'tooLong';
	// Words tell numbers apart ("ext. 12", "FLOWERS"); other marks do not.
	const compared = /\p{L}|(?![0-9])\p{N}|[*#?_]/u.test(trimmed) ? trimmed.toLowerCase() : digits;
	if (digits === '') return { key: 0, oddity };
	return { key: regularPhoneKey(compared) || textKey(compared), oddity };
}

/** Spaces of all kinds within a line, tabs, and - . ( ) */
function isPunctuation(code: number): boolean {
	if (code < 128) return code === 32 || code === 40 || code === 41 || code === 45 || code === 46 || code === 9;
	return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f;
}

/** FNV-1a in two halves, 52 bits of it. */
function textKey(text: string): number {
	let low = 0x811c9dc5;
	let high = 0xcbf29ce4;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		low = Math.imul(low ^ code, 0x01000193);
		high = Math.imul(high ^ code, 0x85ebca6b) + low;
	}
	return FIRST_TEXT_KEY + ((high >>> 0) & 0xfffff) * 2 ** 32 + (low >>> 0);
}
