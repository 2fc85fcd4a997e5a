/** Where the workflow's next step delivers to: what has arrived here was delivered, whatever n8n remembers of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
	promotionId: string;
	event: string;
	eventId: string;
	redelivered: boolean;
}

export class Sink {
	readonly deliveries: Delivery[] = [];

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	static async start(): Promise<Sink> {
		const server = createServer((request, response) => {
			let text = '';
			request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
			request.on('end', () => {
				const {
					promotionId,
					event,
					eventId,
					redelivered = false,
				} = JSON.parse(text) as Partial<Delivery> & Omit<Delivery, 'redelivered'>;
				sink.deliveries.push({ promotionId, event, eventId, redelivered });
				response.end('{}');
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const sink = new Sink(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		return sink;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
