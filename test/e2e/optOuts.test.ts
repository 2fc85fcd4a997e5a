import { itemsOf } from '../../tools/n8n/executionData';
import { inLine, node, rcsNode } from '../../tools/n8n/workflowNodes';
import { closeSession, manualStart, openSession, START, UNDER_TEST, type Session } from './support/session';

/** What n8n's own expression engine makes of the items of another node. */
describe('Do Not Contact takes the items of a node', () => {
	let session: Session;
	beforeAll(async () => {
		session = await openSession();
	});
	afterAll(async () => await closeSession(session));

	/** Checks four contacts, with opt-outs from a node whose code this is. */
	async function checkWith(jsCode: string, doNotContact: string) {
		const contacts = [1, 2, 3, 4].map((index) => ({ json: { phone: `+491701234${500 + index}` } }));
		const form = { recipients: 'inputItems', phoneField: 'phone', options: { doNotContact } };
		const check = { resource: 'contactList', operation: 'check', ...form };
		const workflow = await session.rest.createWorkflow({
			name: 'Opt-outs',
			nodes: [
				manualStart,
				node('Opt-outs (EU)', 'code', 2, { jsCode }),
				node('Contacts', 'code', 2, { jsCode: `return ${JSON.stringify(contacts)}` }),
				rcsNode(UNDER_TEST, 'rcsPromotion', check, session.credential),
			],
			connections: inLine(START, 'Opt-outs (EU)', 'Contacts', UNDER_TEST),
		});
		const { data } = await session.rest.runManually(workflow);
		const error = data.resultData.runData[UNDER_TEST]?.at(-1)?.error;
		return { json: itemsOf(data, UNDER_TEST).map(({ json }) => json), error };
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
