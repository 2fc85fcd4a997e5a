import { readBody } from './answers';
import type { Answer } from './types';
import { isListOrObject } from './values';

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
