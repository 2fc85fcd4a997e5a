import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse, type Answer } from './answer';
import type { Fault } from './faults';
import type { RequestRecord } from './ledger';
import type { Route } from './routes';
import type { Simulation } from './simulation';
import type { JsonObject } from './types';

/** One request on its way through the simulator. */
export interface Exchange {
	simulation: Simulation;
	request: IncomingMessage;
	response: ServerResponse;
	record: RequestRecord;
	route: Route;
	faults: Fault[];
}

/**
 * What an endpoint makes of a request that it found right: nothing has happened yet, and calling it accepts the request
 * and gives the answer. The step between the two is where a connection can be lost.
 */
export type Accept = () => Answer;

const keyHeader = 'x-api-key';

export function headersWithoutKey(request: IncomingMessage): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (name !== keyHeader && value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return headers;
}

export const keyOf = (request: IncomingMessage) => [request.headers[keyHeader]].flat().join(', ');

/** Without its parameters. */
export const contentTypeOf = ({ headers }: IncomingMessage) =>
	(headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();

/** The request body piece by piece, counted; leaving the loop early does not tear the connection down. */
export async function* receive({ request, record }: Pick<Exchange, 'request' | 'record'>): AsyncGenerator<Buffer> {
	for await (const chunk of request.iterator({ destroyOnReturn: false })) {
		record.receivedBytes += (chunk as Buffer).length;
		yield chunk as Buffer;
	}
}

/** Throws after cutting the connection, so that an upload which is here already does not count after all. */
export function resetIfAsked({ faults, record, request }: Exchange): void {
	const fault = faults.find((one) => one.kind === 'resetDuringUpload');
	if (fault?.kind !== 'resetDuringUpload' || record.receivedBytes < fault.afterBytes) return;
	request.socket.resetAndDestroy();
	throw new Error('The connection was reset during the upload, as asked.');
}

const longestJson = 8 * 1024 * 1024;

export async function receiveJson(exchange: Exchange): Promise<{ bodyText: string; body: JsonObject }> {
	const pieces: Buffer[] = [];
	for await (const piece of receive(exchange)) {
		resetIfAsked(exchange);
		pieces.push(piece);
		if (exchange.record.receivedBytes > longestJson) refuse('invalid', 'The body is far too long.', 'body');
	}
	return parseBody(pieces);
}

export function parseBody(pieces: Buffer[]): { bodyText: string; body: JsonObject } {
	let bodyText: string;
	let body: unknown;
	try {
		bodyText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
	} catch {
		return refuse('invalid', 'The body is not UTF-8.', 'body');
	}
	try {
		body = JSON.parse(bodyText);
	} catch {
		return refuse('invalid', 'The body is not JSON.', 'body');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		refuse('invalid', 'The body has to be a JSON object.', 'body');
	}
	return { bodyText, body: body as JsonObject };
}
