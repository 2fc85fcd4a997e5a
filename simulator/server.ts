import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createControls, type Controls } from './controls';
import { startControlServer, type ControlServer } from './controlServer';
import { startForeignHost } from './foreignHost';
import { handle } from './handle';
import { createSimulation, type Simulation } from './simulation';
import type { SimulatorDescription, StartOptions } from './types';

export interface Simulator extends Controls {
	/** Scheme, host and port. */
	origin: string;
	/** What a credential has as its base URL: the origin and the path prefix. */
	baseUrl: string;
	accountId: string;
	apiKey: string;
	foreignOrigin: string;
	/** The address for connectControl(), if a control port was asked for. */
	controlUrl: string | null;
	stop(): Promise<void>;
}

export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
	const foreignHost = await startForeignHost();
	const simulation = createSimulation(options, foreignHost);
	const host = options.host ?? '127.0.0.1';
	const server = createServer({ requestTimeout: 0, keepAliveTimeout: 30_000 }, (request, response) => {
		handle(simulation, request, response).catch(() => response.destroy());
	});
	server.on('clientError', (fault, socket) => recordUnreadable(simulation, fault, socket));
	await listen(server, options.port ?? 0, host);
	const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;

	let control: ControlServer | null = null;
	const describe = (): SimulatorDescription => ({
		personality: simulation.personality.name,
		origin,
		baseUrl: origin + simulation.basePath,
		accountId: simulation.accountId,
		foreignOrigin: foreignHost.origin,
		controlUrl: control?.url ?? null,
		speed: simulation.speed,
		statusWords: simulation.personality.statusWords,
	});
	const controls = createControls(simulation, describe);
	if (options.controlPort !== undefined) control = await startControlServer(controls, options.controlPort);

	return {
		...controls,
		origin,
		baseUrl: origin + simulation.basePath,
		accountId: simulation.accountId,
		apiKey: simulation.settings.apiKey,
		foreignOrigin: foreignHost.origin,
		controlUrl: control?.url ?? null,
		stop: async () => {
			simulation.stopping.abort();
			await Promise.all([close(server), control?.stop(), foreignHost.stop()]);
		},
	};
}

async function listen(server: Server, port: number, host: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
}

async function close(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}

/** Bytes that are no HTTP request, such as those beyond an announced length, are refused and remembered. */
function recordUnreadable(simulation: Simulation, fault: Error, socket: Duplex): void {
	const resetByPeer = (fault as NodeJS.ErrnoException).code === 'ECONNRESET';
	if (!resetByPeer) {
		simulation.log.open({
			clockTime: simulation.clock.now(),
			method: '',
			url: '',
			endpoint: null,
			promotionId: null,
			headers: {},
			key: 'missing',
			stage: 'dropped',
			receivedBytes: 0,
			status: 400,
			answeredBytes: 0,
			refusal: `Not a readable HTTP request: ${fault.message}`,
			faults: [],
			ledgerSequence: null,
			durationMs: 0,
		});
	}
	if (socket.writable && !resetByPeer)
		socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
	else socket.destroy();
}
