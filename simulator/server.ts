import type { StartOptions } from './settings';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { startControlServer } from './control';
import { createControls, type Controls } from './controls';
import { startForeignHost } from './foreignHost';
import { handle } from './handle';
import { createSimulation, type Simulation } from './simulation';
import { closed, listening } from './sockets';

export interface Simulator extends Controls {
	/** Scheme, host and port. */
	origin: string;
	/** What a credential has as its base URL: the origin and the path prefix. */
	baseUrl: string;
	accountId: string;
	apiKey: string;
	/** The address for connectControl(), if a control port was asked for. */
	controlUrl: string | null;
	stop(): Promise<void>;
}

export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
	const foreignHost = await startForeignHost();
	const simulation = createSimulation(options, foreignHost);
	const server = createServer({ requestTimeout: 0, keepAliveTimeout: 30_000 }, (request, response) => {
		handle(simulation, request, response).catch(() => response.destroy());
	});
	server.on('clientError', (fault, socket) => refuseUnreadable(simulation, fault, socket));
	const origin = await listening(server, options.port ?? 0, options.host ?? '127.0.0.1');
	const controls = createControls(simulation);
	const { controlPort } = options;
	const control = controlPort === undefined ? undefined : await startControlServer(controls, controlPort);
	return {
		...controls,
		origin,
		baseUrl: origin + simulation.basePath,
		accountId: simulation.accountId,
		apiKey: simulation.settings.apiKey,
		controlUrl: control?.url ?? null,
		stop: async () => {
			simulation.stopping.abort();
			await Promise.all([closed(server), control?.stop(), foreignHost.stop()]);
		},
	};
}

/** Bytes that are no HTTP request, such as those beyond an announced length, are refused and remembered. */
function refuseUnreadable(simulation: Simulation, fault: Error, socket: Duplex): void {
	const resetByPeer = (fault as NodeJS.ErrnoException).code === 'ECONNRESET';
	if (resetByPeer || !socket.writable) {
		socket.destroy();
		return;
	}
	simulation.log.open({
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
		ledgerSequence: null,
	});
	socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
