import type { Answer } from './types';
import { isListOrObject, isObject, parseJson, shortened } from './values';

interface ParsedBody {
	kind: 'json' | 'html' | 'text' | 'empty';
	/** The parsed JSON, nested however deeply. */
	value?: unknown;
}

/** What a body really is. The content type is only a hint: services send HTML as JSON and JSON as text. */
export function parseBody({ body }: Pick<Answer, 'body'>): ParsedBody {
	const text = body.trim();
	if (text === '') return { kind: 'empty' };
	if (looksLikeHtml(text)) return { kind: 'html' };
	const value = parseJson(text);
	return value === undefined ? { kind: 'text' } : { kind: 'json', value };
}

export function looksLikeHtml(text: string): boolean {
	return /^\s*(<!doctype\s+html|<html|<head|<body|<!--)/i.test(text.slice(0, 1000));
}

export const isSuccess = ({ status }: Pick<Answer, 'status'>) => status >= 200 && status < 300;
export const isRedirect = ({ status }: Pick<Answer, 'status'>) => status >= 300 && status < 400;

const LONGEST_REASON = 300;
/** Where services put messages for people, the most informative first. */
const MESSAGE_FIELDS = ['message', 'errormessage', 'detail', 'details', 'reason', 'description', 'error', 'errors'];

/** The service's reason for a refusal, from a body of any shape; empty if there is nothing readable. */
export function readServiceReason(answer: Pick<Answer, 'body'>): string {
	const { kind, value } = parseBody(answer);
	if (kind === 'json') return toOneLine(findMessage(value, 'all'));
	return toOneLine(kind === 'html' ? readHeadline(answer.body) : answer.body);
}

/** What may be quoted from a body that might be a report: a message for people, never a row of the report. */
export function quoteSafely(body: string): string {
	const { kind, value } = parseBody({ body });
	if (kind === 'html') return maskNumbers(toOneLine(readHeadline(body)));
	if (kind === 'json') return maskNumbers(toOneLine(isObject(value) ? findMessage(value, 'messageFields') : ''));
	const line = body.trim().split(/[\r\n]/, 1)[0] ?? '';
	const isBinary = /[\p{Cc}\ufffd]/u.test(line.replaceAll('\t', ''));
	const isRow = /[,;\t|].*[,;\t|]/.test(line);
	const isJsonOrMarkup = /^[{[<]/.test(line);
	return isBinary || isRow || isJsonOrMarkup ? '' : maskNumbers(toOneLine(line));
}

/** Five or more digits may be someone's phone number. */
export const maskNumbers = (text: string) => text.replace(/\+?\p{Nd}(?:[\s()./-]*\p{Nd}){4,}/gu, '…');

/** A body that may be a report must not be searched beyond the fields that hold messages. */
type SearchedFields = 'all' | 'messageFields';

const DEEPEST_MESSAGE = 10;

function findMessage(value: unknown, searched: SearchedFields, depth = 0): string {
	if (typeof value === 'string') return value.trim();
	// A number at the top level is a code, not a message.
	if (typeof value === 'number' && depth > 0) return String(value);
	if (!isListOrObject(value) || depth > DEEPEST_MESSAGE) return '';
	if (Array.isArray(value)) {
		const texts = value.slice(0, 5).map((entry) => findMessage(entry, searched, depth + 1));
		return texts.filter((text) => text !== '').join('; ');
	}
	const entries = Object.entries(value);
	const named = MESSAGE_FIELDS.flatMap((name) => entries.filter(([key]) => key.toLowerCase() === name));
	const others = searched === 'all' ? entries.filter(([, entry]) => typeof entry !== 'number') : [];
	for (const [, entry] of [...named, ...others]) {
		const text = findMessage(entry, searched, depth + 1);
		if (text !== '') return text;
	}
	return '';
}

/** The title and the main heading of a web page. */
function readHeadline(page: string): string {
	const texts = [...page.matchAll(/<(?:title|h1)\b[^<>]*>([^<]*)/gi)].map(([, text = '']) => text.trim());
	return [...new Set(texts)].filter((text) => text !== '').join(': ');
}

function toOneLine(text: string): string {
	return shortened(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), LONGEST_REASON);
}
