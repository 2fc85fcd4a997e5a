import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Controls } from './controls';

export interface ControlServer {
	url: string;
	stop(): Promise<void>;
}

/**
 * The control calls over HTTP, on a port of their own so that no misbehaviour reaches them: POST /__control/<name> with
 * a JSON array of arguments, answered as {"result": …} or, with status 400, {"message": …}. Loopback only.
 */
export async function startControlServer(controls: Controls, port: number): Promise<ControlServer> {
	const server = createServer({ requestTimeout: 0 }, (request, response) => {
		void answer(controls, request).then(({ status, body }) => {
			response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

const prefix = '/__control/';

async function answer(controls: Controls, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
	const name = (request.url ?? '').startsWith(prefix) ? (request.url ?? '').slice(prefix.length) : '';
	if (request.method !== 'POST' || !Object.hasOwn(controls, name)) {
		return { status: 404, body: { message: `There is no control call ${request.method} ${request.url}.` } };
	}
	try {
		const pieces: Buffer[] = [];
		for await (const piece of request) pieces.push(piece as Buffer);
		const text = Buffer.concat(pieces).toString('utf8');
		const given: unknown = text === '' ? [] : JSON.parse(text);
		if (!Array.isArray(given)) throw new Error('The arguments have to be a JSON array.');
		const call = controls[name as keyof Controls] as (...values: unknown[]) => unknown;
		const result: unknown = await call(...given.map((value: unknown) => value ?? undefined));
		return { status: 200, body: { result: result ?? null } };
	} catch (fault) {
		return { status: 400, body: { message: (fault as Error).message } };
	}
}
