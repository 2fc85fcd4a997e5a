/**
 * n8n is killed, and finds the service in trouble when it starts again. In a real n8n a trigger that throws while it is registered
 * is never polled again, although its workflow stays active. One workflow and one service for each kind of trouble; twice in a row.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../tools/n8n/executionData';
import { ensurePrivateN8n } from '../../tools/n8n/privateN8n';
import { startN8n, type RunningN8n } from '../../tools/n8n/realN8n';
import { TroubledService, troubles as allTroubles } from '../harness/troubledService';
import { CREDENTIAL_TYPE } from './support/session';
import { shared } from './support/shared';
import { POLL_EVERY_MS, TRIGGER, watchingWorkflow } from './support/watching';

/** A service that hangs takes a poll a whole minute, and shows nothing here that the others do not. */
const troubles = allTroubles.filter((trouble) => trouble !== 'hanging');
const SLOW_MS = 30_000;

interface Watched {
	trouble: string;
	service: TroubledService;
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
		for (const trouble of troubles) watched.push(await watch(trouble));
	}, 180_000);

	afterAll(async () => {
		await n8n?.stop();
		for (const { service } of watched) await service.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}, 60_000);

	async function start(tarball?: string): Promise<RunningN8n> {
		return await startN8n({
			n8n: await ensurePrivateN8n(),
			userFolder: folder,
			...(tarball === undefined ? {} : { tarball }),
			env: { N8N_ENCRYPTION_KEY: 'encryption-key-of-the-restart-test' },
		});
	}

	async function watch(trouble: string): Promise<Watched> {
		const service = await TroubledService.start();
		const { baseUrl, simulator } = service;
		for (const promotionId of ['p0', 'p1']) simulator.addPromotion({ promotionId });
		const { accountId, apiKey } = simulator;
		const credential = await n8n.rest.createCredential(trouble, CREDENTIAL_TYPE, { baseUrl, accountId, apiKey });
		const workflow = await n8n.rest.createWorkflow(watchingWorkflow(trouble, credential, { events: ['completed'] }));
		await n8n.rest.activateWorkflow(workflow);
		// The first poll, which records what exists.
		await simulator.waitForRequest({ endpoint: 'list' }, POLL_EVERY_MS + 30_000);
		return { trouble, service, workflowId: workflow.id, seen: new Set() };
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
				await one.service.begin(one.trouble);
				one.service.simulator.update(promotionId, { phase: 'completed' });
			}
			n8n = await start();
			await n8n.rest.signIn(shared().owner);
			const failed = await executions('error', 2 * POLL_EVERY_MS + SLOW_MS);
			expect(Object.keys(failed).sort()).toEqual([...troubles].sort());

			for (const { service } of watched) await service.end();
			const told = await executions('success', 2 * POLL_EVERY_MS + SLOW_MS);
			for (const trouble of troubles) {
				expect([trouble, told[trouble]]).toEqual([trouble, expect.arrayContaining([promotionId])]);
			}
		},
		480_000,
	);
});
