import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { AnswerBody, ConnectionLost, toNoAnswer, type ByteStream } from './answerBody';
import { isSuccess } from './answers';
import { clockOf } from './clock';
import type { Answer, NoAnswer, Outcome, ServiceContext } from './types';

export const CREDENTIAL = 'rcsPromotionApi';

/** What requests go through: n8n's helpers, and the credential as it was read once. */
export interface Connection {
	context: ServiceContext;
	credential: ICredentialDataDecryptedObject;
}

/** The limit for answers that are read whole (all except reports): enough for a list of about 100,000 promotions. */
export const LARGEST_ANSWER_MB = 64;

/** Enough for any explanation, without using much memory. */
const LONGEST_ERROR_BYTES = 64 * 1024;

export interface ServiceRequest {
	/** GET if left out. */
	method?: IHttpRequestMethods;
	url: string;
	headers?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** How long the connection may be silent. */
	idleTimeoutMs: number;
	/** How long all of it may take. */
	totalTimeoutMs?: number;
}

/** Sends a single request, without retries and redirects, and returns once the headers have arrived. Any HTTP status is an answer. */
export async function openAnswer(
	{ context, credential }: Connection,
	{ idleTimeoutMs, totalTimeoutMs = Infinity, ...request }: ServiceRequest,
): Promise<AnswerBody | NoAnswer> {
	const options: IHttpRequestOptions = {
		method: 'GET',
		...request,
		headers: { accept: 'application/json', ...request.headers },
		timeout: idleTimeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		encoding: 'stream',
	};
	const clock = clockOf(context);
	const endsAt = clock.now() + totalTimeoutMs;
	try {
		const { statusCode, headers, body } = await (context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			// Otherwise, n8n reads the credential again for each request, which takes 40 ms of processor time in a poll.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credential } },
		) as Promise<{ statusCode: number; headers: Record<string, string>; body: ByteStream }>);
		const answer = { kind: 'answer' as const, status: statusCode, headers, body: '' };
		return new AnswerBody(answer, body, clock, idleTimeoutMs, endsAt);
	} catch (error) {
		return toNoAnswer(error);
	}
}

/** Sends a single request, and reads the whole answer. */
export async function send(connection: Connection, request: ServiceRequest): Promise<Outcome> {
	const opened = await openAnswer(connection, request);
	if (opened.kind === 'noAnswer') return opened;
	if (!isSuccess(opened.answer)) return await readErrorAnswer(opened);
	try {
		const { text, isCutOff } = await opened.read(LARGEST_ANSWER_MB * 1024 * 1024);
		return isCutOff ? { kind: 'noAnswer', code: 'ERR_ANSWER_TOO_LARGE', detail: '' } : { ...opened.answer, body: text };
	} catch (error) {
		return error instanceof ConnectionLost ? error.outcome : toNoAnswer(error);
	}
}

/** An answer that is no success, with the beginning of its body. Its status counts even if the connection is lost while the body is read. */
export async function readErrorAnswer(opened: AnswerBody): Promise<Answer> {
	const { text } = await opened.read(LONGEST_ERROR_BYTES).catch(() => ({ text: '' }));
	return { ...opened.answer, body: text };
}
