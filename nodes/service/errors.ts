import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isRedirect, isSuccess, readBody } from './answers';
import { serviceReason } from './reason';
import type { Redact } from './redact';
import { retryAfterMs } from './retry';
import type { Answer, NoAnswer, Outcome } from './types';

type Failure = NonNullable<NodeApiError['failure']>;

export interface Attempt {
	/** Completes «The service refused to …», in words of the user: "stop promotion 42". */
	doing: string;
	/** What to try when the service refuses without the fault being the key, the address or its load. */
	advice?: string;
	/** The promotion that the path names. */
	promotionId?: string;
}

export interface Explanation {
	message: string;
	description: string;
	httpCode?: string;
	failure?: Failure;
}

const CHECK_ADDRESS = 'Open the credential and check Base URL: it is the address of the service without /api/v2.';

/** The one place where an outcome that cannot be used becomes words. */
export function explain(outcome: Outcome, attempt: Attempt, now: number): Explanation {
	return outcome.kind === 'noAnswer' ? explainNoAnswer(outcome, attempt) : explainAnswer(outcome, attempt, now);
}

export function toNodeApiError(node: INode, explanation: Explanation, redact: Redact): NodeApiError {
	const message = redact(explanation.message);
	const description = redact(explanation.description);
	const { httpCode, failure } = explanation;
	const error = new NodeApiError(node, { message, description }, { message, description, httpCode, failure });
	// n8n swaps in its own sentence where a message happens to contain a code of the system, as a campaign's name may.
	error.message = message;
	error.description = description;
	return error;
}

/** What happened and what to do next, for a place that holds one text. */
export function inWords(error: unknown): string {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		return error.description ? `${error.message}. ${error.description}` : error.message;
	}
	return error instanceof Error ? error.message : String(error);
}

function explainAnswer(answer: Answer, attempt: Attempt, now: number): Explanation {
	const httpCode = String(answer.status);
	const says = theServiceSays(answer);
	if (answer.status === 401 || answer.status === 403) {
		return {
			message:
				answer.status === 401
					? 'The service does not accept this API Key for this Account ID'
					: `The service did not let this account ${attempt.doing}`,
			description: `Could not ${attempt.doing}. Open the credential and check API Key and Account ID; ask the service whether the key may do this. ${says}`,
			httpCode,
			failure: { cause: 'credential-invalid' },
		};
	}
	if (answer.status === 429) {
		const waitMs = retryAfterMs(answer, now);
		const wait = waitMs === undefined ? 'a few minutes' : `${Math.max(1, Math.ceil(waitMs / 1000))} seconds`;
		return {
			message: 'The service asks for fewer requests at the moment',
			description: `Could not ${attempt.doing}. Try again in ${wait}, or run the workflow less often. ${says}`,
			httpCode,
			failure: { cause: 'rate-limited', ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) },
		};
	}
	if (isRedirect(answer)) {
		return {
			message: `The service answered with a redirect${redirectHost(answer)}, which is not followed so that the API key stays safe`,
			description: `Could not ${attempt.doing}. ${CHECK_ADDRESS}`,
			httpCode,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (answer.status >= 500 || answer.status === 408) {
		return {
			message: `The service could not ${attempt.doing} at the moment`,
			description: `It reports trouble of its own. Try again later; if it goes on, ask the service. ${says}`,
			httpCode,
			failure: temporarily(answer, now),
		};
	}
	if (answer.status === 404) {
		return {
			message:
				attempt.promotionId === undefined
					? `The service found nothing at this address`
					: `The service does not know promotion ${attempt.promotionId}`,
			description:
				attempt.promotionId === undefined
					? `Could not ${attempt.doing}. ${CHECK_ADDRESS} Check Account ID, too. ${says}`
					: `Could not ${attempt.doing}. Check Promotion: it must be the ID of a promotion of this account; to choose one by its name, switch By ID to From list. ${says}`,
			httpCode,
		};
	}
	if (isSuccess(answer)) return explainUnreadable(answer, attempt);
	return {
		message: `The service refused to ${attempt.doing}`,
		description: `${attempt.advice ?? 'Check the fields of this node.'} ${says}`,
		httpCode,
	};
}

function explainUnreadable(answer: Answer, attempt: Attempt): Explanation {
	const httpCode = String(answer.status);
	const { kind } = readBody(answer);
	if (kind === 'html') {
		return {
			message: 'A web page came back instead of data',
			description: `Could not ${attempt.doing}. ${CHECK_ADDRESS} ${theServiceSays(answer)}`,
			httpCode,
			failure: { cause: 'configuration-invalid' },
		};
	}
	return {
		message: `The answer of the service could not be read`,
		description: `Could not ${attempt.doing}: ${kind === 'empty' ? 'the answer is empty' : 'the answer is cut off or has another form than documented'}. Try again; if it goes on, check Base URL in the credential and ask the service.`,
		httpCode,
		failure: { cause: 'temporarily-unavailable' },
	};
}

const NETWORK: Array<[RegExp, string, string]> = [
	[
		/^ERR_CANCELED$/,
		'The execution was stopped before the service answered',
		'Run the workflow again when you are ready.',
	],
	[/^(ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL)$/, 'The address of the service was not found', CHECK_ADDRESS],
	[/^ECONNREFUSED$/, 'The service does not accept connections at the moment', `Try again later. ${CHECK_ADDRESS}`],
	[
		/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/,
		'The service did not answer in time',
		'Try again later; if it goes on, ask the service.',
	],
	[
		/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/,
		'The certificate of the service is not trusted',
		`${CHECK_ADDRESS} Ask the one who runs n8n whether the service's certificate is known there.`,
	],
];

function explainNoAnswer({ code, detail }: NoAnswer, { doing }: Attempt): Explanation {
	const [, message, next] = NETWORK.find(([pattern]) => pattern.test(code)) ?? [
		undefined,
		'The connection to the service broke off',
		'Try again later; if it goes on, ask the service or the one who runs n8n.',
	];
	return {
		message,
		description: `Could not ${doing}. ${next} (${[code, code === '' ? detail : ''].filter(Boolean).join('') || 'no details'})`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function temporarily(answer: Answer, now: number): Failure {
	const waitMs = retryAfterMs(answer, now);
	return { cause: 'temporarily-unavailable', ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
}

function theServiceSays(answer: Answer): string {
	const reason = serviceReason(answer);
	return reason === '' ? `(HTTP ${answer.status})` : `The service says: “${reason}” (HTTP ${answer.status})`;
}

function redirectHost(answer: Answer): string {
	const { location } = answer.headers;
	return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).host}` : '';
}
