import { itemsOf } from '../../tools/n8n/executionData';
import type { WorkflowNode } from '../../tools/n8n/restClient';
import { closeSession, CREDENTIAL_TYPE, NODE_TYPE, openSession, type Session } from './support/session';

/** What n8n's own expression engine makes of the items of another node. */
describe('Do Not Contact takes the items of a node', () => {
	let session: Session;
	beforeAll(async () => {
		session = await openSession();
	});
	afterAll(async () => await closeSession(session));

	const node = (name: string, type: string, parameters: Record<string, unknown>): WorkflowNode => ({
		...{ id: name, name, type, typeVersion: type.endsWith('code') ? 2 : 1, position: [0, 0], parameters },
		...(type === NODE_TYPE ? { credentials: { [CREDENTIAL_TYPE]: session.credential } } : {}),
	});

	/** Checks four contacts, with opt-outs from a node whose code this is. */
	async function checkWith(jsCode: string, doNotContact: string) {
		const contacts = [1, 2, 3, 4].map((index) => ({ json: { phone: `+491701234${500 + index}` } }));
		const check = {
			resource: 'contactList',
			operation: 'check',
			recipients: 'inputItems',
			phoneField: 'phone',
			options: { doNotContact },
		};
		const workflow = await session.rest.createWorkflow({
			name: 'Opt-outs',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Opt-outs (EU)', 'n8n-nodes-base.code', { jsCode }),
				node('Contacts', 'n8n-nodes-base.code', { jsCode: `return ${JSON.stringify(contacts)}` }),
				node('Check', NODE_TYPE, check),
			],
			connections: {
				Start: { main: [[{ node: 'Opt-outs (EU)', type: 'main', index: 0 }]] },
				'Opt-outs (EU)': { main: [[{ node: 'Contacts', type: 'main', index: 0 }]] },
				Contacts: { main: [[{ node: 'Check', type: 'main', index: 0 }]] },
			},
		});
		const { data } = await session.rest.runManually(workflow);
		return {
			json: itemsOf(data, 'Check').map(({ json }) => json),
			error: data.resultData.runData.Check?.at(-1)?.error,
		};
	}

	it('finds the phone of each, and says how many there are', async () => {
		const code =
			"return [{ json: { properties: { phone: { value: '0049 170 1234502' } } } }, { json: { Handy: '+49 170 9999999' } }]";
		const { json, error } = await checkWith(code, "={{ $('Opt-outs (EU)').all() }}");
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ recipients: { ready: 3, doNotContact: 1 } }]);
	});

	it('says what to do where they are more than expressions can hold', async () => {
		// Made by the expression itself, as a test would take long to fetch an execution with so many items.
		const { error } = await checkWith(
			'return [{ json: {} }]',
			'={{ Array.from({ length: 1e7 }, (_, at) => ({ phone: at })) }}',
		);
		expect(error).toMatchObject({
			message: "An expression in 'Options' needs more memory than n8n has for expressions",
		});
	});
});
