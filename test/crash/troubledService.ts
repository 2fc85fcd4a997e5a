/** A simulated service that can get into each kind of trouble in which an n8n may find it. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startSimulator, type FaultRule, type Simulator } from '../../simulator';

const TROUBLES: Record<string, FaultRule['fault'] | 'down'> = {
	down: 'down',
	'503': { kind: 'status', status: 503 },
	hanging: { kind: 'silence' },
	'web page': { kind: 'html' },
	'400': { kind: 'status', status: 400 },
	'401': { kind: 'status', status: 401 },
	'404': { kind: 'status', status: 404 },
	redirect: { kind: 'redirect' },
};
export const troubles = Object.keys(TROUBLES);

export class TroubledService {
	/** In front of the simulator, so that its address can stop to accept connections and start again. */
	private door?: Server;
	private readonly sockets = new Set<Socket>();
	private port = 0;

	private constructor(readonly simulator: Simulator) {}

	static async start(): Promise<TroubledService> {
		const service = new TroubledService(await startSimulator());
		await service.open();
		return service;
	}

	get baseUrl(): string {
		return this.simulator.baseUrl.replace(/:\d+/, `:${this.port}`);
	}

	async begin(trouble: string): Promise<void> {
		const fault = TROUBLES[trouble];
		if (fault === 'down') await this.close();
		else if (fault) this.simulator.addFault({ fault, endpoint: 'list', times: 'always' });
	}

	async end(): Promise<void> {
		this.simulator.removeFault();
		if (!this.door) await this.open();
	}

	async stop(): Promise<void> {
		await this.close();
		await this.simulator.stop();
	}

	private async open(): Promise<void> {
		const target = Number(new URL(this.simulator.baseUrl).port);
		const door = createServer((socket) => {
			const inside = connect(target, '127.0.0.1');
			for (const one of [socket, inside]) this.sockets.add(one.on('error', () => one.destroy()));
			socket.pipe(inside).pipe(socket);
		});
		await new Promise<void>((resolve) => door.listen(this.port, '127.0.0.1', resolve));
		this.port = (door.address() as AddressInfo).port;
		this.door = door;
	}

	private async close(): Promise<void> {
		const { door } = this;
		this.door = undefined;
		for (const socket of this.sockets) socket.destroy();
		this.sockets.clear();
		await new Promise<void>((resolve) => (door ? door.close(() => resolve()) : resolve()));
	}
}
