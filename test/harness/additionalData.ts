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

/** Absolute: the engine parses them for every parameter it reads. */
const ADDRESSES = [
	...['restApiUrl', 'instanceBaseUrl', 'mcpBaseUrl', 'mcpTestBaseUrl'],
	...['formBaseUrl', 'formTestBaseUrl', 'formWaitingBaseUrl'],
	...['webhookBaseUrl', 'webhookTestBaseUrl', 'webhookWaitingBaseUrl'],
] as const;

/** The proxy is a class with private parts; the engine only ever asks it these five questions. */
const noSecrets = {
	hasProvider: () => false,
	listProviders: () => [],
	getSecret: () => undefined,
	hasSecret: () => false,
	listSecrets: () => [],
};

export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
	executionId: string,
	host: Pick<IWorkflowExecuteAdditionalData, 'executeWorkflow' | 'getRunExecutionData'>,
): IWorkflowExecuteAdditionalData {
	const workflow = { id: WORKFLOW_ID, name: 'Test' } as IWorkflowBase;
	return {
		...Object.fromEntries(ADDRESSES.map((name) => [name, `${HOST}/${name}`])),
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
		startRunnerTask: async () => await Promise.reject(new Error('A task runner needs the n8n package')),
		externalSecretsProxy: noSecrets,
	} as unknown as IWorkflowExecuteAdditionalData;
}
