/**
 * n8n is killed, and finds the service in trouble when it starts again. In a real n8n a trigger that throws while it is registered
 * is never polled again, although its workflow stays active. One workflow and one service for each kind of trouble; twice in a row.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSimulator, type FaultRule, type Simulator } from '../../simulator';
import { itemsOf } from '../../tools/n8n/executionData';
import { ensurePrivateN8n } from '../../tools/n8n/privateN8n';
import { startN8n, type RunningN8n } from '../../tools/n8n/realN8n';
import { CREDENTIAL_TYPE } from './support/session';
import { shared } from './support/shared';
import { POLL_EVERY_MS, toldBy, TRIGGER, watchingWorkflow } from './support/watching';

/** What a poll itself takes at the most, with a service that does not answer. */
const SLOW_MS = 60_000;

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

/** In front of a service, so that its address can stop to accept connections and start again. */
class Door {
	private server?: Server;
	private readonly sockets = new Set<Socket>();
	port = 0;

	constructor(private readonly target: number) {}

	async open(): Promise<void> {
		this.server = createServer((socket) => {
			const service = connect(this.target, '127.0.0.1');
			for (const one of [socket, service]) this.sockets.add(one.on('error', () => one.destroy()));
			socket.pipe(service).pipe(socket);
		});
		await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
		this.port = (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server?.close(resolve) ?? resolve(undefined));
	}
}

interface Watched {
	trouble: string;
	service: Simulator;
	door: Door;
	workflowId: string;
	seen: Set<string>;
}

describe('n8n starts while the service is in trouble', () => {
	let folder: string;
	let n8n: RunningN8n;
	const watched: Watched[] = [];

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'rcs-promotion-restart-'));
		n8n = await start(shared().tarball);
		await n8n.rest.setUpOwner(shared().owner);
		await n8n.rest.signIn(shared().owner);
		for (const trouble of Object.keys(TROUBLES)) watched.push(await watch(trouble));
	}, 180_000);

	afterAll(async () => {
		await n8n?.stop();
		for (const { service, door } of watched) {
			await door.close();
			await service.stop();
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}, 60_000);

	async function start(tarball?: string): Promise<RunningN8n> {
		return await startN8n({
			n8n: await ensurePrivateN8n({ onProgress: () => {} }),
			userFolder: folder,
			...(tarball === undefined ? {} : { tarball }),
			env: { N8N_ENCRYPTION_KEY: 'encryption-key-of-the-restart-test' },
		});
	}

	async function watch(trouble: string): Promise<Watched> {
		const service = await startSimulator();
		for (const promotionId of ['p0', 'p1']) service.addPromotion({ promotionId });
		const door = new Door(Number(new URL(service.baseUrl).port));
		await door.open();
		const { accountId, apiKey } = service;
		const baseUrl = service.baseUrl.replace(/:\d+/, `:${door.port}`);
		const credential = await n8n.rest.createCredential(trouble, CREDENTIAL_TYPE, { baseUrl, accountId, apiKey });
		const workflow = await n8n.rest.createWorkflow(watchingWorkflow(trouble, credential, { events: ['completed'] }));
		await n8n.rest.activateWorkflow(workflow);
		// The first poll, which records what exists.
		await service.waitForRequest({ endpoint: 'list' }, POLL_EVERY_MS + 30_000);
		return { trouble, service, door, workflowId: workflow.id, seen: new Set() };
	}

	async function begin({ trouble, service, door }: Watched): Promise<void> {
		const fault = TROUBLES[trouble];
		if (fault === 'down') await door.close();
		else if (fault) service.misbehave({ fault, endpoint: 'list', times: 'always' });
	}

	async function end({ trouble, service, door }: Watched): Promise<void> {
		if (TROUBLES[trouble] === 'down') await door.open();
		else service.behave();
	}

	/** Until each workflow has a new execution of this kind; gives the promotions that were told. */
	async function executions(status: 'error' | 'success', withinMs: number): Promise<Record<string, unknown[]>> {
		const found: Record<string, unknown[]> = {};
		const deadline = performance.now() + withinMs;
		while (Object.keys(found).length < watched.length && performance.now() < deadline) {
			for (const { trouble, workflowId, seen } of watched) {
				for (const { id, status: ended } of await n8n.rest.listExecutions(workflowId)) {
					if (ended !== status || seen.has(id)) continue;
					seen.add(id);
					const { data } = await n8n.rest.waitForExecution(id);
					const told = status === 'error' ? [] : itemsOf(data, TRIGGER).map(({ json }) => json.promotionId);
					found[trouble] = [...(found[trouble] ?? []), ...told];
				}
			}
			await pause(1000);
		}
		return found;
	}

	it.each(['p0', 'p1'])(
		'tells the trouble at its first scheduled poll and the completion of meanwhile within two polls: %s',
		async (promotionId) => {
			// Saved by the poll that registers the trigger.
			await pause(2000);
			await n8n.kill9();
			for (const one of watched) {
				await begin(one);
				one.service.update(promotionId, { phase: 'completed' });
			}
			n8n = await start();
			await n8n.rest.signIn(shared().owner);
			const failed = await executions('error', 2 * POLL_EVERY_MS + SLOW_MS);
			expect(Object.keys(failed).sort()).toEqual(Object.keys(TROUBLES).sort());

			for (const one of watched) await end(one);
			const told = await executions('success', 2 * POLL_EVERY_MS + SLOW_MS);
			for (const trouble of Object.keys(TROUBLES)) {
				expect([trouble, told[trouble]]).toEqual([trouble, expect.arrayContaining([promotionId])]);
			}
		},
		480_000,
	);

	it('tells the last event at most once more for each orderly restart, which looks like a crash to it', async () => {
		const [one] = watched;
		if (!one) throw new Error('Nothing is watched');
		one.service.addPromotion({ promotionId: 'last' });
		await pause(2 * POLL_EVERY_MS);
		one.service.update('last', { phase: 'completed' });
		const items = async () => {
			const { told } = await toldBy(n8n.rest, one.workflowId);
			return told.filter(({ promotionId }) => promotionId === 'last');
		};
		for (const deadline = performance.now() + SLOW_MS; performance.now() < deadline;) {
			if ((await items()).length > 0) break;
			await pause(1000);
		}
		await pause(3 * POLL_EVERY_MS);
		for (let restart = 0; restart < 2; restart++) {
			await n8n.stop();
			n8n = await start();
			await n8n.rest.signIn(shared().owner);
			await pause(3 * POLL_EVERY_MS);
		}
		const [first, ...again] = await items();
		expect(first).toMatchObject({ event: 'completed', promotionId: 'last' });
		expect(again.every(({ eventId, redelivered }) => eventId === first?.eventId && redelivered === true)).toBe(true);
		expect(again.length).toBeLessThanOrEqual(2);
	}, 240_000);
});
