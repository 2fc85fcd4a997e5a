import type { Simulator } from '../../simulator';
import type { SavedWorkflow, WorkflowNode } from '../../tools/n8n/restClient';
import type { RunningN8n } from '../../tools/n8n/realN8n';

export const LAUNCH = 'RCS Promotion';

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

export async function signInToNew({ rest }: RunningN8n): Promise<void> {
	const owner = { email: 'owner@example.com', password: 'Queue-test-1' };
	await rest.setUpOwner(owner);
	await rest.signIn(owner);
}

const rcs = (
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credential: { id: string; name: string },
) => ({
	id: type,
	name,
	type: `n8n-nodes-rcs-promotion.${type}`,
	typeVersion: 1,
	position: [300, 0] as [number, number],
	parameters,
	credentials: { rcsPromotionApi: credential },
});

const webhook = (path: string, responseMode: 'onReceived' | 'lastNode'): WorkflowNode => ({
	id: 'webhook',
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	position: [0, 0],
	webhookId: path,
	parameters: { path, httpMethod: 'POST', responseMode },
});

const campaign = {
	resource: 'promotion',
	operation: 'launch',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cardsMode: 'none',
	phoneField: 'phone',
};

const splitOut: WorkflowNode = {
	id: 'split',
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	position: [150, 0],
	parameters: { fieldToSplitOut: 'body.contacts', options: {} },
};

/** A webhook that takes contacts as JSON; saved, not published. */
export async function saveLaunchOfItems(
	n8n: RunningN8n,
	service: Simulator,
	name: string,
	testPhones = '',
): Promise<SavedWorkflow> {
	const launch = { ...campaign, recipients: 'inputItems', promotionName: name, testPhones };
	return await n8n.rest.createWorkflow({
		name,
		nodes: [
			webhook('unpublished', 'onReceived'),
			splitOut,
			rcs(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, name)),
		],
		connections: { Webhook: to(splitOut.name), [splitOut.name]: to(LAUNCH) },
	});
}

/** The same in two workflows, of which the first calls the second. */
export async function publishCallOfLaunch(
	n8n: RunningN8n,
	service: Simulator,
	path: string,
): Promise<{ above: SavedWorkflow; below: SavedWorkflow }> {
	const launch = { ...campaign, recipients: 'inputItems', promotionName: path };
	const called = { ...splitOut, name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', parameters: {} };
	const below = await publish(n8n, {
		name: `${path}, called`,
		nodes: [called, rcs(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, path))],
		connections: { [called.name]: to(LAUNCH) },
	});
	const call: WorkflowNode = {
		id: 'call',
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		position: [300, 0],
		parameters: { workflowId: { __rl: true, mode: 'id', value: below.id }, options: {} },
	};
	const above = await publish(n8n, {
		name: path,
		nodes: [webhook(path, 'lastNode'), splitOut, call],
		connections: { Webhook: to(splitOut.name), [splitOut.name]: to(call.name) },
	});
	return { above, below };
}

/** A webhook that takes a name and a CSV file, and launches them. */
export async function publishLaunchByWebhook(
	n8n: RunningN8n,
	service: Simulator,
	path: string,
	responseMode: 'onReceived' | 'lastNode',
): Promise<SavedWorkflow> {
	const launch = {
		...campaign,
		recipients: 'csvFile',
		binaryPropertyName: 'contacts',
		promotionName: '={{ $json.body.name }}',
	};
	return await publish(n8n, {
		name: path,
		nodes: [webhook(path, responseMode), rcs(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, path))],
		connections: { Webhook: to(LAUNCH) },
	});
}

export async function publishTrigger(n8n: RunningN8n, service: Simulator): Promise<SavedWorkflow> {
	const parameters = { events: ['completed'], pollTimes: { item: [{ mode: 'everyMinute' }] } };
	const trigger = 'RCS Promotion Trigger';
	return await publish(n8n, {
		name: trigger,
		nodes: [
			rcs(trigger, 'rcsPromotionTrigger', parameters, await credentialFor(n8n, service, trigger)),
			{ id: 'end', name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [600, 0], parameters: {} },
		],
		connections: { [trigger]: to('End') },
	});
}

async function credentialFor({ rest }: RunningN8n, { baseUrl, accountId, apiKey }: Simulator, label: string) {
	const { id, name } = await rest.createCredential(label, 'rcsPromotionApi', { baseUrl, accountId, apiKey });
	return { id, name };
}

async function publish({ rest }: RunningN8n, workflow: Parameters<typeof rest.createWorkflow>[0]) {
	const saved = await rest.createWorkflow(workflow);
	await rest.activateWorkflow(saved);
	return saved;
}
