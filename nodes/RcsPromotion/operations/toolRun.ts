import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent called the node. n8n runs it then under a type of its own; what the host says itself is not to be relied on. */
export function isToolRun(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}
