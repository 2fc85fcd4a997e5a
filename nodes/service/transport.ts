import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';
import { AnswerBody, BrokenOff, noAnswer, SilenceWatch, type ByteStream } from './answerBody';
import { isSuccess, LARGEST_ANSWER_MB, TOO_LARGE } from './answers';
import { clockOf } from './clock';
import type { Answer, NoAnswer, Outcome, ServiceContext } from './types';
import { isObject } from './values';

export const CREDENTIAL = 'rcsPromotionApi';

/** What is read of an answer that is a refusal: enough for any explanation, and no flood of memory. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;

export interface ServiceRequest {
	method: IHttpRequestMethods;
	url: string;
	qs: IDataObject;
	headers?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** How long the line may be silent. */
	idleTimeoutMs: number;
}

interface Opened<Body extends AnswerBody> {
	kind: 'opened';
	/** Without its body, which is still to be read. */
	answer: Answer;
	body: Body;
}

type BodyClass<Body extends AnswerBody> = new (
	stream: ByteStream,
	headers: Record<string, string>,
	silence: SilenceWatch,
) => Body;

/** One request: nothing is repeated, no redirect is followed, no HTTP status throws. */
export async function open<Body extends AnswerBody>(
	context: ServiceContext,
	{ idleTimeoutMs, ...request }: ServiceRequest,
	bodyClass: BodyClass<Body>,
): Promise<Opened<Body> | NoAnswer> {
	const options: IHttpRequestOptions = {
		...request,
		headers: { accept: 'application/json', ...request.headers },
		timeout: idleTimeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		encoding: 'stream',
	};
	try {
		const response = await (context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		) as Promise<{ statusCode: number; headers: unknown; body: ByteStream }>);
		const headers = plainHeaders(response.headers);
		const silence = new SilenceWatch(clockOf(context), idleTimeoutMs);
		const answer: Answer = { kind: 'answer', status: response.statusCode, headers, body: '' };
		return { kind: 'opened', answer, body: new bodyClass(response.body, headers, silence) };
	} catch (error) {
		return noAnswer(error);
	}
}

/** One request, and its answer read as a whole. */
export async function send(context: ServiceContext, request: ServiceRequest): Promise<Outcome> {
	const opened = await open(context, request, AnswerBody);
	if (opened.kind === 'noAnswer') return opened;
	const { answer, body } = opened;
	try {
		if (!isSuccess(answer)) return { ...answer, body: await beginningOf(body) };
		const { text, isWhole } = await body.read(LARGEST_ANSWER_MB * 1024 * 1024);
		return isWhole ? { ...answer, body: text } : { kind: 'noAnswer', code: TOO_LARGE, detail: '' };
	} catch (error) {
		return error instanceof BrokenOff ? error.outcome : noAnswer(error);
	}
}

/** How a refusal begins. */
export async function beginningOf(body: AnswerBody): Promise<string> {
	return (await body.read(LONGEST_REFUSAL_BYTES)).text;
}

function plainHeaders(headers: unknown): Record<string, string> {
	if (!isObject(headers)) return {};
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
