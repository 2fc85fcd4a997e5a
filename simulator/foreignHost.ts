import { createServer, type IncomingHttpHeaders } from 'node:http';
import { closed, listening } from './sockets';

interface ForeignRequest {
	url: string;
	/** Every header as it came, a leaked key included: that is what this host is for. */
	headers: IncomingHttpHeaders;
}

export type ForeignHost = Awaited<ReturnType<typeof startForeignHost>>;

/** Another host to be redirected to. It answers like a service that knows nothing, and remembers what it was shown. */
export async function startForeignHost() {
	const seen: ForeignRequest[] = [];
	const server = createServer(({ url = '', headers }, response) => {
		seen.push({ url, headers });
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"promotions":[]}');
	});
	// Another name than the simulator's own 127.0.0.1, so that host names differ as well as ports.
	const origin = await listening(server, 0, 'localhost');
	return { origin, requests: () => [...seen], stop: async () => await closed(server) };
}
