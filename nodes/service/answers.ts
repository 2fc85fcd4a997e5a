import type { Answer } from './types';
import { isObject, parsedJson, shortened } from './values';

/** Of an answer that is read as a whole, as all but reports are: room for a list of some 100,000 promotions. */
export const LARGEST_ANSWER_MB = 64;

/** The code of an answer that went on beyond that. */
export const TOO_LARGE = 'ERR_ANSWER_TOO_LARGE';

interface ReadBody {
	kind: 'json' | 'html' | 'text' | 'empty';
	/** The parsed value; only for JSON. */
	value?: unknown;
}

/** What a body really is. The content type is a hint at most: services send HTML as JSON and JSON as text. */
export function readBody({ body }: Pick<Answer, 'body'>): ReadBody {
	const text = body.replace(/^\uFEFF/, '').trim();
	if (text === '') return { kind: 'empty' };
	if (looksLikeHtml(text)) return { kind: 'html' };
	const value = parsedJson(text);
	return value === undefined ? { kind: 'text' } : { kind: 'json', value };
}

export function looksLikeHtml(text: string): boolean {
	return /^\s*(<!doctype\s+html|<html|<head|<body|<!--)/i.test(text.slice(0, 1000));
}

export const isSuccess = ({ status }: Pick<Answer, 'status'>) => status >= 200 && status < 300;
export const isRedirect = ({ status }: Pick<Answer, 'status'>) => status >= 300 && status < 400;

const LONGEST_REASON = 300;
const DEEPEST = 6;
/** Where services put words for people, the most telling first. */
const TELLING_NAMES = [
	'message',
	'error_description',
	'errormessage',
	'detail',
	'details',
	'reason',
	'description',
	'title',
	'error',
	'errors',
];

/** What the service says about a refusal, out of a body of any shape; empty when it says nothing readable. */
export function serviceReason(answer: Pick<Answer, 'body'>): string {
	const { kind, value } = readBody(answer);
	if (kind === 'json') return tidy(tellingText(value, 0) ?? '');
	return tidy(kind === 'html' ? headline(answer.body) : answer.body);
}

function tellingText(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	if (typeof value === 'number' && depth > 0) return String(value);
	if (depth > DEEPEST) return undefined;
	if (Array.isArray(value)) {
		const texts = value.slice(0, 5).flatMap((entry) => tellingText(entry, depth + 1) ?? []);
		return texts.length > 0 ? texts.join('; ') : undefined;
	}
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry] as const);
	const telling = TELLING_NAMES.flatMap((name) => entries.filter(([given]) => given === name));
	// In an unknown shape any words are better than none; bare numbers, which are codes, are not.
	const others = entries.filter(([, entry]) => typeof entry !== 'number');
	for (const [, entry] of [...telling, ...others]) {
		const text = tellingText(entry, depth + 1);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** The title and the main heading of a web page, once where one says it all. */
function headline(page: string): string {
	const title = inside(page, /<title\b[^>]*>/i, /<\/title\s*>/i);
	const heading = inside(page, /<h1\b[^>]*>/i, /<\/h1\s*>/i);
	if (heading.includes(title)) return heading;
	return heading === '' || title.includes(heading) ? title : `${title}: ${heading}`;
}

function inside(page: string, opening: RegExp, closing: RegExp): string {
	const opened = opening.exec(page);
	const rest = opened ? page.slice(opened.index + opened[0].length) : '';
	const html = rest.slice(0, Math.max(0, rest.search(closing)));
	return html
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

function tidy(text: string): string {
	const line = text
		.replace(/[\p{Cc}\s]+/gu, ' ')
		// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
		.replace(/authorization/gi, 'authentication')
		.trim();
	return shortened(line, LONGEST_REASON);
}

/** What may be repeated of what might be a report: words for people, never a row of the report. */
export function quotable(head: string): string {
	const { kind, value } = readBody({ body: head });
	if (kind === 'html') return withoutNumbers(serviceReason({ body: head }));
	if (kind === 'json') {
		const told = isObject(value) ? TELLING_NAMES.find((name) => name in value) : undefined;
		return told === undefined ? '' : withoutNumbers(tidy(tellingText((value as object)[told as never], 1) ?? ''));
	}
	const line = head.trim().split(/[\r\n]/, 1)[0] ?? '';
	const isNoText = /[\p{Cc}\ufffd]/u.test(line.replaceAll('\t', ''));
	const isARow = /[,;\t|].*[,;\t|]/.test(line);
	return isNoText || isARow || /^[{[<]/.test(line) ? '' : withoutNumbers(tidy(line));
}

/** Five digits and more may be somebody's phone number. */
export const withoutNumbers = (text: string) => text.replace(/\+?\p{Nd}(?:[\s()./-]*\p{Nd}){4,}/gu, '…');
