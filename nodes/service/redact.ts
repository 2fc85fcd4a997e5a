import { readBody } from './answers';

const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type Redact = (text: string) => string;

/** The key in whatever spelling a service may echo it, letter by letter: JSON, URL and HTML each escape others. */
export function hideKeyInMessages(key: string): Redact {
	const sent = asSent(key);
	if (sent === '') return (text) => text;
	const base64 = [...new Set([key, sent])].map((text) => escaped(Buffer.from(text).toString('base64')));
	const plain = Array.from(sent, anySpelling).join('');
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
		return hidden === answer ? answer : (hiddenInJson(answer, hide, asSent(key)) ?? hidden);
	};
}

/** Blanks around it are lost on the way to the service. */
export const asSent = (key: string) => key.trim();

export const isDistinct = (key: string) => asSent(key).length >= SHORTEST_DISTINCT_KEY;

const isNumber = (text: string) => /^\d+$/.test(text);

/** Undefined for what is no JSON. */
function hiddenInJson(answer: string, hide: Redact, sent: string): string | undefined {
	const { kind, value } = readBody({ body: answer });
	if (kind !== 'json') return undefined;
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

const NAMED: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function anySpelling(letter: string): string {
	const units = letter
		.split('')
		.map((unit) => `\\\\{1,4}u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
	const bytes = Array.from(Buffer.from(letter), (byte) => `%(?:25){0,3}${anyCase(byte.toString(16).padStart(2, '0'))}`);
	const code = letter.codePointAt(0) ?? 0;
	const spellings = [units.join(''), bytes.join(''), `&#(?:0{0,6}${code}|[xX]0{0,6}${anyCase(code.toString(16))});`];
	const name = NAMED[letter];
	if (name !== undefined) spellings.push(`&${name};`);
	if (letter === ' ') spellings.push('\\+');
	// Last, as "%" and "&" are also how other spellings begin.
	spellings.push(letter === '\\' ? '\\\\{1,8}' : `\\\\{0,4}${escaped(letter)}`);
	return `(?:${spellings.join('|')})`;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
