import { setTimeout as pause } from 'node:timers/promises';
import { inLine, node, rcsNode, webhook } from '../../tools/n8n/workflowNodes';
import { closeSession, contacts, LAUNCH, openSession, pathOf, type Session } from './support/session';
import { postToWebhook } from './support/webhook';

/** As many as a run of the tests can wait for. */
const LEADS = 60;
/** As many launches to lists as a node's record holds, and one more. */
const LAUNCHES = 61;
const LIST = 64;
/** How long n8n may see to nothing else. */
const LONGEST_PAUSE_MS = 200;

/** What a node has launched stands in n8n's database. */
describe('launches by webhook in a real n8n', () => {
	let session: Session;
	/** Posts to the workflow. */
	let post: (lists: object[]) => Promise<Response>;
	let unpublish: () => Promise<void>;
	beforeEach(async () => {
		session = await openSession();
		const { rest, credential } = session;
		const path = pathOf(session, 'leads');
		const launch = { ...LAUNCH, promotionName: '=Welcome {{ $execution.id }}' };
		const workflow = await rest.createWorkflow({
			name: 'Launch by webhook',
			nodes: [
				webhook(path),
				node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.leads', options: {} }),
				rcsNode('Launch', 'rcsPromotion', launch, credential),
			],
			connections: inLine('Webhook', 'Split', 'Launch'),
		});
		await rest.activateWorkflow(workflow);
		unpublish = async () => await rest.deactivateWorkflow(workflow.id);
		post = async (leads) => await postToWebhook(rest, path, { leads });
	});
	afterEach(async () => {
		await unpublish();
		await closeSession(session);
	});

	it('reach each lead once, though five webhooks come at a time and then all of them again', async () => {
		const answers = async () => {
			const statuses: number[] = [];
			const left = contacts(LEADS);
			const postRest = async () => {
				for (let lead = left.shift(); lead !== undefined; lead = left.shift())
					statuses.push((await post([lead])).status);
			};
			await Promise.all([postRest(), postRest(), postRest(), postRest(), postRest()]);
			return statuses;
		};
		expect(new Set(await answers())).toEqual(new Set([200]));
		expect(new Set(await answers())).toEqual(new Set([500]));
		const { service } = session;
		expect(service.launches()).toHaveLength(LEADS);
		const reached = service.launches().flatMap(({ file }) => file?.contents?.firstRows.map((row) => row.join()));
		expect(new Set(reached).size).toBe(LEADS);
	}, 120_000);

	it('do not hold n8n up when the record of them is full, and it still knows everybody', async () => {
		const all = contacts(LAUNCHES * LIST);
		const postList = async (list: number, size = LIST) => await post(all.slice(list * LIST, list * LIST + size));
		for (let list = 0; list < LAUNCHES - 1; list++) {
			expect(await (await postList(list)).json()).toMatchObject({ outcome: 'launched' });
		}
		let isOver = false;
		const longestPause = (async () => {
			let longest = 0;
			while (!isOver) {
				const asked = performance.now();
				await (await fetch(`${session.rest.baseUrl}/healthz`)).text();
				longest = Math.max(longest, performance.now() - asked);
				await pause(2);
			}
			return longest;
		})();
		const last = await postList(LAUNCHES - 1);
		isOver = true;
		expect(await last.json()).toMatchObject({ outcome: 'launched' });
		expect(await longestPause).toBeLessThan(LONGEST_PAUSE_MS);
		// Of the first list, the record has been full once since.
		for (const list of [1, LAUNCHES - 1]) expect((await postList(list, 40)).status).toBe(500);
		expect(session.service.launches()).toHaveLength(LAUNCHES);
	});
});
