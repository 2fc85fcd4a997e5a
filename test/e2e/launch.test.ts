import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../tools/n8n/restClient';
import { closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';
import { callWebhook } from './support/webhook';

/** As many as a run of the tests can wait for. */
const LEADS = 60;

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${index}`, phone: `+1555${1_000_000 + index}` }));

const launch = {
	resource: 'promotion',
	operation: 'launch',
	phoneField: 'phone',
	nameField: 'name',
	promotionName: 'Spring Sale',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cards: { card: [{ variables: { variable: [{ source: 'column', column: 'name' }] } }] },
};

/** The user's own phones, which a test reaches. */
const OWN = ['+4915112345678', '+4915112345679'];
const tested = { ...launch, testPhones: OWN.join() };

describe('a launch in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	it('goes to the test phones when a step is executed in the editor', async () => {
		const { items, error } = await session.run(tested, { input: contacts(3) });
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
		const names = { promotionName: '=Welcome {{ $execution.id }}' };
		const { workflow, call } = await published(session, names, 'lastNode');
		try {
			const leads = contacts(LEADS).map((contact) => JSON.stringify(contact));
			const answers = async () => {
				const statuses: number[] = [];
				const left = [...leads];
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
		const both = [await published(session, {}, 'lastNode'), await published(session, {}, 'lastNode', 'copy')];
		try {
			const lead = JSON.stringify({ name: 'Ada', phone: '+15551000001' });
			const statuses = await Promise.all(both.map(async ({ call }) => await call(lead)));
			expect(statuses.sort()).toEqual([200, 500]);
			await pause(2_000);
			for (const { call } of both) expect(await call(lead)).toBe(500);
			expect(service.requests({ endpoint: 'launch' })).toHaveLength(1);
		} finally {
			for (const { workflow } of both) await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('names the fields there are, and takes the first of two that is filled in', async () => {
		const people = [
			{ id: '1', properties: { firstname: 'Ada', phone: '+493012345601', mobilephone: '+4915112345601' } },
			{ id: '2', properties: { firstname: 'Ben', phone: '+4915112345602', mobilephone: null } },
		];
		const asked = await session.run(launch, { input: people });
		expect(asked.error?.message).toMatch(/No contact has a field "phone"\. .*properties\.phone/);
		expect(session.service.launches()).toEqual([]);
		const named = { phoneField: 'properties.mobilephone, properties.phone', nameField: 'properties.firstname' };
		const sent = await session.run({ ...launch, ...named, sendMode: 'always' }, { input: people });
		expect(sent.error).toBeUndefined();
		expect(session.service.launches()[0]?.file?.contents?.firstRows).toEqual([
			['Ada', '+4915112345601'],
			['Ben', '+4915112345602'],
		]);
	});

	function launchNode(parameters: Record<string, unknown>): WorkflowNode {
		const { id, name } = session.credential;
		return {
			...node('Launch', NODE_TYPE, { ...launch, ...parameters }),
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
		};
	}

	async function published(
		{ rest, service }: Session,
		parameters: Record<string, unknown>,
		responseMode = 'onReceived',
		which = 'first',
	) {
		const path = `launch-${which}-${service.origin.split(':').at(-1)}`;
		const workflow = await rest.createWorkflow({
			name: 'Launch by webhook',
			nodes: [
				{
					...node('Webhook', 'n8n-nodes-base.webhook', { path, httpMethod: 'POST', responseMode }),
					typeVersion: 2,
					webhookId: path,
				},
				launchNode({ phoneField: 'body.phone', nameField: 'body.name', ...parameters }),
			],
			connections: { Webhook: { main: [[to('Launch')]] } },
		});
		await rest.activateWorkflow(workflow);
		/** The status of n8n's answer. */
		const call = async (body: string): Promise<number> => {
			const answer = await callWebhook(rest, path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			});
			await answer.text();
			return answer.status;
		};
		return { workflow, call };
	}
});

const to = (name: string) => ({ node: name, type: 'main', index: 0 });

const node = (name: string, type: string, parameters: Record<string, unknown>): WorkflowNode => ({
	id: name.toLowerCase(),
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});
