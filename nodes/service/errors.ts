import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isRedirect, isSuccess, quoteSafely, parseBody, readServiceReason } from './answers';
import type { HideKey } from './credential';
import { LARGEST_ANSWER_MB } from './http';
import { judge, saysFailure } from './judgement';
import { isRateLimit, readRetryAfterMs } from './retry';
import type { Answer, Outcome } from './types';
import { asSentence, counted } from './values';

/** What a request is for, in the words of its messages. */
export interface Purpose {
	/** Completes "The service refused to …", for example "stop promotion 42". */
	action: string;
	/** What to try if the service refuses for a reason of its own: not the key, the address or a rate limit. */
	advice?: string;
	/** The promotion that the path names. */
	promotionId?: string;
	/** The ID comes from the list of promotions, not from a field of the form, so there is none to check. */
	isListed?: boolean;
	/** What was tried is told where the error is shown, so that it is not told twice. */
	isTold?: boolean;
}

interface ErrorDetails {
	message: string;
	description: string;
	httpCode?: string;
	/** Set if this may go away later without anyone doing anything. */
	failure?: NodeApiError['failure'];
	/** Set if the service has no promotion with the ID that was given. */
	isUnknownPromotion?: true;
	/** Set if something in front of the service answered: a sign-in page, a proxy. */
	isWebPage?: true;
}

/** What happened, and what to do next. */
type MessageAndAdvice = [message: string, advice: string];

const CHECK_KEY =
	"Open the credential and check 'API Key' and 'Account ID'; ask your provider whether the key is allowed to do this.";
const CHECK_ADDRESS = "Open the credential and check 'Base URL': it is the address of the service without /api/v2.";
const CHECK_PROMOTION =
	"Check 'Promotion ID': it must be the ID of a promotion of this account. To choose one by its name, switch 'By ID' to 'From List'.";
const IN_MAINTENANCE =
	"The service may be under maintenance: try again in a few minutes. If it never worked, check 'Base URL' in the credential: it is the address of the service without /api/v2.";
const UNREADABLE =
	"It is empty, cut off, or not in the documented format. Try again; if it keeps happening, check 'Base URL' in the credential and contact your provider.";
const IS_LISTED = 'The list of promotions showed it, so if this keeps happening, ask your provider about it.';
const TRY_LATER = 'Try again later; if it keeps happening, contact your provider.';

/** The one place where an unusable outcome is turned into a message. */
export function explainOutcome(outcome: Outcome, purpose: Purpose, now: number): ErrorDetails {
	const waitMs = readRetryAfterMs(outcome, now);
	const cause = isRateLimit(outcome) ? 'rate-limited' : 'temporarily-unavailable';
	const temporary = { cause, ...(waitMs !== undefined && { retryAfterMs: waitMs }) } as const;
	const failure = judge(outcome).isTemporary ? temporary : undefined;
	if (outcome.kind === 'noAnswer') {
		const { code, detail } = outcome;
		const [, message, advice] = NETWORK_ERRORS.find(([codes]) => codes.test(code)) as (typeof NETWORK_ERRORS)[number];
		const description = `${purpose.isTold === true ? '' : `Could not ${purpose.action}. `}${advice} (${code || detail || 'no details'})`;
		return { message, description, failure };
	}
	const { status } = outcome;
	const [message, advice] = describeAnswer(outcome, purpose, waitMs);
	const reason = readReason(outcome);
	// Either the message or the description says what was tried, not both.
	const notDone = purpose.isTold === true || message.includes(purpose.action) ? '' : `Could not ${purpose.action}. `;
	return {
		// The reason is in the message, because people read that first, and some workflows pass on nothing else.
		message: reason === '' ? message : `${message}: “${reason}”`,
		description: `${notDone}${advice} (HTTP ${status})`,
		httpCode: String(status),
		failure,
		...(status === 404 && purpose.promotionId !== undefined && { isUnknownPromotion: true }),
		...(isSuccess(outcome) && parseBody(outcome).kind === 'html' && { isWebPage: true }),
	};
}

export function toNodeApiError(node: INode, details: ErrorDetails, hideKey: HideKey): NodeApiError {
	const { message, description, httpCode, ...properties } = details;
	const texts = { message: hideKey(message), description: hideKey(description) };
	// n8n replaces a message that contains a system error code, as a promotion's name may, with its own text. So they are set once more.
	return Object.assign(new NodeApiError(node, texts, { ...texts, httpCode }), properties, texts);
}

const readFailure = (error: unknown) => (error instanceof NodeApiError ? error.failure : undefined);

/** Whether this may go away later without anyone doing anything. */
export const isTemporary = (error: unknown): boolean => readFailure(error) !== undefined;

/** Whether the service has no promotion with the ID that was given. */
export const isUnknownPromotion = (error: unknown): boolean =>
	error instanceof NodeApiError && 'isUnknownPromotion' in error;

/** Whether a web page came in place of the service's answer. */
export const isWebPage = (error: unknown): boolean => error instanceof NodeApiError && 'isWebPage' in error;

/** Whether the service asks for fewer requests. */
export const isRateLimitError = (error: unknown): boolean => readFailure(error)?.cause === 'rate-limited';

/** How long the service asks us to wait, in ms. */
export function askedToWaitMs(error: unknown): number {
	const failure = readFailure(error);
	return (failure && 'retryAfterMs' in failure && failure.retryAfterMs) || 0;
}

/** What happened and what to do next, as a single text. */
export function describeError(error: unknown): string {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		return error.description ? `${asSentence(error.message)} ${error.description}` : error.message;
	}
	return error instanceof Error ? error.message : String(error);
}

function readReason(answer: Answer): string {
	if (isRedirect(answer)) return '';
	// The text of a success may be part of a report, whose rows must not be quoted.
	return isSuccess(answer) ? quoteSafely(answer.body) : readServiceReason(answer);
}

function describeAnswer(
	answer: Answer,
	{ action, advice, promotionId, isListed }: Purpose,
	waitMs: number | undefined,
): MessageAndAdvice {
	const { status } = answer;
	const when = waitMs === undefined ? 'later' : `in ${describeWait(waitMs)}`;
	if (status === 401) return ['The service does not accept this API Key for this Account ID', CHECK_KEY];
	if (status === 403) return [`The service did not let this account ${action}`, CHECK_KEY];
	if (status === 429) {
		return ['The service is limiting requests', `Try again ${when}, or run the workflow less often.`];
	}
	if (isRedirect(answer)) {
		const redirect = `a redirect${describeHost(answer)}`;
		return [`The service answered with ${redirect}, which was not followed to keep the API key safe`, CHECK_ADDRESS];
	}
	const tryAgain = `Try again ${when}; if it keeps happening, contact your provider.`;
	if (status === 408 || status === 504) return ['The service did not answer in time', tryAgain];
	if (status >= 500) return ['The service reported an internal error', tryAgain];
	if (status === 404 && promotionId === undefined) {
		return ['The service found nothing at this address', `${CHECK_ADDRESS} Also check 'Account ID'.`];
	}
	if (status === 404) {
		return [`The service does not know promotion ${promotionId}`, isListed ? IS_LISTED : CHECK_PROMOTION];
	}
	if (isSuccess(answer) && parseBody(answer).kind === 'html') return ['The service sent a web page', IN_MAINTENANCE];
	if (isSuccess(answer) && !saysFailure(answer)) return ["The service's answer could not be read", UNREADABLE];
	const fields = promotionId === undefined ? "'Base URL' and 'Account ID' in the credential" : "'Promotion ID'";
	return [`The service refused to ${action}`, advice ?? (isListed ? IS_LISTED : `Check ${fields}.`)];
}

function describeWait(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1000));
	return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

function describeHost({ headers }: Answer): string {
	const { location = '' } = headers;
	return URL.canParse(location) ? ` to ${new URL(location).host}` : '';
}

/** The first one whose codes match is used; the last matches every code. */
const NETWORK_ERRORS: Array<[codes: RegExp, ...MessageAndAdvice]> = [
	[/^ERR_CANCELED$/, 'The execution was stopped before the service answered', 'Run the workflow again.'],
	[/^(ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/, 'The address of the service was not found', CHECK_ADDRESS],
	[
		/^ERR_BLOCKED_BY_N8N$/,
		'n8n does not let its nodes reach the address of the service',
		`Ask the person who runs n8n to allow this address: its SSRF protection blocks internal ones. ${CHECK_ADDRESS}`,
	],
	[/^ECONNREFUSED$/, 'The service is not accepting connections right now', `Try again later. ${CHECK_ADDRESS}`],
	[/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/, 'The service did not answer in time', TRY_LATER],
	[
		/^ERR_ANSWER_TOO_LARGE$/,
		`The answer of the service is larger than ${LARGEST_ANSWER_MB} MB`,
		`n8n reads larger answers only for reports. ${CHECK_ADDRESS} If this account has a very large number of promotions, ask your provider to remove old ones.`,
	],
	[
		/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/,
		'The certificate of the service is not trusted',
		`${CHECK_ADDRESS} Ask the person who runs n8n to make it trust the service's certificate.`,
	],
	[/(?:)/, 'The connection to the service was lost', TRY_LATER],
];
