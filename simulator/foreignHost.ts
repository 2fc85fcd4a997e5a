import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignRequest {
	time: string;
	method: string;
	url: string;
	/** Every header as it came, a leaked key included: that is what this host is for. */
	headers: IncomingHttpHeaders;
}

export interface ForeignHost {
	origin: string;
	requests(): ForeignRequest[];
	stop(): Promise<void>;
}

/** Another host to be redirected to. It answers like a service that knows nothing, and remembers what it was shown. */
export async function startForeignHost(): Promise<ForeignHost> {
	const seen: ForeignRequest[] = [];
	const server = createServer((request, response) => {
		seen.push({
			time: new Date().toISOString(),
			method: request.method ?? '',
			url: request.url ?? '',
			headers: request.headers,
		});
		request.resume();
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"promotions":[]}');
	});
	// Another name than the simulator's own 127.0.0.1, so that host names differ as well as ports.
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, 'localhost', resolve);
	});
	return {
		origin: `http://localhost:${(server.address() as AddressInfo).port}`,
		requests: () => [...seen],
		stop: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
