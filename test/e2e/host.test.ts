import { itemsOf } from '../../tools/n8n/executionData';
import type { FinishedExecution } from '../../tools/n8n/restClient';
import { inLine, node, rcsNode } from '../../tools/n8n/workflowNodes';
import {
	closeSession,
	contacts,
	LAUNCH,
	manualStart,
	openSession,
	START,
	UNDER_TEST,
	type Session,
} from './support/session';

/** What expressions see of the workflow. */
const FACTS = 'Facts';
const facts = node(FACTS, 'set', 3.4, { mode: 'raw', jsonOutput: '={{ { active: $workflow.active } }}', options: {} });

const launchOne = {
	...LAUNCH,
	recipients: 'uploadedList',
	targetListName: '={{ $json.name }}',
	promotionName: '={{ $json.name }}',
	sendMode: 'always',
	options: { maximumLaunches: 2 },
};

const outcomes = (execution: FinishedExecution) =>
	itemsOf(execution.data, UNDER_TEST).map(({ json }) => [json.promotionName, json.outcome]);

/** What the tests of the engine model of n8n itself, held against the real one. */
describe('the real n8n', () => {
	let session: Session;
	beforeEach(async () => {
		session = await openSession();
	});
	afterEach(async () => await closeSession(session));

	/** Two launches, the second refused at first. */
	const twoLaunches = async (settings = {}) => {
		const { service, rest, credential } = session;
		service.addFault({ fault: { kind: 'status', status: 422 }, endpoint: 'launch', skip: 1 });
		return await rest.createWorkflow({
			name: 'Two launches',
			nodes: [manualStart, { ...rcsNode(UNDER_TEST, 'rcsPromotion', launchOne, credential), ...settings }, facts],
			connections: inLine(START, UNDER_TEST, FACTS),
			pinData: { [START]: [{ json: { name: 'First' } }, { json: { name: 'Second' } }] },
		});
	};
	const expectSecondTry = (execution: FinishedExecution) => {
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(outcomes(execution)).toEqual([
			['First', 'alreadyLaunched'],
			['Second', 'launched'],
		]);
		expect(session.service.launches().map(({ body }) => body.name)).toEqual(['First', 'Second']);
	};

	it('keeps what a node remembers over the tries of Retry On Fail', async () => {
		const workflow = await twoLaunches({ retryOnFail: true, maxTries: 2, waitBetweenTries: 100 });
		expectSecondTry(await session.rest.runManually(workflow));
	});

	it('keeps it over Retry of the execution, which says of no workflow that it is published', async () => {
		const { rest, service } = session;
		const failed = await rest.runManually(await twoLaunches());
		expect(failed.status).toBe('error');
		expect(service.launches()).toHaveLength(1);
		await rest.send('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
		const executions = await rest.listExecutions((failed as unknown as { workflowId: string }).workflowId);
		const retried = await rest.waitForExecution(executions.find(({ mode }) => mode === 'retry')?.id ?? '');
		expectSecondTry(retried);
		expect(itemsOf(retried.data, FACTS)[0]?.json).toEqual({ active: false });
	});

	it('has no room for an expression with a million items, and a message says what to do', async () => {
		const { rest, credential } = session;
		const doNotContact = '={{ Array.from({ length: 1e7 }, (_, at) => ({ phone: at })) }}';
		const check = { resource: 'contactList', operation: 'check', recipients: 'inputItems', phoneField: 'phone' };
		const workflow = await rest.createWorkflow({
			name: 'Opt-outs',
			nodes: [manualStart, rcsNode(UNDER_TEST, 'rcsPromotion', { ...check, options: { doNotContact } }, credential)],
			connections: inLine(START, UNDER_TEST),
			pinData: { [START]: contacts(4).map((json) => ({ json })) },
		});
		const { data } = await rest.runManually(workflow);
		expect(data.resultData.error?.message).toBe(
			"An expression in 'Options' needs more memory than n8n has for expressions",
		);
	});
});
