import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { byId, closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, START, type Session } from './support/session';

const LAUNCH = 'Launch';
const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${index}`, phone: `+1555${1_000_000 + index}` }));

const REFUSED = /This run may not send to everyone: /;

/** Who else but a person in the editor runs workflows, and what a launch makes of it. */
describe('in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	const node = (name: string, type: string, parameters: Record<string, unknown>, typeVersion = 1): WorkflowNode => ({
		id: name.toLowerCase(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
	});

	/** A webhook that brings a list of leads, which become items. */
	async function leadsByWebhook(parameters: Record<string, unknown> = {}): Promise<SavedWorkflow> {
		const { rest, credential, service } = session;
		const path = `leads-${service.origin.split(':').at(-1)}`;
		const launch = node(LAUNCH, NODE_TYPE, {
			resource: 'promotion',
			operation: 'launch',
			phoneField: 'phone',
			promotionName: 'Spring Sale',
			templateName: 'spring_sale',
			templateId: 't-1',
			templateLanguage: 'en',
			cardsMode: 'none',
			...parameters,
		});
		const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		return await rest.createWorkflow({
			name: 'Leads by webhook',
			settings: { availableInMCP: true },
			nodes: [
				{
					...node('Webhook', 'n8n-nodes-base.webhook', { path, httpMethod: 'POST', responseMode: 'lastNode' }, 2),
					webhookId: path,
				},
				node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.leads', options: {} }),
				{ ...launch, credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } } },
			],
			connections: { Webhook: next('Split'), Split: next(LAUNCH) },
		});
	}

	/** What an assistant does that is connected to n8n's own MCP server. */
	async function executeByMcp({ id }: SavedWorkflow, executionMode: 'manual' | 'production', leads: object[]) {
		const { rest } = session;
		await rest.send('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await rest.send<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate');
		const inputs = { webhookData: { method: 'POST', body: { leads } } };
		const execute = async () => {
			const response = await fetch(`${rest.baseUrl}/mcp-server/http`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${apiKey}`,
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
				},
				body: JSON.stringify({
					jsonrpc: '2.0',
					id: 1,
					method: 'tools/call',
					params: {
						name: 'execute_workflow',
						arguments: { workflowId: id, executionMode, triggerNodeName: 'Webhook', inputs },
					},
				}),
			});
			return await response.text();
		};
		// A moment after it was published n8n still says that it is not.
		for (let tries = 1; ; tries++) {
			const answer = await execute();
			const executionId = /executionId\W+(\d+)/.exec(answer)?.[1];
			if (executionId !== undefined) return await rest.waitForExecution(executionId);
			if (tries === 20) throw new Error(answer);
			await pause(250);
		}
	}

	it('an assistant tests a workflow that is not published, and reaches nobody', async () => {
		const execution = await executeByMcp(await leadsByWebhook(), 'manual', contacts(2));
		expect(itemsOf(execution.data, LAUNCH)[0]?.json).toMatchObject({ outcome: 'dryRun', launched: false });
		expect(session.service.launches()).toEqual([]);
	});

	it('an assistant that runs the published one reaches nobody, and its webhook reaches everyone', async () => {
		const { rest, service } = session;
		const workflow = await rest.activateWorkflow(await leadsByWebhook());
		const [{ parameters }] = workflow.nodes as [WorkflowNode];
		try {
			const execution = await executeByMcp(workflow, 'production', contacts(11));
			expect(execution.mode).toBe('webhook');
			expect(execution.data.resultData.error?.message).toMatch(REFUSED);
			expect(service.launches()).toEqual([]);
			const answer = await fetch(`${rest.baseUrl}/webhook/${String(parameters.path)}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ leads: contacts(11) }),
			});
			expect(await answer.json()).toMatchObject({ outcome: 'launched' });
			expect(service.launches().map(({ file }) => file?.contents?.rows)).toEqual([11]);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('nor does it reach anybody by a sub-workflow of the published one', async () => {
		const { rest, service } = session;
		const { nodes, ...above } = await leadsByWebhook();
		const [webhook, split, launch] = nodes as [WorkflowNode, WorkflowNode, WorkflowNode];
		const next = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
		const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {});
		const below = await rest.activateWorkflow(
			await rest.createWorkflow({ name: 'Below', nodes: [called, launch], connections: { Called: next(LAUNCH) } }),
		);
		const workflowId = { __rl: true, mode: 'id', value: below.id };
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', { workflowId, options: {} }, 1.2);
		const workflow = await rest.activateWorkflow(
			await rest.createWorkflow({
				name: 'Above',
				settings: above.settings,
				nodes: [webhook, split, call],
				connections: { Webhook: next('Split'), Split: next('Call') },
			}),
		);
		try {
			const execution = await executeByMcp(workflow, 'production', contacts(11));
			expect(execution.mode).toBe('webhook');
			expect(execution.data.resultData.error?.message).toMatch(REFUSED);
			expect(service.launches()).toEqual([]);
		} finally {
			await rest.deactivateWorkflow(workflow.id);
		}
	});

	it('a workflow that keeps files in the JSON of its items gives them to nodes, and takes them from Download', async () => {
		const { rest, service, credential } = session;
		const { promotionId } = service.addPromotion({ phase: 'completed', report: { rows: 12 } });
		const rcs = (name: string, parameters: Record<string, unknown>): WorkflowNode => ({
			...node(name, NODE_TYPE, parameters),
			credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
		});
		const check = (name: string, binaryPropertyName: string) =>
			rcs(name, {
				resource: 'contactList',
				operation: 'check',
				recipients: 'csvFile',
				phoneField: 'phone',
				binaryPropertyName,
			});
		const to = (...names: string[]) => ({ main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] });
		const workflow = await rest.createWorkflow({
			name: 'Files in JSON',
			settings: { binaryMode: 'combined' },
			nodes: [
				node(START, 'n8n-nodes-base.manualTrigger', {}),
				node('To File', 'n8n-nodes-base.convertToFile', { options: {} }, 1.1),
				check('By name', 'data'),
				check('Dragged', '={{ $json._files.data }}'),
				check('Missing', 'attachment'),
				rcs('Download', { resource: 'report', operation: 'download', promotionId: byId(promotionId) }),
				check('Report', 'data'),
			].map((each) => ({ ...each, onError: 'continueRegularOutput', executeOnce: each.name === 'Download' })),
			connections: {
				[START]: to('To File', 'Download'),
				'To File': to('By name', 'Dragged', 'Missing'),
				Download: to('Report'),
			},
			pinData: { [START]: contacts(3).map((json) => ({ json })) },
		});
		const { data } = await rest.runManually(workflow);
		const [file] = itemsOf(data, 'To File');
		expect([file?.binary, file?.json]).toEqual([undefined, { _files: { data: expect.anything() as unknown } }]);
		for (const name of ['By name', 'Dragged']) {
			expect(itemsOf(data, name).map(({ json }) => json)).toMatchObject([
				{ wouldLaunch: true, recipients: { rows: 3 } },
			]);
		}
		expect(itemsOf(data, 'Missing')[0]?.json.error).toContain("No file found in 'attachment'");
		expect(itemsOf(data, 'Download')[0]?.json).toMatchObject({
			complete: true,
			_files: { data: { mimeType: 'text/csv' } },
		});
		expect(itemsOf(data, 'Report')[0]?.json).toMatchObject({ recipients: { rows: 12 } });
	});
});
