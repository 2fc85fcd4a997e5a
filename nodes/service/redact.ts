import { readBody } from './answers';
import { keyAsSent } from './credential';

const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type Redact = (text: string) => string;

/** The key as it is, and as JSON, addresses and base64 spell it. */
export function hideKeyInMessages(key: string): Redact {
	const sent = keyAsSent(key);
	if (sent === '') return (text) => text;
	const plain = anySpelling(sent);
	// In base64 a short key is as short as a word.
	const base64 = isDistinct(key) ? [inBase64(sent)] : [];
	// Looking around each digit is slow, so a long text is first searched for what has to be looked around at.
	const possibly = new RegExp([plain, ...base64].join('|'));
	const pattern = new RegExp([isNumber(sent) ? onItsOwn(plain) : plain, ...base64].join('|'), 'g');
	return (text) => (possibly.test(text) ? text.replace(pattern, HIDDEN) : text);
}

/** For texts that are data: cells of a report, say. */
export function hideKeyInData(key: string): Redact {
	return isDistinct(key) ? hideKeyInMessages(key) : (text) => text;
}

/**
 * For whole answers. In JSON only texts are touched, and a number that is the key itself: replaced in the raw text, a key of
 * digits would leave a number that nobody can read.
 */
export function hideKeyInAnswers(key: string): Redact {
	const hide = hideKeyInData(key);
	return (answer) => {
		const hidden = hide(answer);
		return hidden === answer ? answer : (hiddenInJson(answer, hide, keyAsSent(key)) ?? hidden);
	};
}

export const isDistinct = (key: string) => keyAsSent(key).length >= SHORTEST_DISTINCT_KEY;

const isNumber = (text: string) => /^\d+$/.test(text);

/** Undefined for what is no JSON, as its value is. */
function hiddenInJson(answer: string, hide: Redact, sent: string): string | undefined {
	const { value } = readBody({ body: answer });
	const asNumber = isNumber(sent) ? Number(sent) : undefined;
	const hidden = (inside: unknown): unknown => {
		if (typeof inside === 'string') return hide(inside);
		if (typeof inside === 'number') return inside === asNumber ? HIDDEN : inside;
		if (Array.isArray(inside)) return inside.map(hidden);
		if (typeof inside !== 'object' || inside === null) return inside;
		return Object.fromEntries(Object.entries(inside).map(([name, entry]) => [hide(name), hidden(entry)]));
	};
	try {
		return JSON.stringify(hidden(value));
	} catch {
		// Nested so deeply that no answer of this service can be meant.
		return undefined;
	}
}

/** Digits within a longer number are no key: a phone or a moment may hold them by chance. Escaped letters end in digits, too. */
const onItsOwn = (digits: string) => `(?:(?<!\\d)|(?<=%[\\da-fA-F]{2})|(?<=\\\\u[\\da-fA-F]{4}))(?:${digits})(?!\\d)`;

/** JSON doubles every backslash. To leave that open for each of them would take twice as long with each. */
function anySpelling(text: string): string {
	const spelled = (backslash: string) => Array.from(text, (letter) => spelledLetter(letter, backslash)).join('');
	return text.includes('\\') ? `(?:${spelled('\\\\\\\\')}|${spelled('\\\\')})` : spelled('');
}

/** A letter as it is, or as the escapes of JSON and of addresses write it. */
function spelledLetter(letter: string, backslash: string): string {
	const units = letter.split('').map((unit) => `\\\\u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
	const bytes = Array.from(Buffer.from(letter), (byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`);
	const spellings = [units.join(''), bytes.join('')];
	if (letter === ' ') spellings.push('\\+');
	// Last, as "%" and the backslash are also how other spellings begin.
	const mayBeEscaped = letter === '"' || letter === '/';
	spellings.push(letter === '\\' ? backslash : (mayBeEscaped ? '\\\\?' : '') + escapedForRegExp(letter));
	return `(?:${spellings.join('|')})`;
}

/** In both alphabets, with its padding or without, and each of these as JSON and addresses spell it. */
function inBase64(text: string): string {
	const letters = Buffer.from(text)
		.toString('base64')
		.replace(/(?<!=)=+$/, '');
	const inAlphabets = (letter: string) =>
		letter === '+' ? `(?:-|${anySpelling('+')})` : letter === '/' ? `(?:_|${anySpelling('/')})` : letter;
	return `${Array.from(letters, inAlphabets).join('')}${anySpelling('=')}{0,2}`;
}

const escapedForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
