import { createServer } from 'node:net';
import { hasCode, PlainMessage } from './plainMessage';

export const LOOPBACK = '127.0.0.1';

/** Whether nothing on this machine answers on the port, be it bound to loopback or to all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
	for (const host of [LOOPBACK, '0.0.0.0']) {
		if (!(await canListen(port, host))) return false;
	}
	return true;
}

/** Ports nobody uses now, all different. Another program may still take one before it is used. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0, LOOPBACK)));
	const ports = servers.map((server) => (server.address() as { port: number }).port);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}

export async function freePort(): Promise<number> {
	const [port] = await freePorts(1);
	return port!;
}

/** The port somebody asked for, or the sentence that says what to do when it is taken. */
export async function demandPort(port: number, option: string): Promise<number> {
	if (await isPortFree(port)) return port;
	throw new PlainMessage(
		`Port ${port} is taken by another program. Stop that program, or choose another port with ${option} ${port + 2}.`,
	);
}

/** The first free port from `from` on, leaving out those in `except`. */
export async function nextFreePort(from: number, except: readonly number[] = [], tries = 50): Promise<number> {
	for (let port = from; port < from + tries; port += 1) {
		if (!except.includes(port) && (await isPortFree(port))) return port;
	}
	throw new PlainMessage(`No port between ${from} and ${from + tries - 1} is free. Choose one with --port.`);
}

async function canListen(port: number, host: string): Promise<boolean> {
	try {
		const server = await listen(port, host);
		await new Promise((resolve) => server.close(resolve));
		return true;
	} catch (thrown) {
		if (hasCode(thrown, 'EADDRINUSE', 'EACCES')) return false;
		throw thrown;
	}
}

async function listen(port: number, host: string) {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port, host, exclusive: true }, resolve);
	});
	return server;
}
