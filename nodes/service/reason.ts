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
	if (kind === 'html') return tidy(/<title[^>]*>([^<]*)<\/title>/i.exec(answer.body)?.[1] ?? '');
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

function tidy(text: string): string {
	const line = text
		.replace(/[\p{Cc}\s]+/gu, ' ')
		// n8n gives up re-activating a workflow whose trigger fails with this word in the message.
		.replace(/authorization/gi, 'authentication')
		.trim();
	return shortened(line, LONGEST_REASON);
}
