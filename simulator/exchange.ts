import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { Fault } from './faults';
import type { RequestRecord } from './ledger';
import type { Route } from './routes';
import type { Simulation } from './simulation';

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

export function keyOf(request: IncomingMessage): string | undefined {
	const value = request.headers[keyHeader];
	return Array.isArray(value) ? value.join(', ') : value;
}

export function judgeKey(request: IncomingMessage, apiKey: string): RequestRecord['key'] {
	const key = keyOf(request);
	if (key === undefined || key === '') return 'missing';
	return key === apiKey ? 'right' : 'wrong';
}

/** The request body piece by piece, counted; leaving the loop early does not tear the connection down. */
export async function* receive(exchange: Pick<Exchange, 'request' | 'record'>): AsyncGenerator<Buffer> {
	for await (const chunk of exchange.request.iterator({ destroyOnReturn: false })) {
		exchange.record.receivedBytes += (chunk as Buffer).length;
		yield chunk as Buffer;
	}
}

/** Reads what is left of an upload that is refused, so that the client gets to read the answer. */
export async function discardRest(exchange: Pick<Exchange, 'request' | 'record'>): Promise<void> {
	const { request } = exchange;
	if (request.readableEnded || request.destroyed) return;
	const rest = receive(exchange);
	while (!(await rest.next()).done) continue;
}
