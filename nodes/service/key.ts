const HIDDEN = '[hidden]';

/** A shorter key may occur in ordinary data by chance, so it is hidden only in messages, not in answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type HideKey = (text: string) => string;

/** Finds the key in plain form, in either case, and as JSON, URLs and HTML write it, also one within another. */
export function hideKeyInMessages(key: string): HideKey {
	const spelled = Array.from(key).map(spellingsOf).join('');
	// An all-digit key is not matched inside a longer number, such as a phone number or a timestamp.
	const pattern = new RegExp(/^\d+$/.test(key) ? `(?<!\\d)${spelled}(?!\\d)` : spelled, 'gi');
	return (text) => text.replace(pattern, HIDDEN);
}

/** The same for whole answers, but only if the key is long enough. */
export const hideKeyInAnswers = (key: string): HideKey =>
	key.length < SHORTEST_DISTINCT_KEY ? (text) => text : hideKeyInMessages(key);

const NAMES_IN_HTML: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A pattern for one character of the key. Longer spellings first: the plain letter would match their beginning. */
function spellingsOf(letter: string): string {
	const inUrl = Buffer.from(letter).toString('hex').replace(/../g, '%(?:25)?$&');
	const code = letter.charCodeAt(0);
	const hex = code.toString(16);
	const inHtml = `&(?:#x0*${hex}|#0*${code}|${NAMES_IN_HTML[letter] ?? '#'});`;
	const inJson = `\\\\{0,3}(?:u${hex.padStart(4, '0')}|${letter.replace(/[^\p{L}\p{N}]/u, '\\$&')})`;
	return `(?:${letter === ' ' ? '\\+|' : ''}${inUrl}|${inHtml}|${inJson})`;
}
