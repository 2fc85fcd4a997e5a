import { startSimulator, type PersonalityName, type Simulator } from '../../../simulator';
import { RestClient, type FinishedExecution, type SavedCredential } from '../../../tools/n8n/restClient';
import { itemsOf, type Item } from '../../../tools/n8n/executionData';
import { inLine, node, rcsNode } from '../../../tools/n8n/workflowNodes';
import { shared } from './shared';

export const NODE_TYPE = 'n8n-nodes-rcs-promotion.rcsPromotion';
export const CREDENTIAL_TYPE = 'rcsPromotionApi';

export interface RunOptions {
	/** The items that reach the node; one empty item if left out. */
	input?: Array<Record<string, unknown>>;
	/** Settings of the node, such as `onError`. */
	settings?: Record<string, unknown>;
}

export interface RunResult {
	execution: FinishedExecution;
	items: Item[];
	/** What the node's own run says, or undefined when all went well. */
	error: { message: string; description?: string | null } | undefined;
}

/** A signed-in client of the running n8n, a simulated service, and the credential that leads from one to the other. */
export interface Session {
	rest: RestClient;
	service: Simulator;
	credential: SavedCredential;
	/** Runs one operation in a saved workflow, as the Execute button does. */
	run(parameters: Record<string, unknown>, options?: RunOptions): Promise<RunResult>;
}

export async function openSession(personality?: PersonalityName): Promise<Session> {
	const { baseUrl, owner } = shared();
	const rest = new RestClient(baseUrl);
	await rest.signIn(owner);
	const service = await startSimulator({ basePath: '/gateway/eu', ...(personality ? { personality } : {}) });
	const { baseUrl: address, accountId, apiKey } = service;
	// A trailing slash, as people paste it.
	const data = { baseUrl: `${address}/`, accountId, apiKey };
	const credential = await rest
		.createCredential(`Service ${personality ?? ''}`, CREDENTIAL_TYPE, data)
		.catch(async (thrown: unknown) => {
			await service.stop();
			throw thrown;
		});
	return {
		rest,
		service,
		credential,
		run: async (parameters, options) => await runOperation(rest, credential, parameters, options),
	};
}

/** Also fit for a session whose opening did not succeed: whatever was started has ended by then. */
export async function closeSession(session: Session | undefined): Promise<void> {
	await session?.service.stop();
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

async function runOperation(
	rest: RestClient,
	credential: SavedCredential,
	parameters: Record<string, unknown>,
	{ input = [{}], settings = {} }: RunOptions = {},
): Promise<RunResult> {
	const underTest = { ...rcsNode(UNDER_TEST, 'rcsPromotion', parameters, credential), ...settings };
	const workflow = await rest.createWorkflow({
		name: `${String(parameters.resource)} ${String(parameters.operation)}`,
		nodes: [manualStart, underTest],
		connections: inLine(START, UNDER_TEST),
		pinData: { [START]: input.map((json) => ({ json })) },
	});
	const execution = await rest.runManually(workflow);
	return {
		execution,
		items: itemsOf(execution.data, UNDER_TEST),
		error: execution.data.resultData.runData[UNDER_TEST]?.at(-1)?.error,
	};
}

export function byId(promotionId: string) {
	return { __rl: true, mode: 'id', value: promotionId };
}
