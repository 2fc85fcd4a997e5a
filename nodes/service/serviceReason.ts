import { readBody } from './answers';
import { isObject, shortened } from './values';
import type { Answer } from './types';

const LONGEST_REASON = 300;
const DEEPEST = 6;
const TELLING_KEYS = [
	'message',
	'error_description',
	'errorMessage',
	'detail',
	'details',
	'reason',
	'description',
	'msg',
	'title',
	'error',
	'errors',
	'fault',
	'response',
	'data',
];

/** What the service says about a refusal, out of a body of any shape; empty when it says nothing readable. */
export function serviceReason(answer: Pick<Answer, 'body'>): string {
	const { kind, value } = readBody(answer);
	if (kind === 'json') return tidy(tellingText(value, 0) ?? '');
	if (kind === 'html') return tidy(headline(answer.body));
	return tidy(answer.body);
}

function tellingText(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	if (typeof value === 'number') return String(value);
	if (depth > DEEPEST) return undefined;
	if (Array.isArray(value)) {
		const texts = value.slice(0, 5).flatMap((entry) => tellingText(entry, depth + 1) ?? []);
		return texts.length > 0 ? texts.join('; ') : undefined;
	}
	if (!isObject(value)) return undefined;
	const byKey = new Map(Object.entries(value).map(([key, entry]) => [key.toLowerCase(), entry]));
	for (const key of TELLING_KEYS) {
		const text = tellingText(byKey.get(key.toLowerCase()), depth + 1);
		if (text !== undefined) return text;
	}
	// An unknown shape: any words are better than none, bare numbers (codes) are not.
	for (const entry of Object.values(value)) {
		const text = typeof entry === 'number' ? undefined : tellingText(entry, depth + 1);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Of the title and the main heading, the one that says more than what every such page says. */
function headline(page: string): string {
	const [title, heading] = ['title', 'h1'].map((tag) => {
		return insideFirst(tag, page)
			.replace(/<[^<>]*>/g, ' ')
			.replace(/\s+/g, ' ')
			.trim();
	}) as [string, string];
	const told = (text: string) => text.replace(SAID_BY_ALL, '').replace(/[^\p{L}\p{N}]/gu, '').length;
	if (told(heading) !== told(title)) return told(heading) > told(title) ? heading : title;
	return heading.length > title.length ? heading : title;
}

function insideFirst(tag: string, page: string): string {
	const begins = page.search(new RegExp(`<${tag}\\b`, 'i'));
	const rest = page.slice(page.indexOf('>', begins) + 1);
	return rest.slice(0, Math.max(0, rest.search(new RegExp(`</${tag}\\s*>`, 'i'))));
}

const SAID_BY_ALL =
	/\b([1-5]\d\d|https?|error|page|oops|bad (request|gateway)|unauthorized|forbidden|(not|nothing) found|conflict|gateway time-?out|internal server|too many requests|service (temporarily )?unavailable)\b/giu;

function tidy(text: string): string {
	const line = text
		.replace(/[\p{Cc}\s]+/gu, ' ')
		// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
		.replace(/authorization/gi, 'authentication')
		.trim();
	return shortened(line, LONGEST_REASON);
}

const MEANT_FOR_PEOPLE = ['message', 'error_description', 'errorMessage', 'error', 'detail', 'reason', 'title'];

/** What may be repeated of what might be a report: words for people, never a row of the report. */
export function quotable(head: string): string {
	const { kind, value } = readBody({ body: head });
	if (kind === 'html') return withoutNumbers(serviceReason({ body: head }));
	if (kind === 'json') {
		const told = isObject(value) ? MEANT_FOR_PEOPLE.find((name) => name in value) : undefined;
		return told === undefined
			? ''
			: withoutNumbers(serviceReason({ body: JSON.stringify({ [told]: (value as Record<string, unknown>)[told] }) }));
	}
	const line = head.trim().split(/[\r\n]/, 1)[0] ?? '';
	const isNoText = /[\p{Cc}\ufffd]/u.test(line.replaceAll('\t', ''));
	const isARow = /[,;\t|].*[,;\t|]/.test(line);
	return isNoText || isARow || /^[{[<]/.test(line) ? '' : withoutNumbers(serviceReason({ body: line }));
}

/** Five digits and more may be somebody's phone number. */
export const withoutNumbers = (text: string) => text.replace(/\+?\p{Nd}(?:[\s()./-]*\p{Nd}){4,}/gu, '…');
