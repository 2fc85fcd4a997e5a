/** What n8n hands its engine for one execution: addresses, hooks, credentials. */
import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { WORKFLOW_ID } from './workflow';

const HOST = 'http://n8n.invalid';

/** Absolute addresses: the engine parses them for every parameter it reads. */
const addresses = {
	restApiUrl: `${HOST}/rest`,
	instanceBaseUrl: HOST,
	formBaseUrl: `${HOST}/form`,
	formTestBaseUrl: `${HOST}/form-test`,
	formWaitingBaseUrl: `${HOST}/form-waiting`,
	webhookBaseUrl: `${HOST}/webhook`,
	webhookTestBaseUrl: `${HOST}/webhook-test`,
	webhookWaitingBaseUrl: `${HOST}/webhook-waiting`,
	mcpBaseUrl: `${HOST}/mcp`,
	mcpTestBaseUrl: `${HOST}/mcp-test`,
};

const noSecrets = {
	hasProvider: () => false,
	listProviders: () => [],
	getSecret: () => undefined,
	hasSecret: () => false,
	listSecrets: () => [],
};

const elsewhere = (what: string) => async (): Promise<never> => {
	throw new Error(`${what} needs the n8n package, which these tests run without`);
};

export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
	executionId: string,
	host: Pick<IWorkflowExecuteAdditionalData, 'executeWorkflow' | 'getRunExecutionData'>,
): IWorkflowExecuteAdditionalData {
	const workflow = { id: WORKFLOW_ID, name: 'Test' } as IWorkflowBase;
	const data: Omit<IWorkflowExecuteAdditionalData, 'externalSecretsProxy'> = {
		...addresses,
		...host,
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		userId: 'user-1',
		variables: {},
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflow),
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		getRuntimeCredential: async () => undefined,
		startRunnerTask: elsewhere('A task runner'),
	};
	// The proxy is a class with private parts; the engine only ever asks it these five questions.
	return { ...data, externalSecretsProxy: noSecrets } as unknown as IWorkflowExecuteAdditionalData;
}
