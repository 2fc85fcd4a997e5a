/** A published workflow in a real n8n: edited, deactivated during a poll, and through an outage. */
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

	it('tells what a poll saw that n8n threw away, as the workflow was deactivated meanwhile', async () => {
		const { rest, service } = session;
		const workflow = await publish({ events: ['completed'] });
		service.update('p0', { phase: 'completed' });
		expect(inShort((await told(workflow.id, 1)).told)).toEqual(['p0 completed']);
		service.update('p1', { phase: 'completed' });
		const lists = service.requests({ endpoint: 'list' }).length;
		service.misbehave({ fault: { kind: 'hold' }, endpoint: 'list', times: 1 });
		while (service.requests({ endpoint: 'list' }).length === lists) await pause(50);
		await rest.deactivateWorkflow(workflow.id);
		service.releaseHeld();
		await pause(2000);
		await rest.activateWorkflow(workflow);
		expect(inShort((await told(workflow.id, 2)).told)).toEqual(['p0 completed', 'p1 completed']);
	}, 120_000);

	it('tells an outage once, whatever its causes, and what happened in it as soon as it is over', async () => {
		const { service } = session;
		const workflow = await publish({ events: ['statusChanged'], options: { summary: true } });
		await pause(SOME_POLLS_MS);
		for (let cause = 0; cause < 6; cause++) {
			service.behave();
			const fault = cause % 2 === 0 ? { kind: 'status' as const, status: 503 } : { kind: 'reset' as const };
			service.misbehave({ fault, endpoint: 'list', times: 'always' });
			await pause(POLL_EVERY_MS);
		}
		service.update('p1', { status: 'Отправляется получателям' });
		service.behave();
		const { told: items, failed } = await told(workflow.id, 1);
		expect(failed).toBe(1);
		expect(items).toEqual([
			expect.objectContaining({
				promotionId: 'p1',
				event: 'statusChanged',
				status: 'Отправляется получателям',
				observedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
				summaryText: expect.stringContaining('Sale p1') as string,
			}),
		]);
	}, 150_000);
});
