import { isSuccess, readBody } from './answers';
import type { Answer, Outcome } from './types';
import { isListOrObject } from './values';

interface Judgement {
	/**
	 * How a write ended. refused: the service made nothing of it, so it may be sent again. unknown: it may have been done; to take it for
	 * refused could message everyone twice.
	 */
	write: 'accepted' | 'refused' | 'unknown';
	/** Whether the same request may succeed later without anybody doing anything. */
	isTemporary: boolean;
}

/** The first code that fits counts. */
const WITHOUT_ANSWER: Array<[codes: RegExp, Judgement['write'], isTemporary: boolean]> = [
	// Never connected, so nobody read a byte.
	[/^(ECONNREFUSED|EAI_AGAIN)$/, 'refused', true],
	[/^(ENOTFOUND|ERR_INVALID_URL|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/, 'refused', false],
	// Stopped by a person; a fault that is not of the network; or an answer that would be as large the next time.
	[/^(ERR_CANCELED|ERR_ANSWER_TOO_LARGE)?$/, 'unknown', false],
	[/./, 'unknown', true],
];

/** The first that fits counts. The document names no status, so this is what they mean in HTTP. */
const WITH_ANSWER: Array<[fits: (answer: Answer) => boolean, Judgement['write'], isTemporary: boolean]> = [
	// From whatever stands before the service: a sign-in, a proxy, a wrong address.
	[(answer) => isSuccess(answer) && readBody(answer).kind === 'html', 'unknown', false],
	[(answer) => isSuccess(answer) && namesFailure(answer), 'unknown', true],
	// A read of which nothing can be made was cut off, or comes from a service that is just starting.
	[isSuccess, 'accepted', true],
	[({ status }) => status === 408, 'unknown', true],
	[({ status }) => status === 429, 'refused', true],
	[({ status }) => status >= 400 && status < 500, 'refused', false],
	[({ status }) => status >= 500 && status < 600, 'unknown', true],
];

/** What an outcome says about a write, and about trying a read again: the one place that decides either. */
export function judge(outcome: Outcome): Judgement {
	const found =
		outcome.kind === 'noAnswer'
			? WITHOUT_ANSWER.find(([codes]) => codes.test(outcome.code))
			: WITH_ANSWER.find(([fits]) => fits(outcome));
	const [, write, isTemporary] = found ?? [undefined, 'unknown' as const, false];
	return { write, isTemporary };
}

/** How deep services wrap what they say: {"response": {"data": {"success": false}}}. */
const DEEPEST = 3;

/**
 * Whether an answer with a status of success plainly says in its body that nothing came of it: `success` or `ok` is false, there is
 * something in `error` or `errors`, or a status of 400 or more. Nothing else is judged by its words. Even so it does not mean that it
 * failed: the list of promotions decides.
 */
export function namesFailure(answer: Pick<Answer, 'body'>): boolean {
	const { kind, value } = readBody(answer);
	return kind === 'json' && saysFailure(value, DEEPEST);
}

function saysFailure(value: unknown, levels: number): boolean {
	if (!isListOrObject(value) || levels === 0) return false;
	return Object.entries(value).some(([name, said]) => isFailure(name, said) || saysFailure(said, levels - 1));
}

function isFailure(name: string, said: unknown): boolean {
	if (/^(success|ok)$/i.test(name)) return said === false || said === 'false';
	if (/^errors?$/i.test(name)) return isSomething(said);
	return /^(status|status_?code|code)$/i.test(name) && Number(said) >= 400;
}

const isSomething = (said: unknown): boolean =>
	isListOrObject(said) ? Object.values(said).some(isSomething) : Boolean(said);
