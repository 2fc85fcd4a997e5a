import { startSimulator, type PersonalityName, type Simulator } from '../../../simulator';
import {
	RestClient,
	type FinishedExecution,
	type SavedCredential,
	type WorkflowNode,
} from '../../../tools/n8n/restClient';
import { itemsOf, type Item } from '../../../tools/n8n/executionData';
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

async function runOperation(
	rest: RestClient,
	{ id, name }: SavedCredential,
	parameters: Record<string, unknown>,
	{ input = [{}], settings = {} }: RunOptions = {},
): Promise<RunResult> {
	const nodes: WorkflowNode[] = [
		{
			id: 'start',
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'under-test',
			name: UNDER_TEST,
			type: NODE_TYPE,
			typeVersion: 1,
			position: [220, 0],
			parameters,
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
			...settings,
		},
	];
	const workflow = await rest.createWorkflow({
		name: `${String(parameters.resource)} ${String(parameters.operation)}`,
		nodes,
		connections: { [START]: { main: [[{ node: UNDER_TEST, type: 'main', index: 0 }]] } },
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
