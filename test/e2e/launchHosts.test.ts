import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf } from '../../tools/n8n/executionData';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import { inLine, node, rcsNode, to, webhook } from '../../tools/n8n/workflowNodes';
import { McpClient } from './support/mcpClient';
import {
	byId,
	closeSession,
	contacts,
	LAUNCH,
	manualStart,
	openSession,
	pathOf,
	published,
	START,
	UNDER_TEST,
	type Session,
} from './support/session';
import { postToWebhook } from './support/webhook';

/** Who else but a person in the editor runs workflows, and what a launch makes of it. */
describe('in a real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	/** A webhook that brings a list of leads, which become items. */
	async function leadsByWebhook(): Promise<SavedWorkflow> {
		const { rest, credential } = session;
		return await rest.createWorkflow({
			name: 'Leads by webhook',
			settings: { availableInMCP: true },
			nodes: [
				webhook(pathOf(session, 'leads')),
				node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.leads', options: {} }),
				rcsNode(UNDER_TEST, 'rcsPromotion', LAUNCH, credential),
			],
			connections: inLine('Webhook', 'Split', UNDER_TEST),
		});
	}

	/** What an assistant does that is connected to n8n's own MCP server. */
	async function executeByMcp({ id }: SavedWorkflow, executionMode: 'manual' | 'production', leads: object[]) {
		const { rest } = session;
		await rest.send('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await rest.send<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate');
		const client = new McpClient(`${rest.baseUrl}/mcp-server/http`, { authorization: `Bearer ${apiKey}` });
		const inputs = { webhookData: { method: 'POST', body: { leads } } };
		const given = { workflowId: id, executionMode, triggerNodeName: 'Webhook', inputs };
		// A moment after it was published n8n still says that it is not.
		for (let tries = 1; ; tries++) {
			const answer = await client.call('tools/call', { name: 'execute_workflow', arguments: given });
			const executionId = /executionId\W+(\d+)/.exec(JSON.stringify(answer))?.[1];
			if (executionId !== undefined) return await rest.waitForExecution(executionId);
			if (tries === 20) throw new Error(JSON.stringify(answer));
			await pause(250);
		}
	}

	it('an assistant tests a workflow that is not published, and reaches nobody', async () => {
		const execution = await executeByMcp(await leadsByWebhook(), 'manual', contacts(2));
		expect(itemsOf(execution.data, UNDER_TEST)[0]?.json).toMatchObject({ outcome: 'dryRun', launched: false });
		expect(session.service.launches()).toEqual([]);
	});

	it('an assistant that runs the published one reaches nobody, and its webhook reaches everyone', async () => {
		const { rest, service } = session;
		const workflow = await leadsByWebhook();
		await published(rest, workflow, async () => {
			const execution = await executeByMcp(workflow, 'production', contacts(11));
			expect(execution.mode).toBe('webhook');
			expect(execution.data.resultData.error?.message).toMatch(/This run may not send to everyone: /);
			expect(service.launches()).toEqual([]);
			const answer = await postToWebhook(rest, pathOf(session, 'leads'), { leads: contacts(11) });
			expect(await answer.json()).toMatchObject({ outcome: 'launched' });
			expect(service.launches().map(({ file }) => file?.contents?.rows)).toEqual([11]);
		});
	});

	it('a workflow that keeps files in the JSON of its items gives them to nodes, and takes them from Download', async () => {
		const { rest, service, credential } = session;
		const { promotionId } = service.addPromotion({ phase: 'completed', report: { rows: 12 } });
		const rcs = (name: string, parameters: Record<string, unknown>): WorkflowNode => ({
			...rcsNode(name, 'rcsPromotion', parameters, credential),
			onError: 'continueRegularOutput',
		});
		const check = (name: string, binaryPropertyName: string) => {
			const from = { recipients: 'csvFile', phoneField: 'phone', binaryPropertyName };
			return rcs(name, { resource: 'contactList', operation: 'check', ...from });
		};
		const download = { resource: 'report', operation: 'download', promotionId: byId(promotionId) };
		const workflow = await rest.createWorkflow({
			name: 'Files in JSON',
			settings: { binaryMode: 'combined' },
			nodes: [
				manualStart,
				node('To File', 'convertToFile', 1.1, { options: {} }),
				check('By name', 'data'),
				check('Dragged', '={{ $json._files.data }}'),
				{ ...rcs('Download', download), executeOnce: true },
				check('Report', 'data'),
			],
			connections: {
				[START]: to('To File', 'Download'),
				'To File': to('By name', 'Dragged'),
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
		expect(itemsOf(data, 'Download')[0]?.json).toMatchObject({
			complete: true,
			_files: { data: { mimeType: 'text/csv' } },
		});
		expect(itemsOf(data, 'Report')[0]?.json).toMatchObject({ recipients: { rows: 12 } });
	});
});
