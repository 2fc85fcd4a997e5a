import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ItemContext } from '../itemContext';

/** An output item before the loop pairs it with the input it comes from. */
export type OutputItem = Pick<INodeExecutionData, 'json' | 'binary'>;

export interface Operation {
	name: string;
	description: string;
	/** What the editor's node list says, and what an AI agent reads before it calls the operation. */
	action: string;
	/** Whether the operation changes something at the service. Such a request is never repeated before the list was asked what the first one did. */
	writes: boolean;
	/** The fields below the operation; the registry adds when they are shown. */
	properties: INodeProperties[];
	/** Whether all input items make one call, whose output is paired to every one of them. */
	runsOnce?(first: ItemContext): boolean;
	execute(item: ItemContext): Promise<OutputItem[]>;
}

export interface Resource {
	name: string;
	/** Saved in workflows by their keys, so a key never changes. */
	operations: Record<string, Operation>;
	defaultOperation: string;
}
