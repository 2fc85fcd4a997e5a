import { setTimeout as pause } from 'node:timers/promises';
import { inLine, rcsNode, webhook } from '../../tools/n8n/workflowNodes';
import { closeSession, contacts, LAUNCH, openSession, pathOf, UNDER_TEST, type Session } from './support/session';
import { postToWebhook } from './support/webhook';

/** As many as a run of the tests can wait for. */
const LEADS = 60;

/** The user's own phones, which a test reaches. */
const OWN = ['+4915112345678', '+4915112345679'];

const launch = {
	...LAUNCH,
	nameField: 'name',
	cardsMode: 'form',
	cards: { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] },
};

describe('a launch in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	it('goes to the test phones when a step is executed in the editor', async () => {
		const { items, error } = await session.run({ ...launch, testPhones: OWN.join() }, { input: contacts(3) });
		expect(error).toBeUndefined();
		const [taken, ...others] = session.service.launches();
		expect(others).toEqual([]);
		expect(taken?.file?.contents).toMatchObject({
			columns: ['name', 'phone'],
			firstRows: OWN.map((phone, index) => [`Contact ${index}`, phone]),
		});
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ outcome: 'launched', promotionId: taken?.promotionId }),
		]);
		expect(items[0]?.pairedItem).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	it('reaches each lead once, though five webhooks come at a time and then all of them again', async () => {
		const { rest, service } = session;
		const { workflow, call } = await published('first', { promotionName: '=Welcome {{ $execution.id }}' });
		try {
			const answers = async () => {
				const statuses: number[] = [];
				const left = contacts(LEADS);
				const post = async () => {
					for (let lead = left.shift(); lead !== undefined; lead = left.shift()) statuses.push(await call(lead));
				};
				await Promise.all([post(), post(), post(), post(), post()]);
				return statuses;
			};
			expect(new Set(await answers())).toEqual(new Set([200]));
			expect(new Set(await answers())).toEqual(new Set([500]));
			expect(service.launches()).toHaveLength(LEADS);
			const reached = service.launches().flatMap(({ file }) => file?.contents?.firstRows.map((row) => row.join()));
			expect(new Set(reached).size).toBe(LEADS);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	}, 120_000);

	it('goes out once from a workflow and its copy, at once and two seconds later, while the list lags behind', async () => {
		const { rest, service } = session;
		const empty = { kind: 'status', status: 200, contentType: 'application/json', body: '{"promotions":[]}' } as const;
		service.addFault({ endpoint: 'list', fault: empty, times: 'always' });
		const both = [await published('first'), await published('copy')];
		try {
			const lead = { name: 'Ada', phone: '+15551000001' };
			const statuses = await Promise.all(both.map(async ({ call }) => await call(lead)));
			expect(statuses.sort()).toEqual([200, 500]);
			await pause(2_000);
			for (const { call } of both) expect(await call(lead)).toBe(500);
			expect(service.requests({ endpoint: 'launch' })).toHaveLength(1);
		} finally {
			for (const { workflow } of both) await rest.deactivateWorkflow(workflow.id);
		}
	});

	async function published(which: string, changes: Record<string, unknown> = {}) {
		const { rest, credential } = session;
		const path = pathOf(session, which);
		const parameters = { ...launch, phoneField: 'body.phone', nameField: 'body.name', ...changes };
		const workflow = await rest.createWorkflow({
			name: 'Launch by webhook',
			nodes: [webhook(path), rcsNode(UNDER_TEST, 'rcsPromotion', parameters, credential)],
			connections: inLine('Webhook', UNDER_TEST),
		});
		await rest.activateWorkflow(workflow);
		/** The status of n8n's answer. */
		const call = async (lead: object): Promise<number> => {
			const answer = await postToWebhook(rest, path, lead);
			await answer.text();
			return answer.status;
		};
		return { workflow, call };
	}
});
