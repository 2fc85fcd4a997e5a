import type { Simulator } from '../../simulator';
import type { SavedWorkflow } from '../../tools/n8n/restClient';
import type { RunningN8n } from '../../tools/n8n/realN8n';
import { inLine, node, rcsNode, webhook } from '../../tools/n8n/workflowNodes';

export const LAUNCH = 'RCS Promotion';

export async function signInToNew({ rest }: RunningN8n): Promise<void> {
	const owner = { email: 'owner@example.com', password: 'Queue-test-1' };
	await rest.setUpOwner(owner);
	await rest.signIn(owner);
}

const campaign = {
	resource: 'promotion',
	operation: 'launch',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cardsMode: 'none',
	phoneField: 'phone',
};

const splitOut = node('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.contacts', options: {} });

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
			rcsNode(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, name)),
		],
		connections: inLine('Webhook', splitOut.name, LAUNCH),
	});
}

/** The same in two workflows, of which the first calls the second. */
export async function publishCallOfLaunch(
	n8n: RunningN8n,
	service: Simulator,
	path: string,
): Promise<{ above: SavedWorkflow; below: SavedWorkflow }> {
	const launch = { ...campaign, recipients: 'inputItems', promotionName: path };
	const called = node('Called', 'executeWorkflowTrigger');
	const below = await publish(n8n, {
		name: `${path}, called`,
		nodes: [called, rcsNode(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, path))],
		connections: inLine('Called', LAUNCH),
	});
	const workflowId = { __rl: true, mode: 'id', value: below.id };
	const call = node('Call', 'executeWorkflow', 1.2, { workflowId, options: {} });
	const above = await publish(n8n, {
		name: path,
		nodes: [webhook(path, 'lastNode'), splitOut, call],
		connections: inLine('Webhook', splitOut.name, 'Call'),
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
		nodes: [
			webhook(path, responseMode),
			rcsNode(LAUNCH, 'rcsPromotion', launch, await credentialFor(n8n, service, path)),
		],
		connections: inLine('Webhook', LAUNCH),
	});
}

export async function publishTrigger(n8n: RunningN8n, service: Simulator): Promise<SavedWorkflow> {
	const parameters = { events: ['completed'], pollTimes: { item: [{ mode: 'everyMinute' }] } };
	const trigger = 'RCS Promotion Trigger';
	return await publish(n8n, {
		name: trigger,
		nodes: [
			rcsNode(trigger, 'rcsPromotionTrigger', parameters, await credentialFor(n8n, service, trigger)),
			node('End', 'noOp'),
		],
		connections: inLine(trigger, 'End'),
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
