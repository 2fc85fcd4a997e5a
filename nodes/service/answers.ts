import type { Answer } from './types';
import { parsedJson } from './values';

/** Of an answer that is read as a whole, as all but reports are: room for a list of some 100,000 promotions. */
export const LARGEST_ANSWER_MB = 64;

/** The code of an answer that went on beyond that. */
export const TOO_LARGE = 'ERR_ANSWER_TOO_LARGE';

type BodyKind = 'json' | 'html' | 'text' | 'empty';

interface ReadBody {
	kind: BodyKind;
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
