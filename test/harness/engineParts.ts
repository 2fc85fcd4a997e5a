import type {
	ICredentialDataDecryptedObject,
	INodeCredentials,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Executions } from './executions';
import type { NodeTypes } from './nodeTypes';
import type { WorkflowBuilder } from './workflow';

/** What executions, tools and the editor use of an engine. */
export interface EngineParts {
	readonly nodeTypes: NodeTypes;
	readonly workflows: WorkflowBuilder;
	readonly executions: Executions;
	credentials(type: string, data: ICredentialDataDecryptedObject): INodeCredentials;
	additionalData(mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData;
}
