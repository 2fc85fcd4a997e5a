import { isSuccess, parseBody } from './answers';
import type { Answer, Outcome } from './types';
import { isListOrObject, isObject, plainText } from './values';

interface Judgement {
	/** How a write ended. refused: it may be sent again. unknown: sending it again could message everyone twice. */
	writeOutcome: 'accepted' | 'refused' | 'unknown';
	/** Whether the same request may succeed later without anyone doing anything. */
	isTemporary: boolean;
}

/** The first match wins. */
const WITHOUT_ANSWER: Array<[codes: RegExp, Judgement['writeOutcome'], isTemporary: boolean]> = [
	// Never connected, so nothing was received.
	[/^(ECONNREFUSED|EAI_AGAIN|ENOTFOUND)$/, 'refused', true],
	[
		/^(ERR_INVALID_URL|ERR_BLOCKED_BY_N8N|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/,
		'refused',
		false,
	],
	// Stopped by a person, an answer that would be just as large next time, or (without a code) an error that is not of the network.
	[/^(ERR_CANCELED|ERR_ANSWER_TOO_LARGE|)$/, 'unknown', false],
	[/./, 'unknown', true],
];

/** The first match wins. The document names no status codes, so they are read with their usual HTTP meaning. */
const WITH_ANSWER: Array<[fits: (answer: Answer) => boolean, Judgement['writeOutcome'], isTemporary: boolean]> = [
	// From something in front of the service: a sign-in page, a proxy, a wrong address.
	[(answer) => isSuccess(answer) && parseBody(answer).kind === 'html', 'unknown', false],
	[(answer) => isSuccess(answer) && saysFailure(answer), 'unknown', true],
	// Temporary, because a read that can make nothing of a success was cut off, or the service is just starting.
	[(answer) => isSuccess(answer) && isJsonOrNothing(answer), 'accepted', true],
	[isSuccess, 'unknown', true],
	[({ status }) => status === 408, 'unknown', true],
	[({ status }) => status === 429, 'refused', true],
	[({ status }) => status >= 400 && status < 500, 'refused', false],
	[({ status }) => status >= 500 && status < 600, 'unknown', true],
];

/** What an outcome means for a write, and whether to try a read again. The only place that decides this. */
export function judge(outcome: Outcome): Judgement {
	const found =
		outcome.kind === 'noAnswer'
			? WITHOUT_ANSWER.find(([codes]) => codes.test(outcome.code))
			: WITH_ANSWER.find(([fits]) => fits(outcome));
	const [, writeOutcome, isTemporary] = found ?? [undefined, 'unknown' as const, false];
	return { writeOutcome, isTemporary };
}

/** Whatever type it is labelled with. Any other text may come from something in front of the service, or be an error message. */
function isJsonOrNothing(answer: Answer): boolean {
	const { kind, value } = parseBody(answer);
	return kind === 'empty' || isListOrObject(value);
}

/** How deeply services nest the words for a failure: {"response": {"data": {"success": false}}}. */
const FAILURE_LEVELS = 3;

/**
 * Whether an answer with a success status plainly names a failure: `success` or `ok` is false, a field whose name begins with `error` is
 * filled, or a status is 400 or more. No word of a status is taken for one.
 */
export function saysFailure(answer: Pick<Answer, 'body'>): boolean {
	return hasFailure(parseBody(answer).value);
}

export function hasFailure(value: unknown, levels = FAILURE_LEVELS): boolean {
	if (!isListOrObject(value) || levels === 0) return false;
	const hasNoError = isErrorCodeZero(value);
	return Object.entries(value).some(
		([name, entry]) =>
			(isFailure(name, entry) && !(hasNoError && /^error/i.test(name))) || hasFailure(entry, levels - 1),
	);
}

function isFailure(name: string, value: unknown): boolean {
	if (/^(success|ok)$/i.test(name)) return value === false || value === 'false';
	if (/^error/i.test(name)) return isSomething(value);
	return /^(status|status_?code|code)$/i.test(name) && Number(value) >= 400;
}

/** Whether a read says at its top that it failed, so that what else it holds is not to be believed. Some put "none" into `error`. */
export const deniesSuccess = (value: unknown): boolean =>
	isObject(value) &&
	Object.entries(value).some(([name, entry]) => /^(success|ok)$/i.test(name) && isFailure(name, entry));

/** What is deeper counts as filled. */
const isSomething = (value: unknown, levels = 10): boolean =>
	isListOrObject(value)
		? levels === 0 || (!isErrorCodeZero(value) && Object.values(value).some((entry) => isSomething(entry, levels - 1)))
		: Boolean(value) && !isZero(value);

/** Gateways put {"errorCode": "000", "errorMessage": "Done"} into every answer. An error with code 0 is none, whatever its message. */
const isErrorCodeZero = (value: object) =>
	Object.entries(value).some(([name, entry]) => /^(error_?)?code$/i.test(name) && isZero(entry));

const isZero = (value: unknown) => /^0+$/.test(plainText(value));
