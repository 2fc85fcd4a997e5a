import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../tools/n8n/restClient';
import { CREDENTIAL_TYPE, closeSession, NODE_TYPE, openSession, type Session } from './support/session';

/** As many launches to lists as a node's record holds, and one more. */
const LAUNCHES = 61;
const LIST = 64;
/** How long n8n may see to nothing else. */
const LONGEST_PAUSE_MS = 200;

const leads = (from: number) =>
	Array.from({ length: LIST }, (_, index) => ({
		name: `Lead ${from + index}`,
		phone: `+1555${2_000_000 + from + index}`,
	}));

/** A launch asks n8n for some 200 marks, in a record that is full. */
describe('the record of launches in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	const node = (name: string, type: string, parameters: Record<string, unknown>, typeVersion = 1): WorkflowNode => ({
		...{ id: name.toLowerCase(), name, type, typeVersion, position: [0, 0] as [number, number], parameters },
	});

	it('does not hold n8n up when it is full, and still knows everybody', async () => {
		const { rest, credential, service } = session;
		const path = `record-${service.origin.split(':').at(-1)}`;
		const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		const launch = node('Launch', NODE_TYPE, {
			...{
				resource: 'promotion',
				operation: 'launch',
				phoneField: 'phone',
				cardsMode: 'none',
				promotionName: '=Sale {{ $execution.id }}',
			},
			...{ templateName: 'spring_sale', templateId: 't-1', templateLanguage: 'en' },
		});
		const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode' };
		const workflow = await rest.activateWorkflow(
			await rest.createWorkflow({
				name: 'Lists by webhook',
				nodes: [
					{ ...node('Webhook', 'n8n-nodes-base.webhook', webhook, 2), webhookId: path },
					node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.leads', options: {} }),
					{ ...launch, credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } } },
				],
				connections: { Webhook: next('Split'), Split: next('Launch') },
			}),
		);
		const post = async (list: object[]) => {
			const body = JSON.stringify({ leads: list });
			const headers = { 'content-type': 'application/json' };
			for (;;) {
				const answer = await fetch(`${rest.baseUrl}/webhook/${path}`, { method: 'POST', headers, body });
				// A moment after it was published n8n does not know its address yet.
				if (answer.status !== 404) return answer;
				await pause(250);
			}
		};
		for (let index = 0; index < LAUNCHES - 1; index++) {
			expect(await (await post(leads(index * LIST))).json()).toMatchObject({ outcome: 'launched' });
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
		const last = await post(leads((LAUNCHES - 1) * LIST));
		isOver = true;
		expect(await last.json()).toMatchObject({ outcome: 'launched' });
		expect(await longestPause).toBeLessThan(LONGEST_PAUSE_MS);
		// Of the first list, the record has been full once since.
		for (const index of [1, LAUNCHES - 1]) expect((await post(leads(index * LIST).slice(0, 40))).status).toBe(500);
		expect(service.launches()).toHaveLength(LAUNCHES);
		await rest.deactivateWorkflow(workflow.id);
	});
});
