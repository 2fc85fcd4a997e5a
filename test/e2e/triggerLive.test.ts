/** A published workflow that is edited in a real n8n. */
import { setTimeout as pause } from 'node:timers/promises';
import { closeSession, openSession, type Session } from './support/session';
import { edit, POLL_EVERY_MS, toldBy, watchingWorkflow } from './support/watching';

const SOME_POLLS_MS = 3 * POLL_EVERY_MS;

describe('a published workflow', () => {
	let session: Session;
	const published: string[] = [];
	beforeEach(async () => {
		session = await openSession();
		for (const promotionId of ['p0', 'p1']) session.service.addPromotion({ promotionId, name: `Sale ${promotionId}` });
	});
	afterEach(async () => {
		for (const id of published.splice(0)) await session.rest.deactivateWorkflow(id);
		await closeSession(session);
	});

	async function publish(parameters: Record<string, unknown>) {
		const { rest, credential, service } = session;
		const workflow = await rest.createWorkflow(watchingWorkflow('Live', credential, parameters));
		published.push(workflow.id);
		const active = await rest.activateWorkflow(workflow);
		// n8n publishes in the background; its first poll records what exists.
		await service.waitForRequest({ endpoint: 'list' }, 60_000);
		await pause(1000);
		return { ...workflow, ...active };
	}

	/** What was told, once as many events have come, and after some more polls. */
	async function told(workflowId: string, atLeast: number) {
		const deadline = performance.now() + 4 * SOME_POLLS_MS;
		while ((await toldBy(session.rest, workflowId)).told.length < atLeast && performance.now() < deadline) {
			await pause(1000);
		}
		await pause(SOME_POLLS_MS);
		return await toldBy(session.rest, workflowId);
	}
	const inShort = (items: Array<Record<string, unknown>>) =>
		items.map(({ event, promotionId }) => `${String(promotionId)} ${String(event)}`);

	it('tells what completed between the last poll and the save of another filter', async () => {
		const { rest, service } = session;
		const workflow = await publish({ events: ['completed'] });
		await pause(SOME_POLLS_MS);
		service.update('p0', { phase: 'completed' });
		const edited = await edit(rest, workflow, { events: ['completed'], filters: { nameContains: 'sale' } });
		service.update('p1', { phase: 'completed' });
		const { told: items, failed } = await told(edited.id, 2);
		// A poll may end while n8n publishes: what it told is then told again, as the same event.
		const events = new Map(items.map((item) => [item.eventId, item]));
		expect([inShort([...events.values()]).sort(), failed]).toEqual([['p0 completed', 'p1 completed'], 0]);
	}, 120_000);
});
