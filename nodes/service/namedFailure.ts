import { readBody } from './answers';
import type { Answer } from './types';
import { isObject } from './values';

/** Not those of what is yet to come, such as "not started". */
const DONE = 'accepted|launched|created|approved|allowed|authori[sz]ed|found|valid|permitted|successful|ok';
const NO = new RegExp(
	String.raw`\b(err|errors?|fail(ed|ure|s)?|faults?|exceptions?|invalid|reject(ed|ion)?|refused|denied|declined|unauthori[sz]ed|forbidden|unavailable|unhealthy|no healthy|unable|unsuccessful|nok|nack|bad (gateway|request)|maintenance|time ?out|timed out|too many requests|(not|never|cannot be|no) (${DONE}))\b`,
	'i',
);
const YES =
	/\b(ok(ay)?|success(ful|fully)?|accepted|launched|created|queued|scheduled|started|sent|received|submitted)\b/i;
const NOT_YES = new RegExp(
	String.raw`\b(not|never|cannot|nothing|no|failed to|unable to)( be| yet| been)* (${DONE})\b`,
	'i',
);
/** Sentences that a gateway or a framework puts in place of an answer. */
const FAULT_SENTENCE =
	/^(internal (server )?error|bad (gateway|request)|gateway time-?out|service (is )?(temporarily )?unavailable|too many requests|not found|forbidden|unauthori[sz]ed|an? (\w+ )?error (has )?occurred|something went wrong|failed to \w+|unable to \w+|could not \w+|cannot \w+)\b/i;

/** Where answers say how it went, and around what they say it. */
const SAYS_YES = ['success', 'successful', 'succeeded', 'ok', 'accepted', 'issuccess', 'issuccessful', 'isok'];
const SAYS_TRUE = ['valid', 'isvalid', 'launched', 'created', 'approved', 'status', 'result'];
const SAYS_NO = ['failed', 'iserror', 'haserror', 'haserrors'];
const SAYS_WHY = ['error', 'errors', 'errormessage', 'errorcode', 'errcode', 'errno', 'fault', 'exception'];
const SAYS_HOW =
	/^((response|result|error|http|request)?(status|code|statuscode|statustext)|state|result|outcome|stat|ack|type|severity|level)$/;
const SAYS_WHAT = ['message', 'msg', 'description', 'detail', 'reason', 'title'];
const WRAPPERS = [
	'data',
	'result',
	'results',
	'response',
	'responses',
	'body',
	'meta',
	'promotion',
	'head',
	'header',
	'payload',
	'status',
];
const NOTHING = /^(|0|no|none|null|nil|false|n\/?a|no errors?|-)$/i;
const DEEPEST = 4;

/**
 * Services that answer 200 also to what they did not take say so in the body. Other texts of it are not searched, as the name of a
 * campaign may hold any word. A match does not mean that it failed: the list of promotions decides.
 */
export function namesFailure(answer: Pick<Answer, 'body'>): boolean {
	const { kind, value } = readBody(answer);
	if (kind === 'text') return isNo(answer.body);
	if (kind !== 'json') return false;
	return typeof value === 'string' ? isNo(value) : value === false || saysFailure(value, DEEPEST);
}

function saysFailure(value: unknown, levels: number): boolean {
	if (levels === 0) return false;
	if (Array.isArray(value)) return value.some((one) => saysFailure(one, levels - 1));
	if (!isObject(value)) return false;
	return Object.entries(value).some(([name, said]) => {
		const key = name.toLowerCase().replace(/[_-]/g, '');
		if (SAYS_YES.includes(key) && /^(false|0|no)$/i.test(plain(said))) return true;
		if (SAYS_TRUE.includes(key) && /^false$/i.test(plain(said))) return true;
		if (SAYS_NO.includes(key) && /^(true|1|yes)$/i.test(plain(said))) return true;
		if (SAYS_WHY.includes(key) && isSomething(said)) return true;
		if (SAYS_HOW.test(key) && isFailure(said)) return true;
		if (SAYS_WHAT.includes(key) && typeof said === 'string' && isFaultSentence(said)) return true;
		return WRAPPERS.includes(key) && saysFailure(said, levels - 1);
	});
}

/** Words that hang together by underscores or capital letters count as words, too. */
const spaced = (text: string) =>
	text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[_-]+/g, ' ')
		.trim();

function isNo(text: string): boolean {
	const words = spaced(text);
	if (/^no errors?$/i.test(words)) return false;
	return /^false$/i.test(words) || NOT_YES.test(words) || (NO.test(words) && !YES.test(words));
}

const isFaultSentence = (text: string) => FAULT_SENTENCE.test(text.trim()) || NOT_YES.test(text);

function isFailure(said: unknown): boolean {
	const text = plain(said);
	if (!/^-?\d+$/.test(text)) return typeof said === 'string' && isNo(said);
	const code = Number(text);
	// Some services put three more digits behind those of HTTP.
	return code < 0 || (code >= 400 && code < 600) || (code >= 40_000 && code < 60_000);
}

function isSomething(said: unknown): boolean {
	if (Array.isArray(said)) return said.some(isSomething);
	if (isObject(said)) return Object.values(said).some(isSomething);
	return !NOTHING.test(plain(said).trim());
}

const plain = (said: unknown) => (['string', 'number', 'boolean'].includes(typeof said) ? String(said) : '');
