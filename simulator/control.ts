import { createServer, type IncomingMessage } from 'node:http';
import type { Controls } from './controls';
import type { RequestPredicate } from './ledger';
import { closed, listening } from './sockets';

/** The same calls as in the process of the simulator, each answering a promise. A wait takes a filter, not a function. */
export type RemoteControl = {
	[Name in keyof Controls]: Controls[Name] extends (...given: infer Given) => infer Result
		? (...given: WithoutFunctions<Given>) => Promise<Awaited<Result>>
		: never;
};

type WithoutFunctions<Given extends unknown[]> = { [Index in keyof Given]: Exclude<Given[Index], RequestPredicate> };

const prefix = '/__control/';

/** Speaks to a simulator in another process. The address is the one it prints as its control address. */
export function connectControl(controlUrl: string): RemoteControl {
	const call = async (name: string, given: unknown[]): Promise<unknown> => {
		const body = JSON.stringify(given);
		const response = await fetch(controlUrl.replace(/\/+$/, '') + prefix + name, { method: 'POST', body });
		const answer = (await response.json()) as { result?: unknown; message?: string };
		if (!response.ok) throw new Error(`The simulator refused ${name}: ${answer.message ?? response.status}`);
		return answer.result;
	};
	return new Proxy({} as RemoteControl, {
		get: (_target, name) =>
			// Looked for when a proxy is awaited; it is no promise.
			typeof name === 'symbol' || name === 'then' ? undefined : (...given: unknown[]) => call(name, given),
	});
}

/**
 * The control calls over HTTP, on a port of their own so that no fault reaches them: POST /__control/<name> with
 * a JSON array of arguments, answered as {"result": …} or, with status 400, {"message": …}. Loopback only.
 */
export async function startControlServer(controls: Controls, port: number) {
	const server = createServer({ requestTimeout: 0 }, (request, response) => {
		void answer(controls, request).then(({ status, body }) => {
			response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
		});
	});
	return { url: await listening(server, port, '127.0.0.1'), stop: async () => await closed(server) };
}

async function answer(controls: Controls, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
	const { method, url = '' } = request;
	const name = url.startsWith(prefix) ? url.slice(prefix.length) : '';
	if (method !== 'POST' || !Object.hasOwn(controls, name)) {
		return { status: 404, body: { message: `There is no control call ${method} ${url}.` } };
	}
	try {
		const pieces: Buffer[] = [];
		for await (const piece of request) pieces.push(piece as Buffer);
		const given = JSON.parse(Buffer.concat(pieces).toString('utf8') || '[]') as unknown[];
		const call = controls[name as keyof Controls] as (...values: unknown[]) => unknown;
		const result: unknown = await call(...given.map((value) => value ?? undefined));
		return { status: 200, body: { result: result ?? null } };
	} catch (fault) {
		return { status: 400, body: { message: (fault as Error).message } };
	}
}
