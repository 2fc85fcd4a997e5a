import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** One request over Node's own HTTP, which follows no redirect and hides nothing of the answer. */
export interface RawRequest {
	url: string;
	method: 'GET' | 'POST' | 'PATCH';
	headers: Record<string, string>;
	body?: Buffer;
	/** For everything, the last byte of the answer included. */
	timeoutMs: number;
	/** The answer is read no further than this. */
	mostBytes: number;
	signal: AbortSignal;
}

export interface Answered {
	kind: 'answer';
	status: number;
	headers: Record<string, string>;
	body: string;
	framing: 'contentLength' | 'chunked' | 'closeDelimited';
	/** False if it is longer than what was to be read. */
	isWhole: boolean;
}

export interface Unanswered {
	kind: 'none';
	/** Completes "not known: the service …". */
	why: string;
}

export type Seen = Answered | Unanswered;

const none = (why: string): Unanswered => ({ kind: 'none', why });

export async function exchange({ signal, timeoutMs, ...request }: RawRequest): Promise<Seen> {
	if (signal.aborted) return none('was not asked: stopped by Ctrl-C');
	const timeout = AbortSignal.timeout(Math.max(1, timeoutMs));
	const ends = AbortSignal.any([signal, timeout]);
	try {
		return await answerOf(await responseTo(request, ends), request.mostBytes, ends);
	} catch (error) {
		if (signal.aborted) return none('had not answered when Ctrl-C was pressed');
		if (timeout.aborted) return none(`did not answer within ${Math.ceil(timeoutMs / 1000)} s`);
		// Only the code: a message may name the address or a header.
		const { code = '' } = error as NodeJS.ErrnoException;
		const shown = /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
		return none(error instanceof CutOff ? `answered with ${error.message}` : `did not answer${shown}`);
	}
}

class CutOff extends Error {}

async function responseTo(
	{ url, method, headers, body }: Omit<RawRequest, 'signal' | 'timeoutMs'>,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const send = url.startsWith('https:') ? requestHttps : requestHttp;
	return await new Promise((resolve, reject) => {
		const sent = send(url, { method, headers, signal, agent: false }, resolve);
		sent.on('error', reject);
		sent.end(body);
	});
}

async function answerOf(response: IncomingMessage, mostBytes: number, signal: AbortSignal): Promise<Answered> {
	const pieces: Buffer[] = [];
	let size = 0;
	let isWhole = true;
	try {
		for await (const piece of response as AsyncIterable<Buffer>) {
			pieces.push(piece);
			size += piece.length;
			if (size <= mostBytes) continue;
			isWhole = false;
			break;
		}
	} catch (error) {
		if (signal.aborted) throw error;
		throw new CutOff('something that was cut off');
	}
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(response.headers)) headers[name] = [value].flat().join(', ');
	const framing =
		headers['content-length'] !== undefined
			? 'contentLength'
			: headers['transfer-encoding'] !== undefined
				? 'chunked'
				: 'closeDelimited';
	const bytes = Buffer.concat(pieces);
	const body = isWhole ? await unpacked(bytes, headers['content-encoding']) : '';
	return { kind: 'answer', status: response.statusCode ?? 0, headers, body, framing, isWhole };
}

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) };
const MOST_UNPACKED = 64 * 1024 * 1024;

async function unpacked(bytes: Buffer, encoding: string | undefined): Promise<string> {
	const name = encoding?.trim().toLowerCase() ?? 'identity';
	if (bytes.length === 0 || name === 'identity') return bytes.toString('utf8');
	if (!Object.hasOwn(unpackers, name)) throw new CutOff('a compression that is not known');
	const unpack = unpackers[name as keyof typeof unpackers];
	try {
		return (await unpack(bytes, { maxOutputLength: MOST_UNPACKED })).toString('utf8');
	} catch {
		throw new CutOff('something compressed that could not be unpacked');
	}
}
