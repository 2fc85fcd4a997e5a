import type { RunningN8n } from '../../tools/n8n/realN8n';
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
	const { id, name } = await rest.createCredential('Service', 'rcsPromotionApi', { baseUrl, accountId, apiKey });
	const workflow = await rest.createWorkflow({
		name: 'Every completion',
		nodes: [
			{
				id: 'trigger',
				name: 'RCS Promotion Trigger',
				type: 'n8n-nodes-rcs-promotion.rcsPromotionTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { events: ['completed'], pollTimes },
				credentials: { rcsPromotionApi: { id, name } },
			},
			{
				id: 'sink',
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [300, 0],
				parameters: {
					method: 'POST',
					url: sinkUrl,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($json) }}',
				},
			},
		],
		connections: {
			'RCS Promotion Trigger': { main: [[{ node: 'HTTP Request', type: 'main', index: 0 }]] },
		},
	});
	await rest.activateWorkflow(workflow);
}
