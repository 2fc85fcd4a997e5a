import { plainText, trimmed } from './values';

const HIDDEN = '[hidden]';

/** A shorter key may occur in ordinary data by chance, so it is hidden only in messages, not in answers. */
const SHORTEST_DISTINCT_KEY = 8;

/** Removes the spaces, line breaks and invisible characters around a key that come from pasting it. */
export const keyAsSent = (apiKey: unknown): string => trimmed(plainText(apiKey));

/** Why the API key cannot be used, without showing it. n8n's HTTP client would drop such characters and send a different key. */
export function apiKeyComplaint(apiKey: unknown): string | undefined {
	const key = keyAsSent(apiKey);
	if (key === '') return "'API Key' is empty: open the credential and enter the API key of your account";
	const cannotBeSent = Array.from(key).some((letter) => letter !== ' ' && /[\p{C}\p{Z}]|[^\0-\xff]/u.test(letter));
	if (!cannotBeSent) return undefined;
	return "'API Key' contains a character that cannot be sent, often an invisible one: copy the key again without it";
}

export type Redact = (text: string) => string;

/** Finds the key in plain form and in the forms that JSON and URLs write it. */
export function hideKeyInMessages(key: string): Redact {
	if (key === '') return (text) => text;
	const spelled = Array.from(key).map(spellingsOf).join('');
	// An all-digit key is not matched inside a longer number, such as a phone number or a timestamp.
	const pattern = new RegExp(/^\d+$/.test(key) ? `(?<!\\d)${spelled}(?!\\d)` : spelled, 'g');
	return (text) => text.replace(pattern, HIDDEN);
}

/** The same for whole answers, but only if the key is long enough. */
export const hideKeyInAnswers = (key: string): Redact =>
	hideKeyInMessages(key.length < SHORTEST_DISTINCT_KEY ? '' : key);

/** A pattern for one character of the key. Longer forms come first, because one may begin with another. */
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
