import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Truncation } from './faults';
import type { Personality } from './personalities';
import type { Refusal, Transport } from './types';

/** A body of known size that is produced while it is sent. */
export interface BodySource {
	byteLength: number;
	chunks(): Iterable<Buffer>;
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: BodySource;
	transport: Transport;
	trickle?: { bytes: number; everyMs: number };
	truncation?: { how: Truncation; keepBytes: number };
}

export function textBody(text: string): BodySource {
	const bytes = Buffer.from(text);
	return { byteLength: bytes.length, chunks: () => [bytes] };
}

export function textAnswer(status: number, contentType: string | null, text: string): Answer {
	return {
		status,
		headers: contentType === null ? {} : { 'content-type': contentType },
		body: textBody(text),
		transport: 'contentLength',
	};
}

/** An object as JSON, a text as it is. */
export function answerOf(status: number, content: object | string, { jsonType }: Personality): Answer {
	if (typeof content !== 'string') return textAnswer(status, jsonType, JSON.stringify(content));
	const typeOfText = content.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
	return textAnswer(status, content === '' ? null : typeOfText, content);
}

export const htmlPage = (title: string, text: string) =>
	`<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body></html>\n`;

export const serviceIsDown = (): Answer =>
	textAnswer(503, 'text/html; charset=utf-8', htmlPage('Down', 'Down for maintenance'));

/** A request that is not as the document says. */
export class RefusedRequest extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.reason);
	}
}

export function refuse(kind: Refusal['kind'], reason: string, field?: string): never {
	throw new RefusedRequest({ kind, reason, field });
}

const mayHaveBody = (status: number) => status !== 204 && status !== 304;

/**
 * Sends an answer the way it asks to be sent, heeding back-pressure, and says of each piece how long it was. An answer whose
 * connection ends early simply stops there.
 */
export async function send(
	response: ServerResponse,
	answer: Answer,
	signal: AbortSignal,
	onWritten: (bytes: number) => void,
): Promise<void> {
	const { status, headers, body, truncation } = answer;
	const transport = truncation ? transportOf(truncation.how) : answer.transport;
	if (!mayHaveBody(status)) {
		response.writeHead(status, headers).end();
		return;
	}
	if (transport === 'contentLength') {
		response.writeHead(status, { ...headers, 'content-length': String(body.byteLength) });
	} else if (transport === 'chunked') {
		response.writeHead(status, { ...headers, 'transfer-encoding': 'chunked' });
	} else {
		// Neither a length nor chunks: Node then announces that the connection ends with the body.
		response.useChunkedEncodingByDefault = false;
		response.writeHead(status, headers);
	}
	response.flushHeaders();
	const pieces = trickled(truncated(body.chunks(), truncation), answer.trickle);
	const pauseMs = answer.trickle?.everyMs ?? 0;
	for (const piece of pieces) {
		if (response.destroyed || signal.aborted) break;
		const roomLeft = response.write(piece);
		onWritten(piece.length);
		if (!roomLeft) await drained(response);
		if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
	}
	if (truncation) await breakOff(response, truncation.how);
	else if (!response.destroyed) response.end();
}

function transportOf(how: Truncation): Transport {
	if (how === 'shortOfContentLength' || how === 'silent') return 'contentLength';
	return how === 'withoutLastChunk' || how === 'brokenChunk' ? 'chunked' : 'closeDelimited';
}

async function drained(response: ServerResponse): Promise<void> {
	if (response.destroyed) return;
	await new Promise<void>((resolve) => {
		const done = () => {
			response.off('drain', done);
			response.off('close', done);
			resolve();
		};
		response.on('drain', done);
		response.on('close', done);
	});
}

/** Cuts a body after so many bytes, for some kinds moved to a place that a row ends at, or does not. */
function* truncated(chunks: Iterable<Buffer>, truncation: Answer['truncation']): Generator<Buffer> {
	if (!truncation) {
		yield* chunks;
		return;
	}
	let left = truncation.keepBytes;
	for (const chunk of chunks) {
		if (chunk.length < left) {
			yield chunk;
			left -= chunk.length;
			continue;
		}
		yield chunk.subarray(0, cutInside(chunk, left, truncation.how));
		return;
	}
}

const newline = 0x0a;

function cutInside(chunk: Buffer, wanted: number, how: Truncation): number {
	const inside = Math.max(0, Math.min(wanted, chunk.length - 1));
	if (how === 'silent') return inside;
	const isAtRowEnd = inside > 0 && chunk[inside - 1] === newline;
	if (how === 'closedMidRow') return isAtRowEnd ? Math.max(0, inside - 4) : inside;
	// Where a row ends, the bytes alone do not show that more should follow.
	const rowEnd = chunk.lastIndexOf(newline, inside) + 1;
	if (how === 'closedAtRowEnd' && rowEnd === 0) return chunk.indexOf(newline, inside) + 1;
	return rowEnd === 0 ? inside : rowEnd;
}

function* trickled(chunks: Iterable<Buffer>, trickle: Answer['trickle']): Generator<Buffer> {
	if (!trickle) {
		yield* chunks;
		return;
	}
	for (const chunk of chunks) {
		for (let from = 0; from < chunk.length; from += trickle.bytes) yield chunk.subarray(from, from + trickle.bytes);
	}
}

/** Ends the connection in order after what was written, without what would have ended the body in order. */
async function breakOff(response: ServerResponse, how: Truncation): Promise<void> {
	const { socket } = response;
	if (!socket || socket.destroyed) return;
	if (transportOf(how) === 'closeDelimited') {
		response.end();
		return;
	}
	if (how === 'silent') {
		await new Promise<void>((resolve) => response.once('close', resolve));
		return;
	}
	if (how === 'brokenChunk') socket.write('ZZ\r\nnot a chunk');
	await new Promise<void>((resolve) => socket.end(() => resolve()));
	socket.destroy();
}
