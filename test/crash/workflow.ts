import type { RunningN8n } from '../../tools/n8n/realN8n';
import { inLine, node, rcsNode } from '../../tools/n8n/workflowNodes';
import type { TroubledService } from './troubledService';

export const POLL_EVERY_MS = 5000;
/** n8n refuses intervals under a minute, not several times within one. */
const pollTimes = {
	item: Array.from({ length: 60_000 / POLL_EVERY_MS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${(index * POLL_EVERY_MS) / 1000} * * * * *`,
	})),
};
const OWNER = { email: 'owner@example.com', password: 'Crash-test-1' };

/** Saves and activates: the trigger, and a step that hands each event on by HTTP. */
export async function publishWorkflow({ rest }: RunningN8n, service: TroubledService, sinkUrl: string): Promise<void> {
	await rest.setUpOwner(OWNER);
	await rest.signIn(OWNER);
	const { baseUrl } = service;
	const { accountId, apiKey } = service.simulator;
	const credential = await rest.createCredential('Service', 'rcsPromotionApi', { baseUrl, accountId, apiKey });
	const trigger = 'RCS Promotion Trigger';
	const body = { sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
	const workflow = await rest.createWorkflow({
		name: 'Every completion',
		nodes: [
			rcsNode(trigger, 'rcsPromotionTrigger', { events: ['completed'], pollTimes }, credential),
			node('HTTP Request', 'httpRequest', 4.2, { method: 'POST', url: sinkUrl, ...body }),
		],
		connections: inLine(trigger, 'HTTP Request'),
	});
	await rest.activateWorkflow(workflow);
}
