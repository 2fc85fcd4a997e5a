import type { IHttpRequestMethods, IHttpRequestOptions, IDataObject } from 'n8n-workflow';
import type { Outcome, ServiceContext } from './types';
import { isObject } from './values';

export const CREDENTIAL = 'rcsPromotionApi';

export interface ServiceRequest {
	method: IHttpRequestMethods;
	url: string;
	qs: IDataObject;
	headers?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** How long the line may be silent. */
	idleTimeoutMs: number;
}

/** One request, one outcome: nothing is repeated, no redirect is followed, no HTTP status throws. */
export async function send(context: ServiceContext, request: ServiceRequest): Promise<Outcome> {
	try {
		const response = await (context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
			...requestOptions(request),
			encoding: 'text',
		}) as Promise<{ statusCode: number; headers: Record<string, unknown>; body: unknown }>);
		return {
			kind: 'answer',
			status: response.statusCode,
			headers: plainHeaders(response.headers),
			body: typeof response.body === 'string' ? response.body : '',
		};
	} catch (error) {
		return { kind: 'noAnswer', ...networkFault(error) };
	}
}

export function requestOptions({ idleTimeoutMs, ...request }: ServiceRequest): IHttpRequestOptions {
	return {
		...request,
		headers: { accept: 'application/json', ...request.headers },
		timeout: idleTimeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

export function plainHeaders(headers: unknown): Record<string, string> {
	if (!isObject(headers)) return {};
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Code and text only: what n8n and axios attach besides holds the request with its key. */
export function networkFault(error: unknown): { code: string; detail: string } {
	// Known by what they hold, not by their class: an error of Node's own may come from another realm than this code.
	for (let fault = error, depth = 0; isObject(fault) && depth < 5; fault = fault.cause, depth++) {
		const code = [fault.code, fault.httpCode].find((value) => typeof value === 'string' && SYSTEM_CODE.test(value));
		if (code !== undefined) return { code: code as string, detail: messageOf(fault) };
	}
	const detail = messageOf(error);
	return { code: CUT_OFF.test(detail) ? 'ECONNRESET' : '', detail };
}

/** Hosts before 2.30 keep the code as if it were an HTTP status, beside real ones. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]+$/;
/** All that those hosts say of an answer that ends too early. */
const CUT_OFF = /\b(aborted|socket hang up)\b/i;

function messageOf(error: unknown): string {
	return isObject(error) && typeof error.message === 'string' ? error.message : '';
}
