const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

/** The key in the spellings in which a service may echo it. */
function spellings(key: string): string[] {
	return [
		...new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), Buffer.from(key).toString('base64')]),
	];
}

export type Redact = (text: string) => string;

export function hideKeyInMessages(key: string): Redact {
	const hidden = key === '' ? [] : spellings(key);
	return (text) => hidden.reduce((result, spelling) => result.replaceAll(spelling, HIDDEN), text);
}

export function hideKeyInAnswers(key: string): Redact {
	return key.length < SHORTEST_DISTINCT_KEY ? (text) => text : hideKeyInMessages(key);
}
