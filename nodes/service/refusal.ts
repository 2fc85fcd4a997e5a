import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

/** Something wrong, or worth knowing, worded for the user. */
export interface Issue {
	/** warning: a person should look at it. info: it just happened. A refusal if left out: nothing is sent because of it. */
	level?: 'warning' | 'info';
	/** What happened. */
	message: string;
	/** What to do next. */
	advice?: string;
	/** What else to do, said after all other issues, which may be what it is about. */
	lastAdvice?: string;
	/** Where it is in the form or the file: "line 7", "input item 3". */
	where?: string;
	/** Of an issue of the contacts. Never changes between versions, so that workflows can rely on it. */
	code?: string;
	/** How many contacts it applies to; 0 if it is not about contacts, but about the list or the file. */
	count?: number;
	/** The first ten lines of the file, or input items. The first is 1. */
	lines?: number[];
}

/** What stops an item, or a check of the trigger, until a person does something: what is wrong, and what to do next. */
export class Refusal extends UserError {
	declare description: string;

	constructor(
		message: string,
		advice: string,
		/** What an AI model does next, where that is not what a person would do. */
		readonly forModel?: string,
		/** What is wrong with the contacts, if that is why. A check reports it instead of failing. */
		readonly issue?: Issue,
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
