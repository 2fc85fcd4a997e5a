import { readBody } from './answers';
import type { Answer } from './types';
import { isObject } from './values';

const FAILURE =
	/^(fail(ed|ure)?|errors?|reject(ed|ion)?|refused|denied|declined|invalid|unsuccessful|unauthorized|forbidden)\b/i;
/** Where answers say how it went, and around what they say it. */
const SAYS_YES = ['success', 'successful', 'succeeded', 'ok', 'accepted'];
const SAYS_NO = ['failed', 'iserror', 'haserror', 'haserrors'];
const SAYS_WHY = ['error', 'errors', 'errormessage', 'errorcode', 'fault', 'exception'];
const SAYS_HOW = ['status', 'state', 'result', 'outcome', 'code', 'statuscode'];
const WRAPPERS = ['data', 'result', 'response', 'body', 'meta', 'promotion'];
const NOTHING = /^\s*(|0|no|none|null|nil|false|n\/?a|no errors?|-)\s*$/i;

/** Services that answer 200 also to what they did not take say so in the body. Its texts are not searched: a name may hold anything. */
export function namesFailure(answer: Pick<Answer, 'body'>): boolean {
	const { kind, value } = readBody(answer);
	if (kind === 'text') return new RegExp(`${FAILURE.source}\\s*([:!.–-]|$)`, 'i').test(answer.body.trim());
	return kind === 'json' && saysFailure(value, 2);
}

function saysFailure(value: unknown, levels: number): boolean {
	if (!isObject(value)) return false;
	return Object.entries(value).some(([name, said]) => {
		const key = name.toLowerCase().replace(/[_-]/g, '');
		if (SAYS_YES.includes(key) && /^(false|0|no)$/i.test(plain(said))) return true;
		if (SAYS_NO.includes(key) && /^(true|1|yes)$/i.test(plain(said))) return true;
		if (SAYS_WHY.includes(key) && isSomething(said)) return true;
		if (SAYS_HOW.includes(key) && isFailure(said)) return true;
		return levels > 1 && WRAPPERS.includes(key) && saysFailure(said, levels - 1);
	});
}

const isFailure = (said: unknown) =>
	typeof said === 'string' && !/^\d+$/.test(said)
		? FAILURE.test(said.trim())
		: Number(said) >= 400 && Number(said) < 600;

function isSomething(said: unknown): boolean {
	if (Array.isArray(said)) return said.some(isSomething);
	if (isObject(said)) return Object.values(said).some(isSomething);
	return !NOTHING.test(plain(said));
}

const plain = (said: unknown) => (['string', 'number', 'boolean'].includes(typeof said) ? String(said) : '');
