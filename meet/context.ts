import { PassThrough, pipeline, Readable, type TransformCallback } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import { RcsPromotionApi } from '../credentials/RcsPromotionApi.credentials';
import { toNoAnswer } from '../nodes/service/http';
import type { ServiceContext } from '../nodes/service/types';

/** One request, and what came back, as it came. */
export interface Exchange {
	request: string;
	status?: number;
	headers?: Record<string, string>;
	/** The beginning of the body. */
	body: string;
	bytes: number;
	/** Why there is no answer. */
	noAnswer?: string;
}

/** Of each body; more of it holds nothing new. */
export const KEPT_BYTES = 32 * 1024;

/** What the nodes ask of n8n, made of fetch. Every exchange is added to the list. */
export function createContext(
	credential: ICredentialDataDecryptedObject,
	exchanges: Exchange[],
	signal: AbortSignal,
): ServiceContext {
	const { authenticate } = new RcsPromotionApi();
	const httpRequestWithAuthentication = async (_type: string, request: IHttpRequestOptions) => {
		if (typeof authenticate !== 'function') throw new Error('The credential cannot put its key into a request');
		return await exchange(await authenticate(credential, request), exchanges, signal);
	};
	const context = {
		getCredentials: async () => await Promise.resolve(credential),
		getNode: () => ({ name: 'RCS Promotion', type: 'rcsPromotion', parameters: {} }) as INode,
		getExecutionCancelSignal: () => signal,
		helpers: { httpRequestWithAuthentication },
	};
	return context as unknown as ServiceContext;
}

async function exchange(options: IHttpRequestOptions, exchanges: Exchange[], signal: AbortSignal) {
	const { method = 'GET', url, body, timeout, headers = {} } = options;
	const { pathname, search } = new URL(url);
	const kept: Exchange = { request: `${method} ${pathname}${search}`, body: '', bytes: 0 };
	exchanges.push(kept);
	// Only until the headers are here: the nodes watch the body themselves.
	const silence = new AbortController();
	const timer = setTimeout(() => silence.abort(errorWithCode('ETIMEDOUT')), timeout);
	try {
		const response = await fetch(url, {
			method,
			body: body as Blob | string | undefined,
			headers: toHeaders(headers),
			redirect: 'manual',
			signal: AbortSignal.any([signal, silence.signal]),
		});
		kept.status = response.status;
		kept.headers = readHeaders(response);
		return { statusCode: response.status, headers: kept.headers, body: keepBeginning(response, kept) };
	} catch (error) {
		kept.noAnswer = toNoAnswer(error).code;
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

export const errorWithCode = (code: string) => Object.assign(new Error(code), { code });

/** fetch counts the bytes of the body itself. */
const toHeaders = (headers: object) =>
	Object.entries(headers)
		.filter(([name]) => name !== 'content-length')
		.map(([name, value]): [string, string] => [name, String(value)]);

/** Without the cookies of a session. */
function readHeaders({ headers }: Response): Record<string, string> {
	const read: Record<string, string> = {};
	headers.forEach((value, name) => {
		if (name !== 'set-cookie') read[name] = value;
	});
	return read;
}

function keepBeginning({ body }: Response, kept: Exchange): Readable {
	let beginning = Buffer.alloc(0);
	const transform = (chunk: Buffer, _encoding: string, done: TransformCallback) => {
		kept.bytes += chunk.length;
		if (beginning.length < KEPT_BYTES) {
			beginning = Buffer.concat([beginning, chunk]).subarray(0, KEPT_BYTES);
			kept.body = beginning.toString('utf8');
		}
		done(null, chunk);
	};
	const source = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
	// What ends one ends the other. The nodes see its errors where they read.
	return pipeline(source, new PassThrough({ transform }), () => {});
}
