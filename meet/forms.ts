import { parseBody } from '../nodes/service/answers';
import type { RecordedAnswer } from '../simulator';
import type { Answered } from './exchange';
import { shownWord } from './secrets';

/** What an answer is, without any text of the service in it. */

export type Form = 'json' | 'html' | 'text' | 'empty';

export const formOf = (answer: Answered): Form => parseBody(answer).kind;

export const jsonOf = (answer: Answered): unknown => parseBody(answer).value;

const FORM_WORDS: Record<Form, string> = { json: 'JSON', html: 'a web page', text: 'plain text', empty: 'no body' };

/** For example "HTTP 404 with JSON (application/json)". */
export function describeAnswer(answer: Answered, hide: Hide): string {
	const type = contentTypeOf(answer, hide);
	return `HTTP ${answer.status} with ${FORM_WORDS[formOf(answer)]}${type === null ? '' : ` (${type})`}`;
}

type Hide = (text: string) => string;

/** Null if there is none, or one that may hold more than a type. */
export function contentTypeOf({ headers }: Answered, hide: Hide): string | null {
	const type = headers['content-type'] ?? '';
	return /^[\w.+-]{1,40}\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/i.test(type) && hide(type) === type ? type : null;
}

/** The parts of an answer that are the same whenever a service behaves the same. */
export const comparable = (answer: Answered, hide: Hide) => ({
	status: answer.status,
	form: formOf(answer),
	contentType: contentTypeOf(answer, hide),
});

const PLAYED_WORDS = "The service's own words";
const PLAYED_TEXTS: Record<Exclude<Form, 'json'>, string> = {
	html: `<!DOCTYPE html><html><head><title>${PLAYED_WORDS}</title></head><body></body></html>`,
	text: PLAYED_WORDS,
	empty: '',
};

/** How the simulator plays such an answer: its structure, names, yes, no and small numbers; each text is replaced. */
export function recordedAnswer(answer: Answered, hide: Hide, promotionId?: string): RecordedAnswer {
	const form = formOf(answer);
	const value = form === 'json' ? skeletonOf(jsonOf(answer), hide, promotionId) : undefined;
	const text = form === 'json' ? JSON.stringify(value ?? {}) : PLAYED_TEXTS[form];
	return { status: answer.status, contentType: contentTypeOf(answer, hide), text };
}

const MOST_LEVELS = 8;
const MOST_ENTRIES = 3;
/** Codes and statuses stay; a larger number may be a phone or a time. */
const LARGEST_NUMBER = 999;

function skeletonOf(value: unknown, hide: Hide, promotionId: string | undefined, level = 0): unknown {
	if (promotionId !== undefined && String(value) === promotionId) return '${promotionId}';
	if (typeof value === 'string') return value === '' ? '' : PLAYED_WORDS;
	if (typeof value === 'number') return Math.abs(value) <= LARGEST_NUMBER ? value : 0;
	if (typeof value !== 'object' || value === null) return value;
	if (level >= MOST_LEVELS) return null;
	const inner = (one: unknown) => skeletonOf(one, hide, promotionId, level + 1);
	if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(inner);
	return Object.fromEntries(
		Object.entries(value).map(([name, one], index) => [shownWord(name, hide) ?? `field${index}`, inner(one)]),
	);
}

/** Where a value stands in an answer, such as "data.promotionId"; undefined if nowhere. */
export function placeOf(value: unknown, wanted: string, hide: Hide, level = 0): string | undefined {
	if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return undefined;
	for (const [name, one] of Object.entries(value)) {
		const shown = shownWord(name, hide) ?? '…';
		if ((typeof one === 'string' || typeof one === 'number') && String(one) === wanted) return shown;
		const below = placeOf(one, wanted, hide, level + 1);
		if (below !== undefined) return `${shown}.${below}`;
	}
	return undefined;
}

/** The pattern that the simulator makes IDs of: 9 for digits, f, F, z, Z for letters. */
export function patternOf(id: string): string {
	const isHex = /^[\da-f-]+$/i.test(id) && /[a-f]/i.test(id);
	const signs = Array.from(id.slice(0, 64), (sign) => {
		if (/\d/.test(sign)) return isHex ? (/[A-F]/.test(id) ? 'F' : 'f') : '9';
		if (/[a-z]/.test(sign)) return isHex ? 'f' : 'z';
		if (/[A-Z]/.test(sign)) return isHex ? 'F' : 'Z';
		return /[-_.:]/.test(sign) ? sign : '-';
	});
	return signs.join('');
}
