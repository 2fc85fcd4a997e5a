import { setTimeout as pause } from 'node:timers/promises';
import { inLine, node, rcsNode, webhook } from '../../tools/n8n/workflowNodes';
import { closeSession, contacts, LAUNCH, openSession, pathOf, type Session } from './support/session';
import { postToWebhook } from './support/webhook';

/** As many launches to lists as a node's record holds, and one more. */
const LAUNCHES = 61;
const LIST = 64;
/** How long n8n may see to nothing else. */
const LONGEST_PAUSE_MS = 200;

/** A launch asks n8n for some 200 marks, in a record that is full. */
describe('the record of launches in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	it('does not hold n8n up when it is full, and still knows everybody', async () => {
		const { rest, credential, service } = session;
		const path = pathOf(session, 'record');
		const launch = { ...LAUNCH, promotionName: '=Sale {{ $execution.id }}' };
		const workflow = await rest.activateWorkflow(
			await rest.createWorkflow({
				name: 'Lists by webhook',
				nodes: [
					webhook(path),
					node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.leads', options: {} }),
					rcsNode('Launch', 'rcsPromotion', launch, credential),
				],
				connections: inLine('Webhook', 'Split', 'Launch'),
			}),
		);
		const all = contacts(LAUNCHES * LIST);
		const post = async (list: number, size = LIST) =>
			await postToWebhook(rest, path, { leads: all.slice(list * LIST, list * LIST + size) });
		for (let list = 0; list < LAUNCHES - 1; list++) {
			expect(await (await post(list)).json()).toMatchObject({ outcome: 'launched' });
		}
		let isOver = false;
		const longestPause = (async () => {
			let longest = 0;
			while (!isOver) {
				const asked = performance.now();
				await (await fetch(`${rest.baseUrl}/healthz`)).text();
				longest = Math.max(longest, performance.now() - asked);
				await pause(2);
			}
			return longest;
		})();
		const last = await post(LAUNCHES - 1);
		isOver = true;
		expect(await last.json()).toMatchObject({ outcome: 'launched' });
		expect(await longestPause).toBeLessThan(LONGEST_PAUSE_MS);
		// Of the first list, the record has been full once since.
		for (const list of [1, LAUNCHES - 1]) expect((await post(list, 40)).status).toBe(500);
		expect(service.launches()).toHaveLength(LAUNCHES);
		await rest.deactivateWorkflow(workflow.id);
	});
});
