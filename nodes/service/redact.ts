import { keyAsSent } from './credential';
import { isObject, parsedJson } from './values';

const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type Redact = (text: string) => string;

const asIs: Redact = (text) => text;

/** The key as it is, and as JSON, addresses and base64 write it. */
export function hideKeyInMessages(key: string): Redact {
	const sent = keyAsSent(key);
	if (sent === '') return asIs;
	const spellings = spellingsOf(sent);
	// Digits within a longer number are no key: a phone or a moment may hold them by chance.
	const onItsOwn = /^\d+$/.test(sent) ? new RegExp(`(?<!\\d)${sent}(?!\\d)`, 'g') : undefined;
	return (text) => {
		let hidden = text;
		for (const spelling of spellings) {
			const pattern = spelling === sent && onItsOwn ? onItsOwn : spelling;
			// Most texts hold none of them, and to look for that is quick.
			if (hidden.includes(spelling)) hidden = hidden.replaceAll(pattern, HIDDEN);
		}
		return hidden;
	};
}

/** For whole answers. JSON stays JSON: a key of digits may stand there as a number. */
export function hideKeyInAnswers(key: string): Redact {
	const hide = isDistinct(key) ? hideKeyInMessages(key) : asIs;
	return (answer) => {
		const hidden = hide(answer);
		if (hidden === answer || parsedJson(answer) === undefined || parsedJson(hidden) !== undefined) return hidden;
		const inside = (_name: string, value: unknown): unknown => {
			if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), one]));
			return typeof value === 'string' || String(value) === keyAsSent(key) ? hide(String(value)) : value;
		};
		return JSON.stringify(parsedJson(answer), inside);
	};
}

const isDistinct = (key: string) => keyAsSent(key).length >= SHORTEST_DISTINCT_KEY;

/** The longest first, as one may hold another. */
function spellingsOf(key: string): string[] {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inAddress = encodeURIComponent(key);
	const spellings = [
		key,
		inJson,
		inJson.replaceAll('/', '\\/'),
		inAddress,
		inAddress.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
		inAddress.replaceAll('%20', '+'),
		encodeURI(key),
		// In base64 a short key is as short as a word.
		...(isDistinct(key) ? inBase64(key) : []),
	];
	return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

/** Both alphabets, and each as an address writes it. */
function inBase64(key: string): string[] {
	const bytes = Buffer.from(key);
	const written = [bytes.toString('base64'), bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url')];
	return [...written, ...written.map(encodeURIComponent)];
}
