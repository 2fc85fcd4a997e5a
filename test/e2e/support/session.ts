import { startSimulator, type Simulator } from '../../../simulator';
import { RestClient, type SavedCredential, type SavedWorkflow } from '../../../tools/n8n/restClient';
import { node } from '../../../tools/n8n/workflowNodes';
import { shared } from './shared';

export const NODE_TYPE = 'n8n-nodes-rcs-promotion.rcsPromotion';
export const CREDENTIAL_TYPE = 'rcsPromotionApi';

/** A signed-in client of the running n8n, a simulated service, and the credential that leads from one to the other. */
export interface Session {
	rest: RestClient;
	service: Simulator;
	credential: SavedCredential;
}

export async function openSession(): Promise<Session> {
	const { baseUrl, owner } = shared();
	const rest = new RestClient(baseUrl);
	await rest.signIn(owner);
	const service = await startSimulator({ basePath: '/gateway/eu' });
	const { baseUrl: address, accountId, apiKey } = service;
	// A trailing slash, as people paste it.
	const data = { baseUrl: `${address}/`, accountId, apiKey };
	const credential = await rest.createCredential('Service', CREDENTIAL_TYPE, data).catch(async (thrown: unknown) => {
		await service.stop();
		throw thrown;
	});
	return { rest, service, credential };
}

/** Also fit for a session whose opening did not succeed: whatever was started has ended by then. */
export async function closeSession(session: Session | undefined): Promise<void> {
	await session?.service.stop();
}

/** Publishes a workflow for as long as it is used. */
export async function published<T>(rest: RestClient, workflow: SavedWorkflow, use: () => Promise<T>): Promise<T> {
	await rest.activateWorkflow(workflow);
	try {
		return await use();
	} finally {
		await rest.deactivateWorkflow(workflow.id);
	}
}

export const START = 'Start';
export const UNDER_TEST = 'RCS Promotion';
export const manualStart = node(START, 'manualTrigger');

/** A launch to whatever reaches it. */
export const LAUNCH = {
	resource: 'promotion',
	operation: 'launch',
	recipients: 'inputItems',
	phoneField: 'phone',
	promotionName: 'Spring Sale',
	templateName: 'spring_sale',
	templateId: 't-1',
	templateLanguage: 'en',
	cardsMode: 'none',
};

/** More than a test may reach, so that what is sent shows a live run. */
export const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `Contact ${index}`, phone: `+1555${1_000_000 + index}` }));

/** A path of this session's own. */
export const pathOf = ({ service }: Session, name: string) => `${name}-${service.origin.split(':').at(-1)}`;

export function byId(promotionId: string) {
	return { __rl: true, mode: 'id', value: promotionId };
}
