const HIDDEN = '[hidden]';

/** Below this length a key may occur in ordinary data by chance, so only messages are searched for it, not answers. */
const SHORTEST_DISTINCT_KEY = 8;

export type Redact = (text: string) => string;

/** The key in whatever spelling a service may echo it, letter by letter: JSON, URL and HTML each escape others. */
export function hideKeyInMessages(key: string): Redact {
	// Blanks around it are lost on the way to the service.
	const sent = key.trim();
	if (sent === '') return (text) => text;
	const base64 = [...new Set([key, sent])].map((text) => escaped(Buffer.from(text).toString('base64')));
	const pattern = new RegExp([Array.from(sent, anySpelling).join(''), ...base64].join('|'), 'g');
	return (text) => text.replace(pattern, HIDDEN);
}

export function hideKeyInAnswers(key: string): Redact {
	return key.trim().length < SHORTEST_DISTINCT_KEY ? (text) => text : hideKeyInMessages(key);
}

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
