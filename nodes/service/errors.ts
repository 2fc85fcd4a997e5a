import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { BrokenOff, SILENT } from './answerBody';
import { isRedirect, isSuccess, LARGEST_ANSWER_MB, looksLikeHtml, quotable, readBody, serviceReason } from './answers';
import { judge } from './judgement';
import { namesFailure } from './namedFailure';
import type { Redact } from './redact';
import { NotAReport, UnusableReport } from './reportStream';
import { retryAfterMs } from './retry';
import type { Answer, NoAnswer, Outcome } from './types';
import { asSentence, counted, grouped } from './values';

type Failure = NonNullable<NodeApiError['failure']>;

/** What a request is for, in the words of its messages. */
export interface Purpose {
	/** Completes «The service refused to …», in words of the user: "stop promotion 42". */
	doing: string;
	/** What to try when the service refuses without the fault being the key, the address or its load. */
	advice?: string;
	/** The promotion that the path names. */
	promotionId?: string;
}

interface Explanation {
	message: string;
	description: string;
	httpCode?: string;
	failure?: Failure;
	isTemporary?: boolean;
}

const CHECK_ADDRESS = "Open the credential and check 'Base URL': it is the address of the service without /api/v2.";

/** The one place where an outcome that cannot be used becomes words. */
export function explain(outcome: Outcome, purpose: Purpose, now: number): Explanation {
	const explanation =
		outcome.kind === 'noAnswer' ? explainNoAnswer(outcome, purpose) : explainAnswer(outcome, purpose, now);
	return { ...explanation, isTemporary: judge(outcome).isTemporary };
}

export function toNodeApiError(node: INode, explanation: Explanation, redact: Redact): NodeApiError {
	const message = redact(explanation.message);
	const description = redact(explanation.description);
	const { httpCode, failure } = explanation;
	const error = new NodeApiError(node, { message, description }, { message, description, httpCode, failure });
	// n8n swaps in its own sentence where a message happens to contain a code of the system, as a campaign's name may.
	error.message = message;
	error.description = description;
	if (explanation.isTemporary === true)
		temporaryFaults.set(error, (failure && 'retryAfterMs' in failure && failure.retryAfterMs) || 0);
	return error;
}

/** Beside the error and not in it: hosts store errors, and older ones drop the cause of failure. */
const temporaryFaults = new WeakMap<object, number>();

/** Whether this may be gone later without anybody doing anything. */
export const isTemporary = (error: unknown): boolean => error instanceof Error && temporaryFaults.has(error);

/** How long the service asks to be left alone, in ms. */
export const askedToWaitMs = (error: unknown): number => (error instanceof Error && temporaryFaults.get(error)) || 0;

/** What happened and what to do next, for a place that holds one text. */
export function inWords(error: unknown): string {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		return error.description ? `${asSentence(error.message)} ${error.description}` : error.message;
	}
	return error instanceof Error ? error.message : String(error);
}

/** The message with the reason that the service gives: it is all that Continue On Fail hands on. */
const saying = (message: string, reason: string) => (reason === '' ? message : `${message}: “${reason}”`);

/** Adds what every answer has in common. */
const answered = ({ status }: Answer, message: string, description: string, failure?: Failure): Explanation => ({
	message,
	description: `${description} (HTTP ${status})`,
	httpCode: String(status),
	...(failure ? { failure } : {}),
});

function explainAnswer(answer: Answer, { doing, advice, promotionId }: Purpose, now: number): Explanation {
	const { status } = answer;
	// A text with success is perhaps a report at the wrong place.
	const mayHoldRows = isSuccess(answer) && readBody(answer).kind === 'text';
	const reason = mayHoldRows ? quotable(answer.body) : serviceReason(answer);
	const waitMs = retryAfterMs(answer, now);
	const couldNot = (next: string) => `Could not ${doing}. ${next}`;
	if (status === 401 || status === 403) {
		const message =
			status === 401
				? 'The service does not accept this API Key for this Account ID'
				: `The service did not let this account ${doing}`;
		const next = `Open the credential and check 'API Key' and 'Account ID'; ask the service whether the key may do this.`;
		return answered(answer, saying(message, reason), couldNot(next), { cause: 'credential-invalid' });
	}
	if (status === 429) {
		const next = `Try again in ${waitInWords(waitMs)}, or run the workflow less often.`;
		return answered(answer, 'The service is limiting requests', couldNot(next), withWait('rate-limited', waitMs));
	}
	if (isRedirect(answer)) {
		const message = `The service answered with a redirect${redirectHost(answer)}, which is not followed so that the API key stays safe`;
		return answered(answer, message, couldNot(CHECK_ADDRESS), { cause: 'configuration-invalid' });
	}
	if (status >= 500 || status === 408) {
		const late = status === 408 || status === 504;
		const message = late ? 'The service did not answer in time' : 'The service reported an internal error';
		const when = waitMs === undefined ? 'later' : `in ${waitInWords(waitMs)}`;
		const next = `Try again ${when}; if it keeps happening, contact the service.`;
		return answered(answer, saying(message, reason), couldNot(next), withWait('temporarily-unavailable', waitMs));
	}
	if (status === 404) {
		const [message, next] =
			promotionId === undefined
				? ['The service found nothing at this address', `${CHECK_ADDRESS} Check 'Account ID', too.`]
				: [
						`The service does not know promotion ${promotionId}`,
						"Check 'Promotion': it must be the ID of a promotion of this account. To choose one by its name, switch 'By ID' to 'From List'.",
					];
		return answered(answer, saying(message, reason), couldNot(next));
	}
	if (isSuccess(answer) && !namesFailure(answer)) return explainUnreadable(answer, reason, couldNot);
	const place = promotionId === undefined ? "'Base URL' and 'Account ID' in the credential" : "'Promotion'";
	return answered(answer, saying(`The service refused to ${doing}`, reason), advice ?? `Check ${place}.`);
}

function explainUnreadable(answer: Answer, reason: string, couldNot: (next: string) => string): Explanation {
	const { kind } = readBody(answer);
	if (kind === 'html') {
		const next = `It may be under maintenance: try again in a few minutes. If it never worked, check 'Base URL' in the credential: it is the address of the service without /api/v2.`;
		const message = saying('The service sent a web page', reason);
		return answered(answer, message, couldNot(next), { cause: 'configuration-invalid' });
	}
	const how = kind === 'empty' ? 'The answer is empty.' : 'The answer is cut off or not in the documented form.';
	const next = `${how} Try again; if it keeps happening, check 'Base URL' in the credential and contact the service.`;
	return answered(answer, "The service's answer could not be read", couldNot(next), {
		cause: 'temporarily-unavailable',
	});
}

function waitInWords(ms: number | undefined): string {
	if (ms === undefined) return 'a few minutes';
	const seconds = Math.max(1, Math.ceil(ms / 1000));
	return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

const withWait = (cause: 'rate-limited' | 'temporarily-unavailable', waitMs: number | undefined): Failure => ({
	cause,
	...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
});

const NETWORK: Array<[RegExp, string, string]> = [
	[
		/^ERR_CANCELED$/,
		'The execution was stopped before the service answered',
		'Run the workflow again when you are ready.',
	],
	[/^(ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/, 'The address of the service was not found', CHECK_ADDRESS],
	[/^ECONNREFUSED$/, 'The service is not accepting connections right now', `Try again later. ${CHECK_ADDRESS}`],
	[
		/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/,
		'The service did not answer in time',
		'Try again later; if it keeps happening, contact the service.',
	],
	[
		/^ERR_ANSWER_TOO_LARGE$/,
		`The answer of the service is larger than ${LARGEST_ANSWER_MB} MB`,
		`n8n reads no more of it, except for reports. ${CHECK_ADDRESS} If this account has a great many promotions, ask the service to remove old ones.`,
	],
	[
		/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/,
		'The certificate of the service is not trusted',
		`${CHECK_ADDRESS} Ask whoever runs n8n whether it trusts the service's certificate.`,
	],
];

function explainNoAnswer({ code, detail }: NoAnswer, { doing }: Purpose): Explanation {
	const [, message, next] = NETWORK.find(([pattern]) => pattern.test(code)) ?? [
		undefined,
		'The connection to the service was lost',
		'Try again later; if it keeps happening, contact the service or whoever runs n8n.',
	];
	return {
		message,
		description: `Could not ${doing}. ${next} (${code || detail || 'no details'})`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function redirectHost(answer: Answer): string {
	const { location } = answer.headers;
	return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).host}` : '';
}

const AGAIN = 'Nothing was passed on. Run this again. If it keeps happening, contact the service.';

/** What a report must not end with, whatever came before. */
export const cutOff = (what: string) => new UnusableReport(`The report ended early: ${what}`, AGAIN);

/** A report that came but cannot be used, in words; undefined for anything else that may be thrown meanwhile. */
export function explainReportFault(fault: unknown, answer: Answer, promotionId: string): Explanation | undefined {
	const of = `This is the report of promotion ${promotionId}.`;
	const failure: Failure = { cause: 'temporarily-unavailable' };
	if (fault instanceof NotAReport) return explainOther(fault, answer, promotionId);
	if (fault instanceof UnusableReport) {
		return { message: fault.message, description: `${of} ${fault.advice}`, failure };
	}
	if (!(fault instanceof BrokenOff)) return undefined;
	const { code, detail } = fault.outcome;
	if (code === 'ERR_CANCELED') {
		const message = 'The execution was stopped while the report was being read';
		return { message, description: 'Run the workflow again when you are ready.', failure };
	}
	const how = code === SILENT ? 'the service stopped sending data' : 'the connection was lost';
	return {
		message: `The report ended early: ${how} after ${grouped(fault.bytesRead)} bytes`,
		description: `${of} ${AGAIN} (${code || detail || 'no details'})`,
		failure,
	};
}

function explainOther({ head }: NotAReport, answer: Answer, promotionId: string): Explanation {
	const [what, next, cause] = looksLikeHtml(head)
		? ([
				'a web page instead of the report',
				"The service may be under maintenance: try again in a few minutes. If it never worked, check 'Base URL' in the credential.",
				'configuration-invalid',
			] as const)
		: ([
				'something other than the report',
				head.startsWith('\x1f')
					? "It is compressed in a way that n8n cannot unpack. Use Download, followed by n8n's Compression node."
					: 'A report begins with a line of column names such as Name, Phone and Status. Try again later. If it keeps happening, contact the service.',
				'temporarily-unavailable',
			] as const);
	const message = saying(`The service sent ${what}`, quotable(head));
	return answered(answer, message, `This should have been the report of promotion ${promotionId}. ${next}`, { cause });
}
