import { plainText, trimmed } from './values';

const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

/** Blanks, line breaks and letters without a width around a key come along when it is pasted. */
export const keyAsSent = (apiKey: unknown): string => trimmed(plainText(apiKey));

/** Why the API key cannot be used, in words that do not show it. n8n's HTTP client would drop such letters and send another key. */
export function apiKeyComplaint(apiKey: unknown): string | undefined {
	const key = keyAsSent(apiKey);
	if (key === '') return "'API Key' is empty: open the credential and enter the API key of your account";
	const cannotBeSent = Array.from(key).some((letter) => letter !== ' ' && /[\p{C}\p{Z}]|[^\0-\xff]/u.test(letter));
	if (!cannotBeSent) return undefined;
	return "'API Key' contains a character that cannot be sent, often an invisible one: copy the key again without it";
}

export type Redact = (text: string) => string;

/** The key as it is, and as JSON and addresses write it. */
export function hideKeyInMessages(key: string): Redact {
	if (key === '') return (text) => text;
	const spelled = Array.from(key).map(spellingsOf).join('');
	// Digits within a longer number are no key: a phone or a moment may hold them by chance.
	const pattern = new RegExp(/^\d+$/.test(key) ? `(?<!\\d)${spelled}(?!\\d)` : spelled, 'g');
	return (text) => text.replace(pattern, HIDDEN);
}

/** For whole answers. */
export const hideKeyInAnswers = (key: string): Redact =>
	hideKeyInMessages(key.length < SHORTEST_DISTINCT_KEY ? '' : key);

/** A pattern for one letter of the key, the longest first, as one may begin with another. */
function spellingsOf(letter: string): string {
	const inJson = JSON.stringify(letter).slice(1, -1);
	const inAddress = encodeURIComponent(letter);
	const code = letter.charCodeAt(0).toString(16).padStart(4, '0');
	const spellings = [letter, inJson, `\\u${code}`, `\\u${code.toUpperCase()}`];
	if (letter === '/') spellings.push('\\/');
	if (letter === ' ') spellings.push('+');
	if (inAddress !== letter) spellings.push(inAddress, inAddress.toLowerCase());
	const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
	return `(?:${longestFirst.map((spelling) => spelling.replace(/[^\p{L}\p{N}%]/gu, '\\$&')).join('|')})`;
}
