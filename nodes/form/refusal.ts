import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

/** What stops an item, or a check of the trigger, until a person does something: what is wrong, and what to do next. */
export class Refusal extends UserError {
	declare description: string;

	constructor(
		message: string,
		advice: string,
		/** What an AI model does next, where that is not what a person would do. */
		readonly forModel?: string,
	) {
		super(message, { description: advice });
	}
}

/** The error as one of the two classes of which n8n shows the description. */
export function asNodeError(error: unknown, node: INode): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof Refusal) return new NodeOperationError(node, error.message, { description: error.description });
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}
