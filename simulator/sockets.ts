import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives the address at which the server listens. */
export async function listening(server: Server, port: number, host: string): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
	const end = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await end;
}
